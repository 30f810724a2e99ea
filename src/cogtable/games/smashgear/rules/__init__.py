"""The rules of Smash Gear: its record, its verbs, and what they are made of."""
