"""Swiss: nobody is knocked out; each round, players with about equal points meet."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from fractions import Fraction

import msgspec

from cogtable.engine.text.words import say
from cogtable.server.db.tournaments import TournamentRow
from cogtable.server.tournaments import format as formats
from cogtable.server.tournaments.format import Conditions, Draw, Game
from cogtable.server.tournaments.pairing import Round, paired
from cogtable.server.tournaments.standings import Line, Tiebreak, standing_of

TIEBREAKS: tuple[Tiebreak, ...] = ("buchholz", "sonneborn-berger", "wins", "score")


def rounds(row: TournamentRow, players: int) -> int:
    """Returns the number of rounds for this many players: the creator's number, but with two at a table no more than
    there are opponents. Without a number, it lasts until at most one player can have won all games.
    """
    if row.seats == 2:
        return max(1, min(row.rounds or math.ceil(math.log2(players)), players - 1 + players % 2))
    return row.rounds or math.ceil(round(math.log(players, row.seats), 9)) + 1


def started(row: TournamentRow, conditions: Conditions) -> TournamentRow:
    """Sets the number of rounds."""
    return msgspec.structs.replace(row, rounds=rounds(row, len(row.active)))


def draw(row: TournamentRow, conditions: Conditions) -> Draw | None:
    """Returns the next round: those with about equal points meet."""
    lines = standing(row)
    return drawn(row, conditions, {line.player: line.points for line in lines}, [line.player for line in lines])


def drawn(
    row: TournamentRow, conditions: Conditions, points: Mapping[int, Fraction] | None, order: list[int]
) -> Draw | None:
    """Returns the next round of the active players, in the `order` of the standing: those with equal `points` meet;
    without points, those who have not met.
    """
    past = formats.rounds_of(row)
    here = formats.active(row)
    if past:
        here = [player for player in order if player in here]
    else:
        random.Random(row.seed).shuffle(here)
    found = paired(here, points, past, row.seats, conditions.least, row.seed, conditions.apart)
    return of_round(row, found)


def of_round(row: TournamentRow, found: Round) -> Draw | None:
    """Returns the draw of the next round; None if there is no table."""
    groups = [*found.tables, *((player,) for player in found.byes)]
    return Draw(row.round + 1, [Game(group) for group in groups]) if found.tables else None


progress = formats.after_round


def standing(row: TournamentRow) -> list[Line]:
    """Returns the standing; a bye is worth a point."""
    return standing_of(formats.entrants(row), formats.finished(row), TIEBREAKS)


def why_closed(row: TournamentRow) -> str:
    """People can join until the last round."""
    return say("the last round has begun; nobody can join any more") if is_last(row) else ""


def is_last(row: TournamentRow) -> bool:
    """Whether the last round has begun."""
    return row.round >= row.rounds
