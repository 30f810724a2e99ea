"""The layouts of Coal Heart for wide and narrow screens, in design units."""

from __future__ import annotations

from collections.abc import Callable

from cogtable.games.coalheart.rules.components import BODY
from cogtable.table import Area, Layout

Areas = dict[str, Area]

NOWHERE = Area(0, 0, 0, 0)
"""The area of things that a layout leaves out; a page can give them a place."""

BODY_SPOTS = ((0, 0), (-1, 0.5), (1, 0.5), (-2, 1), (2, 1), (0, 1), (0, 2), (-1, 2.5), (1, 2.5), (-1, 3.5), (1, 3.5))
"""The slots of a robot on a grid of hexes: x in 1.5 r, y in √3 r."""
HEX_SPOTS = ((0, -1), (1, -0.5), (-1, -0.5), (1, 0.5), (-1, 0.5), (0, 1), (2, 1))
"""Mine, Upgrade, Fight, Gear, Capture, Scavenge, and the seventh hex of six players."""

CARD = 3
"""The number of Gear cards that fit in a hand at full size."""

Place = Callable[[int, int], Areas]
"""The areas of the n-th small robot."""


# --- wide ---------------------------------------------------------------------------------------------

WIDE = (1280, 668)


def wide(mine: int, rivals: list[int], six: bool) -> Layout:
    """My robot left in large, the common things in the middle, the others and the log right."""
    h = min(192.0, (612 - 9 * (len(rivals) - 1)) / len(rivals))

    def small(seat: int, i: int) -> Areas:
        return _small_wide(seat, 8 + i * (h + 9), h)

    areas = _middle(six) | _large_wide(mine)
    for i, rival in enumerate(rivals):
        areas |= small(rival, i)
    bottom = 8 + len(rivals) * (h + 9)
    areas["log"] = Area(898, bottom, 370, 660 - bottom)
    return Layout(width=WIDE[0], height=WIDE[1], areas=areas, pages=_pages(mine, rivals, _large_wide, small))


def _pages(mine: int, rivals: list[int], large: Callable[[int], Areas], small: Place) -> dict[str, Areas]:
    """The pages in which a rival changes places with my robot; touching mine brings it back."""
    pages: dict[str, Areas] = {f"seat{rival}": {**small(mine, i), **large(rival)} for i, rival in enumerate(rivals)}
    return {f"seat{mine}": {}, **pages}


def _large_wide(seat: int) -> Areas:
    return {
        f"panel{seat}": Area(12, 8, 428, 652),
        f"board{seat}": Area(12, 8, 428, 652),
        f"robot{seat}": Area(24, 18, 44, 44),
        f"seat{seat}": Area(78, 20, 150, 42),
        f"strip{seat}": NOWHERE,
        f"heart{seat}": Area(240, 14, 56, 48),
        f"parts{seat}": Area(300, 16, 128, 46),
        f"body{seat}": Area(25, 66, 402, 396, 3),
        f"attack{seat}": Area(24, 380, 76, 66),
        f"cubes{seat}": Area(366, 318, 62, 140, 5, "count-right"),
        f"hp{seat}": Area(24, 466, 404, 26),
        f"hit{seat}": NOWHERE,
        f"vitals{seat}": Area(24, 490, 404, 20),
        f"hand{seat}": Area(24, 514, 404, 136, 8),
        f"might{seat}": NOWHERE,
        f"figures{seat}": NOWHERE,
    }


def _small_wide(seat: int, y: float, h: float) -> Areas:
    """A board that is touched as a whole: the body, then name, HP and cubes, and at the end the result of a hit."""
    tall = h > 150
    body = 126.0 if tall else 109.0
    wide = body * 8 / (4.5 * 3**0.5)
    left = 898 + 8 + wide + 10
    top = y + (h - (132 if tall else 98)) / 2
    return {
        f"panel{seat}": Area(898, y, 370, h),
        f"board{seat}": Area(898, y, 370, h),
        f"robot{seat}": Area(left, top + 1, 34, 34),
        f"seat{seat}": Area(left + 44, top - 2, 1184 - left - 44, 40),
        f"strip{seat}": NOWHERE,
        f"heart{seat}": Area(905, y + 6, 32, 28),
        f"parts{seat}": NOWHERE,
        f"body{seat}": Area(906, y + (h - body) / 2, wide, body, 1),
        f"attack{seat}": NOWHERE,
        f"hp{seat}": Area(left, top + 44, 1180 - left, 18),
        f"cubes{seat}": Area(left, top + 71, 150 if tall else 106, 25, 1, "count-right"),
        f"might{seat}": Area(left + (153 if tall else 109), top + 71, 60, 25),
        f"hit{seat}": Area(1188, top - 2, 74, 66),
        f"hand{seat}": Area(left, top + 104, 126, 32, 4) if tall else Area(1186, top + 70, 78, 26, 2),
        f"vitals{seat}": NOWHERE,
        f"figures{seat}": NOWHERE,
    }


