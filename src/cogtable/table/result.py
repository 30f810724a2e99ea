"""The end of a game, based on its verb `rank`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cogtable.engine import verbs
from cogtable.engine.box import Box
from cogtable.view import Placement, Result, Words

SeatWords = Callable[[int], Words]
"""What is said of a seat beside its score."""


def result(s: Any, box: Box, words: Words, seat_words: SeatWords = lambda seat: "") -> Result:
    """The places of a game that is over, best first; `words` say what decided."""
    return Result(words=words, placements=placements(s, box, seat_words))


def placements(s: Any, box: Box, seat_words: SeatWords = lambda seat: "") -> list[Placement]:
    """The current places of all seats, best first, for games that need them to say what decided."""
    out = np.zeros((s.seats, 2), np.int32)
    verbs.rank(s, box.record, out)
    found = [
        Placement(seat=seat, rank=place, score=score, words=seat_words(seat))
        for seat, (place, score) in enumerate(out.tolist())
    ]
    return sorted(found, key=lambda place: place.rank)
