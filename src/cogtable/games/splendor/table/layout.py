"""The layouts of Splendor for wide and narrow screens, in design units."""

from __future__ import annotations

from msgspec.structs import replace

from cogtable.games.splendor.rules.components import ROW
from cogtable.table import Area, Layout

CARD = 112 / 138
"""Width by height of a card, and of a pile of cards."""
PILE = 46 / 58
LOW_CARD = 8 / 5
"""The aspect of a reserved card if three rivals share the height."""


class SplendorLayout:
    """The layouts for both screens. Games like Splendor override what differs.

    Attributes: width by height of a noble in a player's area (0: the client chooses); heights on a narrow screen of
    the nobles' row, of the bank and of the reader's own things.
    """

    noble_aspect: float = 0
    nobles_height = 48
    bank_height = 62
    own_height = 116

    def wide(self, mine: int, rivals: list[int]) -> Layout:
        """Rivals left, the rows in the middle, bank and log right, my own things below."""
        areas = {
            "decks": Area(272, 96, 112, 434, 10),
            "board": Area(394, 96, 478, 434, 10),
            "bank.panel": Area(888, 12, 96, 518),
            "bank": Area(896, 48, 80, 474, 8, "count-right"),
            "log": Area(1000, 12, 264, 724),
            "mine": Area(16, 544, 968, 192),
            "prompt": Area(16, 544, 968, 54),
            f"seat{mine}": Area(30, 608, 146, 120),
            **self.nobles_wide(len(rivals) + 1),
            **self.own_wide(mine),
        }
        height = (518 - 12 * (len(rivals) - 1)) / len(rivals) if len(rivals) > 1 else 518
        for i, rival in enumerate(rivals):
            areas[f"panel{rival}"] = Area(16, 12 + i * (height + 12), 240, height)
            areas |= self.rival_wide(rival, 12 + i * (height + 12), height)
        return Layout(width=1280, height=748, areas=areas)

    def noble_columns(self, seats: int) -> int:
        """Places for nobles: one more than seats (SP-R1), and at least four so that they keep their size."""
        return max(ROW, seats + 1)

    def nobles_wide(self, seats: int) -> dict[str, Area]:
        """The row above the cards, with its title if there is room."""
        if self.noble_columns(seats) <= ROW:
            return {"nobles.title": Area(272, 12, 112, 72), "nobles": Area(394, 12, 478, 72, 10)}
        return {"nobles": Area(272, 12, 600, 72, 10)}

    def own_wide(self, mine: int) -> dict[str, Area]:
        """The reader's own things, right of the name and below the choices."""
        return {
            f"piles{mine}": Area(186, 610, 332, 58, 10),
            f"tokens{mine}": Area(186, 680, 400, 40, 10, "count-right"),
            f"nobles{mine}": Area(524, 614, 66, 50),
            "cards": Area(596, 622, 72, 40),
            "total": Area(596, 678, 72, 44),
            f"hand{mine}": Area(676, 608, 296, 118, 10),
        }

    def rival_wide(self, rival: int, y: float, h: float) -> dict[str, Area]:
        """A rival's panel at y, h high."""
        tight = h < 200
        head, pile, token, gap, rim = (44, 28, 32, 2, 6) if tight else (48, 44, 46, 8, 12)
        piles = y + rim + head + gap
        tokens = piles + pile + gap
        hand = tokens + token + gap
        return {
            f"seat{rival}": Area(28, y + rim, 216, head),
            f"piles{rival}": Area(28, piles, 150, pile, 4),
            f"nobles{rival}": Area(184, piles, 62, pile),
            f"tokens{rival}": Area(28, tokens, 216, token, 6, "count-below"),
            f"hand{rival}": Area(28, hand, 216, y + h - hand - rim, 6 if tight else 12),
        }

    def narrow(self, mine: int, rivals: list[int]) -> Layout:
        """One column: rivals in a strip, nobles, rows, bank, my own things; the client puts the choices below."""
        strip = self.strip_height(len(rivals))
        nobles = 6 + strip + 5
        rows = nobles + self.nobles_height + 6
        bank = rows + 314 + 6
        own = bank + self.bank_height + 6
        areas = {
            "nobles": Area(8, nobles, 344, self.nobles_height, 4),
            "decks": Area(8, rows, 34, 314, 4),
            "board": Area(48, rows, 304, 314, 4),
            "bank.ground": Area(8, bank, 344, self.bank_height),
            "bank": Area(14, bank + 4, 332, self.bank_height - 8, 4, "count-badge"),
            "mine": Area(8, own, 344, self.own_height),
            **self.own_narrow(mine, own),
        }
        width = (344 - 8 * (len(rivals) - 1)) / len(rivals)
        for i, rival in enumerate(rivals):
            x = 8 + i * (width + 8)
            areas[f"strip{rival}"] = Area(x, 6, width, strip)
            areas |= self.strip(rival, x, width, strip)
        return Layout(width=360, height=own + self.own_height + 4, areas=areas)

    def low(self, mine: int, rivals: list[int]) -> Layout:
        """From left to right rivals, nobles, rows, bank and my own things, each over the whole height."""
        areas = {
            "nobles": Area(122, 6, 58, 362, 4),
            "decks": Area(186, 6, 34, 362, 4),
            "board": Area(226, 6, 290, 362, 4),
            "bank.ground": Area(522, 6, 58, 362),
            "bank": Area(526, 10, 50, 354, 4, "count-badge"),
            "mine": Area(586, 6, 126, 362),
            **self.own_low(mine),
        }
        height = min(118.0, (362 - 8 * (len(rivals) - 1)) / len(rivals))
        return Layout(width=718, height=374, areas=areas | self.strips(rivals, 110, height, 8))

    def lowest(self, mine: int, rivals: list[int]) -> Layout:
        """The same for a window of 640 x 360, where the choices are below."""
        areas = {
            "nobles": Area(114, 4, 59, 278, 3),
            "decks": Area(177, 4, 31, 278, 4),
            "board": Area(212, 4, 262, 278, 4),
            "bank.ground": Area(478, 4, 104, 278),
            "bank": Area(479, 7, 102, 272, 0, "count-badge columns-2"),
            "mine": Area(586, 4, 127, 278),
            **self.own_lowest(mine),
        }
        height = min(110.0, (278 - 5 * (len(rivals) - 1)) / len(rivals))
        return Layout(width=718, height=286, areas=areas | self.strips(rivals, 104, height, 5))

    def strips(self, rivals: list[int], width: float, height: float, gap: float) -> dict[str, Area]:
        """The rivals' parts of the strip, one below the other."""
        areas: dict[str, Area] = {}
        for i, rival in enumerate(rivals):
            y = gap - 2 + i * (height + gap)
            areas[f"strip{rival}"] = Area(6, y, width, height)
            parts = self.strip(rival, 6, width, height).items()
            areas |= {name: replace(area, y=area.y - 6 + y) for name, area in parts}
        return areas

    def held_aspect(self, rivals: int) -> float:
        """Width by height of the cards that rivals hold in reserve."""
        return LOW_CARD if rivals == 3 else CARD

    def strip_height(self, rivals: int) -> int:
        """The height of a rival's part of the strip."""
        return 72 if rivals == 3 else 67

    def strip(self, rival: int, x: float, width: float, height: float) -> dict[str, Area]:
        """A rival's part of the strip."""
        return {
            f"strip.seat{rival}": Area(x + 6, 8, width - 12, 34),
            f"strip.stock{rival}": Area(x + 4, 42, width - 8, height - 38),
        }

    def own_narrow(self, mine: int, y: float) -> dict[str, Area]:
        """The reader's own things, in a panel at y: tokens across all of it, to be touched to return some."""
        return {
            f"seat{mine}": Area(14, y + 3, 46, 64),
            f"piles{mine}": Area(62, y + 8, 124, 54, 4),
            f"nobles{mine}": Area(188, y + 8, 36, 54),
            f"tokens{mine}": Area(14, y + 68, 332, 42, 8, "count-right"),
            f"hand{mine}": Area(228, y + 6, 118, 56, 4),
        }

    def own_low(self, mine: int) -> dict[str, Area]:
        """The reader's own things, one below the other."""
        return {
            f"seat{mine}": Area(592, 12, 54, 66),
            f"nobles{mine}": Area(650, 14, 56, 60),
            f"piles{mine}": Area(589, 86, 120, 46, 4),
            f"tokens{mine}": Area(592, 140, 114, 126, 4, "count-right columns-2"),
            f"hand{mine}": Area(589, 276, 120, 86, 4),
        }

    def own_lowest(self, mine: int) -> dict[str, Area]:
        """The same in less height."""
        return {
            f"seat{mine}": Area(592, 8, 54, 58),
            f"nobles{mine}": Area(650, 10, 56, 52),
            f"piles{mine}": Area(590, 68, 120, 42, 4),
            f"tokens{mine}": Area(592, 114, 116, 102, 3, "count-right columns-2"),
            f"hand{mine}": Area(590, 219, 120, 60, 4),
        }
