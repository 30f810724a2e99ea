"""The conformance suite: what every game must pass, also one from another package.

In the tests of a game::

    import cogtable
    import pytest
    from cogtable.engine import conformance

    PLAN = conformance.Plan(census=my_census, golden=Path("tests/golden"))

    @pytest.mark.parametrize("point", conformance.POINTS)
    def test_conforms(point):
        point(cogtable.game("mine"), PLAN)

`check(game, plan)` holds a game against all points; each is also a function of its own. What fails raises
`Nonconformity`, whose text says the game, its seats, seed and options, the ply, and what differed.

A game needs a golden file, a whole game in words for each number of seats, read as a diff when rules change::

    python -m cogtable.engine.conformance --golden mine tests/golden
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import numpy as np
from numba.extending import register_jitable

from cogtable.engine import chance, coverage, registry, verbs
from cogtable.engine.errors import IllegalAction
from cogtable.engine.game import Game
from cogtable.engine.match import SPECTATOR, Match
from cogtable.engine.native import fill_mask, kernel
from cogtable.engine.notes import collected
from cogtable.engine.state import Mask, State, copied

Census = Callable[[Any, Any], object]
"""Counts what a state holds (every card, every token): must give the same from the first to the last move."""

Bot = Callable[[Match, int, int], int]
"""bot(match, seat, seed): the action that it takes for a waiting seat, always the same for a seed."""


class Nonconformity(AssertionError):
    """A game that does not do what every game must."""


class Plan(NamedTuple):
    """How a game is held against the suite.

    `census` counts its components. `golden` is the folder of its golden file. `bots` are asked by name for the
    point on secrets. `open_information` says that a game hides nothing but chance. `games` are played for each
    number of seats.
    """

    census: Census
    golden: Path
    bots: Mapping[str, Bot] = {}
    open_information: bool = False
    games: int = 2
    seed: int = 0


def check(game: Game, plan: Plan) -> None:
    """Holds a game against all points. Raises Nonconformity."""
    for point in POINTS:
        point(game, plan)


# --- the games that are played ------------------------------------------------------------------------


class _Throws(State):
    """The generator of the suite's own choices."""


class Dice:
    """Random numbers of the suite: always the same for a seed, whatever the version of Python."""

    def __init__(self, seed: int) -> None:
        self._state = _Throws.new()[0]
        chance.seed(self._state, seed)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return chance.below(self._state, n)

    def one_of(self, items: Any) -> Any:
        """One of several things."""
        return items[self.below(len(items))]


class Trial(NamedTuple):
    """One game to be played."""

    game: Game
    seats: int
    seed: int
    options: dict[str, int]

    def start(self) -> Match:
        """The match, dealt."""
        return Match(self.game, self.seats, self.seed, self.game.checked_options(self.options))

    def deal(self) -> Any:
        """The first state, an array of one record."""
        with self.interpreted(0, "setup"):
            return self.game.deal(self.seats, self.seed, self.options)

    def fail(self, ply: int, what: str) -> Nonconformity:
        """The error that says where it happened."""
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        return Nonconformity(f"{self.game.name}, seats={self.seats}, seed={self.seed}{options}, ply {ply}: {what}")

    @contextmanager
    def interpreted(self, ply: int, verb: str) -> Iterator[None]:
        """Around a verb called from Python: a sum that leaves its field is an error, not a wrap or a warning."""
        try:
            with np.errstate(over="raise"):
                yield
        except (FloatingPointError, OverflowError) as error:
            raise self.fail(
                ply, f"{verb}, interpreted: {error}: a sum leaves the integers of its field; widen with int()"
            ) from error


def trials(game: Game, plan: Plan) -> list[Trial]:
    """The games to play: for each number of seats one with the default options, then others with options drawn."""
    dice = Dice(plan.seed)
    found: list[Trial] = []
    for number in range(plan.games):
        for seats in range(game.min_seats, game.max_seats + 1):
            options = _drawn_options(game, dice) if number else {}
            found.append(Trial(game, seats, plan.seed + len(found), options))
    return found


def _drawn_options(game: Game, dice: Dice) -> dict[str, int]:
    """Any of its choices for each option; for a number one not above the default, so that games stay short."""
    drawn = {}
    for name, item in game.options.items():
        high = item.high if item.choices else item.default
        value = item.low + dice.below(high - item.low + 1)
        if value != item.default and (item.choices or dice.below(3) == 0):
            drawn[name] = value
    return drawn


