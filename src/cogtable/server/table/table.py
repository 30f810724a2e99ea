"""A table in memory: its row in the database, its match, and changes to both."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar

import msgspec

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadBox, BadLesson, BrokenGame, CogtableError, UnknownGame
from cogtable.engine.lessons.script import script_of
from cogtable.engine.play.interventions import Ending, Interventions, Remark, TakenBack
from cogtable.engine.play.match import Match, Move, Revision
from cogtable.engine.play.saves import Saved, restored
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.variant import Variant
from cogtable.server.core.variants import Variants
from cogtable.server.db.chat import Said
from cogtable.server.db.connection import Conflict, NotOwner, StoreError
from cogtable.server.db.rows import NO_LESSON, ActionRow, BoxRow, QuestionRow, SeatRow, TableRow, TableStatus, Times
from cogtable.server.db.store import Store
from cogtable.server.table import clock, service_time
from cogtable.server.table.decisions import decision_began, decisions_since
from cogtable.server.table.events import TableEvents
from cogtable.server.table.rated import Why, finish_of, unrated_from_start, why_unrated
from cogtable.server.table.uncertain_writes import UncertainWrite, in_doubt
from cogtable.server.wire import from_server

log = logging.getLogger("cogtable.server")

Answer = TypeVar("Answer")


def status_of(match: Match, lesson: int = NO_LESSON, times: Times | None = None) -> TableStatus:
    """Returns the status of a match, its lesson and its clock, for lists of tables."""
    waiting = sum(1 << seat for seat in match.waiting)
    return TableStatus(over=match.over, waiting=waiting, words=match.clock.words, lesson=lesson, times=times)


class FindOutFirst(Exception):
    """Raised by work inside `Table.change` before it has stored anything. It needs a slow computation first, which must
    not block others. `find` does the computation; then the work starts again.
    """

    def __init__(self, find: Callable[[], Awaitable[None]]) -> None:
        super().__init__("something must be found out first")
        self.find = find


CONTINUED = phrase("the game was continued by another server; it is at move {ply} now")
CHANGED = phrase("the table was changed by another server; look at it again")
ASKED = phrase("somebody else has just asked or answered; look at the table again")
"""The message for a change that another person's question or answer has overtaken."""


