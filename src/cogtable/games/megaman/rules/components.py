"""The components that differ from Splendor's.

The shared rules are in Splendor's folder and use its words: gold is gray here, nobles are Helpers, and gems are
gearstones.
"""

from __future__ import annotations

from cogtable.games.splendor.rules.components import GOLD

COLORS = ("yellow", "blue", "orange", "red", "purple")
GRAY = GOLD
"""The heart, which stands for any colour."""
GREEN = GRAY + 1
"""The star. A seat has at most one, and never pays or returns it."""
KINDS = (*COLORS, "gray", "green")

HELPERS = 4
"""Helper tiles, each with two sides."""
SIDES = 2 * HELPERS
"""Side 0 or 1 of a tile is number 2 * tile or 2 * tile + 1."""
