"""Consent: a request that needs the agreement of the other people at a table, and their answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec

from cogtable.engine.match import SPECTATOR, Moment
from cogtable.engine.words import say
from cogtable.server import protocol
from cogtable.server.db.store import Question
from cogtable.server.refusal import Refusal
from cogtable.server.tables.going_back import going_back
from cogtable.server.tables.seating import people
from cogtable.server.tables.table import Table
from cogtable.server.tables.uninterrupted import Uninterrupted

Accepted = Callable[[Moment], None]
"""Called when a request is stored, with the moment after it."""

Grant = Callable[[Question, Accepted], Awaitable[None]]
"""Carries out what all have agreed to, inside `Table.changing`, and acknowledges it."""


class Consent:
    """The open question of one table. A request that has begun is always completed."""

    def __init__(self, table: Table, uninterrupted: Uninterrupted, asked: Callable[[], None]) -> None:
        self._table = table
        self._uninterrupted = uninterrupted
        self._asked = asked
        """Called when somebody asked, answered or withdrew a question."""
        self._grants: dict[str, Grant] = {}
        self._differences: tuple[tuple[int, Moment] | None, dict[int, protocol.GoesBack]] = (None, {})
        """What an undo would change for each seat: for which question, and when."""

    def grant(self, kind: Literal["undo", "end"], how: Grant) -> None:
        """Sets what happens when all agree to a question of this kind."""
        self._grants[kind] = how

    # --- the question ----------------------------------------------------------------------------

    def standing(self) -> Question | None:
        """The last question, until it is withdrawn or granted, or one of the people concerned plays a move. A refused
        question also stands until then.
        """
        question, match = self._table.row.question, self._table.match
        if question is None or question.withdrawn or match.over or question.undone != match.moment.undone:
            return None
        if question.seat not in people(self._table.row):  # they have resigned since
            return None
        concerned = {question.seat, *self.others(question.seat)}
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
            asked=self.others(question.seat),
            allowed=list(question.allowed),
            back_to=question.back_to,
            seen=question.seen,
            refused=question.refused,
            goes_back=self._goes_back(question, reader),
        )

    def _goes_back(self, question: Question, reader: int) -> protocol.GoesBack | None:
        """What an undo that waits for answers would change for a seat; None for spectators, who do not decide."""
        match = self._table.match
        if question.kind != "undo" or question.refused >= 0 or reader == SPECTATOR:
            return None
        asked = question.number, match.moment
        if self._differences[0] != asked:
            self._differences = asked, {}
        known = self._differences[1]
        if reader not in known:
            known[reader] = going_back(match.view(reader), match.at(question.back_to).view(reader))
        return known[reader]

    def others(self, seat: int) -> list[int]:
        """The seats of the other people who play. Those who share a device with `seat` need not be asked."""
        row = self._table.row
        return [other for other in people(row) if row.seats[other].secret != row.seats[seat].secret]

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
            raise Refusal("refused", say("that was refused; it cannot be asked again for the same move"))
        raise Refusal("late", say("a question is being asked already; wait for the answers"))

    async def ask(self, kind: Literal["undo", "end"], seat: int, *, back_to: int = 0, seen: bool = False) -> None:
        """Stores a question of a seat. To be called inside `Table.changing`, after `check_may_ask`."""
        before, moment = self._table.row.question, self._table.match.moment
        question = Question(
            number=before.number + 1 if before else 1,
            kind=kind,
            seat=seat,
            undone=moment.undone,
            ply=moment.ply,
            back_to=back_to,
            seen=seen,
        )
        await self._table.ask(question)

    async def answer(self, seat: int, message: protocol.Answer, accepted: Accepted) -> None:
        """Agrees to a question or refuses it. Once all have agreed, it is carried out. Raises Refusal."""
        await self._uninterrupted.run(self._answer(seat, message, accepted))

    async def _answer(self, seat: int, message: protocol.Answer, accepted: Accepted) -> None:
        async with self._table.changing():
            question = self._open(seat, message.question)
            asked = self.others(question.seat)
            if seat not in asked:
                raise Refusal("waiting", say("this question is not for you to answer"))
            allowed = tuple(sorted({*question.allowed, seat}))
            if message.allow and set(asked) <= set(allowed):
                await self._grants[question.kind](question, accepted)
                return
            answered = {"allowed": allowed} if message.allow else {"refused": seat}
            await self._table.ask(msgspec.structs.replace(question, **answered))
            accepted(self._table.match.moment)
        self._asked()

    async def withdraw(self, seat: int, message: protocol.Withdraw, accepted: Accepted) -> None:
        """Withdraws a question. Raises Refusal."""
        await self._uninterrupted.run(self._withdraw(seat, message, accepted))

    async def _withdraw(self, seat: int, message: protocol.Withdraw, accepted: Accepted) -> None:
        async with self._table.changing():
            question = self._open(seat, message.question)
            if seat != question.seat:
                raise Refusal("waiting", say("somebody else asked this question; only they can withdraw it"))
            await self._table.ask(msgspec.structs.replace(question, withdrawn=True))
            accepted(self._table.match.moment)
        self._asked()

    def _open(self, seat: int, number: int) -> Question:
        """The open question with this number. Raises Refusal if it is settled, and to spectators."""
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can ask and answer"))
        question = self.standing()
        if question is None or question.number != number or question.refused >= 0:
            raise Refusal("late", say("question {n} is settled already", n=number))
        return question
