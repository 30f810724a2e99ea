"""The layouts of Coal Heart for wide and narrow screens, in design units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from cogtable.games.coalheart.rules.components import BODY
from cogtable.table import TALK, Area, Layout

Areas = dict[str, Area]

NOWHERE = Area(0, 0, 0, 0)
"""The area of things that a layout leaves out; a page can give them a place."""

BODY_SPOTS = ((0, 0), (-1, 0.5), (1, 0.5), (-2, 1), (2, 1), (0, 1), (0, 2), (-1, 2.5), (1, 2.5), (-1, 3.5), (1, 3.5))
"""The slots of a robot on a grid of hexes: x in 1.5 r, y in √3 r."""

CARD = 3
"""The number of Gear cards that fit in a hand at full size."""

Above = Literal["nothing", "sum", "effect", "list"]
"""A sum or a payment; what an attack would do; steps, a list, or cards to choose from."""

Place = Callable[[int, int], Areas]
"""The areas of the n-th small robot."""


@dataclass(frozen=True)
class Needs:
    """What the layouts depend on."""

    comparing: bool
    """Whether a hex is to be selected, so that all are compared."""
    shopping: bool
    """Whether Gear is taken from the row now."""
    kinds: int
    """How many kinds of Gear lie in the row."""
    gear: tuple[int, ...]
    """How many kinds of Gear each seat holds."""
    broken: bool
    """Whether the reader's robot is broken, so that the panel for reading says what it can still do."""
    above: Above = "list"
    """The largest thing in the middle of a wide screen, above the log, which has the rest of the room."""


# --- wide ---------------------------------------------------------------------------------------------

WIDE = (1280, 668)
_SIDE = 328
"""The width of the right column."""
_RIGHT = WIDE[0] - 12 - _SIDE
_UP = 36
"""How much higher the words are that say what a broken robot can do."""
_MOST_BESIDE_SHOP = 3
"""The most other robots above the Gear row; with more, it is behind a button."""


@lru_cache(maxsize=512)
def wide(mine: int, rivals: tuple[int, ...], needs: Needs) -> Layout:
    """My robot left in large, the hexes in the middle, the others right, above the Gear row if there is room."""
    beside = len(rivals) <= _MOST_BESIDE_SHOP
    h = {1: 146.0, 2: 146.0, 3: 122.0}.get(len(rivals), (618 - 7 * len(rivals)) / len(rivals))

    def small(seat: int, i: int) -> Areas:
        return _small_wide(seat, 8 + i * (h + 7), h)

    def large(seat: int) -> Areas:
        return _large_wide(seat, needs.broken)

    areas = _middle(needs) | large(mine)
    for i, rival in enumerate(rivals):
        areas |= small(rival, i)
    if beside:
        areas |= _shop_wide(8 + len(rivals) * (h + 7), needs.comparing)
    else:
        areas |= _behind_button(needs)
    if needs.comparing:
        areas["log"] = Area(_RIGHT, 622, _SIDE, 38) if beside else Area(_RIGHT + 158, 626, _SIDE - 158, 34)
    pages = _pages(mine, rivals, large, small)
    if beside and not needs.shopping:
        pages[TALK] = _talking(8 + len(rivals) * (h + 7))
    return Layout(width=WIDE[0], height=WIDE[1], areas=areas, pages=pages)


def _talking(y: float) -> Areas:
    """The chat in place of the Gear row, while no Gear is taken."""
    return dict.fromkeys(("shop", "shop.title", "deck.title", "deck", "used", "row"), NOWHERE) | {
        "log": Area(_RIGHT, y, _SIDE, 660 - y)
    }


def _pages(mine: int, rivals: Sequence[int], large: Callable[[int], Areas], small: Place) -> dict[str, Areas]:
    """The pages in which a rival changes places with my robot; touching mine brings it back."""
    pages: dict[str, Areas] = {f"seat{rival}": {**small(mine, i), **large(rival)} for i, rival in enumerate(rivals)}
    return {f"seat{mine}": {}, **pages}


def _large_wide(seat: int, broken: bool) -> Areas:
    up = _UP if broken else 0
    return {
        f"panel{seat}": Area(12, 8, 384, 652),
        f"board{seat}": Area(12, 8, 384, 652),
        f"robot{seat}": Area(22, 18, 62, 62),
        f"seat{seat}": Area(94, 16, 152, 42),
        f"strip{seat}": NOWHERE,
        f"heart{seat}": Area(62, 52, 36, 31),
        f"parts{seat}": Area(246, 16, 138, 44),
        f"body{seat}": Area(24, 86, 360, 330 - up, 3),
        f"attack{seat}": Area(22, 330 - up, 70, 60),
        f"cubes{seat}": Area(334, 286 - up, 52, 128, 5, "count-right"),
        f"hp{seat}": Area(104, 62, 280, 18),
        f"vitals{seat}": Area(22, 414 - up, 362, 18),
        f"hand{seat}": Area(22, 434 - up, 362, 88, 8),
        f"might{seat}": NOWHERE,
        f"hit{seat}": NOWHERE,
        f"figures{seat}": NOWHERE,
    }


