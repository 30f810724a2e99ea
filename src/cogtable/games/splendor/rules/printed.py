"""The printed values of a card, as numbers in an observation."""

from __future__ import annotations

from typing import Any

from cogtable.games.splendor.rules.components import COLOR_COUNT, LEVELS
from cogtable.rules import Features, Ints, feature

MOST = 20
"""The highest number of points, tokens and costs that a box allows."""


class CardSeen(Features):
    """A card; all 0 where there is none."""

    LEVEL = feature("Its level", high=LEVELS)
    POINTS = feature("Its points", high=MOST)
    COST = feature("What it costs, by colour", COLOR_COUNT, high=MOST)
    BONUS = feature("1 for the colour of its bonus", COLOR_COUNT)


CARD = CardSeen.count()


def put_card(b: Any, card: int, out: Ints) -> None:
    """Writes a card of the box."""
    out[CardSeen.LEVEL] = b.level[card]
    out[CardSeen.POINTS] = b.points[card]
    for color in range(COLOR_COUNT):
        out[CardSeen.COST + color] = b.cost[card, color]
    out[CardSeen.BONUS + b.bonus[card]] = 1
