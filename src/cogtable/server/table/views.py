"""The views of a table, each made once, and the part of a view that a client does not have yet."""

from __future__ import annotations

import msgspec

from cogtable.engine.play.match import SPECTATOR
from cogtable.server.table.table import Table
from cogtable.view import Line, View


class Views:
    """The present view of each seat, and the log that the seat was sent."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._views: dict[int, View] = {}
        self._match = table.match
        """The match that the views show."""
        self._logs: dict[int, list[Line]] = {}

    def of(self, seat: int) -> View:
        """Returns the table as a seat sees it now, with the whole log; `SPECTATOR` sees what everybody can see."""
        views = self._current()
        if seat not in views:
            views[seat] = self._match.view(None if seat == SPECTATOR else seat)
        return views[seat]

    def _current(self) -> dict[int, View]:
        """Returns the views of the present match so far."""
        if self._match is not self._table.match:
            self._match = self._table.match
            self._views.clear()
        return self._views

    def note_sent(self, seat: int) -> None:
        """Records that the connections of a seat have its present log."""
        self._logs[seat] = self.of(seat).log

    def note_all_sent(self) -> None:
        """Records the same for all seats whose views were made."""
        for seat in self._current():
            self.note_sent(seat)

    def whole(self, seat: int) -> View:
        """Returns the view for a client that has none: with the whole log, and without animation."""
        return msgspec.structs.replace(self.of(seat), log_from=0, flights=[], sounds=[])

    def since_last(self, seat: int) -> View:
        """Returns the view to send after a move: with the log from the first line that the connections of the seat do
        not have. After an undo nothing is animated.
        """
        view, known = self.of(seat), self._logs.get(seat, [])
        sent = _in_common(known, view.log)
        shown = msgspec.structs.replace(view, log=view.log[sent:], log_from=sent)
        if sent < len(known):  # moves were taken back; the previous one was shown already
            shown.flights, shown.sounds, shown.frames = [], [], []
        return shown


def _in_common(one: list[Line], other: list[Line]) -> int:
    """Returns the number of lines at the beginning of two logs that are the same."""
    if one == other[: len(one)]:
        return len(one)
    return next(i for i, line in enumerate(one) if i == len(other) or line != other[i])