class Table:
    """One table in memory. Changes are stored first, and all are made inside `changing`.

    `match` is replaced, never modified: a move is played on a copy, the copy is stored, and then it replaces the match.
    So a failure half-way leaves no trace, and readers of a match are never disturbed.
    """

    def __init__(self, loaded: Loaded, store: Store, variants: Variants, events: TableEvents) -> None:
        self.row = loaded.row
        self.match = loaded.match
        self._stored_actions = loaded.stored
        """The number of actions in the database."""
        self._store = store
        self._variants = variants
        self._events = events
        self._lock = asyncio.Lock()
        self._doubt = UncertainWrite(f"table {self.id}", self._settle)
        self._abandoned = False
        self._decisions_since = [self.match.revision] * self.match.seats
        self._loaded = self.match
        self._times = loaded.row.status.times
        """The times that were stored last."""

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.row.id

    @property
    def started(self) -> bool:
        """Whether every seat is taken."""
        return self.row.started

    @property
    def lesson(self) -> int:
        """The step of the lesson; `NO_LESSON` if there is none or it is over."""
        return self.row.status.lesson

    def decision_since(self, seat: int) -> Revision:
        """Returns the revision at which the present decision of a seat began."""
        return self._decisions_since[seat]

    def is_same_decision(self, seat: int, seen: Revision) -> bool:
        """Whether a seat that saw the table at the revision `seen` had the same decision then as now."""
        since = self._decisions_since[seat]
        if since > seen and since == self._loaded.revision:  # it may have begun before the table was loaded
            since = decision_began(self._loaded, seat)
        return since <= seen <= self.match.revision

    def check_started(self) -> None:
        """Raises Refusal before the game has begun."""
        if not self.started:
            raise Refusal("waiting", say("the game has not started; it starts when every seat is taken"))

    def check_not_over(self) -> None:
        """Raises Refusal when the game is over."""
        if self.match.over:
            raise Refusal("over", say("the game is over"))

    @property
    def paused(self) -> bool:
        """Whether the clocks are stopped."""
        return bool(self._times and self._times.paused)

    def check_runs(self) -> None:
        """Raises Refusal while the clocks are stopped."""
        if self._times and self._times.paused:
            name = self.row.seats[self._times.paused_by].name
            raise Refusal("paused", say("the game is paused for {name}; nobody can move until it goes on", name=name))

    # --- changes ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Allows one change at a time, to a table that is in sync with the database. Raises Refusal and StoreError.

        Any other error may have occurred after data was stored, so the table is then read again.
        """
        async with self._lock:
            if self._abandoned:
                raise NotOwner(f"another process owns table {self.id} now")
            try:
                if self._doubt.standing:
                    await self._reload()
                yield
            except (Refusal, NotOwner, FindOutFirst):
                raise
            except BaseException:
                self._doubt.arise()
                raise

    async def change(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Runs `work` inside `changing` and returns its result. For slow work outside it, see `FindOutFirst`."""
        while True:
            try:
                async with self.changing():
                    return await work()
            except FindOutFirst as wanted:
                await wanted.find()

    async def _settle(self) -> None:
        async with self.changing():
            pass

    def abandon(self) -> None:
        """Gives the table up to another process; nothing is changed here any more."""
        self._abandoned = True
        self.stop()

    def stop(self) -> None:
        """Stops the table's background work."""
        self._doubt.stop()

    async def _stored(
        self, writing: Awaitable[Answer], late: Callable[[], str], code: from_server.Code = "late"
    ) -> Answer:
        """Returns the result of a write. All changes of a table go through this. Raises Refusal, and NotOwner.

        If another server was faster, the table is read again and the Refusal says that it is `late`. If the database
        fails, it is not known whether it has stored the change: the Refusal says so, and the table is read again as
        soon as possible.
        """
        try:
            return await writing
        except Conflict as error:
            await self._reload()
            raise Refusal(code, late()) from error
        except NotOwner:
            raise
        except StoreError as error:
            self._doubt.arise()
            log.error("table %s, move %d: %s", self.id, self.match.ply, error)
            raise in_doubt(error) from error

    async def store_moves(
        self, after: Match, lesson: int = NO_LESSON, *, submission: str = "", stood_in: bool = False
    ) -> None:
        """Stores the new moves of `after` and the step of the lesson. `submission` and `stood_in` are stored with the
        first of them. Raises Refusal.
        """
        moves = self._moves(after, self.match.ply, self._stored_actions)
        moves[:1] = [msgspec.structs.replace(move, submission=submission, stood_in=stood_in) for move in moves[:1]]
        await self._append(moves, after, lesson=lesson)

    async def stood_in(self) -> frozenset[int]:
        """Returns the moves, by ply, that bots made for people."""
        moves: list[bool] = []
        for action in await self._store.actions(self.id):
            if action.kind == "move":
                moves.append(action.stood_in)
            elif action.kind == "undo":
                del moves[action.action :]
        return frozenset(ply for ply, stood_in in enumerate(moves) if stood_in)

    async def is_submitted(self, seat: int, submission: str) -> bool:
        """Whether the move with this name from a seat's client is stored."""
        return await self._store.is_submitted(self.id, seat, submission)

    def _moves(self, after: Match, since: int, number: int) -> list[ActionRow]:
        """Returns the moves after the first `since`, as rows numbered from `number` on."""
        moves = enumerate(after.moves[since:], number)
        return [ActionRow(ply=ply, seat=move.seat, action=move.action, words=move.text) for ply, move in moves]

    async def store_end(self, after: Match) -> None:
        """Stores the early end of `after`. Raises Refusal."""
        ending = after.interventions.ending
        assert ending
        end = ActionRow(ply=self._stored_actions, kind="end", seat=ending.last, action=0, words=ending.words)
        await self._append([end], after)

    async def store_resigned(self, after: Match, seat: int) -> None:
        """Stores that a seat has resigned and a bot plays on, with the last remark of `after`. Raises Refusal."""
        gone = msgspec.structs.replace(self.row.seats[seat], resigned=True)
        await self._append([self._remark(after)], after, gone=gone)

    async def store_dropped(self, after: Match, seat: int) -> None:
        """Stores that a seat has resigned and dropped out, with the last moves of `after`. Raises Refusal."""
        gone = msgspec.structs.replace(self.row.seats[seat], resigned=True, kind="left")
        await self._append(self._moves(after, self.match.ply, self._stored_actions), after, gone=gone)

    def _remark(self, after: Match) -> ActionRow:
        """Returns the last remark of a match, as a row."""
        remark = after.interventions.remarks[-1]
        return ActionRow(ply=self._stored_actions, kind="remark", seat=remark.seat, action=0, words=remark.words)

    async def store_undo(self, after: Match, lesson: int = NO_LESSON, unrated: Why | None = None) -> None:
        """Stores the last undo of `after`, the step of the lesson, and why the game is no longer rated, if that
        changes. Raises Refusal.
        """
        back = after.interventions.taken_back[-1]
        undo = ActionRow(ply=self._stored_actions, kind="undo", seat=back.seat, action=back.ply, seen=back.seen)
        stays_out = self._moves(after, back.ply, self._stored_actions + 1)
        await self._append([undo, *stays_out], after, lesson=lesson, unrated=unrated)

    async def _append(
        self,
        actions: list[ActionRow],
        after: Match,
        lesson: int = NO_LESSON,
        gone: SeatRow | None = None,
        unrated: Why | None = None,
    ) -> None:
        unrated = unrated if self.row.counts else None
        times = self._times_after(actions, after, gone)
        finish = finish_of(self.row, after) if after.over else None
        writing = self._store.append(self.id, actions, status_of(after, lesson, times), gone, finish, unrated or "")
        await self._stored(writing, lambda: say(CONTINUED, ply=self.match.ply))
        if finish and not finish.places and self.row.counts:
            unrated = "agreed"
        if unrated:
            self.row = msgspec.structs.replace(self.row, unrated=unrated)
        self._stored_actions += len(actions)
        self._times = times
        if gone:
            self._set_seat(gone)

    def _times_after(self, actions: list[ActionRow], after: Match, gone: SeatRow | None) -> Times | None:
        """Returns the times after actions that are about to be stored. `gone` is the seat of a person who leaves with
        them.
        """
        row = self.row
        if self._times is None:
            return None
        decided = {each.seat for each in actions if each.kind == "move"}
        seats = [gone if gone and gone.seat == seat.seat else seat for seat in row.seats]
        control = clock.control_of(row)
        assert control
        return clock.go_on(control, self._times, decided, clock.running(after, seats), service_time.now())

    @property
    def why_unrated(self) -> str:
        """Returns why the game is not rated, or would not be if it began now; empty if it is."""
        return why_unrated(self.row, self.match.game)

    async def set_unrated(self, why: Why) -> None:
        """Stores that a rated game is no longer rated. Raises Refusal."""
        if self.row.counts:
            await self._stored(self._store.set_unrated(self.id, why), lambda: say(CHANGED))
            self.row = msgspec.structs.replace(self.row, unrated=why)

    def advance(self, after: Match, lesson: int = NO_LESSON) -> None:
        """Replaces the match by `after`, which is stored already, and sets the step of the lesson."""
        self._decisions_since = decisions_since(self.match, after, self._decisions_since)
        self.match = after
        self.row = msgspec.structs.replace(self.row, status=status_of(after, lesson, self._times))

    async def set_times(self, times: Times, question: QuestionRow | None = None) -> None:
        """Stores the times of the clock, for example when they are stopped, and with them the `question` that asked for
        it, as it is now. Raises Refusal.
        """
        asked = None if question is None else (self.row.question, question)
        await self._stored(self._store.set_times(self.id, times, asked), lambda: say(ASKED))
        self._times = times
        status = msgspec.structs.replace(self.row.status, times=times)
        self.row = msgspec.structs.replace(self.row, status=status, question=question or self.row.question)

    def forget_words(self) -> None:
        """Clears all cached views and log lines of the match."""
        self.match = self.match.reworded()

    async def reseat(self, seat: SeatRow) -> None:
        """Seats a person or a bot before the game begins, or opens the seat. Raises Refusal if another request was
        faster.
        """
        await self._reseat(seat, None)

    async def replace(self, seat: SeatRow, after: Match) -> None:
        """Gives a seat to another person, with the last remark of `after`. Raises Refusal if another request was
        faster.
        """
        await self._reseat(seat, self._remark(after))
        self._stored_actions += 1
        self.advance(after)

    async def _reseat(self, seat: SeatRow, remark: ActionRow | None) -> None:
        before = self.row.seats[seat.seat]
        seats = [seat if each.seat == seat.seat else each for each in self.row.seats]
        writing = self._store.reseat(
            self.id,
            before,
            seat,
            started=self.started,
            remark=remark,
            times=clock.begun(clock.control_of(self.row), self.match, seats, service_time.now()),
            unrated=lambda row: unrated_from_start(row, self.match.game),
        )
        taken = phrase("somebody else has just taken seat {n}")
        self.row = await self._stored(writing, lambda: say(taken, n=seat.seat + 1), "busy")
        self._times = self.row.status.times

    async def set_taken_over(self, seat: int, taken_over: bool) -> None:
        """Stores whether the person in a seat wants a bot to play. Raises Refusal."""
        await self._stored(self._store.set_takeover(self.id, seat, taken_over), lambda: say(CHANGED))
        self._set_seat(msgspec.structs.replace(self.row.seats[seat], taken_over=taken_over))

    def _set_seat(self, row: SeatRow) -> None:
        seats = tuple(row if seat.seat == row.seat else seat for seat in self.row.seats)
        self.row = msgspec.structs.replace(self.row, seats=seats)

    async def store_rematch(self, row: TableRow, box: BoxRow | None) -> str:
        """Stores the rematch of this table, with its box if that is not the game's own. Returns its id, or the id of
        the rematch that is stored already. Raises Refusal.
        """
        rematch = await self._stored(self._store.add(row, after=self.id, box=box), lambda: say(CHANGED))
        self.row = msgspec.structs.replace(self.row, rematch=rematch)
        return rematch

    async def ask(self, question: QuestionRow) -> None:
        """Stores a question or an answer to it. Raises Refusal if another person was faster."""
        await self._stored(self._store.ask(self.id, self.row.question, question), lambda: say(ASKED))
        self.row = msgspec.structs.replace(self.row, question=question)

    async def read_seats(self) -> None:
        """Reads the present owners of the seats from the database."""
        async with self.changing():
            if row := await self._store.table(self.id):
                self.row = msgspec.structs.replace(self.row, seats=row.seats)

    async def read_again(self) -> None:
        """Reads the whole table from the database, after it was changed elsewhere. Raises Refusal."""
        async with self.changing():
            await self._reload()

    async def _reload(self) -> None:
        """Reads the table from the database, which may be ahead of memory."""
        self._doubt.arise()
        self.row, self.match, self._stored_actions, *_ = await load_table(self._store, self.id, self._variants)
        self._doubt.end()
        self._times = self.row.status.times
        self._decisions_since = [self.match.revision] * self.match.seats
        self._loaded = self.match
        self._events.reloaded()