def _small_wide(seat: int, y: float, h: float) -> Areas:
    """A board that is touched as a whole: portrait, name, HP, attack, cubes, and the body."""
    portrait, body = 84.0, 110.0
    left, right = _RIGHT + 8 + portrait + 9, _RIGHT + _SIDE - 6 - body
    return {
        f"panel{seat}": Area(_RIGHT, y, _SIDE, h),
        f"board{seat}": Area(_RIGHT, y, _SIDE, h),
        f"robot{seat}": Area(_RIGHT + 8, y + 8, portrait, h - 16),
        f"seat{seat}": Area(left, y + 6, right - left + 16, 38),
        f"strip{seat}": NOWHERE,
        f"heart{seat}": Area(_RIGHT + 8 + portrait - 34, y + 2, 40, 34),
        f"parts{seat}": NOWHERE,
        f"body{seat}": Area(right, y + h - body - 4, body, body, 1),
        f"attack{seat}": NOWHERE,
        f"hp{seat}": Area(left, y + 46, right - left - 2, 18),
        f"hit{seat}": Area(right - 60, y + 67, 58, 20),
        f"might{seat}": Area(left, y + 66, 62, 22),
        f"cubes{seat}": Area(left, y + 88, right - left, 22, 1, "count-right"),
        f"hand{seat}": Area(_RIGHT + 10, y + h - 36, portrait - 4, 26, 2),
        f"vitals{seat}": NOWHERE,
        f"figures{seat}": NOWHERE,
    }


def _shop_wide(y: float, short: bool) -> Areas:
    """The Gear row; it is `short` if the last line of the log lies below it."""
    return {
        "shop": Area(_RIGHT, y, _SIDE, (614 if short else 660) - y),
        "shop.title": Area(_RIGHT + 12, y + 6, 100, 28),
        "deck.title": Area(_RIGHT + 104, y + 6, 150, 28),
        "deck": Area(_RIGHT + 260, y + 6, 26, 26),
        "used": Area(_RIGHT + 290, y + 6, 26, 26),
        "row": Area(_RIGHT + 10, y + 38, _SIDE - 20, 614 - y - 48, 7),
    }


def _behind_button(needs: Needs) -> Areas:
    """The Gear row with many players: a button, and the row itself in the middle while cards are taken from it."""
    areas = dict.fromkeys(("shop", "shop.title", "deck.title"), NOWHERE)
    counts = {} if needs.comparing else {"deck.title": Area(_RIGHT + 158, 634, _SIDE - 166, 22)}
    if needs.shopping:
        return areas | counts | {"row": Area(418, 216, 500, 220, 8), "deck": NOWHERE, "used": NOWHERE}
    return areas | counts | {"gear": Area(_RIGHT, 626, 150, 34)}


def _middle(needs: Needs) -> Areas:
    up = _UP if needs.broken else 0
    areas = {
        "common": Area(404, 8, 528, 52),
        "quarry.title": Area(416, 13, 58, 44),
        "quarry": Area(472, 11, 176, 46, 2, "count-right named"),
        "supply.title": Area(642, 13, 78, 44),
        "supply": Area(724, 16, 168, 36, 0, "count-right"),
        "heart": Area(890, 13, 40, 42),
        "prompt": Area(405, 566, 526, 93),
        "reader": Area(22, 528 - up, 364, 124 + up),
        "read": Area(34, 534 - up, 340, 112 + up),
    }
    if needs.comparing:
        return areas | {"compare": Area(404, 66, 528, 492), "act": Area(404, 564, 528, 96)}
    top = {"nothing": 216, "sum": 286, "effect": 364, "list": 466}[needs.above]
    return areas | {
        "hexes": Area(410, 66, 516, 84, 4, "line"),
        "act": Area(404, 158, 528, 502),
        "act.title": Area(418, 164, 500, 46),
        "sum": Area(418, 216, 500, 58),
        "steps": Area(418, 286, 500, 60),
        "list": Area(418, 216, 500, 250),
        "effect": Area(418, 356 if needs.above == "list" else 282, 500, 74),
        "offer": Area(418, 344, 500, 110, 8),
        "price": Area(418, 216, 500, 50, 8),
        "log": Area(418, top, 500, 560 - top),
    }


