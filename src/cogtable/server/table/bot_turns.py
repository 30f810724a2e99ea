"""Bots at a table: when they decide, and what people are shown about them."""

from __future__ import annotations

from typing import NamedTuple

from cogtable.bots import named
from cogtable.engine.errors import CogtableError
from cogtable.engine.play.match import Revision
from cogtable.engine.text.words import phrase, say
from cogtable.server.table.coach import Coach
from cogtable.server.table.seating import Short
from cogtable.server.table.surroundings import Present
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers


class BotDecision(NamedTuple):
    """A bot's decision. The search continues while it stays the same."""

    bot: str
    since: Revision


class BotTurns:
    """The decisions of the bots of one table."""

    def __init__(self, table: Table, takeovers: Takeovers, coach: Coach, present: Present) -> None:
        self._table = table
        self._takeovers = takeovers
        self._coach = coach
        self._present = present
        self.short: dict[int, Short] = {}
        """The seats whose bots searched less than usual for their last moves, and why."""
        self.held: frozenset[int] = frozenset()
        """The seats whose bots no longer move, because people are about to take them."""
        self.trouble = ""
        """The notice about a bot that failed; empty if none did."""

    def decides(self, seat: int) -> bool:
        """Whether a bot must move in a seat now.

        Bots play while anybody is connected, and always if several people play, since they may come back at different
        times. During a lesson, its script plays for them. A bot that has taken over a seat plays only while a person
        with a seat is connected (not just spectators): people should not come back to a game that bots have finished.
        """
        table, takeovers = self._table, self._takeovers
        if self._coach.teaches or not table.started:
            return False
        if not takeovers.bot_in(seat) or seat not in table.match.waiting or seat in self.held:
            return False
        if takeovers.taken_over_by(seat) and not self._present.seats:
            return False
        return bool(self._present) or self.people > 1

    def decision(self, seat: int) -> BotDecision | None:
        """Returns the present decision of a seat's bot, if any."""
        if not self.decides(seat):
            return None
        return BotDecision(self._takeovers.bot_in(seat), self._table.decision_since(seat))

    @property
    def people(self) -> int:
        """The number of seats that are not played by bots."""
        return sum(not self._takeovers.bot_in(seat.seat) for seat in self._table.row.seats)

    @property
    def people_wait(self) -> bool:
        """Whether people with a seat are there, and wait only for bots."""
        return bool(self._present.seats) and all(self._takeovers.bot_in(seat) for seat in self._table.match.waiting)


def trouble_with(bot: str, error: Exception) -> str:
    """Returns the notice that a bot failed."""
    if isinstance(error, CogtableError):
        words = phrase("The bot “{bot}” failed ({reason}). It plays random moves instead.")
        return say(words, bot=named.name_of(bot), reason=error)
    return say("The bot “{bot}” failed. It plays random moves instead.", bot=named.name_of(bot))
