"""Updates: the table as a connection is shown it."""

from __future__ import annotations

from cogtable.engine.play.match import SPECTATOR
from cogtable.server.table.changes import shortened
from cogtable.server.table.coach import Coach
from cogtable.server.table.occupancy import Occupancy
from cogtable.server.table.seating import takeover_of
from cogtable.server.table.table import Table
from cogtable.server.table.views import Views
from cogtable.server.wire import base, from_server
from cogtable.view import View


class Updates:
    """Makes the updates of one table, for connections that show the view of a `seat` and share a device with all
    `seats`.
    """

    def __init__(
        self,
        table: Table,
        views: Views,
        occupancy: Occupancy,
        coach: Coach,
        variant: base.VariantInfo | None,
    ) -> None:
        self._table = table
        self._views = views
        self._occupancy = occupancy
        self._coach = coach
        self._variant = variant

    def whole(self, seat: int, seats: tuple[int, ...]) -> from_server.Update:
        """Returns the update for a client that has no view, with the whole log."""
        return self._update(seat, seats, self._views.whole(seat))

    def since_last(
        self, seat: int, seats: tuple[int, ...], before: View | None
    ) -> from_server.Update | from_server.Changed:
        """Returns the update after a move: only the changes since the view `before` if the client keeps that one."""
        return shortened(self._update(seat, seats, self._views.since_last(seat)), before)

    def _update(self, seat: int, seats: tuple[int, ...], shown: View) -> from_server.Update:
        row = self._table.row
        return from_server.Update(
            now=self._occupancy.now_for(seat),
            takeover=takeover_of(row),
            replacing=row.replacing,
            yours=list(seats) if len(seats) > 1 else [],
            curtain=self._need_curtain(seats),
            lesson=self._coach.step_for(seat),
            variant=self._variant,
            branch_of="" if seat == SPECTATOR else row.branch_of,
            deal=row.deal if row.is_deal else 0,
            view=shown,
        )

    def _need_curtain(self, seats: tuple[int, ...]) -> bool:
        """Whether the people at one device know different things."""
        return len(seats) > 1 and len({self._table.match.hidden(seat).tobytes() for seat in seats}) > 1
