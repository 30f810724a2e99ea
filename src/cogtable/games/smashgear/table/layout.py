"""The layouts of Smash Gear for wide and narrow screens, in design units.

A wide screen follows the phase: in Prepare the store takes most of it, in the Battle the board.
"""

from __future__ import annotations

from cogtable.games.smashgear.rules.components import SHOWN, SHOWN_MACHINES, SIDE
from cogtable.table import Area, Layout

WIDTH, HEIGHT = 1280, 668
"""A wide layout: a window of 1280 x 720 without the client's header."""
LETTERS = 18
"""The margin of a large board for its letters and numbers."""
GAP = 0
CARD = 104 / 117
"""Width by height of a card in the hand."""
OFFER = 6
"""The number of places in a line of cards to choose from."""
PROMPT = 88
"""Height of the prompt: a line of words above a row of buttons, which are too long to fit beside it."""
SEATS = 2
SHOWN_WAITING = 3
"""The most announcements that are visible without scrolling."""
BADGE = 24
"""The size of a badge on a cell, which can be pointed at."""
SHOWN_PROGRAMS = SHOWN - SHOWN_MACHINES
LIST = "columns-1"


def wide(mine: int, waiting: int, offered: int, *, preparing: bool) -> Layout:
    """The layout of the phase."""
    areas = _store(mine) if preparing else _battle(mine, waiting, offered)
    return Layout(width=WIDTH, height=HEIGHT, areas=areas)


def _store(mine: int) -> dict[str, Area]:
    """Everything for sale as large cards; on the right the seats, a small board, and the full text of a card."""
    step, top, height = 140.6, 46, 254
    low = top + height + 14
    cards = f"columns-{SHOWN_MACHINES}"
    machines = step * SHOWN_MACHINES - 10
    areas = {
        "store": Area(12, 8, 864, 572),
        "store.legend": Area(92, 16, 770, 24),
        "machines": Area(27, top, machines, height, 10, cards),
        "machine.pile": Area(27 + step * SHOWN_MACHINES, top, 130, height),
        "programs": Area(27, low, step * SHOWN_PROGRAMS - 10, height, 10, f"columns-{SHOWN_PROGRAMS}"),
        "supplies": Area(27 + step * SHOWN_PROGRAMS, low, 2 * step - 10, height, 10, "columns-2"),
        "program.pile": Area(27 + step * SHOWN_MACHINES, low, 130, height),
        "prompt.ground": Area(12, 588, 864, 72),
        "prompt": Area(12, 588, 864, 72),
        "ground": Area(884, 76, 384, 288),
        "forecast.ground": Area(884, 372, 384, 172),
        "forecast": Area(898, 382, 356, 154),
        "log": Area(884, 552, 384, 30),
    }
    areas |= _board(941, 85, 270, 0, 24)
    for seat, y in ((1 - mine, 8), (mine, 590)):
        areas[f"panel{seat}"] = Area(884, y, 384, 60)
        areas[f"seat{seat}"] = Area(896, y + 8, 180, 44)
        areas[f"stock{seat}"] = Area(1060, y + 6, 112, 48)
        areas[f"hand{seat}"] = Area(1176, y + 13, 82, 34)
    return areas


def _battle(mine: int, waiting: int, offered: int) -> dict[str, Area]:
    """On the left the store as a list; then the board with forecast, prompt and hand; on the right seats and log."""
    x, y, row = 22, 42, 61.2
    areas = {
        "store": Area(12, 8, 264, 652),
        "piles": Area(80, 16, 186, 20),
        "machines": Area(x, y, 244, row * SHOWN_MACHINES - 5, 5, LIST),
        "programs": Area(x, y + row * SHOWN_MACHINES, 244, row * SHOWN_PROGRAMS - 5, 5, LIST),
        "supplies": Area(x, y + row * (SHOWN_MACHINES + SHOWN_PROGRAMS), 244, 2 * row - 5, 5, LIST),
        "ground": Area(284, 8, 446, 435),
        "forecast.ground": Area(738, 8, 210, 435),
        "forecast": Area(748, 18, 190, 417),
        "prompt.ground": Area(284, 449, 664, PROMPT),
        "prompt": Area(284, 449, 664, PROMPT),
    }
    areas |= _board(292, 13, 405, LETTERS, 30)
    areas |= _offer(offered, 284, 543, 664, 117)
    _seat(areas, 1 - mine, 8)
    areas[f"honor{1 - mine}"] = Area(968, 68, 160, 32)
    areas[f"hand{1 - mine}"] = Area(1136, 67, 58, 34)
    top = 116
    if waiting:
        height = 42 + 84 * min(waiting, SHOWN_WAITING)
        areas["stack.ground"] = Area(956, top, 312, height)
        areas["stack"] = Area(968, top + 8, 288, height - 14)
        top += height + 8
    areas["log"] = Area(956, top, 312, 552 - top)
    _seat(areas, mine, 560)
    return areas


