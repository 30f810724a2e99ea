"""Builds the parts of a view that are the same in all games."""

from __future__ import annotations

from typing import Any, Literal

from cogtable.view import Result, View


def view(s: Any, seat: int, game: str, result: Result | None = None, **shown: Any) -> View:
    """The view of a seat (-1 for a spectator) of an information state: the things `shown`, and the state of the game.

    The match adds the waiting seats, the choices and the log.
    """
    moment = _moment(s, seat, result)
    return View(
        game=game,
        seat=seat,
        ply=s.ply,
        waiting=[],
        over=bool(s.over),
        assists=bool(s.assists),
        result=result,
        moment=moment,
        **shown,
    )


def _moment(s: Any, seat: int, result: Result | None) -> Literal["", "deal", "win", "loss"]:
    """The first deal, or the reader's win or loss; a spectator and players who share the victory have neither."""
    if not s.over:
        return "" if s.ply else "deal"
    first = {place.seat for place in result.placements if place.rank == 1} if result else set()
    if seat < 0 or not first or len(first) == s.seats:
        return ""
    return "win" if seat in first else "loss"
