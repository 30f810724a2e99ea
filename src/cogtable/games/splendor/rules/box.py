"""The tables of the box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogtable.games.splendor.rules.components import CARDS, COLOR_COUNT, COLORS, LEVELS, NOBLES, ROW
from cogtable.games.splendor.rules.packing import packed
from cogtable.games.splendor.rules.printed import CARD, put_card
from cogtable.rules import Int8, Int16, Int64, Ints, Tables, column, derived, different, value


class GemTables(Tables):
    """The components that the games share. Each game names its colours and nobles itself."""

    level: Int8[CARDS] = column("cards", "level", low=1, high=LEVELS)
    """Its deck; cards are in the order of their levels."""
    bonus: Int8[CARDS]
    """The colour of its bonus once it is bought."""
    points: Int8[CARDS] = column("cards", "points", high=20)
    """What it is worth."""
    cost: Int8[CARDS, COLOR_COUNT]
    """What it costs, in tokens of each colour."""
    noble_points: Ints
    """What it is worth."""
    noble_needs: Ints
    """The cards of each colour that it asks for."""
    packed_cost: Int64[CARDS]
    """Cost and needs as one number each, a byte for each colour (see `lacking`)."""
    packed_needs: Ints
    card_seen: Int16[CARDS + 1, CARD] = derived()
    """Each card as observations show it, from index 1; index 0 stands for no card."""
    gems: Int8[5] = value("gems", high=20)
    """Tokens of each colour with that many seats."""
    gold: Int8 = value("gold", high=20)
    """Tokens that stand for any colour."""

    @staticmethod
    def check(b: Any) -> Iterator[tuple[str, str]]:
        """Cards must be in the order of their levels, with enough for a full row of each."""
        levels = [int(level) for level in b.level]
        if levels != sorted(levels):
            yield "cards", "expected all of level 1 first, then level 2, then level 3; found another order"
        for level in range(1, LEVELS + 1):
            if levels.count(level) < ROW:
                yield "cards", f"expected at least {ROW} of level {level}; found {levels.count(level)}"

    @staticmethod
    def derive(b: Any) -> None:
        """Packs costs and needs, and writes the features of cards."""
        for card in range(CARDS):
            b.packed_cost[card] = packed(b.cost[card])
            put_card(b, card, b.card_seen[card + 1])
        for noble in range(len(b.noble_needs)):
            b.packed_needs[noble] = packed(b.noble_needs[noble])


class SplendorTables(GemTables):
    """The components."""

    bonus = column("cards", "bonus", names=COLORS)
    cost = column("cards", "cost", names=COLORS, high=20)
    noble_points: Int8[NOBLES] = column("nobles", "points", high=20)
    noble_needs: Int8[NOBLES, COLOR_COUNT] = column("nobles", "needs", names=COLORS, high=20)
    packed_needs: Int64[NOBLES]
    cards = different("cards", "level", "bonus", "points", "cost")
    nobles = different("nobles", "points", "needs")