class Loaded(NamedTuple):
    """A table with its match, its number of stored actions, its chat, and its variant, if any."""

    row: TableRow
    match: Match
    stored: int
    said: Said
    variant: Variant | None = None


def _played(actions: list[ActionRow]) -> tuple[list[Move], Interventions]:
    """Returns the moves that were not taken back, and the events outside the rules."""
    moves: list[Move] = []
    interventions = Interventions()
    for each in actions:
        match each.kind:
            case "undo":
                del moves[each.action :]
                interventions = interventions.back(TakenBack(each.action, each.seat, each.seen))
            case "remark":
                interventions = interventions.remarked(Remark(len(moves), each.seat, each.words))
            case "end":
                interventions = interventions.ended(Ending(each.words, each.seat))
            case _:
                moves.append(Move(each.seat, each.action, each.words, ()))
    return moves, interventions


async def load_table(store: Store, table: str, variants: Variants) -> Loaded:
    """Returns a table and its match from the database. Raises Refusal when there is none or
    it cannot be played here.
    """
    row = await store.table(table)
    if row is None:
        raise Refusal("unknown-table", say("there is no table '{table}' here", table=table[:24]))
    actions = await store.actions(table)
    said = await store.said(table)
    moves, interventions = _played(actions)
    saved = Saved(
        game=row.game,
        version=row.version,
        box=row.box,
        seats=len(row.seats),
        seed=row.seed,
        options=row.options,
        actions=[(move.seat, move.action, move.text) for move in moves],
        interventions=interventions,
    )
    # The text of the errors is only logged, because it names files of the server.
    try:
        variant = await variants.find(row.variant) if row.variant else None
        game = variant.game if variant else None
        return Loaded(*await asyncio.to_thread(_restored, row, saved, game), len(actions), said, variant)
    except (BrokenGame, BadBox) as error:
        log.error("table %s cannot be loaded: %s", table, error)
        words = phrase("this table cannot go on at the moment: {game} cannot be loaded; the server's log says why")
        raise Refusal("unavailable", say(words, game=row.game)) from error
    except CogtableError as error:
        log.warning("table %s cannot go on: %s", table, error)
        if isinstance(error, UnknownGame):
            words = phrase("{game} is not installed on this server, so this table cannot be opened")
        else:
            words = phrase(
                "the rules of {game} have changed since this table was made, and this server no longer has the old "
                "ones, so it cannot be opened"
            )
        raise Refusal("outdated", say(words, game=row.game)) from error


def _restored(row: TableRow, saved: Saved, game: GameSpec | None = None) -> tuple[TableRow, Match]:
    """Returns a table with its match. If its lesson has changed in the meantime, the game continues without it."""
    match = restored(saved, game=game)
    if row.status.lesson != NO_LESSON and not _still_fits(row, match):
        log.warning("table %s: the lesson of %s has changed since; the game goes on without it", row.id, row.game)
        row = msgspec.structs.replace(row, status=status_of(match))
    return row, match


def _still_fits(row: TableRow, match: Match) -> bool:
    try:
        return script_of(match.game).fits(match, row.status.lesson)
    except BadLesson as error:
        log.error("table %s: %s", row.id, error)
        return False
