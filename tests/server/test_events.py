"""Events: reports of a table's parts reach its listener until they are closed."""

from __future__ import annotations

from cogtable.server.table.events import TableEvents


class Noted:
    """Records events."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def on_moved(self) -> None:
        self.events.append("moved")

    def on_left(self) -> None:
        self.events.append("left")

    def on_seats_changed(self) -> None:
        self.events.append("seats changed")

    def on_reloaded(self) -> None:
        self.events.append("reloaded")


def report_all(events: TableEvents) -> None:
    events.moved()
    events.left()
    events.seats_changed()
    events.reloaded()


def test_events_reach_the_listener_until_they_are_closed() -> None:
    events, noted = TableEvents(), Noted()
    report_all(events)  # there is no listener yet
    events.listen(noted)
    report_all(events)
    events.close()
    report_all(events)
    assert noted.events == ["moved", "left", "seats changed", "reloaded"]
