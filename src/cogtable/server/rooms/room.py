"""A room: one table in memory with everybody at it: its logic, its storage, its connections and its bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import TypeVar

from cogtable.engine.play.match import SPECTATOR, Revision
from cogtable.engine.text.words import say
from cogtable.server.core.limits import Counts
from cogtable.server.core.messages import error_of
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.service import Service
from cogtable.server.core.shield import Shield
from cogtable.server.core.variant import Variant
from cogtable.server.core.variants import Variants
from cogtable.server.db.people import Relations
from cogtable.server.db.store import Store
from cogtable.server.rooms import service_time
from cogtable.server.rooms.absence import Absences
from cogtable.server.rooms.analyses import Analyses
from cogtable.server.rooms.bot_players import BotPlayers
from cogtable.server.rooms.chat import Chat
from cogtable.server.rooms.connection import Connection
from cogtable.server.rooms.connections import Connections
from cogtable.server.rooms.events import TableEvents
from cogtable.server.rooms.hints import Hints
from cogtable.server.rooms.page_searches import is_usable
from cogtable.server.rooms.seeking import Announce, Seeking
from cogtable.server.rooms.stored_table import Loaded, StoredTable
from cogtable.server.settings import ServerSettings
from cogtable.server.table.change import Change, NewOccupant
from cogtable.server.table.leaving import Why
from cogtable.server.table.logic import ChangeRequest, Question, TableLogic
from cogtable.server.table.rests import allows_rests
from cogtable.server.table.review import view_at
from cogtable.server.table.seating import (
    chat_of,
    checked_seat,
    hidden_table,
    meets,
    seat_shown,
    seats_of,
    seats_shown,
)
from cogtable.server.table.table import Table
from cogtable.server.table.viewers import Viewers
from cogtable.server.thinking.pool import Pool
from cogtable.server.wire import from_client, from_server
from cogtable.view import View

Result = TypeVar("Result")


class Replays:
    """Makes views of earlier positions for all tables of a server, one at a time, since each may replay a match."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()

    async def run(self, work: Callable[[], Result]) -> Result:
        """Returns the result of `work`, which runs in another thread."""
        async with self._busy:
            return await asyncio.to_thread(work)


