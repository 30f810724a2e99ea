"""Agreement: requests that all other people at a table must accept, and their answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec

from cogtable.engine.play.match import SPECTATOR, Revision
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.shield import Shield, shielded
from cogtable.server.db.rows import Question, SeatRow
from cogtable.server.table.seating import people, together
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.table.undo_diff import going_back
from cogtable.server.wire import protocol

Accepted = Callable[[Revision], None]
"""Called when a request is stored, with the revision after it."""

Kind = Literal["undo", "end", "pause"]
"""What is asked: to take moves back, to end the game without a winner, or to stop the clocks."""

Grant = Callable[[Question, Accepted], Awaitable[None]]
"""Carries out what all have agreed to, inside `Table.change`, and acknowledges it."""


class Agreement:
    """The open question of one table. A request that has begun is always completed."""

    def __init__(self, table: Table, takeovers: Takeovers, shield: Shield, asked: Callable[[], None]) -> None:
        self._table = table
        self._takeovers = takeovers
        self._shield = shield
        self._asked = asked
        """Called when somebody asked, answered or withdrew a question."""
        self._grants: dict[str, Grant] = {}
        self._differences: tuple[tuple[int, Revision] | None, dict[int, protocol.GoesBack]] = (None, {})
        """What an undo would change for each seat: for which question, and when."""

    def grant(self, kind: Kind, how: Grant) -> None:
        """Sets what happens when all agree to a question of this kind."""
        self._grants[kind] = how

    def let_go(self) -> None:
        """Forgets what was to happen, when the table leaves the memory."""
        self._grants.clear()

    # --- the question ----------------------------------------------------------------------------

    def standing(self) -> Question | None:
        """The last question, until it is withdrawn or granted, or one of the people concerned plays a move. A refused
        question also stands until then.
        """
        question, match = self._table.row.question, self._table.match
        if question is None or question.withdrawn or match.over or question.undone != match.revision.undone:
            return None
        if question.seat not in people(self._table.row):  # they have resigned since
            return None
        concerned = {question.seat, *self._persons_beside(question.seat)} - set(question.excused)
        moved = any(move.seat in concerned and match.is_chosen(move) for move in match.moves[question.ply :])
        return None if moved else question

    def shown(self, reader: int) -> protocol.Question | None:
        """The standing question, as a seat or a spectator sees it."""
        question = self.standing()
        if question is None:
            return None
        return protocol.Question(
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

    def _goes_back(self, question: Question, reader: int) -> protocol.GoesBack | None:
        """What an undo that waits for answers would change for a seat; None for spectators, who do not decide."""
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
        """The seats of the other people who decide about a request. Those who share a device with `seat` need not be
        asked, nor those who have gone.
        """
        gone = self._gone(kind)
        return [other for other in self._persons_beside(seat) if other not in gone]

    def _asked_by(self, question: Question) -> list[int]:
        return self.others(question.seat, question.kind)  # type: ignore[arg-type]

    def _persons_beside(self, seat: int) -> list[int]:
        """The seats that people have or had at other devices than `seat`."""
        row = self._table.row
        return [each.seat for each in row.seats if _is_persons(each) and each.seat not in together(row, seat)]

    def _excused(self, kind: str) -> tuple[int, ...]:
        return tuple(sorted(self._gone(kind)))

    def _gone(self, kind: str) -> set[int]:
        """The seats of people whose answers nobody waits for: they have resigned, or a bot plays for them, and bots
        accept what the others decide. An end is for good, so those who may come back are asked about it.
        """
        for_now = kind == "undo"
        return {
            each.seat
            for each in self._table.row.seats
            if _is_persons(each) and (_has_resigned(each) or (for_now and self._takeovers.taken_over_by(each.seat)))
        }

    # --- asking and answering --------------------------------------------------------------------

    def may_ask(self, seat: int) -> bool:
        """Whether a seat may ask: no question is open, and its own last question was not just refused."""
        standing = self.standing()
        return standing is None or (standing.refused >= 0 and standing.seat != seat)

    def check_may_ask(self, seat: int) -> None:
        """Raises Refusal if a question is open, or if the seat's own was refused and nobody has moved since."""
        standing = self.standing()
        if standing is None or self.may_ask(seat):
            return
        if standing.refused >= 0:
            raise Refusal("refused", say("that was refused; you cannot ask again for the same move"))
        raise Refusal("late", say("another request is open; wait for everyone to answer"))

    async def ask(self, kind: Kind, seat: int, *, back_to: int = 0, seconds: float = 0, seen: bool = False) -> None:
        """Stores a question of a seat. To be called inside `Table.changing`, after `check_may_ask`."""
        before, revision = self._table.row.question, self._table.match.revision
        question = Question(
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
        await self._table.ask(question)

    @shielded
    async def answer(self, seat: int, message: protocol.Answer, accepted: Accepted) -> None:
        """Agrees to a question or refuses it. Once all have agreed, it is carried out. Raises Refusal."""

        async def work() -> bool:
            """Whether the question stands."""
            question = self._open(seat, message.question)
            if seat not in self._asked_by(question):
                raise Refusal("waiting", say("this question is not for you to answer"))
            allowed = tuple(sorted({*question.allowed, seat}))
            answered = {"allowed": allowed} if message.allow else {"refused": seat}
            question = msgspec.structs.replace(question, **answered)
            if message.allow and self._all_agree(question):
                await self._grants[question.kind](question, accepted)
                return False
            await self._table.ask(question)
            accepted(self._table.match.revision)
            return True

        if await self._table.change(work):
            self._asked()

    def seats_changed(self) -> None:
        """To be called whenever somebody has resigned, or a takeover has begun or ended: the answers of people who have
        gone are no longer waited for, so a question may be settled now.
        """
        question = self._unanswered()
        if question is not None and (self._all_agree(question) or question.excused != self._excused(question.kind)):
            self._shield.start(self._excuse())

    async def _excuse(self) -> None:
        async def work() -> bool:
            question = self._unanswered()
            if question is None:
                return False
            if self._all_agree(question):
                await self._grants[question.kind](question, lambda revision: None)
                return False
            await self._table.ask(msgspec.structs.replace(question, excused=self._excused(question.kind)))
            return True

        if await self._table.change(work):
            self._asked()

    def _unanswered(self) -> Question | None:
        question = self.standing()
        return question if question is not None and question.refused < 0 else None

    def _all_agree(self, question: Question) -> bool:
        return set(self._asked_by(question)) <= set(question.allowed)

    @shielded
    async def withdraw(self, seat: int, message: protocol.Withdraw, accepted: Accepted) -> None:
        """Withdraws a question. Raises Refusal."""
        async with self._table.changing():
            question = self._open(seat, message.question)
            if seat != question.seat:
                raise Refusal("waiting", say("somebody else asked this question; only they can withdraw it"))
            await self._table.ask(msgspec.structs.replace(question, withdrawn=True))
            accepted(self._table.match.revision)
        self._asked()

    def _open(self, seat: int, number: int) -> Question:
        """The open question with this number. Raises Refusal if it is settled, and to spectators."""
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can ask and answer"))
        question = self.standing()
        if question is None or question.number != number or question.refused >= 0:
            raise Refusal("late", say("question {n} is settled already", n=number))
        return question


def _is_persons(seat: SeatRow) -> bool:
    """Whether a seat is that of a person, who may have resigned."""
    return seat.kind in ("person", "left")


def _has_resigned(seat: SeatRow) -> bool:
    return seat.resigned or seat.kind == "left"
