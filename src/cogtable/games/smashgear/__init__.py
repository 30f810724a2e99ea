"""Smash Gear: machines of hearts and weapons that flip over a grid."""
