"""The tables of the box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogtable.games.megaman.rules.components import COLORS, SIDES
from cogtable.games.splendor.rules.box import GemTables
from cogtable.games.splendor.rules.components import CARDS, COLOR_COUNT
from cogtable.rules import Int8, Int64, column, named, value


class MegamanTables(GemTables):
    """The components. The nobles of the shared tables are Helpers here, and gold is gray."""

    robots = named("cards", longest=16)
    helpers = named("helpers", longest=16)
    bonus = column("cards", "bonus", names=COLORS)
    cost = column("cards", "cost", names=COLORS, high=20)
    tags: Int8[CARDS] = column("cards", "tags", high=9, default=0)
    noble_points: Int8[SIDES] = column("helpers", "points", high=20)
    noble_needs: Int8[SIDES, COLOR_COUNT] = column("helpers", "needs", names=COLORS, high=20)
    packed_needs: Int64[SIDES]
    gold = value("gray", high=20)
    green: Int8[5] = value("green", high=20)
    """Green tokens with that many seats."""
    yashichi_points: Int8 = value("yashichi_points", high=20)
    yashichi_tags: Int8 = value("yashichi_tags", low=1)
    """How many tags win the tile while nobody holds it."""

    @staticmethod
    def check(b: Any) -> Iterator[tuple[str, str]]:
        """There must be a green token for each seat (MM-Q9)."""
        yield from GemTables.check(b)
        for seats in range(2, 5):
            if b.green[seats] < seats:
                yield f"green[{seats}]", f"expected at least {seats}, one for each seat; found {b.green[seats]}"
