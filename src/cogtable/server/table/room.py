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
from cogtable.server.settings import Settings
from cogtable.server.table.agreement import Agreement
from cogtable.server.table.analyses import Analyses
from cogtable.server.table.bot_names import name_of
from cogtable.server.table.bot_players import BotPlayers
from cogtable.server.table.chat import Chat, Progress
from cogtable.server.table.coach import Coach
from cogtable.server.table.connection import Connection
from cogtable.server.table.hints import Hints
from cogtable.server.table.leaving import Leaving
from cogtable.server.table.moves import Moves
from cogtable.server.table.pauses import Pauses
from cogtable.server.table.rated import HELPED, against, unrated_words
from cogtable.server.table.rematch import Rematches
from cogtable.server.table.review import EarlierViews, Review
from cogtable.server.table.seating import chat_of, chosen_seat, numbered, occupants, open_seat, owned, seats_of, written
from cogtable.server.table.table import Loaded, Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.table.undo import Undos
from cogtable.server.table.viewers import Viewers
from cogtable.server.thinking.pool import Pool
from cogtable.server.wire import protocol
from cogtable.view import View

log = logging.getLogger("cogtable.server")


class Room:
    """One table in memory, with its viewers and bots. People enter, sit down, and leave."""

    def __init__(
        self,
        loaded: Loaded,
        store: Store,
        settings: Settings,
        service: Service,
        pool: Pool,
        analyses: Analyses,
        earlier_views: EarlierViews,
        variants: Variants,
        counts: Counts,
    ) -> None:
        self._service = service
        self.users = 0
        """How many connections and requests use the room now."""
        self.table = Table(loaded, store, variants, self._reloaded)
        self.coach = Coach(self.table)
        variant = variants.info(loaded.variant) if loaded.variant else None
        self.viewers = Viewers(self.table, self.occupants_for, self.coach, counts, variant)
        self.shield = Shield(self.table.id)
        self.takeovers = Takeovers(self.table, lambda: self.viewers.seats, self.shield, self._seats_changed)
        self.moves = Moves(self.table, self.takeovers, self.coach, self.viewers.view, self.shield, self._moved)
        self.agreement = Agreement(self.table, self.takeovers, self.shield, self._seats_changed)
        common = self.table, self.takeovers, self.agreement, self.shield
        self.undo = Undos(*common, self._moved, self._seats_changed)
        self.leaving = Leaving(*common, self._left, self._seats_changed)
        self.pauses = Pauses(self.table, self.agreement, self.shield, self._seats_changed)
        self.bots = BotPlayers(
            self.table, self.takeovers, self.coach, self.viewers, pool, settings.pace_s, self.moves.act_for_bot
        )
        self.hints = Hints(self.table, pool, self.moves.check_turn, lambda: self.viewers.payers, self._seats_changed)
        self.review = Review(self.table, analyses, earlier_views)
        self._earlier_views = earlier_views
        self.rematches = Rematches(self.table, self.shield, self.viewers.send_all, variants.latest, service.check_open)
        self.chat = Chat(
            self.table.id,
            chat_of(self.table.row),
            loaded.said,
            store,
            self._progress,
            self.viewers.send_text,
            self.shield,
            counts,
        )

    # --- entering, sitting down, leaving ---------------------------------------------------------

    def enter(self, connection: Connection, secret: str, seat: int = SPECTATOR, account: str = "") -> None:
        """Adds a connection for the seats of a secret or an account, or as a spectator, and shows it the table.

        If there are several seats, the connection is shown the view of `seat`.
        """
        connection.seats = seats_of(self.table.row, secret, account)
        if secret and not connection.seats:
            raise Refusal("secret", say("this secret belongs to no seat of this table; without one you can watch"))
        connection.seat = self._seat_shown(connection, seat)
        self.viewers.add(connection)
        self.takeovers.update()
        self.agreement.seats_changed()
        self.viewers.show(connection)
        if connection.blind:  # who sees nothing has not come
            self.takeovers.update()
            self.agreement.seats_changed()
        self.chat.show(connection)
        self.rematches.show(connection)
        self.viewers.show_occupants(but=connection)
        self.bots.wake()

    def _seat_shown(self, connection: Connection, wanted: int) -> int:
        """The seat that a new connection is shown: of several the one it wants, if it wants any."""
        if len(connection.seats) > 1:
            return self._checked_seat(connection, wanted)
        return connection.seats[0] if connection.seats else SPECTATOR

    def switch(self, connection: Connection, seat: int, question: int = -1) -> None:
        """Shows a connection the view of another of its seats, or that of spectators, as the answer to the message of
        the number `question`. Raises Refusal.
        """
        connection.seat = self._checked_seat(connection, seat)
        connection.give_up(say("you look at the table from another seat now"))
        self.viewers.show(connection, question)

    def _checked_seat(self, connection: Connection, seat: int) -> int:
        if seat != SPECTATOR and seat not in connection.seats:
            own = numbered(connection.seats) or say("none")
            words = phrase("seat {seat} is not yours; these are: {own}")
            raise Refusal("not-seated", say(words, seat=seat + 1, own=own))
        return seat

    def leave(self, connection: Connection) -> None:
        """Removes a connection, if it is not removed yet."""
        self.review.leave(connection)
        self.chat.leave(connection)
        if connection in self.viewers:
            self.viewers.remove(connection)
            self.takeovers.update()
            self.bots.wake()
            self.viewers.show_occupants()

    async def join(self, wanted: int | None, name: str, secret: str, account: str = "") -> int:
        """Seats a person who gets `secret`, or has an `account`; returns the seat. Raises Refusal when no such seat is
        open. An account that has a seat here keeps that one.
        """
        async with self.table.changing():
            if own := seats_of(self.table.row, "", account):
                return own[0]
            if not self.table.started:
                self._service.check_open()
            free = [each.seat for each in self.occupants if each.free]
            replaces = self.table.started and bool(free)
            seat = chosen_seat(free, wanted) if replaces else open_seat(self.table.row, wanted)
            row = owned(SeatRow(seat=seat, kind="person", name=name), secret, account)
            if replaces:
                await self._replace(row)
            else:
                await self.table.reseat(row)
        starts = "; the game starts" if self.table.started and not replaces else ""
        log.info("table %s: somebody joins in seat %d%s", self.table.id, seat, starts)  # names are nobody's business
        self._seats_changed()
        if replaces:
            self.viewers.show_move()
        return seat

    async def _replace(self, row: SeatRow) -> None:
        """Gives the seat of somebody who is gone to somebody else."""
        after = self.table.match.copy()
        gone = self.table.row.seats[row.seat].name
        words = say("{name} took the seat of {gone}", name=written(row.name), gone=written(gone))
        after.remark(row.seat, words)
        await self.table.replace(row, after)
        self.takeovers.replaced(row.seat)
        self.viewers.unseat(row.seat)

    async def set_seat(self, own: tuple[int, ...], seat: int, bot: str) -> None:
        """Opens a seat before the game begins, or lets a bot play it. `own` are the seats of whoever asks. Raises
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
        log.info("table %s: the creator gives seat %d to %s", self.table.id, seat, bot or "whoever comes")
        self._seats_changed()

    async def give_up(self, account: str) -> None:
        """Resigns for the person with an account, who leaves for good; before the game begins, opens their seats."""
        for seat in seats_of(self.table.row, "", account):
            if not self.table.started:
                async with self.table.changing():
                    await self.table.reseat(SeatRow(seat=seat, kind="open"))
                self.viewers.unseat(seat)
                self._seats_changed()
            elif self.leaving.outcome(seat):
                await self.leaving.resign(seat, lambda _: None)

    def sign_out(self, sessions: Collection[str]) -> None:
        """Takes their seats from the connections of sessions that have ended."""
        if self.viewers.sign_out(sessions):
            self._seats_changed()

    async def read_again(self) -> None:
        """Reads table and chat from the database, which were changed past the room, and shows them to everybody."""
        await self.table.read_again()
        await self.chat.read_again()

    async def make_sure_of(self, secret: str, account: str) -> None:
        """Reads the seats again if somebody comes whose seat we do not know: another process may have changed them."""
        if (secret or account) and not seats_of(self.table.row, secret, account):
            await self.table.read_seats()

    def try_table(self) -> None:
        """Makes the view of each seat with a connection, and of spectators. Raises whatever is wrong with one."""
        match = self.table.match.reworded()
        for seat in self.viewers.seats | {SPECTATOR}:
            match.view(None if seat == SPECTATOR else seat).check()

    async def show_table(self) -> None:
        """Shows everybody the match with the game's table as it is now."""
        async with self.table.changing():
            self.table.forget_words()
            self.viewers.show_reloaded()

    @property
    def _progress(self) -> Progress:
        """What the chat may know of the game."""
        table = self.table
        return Progress(
            movers=lambda: [move.seat for move in table.match.moves],
            taken_back=lambda: [each.ply for each in table.match.interventions.taken_back],
            over=lambda: table.match.over,
        )

    async def expire_clock(self) -> None:
        """Called when somebody has run out of time, or a pause is over."""
        await self.pauses.end_overdue()
        await self.leaving.run_out()

    def stop(self) -> None:
        """Stops the bots, and takes over no more seats."""
        self.takeovers.stop()
        self.bots.stop()
        self.table.stop()
        self.chat.stop()

    def abandon(self) -> None:
        """Leaves the table to another process: everybody is disconnected and nothing can be changed any more."""
        self.table.abandon()
        self.stop()
        self.viewers.disconnect()

    def let_go(self) -> None:
        """Ends it for good, once nobody uses it and nothing goes on.

        Its parts know it and it knows them, so what they hold, a whole match, would wait for the garbage collector.
        That looks at what has lived for long only now and then: the memory of a server would grow with every game.
        """
        self.stop()
        self.agreement.let_go()
        vars(self).clear()

    async def position(self, seat: int) -> View:
        """The table as a seat sees it now, without choices and log."""
        return await self._earlier_views.view(self.table.match, seat, self.table.match.ply)

    @property
    def busy(self) -> bool:
        """Whether a bot thinks or plays, a hint is being searched, or something is being stored."""
        return self.bots.busy or self.hints.busy or bool(self.shield.running)

    # --- who is at the table ---------------------------------------------------------------------

    @property
    def occupants(self) -> list[protocol.Occupant]:
        """The occupants of all seats as they are now."""
        takeovers = self.takeovers
        return occupants(self.table.row, self.viewers.seats, takeovers.disconnected, self.bots.short, takeovers.gone)

    def occupants_for(self, seat: int, seats: tuple[int, ...]) -> protocol.Occupants:
        """Who is at the table, as told to `seat`, which shares a device with all `seats`."""
        return protocol.Occupants(
            occupants=self.occupants,
            watching=self.viewers.watching,
            started=self.table.started,
            notice=self._notice(seat),
            undo=self.undo.is_offered(seat),
            question=self.agreement.shown(seat),
            resigning=self.leaving.outcome(seat),
            creator=self.table.row.creator,
            clocks=self.pauses.shown(),
            rated="" if self.table.why_unrated else against(self.table.row),
            unrated=unrated_words(self.table.why_unrated),
        )

    def _notice(self, seat: int) -> str:
        """What a seat should know about the table besides the game."""
        chosen = ""
        if self.table.row.chosen_seed:
            chosen = say("The deal uses a seed chosen by the creator of this table.")
        branch = ""
        if self.table.row.branch_of:
            branch = say("Played on from move {n} of a finished game.", n=self.table.row.branch_ply)
        helped = ""
        if self.table.row.unrated in HELPED:
            helped = say("This game is no longer rated. {why}", why=unrated_words(self.table.row.unrated))
        parts = (self._service.message, chosen, branch, helped, self.bots.trouble, self.takeovers.describe(seat))
        return " ".join(part for part in parts if part)

    # --- when something has changed --------------------------------------------------------------

    def _moved(self) -> None:
        """Called after each move, and after moves are taken back."""
        self.hints.drop_late()
        if self.viewers.show_move():
            self._seats_changed()
        self.chat.follow()
        self.rematches.show_all()
        self.bots.wake()

    def _left(self) -> None:
        """Called when somebody has resigned, or the game has been ended early."""
        self.takeovers.update()
        self.agreement.seats_changed()
        self._moved()

    def _seats_changed(self) -> None:
        """Called when somebody has sat down, asked or answered, or a takeover has begun or ended."""
        self.takeovers.update()
        self.agreement.seats_changed()
        self.viewers.show_occupants()
        self.bots.wake()

    def _reloaded(self) -> None:
        """Called when the table has been read from the database again."""
        self.hints.drop_late()
        self.takeovers.update()
        self.agreement.seats_changed()
        self.viewers.show_reloaded()
        self.rematches.show_all()
        self.bots.wake()
