"""Positions of a finished game after their analysis, and what each seat can see of that."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from cogtable.engine.play.match import Match
from cogtable.lab import analysis
from cogtable.lab.analysis import AnalysedPosition, AnalysisEffort, JudgedMove, Searches
from cogtable.server.wire import from_server


class _Described(NamedTuple):
    """A choice with its words and pieces."""

    words: str
    pieces: list[str]
    public: bool
    """Whether everybody is allowed to see it; False also if it was described only for the seat that has it."""


class StudiedPosition(NamedTuple):
    """A position with its chances; for a decision, also the move played and the best one, in words."""

    chances: list[float]
    move: JudgedMove | None
    played: _Described | None
    best: _Described | None

    def position_for(self, reader: int) -> from_server.AnalysedPosition:
        """Returns the part of it that a seat is allowed to see, -1 for a spectator."""
        chances = [round(chance, 4) for chance in self.chances]
        if not (self.move and self.played and self.best):
            return from_server.AnalysedPosition(chances=chances)
        move = self.move
        verdict = from_server.Verdict(seat=move.seat, chance=round(move.chance, 4), best=round(move.best_chance, 4))
        if self.played.public or reader == move.seat:
            verdict.words, verdict.pieces = self.played.words, self.played.pieces
        if move.best != move.action and (self.best.public or reader == move.seat):
            verdict.better, verdict.better_pieces = self.best.words, self.best.pieces
        return from_server.AnalysedPosition(chances=chances, move=verdict)


def studying(match: Match, ply: int, effort: AnalysisEffort, reader: int) -> Searches[StudiedPosition]:
    """The searches that analyse one position of a finished match for one reader, -1 for a spectator."""
    position = yield from analysis.analysing(match, ply, effort=effort)
    return described(match, position, reader)


def described(match: Match, position: AnalysedPosition, reader: int | None = None) -> StudiedPosition:
    """Puts the moves of an analysed position of a match into words, for all readers or for one."""
    move = position.move
    if move is None:
        return StudiedPosition(position.chances, None, None, None)
    then = match.at(position.ply)
    played = _describe(then, move.seat, move.action, reader)
    best = played if move.best == move.action else _describe(then, move.seat, move.best, reader)
    return StudiedPosition(position.chances, move, played, best)


def news(
    match: Match,
    reader: int,
    first: int,
    studied: Sequence[StudiedPosition],
    stood_in: Collection[int],
    *,
    warming: bool = False,
) -> from_server.Analysis:
    """Returns the positions of a match from number `first` on, for a seat, -1 for a spectator. Bots made the moves
    `stood_in`, by ply, for people.
    """
    positions = [one.position_for(reader) for one in studied]
    for ply, position in enumerate(positions, first):
        if position.move:
            position.move.stood_in = ply in stood_in
    for mark in match.marks():
        if first <= mark.ply < first + len(studied):
            positions[mark.ply - first].taken_back.append(mark.words)
    return from_server.Analysis(first=first, total=match.ply + 1, positions=positions, warming=warming)


def is_open(match: Match, ply: int, reader: int) -> bool:
    """Whether a seat, -1 for a spectator, may have all records that the analysis of a position needs: those of a
    spectator, and of the seat that moved, if that knew no more than the reader.
    """
    if ply == match.ply:
        return True
    then, mover = match.at(ply), match.moves[ply].seat
    return mover == reader or then.hidden(mover).tobytes() == then.hidden(reader).tobytes()


def _describe(match: Match, seat: int, action: int, reader: int | None) -> _Described:
    choice = match.choice(seat, action)
    # Finding out takes several deals, and a seat is always allowed to see its own choices.
    public = reader != seat and analysis.public(match, seat, action)
    return _Described(choice.text, list(choice.pieces), public)
