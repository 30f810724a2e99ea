"""The layouts of Coal Heart for wide and narrow screens, in design units."""

from __future__ import annotations

from collections.abc import Callable

from cogtable.games.coalheart.rules.components import BODY
from cogtable.view import Area, Layout

Areas = dict[str, Area]

NOWHERE = Area(0, 0, 0, 0)
"""Left out of a layout; a page may give it a place."""

BODY_SPOTS = ((0, 0), (-1, 0.5), (1, 0.5), (-2, 1), (2, 1), (0, 1), (0, 2), (-1, 2.5), (1, 2.5), (-1, 3.5), (1, 3.5))
"""The slots of a robot on a grid of hexes: x in 1.5 r, y in √3 r."""
HEX_SPOTS = ((0, -1), (1, -0.5), (-1, -0.5), (1, 0.5), (-1, 0.5), (0, 1), (2, 1))
"""Mine, Upgrade, Fight, Gear, Capture, Scavenge, and the seventh hex of six players."""

CARD = 3
"""How many Gear cards fit in a hand at full size."""

Place = Callable[[int, int], Areas]
"""The areas of the n-th small robot."""


# --- wide ---------------------------------------------------------------------------------------------

WIDE = (1280, 748)


def wide(mine: int, rivals: list[int], six: bool) -> Layout:
    """My robot left in large, the common things in the middle, the others and the log right."""
    areas = _middle(six)
    areas |= _large_wide(mine)
    bottom = 8.0
    for i, rival in enumerate(rivals):
        areas |= _small_wide(rival, i, len(rivals))
        panel = areas[f"panel{rival}"]
        bottom = panel.y + panel.h + 8
    areas["log"] = Area(1014, bottom, 256, 740 - bottom)
    pages = _pages(mine, rivals, _large_wide, lambda seat, i: _small_wide(seat, i, len(rivals)))
    return Layout(width=WIDE[0], height=WIDE[1], areas=areas, pages=pages)


def _pages(mine: int, rivals: list[int], large: Callable[[int], Areas], small: Place) -> dict[str, Areas]:
    """The pages in which a rival changes places with my robot; touching mine brings it back."""
    pages: dict[str, Areas] = {f"seat{rival}": {**small(mine, i), **large(rival)} for i, rival in enumerate(rivals)}
    return {f"seat{mine}": {}, **pages}


def _large_wide(seat: int) -> Areas:
    return {
        f"panel{seat}": Area(10, 8, 464, 732),
        f"robot{seat}": Area(20, 16, 46, 46),
        f"seat{seat}": Area(76, 17, 134, 46),
        f"heart{seat}": Area(286, 14, 50, 44),
        f"parts{seat}": Area(338, 14, 126, 48),
        f"body{seat}": Area(18, 44, 448, 437, 3),
        f"attack{seat}": Area(20, 248, 76, 196),
        f"cubes.title{seat}": Area(386, 248, 78, 16),
        f"cubes{seat}": Area(388, 270, 76, 170, 6, "count-right"),
        f"hp{seat}": Area(20, 488, 444, 46),
        f"vitals{seat}": Area(150, 484, 314, 24),
        f"hand{seat}": Area(20, 542, 444, 190, 8),
    }


def _small_wide(seat: int, i: int, rivals: int) -> Areas:
    """A narrow card: the body left, everything else in rows beside it."""
    h = {2: 180, 3: 166, 4: 132, 5: 110}[rivals]
    tight = rivals > 3
    y = 8 + i * (h + (5 if tight else 8))
    body = Area(1020, y + 7, 104, h - 14, 1) if tight else Area(1020, y + 48, 112, h - 54, 1)
    left = 1130 if tight else 1140
    head = 26 if tight else 34
    robot = Area(left, y + 8, head, head) if tight else Area(1024, y + 8, head, head)
    name = robot.x + head + 8
    row = y + (36 if rivals == 5 else head + 16)
    room = 1264 - left
    return {
        f"panel{seat}": Area(1014, y, 256, h),
        f"robot{seat}": robot,
        f"seat{seat}": Area(name, y + 4, 1264 - name - (0 if tight else 30), 38),
        f"heart{seat}": Area(1020, y + 5, 28, 26) if tight else Area(1234, y + 6, 30, 28),
        f"parts{seat}": NOWHERE,
        f"body{seat}": body,
        f"attack{seat}": NOWHERE,
        f"cubes.title{seat}": NOWHERE,
        f"hp{seat}": Area(left, row, room, 28),
        f"vitals{seat}": NOWHERE,
        f"cubes{seat}": Area(left, row + 31, room, 17, 4, "count-right"),
        f"hand{seat}": Area(left, row + 51, room, min(24, y + h - row - 54), 4),
    }


