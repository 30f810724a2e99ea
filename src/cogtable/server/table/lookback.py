"""Looking back: a finished game as a seat saw it after some move."""

from __future__ import annotations

import asyncio

import msgspec

from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.view import View


class LookBack:
    """Makes the views for all tables of a server, one at a time, since each may require replaying a match."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()

    async def view(self, match: Match, seat: int, ply: int) -> View:
        """The table as a seat saw it after `ply` moves, without choices and log."""
        async with self._busy:
            return await asyncio.to_thread(_view, match, seat, ply)


def _view(match: Match, seat: int, ply: int) -> View:
    view = match.at(ply).view(None if seat == SPECTATOR else seat)
    return msgspec.structs.replace(view, choices=[], previews=[], log=[])
