"""The rules of Recharge: its record, its verbs, and their helpers."""