# --- narrow -------------------------------------------------------------------------------------------

_STRIPS = {1: 78.0, 2: 78.0, 3: 90.0}
"""The heights of the strip with the other robots on a narrow screen, by their number."""
_HIGHEST_STRIP = 106.0
_THUMB = 41
"""The least size of a target for a thumb, on a screen of 390 px."""
_COMPARE = {True: 384.0, False: 318.0}
"""The height of the comparison, with seven hexes and with six."""
_COMPACT = 156.0
_HELD = 46
"""The height of the large robot below a comparison, and the height that its Gear adds to it, or its being broken."""
_READER = {True: 72.0, False: 70.0}
"""The height of the words that are read below a large robot, while it is broken and otherwise."""


@lru_cache(maxsize=512)
def narrow(mine: int, rivals: tuple[int, ...], needs: Needs) -> Layout:
    """One robot at a time, the others in a strip above; the client puts the choices below."""
    top = _strip(len(rivals)) + 10
    compare = _COMPARE[len(rivals) == 5]
    own = top + 54 + compare + 6 if needs.comparing else top + (156 if needs.shopping else 166)
    areas = _common_narrow(top, needs)
    if needs.comparing:
        areas["compare"] = Area(8, top + 54, 344, compare)

    def drawn(seat: int) -> Areas:
        draw = _compact_narrow if needs.comparing else _large_narrow
        return draw(seat, own, needs.gear[seat], needs.broken)

    height = max(drawn(seat)[f"panel{seat}"].h for seat in (mine, *rivals))

    def large(seat: int) -> Areas:
        """All boards have the same height, because the words that are read are at the foot of each."""
        board = Area(8, own, 344, height)
        return drawn(seat) | {f"panel{seat}": board, f"board{seat}": board}

    def small(seat: int, i: int) -> Areas:
        return _small_narrow(seat, i, len(rivals))

    areas |= large(mine)
    for i, rival in enumerate(rivals):
        areas |= small(rival, i)
    wide = not needs.comparing or needs.broken
    h = 62 if needs.comparing and not needs.broken else _READER[needs.broken]
    y = own + height - h - 6
    areas |= {"reader": Area(14, y, 332 if wide else 184, h), "read": Area(20, y + 2, 320 if wide else 174, h - 4)}
    return Layout(width=360, height=own + height + 4, areas=areas, pages=_pages(mine, rivals, large, small))


def _strip(rivals: int) -> float:
    return _STRIPS.get(rivals, _HIGHEST_STRIP)


def _common_narrow(top: float, needs: Needs) -> Areas:
    """The Quarry and the bag, or the Gear row while cards are taken from it; the others behind a button."""
    hidden = ("act", "vitals", "act.title", "sum", "offer", "price")
    areas = dict.fromkeys(hidden, NOWHERE) | {
        "quarry.title": Area(16, top + 11, 54, 20),
        "quarry": Area(66, top + 2, 166, 44, 1, "count-right named"),
        "heart": Area(230, top + 5, 36, 34),
        "gear": Area(266, top + 2, 82, 44),
    }
    if needs.comparing:
        return areas | {"common": Area(8, top, 344, 48)}
    areas["hexes"] = Area(8, top, 344, 62, 3, "line")
    y = top + 66
    areas["common"] = Area(8, y, 344, 84 if needs.shopping else 94)
    if needs.shopping:
        del areas["gear"]
        areas |= dict.fromkeys(("quarry.title", "quarry", "heart"), NOWHERE)
        return areas | {"row": Area(14, y + 4, 332, 76, 4, f"columns-{max(5, needs.kinds)}")}
    areas["quarry.title"] = Area(14, y + 13, 50, 20)
    areas["quarry"] = Area(66, y + 3, 194, 44, 2, "count-right named")
    areas["gear"] = Area(266, y + 4, 82, 44)
    areas["heart"] = Area(304, y + 54, 40, 34)
    areas["supply.title"] = Area(16, y + 61, 54, 20)
    areas["supply"] = Area(70, y + 50, 226, _THUMB, 4, "count-right")
    return areas


