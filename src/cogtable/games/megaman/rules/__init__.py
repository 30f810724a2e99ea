"""The rules of Splendor: Mega Man: its record, its verbs, and what they are made of."""
