"""Undo: people take back their last decision, at once or once the other people at the table agree."""

from __future__ import annotations

from cogtable.engine.play import undo
from cogtable.engine.play.match import SPECTATOR, Revision
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import NO_LESSON, QuestionRow
from cogtable.server.table.agreement import Agreement
from cogtable.server.table.change import Change, FindOutFirst
from cogtable.server.table.moves import late
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.wire import from_client


class Undos:
    """The undos of one table."""

    def __init__(self, table: Table, takeovers: Takeovers, agreement: Agreement) -> None:
        self._table = table
        self._takeovers = takeovers
        self._agreement = agreement
        self._known: tuple[tuple[Revision, int, int], bool] | None = None
        """The last result: the revision, the seat, the number of remaining moves, and whether the undone moves revealed
        something.
        """
        agreement.grant("undo", self._granted)

    def is_offered(self, seat: int) -> bool:
        """Whether a seat has a decision that it can take back, or ask to take back."""
        table = self._table
        if seat == SPECTATOR or not table.started or table.match.over or self._takeovers.taken_over_by(seat):
            return False
        if table.lesson != NO_LESSON or table.row.is_deal:
            return False
        return self._agreement.may_ask(seat) and undo.last_decision(table.match, seat) is not None

    def request(self, seat: int, message: from_client.Undo) -> Change:
        """Returns the change that takes back the last decision of a seat, or asks the others. Raises Refusal, and
        FindOutFirst.
        """
        back_to = self._check_request(seat, Revision(message.undone, message.ply))
        revealed = self._revealed(seat, back_to)
        free = not revealed and undo.is_last(self._table.match, seat)
        if not free and self._agreement.others(seat, "undo"):
            return self._agreement.ask("undo", seat, back_to=back_to, seen=revealed)
        if not free:
            self._check_rated(unrated=message.unrated)
        return self._take_back(seat, back_to, revealed, unrated=not free)

    def _revealed(self, seat: int, back_to: int) -> bool:
        """Whether the moves that a seat takes back may have revealed hidden information.

        Raises FindOutFirst until that is known, since computing it takes a tenth of a second.
        """
        asked = self._table.match.revision, seat, back_to
        if self._known is None or self._known[0] != asked:
            match = self._table.match.copy()

            def find() -> None:
                self._known = asked, undo.revealed(match, back_to, seat)

            raise FindOutFirst(find)
        return self._known[1]

    def _check_rated(self, *, unrated: bool) -> None:
        """Checks an undo of revealed information when no other person can allow it: a rated game becomes unrated.
        Raises Refusal unless the person accepts that it becomes `unrated`.
        """
        if self._table.row.counts and not unrated:
            words = phrase("if you take this move back, the game is no longer rated; ask again if you want to")
            raise Refusal("rated", say(words))

    def _check_request(self, seat: int, seen: Revision) -> int:
        """Returns the number of moves before a seat's last decision. Raises Refusal."""
        match = self._table.match
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can take moves back"))
        self._table.check_started()
        self._table.check_runs()
        self._table.check_not_over()
        if self._table.lesson != NO_LESSON:
            raise Refusal("lesson", say("there is no undo in a lesson; go back a step instead"))
        if self._table.row.is_deal:
            raise Refusal("illegal", say("there is no undo in a deal of the day; everybody has one try"))
        self._takeovers.check_plays(seat)
        back_to = undo.last_decision(match, seat)
        if back_to is None:
            raise Refusal("illegal", say("you have no move to take back"))
        if seen > match.revision or seen.undone != match.revision.undone or back_to >= seen.ply:
            raise Refusal("late", late(seen, match.revision))
        self._agreement.check_may_ask(seat)
        return back_to

    def _granted(self, question: QuestionRow) -> Change:
        """Returns the change that takes the moves back once all have agreed. Bots may have played on in the
        meantime.
        """
        revealed = self._revealed(question.seat, question.back_to)
        unrated = not question.allowed  # everybody who was asked has left in the meantime
        return self._take_back(question.seat, question.back_to, revealed, unrated=unrated)

    def _take_back(self, seat: int, back_to: int, seen: bool, *, unrated: bool) -> Change:
        match = self._table.match
        after = match.copy()
        after.take_back(seat, back_to, seen=seen)
        log = f"seat {seat} took back moves {back_to + 1} to {match.ply}"
        return self._table.taken_back(after, unrated="undo" if unrated else None, log=log)