def _middle(six: bool) -> Areas:
    ring = Area(600, 22, 306, 246, 3) if six else Area(619, 18, 250, 262, 3)
    r = ring.h / (3 * 3**0.5)
    heart = Area((600 + 2.5 * r if six else 744) - r, ring.y + ring.h / 2 - r * 0.866, 2 * r, r * 1.732, 3)
    return {
        "common": Area(484, 8, 520, 282),
        "quarry.title": Area(498, 16, 100, 34),
        "quarry": Area(498, 58, 104, 152, 6, "each"),
        "hexes": ring,
        "heart": heart,
        "supply.title": Area(890, 16, 102, 34),
        "supply": Area(926, 58, 66, 140, 4, "count-right"),
        "deck": Area(956, 206, 36, 50),
        "used": Area(914, 206, 36, 50),
        "deck.title": Area(880, 260, 114, 24),
        "shop": Area(484, 298, 520, 104),
        "row": Area(494, 306, 500, 88, 7),
        "act": Area(484, 410, 520, 330),
        "act.title": Area(498, 420, 492, 44),
        "sum": Area(496, 466, 496, 62),
        "steps": Area(498, 536, 492, 104),
        "list": Area(498, 470, 492, 168),
        "offer": Area(498, 540, 492, 100, 8),
        "price": Area(498, 472, 492, 48, 8),
        "prompt": Area(488, 640, 512, 96),
    }


# --- narrow -------------------------------------------------------------------------------------------

_OWN = 292
"""The top of the large robot on a narrow screen."""


def narrow(mine: int, rivals: list[int]) -> Layout:
    """One robot at a time, the others in a strip above; the client puts the choices below."""
    areas = {
        "hexes": Area(8, 98, 344, 66, 3, "line"),
        "common": Area(8, 168, 344, 118),
        "quarry": Area(72, 173, 230, 24, 4, "each"),
        "quarry.title": Area(16, 175, 50, 20),
        "heart": Area(308, 170, 38, 33),
        "supply.title": Area(16, 203, 50, 20),
        "supply": Area(66, 201, 236, 24, 4, "count-right"),
        "row": Area(14, 229, 332, 53, 4),
        "deck.title": NOWHERE,
        "act": NOWHERE,
        "vitals": NOWHERE,
        "act.title": NOWHERE,
        "sum": NOWHERE,
        "offer": NOWHERE,
        "price": NOWHERE,
    }
    areas |= _large_narrow(mine)
    for i, rival in enumerate(rivals):
        areas |= _small_narrow(rival, i, len(rivals))
    pages = _pages(mine, rivals, _large_narrow, lambda seat, i: _small_narrow(seat, i, len(rivals)))
    return Layout(width=360, height=_OWN + 316, areas=areas, pages=pages)


def show_action(layout: Layout) -> None:
    """Shows the current attack or payment in place of the common things."""
    for name in ("common", "quarry", "quarry.title", "heart", "supply.title", "supply", "row"):
        layout.areas[name] = NOWHERE
    layout.areas |= {
        "act": Area(8, 168, 344, 118),
        "act.title": Area(16, 173, 328, 36),
        "sum": Area(12, 209, 336, 50),
        "vitals": Area(16, 259, 328, 24),
        "offer": Area(14, 208, 332, 70, 6),
        "price": Area(14, 214, 332, 40, 6),
    }


def _large_narrow(seat: int) -> Areas:
    y = _OWN
    return {
        f"panel{seat}": Area(8, y, 344, 312),
        f"robot{seat}": Area(14, y + 6, 32, 32),
        f"seat{seat}": Area(50, y + 5, 97, 36),
        f"hp{seat}": Area(14, y + 143, 122, 28),
        f"vitals{seat}": NOWHERE,
        f"parts{seat}": Area(240, y + 4, 106, 38),
        f"heart{seat}": Area(304, y + 46, 40, 36),
        f"body{seat}": Area(28, y + 10, 304, 296, 2),
        f"attack{seat}": NOWHERE,
        f"cubes.title{seat}": NOWHERE,
        f"cubes{seat}": Area(16, y + 178, 64, 116, 4, "count-right"),
        f"hand{seat}": Area(278, y + 146, 70, 160, 4),
    }


