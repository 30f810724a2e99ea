"""Boxes: `box.toml` read and checked, the operations of its cards, and the differences between two boxes."""