def _middle(six: bool) -> Areas:
    ring = Area(556, 18, 268, 214, 3) if six else Area(567, 18, 204, 214, 3)
    r = ring.h / (3 * 3**0.5)
    heart = Area((556 + 2.5 * r if six else 669) - r, ring.y + ring.h / 2 - r * 0.866, 2 * r, r * 1.732, 3)
    return {
        "common": Area(448, 8, 442, 233),
        "quarry.title": Area(460, 14, 96, 42),
        "quarry": Area(460, 62, 92, 166, 6, "each"),
        "hexes": ring,
        "heart": heart,
        "supply.title": Area(776, 14, 104, 42),
        "supply": Area(822, 62, 58, 166, 6, "count-right"),
        "shop": Area(448, 250, 442, 152),
        "shop.title": Area(460, 254, 150, 28),
        "deck.title": Area(610, 254, 206, 28),
        "deck": Area(824, 254, 26, 28),
        "used": Area(854, 254, 26, 28),
        "row": Area(459, 284, 420, 108, 7),
        "act": Area(448, 411, 442, 249),
        "act.title": Area(460, 418, 418, 46),
        "sum": Area(460, 459, 418, 54),
        "steps": Area(460, 518, 418, 54),
        "list": Area(460, 460, 418, 110),
        "effect": Area(460, 516, 418, 54),
        "offer": Area(460, 516, 418, 54, 8),
        "price": Area(460, 462, 418, 46, 8),
        "prompt": Area(449, 570, 440, 89),
    }


# --- narrow -------------------------------------------------------------------------------------------

_STRIP = 106
"""The height of the strip with the other robots, on a narrow screen."""
_OWN = _STRIP + 232
"""The top of the large robot there."""
_THUMB = 41
"""The least size of a target for a thumb, on a screen of 390 px."""


def narrow(mine: int, rivals: list[int], row: int, gear: list[int]) -> Layout:
    """One robot at a time, the others in a strip above; the client puts the choices below.

    `row` is how many kinds of Gear can be taken, `gear` how many each seat holds.
    """
    areas = {
        "hexes": Area(8, _STRIP + 10, 344, 66, 3, "line"),
        "common": Area(8, _STRIP + 80, 344, 146),
        "quarry": Area(76, _STRIP + 83, 226, _THUMB, 4, "each"),
        "quarry.title": Area(16, _STRIP + 94, 58, 20),
        "heart": Area(308, _STRIP + 86, 38, 33),
        "supply.title": Area(16, _STRIP + 136, 58, 20),
        "supply": Area(76, _STRIP + 125, 226, _THUMB, 4, "count-right"),
        "row": Area(14, _STRIP + 169, 332, 53, 4, f"columns-{max(5, row)}"),
        "act": NOWHERE,
        "vitals": NOWHERE,
        "act.title": NOWHERE,
        "sum": NOWHERE,
        "offer": NOWHERE,
        "price": NOWHERE,
    }

    def large(seat: int) -> Areas:
        return _large_narrow(seat, gear[seat])

    areas |= large(mine)
    for i, rival in enumerate(rivals):
        areas |= _small_narrow(rival, i, len(rivals))
    pages = _pages(mine, rivals, large, lambda seat, i: _small_narrow(seat, i, len(rivals)))
    height = max(large(seat)[f"panel{seat}"].h for seat in (mine, *rivals))
    return Layout(width=360, height=_OWN + height + 4, areas=areas, pages=pages)


def show_action(layout: Layout) -> None:
    """Shows the current attack or payment in place of the common things."""
    for name in ("common", "quarry", "quarry.title", "heart", "supply.title", "supply", "row"):
        layout.areas[name] = NOWHERE
    layout.areas |= {
        "act": Area(8, _STRIP + 80, 344, 146),
        "act.title": Area(16, _STRIP + 86, 328, 42),
        "sum": Area(12, _STRIP + 132, 336, 54),
        "vitals": Area(16, _STRIP + 192, 328, 26),
        "offer": Area(14, _STRIP + 134, 332, 80, 6),
        "price": Area(14, _STRIP + 146, 332, 50, 6),
    }


def _large_narrow(seat: int, gear: int) -> Areas:
    y = _OWN
    hand = max(160, gear * (_THUMB + 4) - 4)
    return {
        f"panel{seat}": Area(8, y, 344, max(312, 152 + hand)),
        f"board{seat}": Area(8, y, 344, max(312, 152 + hand)),
        f"robot{seat}": Area(14, y + 6, _THUMB, _THUMB),
        f"seat{seat}": Area(58, y + 7, 98, 52),
        f"strip{seat}": NOWHERE,
        f"figures{seat}": NOWHERE,
        f"hp{seat}": Area(14, y + 146, 132, 18),
        f"hit{seat}": NOWHERE,
        f"vitals{seat}": NOWHERE,
        f"parts{seat}": Area(240, y + 4, 106, 38),
        f"heart{seat}": Area(304, y + 50, 40, 36),
        f"body{seat}": Area(28, y + 10, 304, 296, 2),
        f"attack{seat}": NOWHERE,
        f"might{seat}": Area(16, y + 168, 64, 22),
        f"cubes{seat}": Area(16, y + 192, 64, 112, 4, "count-right"),
        f"hand{seat}": Area(278, y + 146, 70, hand, 4),
    }


