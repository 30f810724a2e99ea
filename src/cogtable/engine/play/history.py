"""The history of a match: its moves, their events, and the positions between them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from cogtable.engine.rules.events import Note


class Move(NamedTuple):
    """One recorded action: the seat, the action, its text, and the events it caused."""

    seat: int
    action: int
    text: str
    notes: tuple[Note, ...]


@dataclass
class History:
    """The moves of a match, the events of its deal (`opening`), and the positions after the deal and after each move.

    A position is an array of one record. Histories share their positions, so only the last is ever written to, and only
    by tests that set a table.
    """

    positions: list[Any]
    opening: tuple[Note, ...] = ()
    moves: list[Move] = field(default_factory=list)
    complete: bool = True
    """Whether everything is known. Until its moves are replayed, a loaded match has only the moves without their events
    and the last position.
    """

    @property
    def ply(self) -> int:
        """The number of moves."""
        return len(self.moves)

    def notes(self, ply: int) -> tuple[Note, ...]:
        """The events of move `ply`, counted from 1; for 0 those of the deal."""
        return self.moves[ply - 1].notes if ply else self.opening

    def add(self, move: Move, position: Any) -> None:
        """Adds a move and the position after it."""
        read_only(self.positions[-1])
        self.positions.append(position)
        self.moves.append(move)

    def cut(self, ply: int) -> list[Move]:
        """Takes back all moves after the first `ply`, and returns them."""
        gone = self.moves[ply:]
        del self.moves[ply:], self.positions[ply + 1 :]
        return gone

    def copy(self) -> History:
        """An independent copy."""
        return replace(self, positions=list(self.positions), moves=list(self.moves))


def read_only(position: Any) -> Any:
    """The same array, made read-only: copies of a match share their positions."""
    position.flags.writeable = False
    return position
