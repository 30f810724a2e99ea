"""The layouts of Smash Gear for wide and narrow screens, in design units."""

from __future__ import annotations

from cogtable.games.smashgear.rules.components import SIDE
from cogtable.view import Area, Layout

LETTERS = 18
"""The margin of a large board for its letters and numbers."""
GAP = 0
CARD = 90 / 122
"""Width by height of a card in the hand."""
OFFER = 6
"""Places in a line of cards to choose from."""
PROMPT = 84
"""Height of the prompt: a line of words above a row of buttons, which are too long to fit beside it."""
SEATS = 2
SHOWN_WAITING = 3
"""The most announcements that are visible without scrolling."""


def wide(mine: int, waiting: int, offered: int) -> Layout:
    """The store left; the board above prompt and hand in the middle; the seats right, with stack and log between."""
    areas = {
        "store": Area(10, 8, 322, 732),
        "machines": Area(22, 44, 298, 382, 8),
        "programs.title": Area(22, 432, 298, 24),
        "programs": Area(22, 460, 298, 182, 8),
        "supplies": Area(22, 654, 298, 76, 8),
        "ground": Area(340, 8, 572, 514),
        "prompt.ground": Area(340, 528, 572, PROMPT),
        "prompt": Area(340, 528, 572, PROMPT),
        "log": Area(920, 0, 350, 0),
    }
    areas.update(_board(378, 14, 477, LETTERS, 30))
    areas.update(_offer(offered, 340, 618, 572, 122))
    y = _seat(areas, 1 - mine, 8)
    areas[f"hand{1 - mine}"] = Area(1080, 70, 76, 34)
    areas[f"honor{1 - mine}"] = Area(932, 66, 140, 40)
    if waiting:
        height = 42 + 84 * min(waiting, SHOWN_WAITING)
        areas["stack.ground"] = Area(920, y, 350, height)
        areas["stack"] = Area(932, y + 8, 326, height - 14)
        y += height + 8
    areas["forecast.ground"] = Area(920, y, 350, 168)
    areas["forecast"] = Area(932, y + 8, 326, 154)
    areas["log"] = Area(920, y + 176, 350, 628 - y - 176)
    _seat(areas, mine, 636)
    return Layout(width=1280, height=748, areas=areas)


def _seat(areas: dict[str, Area], seat: int, y: float) -> float:
    """The panel of a seat; returns where it ends."""
    areas[f"panel{seat}"] = Area(920, y, 350, 104)
    areas[f"seat{seat}"] = Area(932, y + 7, 208, 46)
    areas[f"stock{seat}"] = Area(1142, y + 7, 118, 46)
    areas[f"honor{seat}"] = Area(932, y + 58, 218, 40)
    areas[f"landfill{seat}"] = Area(1160, y + 62, 100, 34)
    return y + 112


def _offer(offered: int, x: float, y: float, w: float, h: float) -> dict[str, Area]:
    """My hand, or the cards to choose from in its place."""
    return {"offer" if offered else "hand": Area(x, y, w, h, 6)}


def narrow(mine: int, waiting: int, offered: int) -> Layout:
    """One column: the other seat, the board, me, the stack, the forecast, my hand; the store is a drawer."""
    areas: dict[str, Area] = {}
    _strip(areas, 1 - mine, 2)
    areas[f"hand{1 - mine}"] = Area(280, 4, 72, 32)
    areas.update(_board(8, 42, 344, 0, 32))
    _strip(areas, mine, 390)
    areas["store.drawer"] = Area(280, 392, 72, 32)
    y = 430.0
    if waiting:
        areas["stack"] = Area(8, y, 344, 92)
        y += 98
    areas["forecast"] = Area(12, y, 336, 108)
    areas.update(_offer(offered, 8, y + 110, 344, 98))
    return Layout(width=360, height=y + 208, areas=areas)


def _strip(areas: dict[str, Area], seat: int, y: float) -> None:
    areas[f"strip{seat}"] = Area(8, y, 222, 36)
    areas[f"landfill{seat}"] = Area(234, y + 2, 42, 32)


def _board(x: float, y: float, side: float, letters: float, handle: float) -> dict[str, Area]:
    """The board with its overlays: badges in the quarters of cells, handles on their corners."""
    step = side / (2 * SIDE)
    inside = x + letters
    badge = min(step - 4, 21)
    return {
        "board": Area(x, y, side + letters, side + letters, GAP),
        "cells": Area(inside, y, side, side, GAP),
        "badges": _lattice(inside, y, side, step, badge),
        "handles": _lattice(inside + step / 2, y + step / 2, side - step, step, handle),
    }


def _lattice(x: float, y: float, side: float, step: float, size: float) -> Area:
    """A square of things of one size, each in the middle of cells that are `step` apart."""
    rim = (step - size) / 2
    return Area(x + rim, y + rim, side - 2 * rim, side - 2 * rim, step - size, "fine")