class Room:
    """One table in memory, with its viewers and bots. People enter, sit down, and leave."""

    def __init__(
        self,
        loaded: Loaded,
        store: Store,
        settings: ServerSettings,
        service: Service,
        pool: Pool,
        analyses: Analyses,
        replays: Replays,
        variants: Variants,
        counts: Counts,
        announce: Announce,
    ) -> None:
        self.users = 0
        """The number of connections and requests that use the room now."""
        self._analyses = analyses
        self._replays = replays
        host = _Host(service, variants)
        variant = variants.info(loaded.variant) if loaded.variant else None

        # Each part uses only those above it. They report events to the room.
        self._events = events = TableEvents()
        self.shield = shield = Shield(loaded.state.row.id)
        self.table = table = StoredTable(loaded.state, host.now, store, variants, shield, events)
        self.connections = connections = Connections(counts)
        self.logic = logic = TableLogic(table, connections, host, variant)
        self.absences = Absences(table.id, logic.takeovers, events.seats_changed)
        self.bots = BotPlayers(table, logic, connections, pool, settings.pace_s)
        self.hints = Hints(table, pool, logic.hinting, connections)
        self.chat = Chat(
            table.id,
            chat_of(table.row),
            loaded.said,
            store,
            _Progress(table),
            connections,
            shield,
            counts,
            _ChatPeople(table, service),
        )
        self.viewers = Viewers(logic, connections)
        self.seeking = Seeking(table, logic, store, connections, pool, shield, announce, events.seats_changed)
        events.listen(self)

    # --- requests --------------------------------------------------------------------------------

    async def change(
        self,
        message: ChangeRequest,
        connection: Connection,
        accepted: Callable[[Revision], None],
    ) -> None:
        """Makes the change that a message asks for; see `StoredTable.change`. Raises Refusal.

        If the same move has been sent before and is stored, it is accepted again with the present revision.
        """
        seat, own = connection.seat, connection.seats
        try:
            await self.table.change(lambda: self.logic.change(message, seat, own), accepted, connection.flushed)
        except Refusal as refusal:
            sent = message.submission if isinstance(message, from_client.Act) and seat != SPECTATOR else ""
            # another move in its place does not count
            if refusal.code == "unavailable" or not sent or not await self.table.is_submitted(seat, sent):
                raise
            accepted(self.table.match.revision)

    async def answer(self, message: Question, seat: int) -> from_server.FromServer:
        """Returns the answer to a question about the game. Raises Refusal."""
        work = self.logic.answer(message, seat)
        if isinstance(message, from_client.AskPosition):
            return await self._replays.run(work)
        return await asyncio.to_thread(work)

    async def set_lines(self, message: from_client.SetLines, seat: int, accepted: Callable[[Revision], None]) -> None:
        """Replaces the conditional moves of a seat. Raises Refusal."""
        work = self.logic.conditional.planned(seat, message)
        planned = await asyncio.to_thread(work)
        await self.table.change(lambda: self.logic.conditional.keep(seat, planned), accepted)

    async def analyse(self, connection: Connection, message: from_client.Analyse) -> None:
        """Answers a request with the analysis of the game, as it grows. Raises Refusal."""
        self.logic.review.check_over()
        searches = await is_usable(message.engine, self.table.match.game)
        self._analyses.of(self.table).listen(connection, message.id, by_page=searches)

    # --- entering, sitting down, leaving ---------------------------------------------------------

    def enter(
        self,
        connection: Connection,
        secret: str,
        seat: int = SPECTATOR,
        account: str = "",
        apart: frozenset[str] = frozenset(),
    ) -> None:
        """Adds a connection for the seats of a secret or an account, or as a spectator, and shows it the table.

        If there are several seats, the connection is shown the view of `seat`. Raises Refusal for a spectator of a
        private table at which one of the people `apart` sits: those whom they have blocked, or who have blocked them.
        """
        connection.seats = seats_shown(self.table.row, secret, account)
        if not connection.seats and not self.table.row.public and meets(self.table.row, apart):
            raise hidden_table(self.table.id)
        connection.seat = seat_shown(connection.seats, seat)
        self.connections.add(connection)
        self._check_presence()
        self.viewers.show(connection)
        if connection.blind:  # a connection without a view does not count as present
            self._check_presence()
        self.chat.show(connection)
        if rematch := self.logic.rematches.shown():
            connection.send(from_server.encode(rematch))
        self.viewers.show_occupants(but=connection)
        self.bots.wake()
        self._follow_lines()

    def switch(self, connection: Connection, seat: int, question: int = -1) -> None:
        """Shows a connection the view of another of its seats, or that of spectators, as the answer to the message with
        the number `question`. Raises Refusal.
        """
        connection.seat = checked_seat(connection.seats, seat)
        connection.cancel_answer(say("you are looking at the table from another seat now"))
        self.viewers.show(connection, question)

    def leave(self, connection: Connection) -> None:
        """Removes a connection, unless it is removed already."""
        connection.searches.close()
        self._analyses.leave(self.table.id, connection)
        self.chat.leave(connection)
        if connection in self.connections:
            self.connections.remove(connection)
            self.absences.update()
            self.bots.wake()
            self.viewers.show_occupants()

    async def join(
        self,
        wanted: int | None,
        name: str,
        secret: str,
        account: str = "",
        device: str = "",
        apart: frozenset[str] = frozenset(),
    ) -> int:
        """Seats a person who gets `secret`, or has an `account`; returns the seat. `device` is the id of a guest's
        browser. Raises Refusal when no seat is free, or one of the people `apart` sits here. An account that has a seat
        here keeps that one.
        """
        async with self.table.changing():
            if own := seats_of(self.table.row, "", account):
                return own[0]
            if meets(self.table.row, apart):
                raise hidden_table(self.table.id)
            change = self.logic.seats.join(wanted, name, secret, account, device)
            await self.table.make(change)
        assert isinstance(change.write, NewOccupant)
        return change.write.after.seat

    async def give_up(self, account: str) -> None:
        """Resigns for the person with an account; before the game begins, opens their seats."""
        for seat in seats_of(self.table.row, "", account):
            if not self.table.started:
                await self.table.change(partial(self.logic.seats.open, seat))
            elif self.logic.leaving.outcome(seat):
                await self.resign(seat)

    async def resign(self, seat: int, why: Why = "resigned") -> None:
        """Resigns for a seat. Raises Refusal."""
        await self.table.change(lambda: self.logic.leaving.resign(seat, why))

    def sign_out(self, sessions: Collection[str]) -> None:
        """Removes the seats from the connections of sessions that have ended."""
        if self.viewers.sign_out(sessions):
            self.on_seats_changed()

    def relate(self, person: str, relations: Relations) -> None:
        """Shows a person's connections the chat that they get now. Those that watch a private table at which somebody
        sits from whom they are kept apart are disconnected.
        """
        for connection in [each for each in self.connections if each.person == person]:
            connection.relate(relations)
            if not connection.seats and not self.table.row.public and meets(self.table.row, relations.apart):
                connection.send(from_server.encode(error_of(hidden_table(self.table.id))))
                connection.drop()
            else:
                self.chat.show(connection)
        self.viewers.show_occupants()

    async def read_again(self) -> None:
        """Reads table and chat from the database again, after they were changed elsewhere, and shows them."""
        await self.table.read_again()
        await self.chat.read_again()

    async def make_sure_of(self, secret: str, account: str) -> None:
        """Reads the seats again if the secret or account owns no known seat, since another process may have changed
        them.
        """
        if (secret or account) and not seats_of(self.table.row, secret, account):
            await self.table.read_seats()

    def try_table(self) -> None:
        """Makes the view of each seat with a connection, and of spectators. Raises the first error."""
        match = self.table.match.reworded()
        for seat in self.connections.seats | {SPECTATOR}:
            match.view(None if seat == SPECTATOR else seat).check()

    async def show_table(self) -> None:
        """Shows everybody the match with the game's table as it is now."""
        async with self.table.changing():
            self.table.forget_words()
            self.viewers.show_reloaded()

    async def expire_clock(self) -> None:
        """Called when a player has run out of time, or a pause is over."""
        if allows_rests(self.table.row):
            await self.table.read_seats()  # with their present rests
        await self.table.change(self.logic.pauses.end_overdue)
        await self.table.change(self.logic.leaving.run_out)
        await self.table.change(self.logic.pauses.settle)

    def stop(self) -> None:
        """Stops the bots, and the takeover of seats."""
        self.absences.stop()
        self.bots.stop()
        self.table.stop()
        self.chat.stop()

    def abandon(self) -> None:
        """Gives the table up to another process: everybody is disconnected and nothing can be changed any more."""
        self.table.abandon()
        self.stop()
        self.connections.disconnect()

    def close(self) -> None:
        """Closes the room permanently, once it is unused and nothing is in progress.

        The events refer to the room, the agreement to the parts that use it, and the occupancy to the search for
        people. They drop these references, so that the memory of the match is released at once; the garbage collector
        rarely checks old objects.
        """
        self.stop()
        self.seeking.close()
        self.logic.agreement.close()
        self._events.close()

    async def position(self, seat: int) -> View:
        """Returns the table as a seat sees it now, without choices and log."""
        match = self.table.match
        return await self._replays.run(lambda: view_at(match, seat, match.ply))

    @property
    def busy(self) -> bool:
        """Whether a bot thinks or plays, a hint is being searched, or data is being stored."""
        return self.bots.busy or self.hints.busy or bool(self.shield.running)

    # --- events ----------------------------------------------------------------------------------

    def on_changed(self, change: Change) -> None:
        """See `events.Listener`."""
        if isinstance(change.write, NewOccupant):
            self.logic.takeovers.replaced(change.write.after.seat)
            self.viewers.unseat(change.write.after.seat)
        match change.event:
            case "moved":
                self._show_move()
            case "left":
                self._check_presence()
                self._show_move()
            case "seats":
                self.on_seats_changed()
            case "rematch":
                self._show_rematch()

    def on_seats_changed(self) -> None:
        """See `events.Listener`."""
        self._check_presence()
        self.viewers.show_occupants()
        self.bots.wake()
        self._follow_lines()

    def on_reloaded(self) -> None:
        """See `events.Listener`."""
        self.hints.drop_late()
        self._check_presence()
        self.viewers.show_reloaded()
        self._show_rematch()
        self.bots.wake()

    def _show_move(self) -> None:
        self.hints.drop_late()
        if self.viewers.show_move():
            self.on_seats_changed()
        self.chat.follow()
        self._show_rematch()
        self.seeking.follow()
        self.bots.wake()
        self._follow_lines()

    def _follow_lines(self) -> None:
        """Plays the conditional move of the seat that decides now, if it has one."""
        if self.logic.conditional.due:
            self.shield.start(self.table.change(self.logic.conditional.follow))

    def _show_rematch(self) -> None:
        if rematch := self.logic.rematches.shown():
            self.connections.send_all(rematch)

    def _check_presence(self) -> None:
        """Checks who is there, and whether the answers of people who have gone are still waited for."""
        self.absences.update()
        if self.logic.agreement.can_excuse():
            self.shield.start(self.table.change(self.logic.agreement.excuse))


class _Host:
    """See `surroundings.Host`."""

    def __init__(self, service: Service, variants: Variants) -> None:
        self._service = service
        self._variants = variants

    @property
    def message(self) -> str:
        return self._service.message

    def now(self) -> float:
        return service_time.now()

    def check_open(self) -> None:
        self._service.check_open()

    def latest_variant(self, key: str) -> Variant | None:
        return self._variants.latest(key)


class _ChatPeople:
    """See `chat.ChatPeople`."""

    def __init__(self, table: Table, service: Service) -> None:
        self._table = table
        self._service = service

    def in_seat(self, seat: int) -> str:
        return self._table.row.seats[seat].person

    def check_writes(self, person: str) -> None:
        self._service.check_writes(person)


class _Progress:
    """See `chat.GameProgress`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def movers(self) -> list[int]:
        return [move.seat for move in self._table.match.moves]

    @property
    def taken_back(self) -> list[int]:
        return [each.ply for each in self._table.match.interventions.taken_back]

    @property
    def over(self) -> bool:
        return self._table.match.over
