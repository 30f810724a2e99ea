"""The rules of Splendor: its record, its verbs, and what they are made of."""
