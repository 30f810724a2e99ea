"""The layouts of Mega Man, where they differ from Splendor's."""

from __future__ import annotations

from msgspec.structs import replace

from cogtable.games.splendor.table.layout import CARD, SplendorLayout
from cogtable.table import Area, Layout


class MegamanLayout(SplendorLayout):
    """Layouts with seven kinds of tokens, and the three conditions of the end beside each name."""

    noble_aspect = 112 / 72
    nobles_height = 62
    bank_height = 46
    own_height = 108
    rows_height = 316

    def wide(self, mine: int, rivals: list[int]) -> Layout:
        """The race above all, the rows and the bank left, rivals, Helpers and my own things right."""
        race = 34 + 27 * (len(rivals) + 1)
        top, right, w = race + 16, 746.0, 522.0
        low = 660 - top
        areas = {
            "race.panel": Area(12, 8, 988, race),
            "race": Area(26, 12, 960, race - 8),
            "log": Area(1008, 8, 260, race),
            "decks": Area(12, top, 86, low, 8),
            "board": Area(106, top, 528, low, 8),
            "bank.ground": Area(642, top, 96, low),
            "bank": Area(648, top + 4, 86, low - 8, 2, "count-right"),
            "nobles": Area(right, 660 - 200 - 88, w, 80, 6),
            "mine": Area(right, 460, w, 200),
            "prompt": Area(right, 462, w, 58),
            f"seat{mine}": Area(right + 12, 518, 152, 98),
            "lacks": Area(right + 12, 614, 148, 44),
            **self.own_wide(mine),
        }
        room = 660 - 200 - 88 - 8 - top
        height = (room - 6 * (len(rivals) - 1)) / len(rivals)
        for i, rival in enumerate(rivals):
            y = top + i * (height + 6)
            areas[f"panel{rival}"] = Area(right, y, w, height)
            areas |= self.rival_wide(rival, y, height)
        return Layout(width=1280, height=668, areas=areas)

    def noble_columns(self, seats: int) -> int:
        """The tile and as many Helpers as there are seats (MM-R2)."""
        return seats + 1

    def own_wide(self, mine: int) -> dict[str, Area]:
        """The reader's own things, right of the name and below the choices."""
        return {
            f"piles{mine}": Area(914, 522, 192, 54, 4),
            f"tokens{mine}": Area(910, 582, 202, 72, 2, "count-right columns-4"),
            f"nobles{mine}": Area(1110, 522, 84, 42, 4),
            f"stock{mine}": Area(1198, 520, 66, 46),
            f"hand{mine}": Area(1116, 568, 146, 88, 4),
        }

    def rival_wide(self, rival: int, y: float, h: float) -> dict[str, Area]:
        """A rival's panel at y, h high: the name left, then cards above tokens, and at the right what is reserved."""
        x = 746.0
        if h > 200:
            return {
                f"seat{rival}": Area(x + 10, y + 6, 160, 70),
                f"piles{rival}": Area(x + 178, y + 10, 332, h - 164, 8),
                f"tokens{rival}": Area(x + 176, y + h - 146, 338, 50, 2, "count-right"),
                f"nobles{rival}": Area(x + 384, y + h - 88, 126, 78, 4),
                f"hand{rival}": Area(x + 178, y + h - 88, 198, 78, 6),
            }
        pile = h * 0.5 - 7
        low, tokens = y + pile + 9, h - pile - 14
        areas = {
            f"seat{rival}": Area(x + 10, y + 4, 160, min(h - 8, 70)),
            f"piles{rival}": Area(x + 178, y + 5, 186, pile, 4),
        }
        if h < 90:
            return areas | {
                f"tokens{rival}": Area(x + 176, low, 264, tokens, 2, "count-right"),
                f"nobles{rival}": Area(x + 370, y + 5, 70, pile, 3),
                f"hand{rival}": Area(x + 446, y + 5, 70, h - 10, 3),
            }
        return areas | {
            f"tokens{rival}": Area(x + 176, low, 252, tokens, 2, "count-right"),
            f"nobles{rival}": Area(x + 432, low, 82, tokens, 3),
            f"hand{rival}": Area(x + 372, y + 5, 142, pile, 4),
        }

    def held_aspect(self, rivals: int) -> float:
        """Width by height of the cards that rivals hold in reserve."""
        return CARD

    def strip_height(self, rivals: int) -> int:
        """The height of a rival's part of the strip."""
        return 62

    def strip(self, rival: int, x: float, width: float, height: float) -> dict[str, Area]:
        """A rival's part of the strip."""
        return {
            f"strip.seat{rival}": Area(x + 6, 5, width - 12, 28),
            f"strip.stock{rival}": Area(x + 4, 33, width - 8, height - 31),
        }

    def strips(self, rivals: list[int], width: float, height: float, gap: float) -> dict[str, Area]:
        """The rivals' parts of the strip, one below the other, each with the three conditions."""
        areas = super().strips(rivals, width, height, gap)
        for rival in rivals:
            seat, stock = areas[f"strip.seat{rival}"], areas[f"strip.stock{rival}"]
            areas[f"strip.goals{rival}"] = Area(9, seat.y + 30, width - 6, 18)
            areas[f"strip.stock{rival}"] = replace(stock, y=seat.y + 50, h=stock.h - 22)
        return areas

    def narrow(self, mine: int, rivals: list[int]) -> Layout:
        """The race above the table of Splendor."""
        layout = super().narrow(mine, rivals)
        race = 22 + 19 * (len(rivals) + 1)
        areas = {name: replace(area, y=area.y + race + 4) for name, area in layout.areas.items()}
        areas["race.panel"] = Area(6, 4, 348, race)
        areas["race"] = Area(14, 6, 334, race - 4)
        return Layout(width=360, height=layout.height + race + 4, areas=areas)

    def own_narrow(self, mine: int, y: float) -> dict[str, Area]:
        """The reader's own things, in a panel at y."""
        return {
            f"seat{mine}": Area(10, y + 1, 46, 64),
            f"piles{mine}": Area(60, y + 5, 124, 54, 4),
            f"nobles{mine}": Area(186, y + 5, 40, 54, 2),
            f"hand{mine}": Area(230, y + 4, 120, 56, 4),
            f"tokens{mine}": Area(10, y + 62, 284, 42, 2, "count-right"),
            f"stock{mine}": Area(298, y + 64, 52, 40),
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
