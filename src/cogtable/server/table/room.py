"""A room: one table in memory with everybody at it. This module connects its parts; each has a module of its own."""

from __future__ import annotations

import logging
from collections.abc import Collection

from cogtable import bots
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.limits import Counts
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.service import Service
from cogtable.server.core.shield import Shield
from cogtable.server.core.variants import Variants
from cogtable.server.db.rows import SeatRow
from cogtable.server.db.store import Store
from cogtable.server.settings import ServerSettings
from cogtable.server.table.agreement import Agreement
from cogtable.server.table.analyses import Analyses
from cogtable.server.table.bot_players import BotPlayers
from cogtable.server.table.chat import Chat
from cogtable.server.table.coach import Coach
from cogtable.server.table.connection import Connection
from cogtable.server.table.connections import Connections
from cogtable.server.table.events import TableEvents
from cogtable.server.table.hints import Hints
from cogtable.server.table.leaving import Leaving
from cogtable.server.table.moves import Moves
from cogtable.server.table.occupancy import Occupancy
from cogtable.server.table.pauses import Pauses
from cogtable.server.table.rematch import Rematches
from cogtable.server.table.review import EarlierViews, Review
from cogtable.server.table.seating import (
    chat_of,
    chosen_seat,
    name_of,
    numbered,
    open_seat,
    owned,
    seats_of,
    written,
)
from cogtable.server.table.table import Loaded, Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.table.undo import Undos
from cogtable.server.table.viewers import Viewers
from cogtable.server.table.views import Views
from cogtable.server.thinking.pool import Pool
from cogtable.view import View

