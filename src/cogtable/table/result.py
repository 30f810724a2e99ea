"""The end of a game, as its verb `rank` gives it."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.engine import verbs
from cogtable.engine.box import Box
from cogtable.table.view import Result, Standing, Words


def result(s: Any, box: Box, words: Words) -> Result:
    """The places of a game that is over, best first; `words` say what decided."""
    out = np.zeros((s.seats, 2), np.int32)
    verbs.rank(s, box.record, out)
    standings = [Standing(seat=seat, rank=place, score=score) for seat, (place, score) in enumerate(out.tolist())]
    return Result(words=words, standings=sorted(standings, key=lambda standing: standing.rank))
