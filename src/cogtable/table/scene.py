"""Builds the parts of a view that are the same in all games."""

from __future__ import annotations

from typing import Any

from cogtable.view import View


def view(s: Any, seat: int, game: str, **shown: Any) -> View:
    """The view of a seat (-1 for a spectator) of a hidden state: what is `shown`, and how the game stands.

    Whom the game waits for, the choices and the log are added by the match.
    """
    return View(game=game, seat=seat, ply=s.ply, waiting=[], over=bool(s.over), assists=bool(s.assists), **shown)