def _small_narrow(seat: int, i: int, rivals: int) -> Areas:
    """A board that is touched as a whole. Touching its picture opens it."""
    gap = 6 if rivals < 5 else 4
    w = (344 - gap * (rivals - 1)) / rivals
    x = 8 + i * (w + gap)
    beside = w > 100
    return {
        f"panel{seat}": Area(x, 4, w, _STRIP),
        f"board{seat}": Area(x, 4, w, _STRIP),
        f"robot{seat}": Area(x + 5, 9, _THUMB, _THUMB),
        f"strip{seat}": Area(x + 50, 8, w - 54, 42) if beside else Area(x + 4, 52, w - 8, 16),
        f"seat{seat}": NOWHERE,
        f"heart{seat}": Area(x + w - 28, 30, 24, 21) if beside else Area(x + 40, 7, 26, 23),
        f"parts{seat}": NOWHERE,
        f"body{seat}": NOWHERE,
        f"attack{seat}": NOWHERE,
        f"might{seat}": NOWHERE,
        f"hp{seat}": Area(x + 6, 55, w - 12, 8) if beside else Area(x + 5, 69, w - 10, 7),
        f"figures{seat}": Area(x + 5, 66, w - 8, 40) if beside else Area(x + 4, 77, w - 6, 32),
        f"hit{seat}": NOWHERE,
        f"vitals{seat}": NOWHERE,
        f"cubes{seat}": NOWHERE,
        f"hand{seat}": NOWHERE,
    }


# --- before the game ------------------------------------------------------------------------------------


def gathering(mine: int, rivals: list[int]) -> tuple[Layout, Layout]:
    """Drafting, or choosing robots: all parts by their slots, and what each seat has."""
    return _gathering_wide(mine, rivals), _gathering_narrow(mine, rivals)


def _gathering_wide(mine: int, rivals: list[int]) -> Layout:
    areas = {"mats": Area(10, 34, 84, 408, 6)}
    for slot in range(BODY):
        x = 102 + slot * 106.6
        areas[f"slot.title{slot}"] = Area(x, 8, 102, 22)
        areas[f"slot{slot}"] = Area(x, 34, 102, 408, 6)
    seats = [mine, *rivals]
    w = (812 - 8 * (len(seats) - 1)) / len(seats)
    for i, seat in enumerate(seats):
        x = 10 + i * (w + 8)
        areas |= {
            f"panel{seat}": Area(x, 450, w, 210),
            f"robot{seat}": Area(x + 8, 457, 34, 34),
            f"seat{seat}": Area(x + 50, 455, w - 56, 40),
            f"cubes{seat}": Area(x + 8, 496, w - 16, 20, 4, "count-right"),
            f"body{seat}": Area(x + 6, 520, w - 12, 134, 1),
        }
    areas |= {"act": Area(830, 450, 440, 142), "prompt": Area(834, 454, 432, 134), "log": Area(830, 598, 440, 62)}
    return Layout(width=WIDE[0], height=WIDE[1], areas=areas)


def _gathering_narrow(mine: int, rivals: list[int]) -> Layout:
    areas: Areas = {}
    for i, rival in enumerate(rivals):
        areas |= _small_gathering(rival, i, len(rivals))
    areas |= _own_gathering(mine)
    areas["mats"] = Area(8, 240, 344, 74, 4)
    y = 322.0
    for slot in range(BODY):
        areas[f"slot.title{slot}"] = Area(8, y, 344, 18)
        areas[f"slot{slot}"] = Area(8, y + 20, 344, 72, 4)
        y += 100
    pages = _pages(mine, rivals, _own_gathering, lambda seat, i: _small_gathering(seat, i, len(rivals)))
    return Layout(width=360, height=y, areas=areas, pages=pages)


def _small_gathering(seat: int, i: int, rivals: int) -> Areas:
    small = _small_narrow(seat, i, rivals)
    panel, name = small[f"panel{seat}"], small[f"strip{seat}"]
    areas = {f"robot{seat}": small[f"robot{seat}"], f"strip{seat}": name, f"seat{seat}": NOWHERE}
    areas[f"panel{seat}"] = Area(panel.x, panel.y, panel.w, name.y + name.h)
    return areas | dict.fromkeys((f"cubes{seat}", f"body{seat}"), NOWHERE)


def _own_gathering(seat: int) -> Areas:
    return {
        f"panel{seat}": Area(8, 78, 344, 154),
        f"robot{seat}": Area(16, 86, _THUMB, _THUMB),
        f"seat{seat}": Area(64, 84, 110, 44),
        f"strip{seat}": NOWHERE,
        f"cubes{seat}": Area(16, 134, 150, 26, 4, "count-right"),
        f"body{seat}": Area(176, 82, 170, 146, 1),
    }
