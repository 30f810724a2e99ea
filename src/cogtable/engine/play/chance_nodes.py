"""Chance, listed: every deal of a game, and every outcome of an action, each with its probability.

The rules are played interpreted, once for each combination of the numbers that they draw. That is exact, but only
feasible for small games and boxes: a deck of n cards is dealt in n! orders. The order of a dealt deck is part of a
state, so drawing from it is no longer random; `Match.draws` gives a seat's probabilities there.

>>> from cogtable.engine.play import chance_nodes
>>> for outcome in chance_nodes.deals(game, seats=2):
...     match = game.start_at(outcome.position)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import TooManyOutcomes
from cogtable.engine.play.match import Match
from cogtable.engine.records.state import copied
from cogtable.engine.rules import rng, verbs

MOST = 100_000
"""The highest number of outcomes before TooManyOutcomes is raised."""


class Outcome(NamedTuple):
    """A possible position after chance: an array of one record."""

    probability: Fraction
    position: Any


def deals(game: GameSpec, seats: int, *, most: int = MOST, **options: Any) -> list[Outcome]:
    """All deals of a game. Probabilities add up to 1; deals that are the same position are one outcome.

    The generator of the positions is not started: `Game.start_at` does it.

    Raises TooManyOutcomes after `most` ways to deal, BadOption for seats and options that do not fit.
    """
    blank = game.blank(seats, options)
    return _listed(f"deals of {game.name}", blank, lambda s: verbs.setup(s, game.box.record), most)


def of_action(match: Match, seat: int, action: int, *, most: int = MOST) -> list[Outcome]:
    """All possible positions after an action, with their probabilities; one with probability 1 if it draws nothing.

    Seats that can only pass afterwards are not skipped. The match does not change.

    Raises TooManyOutcomes as `deals` does, IllegalAction for an action that the seat may not play.
    """
    match.check(seat, action)
    record = match.game.box.record
    return _listed(f"outcomes of action {action}", match.position, lambda s: verbs.play(s, record, seat, action), most)


def _listed(what: str, start: Any, run: Callable[[Any], None], most: int) -> list[Outcome]:
    found: dict[bytes, Outcome] = {}
    for tried, (probability, position) in enumerate(_ways(start, run)):
        if tried == most:
            raise TooManyOutcomes(f"there are more than {most:,} {what}")
        key = position.tobytes()
        before = found[key].probability if key in found else 0
        found[key] = Outcome(before + probability, position)
    return list(found.values())


def _ways(start: Any, run: Callable[[Any], None]) -> Iterator[Outcome]:
    """Each combination of the numbers that `run` draws, in the order of an odometer."""
    drawn: list[int] = []
    while True:
        bounds: list[int] = []

        def choose(n: int, bounds: list[int] = bounds) -> int:
            if len(bounds) == len(drawn):
                drawn.append(0)
            bounds.append(n)
            return drawn[len(bounds) - 1]

        position = copied(start)
        with rng.chosen_by(choose):
            run(position[0])
        yield Outcome(Fraction(1, prod(bounds)), position)
        while drawn and drawn[-1] + 1 == bounds[len(drawn) - 1]:
            drawn.pop()
        if not drawn:
            return
        drawn[-1] += 1
