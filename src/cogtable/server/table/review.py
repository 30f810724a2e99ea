"""Review of a finished game: its earlier positions."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.table.table import Table
from cogtable.view import View


def view_at(match: Match, seat: int, ply: int) -> View:
    """Returns the table as a seat saw it after `ply` moves, without choices and log. Takes a while, since the match may
    be replayed.
    """
    view = match.at(ply).view(None if seat == SPECTATOR else seat)
    return msgspec.structs.replace(view, choices=[], previews=[], log=[])


class Review:
    """The review of one game, once it is over."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def position(self, seat: int, ply: int) -> Callable[[], View]:
        """Returns a function that makes the view of a seat after `ply` moves; see `view_at`. Raises Refusal."""
        self.check_over()
        match = self._table.match
        if not 0 <= ply <= match.ply:
            words = phrase("there is no position after move {ply}; there are 0 to {last}")
            raise Refusal("malformed", say(words, ply=ply, last=match.ply))
        return lambda: view_at(match, seat, ply)

    def check_over(self) -> None:
        """Raises Refusal while the game is in progress."""
        match = self._table.match
        if not match.over:
            words = phrase("you can ask for that when the game is over; it is at move {ply}")
            raise Refusal("playing", say(words, ply=match.ply))
