"""The interface of the formats of tournaments, and what they have in common.

A format is a module: `swiss`, `robin`, `knockout` and `arena`. It says who meets whom next and what a result changes,
from a tournament as it is stored; it neither reads nor writes anything itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol

import msgspec

from cogtable.server.db.tournaments import PairingRow, TournamentRow
from cogtable.server.tournaments.pairing import Group, Pair, Round
from cogtable.server.tournaments.standings import FinishedGame, Line, Tiebreak


class Conditions(NamedTuple):
    """What a draw depends on besides the tournament: the minimum number of players of its game, the pairs that the
    server keeps `apart` because one has blocked the other, the players' `ratings` as far as they have one, and the
    present time.
    """

    least: int
    now: float
    apart: Collection[Pair] = ()
    ratings: Mapping[int, float] = {}


class Game(NamedTuple):
    """A game that begins: its players in the order of their seats (one alone has a bye), and its match in the bracket
    of a knock-out.
    """

    players: Group
    match: int = 0


class Draw(NamedTuple):
    """The games that begin now, in which round. `again` is when to draw once more if nothing happens before."""

    round: int
    games: list[Game]
    again: float | None = None


class Format(Protocol):
    """How a tournament is played. Its modules have these functions and constants."""

    TIEBREAKS: tuple[Tiebreak, ...]
    """What decides between players with equal points, the first first."""

    def started(self, row: TournamentRow, conditions: Conditions) -> TournamentRow:
        """Returns the tournament as it begins: with its number of rounds, its seeding, or its end."""

    def draw(self, row: TournamentRow, conditions: Conditions) -> Draw | None:
        """Returns the next games; None if the tournament is over, because too few players are left."""

    def progress(self, row: TournamentRow, now: float) -> TournamentRow:
        """Returns the tournament after a result: over, or with the time at which the next games begin."""

    def standing(self, row: TournamentRow) -> list[Line]:
        """Returns the present standing, without players whose games do not count."""

    def why_closed(self, row: TournamentRow) -> str:
        """Returns why nobody can join a running tournament now; empty if people can."""

    def is_last(self, row: TournamentRow) -> bool:
        """Whether no more games will begin, so that nobody can come back."""


def least_players(row: TournamentRow, least: int) -> int:
    """Returns the minimum number of players at a table of a game for at least `least`: three where more than two sit,
    if the game allows it.
    """
    return max(least, min(3, row.seats))


def finished(row: TournamentRow) -> list[FinishedGame]:
    """Returns the games whose results count."""
    return [FinishedGame(each.players, each.places, each.scores) for each in row.pairings if each.counted]


def entrants(row: TournamentRow) -> list[int]:
    """Returns the numbers of all participants."""
    return [entrant.number for entrant in row.entrants]


def active(row: TournamentRow) -> list[int]:
    """Returns the numbers of the participants who get tables."""
    return [entrant.number for entrant in row.active]


def in_round(row: TournamentRow, number: int) -> list[PairingRow]:
    """Returns the pairings of a round."""
    return [each for each in row.pairings if each.round == number]


def rounds_of(row: TournamentRow) -> list[Round]:
    """Returns the rounds so far."""
    found = []
    for number in range(1, row.round + 1):
        groups = [each.players for each in in_round(row, number)]
        byes = [group[0] for group in groups if len(group) == 1]
        found.append(Round([group for group in groups if len(group) > 1], byes))
    return found


def over(row: TournamentRow) -> TournamentRow:
    """Returns the tournament after its end."""
    return msgspec.structs.replace(row, state="over", due=None)


def after_round(row: TournamentRow, now: float) -> TournamentRow:
    """Returns a tournament in rounds after a result: unchanged while tables of the round are playing; otherwise over,
    or with the time of the next round.
    """
    if any(not each.counted for each in row.pairings):
        return row
    if row.round >= row.rounds:
        return over(row)
    return msgspec.structs.replace(row, due=None if row.pause_s is None else now + row.pause_s)
