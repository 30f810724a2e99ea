"""The standings: the points of each player, and tie-breaks between players with equal points.

At a table, a player's points are the share of opponents who placed lower; a tie counts half. So at a table of two, the
winner gets a point and a tie is half a point; at a table of four, the places are worth 1, 2/3, 1/3 and 0.

Players with equal points are ordered by tie-breaks, each with its usual meaning (FIDE Handbook C.07). At larger tables,
the first two are means over the opponents:

- `buchholz`: the opponents' points. A bye counts as an opponent with as many points as the player.
- `sonneborn-berger`: the points of defeated opponents, and half the points of opponents who tied.
- `wins`: the number of games in which the player alone came first.
- `score`: the sum of the player's scores by the rules of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

Tiebreak = Literal["buchholz", "sonneborn-berger", "wins", "score"]


class FinishedGame(NamedTuple):
    """A game that is over: its players, the place of each (1 is best), and the score of each.

    One with a single player is a bye.
    """

    players: Sequence[int]
    places: Sequence[int]
    scores: Sequence[int] = ()


class Line(NamedTuple):
    """A player in the standing, with the value of each tie-break. Players with equal values share a rank."""

    player: int
    rank: int
    points: Fraction
    tiebreaks: tuple[Fraction, ...]


def shares(places: Sequence[int]) -> list[Fraction]:
    """Returns the points of each player at a table with these places."""
    return [
        Fraction(sum(_against(own, other) for j, other in enumerate(places) if j != i), len(places) - 1)
        for i, own in enumerate(places)
    ]


def _against(own: int, other: int) -> Fraction:
    """Returns the result of one place against another."""
    return Fraction(1 if own < other else 0) if own != other else Fraction(1, 2)


def places_of(ranks: Sequence[int], gone: Collection[int]) -> tuple[int, ...]:
    """Returns the places at a table from the ranks of its game. The seats `gone` gave up, so they come last, even if a
    bot played on for them.
    """
    keys = [(seat in gone, rank) for seat, rank in enumerate(ranks)]
    return tuple(1 + sum(other < own for other in keys) for own in keys)


def standing_of(
    players: Sequence[int],
    games: Sequence[FinishedGame],
    tiebreaks: Sequence[Tiebreak],
    bye: int = 1,
    taken_out: Collection[int] = (),
) -> list[Line]:
    """Returns the players in the order of the standing, without those who were `taken_out` and the games against them.
    A `bye` is worth this many points.
    """
    games = [game for game in games if not any(player in taken_out for player in game.players)]
    points = {player: Fraction(0) for player in players if player not in taken_out}
    for game in games:
        worth = [Fraction(bye)] if len(game.players) == 1 else shares(game.places)
        for player, share in zip(game.players, worth, strict=True):
            points[player] += share
    return ranked(points, tiebreaks_of(points, games, tiebreaks))


def tiebreaks_of(
    points: Mapping[int, Fraction], games: Sequence[FinishedGame], tiebreaks: Sequence[Tiebreak]
) -> dict[int, tuple[Fraction, ...]]:
    """Returns the values of the tie-breaks for each player, from the points of all."""
    own: dict[int, list[FinishedGame]] = {player: [] for player in points}
    for game in games:
        for player in game.players:
            own[player].append(game)
    return {player: tuple(_TIEBREAKS[each](player, own[player], points) for each in tiebreaks) for player in points}


def ranked(
    points: Mapping[int, Fraction], tiebreaks: Mapping[int, tuple[Fraction, ...]], shown: int | None = None
) -> list[Line]:
    """Returns the players in the order of their points, then of their tie-breaks, the first `shown` of which are in the
    lines. Those who are equal in all share a rank.
    """
    keys = {player: (points[player], tiebreaks[player]) for player in points}
    order = sorted(points, key=lambda player: (keys[player], -player), reverse=True)
    return [
        Line(player, 1 + sum(key > keys[player] for key in keys.values()), points[player], tiebreaks[player][:shown])
        for player in order
    ]


def _buchholz(player: int, games: Sequence[FinishedGame], points: Mapping[int, Fraction]) -> Fraction:
    total = Fraction(0)
    for game in games:
        others = [points[other] for other in game.players if other != player] or [points[player]]
        total += sum(others, Fraction(0)) / len(others)
    return total


def _sonneborn_berger(player: int, games: Sequence[FinishedGame], points: Mapping[int, Fraction]) -> Fraction:
    total = Fraction(0)
    for game in games:
        if len(game.players) == 1:
            continue
        own = game.places[game.players.index(player)]
        against = (
            _against(own, place) * points[other]
            for other, place in zip(game.players, game.places, strict=True)
            if other != player
        )
        total += sum(against, Fraction(0)) / (len(game.players) - 1)
    return total


def _wins(player: int, games: Sequence[FinishedGame], points: Mapping[int, Fraction]) -> Fraction:
    return Fraction(
        sum(
            1
            for game in games
            if len(game.players) > 1 and game.places[game.players.index(player)] == 1 and game.places.count(1) == 1
        )
    )


def _score(player: int, games: Sequence[FinishedGame], points: Mapping[int, Fraction]) -> Fraction:
    return Fraction(sum(game.scores[game.players.index(player)] for game in games if game.scores))


_TIEBREAKS = {"buchholz": _buchholz, "sonneborn-berger": _sonneborn_berger, "wins": _wins, "score": _score}
