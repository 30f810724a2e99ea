"""The log of a match, in each seat's version."""

from __future__ import annotations

from typing import NamedTuple

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.play.history import History
from cogtable.engine.play.information_state import InformationState
from cogtable.engine.play.interventions import NOBODY_LAST, Interventions
from cogtable.view import Line


class _Read(NamedTuple):
    """The lines of a seat up to move `ply`; the deal is move 0."""

    ply: int = -1
    lines: tuple[Line, ...] = ()

    def until(self, ply: int) -> _Read:
        """The same without the lines after a move."""
        return self if self.ply <= ply else _Read(ply, tuple(line for line in self.lines if line.ply <= ply))


class MatchLog:
    """The log lines described so far, for each seat that read them.

    A move is described from the seat's information right after it, even if the log is requested later, and only once.
    """

    def __init__(self, game: GameSpec, read: dict[int, _Read] | None = None) -> None:
        self._game = game
        self._read = read or {}

    def copy(self) -> MatchLog:
        """An independent copy."""
        return MatchLog(self._game, dict(self._read))

    def forget_after(self, ply: int) -> None:
        """Forgets the lines after a move."""
        self._read = {seat: read.until(ply) for seat, read in self._read.items()}

    def lines(self, history: History, interventions: Interventions, now: InformationState) -> tuple[Line, ...]:
        """All lines for a seat, from the deal on. `now` is its information state at the last position."""
        read = self._read.get(now.seat, _Read())
        if read.ply < history.ply:
            lines = list(read.lines)
            for ply in range(read.ply + 1, history.ply + 1):
                last = ply == history.ply
                known = now if last else InformationState(self._game, history.positions[ply], now.seat)
                lines += self._of_move(history, ply, known)
                group = lines[-1].group if lines else ""
                lines += [
                    Line(words=words, ply=ply, seat=None if by == NOBODY_LAST else by, group=group, outside=True)
                    for _, by, words in interventions.said(ply, history.ply)
                ]
            read = self._read[now.seat] = _Read(history.ply, tuple(lines))
        return read.lines

    def _of_move(self, history: History, ply: int, known: InformationState) -> list[Line]:
        """The lines of a move, or of the deal."""
        notes = [note for note in history.notes(ply) if note.reaches(known.seat)]
        lines: list[Line] = list(self._game.table.log_lines(known.hidden[0], self._game.box, notes))
        outside = bool(ply) and history.moves[ply - 1].action == self._game.dropping
        for line in lines:
            line.ply, line.outside = ply, outside
        return lines
