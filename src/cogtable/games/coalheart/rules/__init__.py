"""The rules of Coal Heart: its record, its verbs, and what they are made of."""
