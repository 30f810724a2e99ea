"""Hints: who can have one, what it costs, and what it says."""

from __future__ import annotations

from cogtable.engine.play.match import Revision
from cogtable.engine.text.words import say
from cogtable.lab.analysis import Advice
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import NO_LESSON
from cogtable.server.table.change import Change
from cogtable.server.table.moves import Moves
from cogtable.server.table.rated import against
from cogtable.server.table.seating import Short
from cogtable.server.table.table import Table
from cogtable.server.wire import from_client, from_server


class Hinting:
    """The rules of the hints at one table."""

    def __init__(self, table: Table, moves: Moves) -> None:
        self._table = table
        self._moves = moves

    def check(self, seat: int, message: from_client.AskHint) -> None:
        """Raises Refusal unless a seat can have a hint. In a rated game it cannot. Exception: a game against bots whose
        person accepts that it becomes unrated.
        """
        table = self._table
        self._moves.check_turn(seat, Revision(message.undone, message.ply))
        if table.lesson != NO_LESSON:
            raise Refusal("lesson", say("the coach says what to do; there are no hints during the lesson"))
        if table.row.is_deal:
            raise Refusal("assists", say("there are no hints in a deal of the day; everybody has one try"))
        if not table.match.options["assists"]:
            raise Refusal("assists", say("assists are off at this table, so there are no hints during the game"))
        if table.row.counts and against(table.row) == "people":
            raise Refusal("assists", say("this game is rated, so there are no hints"))
        if table.row.counts and not message.unrated:
            raise Refusal("rated", say("with a hint this game is no longer rated; ask again if you want one"))

    def given(self, seat: int, message: from_client.AskHint) -> Change | None:
        """Returns the change that a hint makes: a game against bots is no longer rated; None if it is not. Raises
        Refusal if the decision was made in the meantime.
        """
        self._moves.check_turn(seat, Revision(message.undone, message.ply))
        return self._table.no_longer_rated("hint") if self._table.row.counts else None

    def hint(self, seat: int, message: from_client.AskHint, advice: Advice, short: Short = "") -> from_server.Hint:
        """Returns the hint; `short` says why the search was short. Raises Refusal if the decision was made in the
        meantime.
        """
        self._moves.check_turn(seat, Revision(message.undone, message.ply))
        return from_server.Hint(
            id=message.id,
            ply=message.ply,
            pieces=list(advice.pieces),
            moves=[
                from_server.Considered(action=move.action, words=move.words, chance=round(move.chance, 4))
                for move in advice.candidates
            ],
            chances=[round(chance, 4) for chance in advice.chances],
            reasons=[from_server.GivenReason(title=each.title, words=each.words) for each in advice.reasons],
            short=short,
        )
