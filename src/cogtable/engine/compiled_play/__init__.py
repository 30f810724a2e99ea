"""What all compiled play is made of: kernels over the verbs of any game, and a dry run before they compile."""
