"""The layouts of Mega Man, where they differ from Splendor's."""

from __future__ import annotations

from cogtable.games.splendor.table.layout import CARD, SplendorLayout
from cogtable.table import Area

PLACES = 5
"""Columns above the cards: the Yashichi tile above the decks, then up to four Helpers."""


class MegamanLayout(SplendorLayout):
    """Layouts with seven kinds of tokens, and the three conditions of the end beside each name."""

    noble_aspect = 112 / 72
    nobles_height = 40
    bank_height = 50
    own_height = 142

    def noble_columns(self, seats: int) -> int:
        """The tile and as many Helpers as there are seats (MM-R2)."""
        return PLACES

    def nobles_wide(self, seats: int) -> dict[str, Area]:
        """The tile and the Helpers, with their titles if there is room."""
        areas = {"nobles": Area(272, 12, 600, 72, 10)}
        if seats < PLACES - 1:
            x = 272 + (seats + 1) * 122
            areas["nobles.title"] = Area(x, 12, 872 - x, 72)
        return areas

    def own_wide(self, mine: int) -> dict[str, Area]:
        """The reader's own things, right of the name and below the choices."""
        return {
            f"piles{mine}": Area(186, 610, 283, 58, 10),
            f"tokens{mine}": Area(186, 680, 400, 40, 10, "count-right"),
            f"nobles{mine}": Area(476, 612, 106, 54, 4),
            f"goals{mine}": Area(594, 612, 100, 112),
            f"hand{mine}": Area(704, 608, 268, 118, 10),
        }

    def rival_wide(self, rival: int, y: float, h: float) -> dict[str, Area]:
        """A rival's panel at y, h high."""
        tight = h < 200
        head, goals, pile, token, gap, rim = (40, 19, 26, 32, 2, 4) if tight else (48, 24, 42, 42, 8, 10)
        conditions = y + rim + head + gap
        piles = conditions + goals + gap + 1
        tokens = piles + pile + gap
        hand = tokens + token + gap + 1
        return {
            f"seat{rival}": Area(28, y + rim, 216, head),
            f"goals{rival}": Area(28, conditions, 216, goals),
            f"piles{rival}": Area(28, piles, 153, pile, 6),
            f"nobles{rival}": Area(184, piles, 60, pile, 4),
            f"tokens{rival}": Area(28, tokens, 216, token, 6, "count-below"),
            f"hand{rival}": Area(28, hand, 216, y + h - hand - rim, 6 if tight else 12),
        }

    def held_aspect(self, rivals: int) -> float:
        """Width by height of the cards that rivals hold in reserve."""
        return {1: CARD, 2: 1.5, 3: 2.2}[rivals]

    def strip_height(self, rivals: int) -> int:
        """The height of a rival's part of the strip."""
        return 82

    def strip(self, rival: int, x: float, width: float, height: float) -> dict[str, Area]:
        """A rival's part of the strip."""
        return {
            f"strip.seat{rival}": Area(x + 6, 8, width - 12, 28),
            f"strip.goals{rival}": Area(x + 3, 37, width - 6, 18),
            f"strip.stock{rival}": Area(x + 4, 57, width - 8, height - 53),
        }

    def own_narrow(self, mine: int, y: float) -> dict[str, Area]:
        """The reader's own things, in a panel at y."""
        return {
            f"goals{mine}.row": Area(14, y + 6, 230, 21),
            f"stock{mine}": Area(250, y + 6, 98, 21),
            f"seat{mine}": Area(12, y + 31, 44, 58),
            f"piles{mine}": Area(60, y + 33, 118, 54, 4),
            f"nobles{mine}": Area(182, y + 33, 42, 54, 2),
            f"tokens{mine}": Area(14, y + 94, 332, 42, 4, "count-right"),
            f"hand{mine}": Area(228, y + 31, 118, 58, 4),
        }

    def own_low(self, mine: int) -> dict[str, Area]:
        """The reader's own things, one below the other."""
        return {
            f"seat{mine}": Area(592, 10, 52, 60),
            f"nobles{mine}": Area(648, 12, 58, 54, 2),
            f"goals{mine}": Area(590, 72, 118, 64),
            f"stock{mine}": Area(590, 139, 118, 21),
            f"piles{mine}": Area(589, 163, 120, 36, 4),
            f"tokens{mine}": Area(592, 202, 114, 106, 4, "count-right columns-2"),
            f"hand{mine}": Area(589, 311, 120, 54, 4),
        }

    def own_lowest(self, mine: int) -> dict[str, Area]:
        """The reader's own things in less height."""
        return {
            f"seat{mine}": Area(590, 6, 48, 44),
            f"nobles{mine}": Area(642, 10, 66, 36, 2),
            f"stock{mine}": Area(590, 51, 120, 17),
            f"goals{mine}": Area(590, 69, 120, 50),
            f"piles{mine}": Area(590, 122, 120, 32, 4),
            f"tokens{mine}": Area(591, 156, 118, 80, 2, "count-right columns-3"),
            f"hand{mine}": Area(590, 237, 120, 43, 4),
        }
