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
OFFER = 6
"""The number of places in a line of cards to choose from."""
PROMPT = 166
"""Height of the prompt: two lines of words above two of buttons."""
ANSWERING = 214
"""The same for an answer, which can have a third line of buttons."""
LINE = 104
"""Height of a line of the hand on a wide screen."""
NARROW_HAND = 94
LEAST_CARDS, MOST_CARDS = 4, 5
"""The number of cards in hand that lie side by side on a phone; more overlap."""
SEATS = 2
SHOWN_WAITING = 3
"""The most announcements that are visible without scrolling, with one less while the reader answers."""
BADGE = 24
"""The size of a badge on a cell, which can be pointed at."""
SHOWN_PROGRAMS = SHOWN - SHOWN_MACHINES
LIST = "columns-1"


def wide(mine: int, waiting: int, offered: int, held: int, *, preparing: bool, answering: bool) -> Layout:
    """The layout of the phase, for a number of announcements, of cards to choose from, and of cards in hand."""
    prompt = ANSWERING if answering else PROMPT
    areas = _store(mine) if preparing else _battle(mine, waiting, offered, held, prompt)
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


def _battle(mine: int, waiting: int, offered: int, held: int, prompt: float) -> dict[str, Area]:
    """The board in the middle; on the left the other seat, the way to victory, the store, the log and me; on the right
    what a choice would do, the question and my hand.
    """
    left, rail = 12, 206
    areas = {
        "ground": Area(226, 8, 660, 652),
        "honor.ground": Area(left, 134, rail, 106),
        "danger.ground": Area(left, 248, rail, 54),
        "danger": Area(left, 248, rail, 54),
        "store.drawer": Area(left, 310, rail, 114, 8, "columns-2"),
        "log": Area(left, 432, rail, 92),
    }
    areas["honor"] = Area(left + 12, 140, rail - 24, 94)
    _seat(areas, 1 - mine, 8, 70)
    _seat(areas, mine, 532, 128)
    areas[f"hand{1 - mine}"] = Area(98, 80, 54, 36)
    areas |= _board(233, 12, 621, LETTERS, 36)
    hand = 442
    answers = prompt > PROMPT
    low = waiting > 1 or (waiting > 0 and answers)  # the announcements need the room of a line of the hand
    if low:
        hand += LINE + 8
    right, width = 894, 374
    areas["prompt.ground"] = areas["prompt"] = Area(right, hand - 8 - prompt, width, prompt)
    top = 8
    if waiting:
        height = 42 + 84 * min(waiting, SHOWN_WAITING - answers)
        areas["stack.ground"] = Area(right, top, width, height)
        areas["stack"] = Area(right + 12, top + 8, width - 24, height - 14)
        top += height + 8
    bottom = hand - 16 - prompt
    areas["forecast.ground"] = Area(right, top, width, bottom - top)
    areas["forecast"] = Area(right + 14, top + 10, width - 28, bottom - top - 18)
    areas["offer" if offered else "hand"] = Area(
        right, hand, width, HEIGHT - 8 - hand, 7, _columns(offered or held, low)
    )
    return areas


def _columns(cards: int, low: bool) -> str:
    """The style of a hand: two lines of cards, as large as they fit, or one."""
    most = max(2, -(-cards // 2))
    return f"columns-{max(3, cards) if low else most}"


def _seat(areas: dict[str, Area], seat: int, y: float, stock: float) -> None:
    """The panel of a seat in the Battle."""
    areas[f"panel{seat}"] = Area(12, y, 206, 118)
    areas[f"seat{seat}"] = Area(22, y + 8, 186, 44)
    areas[f"stock{seat}"] = Area(22, y + 66, stock, 46)
    areas[f"landfill{seat}"] = Area(158, y + 72, 54, 36)


def _offer(offered: int, held: int, x: float, y: float, w: float, h: float) -> dict[str, Area]:
    """My hand, side by side as long as names can be read, or the cards to choose from in its place."""
    cards = offered or held
    style = f"columns-{max(LEAST_CARDS, cards)}" if cards <= MOST_CARDS else ""
    return {"offer" if offered else "hand": Area(x, y, w, h, 5, "" if offered else style)}


def narrow(mine: int, offered: int, held: int, *, preparing: bool) -> Layout:
    """The layout of the phase, in one column."""
    return _narrow_store(mine) if preparing else _narrow_battle(mine, offered, held)


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


def _narrow_battle(mine: int, offered: int, held: int) -> Layout:
    """One column: the other seat, the board from edge to edge, me, and my hand. The store is a drawer, and the forecast
    is in the prompt, where it also has the announcements.
    """
    areas: dict[str, Area] = {}
    _strip(areas, 1 - mine, 0)
    areas[f"hand{1 - mine}"] = Area(292, 0, 62, 43)
    areas |= _board(3, 48, 354, 0, 32)
    _strip(areas, mine, 406)
    areas[f"strip{mine}"] = Area(6, 410, 192, 36)
    areas["danger"] = Area(200, 406, 41, 43)
    areas[f"landfill{mine}"] = Area(243, 406, 41, 43)
    areas["store.drawer"] = Area(286, 406, 70, 43, 8, "columns-2")
    hand = 454
    areas |= _offer(offered, held, 4, hand, 352, NARROW_HAND)
    return Layout(width=360, height=hand + NARROW_HAND + 4, areas=areas)


def _strip(areas: dict[str, Area], seat: int, y: float) -> None:
    areas[f"strip{seat}"] = Area(6, y + 4, 226, 36)
    areas[f"landfill{seat}"] = Area(240, y, 48, 43)


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
