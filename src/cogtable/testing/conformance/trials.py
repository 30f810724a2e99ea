"""The games that the suite plays, and helpers to play and compare them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.errors import BrokenRule
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import Match
from cogtable.engine.records.state import Mask, State, copied, seats_in
from cogtable.engine.rules import rng, verbs
from cogtable.view import Preview

Census = Callable[[Any, Any], object]
"""Counts the contents of a state (every card, every token): must return the same from the first to the last move."""

Bot = Callable[[Match, int, int], int]
"""bot(match, seat, seed): the action that it takes for a waiting seat, always the same for a seed."""

Report = Callable[[Match, int], object]
"""report(match, seat): other data that a seat (-1 for a spectator) receives, always the same for the same match."""


Foretold = Callable[[Match, int, Preview, list[Any]], Iterable[str]]
"""foretold(match, seat, preview, states): the statements in a preview of one of the seat's choices that do not come
true, one sentence for each. `states` are those after the choice was played in the match, and after each reply that lets
its announcement happen. A preview must come true in one of them, for any hidden information.
"""


class Nonconformity(AssertionError):
    """A game violates a point of the suite."""


class Plan(NamedTuple):
    """How the suite tests a game.

    `census` counts its components. `golden` is the folder of its golden file. The point on secrets also checks the
    moves of `bots`, and `reports`: other things that people receive, such as hints or a file. `open_information` says
    that a game hides nothing but chance. `games` are played for each number of `seats`, which without any are all that
    the game allows. `foretold` reads the words of previews; without it, they are not compared with the effects.
    """

    census: Census
    golden: Path
    bots: Mapping[str, Bot] = {}
    reports: Mapping[str, Report] = {}
    open_information: bool = False
    games: int = 2
    seats: tuple[int, ...] = ()
    seed: int = 0
    foretold: Foretold | None = None


class _Throws(State):
    """The generator of the suite's own choices."""


class Dice:
    """Random numbers of the suite: the same for a seed in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._state = _Throws.new()[0]
        rng.seed(self._state, seed)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return rng.below(self._state, n)

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
        """Around a verb called from Python: says in which game and at which move it found a mistake in the rules."""
        try:
            yield
        except BrokenRule as error:
            raise self.fail(ply, f"{verb}, interpreted: {error}") from error


def trials(game: Game, plan: Plan) -> list[Trial]:
    """The games to play: for each number of seats one with the default options, then others with options drawn."""
    dice = Dice(plan.seed)
    found: list[Trial] = []
    for number in range(plan.games):
        for seats in plan.seats or range(game.min_seats, game.max_seats + 1):
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


def mask_of(trial: Trial, array: Any, seat: int, ply: int) -> Mask:
    """The legal actions of a seat, interpreted."""
    mask = trial.game.mask()
    with trial.interpreted(ply, "legal"):
        verbs.legal(array[0], trial.game.box.record, seat, mask)
    return mask


def random_action(trial: Trial, array: Any, dice: Dice) -> tuple[int, int, Mask]:
    """A waiting seat, one of its legal actions, and its mask."""
    ply = array[0].ply
    seats = seats_in(array[0].waiting)
    if not seats:
        raise trial.fail(ply, "no seat is waiting, but the game is not over")
    seat = dice.one_of(seats)
    mask = mask_of(trial, array, seat, ply)
    legal = np.flatnonzero(mask)
    if not legal.size:
        raise trial.fail(ply, f"seat {seat} is waiting, but its mask is empty")
    return seat, int(dice.one_of(legal)), mask


def play(trial: Trial, array: Any, seat: int, action: int) -> None:
    """Plays an action, interpreted."""
    with trial.interpreted(array[0].ply, f"play {action}"):
        verbs.play(array[0], trial.game.box.record, seat, action)


def walk(trial: Trial) -> Iterator[tuple[Any, int, int]]:
    """Plays a random game; yields (array, seat, action) before each action, then the last state with -1, -1."""
    array = trial.deal()
    dice = Dice(trial.seed)
    while not array[0].over:
        if array[0].ply >= trial.game.bound:
            raise trial.fail(
                array[0].ply, f"the game goes on after {array[0].ply} actions; its bound is {trial.game.bound}"
            )
        seat, action, _ = random_action(trial, array, dice)
        yield array, seat, action
        play(trial, array, seat, action)
    yield array, -1, -1


def is_looked_at(number: int) -> bool:
    """Whether to look closely at the `number`th candidate position of a game, from 0. Less often as the game goes on,
    because late positions look much like earlier ones.
    """
    return number < 6 or (number < 18 and number % 3 == 0) or number % 12 == 0


def matches(trial: Trial, every: int, also: Callable[[Match], bool] = lambda match: False) -> Iterator[Match]:
    """Plays a random match; yields it at the start, at the end, and about once in `every` moves between, less often as
    the game goes on (`is_looked_at`); with `every` 0 at none of these. Also yields it where `also` is true.
    """
    match = trial.start()
    dice = Dice(trial.seed)
    looks = 0
    while not match.over:
        _check_goes_on(trial, match)
        look = False
        if every and (dice.below(every) == 0 or not match.moves):
            look = is_looked_at(looks)
            looks += 1
        if look or also(match):
            yield match
        seat = dice.one_of(match.waiting)
        match.play(seat, int(dice.one_of(np.flatnonzero(match.legal(seat)))))
    if every:
        yield match


def _check_goes_on(trial: Trial, match: Match) -> None:
    """Raises Nonconformity where a random match could not be played on, or has been played on for too long."""
    if match.ply >= trial.game.bound:
        raise trial.fail(match.ply, f"the game goes on after {match.ply} actions; its bound is {trial.game.bound}")
    if not match.waiting:
        raise trial.fail(match.ply, "no seat is waiting, but the game is not over")
    for seat in match.waiting:
        if not match.legal(seat).any():
            raise trial.fail(match.ply, f"seat {seat} is waiting, but its mask is empty")


def differences(one: Any, other: Any, names: tuple[str, str]) -> str:
    """The fields in which two arrays of one record differ, in words; empty when they are equal."""
    found = []
    for field in one.dtype.names:
        a, b = np.atleast_1d(one[field][0]), np.atleast_1d(other[field][0])
        for place in np.argwhere(a != b)[:3]:
            where = f"[{', '.join(str(i) for i in place)}]" if one.dtype[field].shape else ""
            found.append(f"{field}{where} is {a[tuple(place)]} {names[0]}, {b[tuple(place)]} {names[1]}")
    return "; ".join(found[:6])


def facts(array: Any) -> dict[str, bytes]:
    """The fields of a state without the generator, the marker and filling."""
    kept = [name for name in array.dtype.names if name not in ("rng", "filling") and not name.startswith("is_")]
    return {name: array[name].tobytes() for name in kept}


def digest(array: Any) -> str:
    """A short digest of an array of one record: of its fields by name, independent of their order and of the game's
    sources.
    """
    whole = {**facts(array), "rng": array["rng"].tobytes()}
    return hashlib.sha256(repr(sorted(whole.items())).encode()).hexdigest()[:8]


def determinized(trial: Trial, known: Any, seat: int, number: int) -> Any:
    """A full state that agrees with what `seat` knows."""
    world = copied(known)
    rng.seed(world[0], number)
    with trial.interpreted(known[0].ply, "determinize"):
        verbs.determinize(world[0], trial.game.box.record, seat)
    return world
