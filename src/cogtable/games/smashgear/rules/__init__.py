"""The rules of Smash Gear: its record, its verbs, and their helpers."""
