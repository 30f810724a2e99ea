"""Takeover: a bot plays for people who have disconnected or asked for it, until they take their seats back."""

from __future__ import annotations

from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.text.words import Template, phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import SeatRow
from cogtable.server.table.change import Change
from cogtable.server.table.seating import bot_for, people, stand_in
from cogtable.server.table.surroundings import Present
from cogtable.server.table.table import Table

PATIENCE_S = 300.0
"""After how many seconds without a connection others can take a seat: longer than usual network outages."""


class Takeovers:
    """The seats of one table that bots have taken over.

    A takeover that a person asked for is stored with the seat. Disconnections are only kept in memory, so after a
    restart their time starts again. That time runs only while another person with a seat is connected; otherwise no
    person is waiting. A server measures it (see `missing` and `not_offered`).
    """

    def __init__(self, table: Table, present: Present) -> None:
        self._table = table
        self._present = present
        self.disconnected: set[int] = set()
        """The seats that have had no connection for so long that a bot takes over."""
        self.gone: set[int] = set()
        """The seats that have had no connection for at least `PATIENCE_S`, so that others can take them."""

    def taken_over_by(self, seat: int) -> str:
        """Returns the bot that plays for the person in a seat; empty if none does."""
        return bot_for(self._table.row, seat, seat in self.disconnected)

    def bot_in(self, seat: int) -> str:
        """Returns the bot that plays a seat, its own or one that has taken it over; empty if a person plays."""
        return self._table.row.seats[seat].bot or self.taken_over_by(seat)

    def check_plays(self, seat: int) -> None:
        """Raises Refusal if a bot plays for the person in a seat."""
        self.check_not_resigned(seat)
        if self.taken_over_by(seat):
            words = phrase("{bot} is playing for you; take your seat back to play yourself")
            raise Refusal("taken-over", say(words, bot=stand_in(self._table.row)))

    def check_not_resigned(self, seat: int) -> None:
        """Raises Refusal if the person in a seat has resigned."""
        row = self._table.row.seats[seat]
        if row.kind == "left":
            raise Refusal("taken-over", say("you have resigned, and your seat is out of the game"))
        if row.resigned:
            words = phrase("you have resigned; {bot} is playing for you until the end")
            raise Refusal("taken-over", say(words, bot=stand_in(self._table.row)))

    # --- on request ------------------------------------------------------------------------------

    def request(self, seat: int, on: bool) -> Change:
        """Returns the change after which a bot plays a seat because its person asks for it, or gives it back. Raises
        Refusal.
        """
        self._check_request(seat)
        return self._table.taken_over(seat, on, f"seat {seat} was {'taken over on request' if on else 'taken back'}")

    def _check_request(self, seat: int) -> None:
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; a bot can only take over from people with a seat"))
        if not self._table.row.takeover:
            raise Refusal("no-takeover", say("bots do not take over seats at this table"))
        self._table.check_started()
        self._table.check_not_over()
        self.check_not_resigned(seat)

    # --- when people disconnect ------------------------------------------------------------------

    def update(self) -> None:
        """Checks who is there: people who are back play again."""
        self.disconnected.difference_update(self._present.seats)
        self.gone.difference_update(self._present.seats)

    def replaced(self, seat: int) -> None:
        """Called when another person has taken a seat."""
        self.disconnected.discard(seat)
        self.gone.discard(seat)

    @property
    def patience_s(self) -> float:
        """After how many seconds a bot or another person gets the seat of a person who is `missing`."""
        return self._table.row.takeover_s or PATIENCE_S

    def missing(self) -> set[int]:
        """Returns the seats of absent people that a bot or another person will get unless they come back in time."""
        table, present = self._table, self._present.seats
        given_up = table.row.takeover or table.row.replacing
        if not given_up or not table.started or table.match.over or not present:
            return set()
        playing = {seat for seat in people(table.row) if not table.row.seats[seat].taken_over}
        return playing.difference(present) - self.disconnected

    def take_over(self, seat: int) -> bool:
        """Called when the time of a missing person is over. Returns whether their seat is taken over: not if the game
        has ended in the meantime.
        """
        if seat not in self.missing():
            return False
        self.disconnected.add(seat)
        return True

    def not_offered(self) -> set[int]:
        """Returns the seats taken over for now, which others can have unless their people come back in time."""
        table = self._table
        if not table.row.replacing or table.match.over or not self._present.seats:
            return set()
        return self.disconnected - self.gone

    def offer(self, seat: int) -> None:
        """Lets others take the seat of a person who has gone."""
        self.gone.add(seat)

    # --- texts -----------------------------------------------------------------------------------

    def describe(self, reader: int) -> str:
        """Returns the sentences about bots that play for people other than `reader`, while the game is in progress."""
        table = self._table
        seats = [seat for seat in table.row.seats if seat.seat != reader and self.taken_over_by(seat.seat)]
        if table.match.over:
            return ""
        return " ".join(say(_why(seat), bot=stand_in(table.row), person=seat.name) for seat in seats)


def _why(seat: SeatRow) -> Template:
    if seat.resigned:
        return phrase("{bot} is playing for {person}, who resigned.")
    return (
        phrase("{bot} is playing for {person}.")
        if seat.taken_over
        else phrase("{bot} is playing for {person}, who is not connected.")
    )
