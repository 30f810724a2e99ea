"""The rules of Splendor: its record, its verbs, and their helpers."""
