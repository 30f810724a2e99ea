"""Taking moves back: the ply of a seat's last decision, and whether the moves since can have revealed hidden
information.

Whether an undo is free is an answer to the asking seat, so it must depend only on that seat's information; otherwise it
would reveal hidden information. A move reveals nothing if everybody's information after it would be the same in all
positions that are consistent with the asking seat's information. So the hidden part of the position before the move is
sampled several times for the asking seat (`determinize`), and the move is played there. If the seat would see a
different outcome, the move told it something. In each sampled position, the information hidden from every other seat
and from spectators is sampled once more, and the move is played again: if the outcome differs for them, the move can
have told them something. Games need no code for this.

>>> from cogtable.engine.play import undo
>>> ply = undo.last_decision(match, seat=0)
>>> undo.is_free(match, seat=0)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.play.match import SPECTATOR, Match, Move
from cogtable.engine.records.state import Mask, copied, seats_in
from cogtable.engine.rules import rng, verbs
from cogtable.engine.rules.events import Note, collected

SAMPLED_WORLDS = 48
"""The number of positions sampled for the asking seat, each with one more for everybody else. A move that rules out 10%
of deals is missed with probability 0.9^48 = 0.6%; one that rules out half is practically never missed. An effect that
shows in only 1% of the deals is usually missed, and reveals hardly anything.
"""


def last_decision(match: Match, seat: int) -> int | None:
    """The number of moves before the last one that `seat` chose; None if it has not chosen anything yet."""
    for ply in range(match.ply - 1, -1, -1):
        move = match.moves[ply]
        if move.seat == seat and match.is_chosen(move):
            return ply
    return None


def is_free(match: Match, seat: int) -> bool:
    """Whether `seat` may take back its last decision without asking: no other seat has chosen anything since, and
    nothing hidden was revealed, given the information of `seat`. Two matches that look alike to it have the same
    answer.
    """
    ply = last_decision(match, seat)
    return not match.over and ply is not None and is_last(match, seat) and not revealed(match, ply, seat)


def is_last(match: Match, seat: int) -> bool:
    """Whether the last decision of the match is that of `seat`, so no other seat has chosen anything since."""
    chosen = next((move for move in reversed(match.moves) if match.is_chosen(move)), None)
    return chosen is not None and chosen.seat == seat


def revealed(match: Match, since: int, seat: int) -> bool:
    """Whether the moves after the first `since` can have revealed something hidden to anybody, given the information of
    `seat`. Two matches that look alike to it have the same answer.
    """
    return any(_may_reveal(match, step, seat) for step in _steps(match, since))


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
    """One seat's information after a step, and the notes that it got."""

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


class _Played(NamedTuple):
    """An action that was played in an imagined position, with the position after it and its notes."""

    action: int
    after: Any
    notes: tuple[Note, ...]


def _may_reveal(match: Match, step: _Step, asker: int) -> bool:
    """Whether a step can have revealed something hidden to anybody, spectators included. Depends only on the
    information of `asker`.
    """
    game, mover = match.game, step.move.seat
    before, after = match.positions[step.start], match.positions[step.end]
    known, seen = _hidden(game, before, asker), _outcome(game, after, step.notes, asker)
    is_known = mover == asker or match.is_dropping(step.move)
    action = step.move.action if is_known else None
    for number in range(SAMPLED_WORLDS):
        world = _imagined(game, known, asker, number)
        played = _played_as_seen(match, world, mover, action, asker, seen, only=is_known)
        if played is None:
            return True
        action = played.action
        for knower in range(SPECTATOR, match.seats):
            if knower != asker and _learns(match, world, mover, played, knower, number):
                return True
    return False


def _played_as_seen(
    match: Match, world: Any, mover: int, first: int | None, asker: int, seen: _Outcome, *, only: bool
) -> _Played | None:
    """An action after which `asker` sees what it saw: tries `first`, if given, and then all others unless `only` that
    one is possible. None if there is no such action.
    """
    mask = _legal(match.game, world, mover)
    others = [] if only else np.flatnonzero(mask).tolist()
    for action in others if first is None else [first, *others]:
        if mask[action] or action == match.game.dropping:
            played = _play(match, world, mover, action)
            if _outcome(match.game, played.after, played.notes, asker) == seen:
                return played
    return None


def _learns(match: Match, world: Any, mover: int, played: _Played, knower: int, number: int) -> bool:
    """Whether an action told `knower` something, if it was played in the position `world`: whether its outcome would be
    another in a position that the knower could not tell from this one.

    Others may not know which action was taken. If it is impossible in that position, another action with the same
    outcome will do.
    """
    game = match.game
    real = _outcome(game, played.after, played.notes, knower)
    twin = _imagined(game, _hidden(game, world, knower), knower, SAMPLED_WORLDS * (knower + 2) + number)
    mask = _legal(game, twin, mover)
    if mask[played.action] or played.action == game.dropping:
        actions = [played.action]
    else:
        actions = [] if knower == mover else np.flatnonzero(mask).tolist()
    outcomes = (_play(match, twin, mover, action) for action in actions)
    return not any(_outcome(game, each.after, each.notes, knower) == real for each in outcomes)


def _play(match: Match, world: Any, seat: int, action: int) -> _Played:
    after = copied(world)
    with collected() as notes:
        verbs.play(after[0], match.game.box.record, seat, action)
        _pass_over(match, after)
    return _Played(action, after, tuple(notes))


def _hidden(game: GameSpec, array: Any, knower: int) -> Any:
    hidden = copied(array)
    verbs.hide(hidden[0], game.box.record, knower)
    return hidden


def _imagined(game: GameSpec, known: Any, knower: int, seed: int) -> Any:
    """A position that is consistent with the information of `knower`."""
    world = copied(known)
    rng.seed(world[0], seed)
    verbs.determinize(world[0], game.box.record, knower)
    return world


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


def _outcome(game: GameSpec, array: Any, notes: tuple[Note, ...], knower: int) -> _Outcome:
    return _Outcome(_hidden(game, array, knower).tobytes(), [note for note in notes if note.reaches(knower)])