def _seats(waiting: int) -> list[int]:
    return [seat for seat in range(int(waiting).bit_length()) if waiting >> seat & 1]


def _mask(trial: Trial, array: Any, seat: int, ply: int) -> Mask:
    mask = trial.game.mask()
    with trial.interpreted(ply, "legal"):
        verbs.legal(array[0], trial.game.box.record, seat, mask)
    return mask


def _some_action(trial: Trial, array: Any, dice: Dice) -> tuple[int, int, Mask]:
    """A waiting seat, one of its legal actions, and its mask."""
    ply = array[0].ply
    seats = _seats(array[0].waiting)
    if not seats:
        raise trial.fail(ply, "no seat is waiting, but the game is not over")
    seat = dice.one_of(seats)
    mask = _mask(trial, array, seat, ply)
    legal = np.flatnonzero(mask)
    if not legal.size:
        raise trial.fail(ply, f"seat {seat} is waiting, but its mask is empty")
    return seat, int(dice.one_of(legal)), mask


def _play(trial: Trial, array: Any, seat: int, action: int) -> None:
    with trial.interpreted(array[0].ply, f"play {action}"):
        verbs.play(array[0], trial.game.box.record, seat, action)


def _walk(trial: Trial) -> Iterator[tuple[Any, int, int]]:
    """Plays a random game; gives (array, seat, action) before each action, then the last state with -1, -1."""
    array = trial.deal()
    dice = Dice(trial.seed)
    while not array[0].over:
        if array[0].ply >= trial.game.bound:
            raise trial.fail(array[0].ply, f"the game goes on after {trial.game.bound} actions, its bound")
        seat, action, _ = _some_action(trial, array, dice)
        yield array, seat, action
        _play(trial, array, seat, action)
    yield array, -1, -1


def _matches(trial: Trial, every: int) -> Iterator[Match]:
    """Plays a random match; gives it at the start, at the end, and about once in `every` moves between.

    The longer it lasts the less often: what comes late in a long game looks much like what came before.
    """
    match = trial.start()
    dice = Dice(trial.seed)
    looks = 0
    while not match.over:
        if dice.below(every) == 0 or not match.moves:
            if looks < 6 or (looks < 18 and looks % 3 == 0) or looks % 12 == 0:
                yield match
            looks += 1
        seat = dice.one_of(match.waiting)
        match.play(seat, int(dice.one_of(np.flatnonzero(match.legal(seat)))))
    yield match


def differences(one: Any, other: Any, names: tuple[str, str]) -> str:
    """The fields in which two arrays of one record differ, in words; empty when they are equal."""
    found = []
    for field in one.dtype.names:
        a, b = np.atleast_1d(one[field][0]), np.atleast_1d(other[field][0])
        for place in np.argwhere(a != b)[:3]:
            where = f"[{', '.join(str(i) for i in place)}]" if one.dtype[field].shape else ""
            found.append(f"{field}{where} is {a[tuple(place)]} {names[0]}, {b[tuple(place)]} {names[1]}")
    return "; ".join(found[:6])


def _facts(array: Any) -> dict[str, bytes]:
    """The fields of a state without the generator, the marker and filling."""
    kept = [name for name in array.dtype.names if name not in ("rng", "filling") and not name.startswith("is_")]
    return {name: array[name].tobytes() for name in kept}


def digest(array: Any) -> str:
    """A short digest of an array of one record: of its fields by name, whatever their order and the game's sources."""
    facts = {**_facts(array), "rng": array["rng"].tobytes()}
    return hashlib.sha256(repr(sorted(facts.items())).encode()).hexdigest()[:8]


# --- 1 ------------------------------------------------------------------------------------------------

_VERBS = ("setup", "legal", "play", "hide", "guess", "rank", "estimate")
_SETUP, _LEGAL, _PLAY, _HIDE, _GUESS, _RANK, _ESTIMATE = range(7)


@kernel
def _natively(
    verb: int, states: Any, boxes: Any, seat: int, action: int, mask: Mask, places: Any, chances: Any
) -> None:
    s = states[0]
    b = boxes[0]
    if verb == _SETUP:
        verbs.setup(s, b)
    elif verb == _LEGAL:
        verbs.legal(s, b, seat, mask)
    elif verb == _PLAY:
        verbs.play(s, b, seat, action)
    elif verb == _HIDE:
        verbs.hide(s, b, seat)
    elif verb == _GUESS:
        verbs.guess(s, b, seat)
    elif verb == _RANK:
        verbs.rank(s, b, places)
    else:
        verbs.estimate(s, b, chances)


