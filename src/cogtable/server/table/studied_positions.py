"""Positions of a finished game after their analysis, and what each seat can see of that."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import NamedTuple

from cogtable.engine.errors import CogtableError
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.text.words import say
from cogtable.lab import analysis, reasons
from cogtable.lab.analysis import AnalysedPosition, AnalysisEffort, JudgedMove, Searches
from cogtable.lab.reasons import NamedReason
from cogtable.server.wire import from_server

log = logging.getLogger("cogtable.server")


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
    own_reasons: tuple[NamedReason, ...] = ()
    """The reasons for the best move, as the seat that moved knows them."""
    public_reasons: tuple[NamedReason, ...] = ()
    """Those that everybody may know."""

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
        verdict.reasons = [
            from_server.GivenReason(title=reason.title, words=reason.words)
            for reason in (self.own_reasons if reader == move.seat else self.public_reasons)
        ]
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
    own = _reasons(then, move, move.seat) if reader in (None, move.seat) else ()
    public = _reasons(then, move, SPECTATOR) if reader != move.seat and played.public and best.public else ()
    return StudiedPosition(position.chances, move, played, best, own, public)


def _reasons(match: Match, move: JudgedMove, reader: int) -> tuple[NamedReason, ...]:
    """The reasons for the best move that a reader may know. A reader who knows less than the seat that moved must not
    learn from them what else it considered: they are then those against the move that was played.
    """
    knows_all = match.hidden(reader).tobytes() == match.hidden(move.seat).tobytes()
    others = move.compared if knows_all else (move.action,)
    try:
        return tuple(reasons.of_move(match, move.seat, move.best, others, reader))
    except CogtableError as error:
        log.warning("moves of %s have no reasons: %s", match.game.name, error)
        return ()


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
    cause = None if first else cause_for(match, reader)
    return from_server.Analysis(first=first, total=match.ply + 1, positions=positions, warming=warming, cause=cause)


def cause_for(match: Match, reader: int) -> from_server.Cause | None:
    """Returns why a seat did not win a match that is over; None if nothing stands out, and for spectators."""
    if reader == SPECTATOR:
        return None
    try:
        cause = reasons.of_result(match, reader)
    except CogtableError as error:
        log.warning("results of %s have no reasons: %s", match.game.name, error)
        return None
    if cause is None:
        return None
    # A game may name a lesson that it doesn't have yet.
    lesson = match.game.lessons.get(cause.lesson)
    return from_server.Cause(
        title=cause.title,
        words=cause.words,
        winner=cause.winner,
        own=cause.own,
        theirs=cause.theirs,
        own_words=cause.own_words,
        their_words=cause.their_words,
        advice=cause.advice,
        lesson=cause.lesson if lesson else "",
        lesson_title=say(lesson.lesson.title) if lesson else "",
    )


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
