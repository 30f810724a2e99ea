"""The danger map: the cells that the rival's machines can reach in their next turn, and which machines.

Each machine of the rival moves on a copy of the state, alone, by its legal normal moves, until the gears that the rival
will have are spent. The rules settle its combats. Programs and effects are left out: they are in a hidden hand, or need
a target.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from cogtable.games.smashgear.rules import combat, turn
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.components import SLOTS
from cogtable.games.smashgear.rules.effects import move_price
from cogtable.games.smashgear.rules.geometry import gait, open_ways
from cogtable.games.smashgear.rules.legal import may_move
from cogtable.games.smashgear.rules.state import NONE, Gait, SmashGear
from cogtable.games.smashgear.table.forecast import attacked_by, tried
from cogtable.games.smashgear.table.labels import after, cell_name, gears, machine_name, place, slots_of, units_of
from cogtable.games.smashgear.table.pieces import MACHINE
from cogtable.table import (
    Box,
    Counted,
    Hatched,
    Outcome,
    Overlay,
    Reason,
    Ring,
    Words,
    name_of,
    phrase,
    phrases,
    say,
    series,
)

DANGER = "danger"


class Reach(NamedTuple):
    """How a machine reaches a cell first: the number of moves, and the gears that they cost; whether with a weapon."""

    moves: int
    cost: int
    armed: bool


Reaches = dict[int, dict[int, Reach]]
"""For each slot, how it reaches each cell."""


def switch(s: SmashGear, seat: int) -> Overlay:
    """The switch of the danger map, whose cells are computed on request."""
    rival = 1 - seat
    when = phrase("{seat}’s turn") if s.turn == rival else phrase("{seat}’s next turn")
    text = say(when, seat=name_of(rival))
    return Overlay(id=DANGER, zone="cells", label=say("Danger map"), text=text, computed=True)


def is_offered(s: SmashGear, seat: int) -> bool:
    """Whether a seat has a danger map now."""
    return bool(s.assists) and seat >= 0 and s.turns > 0 and not s.over


def overlays(s: SmashGear, box: Box, seat: int, action: int) -> Iterator[Overlay]:
    """The danger map of `seat`, now or after one of its moves or attacks."""
    if not is_offered(s, seat):
        return
    mover, then = _after_action(s, box, seat, action)
    rival = 1 - seat
    coming = _in_turn_of(then, box, rival)
    found = {slot: _reached(coming, box, slot) for slot in slots_of(coming, rival)}
    overlay = switch(s, seat)
    overlay.reasons = [_reason(coming, box, slot, reached) for slot, reached in found.items() if reached]
    overlay.cells = list(_hatched(coming, box, found))
    hearts = {slot: _nearest(found, _hearts_of(coming, box, slot)) for slot in slots_of(coming, seat)}
    overlay.marks = list(_rings(coming, box, found, seat))
    threats = [
        _threat(coming, box, slot, *nearest, rival)
        for slot, nearest in hearts.items()
        if nearest and mover in (NONE, slot)
    ]
    if not any(hearts.values()):
        threats = [Outcome(icon="shield", words=say("None of your hearts is in reach"), tone="good")]
    what = say("Hatched: what {seat}’s machines can reach, by number", seat=name_of(rival))
    overlay.outcomes = [*threats, Outcome(icon="eye", words=what)]
    yield overlay


def _after_action(s: SmashGear, box: Box, seat: int, action: int) -> tuple[int, SmashGear]:
    """The machine that an action moves, or NONE, and the state after it; the state itself for other actions."""
    kind, i = Action.read(action) if action >= 0 else (NONE, 0)
    if kind == Action.MOVES:
        slot = seat * SLOTS + i // 4
        how = gait(s, slot)
        return slot, tried(s, lambda copy: combat.go(copy, box.record, slot, how, i % 4))[0]
    cell = attacked_by(s, box, seat, action)
    if cell == NONE:
        return NONE, s
    slot = int(s.unit_at[cell]) // 8
    return slot, tried(s, lambda copy: combat.destroy_base(copy, box.record, slot, cell))[0]


def _in_turn_of(s: SmashGear, box: Box, rival: int) -> SmashGear:
    """The state in the rival's turn: the present one, or the next."""
    if s.turn == rival:
        return s
    return tried(s, lambda copy: turn.end_turn(copy, box.record))[0]


def _reached(s: SmashGear, box: Box, slot: int) -> dict[int, Reach]:
    """The cells that a machine can reach. A breadth-first search finds the fewest moves for each."""
    found: dict[int, Reach] = {}
    seen = {_position(s)}
    front = [(s, 0)]
    moves = 0
    while front:
        moves += 1
        following: list[tuple[SmashGear, int]] = []
        for at, spent in front:
            if not may_move(at, box.record, slot):
                continue
            cost, how = spent + move_price(at, slot), gait(at, slot)
            ways = open_ways(at, box.record, slot, how)
            for way in (way for way in range(4) if ways >> way & 1):
                for cell, kind in after(at, box, slot, how, way):
                    reach = Reach(moves, cost, kind == "weapon")
                    known = found.get(cell)
                    if known is None or (reach.armed and not known.armed):
                        found[cell] = reach
                there = tried(at, partial(_go, box=box, slot=slot, how=how, way=way))[0]
                if there.card[slot] == NONE or there.torn or _position(there) in seen:
                    continue
                seen.add(_position(there))
                following.append((there, cost))
        front = following
    return found


