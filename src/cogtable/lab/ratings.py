"""Ratings from the places in games, with intervals.

The model is that of R. Luce and R. Plackett: of the bots still in play, each is next to finish with a chance in
proportion to its strength. For two seats that is the model of R. Bradley and M. Terry, "Rank analysis of incomplete
block designs" (1952). Strengths are found by maximum likelihood with the algorithm of D. Hunter, "MM algorithms for
generalized Bradley-Terry models" (2004). Seats that share a place count as if each of their orders had come equally
often.

Intervals are those of the Bayesian bootstrap, D. Rubin (1981): groups of games that depend on each other, such as those
of one deal, are weighted at random, and the ratings computed again each time. So that a bot that won every game gets a
rating too, and an interval that is not empty, each bot is taken to have won half a game more and lost half a game more,
against the others together: the prior of H. Jeffreys. These half games are weighted at random as well. Where groups are
few, intervals are wider by as much as those of Student's t.

A library (choix) finds strengths too, but knows neither shared places nor one bot in several seats, and needs SciPy.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from cogtable.lab.statistics import Z

Numbers = np.ndarray[Any, np.dtype[np.float64]]

POINTS = 400 / math.log(10)
"""Points of rating for a factor e of strength: ten times the strength is 400 points, as in Elo's ratings of chess."""

MEAN = 1500
"""The mean rating of all bots of a ladder."""

HALF = 0.5
"""How many games each bot is taken to have won against the others, and to have lost, before any was played."""


class Rating(NamedTuple):
    """A rating, and the bounds of its 95 % interval."""

    rating: float
    low: float
    high: float


class RatedGame(NamedTuple):
    """One game: the player in each seat, by number, the place of each seat (1 is best), and its group.

    Games of the same `group` are weighted together.
    """

    players: tuple[int, ...]
    places: tuple[int, ...]
    group: Hashable


def ratings(results: Iterable[RatedGame], players: int, *, draws: int = 1000, seed: int = 0) -> list[Rating]:
    """The rating of each of two players or more, and its interval, from `draws` draws of the bootstrap.

    The same seed gives the same intervals.
    """
    counts = _counted(list(results), players)
    rng = np.random.default_rng(seed)
    even = np.ones(counts.wins.shape[0])
    even[-counts.pairs :] = HALF / (players - 1)
    weights = np.maximum(rng.gamma(even, size=(draws, even.size)), 1e-12)
    found = _rated(_strengths(counts, even[None]))[0]
    bounds = np.percentile(_rated(_strengths(counts, weights)), (2.5, 97.5), axis=0)
    low, high = found + (bounds - found) * _widening(even.size - counts.pairs)
    return [Rating(float(found[i]), float(low[i]), float(high[i])) for i in range(players)]


def _widening(groups: int) -> float:
    """The factor by which an interval is wider for few groups: the first terms of Student's t relative to the normal
    distribution, and a correction because the bootstrap's weights vary too little.
    """
    if groups < 2:
        return 1.0
    return (1 + (Z * Z + 1) / (4 * (groups - 1))) * math.sqrt(1 + 1 / groups)


def share(one: float, other: float) -> float:
    """The probability that a bot of the first rating finishes before one of the second, by the model, if they share no
    place.
    """
    return float(1 / (1 + np.exp((other - one) / POINTS)))


def _rated(strengths: Numbers) -> Numbers:
    logs: Numbers = np.log(strengths)
    centred: Numbers = logs - logs.mean(axis=1, keepdims=True)
    return MEAN + POINTS * centred


# --- what is counted ----------------------------------------------------------------------------------


class _Counts(NamedTuple):
    """The sufficient statistics of each group of games; the last `pairs` groups are the half games."""

    wins: Numbers
    """[group, player]: how often a player was the next to finish while others were still in play."""
    choices: Numbers
    """[group, field]: how often this choice was made among a field of players."""
    fields: Numbers
    """[field, player]: how many seats of the player are in it."""
    pairs: int


def _counted(results: Sequence[RatedGame], players: int) -> _Counts:
    rows: list[tuple[Hashable, tuple[int, ...], dict[int, float]]] = []
    for result in results:
        rows += [(result.group, field, chosen) for field, chosen in stages(result)]
    halves = [(one, other) for one in range(players) for other in range(players) if one != other]
    rows += [(("half", pair), (min(pair), max(pair)), {pair[0]: 1.0}) for pair in halves]
    groups = {group: i for i, group in enumerate(dict.fromkeys(row[0] for row in rows))}
    fields = {field: i for i, field in enumerate(dict.fromkeys(row[1] for row in rows))}
    wins, choices = np.zeros((len(groups), players)), np.zeros((len(groups), len(fields)))
    for group, field, chosen in rows:
        for player, often in chosen.items():
            wins[groups[group], player] += often
            choices[groups[group], fields[field]] += often
    seats = np.array([np.bincount(field, minlength=players) for field in fields], float)
    return _Counts(wins, choices, seats, len(halves))


def stages(result: RatedGame) -> list[tuple[tuple[int, ...], dict[int, float]]]:
    """A game in the model: the players chosen from each field as next to finish, with weights; a weight below 1 if
    seats share a place.
    """
    found = []
    for place in sorted(set(result.places)):
        level = [player for player, own in zip(result.players, result.places, strict=True) if own == place]
        after = [player for player, own in zip(result.players, result.places, strict=True) if own > place]
        for size in range(len(level), 0, -1):
            for left in combinations(level, size):
                chosen: dict[int, float] = defaultdict(float)
                for player in left:
                    chosen[player] += 1 / (size * comb(len(level), size))
                if len({*left, *after}) > 1:
                    found.append((tuple(sorted([*left, *after])), dict(chosen)))
    return found


# --- the strengths ------------------------------------------------------------------------------------

CLOSE = 1e-7
"""By what part strengths may still change when they are taken to be found: less than a thousandth of a point."""

STEPS = 3000


def _strengths(counts: _Counts, weights: Numbers) -> Numbers:
    """[draw, player]: the strengths that make the results likeliest, with weights of the groups ([draw, group])."""
    wins, choices = weights @ counts.wins, weights @ counts.choices
    strengths = np.ones_like(wins)
    moving = np.arange(len(wins))
    for _ in range(STEPS):
        now = strengths[moving]
        better = wins[moving] / ((choices[moving] / (now @ counts.fields.T)) @ counts.fields)
        better /= np.exp(np.log(better).mean(axis=1, keepdims=True))
        strengths[moving] = better
        moving = moving[np.abs(better / now - 1).max(axis=1) > CLOSE]
        if not moving.size:
            break
    return strengths
