"""Undo: people take back their last decision, at once or after the other people at the table have agreed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import msgspec

from cogtable.engine import takeback
from cogtable.engine.match import SPECTATOR, Moment
from cogtable.engine.words import phrase, say
from cogtable.server import protocol
from cogtable.server.db.store import Question
from cogtable.server.refusal import Refusal
from cogtable.server.tables.botnames import name_of
from cogtable.server.tables.moves import late
from cogtable.server.tables.table import Table
from cogtable.server.tables.takeover import Takeovers
from cogtable.server.tables.uninterrupted import Uninterrupted

log = logging.getLogger("cogtable.server")

Accepted = Callable[[Moment], None]
"""Called when a request is stored, with the moment after it."""


class Undos:
    """What is taken back at one table, and the question that somebody asks. What has begun is always completed."""

    def __init__(
        self,
        table: Table,
        takeovers: Takeovers,
        uninterrupted: Uninterrupted,
        undone: Callable[[], None],
        asked: Callable[[], None],
    ) -> None:
        self._table = table
        self._takeovers = takeovers
        self._uninterrupted = uninterrupted
        self._undone = undone
        """Called when moves were taken back."""
        self._asked = asked
        """Called when somebody asked, answered or withdrew a question."""

    # --- what is shown ---------------------------------------------------------------------------

    def is_offered(self, seat: int) -> bool:
        """Whether a seat has something that it can take back or ask for."""
        table = self._table
        if seat == SPECTATOR or not table.started or table.match.over or self._takeovers.taken_over_by(seat):
            return False
        return self._standing() is None and takeback.last_decision(table.match, seat) is not None

    def shown(self) -> protocol.Question | None:
        """The question that stands, as everybody sees it."""
        question = self._standing()
        if question is None:
            return None
        return protocol.Question(
            number=question.number,
            kind="undo",
            seat=question.seat,
            asked=self._people(question.seat),
            allowed=list(question.allowed),
            back_to=question.back_to,
            seen=question.seen,
            refused=question.refused,
        )

    def _standing(self) -> Question | None:
        """The question that was asked last, unless it is settled: withdrawn, granted, or answered by a move of one of
        the people. One that was refused stands until then.
        """
        question, match = self._table.row.question, self._table.match
        if question is None or question.withdrawn or match.over or question.undone != match.moment.undone:
            return None
        people = {question.seat, *self._people(question.seat)}
        moved = any(move.seat in people and match.is_chosen(move) for move in match.moves[question.ply :])
        return None if moved else question

    def _people(self, but: int) -> list[int]:
        """The seats of the other people, but for those who share a device with `but`: they agree without it."""
        seats = self._table.row.seats
        return [seat.seat for seat in seats if seat.kind == "person" and seat.secret != seats[but].secret]

    # --- taking back -----------------------------------------------------------------------------

    async def request(self, seat: int, message: protocol.Undo, accepted: Accepted) -> None:
        """Takes back the last decision of a seat, or asks the others. Raises Refusal."""
        await self._uninterrupted.run(self._request(seat, Moment(message.undone, message.ply), accepted))

    async def _request(self, seat: int, seen: Moment, accepted: Accepted) -> None:
        async with self._table.changing():
            back_to = self._check_request(seat, seen)
            match, people = self._table.match, self._people(seat)
            free = await asyncio.to_thread(takeback.is_free, match.copy(), seat)
            showed = not free and await asyncio.to_thread(takeback.showed, match.copy(), back_to)
            if free or not people:
                await self._take_back(seat, back_to, showed, accepted)
                return
            before = self._table.row.question
            question = Question(
                number=before.number + 1 if before else 1,
                kind="undo",
                seat=seat,
                undone=match.moment.undone,
                ply=match.ply,
                back_to=back_to,
                seen=showed,
            )
            await self._table.ask(question)
            accepted(match.moment)
        self._asked()

    def _check_request(self, seat: int, seen: Moment) -> int:
        """To which move the last decision of a seat goes back. Raises Refusal."""
        match = self._table.match
        self._check_seat(seat)
        self._table.check_started()
        self._table.check_not_over()
        if self._takeovers.taken_over_by(seat):
            words = phrase("{bot} is playing for you; take your seat back to play yourself")
            raise Refusal("taken-over", say(words, bot=name_of(seat)))
        back_to = takeback.last_decision(match, seat)
        if back_to is None:
            raise Refusal("illegal", say("you have not chosen anything yet that could be taken back"))
        if seen > match.moment or seen.undone != match.moment.undone or back_to >= seen.ply:
            raise Refusal("late", late(seen, match.moment))
        standing = self._standing()
        if standing and standing.refused >= 0:
            raise Refusal("refused", say("that was refused; it cannot be asked again for the same move"))
        if standing:
            raise Refusal("late", say("a question is being asked already; wait for the answers"))
        return back_to

    def _check_seat(self, seat: int) -> None:
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can take moves back"))

    async def _take_back(self, seat: int, back_to: int, seen: bool, accepted: Accepted) -> None:
        """Stores that moves are taken back, acknowledges it, and replaces the match."""
        match = self._table.match
        after = match.copy()
        after.take_back(seat, back_to, seen=seen)
        await self._table.store_undo(after)
        accepted(after.moment)
        self._table.advance(after)
        log.info("table %s: seat %d took back moves %d to %d", self._table.id, seat, back_to + 1, match.ply)
        self._undone()

    # --- answers ---------------------------------------------------------------------------------

    async def answer(self, seat: int, message: protocol.Answer, accepted: Accepted) -> None:
        """Allows or refuses what is asked. When all have allowed it, it is done. Raises Refusal."""
        await self._uninterrupted.run(self._answer(seat, message, accepted))

    async def _answer(self, seat: int, message: protocol.Answer, accepted: Accepted) -> None:
        async with self._table.changing():
            self._check_seat(seat)
            question = self._open(message.question)
            asked = self._people(question.seat)
            if seat not in asked:
                raise Refusal("waiting", say("you asked this yourself; the others answer"))
            if not message.allow:
                await self._table.ask(msgspec.structs.replace(question, refused=seat))
            else:
                allowed = tuple(sorted({*question.allowed, seat}))
                if set(asked) <= set(allowed):
                    # bots may have played on since it was asked
                    showed = await asyncio.to_thread(takeback.showed, self._table.match.copy(), question.back_to)
                    await self._take_back(question.seat, question.back_to, showed, accepted)
                    return
                await self._table.ask(msgspec.structs.replace(question, allowed=allowed))
            accepted(self._table.match.moment)
        self._asked()

    async def withdraw(self, seat: int, message: protocol.Withdraw, accepted: Accepted) -> None:
        """Takes a question back. Raises Refusal."""
        await self._uninterrupted.run(self._withdraw(seat, message, accepted))

    async def _withdraw(self, seat: int, message: protocol.Withdraw, accepted: Accepted) -> None:
        async with self._table.changing():
            self._check_seat(seat)
            question = self._open(message.question)
            if seat != question.seat:
                raise Refusal("waiting", say("somebody else asked this; you can answer it"))
            await self._table.ask(msgspec.structs.replace(question, withdrawn=True))
            accepted(self._table.match.moment)
        self._asked()

    def _open(self, number: int) -> Question:
        """The question of that number, which has no final answer yet. Raises Refusal."""
        question = self._standing()
        if question is None or question.number != number or question.refused >= 0:
            raise Refusal("late", say("question {n} is settled already", n=number))
        return question
