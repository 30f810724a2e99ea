"""The parts of the running server that answers to requests use."""

from __future__ import annotations

from starlette.requests import Request

from cogtable.server.core.limits import Counts
from cogtable.server.db.store import Store
from cogtable.server.rooms.presence import Presence
from cogtable.server.rooms.rooms import Rooms


def rooms_of(request: Request) -> Rooms:
    """Returns the tables in memory."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def store_of(request: Request) -> Store:
    """Returns the database."""
    return rooms_of(request).store


def presence_of(request: Request) -> Presence:
    """Returns who is at which table."""
    presence: Presence = request.app.state.presence
    return presence


def counts_of(request: Request) -> Counts:
    """Returns the counts against the limits."""
    counts: Counts = request.app.state.counts
    return counts
