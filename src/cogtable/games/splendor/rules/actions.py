"""The action space."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from cogtable.games.splendor.rules.components import COLOR_COUNT, HAND, LEVELS, PLACES, SHOWN_NOBLES
from cogtable.games.splendor.rules.packing import packed
from cogtable.rules import Actions

TAKES = [set(some) for size in (3, 2, 1) for some in combinations(range(COLOR_COUNT), size)]
"""Sets of colours that can be taken at once: threes, twos, ones."""


class Action(Actions):
    """What a seat can do."""

    TAKE = len(TAKES)
    TAKE_SAME = COLOR_COUNT
    RESERVE = PLACES
    RESERVE_BLIND = LEVELS
    BUY = PLACES
    BUY_RESERVED = HAND
    GIVE_BACK = COLOR_COUNT + 1
    CHOOSE_NOBLE = SHOWN_NOBLES
    GOLD_FOR = COLOR_COUNT
    PAY_REST = 1
    PASS = 1


TOKENS_TAKEN = np.array(
    [[color in some for color in range(COLOR_COUNT)] for some in TAKES]
    + [[2 * (color == same) for color in range(COLOR_COUNT)] for same in range(COLOR_COUNT)],
    np.int64,
)
"""The number of tokens of each colour that each taking action takes."""

PACKED_TAKEN = np.array([packed(tokens) for tokens in TOKENS_TAKEN], np.int64)
"""The same numbers, packed."""