def _seat(areas: dict[str, Area], seat: int, y: float) -> None:
    """The panel of a seat in the Battle."""
    areas[f"panel{seat}"] = Area(956, y, 312, 100)
    areas[f"seat{seat}"] = Area(968, y + 8, 180, 44)
    areas[f"stock{seat}"] = Area(1150, y + 6, 108, 46)
    areas[f"honor{seat}"] = Area(968, y + 60, 224, 32)
    areas[f"landfill{seat}"] = Area(1200, y + 59, 58, 34)


def _offer(offered: int, x: float, y: float, w: float, h: float) -> dict[str, Area]:
    """My hand, or the cards to choose from in its place."""
    return {"offer" if offered else "hand": Area(x, y, w, h, 8)}


def narrow(mine: int, waiting: int, offered: int, *, preparing: bool) -> Layout:
    """The layout of the phase, in one column."""
    return _narrow_store(mine) if preparing else _narrow_battle(mine, waiting, offered)


def _narrow_store(mine: int) -> Layout:
    """Everything for sale as a list, with the full text of a card at its end."""
    row, top = 47.0, 48.0
    areas: dict[str, Area] = {}
    for zone, count in (("machines", SHOWN_MACHINES), ("programs", SHOWN_PROGRAMS), ("supplies", 2)):
        areas[zone] = Area(6, top, 348, row * count - 4, 4, LIST)
        top += row * count
    for seat, y in ((1 - mine, 0), (mine, top)):
        areas[f"strip{seat}"] = Area(6, y + 4, 268, 36)
        areas[f"hand{seat}"] = Area(280, y, 78, 43)
    areas["forecast"] = Area(10, top + 48, 340, 78)
    return Layout(width=360, height=top + 130, areas=areas)


def _narrow_battle(mine: int, waiting: int, offered: int) -> Layout:
    """One column: the other seat, the board from edge to edge, me, the forecast, my hand; the store is a drawer. The
    stack, if it is not empty, takes the place of the forecast, which moves below it.
    """
    areas: dict[str, Area] = {}
    _strip(areas, 1 - mine, 0)
    areas[f"hand{1 - mine}"] = Area(288, 0, 62, 43)
    areas |= _board(3, 50, 354, 0, 32)
    _strip(areas, mine, 413)
    areas["store.drawer"] = Area(288, 413, 70, 43)
    hand = 552 if waiting else 548
    areas["stack"] = Area(8, 460, 344, 88 if waiting else 0)
    areas["forecast"] = Area(12, 640, 336, 100) if waiting else Area(12, 460, 336, 84)
    areas |= _offer(offered, 4, hand, 352, 84)
    return Layout(width=360, height=744 if waiting else 636, areas=areas)


def _strip(areas: dict[str, Area], seat: int, y: float) -> None:
    areas[f"strip{seat}"] = Area(6, y + 4, 226, 36)
    areas[f"landfill{seat}"] = Area(236, y, 48, 43)


def _board(x: float, y: float, side: float, letters: float, handle: float) -> dict[str, Area]:
    """The board with its overlays: badges in the quarters of cells, handles on their corners."""
    step = side / (2 * SIDE)
    inside = x + letters
    return {
        "board": Area(x, y, side + letters, side + letters, GAP),
        "cells": Area(inside, y, side, side, GAP),
        "badges": _lattice(inside, y, side, step, BADGE),
        "handles": _lattice(inside + step / 2, y + step / 2, side - step, step, handle),
    }


def _lattice(x: float, y: float, side: float, step: float, size: float) -> Area:
    """A square grid of things of one size, each in the middle of a cell; the cells are `step` apart."""
    rim = (step - size) / 2
    return Area(x + rim, y + rim, side - 2 * rim, side - 2 * rim, step - size, "fine")