def _small_narrow(seat: int, i: int, rivals: int) -> Areas:
    gap = 6 if rivals < 5 else 4
    w = (344 - gap * (rivals - 1)) / rivals
    x = 8 + i * (w + gap)
    head = 28 if w > 70 else 24
    beside = w > 100
    return {
        f"panel{seat}": Area(x, 6, w, 88),
        f"robot{seat}": Area(x + 5, 11, head, head),
        f"seat{seat}": Area(x + 35, 9, w - 38, 36) if beside else Area(x + 4, 37, w - 8, 17),
        f"heart{seat}": Area(x + 1, 27, 24, 21) if beside else Area(x + w - 30, 10, 26, 24),
        f"parts{seat}": NOWHERE,
        f"body{seat}": NOWHERE,
        f"attack{seat}": NOWHERE,
        f"cubes.title{seat}": NOWHERE,
        f"hp{seat}": Area(x + 5, 50, w - 10, 34) if beside else Area(x + 5, 54, w - 9, 36),
        f"vitals{seat}": NOWHERE,
        f"cubes{seat}": NOWHERE,
        f"hand{seat}": NOWHERE,
    }


# --- before the game ------------------------------------------------------------------------------------


def gathering(mine: int, rivals: list[int]) -> tuple[Layout, Layout]:
    """Drafting, or choosing robots: all parts by their slots, and what each seat has."""
    return _gathering_wide(mine, rivals), _gathering_narrow(mine, rivals)


def _gathering_wide(mine: int, rivals: list[int]) -> Layout:
    areas = {"mats": Area(10, 36, 84, 446, 6)}
    for slot in range(BODY):
        x = 102 + slot * 106.6
        areas[f"slot.title{slot}"] = Area(x, 8, 102, 24)
        areas[f"slot{slot}"] = Area(x, 36, 102, 446, 6)
    seats = [mine, *rivals]
    w = (812 - 8 * (len(seats) - 1)) / len(seats)
    for i, seat in enumerate(seats):
        x = 10 + i * (w + 8)
        areas |= {
            f"panel{seat}": Area(x, 490, w, 250),
            f"robot{seat}": Area(x + 8, 498, 34, 34),
            f"seat{seat}": Area(x + 50, 496, w - 56, 40),
            f"cubes{seat}": Area(x + 8, 538, w - 16, 20, 4, "count-right"),
            f"body{seat}": Area(x + 6, 562, w - 12, 172, 1),
        }
    areas |= {"act": Area(830, 490, 440, 152), "prompt": Area(834, 494, 432, 144), "log": Area(830, 650, 440, 90)}
    return Layout(width=WIDE[0], height=WIDE[1], areas=areas)


def _gathering_narrow(mine: int, rivals: list[int]) -> Layout:
    areas: Areas = {}
    for i, rival in enumerate(rivals):
        areas |= _small_gathering(rival, i, len(rivals))
    areas |= _own_gathering(mine)
    areas["mats"] = Area(8, 226, 344, 74, 4)
    y = 308.0
    for slot in range(BODY):
        areas[f"slot.title{slot}"] = Area(8, y, 344, 18)
        areas[f"slot{slot}"] = Area(8, y + 20, 344, 72, 4)
        y += 100
    pages = _pages(mine, rivals, _own_gathering, lambda seat, i: _small_gathering(seat, i, len(rivals)))
    return Layout(width=360, height=y, areas=areas, pages=pages)


def _small_gathering(seat: int, i: int, rivals: int) -> Areas:
    areas = _small_narrow(seat, i, rivals)
    panel = areas[f"panel{seat}"]
    areas[f"panel{seat}"] = Area(panel.x, panel.y, panel.w, 52)
    return areas


def _own_gathering(seat: int) -> Areas:
    return {
        f"panel{seat}": Area(8, 64, 344, 154),
        f"robot{seat}": Area(16, 72, 40, 40),
        f"seat{seat}": Area(64, 70, 110, 44),
        f"cubes{seat}": Area(16, 120, 150, 26, 4, "count-right"),
        f"body{seat}": Area(176, 68, 170, 146, 1),
    }
