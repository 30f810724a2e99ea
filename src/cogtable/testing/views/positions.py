"""Chooses the positions of a game that are worth showing, and for whom."""

from __future__ import annotations

from typing import NamedTuple

from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.testing.views.rendering import rendered

MOST = 8
"""How many positions are chosen."""


_WORTH = {"": 0, "log": 0, "moved": 0, "why not": 3, "choices": 2}
"""The weight of a new line below a heading, 1 for the others. The log stands below all positions anyway."""


class Position(NamedTuple):
    """A position for a reader: the view of `seat` after `ply` moves."""

    ply: int
    seat: int

    def __str__(self) -> str:
        return f"move {self.ply}, {'spectator' if self.seat == SPECTATOR else f'seat {self.seat}'}"


def chosen(match: Match) -> list[Position]:
    """The first decision, a turn as another player sees it, the end as spectators see it; then those that show the most
    new kinds of lines. `match` must be over.
    """
    deciders = [Position(ply, match.at(ply).waiting[0]) for ply in range(match.ply)]
    middle = deciders[match.ply // 2]
    fixed = [deciders[0], Position(middle.ply, (middle.seat + 1) % match.seats), Position(match.ply, SPECTATOR)]
    kinds = {position: _kinds(match, position) for position in {*deciders, *fixed}}
    found = list(fixed)
    while len(found) < MOST:
        shown = set().union(*(kinds[position] for position in found))
        best = max(deciders, key=lambda position: (_worth(kinds[position] - shown), -position.ply))
        if not _worth(kinds[best] - shown):
            break
        found.append(best)
    return sorted(found)


def _kinds(match: Match, position: Position) -> set[tuple[str, str]]:
    lines = rendered(match.at(position.ply), position.seat)
    return {(heading, line.kind) for heading, some in lines.items() for line in some}


def _worth(kinds: set[tuple[str, str]]) -> int:
    return sum(_WORTH.get(heading, 1) for heading, _ in kinds)
