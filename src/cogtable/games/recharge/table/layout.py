"""The layouts of Recharge for wide and narrow screens, in design units."""

from __future__ import annotations

from typing import NamedTuple

from cogtable.table import Area, Layout

LIST = "list"
"""Robots as lines: picture, name, short words, result, batteries."""


class Counts(NamedTuple):
    """The number of cards in each place, so that layouts make room for them."""

    hand: int
    fleets: list[int]
    """Robots of each seat."""
    events: list[int]
    """Events of each seat."""
    picks: int
    """Cards that are looked at, or picked from the discard pile."""
    choosing: bool
    """Whether the reader chooses among Events, which are then large."""
    acting: bool
    """Whether the reader has chosen an Action."""
    letters: int
    """Letters of the text of the Event of the round, or of the longest one to choose from."""
    playing: bool
    """Whether the reader must choose a card from the hand, which is then large on a phone."""


def _grid(x: float, y: float, w: float, h: float, columns: int, gap: float = 8, style: str = "") -> Area:
    return Area(x, y, w, h, gap, f"columns-{columns} {style}".strip())


def _lines(count: int, columns: int) -> int:
    return max(1, -(-count // columns))


def _text(letters: int, width: float) -> float:
    """The height of the text of an Event on a card, whose picture takes a third of the width."""
    return 13.5 * _lines(letters, int(width * 0.56 / 5.8))


# --- wide -------------------------------------------------------------------------------------------

_LEFT, _RIGHT = 896, 352
_TURN = 916
"""Where the right column begins."""
_ROW = 27
"""The least size of a target for a pointer, on a screen where the table is drawn a tenth smaller."""
_ROBOTS = 5
"""My robots in a line."""


def wide(mine: int, rivals: list[int], counts: Counts) -> Layout:
    """Rivals above; left what everybody does, my robots and my hand; right my turn and the log."""
    width = (1256 - 9 * (len(rivals) - 1)) / len(rivals)
    areas: dict[str, Area] = {}
    for i, rival in enumerate(rivals):
        areas |= _rival_wide(rival, 12 + i * (width + 9), width, counts)
    if counts.choosing:
        columns = max(2, counts.events[mine])
        top = max(112, 54 + _text(counts.letters, (_LEFT - 10 * (columns - 1)) / columns))
        areas["choose"] = _grid(12, 221, _LEFT, top, columns, 10)
    else:
        top = max(66, 38 + _text(counts.letters, 336))
        areas |= {"actions": Area(12, 221, 552, top, 8), "event": Area(572, 221, 336, top)}
    return Layout(width=1280, height=748, areas=areas | _own_wide(mine, 229 + top, counts) | _turn_wide(mine, counts))


def _rival_wide(rival: int, x: float, w: float, counts: Counts) -> dict[str, Area]:
    robots, events = counts.fleets[rival], counts.events[rival]
    columns = max(2, int((w - 20) // 195), _lines(robots, 4))
    lines = _lines(robots, columns)
    named = max(int((w - 80) // 108), 3 if events <= 3 else events)
    label = 0 if events > 3 and w < 500 else 52
    line = min(56.0, 121 / lines) - 3
    return {
        f"panel{rival}": Area(x, 8, w, 204),
        f"seat{rival}": Area(x + 10, 12, w - 222, 42),
        f"stock{rival}": Area(x + w - 202, 20, 194, 26),
        f"events.title{rival}": Area(x + 12, 57, label, 24),
        f"events{rival}": _grid(x + 10 + label, 55, w - 20 - label, _ROW, named, 5),
        f"fleet{rival}": _grid(x + 10, 88, w - 20, lines * (line + 3) - 3, columns, 3, LIST),
    }


def _own_wide(mine: int, y: float, counts: Counts) -> dict[str, Area]:
    """My robots, all in the same form, and my hand. Cards to pick from take room from both."""
    room = 740 - y
    areas: dict[str, Area] = {}
    robots, hand = _lines(counts.fleets[mine], _ROBOTS), counts.hand
    if counts.picks:
        areas |= _section("pick", y, 164)
        areas["pick"] = _grid(24, y + 30, _LEFT - 24, 126, max(6, _lines(counts.picks, 1 + (counts.picks > 8))))
        y, room = y + 172, room - 172
        each = min(66.0, (room - 8 - 114 - 38) / robots - 6)
    else:
        each = {1: 108.0, 2: 108.0, 3: 84.0}.get(robots, 66.0) * min(1, room / 445)
    tall = 38 + max(robots, 1 if counts.picks else 2) * (each + 6) - 6
    areas |= _section(f"fleet{mine}", y, tall)
    areas[f"fleet{mine}"] = _grid(24, y + 30, _LEFT - 24, robots * (each + 6) - 6, _ROBOTS, 6, LIST)
    areas[f"stock{mine}"] = Area(690, y + 3, 206, 26)
    y, room = y + tall + 8, room - tall - 8
    areas |= _section("hand", y, room)
    tile = room - 42
    if hand <= 8 and tile > 62:
        areas["hand"] = _grid(24, y + 34, _LEFT - 24, tile, max(6, hand))
    else:
        areas["hand"] = _grid(24, y + 34, _LEFT - 24, tile, max(_ROBOTS, _lines(hand, 2)), 6, LIST)
    areas["stock"] = Area(704, y + 3, 192, _ROW, 6)
    return areas


def _section(name: str, y: float, h: float) -> dict[str, Area]:
    return {
        f"{name}.panel": Area(12, y, _LEFT, h),
        f"{name}.title": Area(24, y + 3, 132, 26),
        f"{name}.text": Area(160, y + 6, 400, 24),
    }


def _turn_wide(mine: int, counts: Counts) -> dict[str, Area]:
    events = _lines(counts.events[mine], 3)
    y = 278 + events * (_ROW + 4)
    x, w = _TURN + 12, _RIGHT - 24
    figure = 68 if events == 1 else 40
    return {
        "turn": Area(_TURN, 221, _RIGHT, 350),
        f"seat{mine}": Area(x, 227, w, 44),
        f"events{mine}": _grid(x, 275, w, events * (_ROW + 4) - 4, 3, 4),
        "steps": Area(x, y, w, 10),
        "asking": Area(x, y + 16, figure * 0.9, figure),
        "asking.title": Area(x + figure + 8, y + 14, w - figure - 8, figure + 4),
        "prompt": Area(_TURN + 1, y + figure + 18, _RIGHT - 2, 545 - y - figure - 18),
        "next": Area(x, 545, w, 22),
        "log": Area(_TURN, 579, _RIGHT, 161),
    }


# --- narrow -----------------------------------------------------------------------------------------

_THUMB = 41
"""The least size of a target for a thumb, on a screen of 390 px."""


def narrow(mine: int, rivals: list[int], counts: Counts) -> Layout:
    """One column: rivals, the Event, my robots, my hand; the client puts the choices below."""
    areas: dict[str, Area] = {}
    width = (344 - 6 * (len(rivals) - 1)) / len(rivals)
    for i, rival in enumerate(rivals):
        areas |= _rival_narrow(rival, 8 + i * (width + 6), width)
    y = 90.0
    if counts.choosing:
        rows = max(2, counts.events[mine])
        height = max(84, 44 + _text(counts.letters, 344))
        areas["choose"] = _grid(8, y, 344, (height + 6) * rows - 6, 1, 6)
        y += (height + 6) * rows
    else:
        height = max(66, 38 + _text(counts.letters, 344))
        areas["event"] = Area(8, y, 344, height)
        y += height + 6
    if not counts.acting and not counts.choosing:
        areas["actions"] = Area(8, y, 344, 56, 6)
        y += 62
    areas[f"fleet{mine}.title"] = Area(10, y, 96, _THUMB)
    areas["events.drawer"] = Area(108, y, 92, _THUMB)
    areas[f"strip.stock{mine}"] = Area(206, y, 146, _THUMB)
    robots = _lines(counts.fleets[mine], 2)
    fleet = robots * 58 - 5 if counts.fleets[mine] else 0
    # Players read their hand when they choose an Event, an Action or a card to play: then all cards have names.
    columns, tall, style = 6, 59, "tile"
    if counts.playing or counts.hand <= 3:
        columns, tall, style = 3, 107, ""
    elif not counts.acting:
        columns, tall, style = 2, 58, LIST
    sections = [("hand", counts.hand, _lines(counts.hand, columns) * tall - 5, columns, style)]
    y += _THUMB + 3
    areas[f"fleet{mine}"] = _grid(8, y, 344, fleet, 2, 5, LIST)
    y += fleet + 5
    if counts.picks:
        sections.insert(0, ("pick", counts.picks, _lines(counts.picks, 3) * 133 - 5, 3, ""))
    for name, count, height, columns, style in sections:
        areas[f"{name}.title"] = Area(10, y, 196, _THUMB)
        if name == "hand":
            areas["stock"] = Area(210, y, 142, _THUMB, 6)
        height = height if count else 0
        areas[name] = _grid(8, y + _THUMB + 2, 344, max(1, height), columns, 5, style)
        y += _THUMB + 7 + height
    return Layout(width=360, height=y, areas=areas)


def _rival_narrow(rival: int, x: float, w: float) -> dict[str, Area]:
    return {
        f"panel{rival}": Area(x, 4, w, 80),
        f"strip{rival}": Area(x + 5, 7, w - 10, 34),
        f"strip.stock{rival}": Area(x + 5, 43, w - 8, 18),
        f"count{rival}": Area(x + 6, 62, w - 10, 19),
    }