class _Both:
    """Calls verbs interpreted and native on a state each, and compares all that they write."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.boxes = trial.game.box.tables
        blank = trial.game.blank(trial.seats, trial.options)
        chance.seed(blank[0], trial.seed)
        self.plain, self.native = blank, copied(blank)

    def call(self, verb: int, seat: int = SPECTATOR, action: int = -1) -> None:
        """Calls one verb both ways."""
        ply = self.plain[0].ply
        own, compiled = self._out(), self._out()
        with self.trial.interpreted(ply, _VERBS[verb]):
            _plainly(verb, self.plain, self.boxes, seat, action, *own)
        _natively(verb, self.native, self.boxes, seat, action, *compiled)
        called = f"{_VERBS[verb]}, seat {seat}" + (f", action {action}" if action >= 0 else "")
        if differ := differences(self.plain, self.native, ("interpreted", "native")):
            raise self.trial.fail(ply, f"after {called}: {differ}")
        if self.plain.tobytes() != self.native.tobytes():
            raise self.trial.fail(ply, f"after {called}: the fields are equal, but not the bytes of the records")
        for name, a, b in zip(("the mask", "places", "chances"), own, compiled, strict=True):
            if a.tobytes() != b.tobytes():
                raise self.trial.fail(ply, f"{called}: {name} {a.tolist()} interpreted, {b.tolist()} native")

    def _out(self) -> tuple[Any, Any, Any]:
        game, seats = self.trial.game, self.trial.seats
        return game.mask(), np.zeros((seats, 2), np.int32), np.zeros(seats, np.int32)

    def apart(self) -> _Both:
        """The same on copies."""
        twin = object.__new__(_Both)
        twin.__dict__.update(self.__dict__, plain=copied(self.plain), native=copied(self.native))
        return twin


def _plainly(verb: int, states: Any, boxes: Any, seat: int, action: int, mask: Mask, places: Any, chances: Any) -> None:
    _natively.py_func(verb, states, boxes, seat, action, mask, places, chances)  # type: ignore[attr-defined]


def native_is_the_same(game: Game, plan: Plan) -> None:
    """1. Interpreted and native play the same games: records and answers are equal byte for byte after every move."""
    box = game.box.tables.tobytes()
    for trial in trials(game, plan):
        both = _Both(trial)
        both.call(_SETUP)
        dice = Dice(trial.seed)
        while not both.plain[0].over:
            _look_both_ways(both, dice)
            seat, action, _ = _some_action(trial, both.plain, dice)
            both.call(_PLAY, seat, action)
        _look_both_ways(both, dice)
        if game.box.tables.tobytes() != box:
            raise trial.fail(both.plain[0].ply, "the tables of the box were changed by playing")


def _look_both_ways(both: _Both, dice: Dice) -> None:
    """All verbs that must not change the state, and those that may change a copy only."""
    before = both.plain.tobytes()
    for seat in _seats(both.plain[0].waiting):
        both.call(_LEGAL, seat)
    both.call(_RANK)
    both.call(_ESTIMATE)
    if both.plain.tobytes() != before:
        raise both.trial.fail(both.plain[0].ply, "legal, rank or estimate changed the state")
    if dice.below(3) == 0:
        twin = both.apart()
        seat = dice.below(both.trial.seats + 1) - 1
        twin.call(_HIDE, seat)
        number = dice.below(1 << 30)
        for array in (twin.plain, twin.native):
            chance.seed(array[0], number)
        twin.call(_GUESS, seat)
        twin.call(_ESTIMATE)


# --- 2 ------------------------------------------------------------------------------------------------


def secrets_are_kept(game: Game, plan: Plan) -> None:
    """2. What a seat cannot see changes nothing of what it gets, at any move, for any seat or spectator.

    Hidden facts are guessed anew: view, mask, choices, log and the bots' moves must stay the same; a note may reach a
    seat only if it tells what that seat can know. A guess must differ from the truth at times, or nothing is proven.
    """
    hidden, changed = Counter[str](), Counter[str]()
    for trial in trials(game, plan):
        dice = Dice(trial.seed + 1)
        for match in _matches(trial, 6):
            for seat in range(SPECTATOR, trial.seats):
                _keeps_secrets(trial, match, seat, dice, plan, hidden, changed)
    if plan.open_information:
        return
    if not hidden:
        raise Nonconformity(f"{game.name}: hide never hid anything; if nothing is hidden, say open_information=True")
    if still := sorted(set(hidden) - set(changed)):
        raise Nonconformity(f"{game.name}: guess never differed from the truth in {', '.join(still)}, which hide hides")


def _keeps_secrets(
    trial: Trial, match: Match, seat: int, dice: Dice, plan: Plan, hidden: Counter[str], changed: Counter[str]
) -> None:
    truth = match._states[-1]
    known = match.hidden(seat)
    _check_hidden(trial, known, seat)
    world = _guessed(trial, known, seat, dice.below(1 << 30))
    for counter, other in ((hidden, known), (changed, world)):
        facts = _facts(other)
        counter.update(name for name, value in _facts(truth).items() if value != facts[name])

    again = copied(world)
    verbs.hide(again[0], trial.game.box.record, seat)
    if differ := differences(known, again, ("hidden", "guessed and hidden again")):
        raise trial.fail(match.ply, f"seat {seat} knows what guess changed: {differ}")
    twin = _in_world(match, world)
    told, other_told = _told(match, seat), _told(twin, seat)
    for what, words in told.items():
        if words != other_told[what]:
            raise trial.fail(
                match.ply, f"the {what} of seat {seat} tells what it cannot know: {_split(words, other_told[what])}"
            )
    for name, bot in plan.bots.items():
        if seat in match.waiting:
            moves = [bot(other, seat, trial.seed) for other in (match, twin)]
            if moves[0] != moves[1]:
                raise trial.fail(match.ply, f"bot {name} in seat {seat} plays by what it cannot know: {moves}")
    _notes_keep_secrets(trial, match, twin, seat, dice)


def _check_hidden(trial: Trial, known: Any, seat: int) -> None:
    """Hiding twice is hiding once, and the generator is gone."""
    if known["rng"].any():
        raise trial.fail(known[0].ply, f"the state hidden for seat {seat} still holds the generator")
    twice = copied(known)
    verbs.hide(twice[0], trial.game.box.record, seat)
    if differ := differences(known, twice, ("hidden once", "hidden twice")):
        raise trial.fail(known[0].ply, f"hide for seat {seat} is not idempotent: {differ}")


def _guessed(trial: Trial, known: Any, seat: int, number: int) -> Any:
    """A full state that agrees with what `seat` knows."""
    world = copied(known)
    chance.seed(world[0], number)
    with trial.interpreted(known[0].ply, "guess"):
        verbs.guess(world[0], trial.game.box.record, seat)
    return world


def _in_world(match: Match, world: Any) -> Match:
    """The same match with another truth behind what is seen."""
    twin = match.copy()
    twin._states[-1] = world
    return twin


def _told(match: Match, seat: int) -> dict[str, bytes]:
    """All that leaves the engine for a seat."""
    view = match.view(None if seat == SPECTATOR else seat)
    log, view.log = view.log, []
    choices = match.choices(seat) if seat in match.waiting else []
    return {
        "mask": match.legal(seat).tobytes() if seat in match.waiting else b"",
        "list of choices": msgspec.json.encode(choices),
        "log": msgspec.json.encode(log),
        "view": msgspec.json.encode(view),
        "list of reasons": msgspec.json.encode([match.why_not(seat, piece.id) for piece in view.pieces]),
    }


def _split(one: bytes, other: bytes) -> str:
    """Two texts from where they differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 60)
    return f"{one[start : at + 40]!r} and {other[start : at + 40]!r}"


