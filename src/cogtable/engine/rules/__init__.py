"""The vocabulary of rules: verbs, random numbers, events, places, resignation, masks and observations."""