def show_action(layout: Layout) -> Layout:
    """A layout that shows the current attack or payment in place of the common things."""
    y = layout.areas["common"].y - 66
    common = ("common", "hexes", "quarry", "quarry.title", "heart", "supply.title", "supply", "row")
    areas = layout.areas | dict.fromkeys(common, NOWHERE)
    areas.pop("gear", None)
    areas |= {
        "act": Area(8, y, 344, 160),
        "act.title": Area(16, y + 6, 328, 42),
        "sum": Area(12, y + 54, 336, 58),
        "vitals": Area(16, y + 118, 328, 26),
        "offer": Area(14, y + 56, 332, 84, 6),
        "price": Area(14, y + 70, 332, 50, 6),
    }
    return replace(layout, areas=areas)


def _compact_narrow(seat: int, y: float, gear: int, broken: bool) -> Areas:
    """A robot below the comparison, with its parts as pictures; their words are read beside them."""
    h = _COMPACT + (_HELD if gear or broken else 0) + (_READER[True] - 62 if broken else 0)
    body = 130 if broken else h - 8
    return {
        f"panel{seat}": Area(8, y, 344, h),
        f"board{seat}": Area(8, y, 344, h),
        f"robot{seat}": Area(14, y + 6, _THUMB, _THUMB),
        f"seat{seat}": Area(74, y + 5, 126, 40),
        f"strip{seat}": NOWHERE,
        f"figures{seat}": NOWHERE,
        f"hp{seat}": Area(14, y + 49, 106, 16),
        f"hit{seat}": NOWHERE,
        f"vitals{seat}": NOWHERE,
        f"parts{seat}": NOWHERE,
        f"heart{seat}": Area(42, y + 22, 24, 21),
        f"body{seat}": Area(202, y + 4, 148, body, 1),
        f"attack{seat}": NOWHERE,
        f"might{seat}": Area(124, y + 46, 74, 20),
        f"cubes{seat}": Area(14, y + 66, 182, 22, 2, "count-right"),
        f"hand{seat}": Area(14, y + 89, 184, _THUMB, 4, f"columns-{max(4, gear)}"),
    }


def _large_narrow(seat: int, y: float, gear: int, broken: bool) -> Areas:
    hand = max(154, gear * (_THUMB + 4) - 4)
    h = max(306, 152 + hand) + _READER[broken] + 4
    return {
        f"panel{seat}": Area(8, y, 344, h),
        f"board{seat}": Area(8, y, 344, h),
        f"robot{seat}": Area(14, y + 6, _THUMB, _THUMB),
        f"seat{seat}": Area(58, y + 7, 101, 52),
        f"strip{seat}": NOWHERE,
        f"figures{seat}": NOWHERE,
        f"hp{seat}": Area(14, y + 146, 132, 18),
        f"hit{seat}": NOWHERE,
        f"vitals{seat}": NOWHERE,
        f"parts{seat}": Area(240, y + 4, 106, 38),
        f"heart{seat}": Area(304, y + 50, 40, 36),
        f"body{seat}": Area(28, y + 10, 304, 290, 2),
        f"attack{seat}": NOWHERE,
        f"might{seat}": Area(16, y + 168, 64, 22),
        f"cubes{seat}": Area(16, y + 190, 64, 112, 4, "count-right"),
        f"hand{seat}": Area(278, y + 146, 70, hand, 4),
    }


def _small_narrow(seat: int, i: int, rivals: int) -> Areas:
    """A board that is touched as a whole. Touching its picture opens it."""
    gap = 6 if rivals < 5 else 4
    w = (344 - gap * (rivals - 1)) / rivals
    x, h = 8 + i * (w + gap), _strip(rivals)
    beside, broad = w > 100, w > 150
    if broad:
        figures = Area(x + 51, 53, w - 54, 27)
    else:
        figures = Area(x + 4, 63, w - 6, 28) if beside else Area(x + 4, 77, w - 6, 32)
    return {
        f"panel{seat}": Area(x, 4, w, h),
        f"board{seat}": Area(x, 4, w, h),
        f"robot{seat}": Area(x + 5, 9, _THUMB, _THUMB),
        f"strip{seat}": Area(x + 51, 5, w - 54, 38) if beside else Area(x + 4, 52, w - 8, 16),
        f"seat{seat}": NOWHERE,
        f"heart{seat}": Area(x + 30, 34, 24, 21) if beside else Area(x + 40, 7, 26, 23),
        f"parts{seat}": NOWHERE,
        f"body{seat}": NOWHERE,
        f"attack{seat}": NOWHERE,
        f"might{seat}": NOWHERE,
        f"hit{seat}": NOWHERE,
        f"hp{seat}": Area(x + 52, 45, w - 60, 8)
        if broad
        else Area(x + 5, 54, w - 10, 8)
        if beside
        else Area(x + 5, 69, w - 10, 7),
        f"figures{seat}": figures,
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
