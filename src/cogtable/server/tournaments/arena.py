"""Arena: a fixed time, in which players who are free are paired at once, as often as they like.

- A table begins as soon as enough players are free: those with about equal points meet. Nobody meets the players of
  their last game again, unless they have waited for `PATIENCE_S` seconds.
- Where more than two can sit at a table, a smaller table begins when a player has waited that long.
- A win is a point and a tie half a point, as everywhere. From the third win in a row on, each counts double.
- Players can pause, come back, and join late. When the time is over, no more games begin; those that have begun are
  played to their end and count.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from typing import NamedTuple

import msgspec

from cogtable.server.db.tournaments import TournamentRow
from cogtable.server.tournaments import format as formats
from cogtable.server.tournaments.format import Conditions, Draw, Game
from cogtable.server.tournaments.pairing import (
    AGAIN,
    APART,
    Group,
    Pair,
    PairingHistory,
    Round,
    in_seats,
    meeting_cost,
    seated_well,
)
from cogtable.server.tournaments.standings import FinishedGame, Line, Tiebreak, ranked, shares, tiebreaks_of

TIEBREAKS: tuple[Tiebreak, ...] = ("wins", "score")

PATIENCE_S = 30.0
"""After how many seconds a free player meets the players of their last game again, or sits at a smaller table."""

STREAK = 2
"""After how many wins in a row the next ones count double."""

MOST_LEFT = 20
"""How many choices of the players who wait on are tried."""

REMEMBERED = 12
"""The number of last games that decide on the seats of the next one."""


class Free(NamedTuple):
    """A player without a table: their points, whom they met in their last game, and how long they have been free, in
    seconds.
    """

    player: int
    points: Fraction = Fraction(0)
    last: frozenset[int] = frozenset()
    waited_s: float = PATIENCE_S


# --- pure pairing ------------------------------------------------------------------------------------


def tables_for(
    free: Sequence[Free], seats: int, least: int, apart: Collection[Pair], past: Sequence[Round], seed: object
) -> list[Group]:
    """Returns the tables that begin now, each with its players in the order of their seats. `past` are the games so
    far, each as a round of its own, as far as they decide on the seats.
    """
    known = {each.player: each for each in free}
    patient = [each for each in free if each.waited_s >= PATIENCE_S]
    wanted = [seats] * (len(free) // seats)
    rest = len(free) - sum(wanted)
    if rest >= max(least, 2) and patient:
        wanted.append(rest)
    history = PairingHistory(past)
    costs = meeting_cost(history, {each.player: each.points for each in free}, seats, apart)

    def cost(one: int, other: int) -> int:
        again = other in known[one].last or one in known[other].last
        return costs(one, other) % AGAIN + AGAIN * again + APART * (frozenset((one, other)) in apart)

    def begins(table: Sequence[int]) -> bool:
        pairs = list(combinations(table, 2))
        if any(frozenset(pair) in apart for pair in pairs):
            return False
        again = [pair for pair in pairs if cost(*pair) >= AGAIN]
        return all(min(known[player].waited_s for player in pair) >= PATIENCE_S for pair in again)

    chance = random.Random(f"{seed}")
    order = [each.player for each in sorted(free, key=lambda each: (-each.points, each.player))]
    latest = sorted(order, key=lambda player: known[player].waited_s)
    best: list[list[int]] = []
    # Those who have become free last wait on, unless more tables can begin if others do.
    for left in islice(combinations(latest, len(order) - sum(wanted)), MOST_LEFT):
        here = [player for player in order if player not in left]
        found = [table for table in seated_well(here, wanted, cost, chance, shuffled=False) if begins(table)]
        if len(found) > len(best):
            best = found
        if len(best) == len(wanted):
            break
    return [in_seats(table, history) for table in best]


def points_of(players: Sequence[int], games: Sequence[FinishedGame]) -> dict[int, list[Fraction]]:
    """Returns the points of each player's games, from the first to the last."""
    found: dict[int, list[Fraction]] = {player: [] for player in players}
    row = dict.fromkeys(players, 0)
    for game in games:
        for player, place, share in zip(game.players, game.places, shares(game.places), strict=True):
            alone = place == 1 and game.places.count(1) == 1
            found[player].append(share * 2 if alone and row[player] >= STREAK else share)
            row[player] = row[player] + 1 if alone else 0
    return found


# --- the format --------------------------------------------------------------------------------------


def started(row: TournamentRow, conditions: Conditions) -> TournamentRow:
    """Sets the end."""
    return msgspec.structs.replace(row, ends=conditions.now + row.length_s)


def draw(row: TournamentRow, conditions: Conditions) -> Draw | None:
    """Returns the games of players who are free."""
    now, ends = conditions.now, row.ends or 0
    if now >= ends:
        return Draw(1, []) if any(not each.counted for each in row.pairings) else None
    free = _free(row, now)
    rounds = [Round([each.players], []) for each in row.pairings[-REMEMBERED * len(row.entrants) :]]
    least = formats.least_players(row, conditions.least)
    tables = tables_for(free, row.seats, least, conditions.apart, rounds, f"{row.seed}:{len(row.pairings)}")
    seated = {player for table in tables for player in table}
    waiting = [each.waited_s for each in free if each.player not in seated]
    later = [now + PATIENCE_S - waited for waited in waiting if waited < PATIENCE_S]
    return Draw(1, [Game(table) for table in tables], min([ends, *later] if len(waiting) > 1 else [ends]))


def _free(row: TournamentRow, now: float) -> list[Free]:
    playing = {player for each in row.pairings if not each.counted for player in each.players}
    lines = {line.player: line.points for line in standing(row)}
    last: Mapping[int, tuple[Group, float]] = {
        player: (each.players, each.ended or 0) for each in row.pairings for player in each.players
    }
    began = (row.ends or now) - row.length_s
    here = formats.active(row)
    found = []
    for player in here:
        if player not in playing:
            others, since = last.get(player, ((), began))
            waited = PATIENCE_S if len(here) <= row.seats else now - since  # there is nobody to wait for
            found.append(Free(player, lines[player], frozenset(others) - {player}, waited))
    return found


def progress(row: TournamentRow, now: float) -> TournamentRow:
    """Players who have become free are paired at once. After the time is over, the last result ends the tournament."""
    if now < (row.ends or 0):
        return msgspec.structs.replace(row, due=now)
    return row if any(not each.counted for each in row.pairings) else formats.over(row)


def standing(row: TournamentRow) -> list[Line]:
    """Returns the standing."""
    players, games = formats.entrants(row), _finished(row)
    points = {player: sum(each, Fraction(0)) for player, each in points_of(players, games).items()}
    return ranked(points, tiebreaks_of(points, games, TIEBREAKS))


def _finished(row: TournamentRow) -> list[FinishedGame]:
    """Returns the games in the order in which they ended."""
    counted = sorted((each for each in row.pairings if each.counted), key=lambda each: (each.ended or 0, each.number))
    return [FinishedGame(each.players, each.places, each.scores) for each in counted]


def played(row: TournamentRow) -> dict[int, list[Fraction]]:
    """Returns the points of each player's games, from the first to the last."""
    return points_of(formats.entrants(row), _finished(row))


def why_closed(row: TournamentRow) -> str:
    """People can join until the end."""
    return ""


def is_last(row: TournamentRow) -> bool:
    """People can come back until the end."""
    return False
