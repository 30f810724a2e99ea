"""The components: cards, tokens and nobles, and the number of each.

Games that share the rules share most of this folder, text included. Numbers like SP-R4 and MM-R11 refer to the games'
`rules.md`.
"""

from __future__ import annotations

from cogtable.rules import size

COLOR_COUNT = 5
GOLD = COLOR_COUNT
"""The kind of token after the colours, which stands for any of them."""

CARDS = size("cards", 90, low=12, most=120)
LEVELS = 3
ROW = 4
"""Cards face up of each level."""
PLACES = LEVELS * ROW
HAND = 3
"""The maximum number of cards that a seat may hold in reserve."""
HOLD = 10
"""The maximum number of tokens that a seat may keep."""
SHOWN_NOBLES = 5
"""The maximum number of nobles on a table."""

COLORS = ("white", "blue", "green", "red", "black")
KINDS = (*COLORS, "gold")
NOBLES = size("nobles", 10, low=SHOWN_NOBLES, most=24)
