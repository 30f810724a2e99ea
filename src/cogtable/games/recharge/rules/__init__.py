"""The rules of Recharge: its record, its verbs, and what they are made of."""