def _notes_keep_secrets(trial: Trial, match: Match, twin: Match, seat: int, dice: Dice) -> None:
    """Where the same action leads to the same knowledge of `seat`, it must hear the same of it."""
    if match.over:
        return
    actor = dice.one_of(match.waiting)
    both = np.flatnonzero(match.legal(actor) & twin.legal(actor))
    if not both.size:
        return
    action = int(dice.one_of(both))
    knowledge, heard = [], []
    for other in (match, twin):
        array = copied(other._states[-1])
        array["rng"] = match._states[-1]["rng"]
        with collected() as notes:
            _play(trial, array, actor, action)
        verbs.hide(array[0], trial.game.box.record, seat)
        knowledge.append(array.tobytes())
        heard.append([note for note in notes if note.reaches(seat)])
    if knowledge[0] == knowledge[1] and heard[0] != heard[1]:
        unlike = [pair for pair in zip(*heard, strict=False) if pair[0] != pair[1]]
        raise trial.fail(
            match.ply, f"seat {actor} plays {action}: notes tell seat {seat} what it cannot know: {unlike or heard}"
        )


# --- 3 ------------------------------------------------------------------------------------------------


def nothing_gets_lost(game: Game, plan: Plan) -> None:
    """3. Every component is in exactly one place at every move, also in a world that was guessed and is played on."""
    for trial in trials(game, plan):
        first: object = None
        dice = Dice(trial.seed + 2)
        for array, _, _ in _walk(trial):
            first = _counted(trial, array, plan, first, "")
            if dice.below(3) == 0:
                _guess_counts(trial, array, plan, first, dice)


