"""Boxes: `box.toml` read and checked, the operations that its cards use, and what two boxes differ in."""
