"""Moves: who can act now, playing actions, and why a piece cannot be chosen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.match import SPECTATOR, Match, Revision
from cogtable.engine.play.premoves import choices_ahead
from cogtable.engine.text.words import listed, phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.shield import Shield, shielded
from cogtable.server.db.rows import NO_LESSON
from cogtable.server.table.coach import Advance, Coach
from cogtable.server.table.events import TableEvents
from cogtable.server.table.seating import nameless
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.table.views import Views
from cogtable.server.wire import base, from_client
from cogtable.view import Choice

log = logging.getLogger("cogtable.server")

OFFERED = 8
"""The maximum number of choices that a refusal lists."""


class Moves:
    """Plays the moves of people and bots at one table. A move that has begun is always completed."""

    def __init__(
        self,
        table: Table,
        takeovers: Takeovers,
        coach: Coach,
        views: Views,
        shield: Shield,
        events: TableEvents,
    ) -> None:
        self._table = table
        self._takeovers = takeovers
        self._coach = coach
        self._views = views
        self._shield = shield
        self._events = events

    def check_turn(self, seat: int, seen: Revision) -> None:
        """Raises Refusal unless `seat` has a decision to make, and had the same one when it saw the table."""
        match = self._table.match
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can play"))
        self._table.check_started()
        self._table.check_runs()
        if not self._table.is_same_decision(seat, seen):
            raise Refusal("late", late(seen, match.revision))
        self._table.check_not_over()
        self._takeovers.check_plays(seat)
        if seat not in match.waiting:
            who = listed([self._table.row.seats[other].name or nameless(other) for other in match.waiting])
            raise Refusal("waiting", say("you have nothing to decide now; the game waits for {who}", who=who))

    @shielded
    async def act(
        self,
        seat: int,
        message: from_client.Act,
        accepted: Callable[[Revision], None],
        answered: Callable[[], Awaitable[None]],
    ) -> None:
        """Plays a person's action. Raises Refusal and changes nothing if it cannot be played.

        The move is stored before `accepted` is called with the revision after it. `answered` waits until the answer is
        on its way; then everybody is shown the move. If the same message has been sent before and its move is stored,
        it is accepted again with the present revision.
        """
        if len(message.submission) > base.MAX_SUBMISSION:
            words = phrase("the name of a move has at most {most} characters; found {found}")
            raise Refusal("malformed", say(words, most=base.MAX_SUBMISSION, found=len(message.submission)))
        try:
            async with self._table.changing():
                self.check_turn(seat, Revision(message.undone, message.ply))
                await self._commit(self._played(seat, message.action), accepted, answered, message.submission)
        except Refusal as refusal:
            if refusal.code == "unavailable" or not await self._is_stored(seat, message.submission):
                raise
            accepted(self._table.match.revision)

    async def _is_stored(self, seat: int, submission: str) -> bool:
        """Whether a seat's move with this name is stored; another move in its place does not count."""
        return bool(submission) and seat != SPECTATOR and await self._table.is_submitted(seat, submission)

    def _played(self, seat: int, action: int) -> Advance:
        """Returns the result of a person's action. Raises Refusal."""
        if self._coach.teaches:
            return self._coach.done(seat, action)
        after = self._table.match.copy()
        try:
            after.play(seat, action)
        except IllegalAction as error:
            raise Refusal("illegal", not_possible(self._table.match, seat)) from error
        return _one(after)

    async def ahead(self, seat: int, ply: int) -> list[Choice]:
        """Returns the choices that a seat could have after the turn of the seat before it, using only pieces that are
        on the table now. Raises Refusal.
        """
        match = self._table.match
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can plan a move"))
        self._table.check_started()
        self._table.check_not_over()
        if ply != match.ply:
            raise Refusal("late", late(match.revision._replace(ply=ply), match.revision))
        touchable = self._views.of(seat).touchable()
        choices = await asyncio.to_thread(choices_ahead, match, seat)
        return [choice for choice in choices if choice.pieces and touchable.keys() >= set(choice.pieces)]

    @shielded
    async def act_for_bot(self, seat: int, seen: Match, action: int) -> None:
        """Plays an action that a bot chose in the match `seen`, unless the bot now has another decision, or none."""
        table = self._table
        async with table.changing():
            is_late = seen.revision < table.decision_since(seat)
            if is_late or table.paused or seat not in table.match.waiting or not self._takeovers.bot_in(seat):
                return
            after = table.match.copy()
            after.play(seat, action)
            await self._commit(_one(after), stood_in=bool(self._takeovers.taken_over_by(seat)))

    @shielded
    async def go_to_step(
        self, seat: int, step: int, accepted: Callable[[Revision], None], answered: Callable[[], Awaitable[None]]
    ) -> None:
        """Goes to an earlier step of the lesson or to the next; `accepted` and `answered` as in `act`. Raises Refusal
        if that step cannot be reached now.
        """
        table = self._table
        async with table.changing():
            self._coach.check(seat, step)
            if step > table.lesson:
                await self._commit(self._coach.advance(), accepted, answered)
                return
            before = self._coach.earlier(seat, step)
            if before is None:
                await self._commit(Advance([], step), accepted, answered)
                return
            await table.store_undo(before, step)
            accepted(before.revision)
            table.advance(before, step)
        self._events.moved()

    async def _commit(
        self,
        advance: Advance,
        accepted: Callable[[Revision], None] | None = None,
        answered: Callable[[], Awaitable[None]] | None = None,
        submission: str = "",
        *,
        stood_in: bool = False,
    ) -> None:
        """Stores new moves, the first with this `submission`; acknowledges them, and shows them one after another."""
        table, lesson = self._table, advance.lesson
        matches = advance.matches or [table.match]
        await table.store_moves(matches[-1], lesson, submission=submission, stood_in=stood_in)
        if accepted:
            accepted(matches[0].revision)
        if answered:
            await answered()  # making views takes long
        for after in matches:
            table.advance(after, lesson)
            if after.over:
                ranks = ", ".join(f"seat {seat} is {rank}." for seat, rank in enumerate(after.ranks))
                log.info("table %s: over after %d moves; %s", table.id, after.ply, ranks)
            self._events.moved()

    def why_not(self, seat: int, seen: Revision, piece: str) -> str:
        """Returns why a seat cannot choose a piece or a zone that it sees. Raises Refusal."""
        match = self._table.match
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can choose a piece"))
        if seen > match.revision:
            raise Refusal("late", late(seen, match.revision))
        if piece not in self._views.of(seat).touchable():
            raise Refusal("malformed", say("there is no piece '{piece}' on the table", piece=piece[:40]))
        return match.why_not(seat, piece)


def _one(after: Match) -> Advance:
    return Advance([after], NO_LESSON)


def not_possible(match: Match, seat: int) -> str:
    """Returns the message for an illegal action, with the legal choices."""
    texts = [choice.text for choice in match.choices(seat)]
    shown = "; ".join(texts[:OFFERED])
    if len(texts) > OFFERED:
        shown = say("{choices}; and {n} more", choices=shown, n=len(texts) - OFFERED)
    return say("that is not possible now; you can: {choices}", choices=shown)


def late(seen: Revision, now: Revision) -> str:
    """Returns the message for a request about an earlier revision of the table."""
    if seen.undone != now.undone:
        return say("moves have been taken back since; the table is at move {now} now", now=now.ply)
    return say("your message is about the table after move {ply}; it is at move {now} now", ply=seen.ply, now=now.ply)
