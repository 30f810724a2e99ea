"""The layouts of Recharge for wide and narrow screens, in design units."""

from __future__ import annotations

from typing import NamedTuple

from cogtable.view import Area, Layout

GAP = 8
CAPTION = 20
WORDED = 146
"""The width that a rival's robot needs to show its words."""


class Counts(NamedTuple):
    """How many cards are where, so that layouts make room for them."""

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


def _lines(count: int, width: float, height: float, ideal: float, least: float, low: float = 38) -> int:
    """Columns for so many cards: as wide as `ideal` if they fit, in more lines if they would be narrower than `least`.

    No line becomes lower than `low`.
    """
    most = max(1, int((width + GAP) // (ideal + GAP)))
    if count <= most:
        return most
    rows = 1
    while rows < 4 and (width + GAP) / -(-count // rows) - GAP < least and height / (rows + 1) > low:
        rows += 1
    return max(-(-count // rows), min(most, count))


def _grid(x: float, y: float, w: float, h: float, columns: int, gap: float = GAP) -> Area:
    return Area(x, y, w, h, gap, f"columns-{columns}")


# --- wide -------------------------------------------------------------------------------------------

LEFT, RIGHT = 914, 336


def wide(mine: int, rivals: list[int], counts: Counts) -> Layout:
    """Rivals above, the Event between Actions and log, below my robots and my hand beside my turn."""
    few = counts.events[mine] <= 2
    areas = {
        "actions.panel": Area(10, 186, 413, 122),
        "actions.title": Area(22, 191, 389, CAPTION),
        "actions": Area(22, 215, 389, 82, 8),
        "event": Area(433, 186, 414, 122),
        "stock": Area(863, 194, 156, 106, 10),
        "stock.panel": Area(857, 186, 168, 122),
        "log": Area(1035, 186, 235, 122),
        "mine": Area(10, 316, LEFT, 424),
        "turn": Area(934, 316, RIGHT, 424),
        f"seat{mine}": Area(948, 324, 308, 46),
        f"stock{mine}": Area(948, 374, 308, 26),
        f"events{mine}": _grid(948, 406, 308, 26 if few else 54, 2, 4),
        "steps": Area(948, 442 if few else 466, 308, 124 if few else 100),
        "prompt": Area(935, 570, RIGHT - 2, 168),
    }
    areas.update(_own_wide(mine, counts))
    whole = 1260.0
    if len(rivals) == 1:
        # There is room beside a single rival: the log goes there, and the rest is divided again.
        whole = LEFT
        areas["log"] = Area(934, 8, RIGHT, 300)
        areas["event"] = Area(433, 186, 313, 122)
        areas["stock"] = Area(762, 194, 156, 106, 10)
        areas["stock.panel"] = Area(756, 186, 168, 122)
    if counts.choosing:
        for covered in ("actions.panel", "actions.title", "actions", "event"):
            del areas[covered]
        areas["choose"] = _grid(10, 186, 837, 122, max(2, counts.events[mine]), 10)
        if len(rivals) == 1:
            areas["choose"] = _grid(10, 186, whole, 122, max(2, counts.events[mine]), 10)
            areas["log"] = Area(934, 8, RIGHT, 170)
            areas["stock"] = Area(1024, 194, 156, 106, 10)
            areas["stock.panel"] = Area(934, 186, RIGHT, 122)
    width = (whole - 10 * (len(rivals) - 1)) / len(rivals)
    for i, rival in enumerate(rivals):
        areas.update(_rival_wide(rival, 10 + i * (width + 10), width, counts))
    return Layout(width=1280, height=748, areas=areas)


def _own_wide(mine: int, counts: Counts) -> dict[str, Area]:
    """The lines of cards in my area; cards to pick from take their room from the others."""
    lines = [(f"fleet{mine}", counts.fleets[mine], 140.0), ("hand", counts.hand, 166.0)]
    heights = _shared([-(-count // _most(ideal)) for _, count, ideal in lines])
    if counts.picks:
        lines.insert(0, ("pick", counts.picks, 150.0))
        heights = [184.0, 66.0, 66.0]
    areas = {}
    y = 320.0
    for (name, count, ideal), height in zip(lines, heights, strict=True):
        areas[f"{name}.title"] = Area(22, y, LEFT - 24, CAPTION)
        columns = _lines(count, LEFT - 24, height, ideal, 106, 64)
        areas[name] = _grid(22, y + CAPTION + 2, LEFT - 24, height, columns)
        y += CAPTION + height + 12
    return areas


def _most(ideal: float) -> int:
    """How many cards of about that width fit in one line of my area."""
    return int((LEFT - 24) // (ideal * 0.75))


def _shared(rows: list[int]) -> list[float]:
    """The heights of my robots and my hand: each line of cards gets the same, up to three lines for each."""
    robots, hand = (min(3, max(1, count)) for count in rows)
    one = (344.0 - GAP * (robots + hand - 2)) / (robots + hand)
    return [robots * one + GAP * (robots - 1), hand * one + GAP * (hand - 1)]


def _rival_wide(rival: int, x: float, w: float, counts: Counts) -> dict[str, Area]:
    fleet_w, fleet_h = w - 92, 92
    worded = w >= 600 or counts.fleets[rival] * (WORDED + 6) <= fleet_w + 6
    columns = _lines(counts.fleets[rival], fleet_w, fleet_h, WORDED if worded else 76, 92 if worded else 70, 40)
    return {
        f"panel{rival}": Area(x, 8, w, 170),
        f"seat{rival}": Area(x + 10, 12, w - 20, 44),
        f"stock{rival}": Area(x + 14, 62, 60, 112),
        f"events{rival}": _grid(x + 80, 56, min(fleet_w, 420), 20, max(2, counts.events[rival]), 5),
        f"fleet{rival}": _grid(x + 80, 80, fleet_w, fleet_h, columns, 6),
    }


# --- narrow -----------------------------------------------------------------------------------------


def narrow(mine: int, rivals: list[int], counts: Counts) -> Layout:
    """One column: rounds, rivals, the Event, my robots, my hand; the client puts the choices below."""
    areas = {"rounds": Area(8, 4, 344, 26)}
    width = (344 - 6 * (len(rivals) - 1)) / len(rivals)
    for i, rival in enumerate(rivals):
        areas.update(_rival_narrow(rival, 8 + i * (width + 6), width, counts.fleets[rival]))
    y = 36 + 96 + 6
    if counts.choosing:
        rows = max(2, counts.events[mine])
        areas["choose"] = _grid(8, y, 286, 104 * rows - 6, 1, 6)
        areas["stock"] = Area(298, y, 54, 88, 4, "columns-1")
        y += 104 * rows
    else:
        areas["event"] = Area(8, y, 286, 88)
        areas["stock"] = Area(298, y, 54, 88, 4, "columns-1")
        y += 94
    if not counts.acting and not counts.choosing:
        areas["actions"] = Area(8, y, 344, 54, 6)
        y += 60
    areas[f"strip{mine}"] = Area(8, y, 180, 28)
    areas[f"stock{mine}"] = Area(190, y, 162, 28)
    y += 32
    areas[f"events{mine}"] = _grid(8, y, 344, 24, max(2, counts.events[mine]), 4)
    y += 28
    lines = [
        (f"fleet{mine}", counts.fleets[mine], 3 if counts.fleets[mine] <= 6 else 4, 100),
        ("hand", counts.hand, 4, 108),
    ]
    if counts.picks:
        lines.insert(0, ("pick", counts.picks, 3, 128))
    for name, count, columns, height in lines:
        areas[f"{name}.title"] = Area(10, y, 340, CAPTION)
        rows = max(1, -(-count // columns))
        whole = rows * (height + 5) - 5 if count else 34
        areas[name] = _grid(8, y + CAPTION + 1, 344, whole, columns, 5)
        y += CAPTION + whole + 7
    return Layout(width=360, height=y, areas=areas)


def _rival_narrow(rival: int, x: float, w: float, robots: int) -> dict[str, Area]:
    columns = _lines(robots, w - 12, 34, 22, 16)
    return {
        f"panel{rival}": Area(x, 36, w, 96),
        f"strip{rival}": Area(x + 5, 39, w - 10, 32),
        f"strip.stock{rival}": Area(x + 5, 72, w - 10, 18),
        f"fleet{rival}": _grid(x + 6, 92, w - 12, 36, columns, 2),
    }
