"""Rematches: when all people want to play again, the same table is set up again, with everybody moved by one seat."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable

import msgspec

from cogtable.engine.play.match import SPECTATOR, Match, Revision
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.service import Service
from cogtable.server.core.shield import Shield, shielded
from cogtable.server.core.tokens import new_id
from cogtable.server.core.variant import Variant
from cogtable.server.core.variants import Variants
from cogtable.server.db.rows import SeatRow
from cogtable.server.table import clock, rated, service_time
from cogtable.server.table.connection import Connection
from cogtable.server.table.connections import Connections
from cogtable.server.table.seating import is_owned, together
from cogtable.server.table.table import Table, status_of
from cogtable.server.wire import from_server

log = logging.getLogger("cogtable.server")


class Rematches:
    """Who at a finished table wants to play again, and the new table once all do.

    These wishes are kept in memory only. People who let a bot play for them, or resigned from a game that continued,
    are not asked, but the new table has a seat for them. The seats of people who have deleted their accounts are open
    there.
    """

    def __init__(
        self,
        table: Table,
        shield: Shield,
        connections: Connections,
        variants: Variants,
        service: Service,
    ) -> None:
        self._connections = connections
        self._variants = variants
        self._service = service
        self._table = table
        self._shield = shield
        self._wanted: set[int] = set()
        self._next: Match | None = None
        """The match of the rematch, made in advance to know who begins."""

    def show(self, connection: Connection) -> None:
        """Sends a connection the state of the rematch, if the game is over."""
        if self._table.match.over:
            connection.send(from_server.encode(self._state()))

    def show_all(self) -> None:
        """Sends everybody the state of the rematch, if the game is over."""
        if self._table.match.over:
            self._connections.send_all(self._state())

    @shielded
    async def request(self, seat: int, on: bool, accepted: Callable[[Revision], None]) -> None:
        """Records whether the person in a seat wants to play again. Raises Refusal.

        Once all people want it, the new table is stored. Then `accepted` is called with the present revision.
        """
        async with self._table.changing():
            if seat == SPECTATOR:
                raise Refusal("not-seated", say("you are watching; only people with a seat can ask for a rematch"))
            if not self._table.match.over:
                raise Refusal("playing", say("this game is not over yet; a rematch follows a finished game"))
            own = together(self._table.row, seat)
            wanted = self._wanted | own if on else self._wanted - own
            if on and self._table.row.rematch is None and self._asked <= wanted:
                await self._set_up()
            self._wanted = wanted
            accepted(self._table.match.revision)
        self._connections.send_all(self._state())

    @property
    def _asked(self) -> frozenset[int]:
        """Returns the seats whose people must all agree."""
        seats = self._table.row.seats
        gone = {
            seat.seat for seat in seats if seat.taken_over or (seat.resigned and len(seats) > 2) or not is_owned(seat)
        }
        return frozenset(seat.seat for seat in seats if seat.kind == "person") - gone

    def _state(self) -> from_server.Rematch:
        if self._table.row.rematch is not None:
            return from_server.Rematch(table=self._table.row.rematch)
        first = self._match.waiting
        return from_server.Rematch(
            wanted=sorted(self._wanted & self._asked),
            missing=sorted(self._asked - self._wanted),
            starts=self._turned(first[0]) if len(first) == 1 else -1,
        )

    @property
    def _match(self) -> Match:
        if self._next is None:
            old = self._table.match
            game = self._variant.game if self._variant else old.game
            self._next = Match(game, old.seats, secrets.randbits(63), old.options)
        return self._next

    @property
    def _variant(self) -> Variant | None:
        key = self._table.row.variant
        return self._variants.latest(key) if key else None  # the host may have changed its file

    def _turned(self, seat: int) -> int:
        """Returns the present seat of the player who gets `seat` in the rematch. The second player will be first, and
        so on.
        """
        return (seat + 1) % len(self._table.row.seats)

    async def _set_up(self) -> None:
        self._service.check_open()
        old, match = self._table.row, self._match
        variant = self._variant
        seats = tuple(self._seated(seat) for seat in range(len(old.seats)))
        row = msgspec.structs.replace(
            old,
            id=new_id(),
            version=match.game.version,
            box=match.game.box.digest,
            variant=variant.key if variant else old.variant,
            seed=match.seed,
            chosen_seed=False,
            listed=False,
            created=time.time(),
            rematch=None,
            question=None,
            creator=(old.creator - 1) % len(old.seats) if old.creator >= 0 else -1,
            branch_of="",
            tournament="",
            branch_ply=0,
            status=status_of(match, times=clock.begun(clock.control_of(old), match, seats, service_time.now())),
            started=not any(seat.kind == "open" for seat in seats),
            seats=seats,
            unrated="",
            ended=None,
            places=(),
            scores=(),
        )
        row = rated.begun(row, match.game)
        again = await self._table.store_rematch(row, variant.row if variant else None)
        log.info("table %s: rematch of %s", again, old.id)

    def _seated(self, seat: int) -> SeatRow:
        """Returns the occupant of a seat in the rematch."""
        old = self._table.row.seats[self._turned(seat)]
        kind = "person" if old.kind == "left" else old.kind
        if kind == "person" and not is_owned(old):
            return SeatRow(seat=seat, kind="open")
        return msgspec.structs.replace(old, seat=seat, kind=kind, taken_over=False, resigned=False)
