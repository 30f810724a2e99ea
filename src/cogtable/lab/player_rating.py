"""The rating of a person: it changes with each game, and has a standard deviation.

The model of a game is that of the ladder (`cogtable.lab.ratings`), by R. Luce and R. Plackett: each player still in
play is next to finish with a probability proportional to their strength. So a game with any number of seats is a
sequence of choices. In each choice a player does or does not finish before all others together, whose strength is the
sum of their strengths. Each choice counts as a game of two, by the equations of M. Glickman, "Parameter estimation in
large dynamic paired comparison experiments" (1999), known as Glicko; with two seats the result is exactly Glicko.
Places that are shared count as if each order had come equally often.

The scale is that of the ladder: ten times the strength is 400 points. A rating doesn't depend on when it is computed,
only on the games and on when they ended.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cogtable.lab.ratings import MEAN, POINTS, RatedGame, stages
from cogtable.lab.statistics import Z

START = 200.0
"""How uncertain the rating of a new player is, as a standard deviation. Glickman has 350, for chess;
where chance plays along, people differ less.
"""

GROWTH = (110.0**2 - 60.0**2) / 365
"""By how much the variance of a rating grows in a day: from a deviation of 60 to one of 110 in a year without play."""


class Skill(NamedTuple):
    """A rating, and its standard deviation. A deviation of 0 is a fixed point, as a bot is, which no game moves."""

    rating: float = MEAN
    deviation: float = START

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return Z * self.deviation


def rested(skill: Skill, days: float) -> Skill:
    """The skill after `days` without play: the same rating, but less certain."""
    if not skill.deviation:
        return skill
    return Skill(skill.rating, min(START, math.sqrt(skill.deviation**2 + GROWTH * max(0.0, days))))


def after(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The new skills of the players of a game with these places (1 is best)."""
    gradient, information = [0.0] * len(skills), [0.0] * len(skills)
    for field, chosen in stages(RatedGame(tuple(range(len(skills))), tuple(places), None)):
        often = sum(chosen.values())
        for one in field:
            other = _together([skills[each] for each in field if each != one])
            certain = _certainty(other)
            expected = 1 / (1 + math.exp(certain * (other.rating - skills[one].rating) / POINTS))
            gradient[one] += certain * (chosen.get(one, 0.0) - often * expected)
            information[one] += certain**2 * often * expected * (1 - expected)
    return [_moved(skill, slope, known) for skill, slope, known in zip(skills, gradient, information, strict=True)]


def _together(others: Sequence[Skill]) -> Skill:
    """Several players as one, whose strength is the sum of theirs."""
    best = max(other.rating for other in others)
    strengths = [math.exp((other.rating - best) / POINTS) for other in others]
    total = sum(strengths)
    parts = [strength / total * other.deviation for strength, other in zip(strengths, others, strict=True)]
    return Skill(best + POINTS * math.log(total), math.hypot(*parts))


def _certainty(other: Skill) -> float:
    """How much a result against an opponent counts: 1 if their strength is known, less if it is not. Glickman's g."""
    return 1 / math.sqrt(1 + 3 * (other.deviation / (math.pi * POINTS)) ** 2)


def _moved(skill: Skill, gradient: float, information: float) -> Skill:
    if not skill.deviation:
        return skill
    variance = 1 / (1 / skill.deviation**2 + information / POINTS**2)
    return Skill(skill.rating + variance * gradient / POINTS, math.sqrt(variance))
