"""What rules are written with: verbs, random numbers, events, places, resignation, masks and observations."""