def _counted(trial: Trial, array: Any, plan: Plan, first: object, where: str) -> object:
    try:
        now = plan.census(array[0], trial.game.box.record)
    except AssertionError as error:
        raise trial.fail(array[0].ply, f"{where}the census fails: {error}") from error
    if first is not None and now != first:
        raise trial.fail(array[0].ply, f"{where}the census was {first}; it is {now}")
    return now


def _guess_counts(trial: Trial, array: Any, plan: Plan, first: object, dice: Dice) -> None:
    seat = dice.below(trial.seats + 1) - 1
    known = copied(array)
    verbs.hide(known[0], trial.game.box.record, seat)
    world = _guessed(trial, known, seat, dice.below(1 << 30))
    where = f"as guessed for seat {seat}: "
    _counted(trial, world, plan, first, where)
    for _ in range(10):
        if not world[0].over:
            acting, action, _mask = _some_action(trial, world, dice)
            _play(trial, world, acting, action)
            _counted(trial, world, plan, first, where)


# --- 4 ------------------------------------------------------------------------------------------------


def only_legal_actions_count(game: Game, plan: Plan) -> None:
    """4. A waiting seat always has a legal action; an illegal one is refused with the reason and changes nothing."""
    for trial in trials(game, plan):
        for array, _, _ in _walk(trial):
            _check_waiting(trial, array)
        dice = Dice(trial.seed + 3)
        for match in _matches(trial, 6):
            _refuses(trial, match, dice)


def _check_waiting(trial: Trial, array: Any) -> None:
    s = array[0]
    if bool(s.over) == bool(s.waiting):
        raise trial.fail(s.ply, f"over is {s.over}, but waiting is {s.waiting:#b}")
    if s.waiting >> trial.seats:
        raise trial.fail(s.ply, f"waiting is {s.waiting:#b}, with seats that do not play")
    for seat in _seats(s.waiting):
        mask = _mask(trial, array, seat, s.ply)
        if not mask.any():
            raise trial.fail(s.ply, f"seat {seat} is waiting, but its mask is empty")
        if mask.max() > 1:
            raise trial.fail(s.ply, f"the mask of seat {seat} holds {mask.max()}; expected 0 and 1")


def _refuses(trial: Trial, match: Match, dice: Dice) -> None:
    tries: list[tuple[int, int | str]] = [(-1, 0), (trial.seats, 0)]
    for seat in range(trial.seats):
        illegal = np.flatnonzero(match.legal(seat) == 0)
        tries += [(seat, int(dice.one_of(illegal))) for _ in range(2 if illegal.size else 0)]
        tries += [(seat, -1), (seat, trial.game.actions), (seat, "no such thing")]
    before = (match._states[-1].tobytes(), len(match._states), list(match.moves))
    for seat, action in tries:
        try:
            match.play(seat, action)
        except IllegalAction as error:
            reason = str(error)
        else:
            raise trial.fail(match.ply, f"seat {seat} could play {action!r}, which is not legal")
        if not reason:
            raise trial.fail(match.ply, f"{action!r} of seat {seat} is refused without a reason")
        if (match._states[-1].tobytes(), len(match._states), match.moves) != before:
            raise trial.fail(match.ply, f"{action!r} of seat {seat} was refused, but changed the match")


# --- 5 ------------------------------------------------------------------------------------------------


@register_jitable
def _extreme_action(mask: Mask, last: bool) -> int:
    for i in range(mask.size):
        action = mask.size - 1 - i if last else i
        if mask[action]:
            return action
    return -1


@kernel
def _play_extremes(states: Any, boxes: Any, mask: Mask, limit: int) -> None:
    """Plays each state with random, or always the first, or always the last of the legal actions."""
    b = boxes[0]
    for i in range(states.size):
        s = states[i]
        while not s.over and s.ply < limit:
            seat = 0
            while not s.waiting >> seat & 1:
                seat += 1
            fill_mask(s, b, seat, mask)
            count = 0
            for action in range(mask.size):
                count += mask[action]
            if count == 0:
                break
            if i % 3 < 2:
                verbs.play(s, b, seat, _extreme_action(mask, i % 3 == 1))
            else:
                skip = chance.below(s, count)
                action = 0
                while skip >= mask[action]:
                    skip -= mask[action]
                    action += 1
                verbs.play(s, b, seat, action)


