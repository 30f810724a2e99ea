"""Taking moves back: where a seat's last decision began, and whether the moves since revealed anything hidden.

A move reveals nothing if everybody would know the same after it, whatever is hidden. So for each seat and for
spectators, the hidden part of the position before the move is imagined several times (`determinize`), the move is
played, and the result is hidden again. If every result is the same as the real one, with the same notes, the move
revealed nothing. Games need not do anything for this.

>>> from cogtable.engine import takeback
>>> ply = takeback.last_decision(match, seat=0)
>>> takeback.is_free(match, seat=0)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine import chance, verbs
from cogtable.engine.events import Note, collected
from cogtable.engine.match import SPECTATOR, Match, Move
from cogtable.engine.spec import GameSpec
from cogtable.engine.state import Mask, copied, seats_in

IMAGINED = 48
"""How many deals are imagined for each seat. A move that rules out one deal of ten goes unnoticed once in 150 times,
one that reveals which of two cards it was practically never. What only one deal of a hundred would show is noticed less
often than not, and is hardly worth knowing.
"""


def last_decision(match: Match, seat: int) -> int | None:
    """The number of moves before the last one that `seat` chose; None if it has not chosen anything yet."""
    for ply in range(match.ply - 1, -1, -1):
        move = match.moves[ply]
        if move.seat == seat and match.is_chosen(move):
            return ply
    return None


def is_free(match: Match, seat: int) -> bool:
    """Whether `seat` may take back its last decision without asking: nobody else has chosen anything since, and
    nothing hidden was revealed.
    """
    ply = last_decision(match, seat)
    if match.over or ply is None:
        return False
    others = any(move.seat != seat and match.is_chosen(move) for move in match.moves[ply:])
    return not others and not revealed(match, ply)


def revealed(match: Match, since: int) -> bool:
    """Whether the moves after the first `since` revealed something hidden to anybody."""
    return any(_reveals(match, step) for step in _steps(match, since))


# --- one move -------------------------------------------------------------------------------------


class _Step(NamedTuple):
    """A move that a seat chose, or by which it dropped out, with the automatic passes after it: moves number `start`
    to `end`.
    """

    start: int
    end: int
    move: Move
    notes: tuple[Note, ...]


class _Outcome(NamedTuple):
    """What one seat knows after a step, and the notes that reached it."""

    known: bytes
    notes: list[Note]


def _steps(match: Match, since: int) -> Iterator[_Step]:
    def starts_at(ply: int) -> bool:
        move = match.moves[ply]
        return ply == since or match.is_chosen(move) or match.is_dropping(move)

    starts = [ply for ply in range(since, match.ply) if starts_at(ply)]
    for start, end in zip(starts, [*starts[1:], match.ply], strict=True):
        notes = tuple(note for move in match.moves[start:end] for note in move.notes)
        yield _Step(start, end, match.moves[start], notes)


def _reveals(match: Match, step: _Step) -> bool:
    """Whether a step revealed something hidden to anybody, spectators included."""
    positions = match.positions
    before, after = positions[step.start], positions[step.end]
    for knower in range(SPECTATOR, match.seats):
        known = copied(before)
        verbs.hide(known[0], match.game.box.record, knower)
        real = _outcome(match.game, after, step.notes, knower)
        for number in range(IMAGINED):
            world = copied(known)
            chance.seed(world[0], number)
            verbs.determinize(world[0], match.game.box.record, knower)
            if not _agrees(match, world, step.move, knower, real):
                return True
    return False


def _agrees(match: Match, world: Any, move: Move, knower: int, real: _Outcome) -> bool:
    """Whether the outcome for `knower` would be the same, had this been the position before the move.

    Others may not know which action was taken. If it was impossible in this position, another action with the same
    outcome will do.
    """
    mask = _legal(match.game, world, move.seat)
    if mask[move.action] or match.is_dropping(move):
        return _played(match, world, move.seat, move.action, knower) == real
    if knower == move.seat:
        return False
    return any(_played(match, world, move.seat, action, knower) == real for action in np.flatnonzero(mask).tolist())


def _played(match: Match, world: Any, seat: int, action: int, knower: int) -> _Outcome:
    after = copied(world)
    with collected() as notes:
        verbs.play(after[0], match.game.box.record, seat, action)
        _pass_over(match, after)
    return _outcome(match.game, after, notes, knower)


def _pass_over(match: Match, array: Any) -> None:
    """Passes automatically for seats that can do nothing else, as a match does."""
    passing = match.game.passing
    while passing is not None and not array[0].always_ask and not array[0].over:
        masks = ((seat, _legal(match.game, array, seat)) for seat in seats_in(array[0].waiting))
        idle = next((seat for seat, mask in masks if mask[passing] and int(mask.sum()) == 1), None)
        if idle is None:
            return
        verbs.play(array[0], match.game.box.record, idle, passing)


def _legal(game: GameSpec, array: Any, seat: int) -> Mask:
    mask = game.mask()
    if array[0].waiting >> seat & 1:
        verbs.legal(array[0], game.box.record, seat, mask)
    return mask


def _outcome(game: GameSpec, array: Any, notes: Any, knower: int) -> _Outcome:
    hidden = copied(array)
    verbs.hide(hidden[0], game.box.record, knower)
    return _Outcome(hidden.tobytes(), [note for note in notes if note.reaches(knower)])
