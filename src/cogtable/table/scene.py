"""Builds the parts of a view that are the same in all games."""

from __future__ import annotations

from typing import Any

from cogtable.view import View


def view(s: Any, seat: int, game: str, **shown: Any) -> View:
    """The view of a seat (-1 for a spectator) of an information state: the things `shown`, and the state of the game.

    The match adds the waiting seats, the choices and the log.
    """
    return View(game=game, seat=seat, ply=s.ply, waiting=[], over=bool(s.over), assists=bool(s.assists), **shown)
