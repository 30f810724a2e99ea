"""The rules of Splendor: Mega Man: its record, its verbs, and their helpers."""
