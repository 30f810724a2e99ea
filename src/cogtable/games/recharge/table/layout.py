"""The layouts of Recharge for wide and narrow screens, in design units."""

from __future__ import annotations

from typing import NamedTuple

from cogtable.table import Area, Layout

LIST = "list"
"""Robots as lines: picture, name, short words, result, batteries."""
WORDED = "list words"
"""Cards as lines with all their words."""


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
    """Whether the reader has chosen an Action: then it and the Event shrink to a line, and the robots are large."""
    letters: int
    """Letters of the text of the Event of the round, or of the longest one to choose from."""
    playing: bool
    """Whether the reader must choose a card from the hand, which is then large on a phone."""
    asked: bool
    """Whether the reader must decide something; otherwise the log has the room of the question."""
    over: bool = False


def _grid(x: float, y: float, w: float, h: float, columns: int, gap: float = 8, style: str = "") -> Area:
    return Area(x, y, w, h, gap, f"columns-{columns} {style}".strip())


def _lines(count: int, columns: int) -> int:
    return max(1, -(-count // columns))


def _text(letters: int, width: float) -> float:
    """The height of the text of an Event on a card, whose picture takes a third of the width."""
    return 18.2 * _lines(letters, int(width * 0.62 / 7))


# --- wide -------------------------------------------------------------------------------------------

_LEFT, _RIGHT = 888, 360
_TURN = 908
"""Where the right column begins."""
_TOP = 150
"""Where the rows below the rivals begin."""
_BOTTOM = 660
_HAND = 196
"""The height of the hand, in which cards have all their words."""
_RACE = 270
_ROW = 26
"""The height of a line that can be touched."""


def wide(mine: int, rivals: list[int], counts: Counts) -> Layout:
    """Rivals above; left what everybody does, my robots and my hand; right my turn and the log."""
    width = (1256 - 9 * (len(rivals) - 1)) / len(rivals)
    areas: dict[str, Area] = {}
    for i, rival in enumerate(rivals):
        areas |= _rival_wide(rival, 12 + i * (width + 9), width, counts)
    hand = _BOTTOM - _HAND
    areas |= _hand_wide(hand, counts) | _turn_wide(mine, counts)
    if counts.picks:
        areas |= _picks_wide(counts) | _fleet_wide(mine, _TOP + 222, hand - _TOP - 230, counts)
    elif counts.acting:
        areas |= {"event": _grid(12, _TOP, 664, 46, 1, 8, LIST), "actions": Area(684, _TOP, 216, 46)}
        areas |= _fleet_wide(mine, _TOP + 54, hand - _TOP - 62, counts)
    else:
        areas |= _decisions_wide(mine, counts) | _fleet_wide(mine, _TOP + 164, hand - _TOP - 172, counts)
    areas["stage"] = Area(12, _TOP, _LEFT, hand - _TOP - 8)
    return Layout(width=1280, height=668, areas=areas)


def _decisions_wide(mine: int, counts: Counts) -> dict[str, Area]:
    """The Event of the round and the Actions; or the Events to choose from."""
    if counts.choosing:
        columns = max(2, counts.events[mine] if counts.events[mine] <= 3 else _lines(counts.events[mine], 2))
        return {"choose": _grid(12, _TOP, _LEFT, 156, columns, 10)}
    return {"event": Area(12, _TOP, 318, 156), "actions": Area(340, _TOP, 560, 156, 8)}


def _rival_wide(rival: int, x: float, w: float, counts: Counts) -> dict[str, Area]:
    robots, events = counts.fleets[rival], counts.events[rival]
    named = 92.0 if w < 500 else 140.0
    beside = _lines(events, 3) * (named + 6) if events else 0
    room = w - 20 - beside
    across = max(2, int(room // 145))
    lines = 1 if robots <= across else 2 if robots <= 2 * max(2, int(room // 90)) else 3
    each = (80 - 3 * (lines - 1)) / lines
    return {
        f"panel{rival}": Area(x, 8, w, 134),
        f"seat{rival}": Area(x + 10, 11, w - 226, 40),
        f"stock{rival}": Area(x + w - 210, 18, 202, 26),
        f"fleet{rival}": _grid(x + 10, 55, room, lines * (each + 3) - 3, max(across, _lines(robots, lines)), 3, LIST),
        f"events{rival}": _grid(
            x + w - 4 - beside, 55, beside - 6, min(3, max(1, events)) * 27.5 - 2.5, _lines(events, 3), 3
        )
        if events
        else Area(x, 55, 0, 0),
    }


def _fleet_wide(mine: int, y: float, h: float, counts: Counts) -> dict[str, Area]:
    """My robots beside the race for the crowns; as cards if they have room for words, otherwise as lines."""
    robots = counts.fleets[mine]
    width, height = _LEFT - _RACE - 34, h - 38
    lines = next((lines for lines in (1, 2, 3, 4) if robots <= lines * (6 if height > 150 else 5)), 5)
    columns = max(5, _lines(robots, lines))
    each = (height - 6 * (lines - 1)) / lines
    low = each < 90
    return {
        f"fleet{mine}.panel": Area(12, y, _LEFT, h),
        f"fleet{mine}.title": Area(24, y + 4, 124, 26),
        f"fleet{mine}.text": Area(152, y + 7, 250, 22),
        "stock": Area(24 + width - 188, y + 4, 188, _ROW, 6),
        f"fleet{mine}": _grid(24, y + 32, width, height, columns, 6, LIST if low else ""),
        "race": Area(_LEFT - _RACE + 4, y + 3, _RACE - 4, h - 8),
    }


def _picks_wide(counts: Counts) -> dict[str, Area]:
    lines = 1 if counts.picks <= 8 else 2 if counts.picks <= 20 else 3
    height = (176 - 6 * (lines - 1)) / lines
    style = "" if lines == 1 else LIST
    return {
        "pick.panel": Area(12, _TOP, _LEFT, 214),
        "pick.title": Area(24, _TOP + 3, 300, 26),
        "pick": _grid(
            24, _TOP + 32, _LEFT - 24, lines * (height + 6) - 6, max(5, _lines(counts.picks, lines)), 6, style
        ),
    }


def _hand_wide(y: float, counts: Counts) -> dict[str, Area]:
    few = counts.hand <= 8
    columns = max(5, counts.hand if few else _lines(counts.hand, 2))
    areas = {"hand.panel": Area(12, y, _LEFT, _HAND), "hand": _grid(22, y + 8, _LEFT - 20, _HAND - 16, columns)}
    if not few:
        areas["hand"] = _grid(22, y + 8, _LEFT - 20, _HAND - 16, columns, 6, LIST)
    if not counts.hand:
        areas["hand.text"] = Area(12, y + 70, _LEFT, 50)
    return areas


def _turn_wide(mine: int, counts: Counts) -> dict[str, Area]:
    x, w = _TURN + 12, _RIGHT - 24
    events = _lines(counts.events[mine], 3) if counts.events[mine] else 0
    y = _TOP + 88 + events * (_ROW + 4)
    areas = {
        f"seat{mine}": Area(x, _TOP + 6, w, 42),
        f"stock{mine}": Area(x, _TOP + 50, w, 34),
        f"events{mine}": _grid(x, _TOP + 88, w, max(0, events * (_ROW + 4) - 4), 3, 4),
        "steps": Area(x, y, w, 10),
    }
    if counts.over:
        end = y + 14
        areas["prompt"] = Area(_TURN + 1, _BOTTOM - 88, _RIGHT - 2, 84)
    elif counts.choosing:
        end = _TOP + 340
        areas["prompt"] = Area(_TURN + 1, y + 14, _RIGHT - 2, end - y - 18)
    elif not counts.asked:
        end = y + 78
        areas["prompt"] = Area(_TURN + 1, y + 14, _RIGHT - 2, 58)
    else:
        end = _TOP + 340
        figure = 64 if events <= 1 else 44
        prompt = y + 18 + figure
        areas |= {
            "asking": Area(x, y + 16, figure * 0.9, figure),
            "asking.title": Area(x + figure + 2, y + 16, w - figure - 2, figure),
            "others": Area(x, y + 14, w, figure + 4),
            "prompt": Area(_TURN + 1, prompt, _RIGHT - 2, end - prompt - 4),
        }
    areas["turn"] = Area(_TURN, _TOP, _RIGHT, end - _TOP)
    areas["log"] = Area(_TURN, end + 8, _RIGHT, _BOTTOM - end - (104 if counts.over else 8))
    return areas


# --- narrow -----------------------------------------------------------------------------------------

_THUMB = 44
"""The least size of a target for a thumb, where a long table is drawn in its own size."""
_STAGE = 236
_PAGE = 690
"""Where cards must end, so that a phone shows everything without scrolling."""
_LINE = 55.0
"""The height of a line of a list with its gap: a name of two lines above one of short words."""
_MANY = 6
"""A hand for which the Event is a line too."""
_HEAD = 32
"""The size of the head of a rival's robot."""


def narrow(mine: int, rivals: list[int], counts: Counts) -> Layout:
    """One column: rivals and I, the Event, my robots, my hand; the client puts the choices below."""
    areas: dict[str, Area] = {}
    width = (344 - 6 * (len(rivals) - 1)) / len(rivals)
    alone = len(rivals) == 1
    for i, rival in enumerate(rivals):
        x = 8 + i * (width + 6)
        areas |= _line_narrow(rival, counts) if alone else _rival_narrow(rival, x, width, counts)
    y = 4.0 + (50 if alone else 92)
    if alone and counts.fleets[rivals[0]]:
        y += 42
    areas |= _mine_narrow(mine, y + 5, counts)
    y += 5 + _THUMB + 5
    top = y
    if counts.choosing:
        rows = max(2, counts.events[mine])
        height = max(84, 54 + _text(counts.letters, 344))
        areas["choose"] = _grid(8, y, 344, (height + 6) * rows - 6, 1, 6)
        y += (height + 6) * rows
    elif counts.acting:
        areas |= {"event": _grid(8, y, 212, 52, 1, 8, LIST), "actions": Area(226, y, 126, 52)}
        y += 58
    else:
        height = max(78, 54 + _text(counts.letters, 344))
        event = Area(8, y, 344, height)
        if counts.hand >= _MANY:
            height = 57
            event = _grid(8, y, 344, height, 1, 5, WORDED)
        areas |= {"event": event, "actions": Area(8, y + height + 6, 344, 106, 6)}
        y += height + 118
    large = counts.acting and not counts.playing and not counts.picks
    fleet, height = _fleet_narrow(y, counts.fleets[mine], large)
    areas[f"fleet{mine}"] = fleet
    y += height
    if counts.picks:
        areas["pick.title"] = Area(10, y, 344, 28)
        areas["pick"], tall = _cards_narrow(y + 30, counts.picks)
        y += tall + 36
    if not _drawn_in(counts):
        areas["hand"], tall = _cards_narrow(y, counts.hand)
        if not counts.hand:
            areas["hand.text"] = Area(8, y, 344, 24)
        y += tall + 6
    if counts.acting and not counts.playing and not counts.picks:
        race = 24.0 * (1 + len(rivals)) + 8
        areas |= {"race.panel": Area(8, y, 344, race), "race": Area(16, y + 4, 328, race - 8)}
        y += race + 6
    if not counts.picks:  # which lie in the discard pile, or come from the deck
        areas["stock"] = Area(8, y, 142, _THUMB, 6)
        areas["next"] = Area(158, y, 194, _THUMB)
        y += _THUMB + 4
    areas["stage"] = Area(8, top, 344, _STAGE)
    return Layout(width=360, height=max(y, top + _STAGE + 8), areas=areas)


def _drawn_in(counts: Counts) -> bool:
    """Whether the hand is in a drawer: no card of it can be chosen now."""
    return counts.acting and not counts.playing


def _mine_narrow(mine: int, y: float, counts: Counts) -> dict[str, Area]:
    """My line, of the same form as those of the rivals."""
    areas = {"mine": Area(8, y, 344, _THUMB)}
    if _drawn_in(counts):
        stock, drawers = 16, {"events.drawer": Area(172, y, 88, _THUMB), "hand.drawer": Area(264, y, 88, _THUMB)}
    else:
        stock, drawers = 100, {"events.drawer": Area(262, y, 90, _THUMB)}
        areas[f"strip{mine}"] = Area(14, y + 6, 84, _THUMB - 8)
    return areas | drawers | {f"strip.stock{mine}": Area(stock, y, 150, _THUMB)}


def _cards_narrow(y: float, count: int) -> tuple[Area, float]:
    """Cards to choose from, and the height that they take: with their pictures if the page has room, otherwise as lines
    with all their words.
    """
    if not count:
        return Area(8, y, 344, 24), 24
    pictures = (2, 158.0, "") if count in (1, 2, 4) else (3, 182.0, "")
    forms = pictures, (1, 57.0, WORDED), (1, 53.0, WORDED)
    heights = [_lines(count, columns) * each - 5 for columns, each, _ in forms]
    form = next((i for i, height in enumerate(heights) if y + height <= _PAGE), len(forms) - 1)
    columns, _, style = forms[form]
    return _grid(8, y, 344, heights[form], columns, 5, style), heights[form]


def _fleet_narrow(y: float, robots: int, large: bool) -> tuple[Area, float]:
    """My robots, and the height that they take: cards while they act, otherwise lines or heads."""
    if not robots:
        return Area(8, y, 344, 0), 0
    if large:
        columns, tall = (max(2, robots), 190) if robots <= 3 else (3, 154) if robots <= 6 else (4, 148)
        if robots > 8:
            columns, tall = 5, 118
        height = _lines(robots, columns) * (tall + 5) - 5
        return _grid(8, y, 344, height, columns, 5), height + 6
    if robots <= 4:
        two = _lines(robots, 2) * _LINE - 5
        return _grid(8, y, 344, two, 2, 5, LIST), two + 6
    heads = _lines(robots, 7) * 49 - 5
    return _grid(8, y, 344, heads, 7, 4, "tile"), heads + 6


def _line_narrow(rival: int, counts: Counts) -> dict[str, Area]:
    """A single rival: one line, and the heads of the robots."""
    robots = counts.fleets[rival]
    faces = robots > 0
    areas = {
        f"panel{rival}": Area(8, 4, 344, 92 if faces else 50),
        f"strip{rival}": Area(14, 8, 150, 42),
        f"strip.stock{rival}": Area(168, 8, 180, 42),
    }
    if faces:
        areas[f"fleet{rival}"] = _grid(14, 50, 332, 42, max(7, robots), 4, "tile")
    return areas


def _rival_narrow(rival: int, x: float, w: float, counts: Counts) -> dict[str, Area]:
    """One of several rivals, with the heads of its robots; their number, if there are none."""
    robots = counts.fleets[rival]
    areas = {
        f"panel{rival}": Area(x, 4, w, 92),
        f"strip{rival}": Area(x + 5, 7, w - 10, 34),
        f"strip.stock{rival}": Area(x + 5, 42, w - 8, 19),
    }
    if not robots:
        return areas | {f"count{rival}": Area(x + 6, 61, w - 10, 33)}
    lines = 1 if robots <= (w - 10) // _HEAD else 2
    columns = max(int((w - 10) // _HEAD), _lines(robots, lines))
    return areas | {f"fleet{rival}": _grid(x + 5, 62, w - 10, 32, columns, 2, "tile")}