def games_end(game: Game, plan: Plan) -> None:
    """5. Every game ends within its bound, with all options at their longest too, and gives each seat a place."""
    longest = {name: item.high for name, item in game.options.items() if not item.choices}
    cases = [
        *trials(game, plan),
        *(Trial(game, n, plan.seed, longest) for n in range(game.min_seats, game.max_seats + 1)),
    ]
    for trial in cases:
        states = np.concatenate([trial._replace(seed=trial.seed + i).deal() for i in range(12)])
        _play_extremes(states, game.box.tables, game.mask(), game.bound)
        for i in range(states.size):
            at = trial._replace(seed=trial.seed + i)
            s = states.view(game.state.dtype)[i]
            if not s.over:
                raise at.fail(s.ply, f"the game goes on after {s.ply} actions; its bound is {game.bound}")
            _check_places(at, states[i : i + 1])


def _check_places(trial: Trial, array: Any) -> None:
    out = np.zeros((trial.seats, 2), np.int32)
    with trial.interpreted(array[0].ply, "rank"):
        verbs.rank(array[0], trial.game.box.record, out)
    places = sorted(out[:, 0].tolist())
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise trial.fail(array[0].ply, f"the places are {places}; expected 1 for the best, and level ones shared")
    chances = np.zeros(trial.seats, np.int32)
    with trial.interpreted(array[0].ply, "estimate"):
        verbs.estimate(array[0], trial.game.box.record, chances)
    if chances.min() < 0 or not 900 <= chances.sum() <= 1100:
        raise trial.fail(array[0].ply, f"the estimate is {chances.tolist()}; expected about 1000 in all")


# --- 6 ------------------------------------------------------------------------------------------------


def matches_come_back(game: Game, plan: Plan) -> None:
    """6. Saved and loaded, undone and replayed, or copied, a match is the same at any move; loading plays nothing."""
    for trial in trials(game, plan):
        dice = Dice(trial.seed + 4)
        for match in _matches(trial, 14):
            _loads(trial, match)
            _copies(trial, match, dice)
            _undoes(trial, match, dice)


def _same(trial: Trial, one: Match, other: Match, how: str, *, words: bool) -> None:
    if differ := differences(one._states[-1], other._states[-1], ("before", how)):
        raise trial.fail(one.ply, f"{how}: {differ}")
    if [move[:3] for move in one.moves] != [move[:3] for move in other.moves] or one.save() != other.save():
        raise trial.fail(one.ply, f"{how}, the log of actions is another")
    if words:
        for seat in range(SPECTATOR, trial.seats):
            told, again = _told(one, seat), _told(other, seat)
            for what in told:
                if told[what] != again[what]:
                    raise trial.fail(
                        one.ply, f"{how}, the {what} of seat {seat} is another: {_split(told[what], again[what])}"
                    )


def _loads(trial: Trial, match: Match) -> None:
    data = match.save()
    with patch.object(verbs, "play", side_effect=AssertionError), patch.object(registry, "find", lambda *_: trial.game):
        try:
            loaded = Match.load(data)
        except AssertionError as error:
            raise trial.fail(match.ply, "loading replays the game; it must take over the position") from error
    _same(trial, match, loaded, "after loading", words=False)
    with patch.object(registry, "find", lambda *_: trial.game):
        _same(trial, match, Match.load(data, verify=True), "after loading and replaying", words=True)
    _same(trial, match, loaded, "after loading", words=True)


def _copies(trial: Trial, match: Match, dice: Dice) -> None:
    before = match.save()
    twin = match.copy()
    _same(trial, match, twin, "as a copy", words=True)
    if not twin.over:
        seat = dice.one_of(twin.waiting)
        twin.play(seat, int(dice.one_of(np.flatnonzero(twin.legal(seat)))))
        twin.undo()
        _same(trial, match, twin, "as a copy that was played on and undone", words=True)
    if match.save() != before:
        raise trial.fail(match.ply, "playing on a copy changed the match")


def _undoes(trial: Trial, match: Match, dice: Dice) -> None:
    """Takes back some moves one by one and plays them again."""
    twin = match.copy()
    again = []
    for _ in range(1 + dice.below(4)):
        before = twin.ply
        try:
            twin.undo()
        except IllegalAction:
            break
        again.append(match.moves[twin.ply])
        if twin.ply >= before:
            raise trial.fail(match.ply, "undo took nothing back")
    for move in reversed(again):
        twin.play(move.seat, move.action)
    _same(trial, match, twin, "after undo and the same moves again", words=True)


