"""The basis of compiled play: kernels over the verbs of any game, and a dry run before they compile."""
