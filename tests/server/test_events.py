"""Events: reports of a table's parts reach its listener until they are closed."""

from __future__ import annotations

from cogtable.server.rooms.events import TableEvents
from cogtable.server.table.change import Change


class Noted:
    """Records events."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def on_changed(self, change: Change) -> None:
        self.events.append(change.event)

    def on_seats_changed(self) -> None:
        self.events.append("seats changed")

    def on_reloaded(self) -> None:
        self.events.append("reloaded")


def report_all(events: TableEvents) -> None:
    events.changed(Change(None, [], "rematch"))
    events.seats_changed()
    events.reloaded()


def test_events_reach_the_listener_until_they_are_closed() -> None:
    events, noted = TableEvents(), Noted()
    report_all(events)  # there is no listener yet
    events.listen(noted)
    report_all(events)
    events.close()
    report_all(events)
    assert noted.events == ["rematch", "seats changed", "reloaded"]