# --- 7 ------------------------------------------------------------------------------------------------

_SEAT = re.compile(r"\[\[seat:(\d+)\]\]")
_RULE = re.compile(r"\[\[rule:([^\]|]+)")


def words_and_pieces_agree(game: Game, plan: Plan) -> None:
    """7. Words name one action each; pieces lie where they can be seen; and what cannot be chosen says why."""
    rules = set(coverage.numbers(game.rules_text))
    for trial in trials(game, plan):
        for match in _matches(trial, 8):
            for seat in range(SPECTATOR, trial.seats):
                view = match.view(None if seat == SPECTATOR else seat)
                _check_view(trial, match, view)
                said = [msgspec.json.encode(view).decode()]
                if seat != SPECTATOR:
                    said += _check_choices(trial, match, seat, view)
                _check_words(trial, match, " ".join(said), rules)


def _check_choices(trial: Trial, match: Match, seat: int, view: Any) -> list[str]:
    """Returns the reasons given."""
    choices = match.choices(seat)
    if seat in match.waiting:
        if msgspec.json.encode(view.choices) != msgspec.json.encode(choices):
            raise trial.fail(match.ply, f"the view of seat {seat} does not hold its choices")
    elif choices or view.choices:
        raise trial.fail(match.ply, f"seat {seat} has choices, but nothing to decide")
    texts = Counter(" ".join(choice.text.split()).casefold() for choice in choices)
    if twice := [text for text, count in texts.items() if count > 1 or not text]:
        raise trial.fail(match.ply, f'several choices of seat {seat} are called "{twice[0]}"')
    for choice in choices:
        if match._number(seat, choice.text) != choice.action:
            raise trial.fail(match.ply, f'"{choice.text}" reads back as another action than {choice.action}')
    pieces = [piece.id for piece in view.pieces]
    touched = {piece for choice in choices for piece in choice.pieces}
    if unseen := touched - set(pieces):
        raise trial.fail(match.ply, f"choices of seat {seat} touch pieces that it does not see: {sorted(unseen)}")
    reasons = []
    for piece in pieces:
        reason = match.why_not(seat, piece)
        if piece in touched and reason:
            raise trial.fail(match.ply, f"seat {seat} can choose {piece}, but is told why not: {reason}")
        if piece not in touched and not reason.strip():
            raise trial.fail(match.ply, f"seat {seat} cannot choose {piece}, but is not told why")
        reasons.append(reason)
    return reasons


def _check_view(trial: Trial, match: Match, view: Any) -> None:
    def fail(what: str) -> Nonconformity:
        return trial.fail(match.ply, f"the view of seat {view.seat}: {what}")

    for what, ids in (("pieces", [p.id for p in view.pieces]), ("parts", [p.id for p in view.parts])):
        if twice := [name for name, count in Counter(ids).items() if count > 1]:
            raise fail(f"two {what} are called {twice[0]}")
    if view.over != match.over or view.waiting != list(match.waiting) or view.ply != match.ply:
        raise fail("it says another ply, or waits for others, than the match")
    if match.over:
        if view.result is None:
            raise fail("the game is over, but there is no result")
        places = {standing.seat: (standing.rank, standing.score) for standing in view.result.standings}
        if [places.get(seat) for seat in range(trial.seats)] != list(zip(match.ranks, match.scores, strict=True)):
            raise fail(f"the result is {places}; the places are {match.ranks}, the scores {match.scores}")
    for part in view.parts:
        if part.area not in view.wide.areas and part.area not in view.narrow.areas:
            raise fail(f"part {part.id} lies in area {part.area}, which no layout has")
    for layout in (view.wide, view.narrow):
        placed = [layout.areas, *layout.pages.values()]
        for name, area in [item for areas in placed for item in areas.items()]:
            within = 0 <= area.x <= area.x + area.w <= layout.width and 0 <= area.y <= area.y + area.h <= layout.height
            if not within:
                raise fail(f"area {name} reaches beyond the layout of {layout.width} x {layout.height}")
    zones = {part.id: part for part in view.parts if type(part).__name__ == "Zone"}
    for piece in view.pieces:
        if piece.zone not in zones:
            raise fail(f"piece {piece.id} lies in zone {piece.zone}, which is not there")
        if not 0 <= piece.at < _cells(zones[piece.zone]):
            raise fail(
                f"piece {piece.id} lies in cell {piece.at} of {piece.zone}, which has {_cells(zones[piece.zone])}"
            )
    if wrong := _check_previews(view, zones):
        raise fail(wrong)


