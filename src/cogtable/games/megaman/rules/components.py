"""What lies on the table, where that is not as in Splendor.

The text that the games share lies in Splendor's folder and uses its words: its gold is gray here, its nobles are the
Helpers, its gems the gearstones.
"""

from __future__ import annotations

from cogtable.games.splendor.rules.components import GOLD

COLORS = ("yellow", "blue", "orange", "red", "purple")
GRAY = GOLD
"""The heart, which stands for any colour."""
GREEN = GRAY + 1
"""The star, of which a seat has one at most, and which it neither pays nor returns."""
KINDS = (*COLORS, "gray", "green")

HELPERS = 4
"""Helper tiles, each with two sides."""
SIDES = 2 * HELPERS
"""Side 0 or 1 of a tile is number 2 * tile or 2 * tile + 1."""