def _go(s: SmashGear, box: Box, slot: int, how: int, way: int) -> None:
    """Pays for a normal move, and makes it."""
    s.gears[slot // SLOTS] -= move_price(s, slot)
    s.moved[slot] += 1
    combat.go(s, box.record, slot, how, way)


def _position(s: SmashGear) -> tuple[int, ...]:
    """The units on the board and the shields, which decide where a machine can go and what becomes of it there."""
    return *s.unit_at.tolist(), *s.shields.tolist()


# --- in words -------------------------------------------------------------------------------------------


def _reason(s: SmashGear, box: Box, slot: int, reached: dict[int, Reach]) -> Reason:
    """How far a machine of the rival gets, in words."""
    far = max(reached.values(), key=lambda reach: reach.moves)
    fields = {"machine": machine_name(box, int(s.card[slot])), "moves": _moves(s, slot, far)}
    words = say("**{machine}**: {moves}", **fields)
    return Reason(piece=MACHINE(int(s.card[slot])), words=words)


def _hatched(s: SmashGear, box: Box, found: Reaches) -> Iterator[Hatched]:
    """The cells in reach, with the machines that reach them; cells under machines of the same seat are among them."""
    for cell in sorted({cell for reached in found.values() for cell in reached}):
        slots = [slot for slot, reached in found.items() if cell in reached]
        by = [
            say(_BY, machine=machine_name(box, int(s.card[slot])), moves=_moves(s, slot, found[slot][cell]))
            for slot in slots
        ]
        words = say("{cell}: {machines}", cell=cell_name(cell), machines=series(by))
        yield Hatched(at=place(cell), words=words, pieces=tuple(MACHINE(int(s.card[slot])) for slot in slots))


_BY = phrase("{machine} in {moves}")
_MOVES: dict[int, Counted] = {
    Gait.FLIP: phrases("{n} flip", "{n} flips"),
    Gait.SLIDE: phrases("{n} slide", "{n} slides"),
    Gait.LEAP: phrases("{n} leap", "{n} leaps"),
}


def _moves(s: SmashGear, slot: int, reach: Reach) -> Words:
    """A number of moves of a machine."""
    return say(_MOVES[gait(s, slot)], n=reach.moves)


def _hearts_of(s: SmashGear, box: Box, slot: int) -> list[int]:
    return [cell for cell, kind in units_of(s, box, slot) if kind == "heart"]


def _nearest(found: Reaches, cells: list[int]) -> tuple[int, Reach] | None:
    """The machine that reaches one of these cells in the fewest moves, and how; None if none does."""
    reaching = [(slot, reached[cell]) for slot, reached in found.items() for cell in cells if cell in reached]
    return min(reaching, key=lambda each: (each[1].moves, each[1].cost), default=None)


def _rings(s: SmashGear, box: Box, found: Reaches, seat: int) -> Iterator[Ring]:
    """Rings around the seat's hearts that are in reach, and its bases that a weapon can reach."""
    for slot in slots_of(s, seat):
        for cell in _hearts_of(s, box, slot):
            if nearest := _nearest(found, [cell]):
                yield Ring(at=place(cell), words=say("{moves} away", moves=_moves(s, *nearest)))
    for cell in s.base_list[seat, : s.bases[seat]].tolist():
        armed = {
            slot: {cell: reached[cell]} for slot, reached in found.items() if cell in reached and reached[cell].armed
        }
        if s.unit_at[cell] == NONE and (nearest := _nearest(armed, [cell])):
            yield Ring(at=place(cell), words=say("base: {moves} away", moves=_moves(s, *nearest)))


def _threat(s: SmashGear, box: Box, target: int, slot: int, reach: Reach, rival: int) -> Outcome:
    """A machine of the rival that can reach a heart of another, in words."""
    fields = {"rival": machine_name(box, int(s.card[slot])), "machine": machine_name(box, int(s.card[target]))}
    moves = _moves(s, slot, reach)
    price = say("{moves}, free", moves=moves)
    if reach.cost:
        price = say("{moves} for {price}", moves=moves, price=gears(reach.cost))
    has = say("{seat} will have {gears}", seat=name_of(rival), gears=gears(int(s.gears[rival])))
    return Outcome(
        icon="alert",
        words=say("**{rival}** can reach the heart of **{machine}**", **fields),
        text=say("{price}; {has}", price=price, has=has),
        tone="bad",
    )
