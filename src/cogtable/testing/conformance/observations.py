"""Point 10: an observation holds what the seat knows, no more and no less."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cogtable.engine.batches.batch import observe_states
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.records.state import Ints, copied
from cogtable.engine.rules import verbs
from cogtable.engine.rules.observation import DTYPE
from cogtable.testing.conformance.knowledge import exchanged
from cogtable.testing.conformance.trials import Dice, Plan, Trial, determinized, matches, trials

CHILDREN = 2
"""How many actions are tried from a position, to compare positions that differ in little."""

ANY_ORDER = ("fan", "stack")
"""The shapes of zones in which the order of pieces has no meaning."""


def observations_hold_what_is_known(game: Game, plan: Plan) -> None:
    """10. An observation fits its ranges, is the same compiled as interpreted, and changes nothing.

    It stays the same when what the seat cannot know is dealt anew. Where two observations of a seat are equal, so are
    its legal actions, and its views in everything but words. A game without observations passes.
    """
    if game.observation is None:
        return
    for trial in trials(game, plan):
        dice = Dice(trial.seed + 6)
        known = {seat: _Known(trial, seat) for seat in range(SPECTATOR, trial.seats)}
        for match in matches(trial, 20):
            for seat in known:
                _stays_the_same(trial, match, seat, dice)
            for position in (match, *_children(match, dice)):
                for seat, telling in known.items():
                    telling.check(position, seat)


def compile_observations(game: Game) -> None:
    """Compiles the code that the point runs natively."""
    if game.observation is not None:
        natively(game, game.deal(game.min_seats, 0), 0)


def _children(match: Match, dice: Dice) -> list[Match]:
    """The positions that the next action can lead to."""
    found = []
    if not match.over:
        seat = dice.one_of(match.waiting)
        legal = np.flatnonzero(match.legal(seat))
        for _ in range(min(CHILDREN, legal.size)):
            child = match.copy()
            child.play(seat, int(dice.one_of(legal)))
            found.append(child)
    return found


def _observed(trial: Trial, hidden: Any, seat: int) -> Ints:
    before = hidden.tobytes()
    with trial.interpreted(hidden[0].ply, "observe"):
        row = trial.game.observed(hidden, seat)
    if hidden.tobytes() != before:
        raise trial.fail(hidden[0].ply, "observe changed the state")
    return row


def natively(game: Game, array: Any, seat: int) -> Ints:
    """The observation of a seat as compiled code writes it."""
    rows: Ints = np.zeros((1, game.layout.count()), DTYPE)
    observe_states(game, array, np.array([seat], np.int8), rows)
    return rows.reshape(-1)


def _stays_the_same(trial: Trial, match: Match, seat: int, dice: Dice) -> None:
    game, truth, known = trial.game, match.position, match.hidden(seat)
    row = _observed(trial, known, seat)
    _check_ranges(trial, match.ply, seat, row)
    _check_same(trial, match.ply, seat, row, natively(game, truth, seat), "compiled")
    worlds = {
        "when what it may not know is exchanged": exchanged(game, truth, seat, dice).array,
        "when what is hidden is determinized": determinized(trial, known, seat, dice.below(1 << 30)),
    }
    for how, world in worlds.items():
        again = copied(world)
        verbs.hide(again[0], game.box.record, seat)
        _check_same(trial, match.ply, seat, row, _observed(trial, again, seat), how)


def _check_ranges(trial: Trial, ply: int, seat: int, row: Ints) -> None:
    low, high = trial.game.layout.bounds()
    for place in np.flatnonzero((row < low) | (row > high)):
        name = trial.game.layout.name_of(int(place))
        raise trial.fail(
            ply, f"seat {seat} observes {name} as {row[place]}; its range is {low[place]} to {high[place]}"
        )


def _check_same(trial: Trial, ply: int, seat: int, row: Ints, other: Ints, how: str) -> None:
    for place in np.flatnonzero(row != other):
        name = trial.game.layout.name_of(int(place))
        raise trial.fail(ply, f"seat {seat} observes {name} as {row[place]}, {how} as {other[place]}")


class _Sight(NamedTuple):
    """A seat's actions and view at a position."""

    match: Match
    seat: int
    mask: bytes

    def facts(self) -> dict[str, Any]:
        return seen_facts(self.match.view(None if self.seat == SPECTATOR else self.seat))


class _Known:
    """A seat's observations in a game, with its views and actions."""

    def __init__(self, trial: Trial, seat: int) -> None:
        self.trial = trial
        self.found: dict[bytes, _Sight] = {}

    def check(self, match: Match, seat: int) -> None:
        """Raises Nonconformity where the seat can tell this position from one before, but its observation cannot."""
        row = _observed(self.trial, match.hidden(seat), seat)
        mask = match.legal(seat).tobytes() if seat in match.waiting else b""
        first = self.found.get(row.tobytes())
        if first is None:
            self.found[row.tobytes()] = _Sight(match.copy(), seat, mask)
            return
        ply = first.match.ply
        if mask != first.mask:
            raise self.trial.fail(
                match.ply, f"seat {seat} observes the same as at ply {ply}, but has other legal actions"
            )
        same_facts = first.facts()
        for what, fact in _Sight(match, seat, mask).facts().items():
            if fact != same_facts.get(what):
                raise self.trial.fail(
                    match.ply,
                    f"seat {seat} observes the same as at ply {ply}, but sees something else in {what}:"
                    f" {fact}, then {same_facts.get(what)}",
                )


def seen_facts(view: Any) -> dict[str, Any]:
    """The contents of a view without its words: the numbers of each part, and the pieces in each zone."""
    parts = {part["id"]: part for part in msgspec.to_builtins(view.parts)}
    facts = {name: numbers for name, part in parts.items() if (numbers := _numbers(part))}
    lying: dict[str, list[str]] = {}
    for piece in msgspec.to_builtins(view.pieces):
        zone = parts[piece["zone"]]
        ordered = zone["shape"] not in ANY_ORDER and not zone.get("overlap")
        lying.setdefault(f"zone {piece['zone']}", []).append(
            repr((piece.get("at", 0) if ordered else 0, _numbers(piece["face"])))
        )
    return {**facts, **{zone: sorted(pieces) for zone, pieces in lying.items()}}


def _numbers(item: Any) -> Any:
    """The numbers in a part of a view, by the names of their fields; None if there are none."""
    if isinstance(item, str):
        return item if item[-1:].isdigit() and re.fullmatch(r"[-+−]?\d+", item) else None
    if isinstance(item, dict):
        return {name: found for name, one in item.items() if (found := _numbers(one)) not in (None, {}, [])}
    if isinstance(item, list | tuple):
        return [_numbers(one) for one in item]
    return item
