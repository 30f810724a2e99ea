"""Where people are: on a page of this server, at a table, or away. Several processes tell one another.

A page that is open reports its person every `PING_S` seconds; a person who was not heard of for `AWAY_S` seconds is
away. Who is connected to a table needs no report. Nothing is stored of where people were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from time import monotonic
from typing import Literal

import msgspec

from cogtable.server.rooms.rooms import Rooms

PING_S = 20.0
"""How often an open page reports its person, in seconds."""

AWAY_S = 30.0
"""After how many seconds without a report a person is away."""

SHARE_S = 2.0
"""How often a process stores where its people are, if there are several, in seconds."""

LEAST_SHOWN = 5
"""The smallest number of people that is shown as a number."""

State = Literal["playing", "watching", "here"]
"""Where a person is who is not away: in a seat of a table, watching a table, or on another page. The first that holds
counts.
"""

_ORDER: tuple[State, ...] = ("playing", "watching", "here")


class Place(msgspec.Struct, kw_only=True, frozen=True):
    """Where a person is; `table` is the table, if they are at one."""

    state: State
    table: str = ""


class Whereabouts:
    """Where the people of all processes on one database are."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self.heard: dict[str, float] = {}
        """When each person's page last reported, in the order of these moments."""
        self._shared: dict[str, Place] = {}
        """Where this process's people are according to the database."""

    def watch(self) -> None:
        """Tells the other processes where this one's people are, as long as the server runs."""
        self._rooms.supervisor.repeat("whereabouts", self._share, SHARE_S)

    def report(self, person: str) -> None:
        """Notes that a page of a person is open."""
        self.heard.pop(person, None)
        self.heard[person] = monotonic()

    def forget(self, person: str = "") -> None:
        """Forgets that a person's pages are open; without a person, what the database knows."""
        if person:
            self.heard.pop(person, None)
        else:
            self._shared = {}

    def _local(self) -> dict[str, Place]:
        """Returns where the people of this process are."""
        since = monotonic() - AWAY_S
        while self.heard and (first := next(iter(self.heard))) and self.heard[first] < since:
            del self.heard[first]
        found = {person: Place(state="here") for person in self.heard}
        for table, room in self._rooms.loaded.items():
            for connection in room.connections:
                if connection.person:
                    state: State = "playing" if connection.seats else "watching"
                    _add(found, connection.person, Place(state=state, table=table))
        return found

    async def _share(self) -> None:
        now = self._local()
        if now != self._shared:
            gone = self._shared.keys() - now.keys()
            changed = {person: place for person, place in now.items() if self._shared.get(person) != place}
            await self._store.owners.show_people(
                gone, {person: (place.state, place.table) for person, place in changed.items()}
            )
            self._shared = now

    async def all(self) -> dict[str, Place]:
        """Returns where everybody is who is not away, by the ids of the people. It includes those who stay unseen."""
        found = self._local()
        if self._rooms.ownership.shared:
            for person, state, table in await self._store.owners.people_elsewhere():
                _add(found, person, Place(state=state, table=table))  # type: ignore[arg-type]  # as it was stored
        return found

    async def watching(self, people: Collection[str]) -> Counter[str]:
        """Returns how many of these people watch each table, without those who stay unseen."""
        if not people:
            return Counter()
        everybody = await self.all()
        places = map(everybody.get, set(people) - await self._store.people.unseen())
        return Counter(place.table for place in places if place and place.state == "watching")


def _add(found: dict[str, Place], person: str, place: Place) -> None:
    """Adds where a person is, if that counts more than what is known."""
    known = found.get(person)
    if known is None or _ORDER.index(place.state) < _ORDER.index(known.state):
        found[person] = place
