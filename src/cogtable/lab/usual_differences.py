"""Records how far losers are usually behind the winner, by the measures of a game's reasons, in games between bots.

`cogtable reasons GAME` writes the file `reasons.json` with it. See `reasons.of_result` for its use.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from cogtable import bots
from cogtable.lab.reasons import Usual, UsualDifferences, as_known, behind, reasons_of

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec
    from cogtable.engine.play.game import Game
    from cogtable.engine.play.match import Match

GROUPS = 3
"""The number of groups of games by length, of equal size."""

FEWEST = 30
"""The fewest games for each number of seats: ten in each group."""

USUAL, MUCH = 0.5, 0.9
"""The shares of losers that are at most the usual difference, and at most a large one, behind the winner."""


class Losses(NamedTuple):
    """A game that is over: its length in moves for each seat, and by how much each loser is behind the winner, by the
    names of the reasons.
    """

    length: int
    losers: list[dict[str, int]]


def record(game: Game, games: int, bot: str, seed: int, made: str) -> Iterator[UsualDifferences]:
    """Plays `games` games with each number of seats between bots of one kind, and yields the differences so far after
    each number of seats. `made` is the command that does so.
    """
    seats: dict[int, Usual] = {}
    for number in range(game.min_seats, game.max_seats + 1):
        seats[number] = usual(game, [losses(played(game, number, bot, seed + i)) for i in range(games)])
        yield UsualDifferences(game=game.name, version=game.version, box=game.box.digest, made=made, seats=dict(seats))


def played(game: Game, seats: int, bot: str, seed: int) -> Match:
    """A game between bots, played to its end."""
    match = game.start(seats=seats, seed=seed)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bots.choose(bot, match, seat, seed))
    return match


def losses(match: Match) -> Losses:
    """The differences in a match that is over, each as its loser knows it."""
    declared = reasons_of(match.game).results
    losers = [seat for seat, rank in enumerate(match.ranks) if rank > 1]
    winner = match.ranks.index(1)
    found = []
    for seat in losers:
        ended = as_known(match, seat)
        found.append({reason.name: behind(match.game, reason, ended, seat, winner).by(reason) for reason in declared})
    return Losses(match.ply // match.seats, found)


def usual(game: GameSpec, played: list[Losses]) -> Usual:
    """The usual differences in these games, in groups by their length."""
    lengths = sorted(each.length for each in played)
    divisions = tuple(lengths[len(lengths) * group // GROUPS] for group in range(1, GROUPS))
    groups: list[list[dict[str, int]]] = [[] for _ in range(GROUPS)]
    for each in played:
        groups[int(np.searchsorted(divisions, each.length, side="right"))] += each.losers
    return Usual(
        lengths=divisions,
        differences={
            reason.name: tuple(_middle_and_high([loser[reason.name] for loser in group]) for group in groups)
            for reason in reasons_of(game).results
        },
    )


def _middle_and_high(differences: list[int]) -> tuple[int, int]:
    if not differences:
        return 0, 0
    middle, high = np.quantile(differences, (USUAL, MUCH), method="higher")
    return int(middle), int(high)


def written(differences: UsualDifferences) -> str:
    """The text of a file of usual differences."""
    return msgspec.json.format(msgspec.json.encode(differences), indent=1).decode() + "\n"
