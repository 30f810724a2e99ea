"""The layouts of Splendor for wide and narrow screens, in design units."""

from __future__ import annotations

from msgspec.structs import replace

from cogtable.games.splendor.rules.components import ROW
from cogtable.table import TALK, Area, Layout

CARD = 112 / 138
"""Width by height of a card, and of a pile of cards."""
PILE = 46 / 58
HELD = 0.7
"""Width by height of a card that the reader has reserved."""
LOW_CARD = 8 / 5
"""The aspect of a reserved card if three rivals share the height."""


class SplendorLayout:
    """The layouts for both screens. Games like Splendor override what differs.

    Attributes: width by height of a noble in a player's area (0: the client chooses); heights on a narrow screen of
    the nobles' row, of the bank, of the reader's own things and of the rows of cards.
    """

    noble_aspect: float = 0
    nobles_height = 78
    bank_height = 54
    own_height = 112
    rows_height = 344

    def wide(self, mine: int, rivals: list[int]) -> Layout:
        """Rivals left, the rows and the bank in the middle, nobles and log right, my own things below."""
        areas = {
            "decks": Area(254, 8, 90, 442, 8),
            "board": Area(356, 8, 486, 442, 8),
            "bank.ground": Area(854, 8, 92, 442),
            "bank": Area(860, 12, 84, 434, 2, "count-right"),
            "mine": Area(12, 462, 1256, 198),
            "prompt": Area(1024, 464, 242, 194),
            f"seat{mine}": Area(28, 474, 176, 176),
            **self.nobles_wide(len(rivals) + 1),
            **self.own_wide(mine),
        }
        height = (442 - 8 * (len(rivals) - 1)) / len(rivals)
        for i, rival in enumerate(rivals):
            y = 8 + i * (height + 8)
            areas[f"panel{rival}"] = Area(12, y, 230, height)
            areas |= self.rival_wide(rival, y, height)
        pages = {TALK: self.talking_wide()} if len(rivals) > 1 else {}
        return Layout(width=1280, height=668, areas=areas, pages=pages)

    def noble_columns(self, seats: int) -> int:
        """Places for nobles in the row on a narrow screen: one more than seats (SP-R1), but at least four."""
        return max(ROW, seats + 1)

    def nobles_wide(self, seats: int) -> dict[str, Area]:
        """The nobles below each other, and under them the log; of two players, high enough for their chat."""
        count = seats + 1
        each = min(72 if seats == 2 else 88, (442 - 48) / count - 8)
        high = count * (each + 8) - 8
        return {
            "nobles": Area(956, 8, 312, high, 8, "columns-1"),
            "log": Area(956, 16 + high, 312, 434 - high),
        }

    def talking_wide(self) -> dict[str, Area]:
        """The nobles three abreast, so that the log below them is high enough for a chat."""
        high = 172
        return {
            "nobles": Area(956, 8, 312, high, 6, "columns-3"),
            "log": Area(956, 16 + high, 312, 434 - high),
        }

    def own_wide(self, mine: int) -> dict[str, Area]:
        """The reader's own things, right of the name."""
        return {
            f"piles{mine}": Area(208, 474, 392, 88, 12),
            f"tokens{mine}": Area(204, 576, 500, 64, 4, "count-right"),
            f"nobles{mine}": Area(612, 476, 84, 64),
            f"hand{mine}": Area(712, 474, 308, 176, 8),
        }

    def rival_wide(self, rival: int, y: float, h: float) -> dict[str, Area]:
        """A rival's panel at y, h high."""
        tight, roomy = h < 200, h > 300
        if tight:
            head, pile, token, hand, gap, rim = 40, 27, 32, 28, 2, 4
        else:
            head, pile, token, hand, gap, rim = (52, 66, 62, 110, 14, 10) if roomy else (48, 48, 50, 50, 6, 6)
        piles = y + rim + head + gap
        tokens = piles + pile + gap
        held = tokens + token + gap
        nobles = held + hand + gap if roomy else held
        return {
            f"seat{rival}": Area(22, y + rim, 212, head),
            f"piles{rival}": Area(22, piles, 212, pile, 5),
            f"tokens{rival}": Area(22, tokens, 212, token, 4, "count-below"),
            f"hand{rival}": Area(22, held, 212 if roomy else 132, hand, 6),
            f"nobles{rival}": Area(22, nobles, 212, 66) if roomy else Area(160, held, 74, hand),
        }

    def narrow(self, mine: int, rivals: list[int]) -> Layout:
        """One column: rivals in a strip, nobles, rows, bank, my own things; the client puts the choices below."""
        strip = self.strip_height(len(rivals))
        nobles = 4 + strip + 4
        rows = nobles + self.nobles_height + 4
        bank = rows + self.rows_height + 4
        own = bank + self.bank_height + 4
        areas = {
            "nobles": Area(6, nobles, 348, self.nobles_height, 4),
            "decks": Area(6, rows, 30, self.rows_height, 4),
            "board": Area(41, rows, 313, self.rows_height, 4),
            "bank.ground": Area(6, bank, 348, self.bank_height),
            "bank": Area(11, bank + 3, 338, self.bank_height - 6, 2, "count-right"),
            "mine": Area(6, own, 348, self.own_height),
            **self.own_narrow(mine, own),
        }
        width = (348 - 6 * (len(rivals) - 1)) / len(rivals)
        for i, rival in enumerate(rivals):
            x = 6 + i * (width + 6)
            areas[f"strip{rival}"] = Area(x, 4, width, strip)
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
        return 66

    def strip(self, rival: int, x: float, width: float, height: float) -> dict[str, Area]:
        """A rival's part of the strip."""
        return {
            f"strip.seat{rival}": Area(x + 6, 6, width - 12, 32),
            f"strip.stock{rival}": Area(x + 4, 38, width - 8, height - 37),
        }

    def own_narrow(self, mine: int, y: float) -> dict[str, Area]:
        """The reader's own things, in a panel at y: tokens across all of it, to be touched to return some."""
        return {
            f"seat{mine}": Area(12, y + 3, 48, 60),
            f"piles{mine}": Area(62, y + 6, 138, 54, 4),
            f"nobles{mine}": Area(202, y + 6, 24, 54),
            f"tokens{mine}": Area(12, y + 64, 336, 44, 4, "count-right"),
            f"hand{mine}": Area(228, y + 5, 122, 56, 4),
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
