"""The end of a game, based on its verb `rank`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cogtable.engine.boxes.box import Box
from cogtable.engine.rules import verbs
from cogtable.engine.text.words import plural
from cogtable.view import Placement, Result, Words

SeatWords = Callable[[int], Words]
"""The words beside the score of a seat."""

ShortWords = Callable[[int], Words]
"""By how many points a seat missed winning, in words."""


def points_short(points: int) -> Words:
    """By how many points a seat missed winning."""
    return plural(points, "One point short", "{n} points short")


def result(
    s: Any,
    box: Box,
    words: Words,
    seat_words: SeatWords = lambda seat: "",
    *,
    short: ShortWords | None = points_short,
    title: Words = "",
) -> Result:
    """The places of a game that is over, best first. `words` say what decided the game; `title` says so in a few words
    if it was not the score. `short` is None if more points would not have won.
    """
    return Result(words=words, placements=placements(s, box, seat_words, short), title=title)


def placements(
    s: Any, box: Box, seat_words: SeatWords = lambda seat: "", short: ShortWords | None = points_short
) -> list[Placement]:
    """The current places of all seats, best first, for games that need them to say what decided."""
    out = np.zeros((s.seats, 2), np.int32)
    verbs.rank(s, box.record, out)
    places: list[tuple[int, int]] = [(place, score) for place, score in out.tolist()]
    best = next(score for place, score in places if place == 1)
    found = [
        Placement(
            seat=seat,
            rank=place,
            score=score,
            words=seat_words(seat),
            short=short(best - score) if short and place > 1 and score < best else "",
        )
        for seat, (place, score) in enumerate(places)
    ]
    return sorted(found, key=lambda place: place.rank)