log = logging.getLogger("cogtable.server")


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
        earlier_views: EarlierViews,
        variants: Variants,
        counts: Counts,
    ) -> None:
        self.users = 0
        """The number of connections and requests that use the room now."""
        self._service = service
        self._earlier_views = earlier_views
        variant = variants.info(loaded.variant) if loaded.variant else None
        # Each part uses only those above it. They report events to the room.
        self._events = events = TableEvents()
        self.table = table = Table(loaded, store, variants, events)
        self.shield = shield = Shield(table.id)
        self.connections = connections = Connections(counts)
        self.coach = coach = Coach(table)
        self._views = views = Views(table)
        self.takeovers = takeovers = Takeovers(table, connections, shield, events)
        self.agreement = agreement = Agreement(table, takeovers, shield, events)
        self.undo = Undos(table, takeovers, agreement, shield, events)
        self.leaving = Leaving(table, takeovers, agreement, shield, events)
        self.pauses = Pauses(table, agreement, shield, events)
        self.moves = moves = Moves(table, takeovers, coach, views, shield, events)
        self.bots = BotPlayers(table, takeovers, coach, connections, pool, settings.pace_s, moves)
        self.hints = Hints(table, pool, moves, connections, events)
        self.review = Review(table, analyses, earlier_views)
        self.rematches = Rematches(table, shield, connections, variants, service)
        self.chat = Chat(
            table.id, chat_of(table.row), loaded.said, store, _Progress(table), connections, shield, counts
        )
        self.occupancy = Occupancy(
            table, connections, takeovers, self.bots, agreement, self.undo, self.leaving, self.pauses, service
        )
        self.viewers = Viewers(table, connections, views, self.occupancy, coach, variant)
        events.listen(self)

    # --- entering, sitting down, leaving ---------------------------------------------------------

    def enter(self, connection: Connection, secret: str, seat: int = SPECTATOR, account: str = "") -> None:
        """Adds a connection for the seats of a secret or an account, or as a spectator, and shows it the table.

        If there are several seats, the connection is shown the view of `seat`.
        """
        connection.seats = seats_of(self.table.row, secret, account)
        if secret and not connection.seats:
            raise Refusal("secret", say("this secret belongs to no seat of this table; without one you can watch"))
        connection.seat = self._seat_shown(connection, seat)
        self.connections.add(connection)
        self.takeovers.update()
        self.agreement.seats_changed()
        self.viewers.show(connection)
        if connection.blind:  # a connection without a view does not count as present
            self.takeovers.update()
            self.agreement.seats_changed()
        self.chat.show(connection)
        self.rematches.show(connection)
        self.viewers.show_occupants(but=connection)
        self.bots.wake()

    def _seat_shown(self, connection: Connection, wanted: int) -> int:
        """Returns the seat that a new connection is shown: if it has several, the one it wants, if any."""
        if len(connection.seats) > 1:
            return self._checked_seat(connection, wanted)
        return connection.seats[0] if connection.seats else SPECTATOR

    def switch(self, connection: Connection, seat: int, question: int = -1) -> None:
        """Shows a connection the view of another of its seats, or that of spectators, as the answer to the message with
        the number `question`. Raises Refusal.
        """
        connection.seat = self._checked_seat(connection, seat)
        connection.cancel_answer(say("you look at the table from another seat now"))
        self.viewers.show(connection, question)

    def _checked_seat(self, connection: Connection, seat: int) -> int:
        if seat != SPECTATOR and seat not in connection.seats:
            own = numbered(connection.seats) or say("none")
            words = phrase("seat {seat} is not yours; these are: {own}")
            raise Refusal("not-seated", say(words, seat=seat + 1, own=own))
        return seat

    def leave(self, connection: Connection) -> None:
        """Removes a connection, unless it is removed already."""
        connection.searches.close()
        self.review.leave(connection)
        self.chat.leave(connection)
        if connection in self.connections:
            self.connections.remove(connection)
            self.takeovers.update()
            self.bots.wake()
            self.viewers.show_occupants()

    async def join(self, wanted: int | None, name: str, secret: str, account: str = "") -> int:
        """Seats a person who gets `secret`, or has an `account`; returns the seat. Raises Refusal when no seat is free.
        An account that has a seat here keeps that one.
        """
        async with self.table.changing():
            if own := seats_of(self.table.row, "", account):
                return own[0]
            if not self.table.started:
                self._service.check_open()
            free = [each.seat for each in self.occupancy.occupants if each.free]
            replaces = self.table.started and bool(free)
            seat = chosen_seat(free, wanted) if replaces else open_seat(self.table.row, wanted)
            row = owned(SeatRow(seat=seat, kind="person", name=name), secret, account)
            if replaces:
                await self._replace(row)
            else:
                await self.table.reseat(row)
        starts = "; the game starts" if self.table.started and not replaces else ""
        log.info("table %s: somebody joins in seat %d%s", self.table.id, seat, starts)  # names are private
        self.on_seats_changed()
        if replaces:
            self.viewers.show_move()
        return seat

    async def _replace(self, row: SeatRow) -> None:
        """Gives the seat of a person who has gone to another person."""
        after = self.table.match.copy()
        gone = self.table.row.seats[row.seat].name
        words = say("{name} took the seat of {gone}", name=written(row.name), gone=written(gone))
        after.remark(row.seat, words)
        await self.table.replace(row, after)
        self.takeovers.replaced(row.seat)
        self.viewers.unseat(row.seat)

    async def set_seat(self, own: tuple[int, ...], seat: int, bot: str) -> None:
        """Opens a seat before the game begins, or lets a bot play it. `own` are the seats of the requester. Raises
        Refusal if the creator's seat is not among them.
        """
        await self.shield.run(self._set_seat(own, seat, bot))

    async def _set_seat(self, own: tuple[int, ...], seat: int, bot: str) -> None:
        async with self.table.changing():
            row = self.table.row
            if row.creator not in own:
                raise Refusal("not-seated", say("only the creator of this table can do that"))
            if self.table.started:
                raise Refusal("late", say("the game has begun; seats can be changed only before that"))
            if not 0 <= seat < len(row.seats) or seat in own:
                raise Refusal("malformed", say("expected another seat of this table; found {n}", n=seat + 1))
            if bot and bot not in dict(bots.names(self.table.match.game)):
                raise Refusal("malformed", say("there is no bot '{name}'", name=bot[:24]))
            opened = SeatRow(seat=seat, kind="open")
            sits = SeatRow(seat=seat, kind="bot", name=name_of(seat), bot=bot)
            await self.table.reseat(sits if bot else opened)
            self.viewers.unseat(seat)
        log.info("table %s: the creator gives seat %d to %s", self.table.id, seat, bot or "the next person")
        self.on_seats_changed()

    async def give_up(self, account: str) -> None:
        """Resigns for the person with an account; before the game begins, opens their seats."""
        for seat in seats_of(self.table.row, "", account):
            if not self.table.started:
                async with self.table.changing():
                    await self.table.reseat(SeatRow(seat=seat, kind="open"))
                self.viewers.unseat(seat)
                self.on_seats_changed()
            elif self.leaving.outcome(seat):
                await self.leaving.resign(seat, lambda _: None)

    def sign_out(self, sessions: Collection[str]) -> None:
        """Removes the seats from the connections of sessions that have ended."""
        if self.viewers.sign_out(sessions):
            self.on_seats_changed()

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
        await self.pauses.end_overdue()
        await self.leaving.run_out()

    def stop(self) -> None:
        """Stops the bots, and the takeover of seats."""
        self.takeovers.stop()
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

        The events refer to the room, and the agreement to the parts that use it. Both drop these references, so that
        the memory of the match is released at once; the garbage collector rarely checks old objects.
        """
        self.stop()
        self.agreement.close()
        self._events.close()

    async def position(self, seat: int) -> View:
        """Returns the table as a seat sees it now, without choices and log."""
        return await self._earlier_views.view(self.table.match, seat, self.table.match.ply)

    @property
    def busy(self) -> bool:
        """Whether a bot thinks or plays, a hint is being searched, or data is being stored."""
        return self.bots.busy or self.hints.busy or bool(self.shield.running)

    # --- events ----------------------------------------------------------------------------------

    def on_moved(self) -> None:
        """See `events.Listener`."""
        self.hints.drop_late()
        if self.viewers.show_move():
            self.on_seats_changed()
        self.chat.follow()
        self.rematches.show_all()
        self.bots.wake()

    def on_left(self) -> None:
        """See `events.Listener`."""
        self.takeovers.update()
        self.agreement.seats_changed()
        self.on_moved()

    def on_seats_changed(self) -> None:
        """See `events.Listener`."""
        self.takeovers.update()
        self.agreement.seats_changed()
        self.viewers.show_occupants()
        self.bots.wake()

    def on_reloaded(self) -> None:
        """See `events.Listener`."""
        self.hints.drop_late()
        self.takeovers.update()
        self.agreement.seats_changed()
        self.viewers.show_reloaded()
        self.rematches.show_all()
        self.bots.wake()


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
