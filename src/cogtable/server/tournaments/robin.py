"""Round robin: with two at a table, everybody meets everybody. At larger tables everybody meets as many others as the
number of rounds allows.
"""

from __future__ import annotations

import math
import random

import msgspec

from cogtable.engine.text.words import say
from cogtable.server.db.tournaments import TournamentRow
from cogtable.server.tournaments import format as formats
from cogtable.server.tournaments import swiss
from cogtable.server.tournaments.format import Conditions, Draw
from cogtable.server.tournaments.pairing import Round, circle, twice
from cogtable.server.tournaments.standings import Line, Tiebreak, standing_of

TIEBREAKS: tuple[Tiebreak, ...] = ("sonneborn-berger", "wins", "score")


def each_meets_each(row: TournamentRow) -> bool:
    """Whether two sit at a table. Then all rounds are known from the start."""
    return row.seats == 2


def started(row: TournamentRow, conditions: Conditions) -> TournamentRow:
    """Sets the number of rounds: without one, it lasts until all players have met."""
    players = len(row.active)
    if each_meets_each(row):
        rounds = (players - 1 + players % 2) * (2 if row.twice else 1)
    else:
        rounds = row.rounds or math.ceil((players - 1) / (row.seats - 1))
    return msgspec.structs.replace(row, rounds=rounds)


def draw(row: TournamentRow, conditions: Conditions) -> Draw | None:
    """Returns the next round. Those who have left are still drawn, and their opponents win without playing."""
    if not each_meets_each(row):
        return swiss.drawn(row, conditions, None, [line.player for line in standing(row)])
    players = formats.entrants(row)
    random.Random(row.seed).shuffle(players)
    rounds = circle(players)
    found = (twice(rounds) if row.twice else rounds)[row.round]
    here = set(formats.active(row))
    tables = [table for table in found.tables if here.intersection(table)]
    byes = [player for player in found.byes if player in here]
    return swiss.of_round(row, Round(tables, byes))


progress = formats.after_round


def standing(row: TournamentRow) -> list[Line]:
    """Returns the standing; a bye is worth nothing, because everybody has one. Those who left before half of their
    games were played are removed together with their games, because otherwise those who had already met them would
    have an advantage.
    """
    return standing_of(formats.entrants(row), formats.finished(row), TIEBREAKS, bye=0, taken_out=_taken_out(row))


def _taken_out(row: TournamentRow) -> frozenset[int]:
    if not each_meets_each(row):
        return frozenset()
    whole = (len(row.entrants) - 1) * (2 if row.twice else 1)
    played = [player for each in row.pairings if each.counted and each.table_id for player in each.players]
    return frozenset(
        entrant.number for entrant in row.entrants if entrant.gone and 2 * played.count(entrant.number) < whole
    )


def why_closed(row: TournamentRow) -> str:
    """With two at a table, nobody can join after the start."""
    return say("nobody can join a round robin once it has begun") if each_meets_each(row) else swiss.why_closed(row)


is_last = swiss.is_last
