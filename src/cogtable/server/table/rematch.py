"""Rematches: when all people want to play again, the same table is set up again, with everybody moved by one seat."""

from __future__ import annotations

import secrets

import msgspec

from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.variant import Variant
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.table import clock, rated
from cogtable.server.table.change import Change
from cogtable.server.table.new_table import check_bot
from cogtable.server.table.seating import bot_seat, is_owned, together
from cogtable.server.table.surroundings import Host
from cogtable.server.table.table import Table, another, status_of
from cogtable.server.wire import from_server


class Rematches:
    """Who at a finished table wants to play again, and the new table once all do.

    These wishes are kept in memory only. People who let a bot play for them, or resigned from a game that continued,
    are not asked, but the new table has a seat for them. The seats of people who have deleted their accounts are open
    there.
    """

    def __init__(self, table: Table, host: Host) -> None:
        self._table = table
        self._host = host
        self._next: Match | None = None
        """The match of the rematch, made in advance to know who begins."""

    def request(self, seat: int, on: bool, bot: str = "") -> Change:
        """Returns the change after which the person in a seat wants to play again, or does not. Once all people want
        it, that makes the new table. A person alone with bots can choose another `bot` for it. Raises Refusal.
        """
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can ask for a rematch"))
        if not self._table.match.over:
            raise Refusal("playing", say("this game is not over yet; a rematch follows a finished game"))
        if bot:
            self._check_other(bot)
        own, wishes = together(self._table.row, seat), self._table.state.wishes
        wishes = wishes | own if on else wishes - own
        if not on or self._table.row.rematch is not None or not self._asked <= wishes:
            return self._table.wished(wishes)
        self._host.check_open()
        variant, row = self._variant, self._row(bot)
        log = f"rematch of {self._table.id}: {row.id}"
        return self._table.wished(wishes, (row, variant.row if variant else None), log)

    def _check_other(self, bot: str) -> None:
        """Raises Refusal unless one person is alone with bots, and the bot plays the game."""
        people = {seat.secret or seat.account for seat in self._table.row.seats if seat.kind != "bot"}
        if len(people) != 1:
            raise Refusal("malformed", say("only a person alone with bots can choose another bot for the rematch"))
        check_bot(bot, self._table.match.game)

    def shown(self) -> from_server.Rematch | None:
        """Returns the state of the rematch; None before the game is over."""
        if not self._table.match.over:
            return None
        if self._table.row.rematch is not None:
            return from_server.Rematch(table=self._table.row.rematch)
        first = self._match.waiting
        return from_server.Rematch(
            wanted=sorted(self._table.state.wishes & self._asked),
            missing=sorted(self._asked - self._table.state.wishes),
            starts=self._turned(first[0]) if len(first) == 1 else -1,
        )

    @property
    def _asked(self) -> frozenset[int]:
        """The seats whose people must all agree."""
        seats = self._table.row.seats
        gone = {
            seat.seat for seat in seats if seat.taken_over or (seat.resigned and len(seats) > 2) or not is_owned(seat)
        }
        return frozenset(seat.seat for seat in seats if seat.kind == "person") - gone

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
        return self._host.latest_variant(key) if key else None

    def _turned(self, seat: int) -> int:
        """Returns the present seat of the player who gets `seat` in the rematch. The second player will be first, and
        so on.
        """
        return (seat + 1) % len(self._table.row.seats)

    def _row(self, bot: str) -> TableRow:
        """Returns the new table, on which the seats of bots have `bot`, or the same bots as before if it is empty."""
        old, match, variant = self._table.row, self._match, self._variant
        seats = tuple(self._seated(seat) for seat in range(len(old.seats)))
        if bot:
            seats = _with_bot(seats, bot)
        row = msgspec.structs.replace(
            another(old),
            version=match.game.version,
            box=match.game.box.digest,
            variant=variant.key if variant else old.variant,
            seed=match.seed,
            chosen_seed=False,
            creator=(old.creator - 1) % len(old.seats) if old.creator >= 0 else -1,
            status=status_of(match, times=clock.begun(clock.control_of(old), match, seats, self._table.now())),
            started=not any(seat.kind == "open" for seat in seats),
            seats=seats,
        )
        return rated.begun(row, match.game)

    def _seated(self, seat: int) -> SeatRow:
        """Returns the occupant of a seat in the rematch."""
        old = self._table.row.seats[self._turned(seat)]
        kind = "person" if old.kind == "left" else old.kind
        if kind == "person" and not is_owned(old):
            return SeatRow(seat=seat, kind="open")
        return msgspec.structs.replace(old, seat=seat, kind=kind, taken_over=False, resigned=False, conditional=None)


def _with_bot(seats: tuple[SeatRow, ...], bot: str) -> tuple[SeatRow, ...]:
    """Returns seats in which each bot is replaced by `bot`."""
    found: list[SeatRow] = []
    for each in seats:
        found.append(bot_seat(each.seat, bot, found) if each.kind == "bot" else each)
    return tuple(found)