def _check_previews(view: Any, zones: dict[str, Any]) -> str:
    """What is wrong with the view's previews and frames; empty when nothing is."""
    actions = [choice.action for choice in view.choices]
    for preview in view.previews:
        if preview.action not in actions:
            return f"it previews action {preview.action}, which is no choice"
    for ghost in (ghost for preview in [*view.previews, *view.frames] for ghost in preview.ghosts):
        if ghost.zone not in zones:
            return f"a ghost lies in zone {ghost.zone}, which is not there"
        if not 0 <= ghost.at < _cells(zones[ghost.zone]):
            return f"a ghost lies in cell {ghost.at} of {ghost.zone}, which has {_cells(zones[ghost.zone])}"
    return ""


def _cells(zone: Any) -> int:
    """How many cells a zone has; a fan or a stack takes any number."""
    if zone.shape in ("hex", "free"):
        return len(zone.spots)
    cells: int = {"row": zone.columns, "column": zone.rows, "grid": zone.columns * zone.rows}.get(zone.shape, 1 << 30)
    return cells


def _check_words(trial: Trial, match: Match, said: str, rules: set[str]) -> None:
    if unknown := set(_RULE.findall(said)) - rules:
        raise trial.fail(match.ply, f"words link to rules that rules.md does not have: {', '.join(sorted(unknown))}")
    if any(int(seat) >= trial.seats for seat in _SEAT.findall(said)):
        raise trial.fail(match.ply, "words name a seat that does not play")


# --- 8 ------------------------------------------------------------------------------------------------


def golden_text(game: Game) -> str:
    """A whole game for each number of seats: every move in words, with a digest of the state after it."""
    lines = [f"{game.name} {game.version}"]
    plan = Plan(census=lambda s, b: None, golden=Path(), games=2)
    for trial in trials(game, plan):
        options = "".join(f", {name}={value}" for name, value in trial.options.items())
        lines += ["", f"{trial.seats} seats, seed {trial.seed}{options}"]
        *_, match = _matches(trial, 1)
        states = match._states
        lines.append(f"{digest(states[0])}  deal")
        lines += [
            f"{digest(state)}  {move.seat}: {move.text}" for state, move in zip(states[1:], match.moves, strict=True)
        ]
        lines.append(f"places {match.ranks}, scores {match.scores}")
    return "\n".join(lines) + "\n"


def golden_file(game: Game, folder: Path) -> Path:
    """Where a game's golden file is."""
    return folder / f"{game.name}.txt"


def golden_games_replay(game: Game, plan: Plan) -> None:
    """8. The golden games play as they are written down."""
    path = golden_file(game, plan.golden)
    rewrite = f"python -m cogtable.engine.conformance --golden {game.name} {plan.golden}"
    if not path.exists():
        raise Nonconformity(f"{game.name}: there is no golden file {path}; write it with: {rewrite}")
    written, now = path.read_text(encoding="utf-8").splitlines(), golden_text(game).splitlines()
    for number, (old, new) in enumerate(zip(written, now, strict=False), 1):
        if old != new:
            raise Nonconformity(
                f'{game.name}: line {number} of {path} is "{old}"; now it is "{new}". If that is meant, raise the'
                f" version of the game when logged actions do something else now, and rewrite the file: {rewrite}"
            )
    if len(written) != len(now):
        raise Nonconformity(f"{game.name}: {path} has {len(written)} lines; now there are {len(now)}: {rewrite}")


POINTS: tuple[Callable[[Game, Plan], None], ...] = (
    native_is_the_same,
    secrets_are_kept,
    nothing_gets_lost,
    only_legal_actions_count,
    games_end,
    matches_come_back,
    words_and_pieces_agree,
    golden_games_replay,
)
"""All points of the suite."""


def main(arguments: list[str] | None = None) -> None:
    """Rewrites a golden file."""
    parser = argparse.ArgumentParser(prog="python -m cogtable.engine.conformance")
    parser.add_argument("--golden", nargs=2, metavar=("GAME", "DIR"), required=True, help="write GAME's golden file")
    name, folder = parser.parse_args(arguments).golden
    game = registry.find(name)
    path = golden_file(game, Path(folder))
    path.write_text(golden_text(game), encoding="utf-8")
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
