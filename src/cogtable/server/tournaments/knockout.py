"""Knock-out: the winner of a match goes on, the loser is out.

- **Two at a table**: a bracket, in which the first two seeds can meet only in the final. If the number of players is no
  power of two, the best seeds have a bye in the first round. A match has up to `best_of` games, and the seats are
  swapped after each. It ends as soon as the loser cannot catch up. If it is tied after its games, one more game
  decides; if that is a tie too, the better seed goes on.
- **Larger tables**: groups of nearly equal size, each of which plays one game; the best of each go on, and those who
  tie are ordered by their seeds. The last group is the final.

Players who have gone when the next game of their match begins lose the match. If two have blocked each other, their
match is not played, and the better seed goes on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from cogtable.engine.text.words import say
from cogtable.server.db.tournaments import PairingRow, TournamentRow
from cogtable.server.tournaments import format as formats
from cogtable.server.tournaments.format import Conditions, Draw, Game
from cogtable.server.tournaments.pairing import Group, sizes
from cogtable.server.tournaments.standings import Line, Tiebreak, ranked, shares

TIEBREAKS: tuple[Tiebreak, ...] = ()

THIRD = 1
"""The number of the match for the third place in the last round; the final has number 0."""


class Match(NamedTuple):
    """A match of two: its `players`, the points of each, and the winner, None while it is not decided. One player alone
    has a bye.
    """

    players: Group
    points: tuple[Fraction, ...]
    winner: int | None

    @property
    def loser(self) -> int | None:
        """The other player; None without one, or while the match is not decided."""
        if self.winner is None:
            return None
        return next((player for player in self.players if player != self.winner), None)


# --- pure pairing ------------------------------------------------------------------------------------


def bracket(players: Sequence[int]) -> list[tuple[int | None, int | None]]:
    """Returns the matches of the first round for players in the order of their seeds: None stands for a bye. The
    winners of two successive matches meet in the next round.
    """
    order = [0]
    while len(order) < len(players):
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    slots = [players[seed] if seed < len(players) else None for seed in order]
    return list(zip(slots[::2], slots[1::2], strict=True))


def groups(players: Sequence[int], seats: int, least: int) -> tuple[list[Group], list[int]]:
    """Returns the groups of a round, for players in the order of their seeds, and the best seeds, who have a bye. The
    seeds are dealt forwards, then backwards, and so on, so that groups are about equally strong.
    """
    if len(players) <= seats:
        return ([tuple(players)] if len(players) >= 2 else []), []
    wanted = sizes(len(players), seats, least)
    byes = list(players[: len(players) - sum(wanted)])
    found: list[list[int]] = [[] for _ in wanted]
    rest = list(players[len(byes) :])
    for turn in range(max(wanted)):
        for at in range(len(wanted))[:: -1 if turn % 2 else 1]:
            if rest and len(found[at]) < wanted[at]:
                found[at].append(rest.pop(0))
    return [tuple(group) for group in found], byes


def going_on(ordered: Sequence[Sequence[int]], byes: Sequence[int], advance: int, least: int) -> list[int]:
    """Returns who goes on from groups whose players are `ordered` by their places: those with a bye and the first
    `advance` of each group, but never a whole group. If these are too few for a table, the next best go on too.
    """
    found = [*byes]
    for group in ordered:
        found += group[: min(advance, len(group) - 1)]
    place = min(advance, min((len(group) for group in ordered), default=1) - 1)
    while len(found) < least and any(len(group) > place for group in ordered):
        found += [group[place] for group in ordered if place < len(group) and group[place] not in found]
        place += 1
    return found


def stages(players: int, seats: int, advance: int, least: int) -> int:
    """Returns the number of rounds of groups."""
    here, rounds = list(range(players)), 1
    while len(here) > seats:
        here = going_on(*groups(here, seats, least), advance, least)
        rounds += 1
    return rounds


def match_of(games: Sequence[PairingRow], best_of: int, seeds: dict[int, int]) -> Match:
    """Returns a match of two from its games so far, for the seed of each player."""
    players = tuple(sorted(games[0].players, key=lambda player: seeds[player]))
    if len(players) == 1:
        return Match(players, (), players[0])
    points = dict.fromkeys(players, Fraction(0))
    played = [each for each in games if each.counted]
    for each in played:
        for player, share in zip(each.players, shares(each.places), strict=True):
            points[player] += share
    first, second = (points[player] for player in players)
    ahead = players[0] if first >= second else players[1]
    known = Match(players, (first, second), None)
    if unplayed := next((each for each in played if not each.table_id), None):
        one, other = unplayed.places
        level = one == other
        return known._replace(winner=players[0] if level else unplayed.players[0 if one < other else 1])
    left = best_of - len(played)
    if abs(first - second) > max(left, 0) or left < 0:
        return known._replace(winner=ahead)
    return known


# --- the format --------------------------------------------------------------------------------------


def started(row: TournamentRow, conditions: Conditions) -> TournamentRow:
    """Sets the seeding and the number of rounds."""
    order = formats.active(row)
    random.Random(row.seed).shuffle(order)
    if row.seeding == "rating":
        order.sort(key=lambda player: -conditions.ratings.get(player, 0))
    seeded = tuple(
        msgspec.structs.replace(each, seeded=order.index(each.number) + 1 if each.number in order else 0)
        for each in row.entrants
    )
    if row.seats == 2:
        rounds = (len(order) - 1).bit_length()
    else:
        rounds = stages(len(order), row.seats, advancing(row), formats.least_players(row, conditions.least))
    return msgspec.structs.replace(row, entrants=seeded, rounds=rounds)


def advancing(row: TournamentRow) -> int:
    """Returns how many players of a group go on."""
    return row.advance or row.seats // 2


def draw(row: TournamentRow, conditions: Conditions) -> Draw | None:
    """Returns the next games of matches that are not decided, or else the matches of the next round."""
    if going := [games for games in _matches(row, row.round).values() if _waits(row, games)]:
        return Draw(row.round, [Game(_swapped(games), games[0].match) for games in going])
    if any(not each.counted for each in row.pairings):
        return Draw(row.round, [])
    found = _next_bracket(row) if row.seats == 2 else _next_groups(row, conditions)
    return Draw(row.round + 1, found) if any(len(game.players) > 1 for game in found) else None


def _next_bracket(row: TournamentRow) -> list[Game]:
    if row.round == 0:
        meetings = dict(enumerate(bracket(_seeded(row))))
    else:
        before = matches_of(row, row.round)
        won = {number: match.winner for number, match in before.items()}
        most = 1 << (row.rounds - row.round - 1)
        meetings = {number: (won.get(2 * number), won.get(2 * number + 1)) for number in range(most)}
        if row.third and row.round + 1 == row.rounds:
            lost = {number: match.loser for number, match in before.items()}
            meetings[THIRD] = (lost.get(0), lost.get(1))
    found = []
    for number, meeting in meetings.items():
        players = [player for player in meeting if player is not None]
        random.Random(f"{row.seed}:{row.round}:{number}").shuffle(players)
        if players:
            found.append(Game(tuple(players), number))
    return found


def _next_groups(row: TournamentRow, conditions: Conditions) -> list[Game]:
    least = formats.least_players(row, conditions.least)
    here = set(formats.active(row))
    left = _seeded(row)
    if row.round:
        last = formats.in_round(row, row.round)
        ordered = [_by_place(row, each) for each in last if len(each.players) > 1]
        byes = [each.players[0] for each in last if len(each.players) == 1]
        on = going_on(ordered, byes, advancing(row), least)
        left = [player for player in left if player in on]
    tables, byes = groups([player for player in left if player in here], row.seats, least)
    if any(len(table) < conditions.least for table in tables):
        return []
    found = []
    for number, table in enumerate(tables):
        order = list(table)
        random.Random(f"{row.seed}:{row.round}:{number}").shuffle(order)
        found.append(Game(tuple(order), number))
    return [*found, *(Game((player,), len(found) + at) for at, player in enumerate(byes))]


def progress(row: TournamentRow, now: float) -> TournamentRow:
    """The next game of a match begins at once, the next round after the pause."""
    if any(_waits(row, games) for games in _matches(row, row.round).values()):
        return msgspec.structs.replace(row, due=now)
    if row.seats > 2 and len(formats.in_round(row, row.round)) == 1 and row.pairings[-1].counted:
        return formats.over(row)  # the final; if players have left, it comes earlier than planned
    return formats.after_round(row, now)


def standing(row: TournamentRow) -> list[Line]:
    """Returns the players by the number of rounds that they won; those who lost in the same round share a place. In the
    final and the match for the third place, the places count.
    """
    reached: dict[int, tuple[int, int]] = {entrant.number: (0, 0) for entrant in row.entrants}
    for number in range(1, row.round + 1):
        if row.seats == 2:
            for at, match in matches_of(row, number).items():
                third = at == THIRD and number == row.rounds and row.rounds > 1
                if match.winner is not None:
                    reached[match.winner] = (reached[match.winner][0], 1) if third else (number, 0)
            continue
        tables = [each for each in formats.in_round(row, number) if each.counted]
        final = len(formats.in_round(row, number)) == 1
        for each in tables:
            ordered = _by_place(row, each)
            on = ordered if len(ordered) == 1 else ordered[: min(advancing(row), len(ordered) - 1)]
            for place, player in enumerate(ordered):
                if final:
                    reached[player] = (number, len(ordered) - place)
                elif player in on:
                    reached[player] = (number, 0)
        for each in formats.in_round(row, number + 1):
            for player in each.players:
                reached[player] = max(reached[player], (number, 0))
    wins = {player: Fraction(rounds) for player, (rounds, _) in reached.items()}
    return ranked(wins, {player: (Fraction(rank),) for player, (_, rank) in reached.items()}, shown=0)


def why_closed(row: TournamentRow) -> str:
    """Nobody can join after the start."""
    return say("nobody can join a knock-out once it has begun")


def is_last(row: TournamentRow) -> bool:
    """A player who was away can come back as long as their match is not decided."""
    return False


# --- matches -----------------------------------------------------------------------------------------


def _seeded(row: TournamentRow) -> list[int]:
    """Returns the players in the order of their seeds."""
    known = sorted((entrant.seeded, entrant.number) for entrant in row.entrants if entrant.seeded)
    return [number for _, number in known]


def _seeds(row: TournamentRow) -> dict[int, int]:
    return {entrant.number: entrant.seeded for entrant in row.entrants}


def _matches(row: TournamentRow, number: int) -> dict[int, list[PairingRow]]:
    """Returns the games of each match of a round."""
    found: dict[int, list[PairingRow]] = {}
    for each in formats.in_round(row, number):
        found.setdefault(each.match, []).append(each)
    return found


def matches_of(row: TournamentRow, number: int) -> dict[int, Match]:
    """Returns the matches of two of a round, by their numbers."""
    seeds = _seeds(row)
    return {at: match_of(games, row.best_of, seeds) for at, games in _matches(row, number).items()}


def _waits(row: TournamentRow, games: Sequence[PairingRow]) -> bool:
    """Whether the next game of a match can begin."""
    if row.seats > 2 or not all(each.counted for each in games):
        return False
    return match_of(games, row.best_of, _seeds(row)).winner is None


def _swapped(games: Sequence[PairingRow]) -> Group:
    return tuple(reversed(games[-1].players))


def _by_place(row: TournamentRow, each: PairingRow) -> list[int]:
    """Returns the players of a group from the first to the last; those who tie, in the order of their seeds."""
    seeds = _seeds(row)
    places = dict(zip(each.players, each.places, strict=True))
    return sorted(each.players, key=lambda player: (places[player], seeds[player]))
