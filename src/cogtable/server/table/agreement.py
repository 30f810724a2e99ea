"""Agreement: requests that all other people at a table must accept, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from cogtable.engine.play.match import SPECTATOR, Revision
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import QuestionRow, SeatRow
from cogtable.server.table.change import Change
from cogtable.server.table.seating import people, together
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.table.undo_diff import going_back
from cogtable.server.wire import from_client, from_server

Kind = Literal["undo", "end", "pause"]
"""The kinds of request: to take moves back, to end the game without a winner, or to stop the clocks."""

Grant = Callable[[QuestionRow], Change]
"""Returns the change that carries out a request to which all have agreed. Can raise FindOutFirst."""


class Agreement:
    """The open question of one table."""

    def __init__(self, table: Table, takeovers: Takeovers) -> None:
        self._table = table
        self._takeovers = takeovers
        self._grants: dict[str, Grant] = {}
        self._differences: tuple[tuple[int, Revision] | None, dict[int, from_server.GoesBack]] = (None, {})
        """What an undo would change for each seat, with the question and the revision that this was computed for."""

    def grant(self, kind: Kind, how: Grant) -> None:
        """Sets the function for this kind of question."""
        self._grants[kind] = how

    def close(self) -> None:
        """Forgets the functions set by `grant`. The parts that they are methods of refer to this object."""
        self._grants.clear()

    # --- the question ----------------------------------------------------------------------------

    def standing(self) -> QuestionRow | None:
        """Returns the last question, until it is withdrawn or granted, or one of the people concerned plays a move. A
        refused question also stands until then.
        """
        question, match = self._table.row.question, self._table.match
        if question is None or question.withdrawn or match.over or question.undone != match.revision.undone:
            return None
        if question.seat not in people(self._table.row):  # they have resigned since then
            return None
        concerned = {question.seat, *self._persons_beside(question.seat)} - set(question.excused)
        moved = any(move.seat in concerned and match.is_chosen(move) for move in match.moves[question.ply :])
        return None if moved else question

    def shown(self, reader: int) -> from_server.Question | None:
        """Returns the standing question, as a seat or a spectator sees it."""
        question = self.standing()
        if question is None:
            return None
        return from_server.Question(
            number=question.number,
            kind=question.kind,  # type: ignore[arg-type]
            seat=question.seat,
            asked=self._asked_by(question),
            allowed=list(question.allowed),
            back_to=question.back_to,
            seconds=question.seconds,
            seen=question.seen,
            refused=question.refused,
            goes_back=self._goes_back(question, reader),
        )

    def _goes_back(self, question: QuestionRow, reader: int) -> from_server.GoesBack | None:
        """Returns what an undo that waits for answers would change for a seat; None for
        spectators, who do not decide.
        """
        match = self._table.match
        if question.kind != "undo" or question.refused >= 0 or reader == SPECTATOR:
            return None
        asked = question.number, match.revision
        if self._differences[0] != asked:
            self._differences = asked, {}
        known = self._differences[1]
        if reader not in known:
            known[reader] = going_back(match.view(reader), match.at(question.back_to).view(reader))
        return known[reader]

    def others(self, seat: int, kind: Kind) -> list[int]:
        """Returns the seats of the other people who decide about a request. People who share a device with `seat` are
        not asked, nor are people who have gone.
        """
        gone = self._gone(kind)
        return [other for other in self._persons_beside(seat) if other not in gone]

    def _asked_by(self, question: QuestionRow) -> list[int]:
        return self.others(question.seat, question.kind)  # type: ignore[arg-type]

    def _persons_beside(self, seat: int) -> list[int]:
        """Returns the seats that people have or had at other devices than `seat`."""
        row = self._table.row
        return [each.seat for each in row.seats if _is_persons(each) and each.seat not in together(row, seat)]

    def _excused(self, kind: str) -> tuple[int, ...]:
        return tuple(sorted(self._gone(kind)))

    def _gone(self, kind: str) -> set[int]:
        """Returns the seats of people whose answers are not needed: they have resigned or, for an undo, a bot plays for
        them, since bots accept what the others decide. An end or a pause still needs the answers of people who may come
        back.
        """
        for_now = kind == "undo"
        return {
            each.seat
            for each in self._table.row.seats
            if _is_persons(each) and (_has_resigned(each) or (for_now and self._takeovers.taken_over_by(each.seat)))
        }

    # --- asking and answering --------------------------------------------------------------------

    def may_ask(self, seat: int) -> bool:
        """Whether a seat can ask: no question is open, and its own last question was not just refused."""
        standing = self.standing()
        return standing is None or (standing.refused >= 0 and standing.seat != seat)

    def check_may_ask(self, seat: int) -> None:
        """Raises Refusal if a question is open, or if the seat's own was refused and no move was played since."""
        standing = self.standing()
        if standing is None or self.may_ask(seat):
            return
        if standing.refused >= 0:
            raise Refusal("refused", say("that was refused; you cannot ask again for the same move"))
        raise Refusal("late", say("another request is open; wait for everyone to answer"))

    def ask(self, kind: Kind, seat: int, *, back_to: int = 0, seconds: float = 0, seen: bool = False) -> Change:
        """Returns the change that asks the others; `check_may_ask` comes first."""
        before, revision = self._table.row.question, self._table.match.revision
        question = QuestionRow(
            number=before.number + 1 if before else 1,
            kind=kind,
            seat=seat,
            undone=revision.undone,
            ply=revision.ply,
            back_to=back_to,
            seconds=seconds,
            seen=seen,
            excused=self._excused(kind),
        )
        return self._table.asked(question)

    def answer(self, seat: int, message: from_client.Answer) -> Change:
        """Returns the change by which a seat agrees to a question or refuses it; once all have agreed, the change that
        was asked for. Raises Refusal, and FindOutFirst.
        """
        question = self._open(seat, message.question)
        if seat not in self._asked_by(question):
            raise Refusal("waiting", say("this question is not for you to answer"))
        allowed = tuple(sorted({*question.allowed, seat}))
        answered = {"allowed": allowed} if message.allow else {"refused": seat}
        question = msgspec.structs.replace(question, **answered)
        if message.allow and self._all_agree(question):
            return self._grants[question.kind](question)
        return self._table.asked(question)

    def can_excuse(self) -> bool:
        """Whether answers are no longer needed because people have resigned, or a takeover has begun or ended."""
        question = self._unanswered()
        if question is None:
            return False
        return self._all_agree(question) or question.excused != self._excused(question.kind)

    def excuse(self) -> Change | None:
        """Returns the change after which the answers of people who have gone are not waited for, if there is a
        question: what was asked for, if all others have agreed. Raises FindOutFirst.
        """
        question = self._unanswered()
        if question is None:
            return None
        if self._all_agree(question):
            return self._grants[question.kind](question)
        return self._table.asked(msgspec.structs.replace(question, excused=self._excused(question.kind)))

    def _unanswered(self) -> QuestionRow | None:
        question = self.standing()
        return question if question is not None and question.refused < 0 else None

    def _all_agree(self, question: QuestionRow) -> bool:
        return set(self._asked_by(question)) <= set(question.allowed)

    def withdraw(self, seat: int, message: from_client.Withdraw) -> Change:
        """Returns the change that withdraws a question. Raises Refusal."""
        question = self._open(seat, message.question)
        if seat != question.seat:
            raise Refusal("waiting", say("another player asked this question; only they can withdraw it"))
        return self._table.asked(msgspec.structs.replace(question, withdrawn=True))

    def _open(self, seat: int, number: int) -> QuestionRow:
        """Returns the open question with this number. Raises Refusal if it is settled, and for spectators."""
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can ask and answer"))
        question = self.standing()
        if question is None or question.number != number or question.refused >= 0:
            raise Refusal("late", say("question {n} is already settled", n=number))
        return question


def _is_persons(seat: SeatRow) -> bool:
    """Whether a seat is a person's, even if they have resigned."""
    return seat.kind in ("person", "left")


def _has_resigned(seat: SeatRow) -> bool:
    return seat.resigned or seat.kind == "left"
