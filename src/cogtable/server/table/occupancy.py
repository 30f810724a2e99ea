"""Occupancy: who is at a table, and what each of them can do there besides playing."""

from __future__ import annotations

from collections.abc import Callable

from cogtable.engine.text.words import phrase, say
from cogtable.server.table.agreement import Agreement
from cogtable.server.table.bot_turns import BotTurns
from cogtable.server.table.conditional import ConditionalMoves
from cogtable.server.table.leaving import Leaving
from cogtable.server.table.pauses import Pauses
from cogtable.server.table.rated import HELPED, against, unrated_words
from cogtable.server.table.seating import occupants
from cogtable.server.table.surroundings import Host, Present
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.table.undo import Undos
from cogtable.server.wire import from_server


def no_search(seat: int) -> None:
    """The search for people at a table that has none: no seat sees one."""


class Occupancy:
    """Collects from the parts of a table who is there and what is going on."""

    def __init__(
        self,
        table: Table,
        present: Present,
        takeovers: Takeovers,
        bots: BotTurns,
        agreement: Agreement,
        undo: Undos,
        leaving: Leaving,
        pauses: Pauses,
        conditional: ConditionalMoves,
        host: Host,
    ) -> None:
        self._table = table
        self._present = present
        self._takeovers = takeovers
        self._bots = bots
        self._agreement = agreement
        self._undo = undo
        self._leaving = leaving
        self._pauses = pauses
        self._conditional = conditional
        self._host = host
        self.seek: Callable[[int], from_server.Seek | None] = no_search
        """Returns the search for people as a seat sees it. A page has none."""

    @property
    def occupants(self) -> list[from_server.Occupant]:
        """The occupants of all seats."""
        return occupants(
            self._table.row,
            self._present.seats,
            self._takeovers.disconnected,
            self._bots.short,
            self._takeovers.gone,
        )

    def now_for(self, seat: int) -> from_server.TableNow:
        """Returns the present state of the table, for a seat."""
        row = self._table.row
        return from_server.TableNow(
            occupants=self.occupants,
            watching=self._present.watching,
            started=self._table.started,
            notice=self._notice(seat),
            undo=self._undo.is_offered(seat),
            question=self._agreement.shown(seat),
            resigning=self._leaving.outcome(seat),
            creator=row.creator,
            clocks=self._pauses.shown(),
            lines=self._conditional.shown(seat),
            rated="" if self._table.why_unrated else against(row),
            unrated=unrated_words(self._table.why_unrated),
            seek=self.seek(seat),
        )

    def _notice(self, seat: int) -> str:
        """Returns the notice for a seat: information about the table besides the game."""
        row = self._table.row
        words = phrase("The deal uses a seed or a saved match chosen by the creator of this table.")
        chosen = say(words) if row.chosen_seed else ""
        branch = say("Played on from move {n} of a finished game.", n=row.branch_ply) if row.branch_of else ""
        helped = ""
        if row.unrated in HELPED:
            helped = say("This game is no longer rated. {why}", why=unrated_words(row.unrated))
        parts = (self._host.message, chosen, branch, helped, self._bots.trouble, self._takeovers.describe(seat))
        return " ".join(part for part in parts if part)
