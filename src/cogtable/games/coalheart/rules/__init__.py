"""The rules of Coal Heart: its record, its verbs, and their helpers."""
