"""The action space."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from cogtable.games.splendor.rules.components import COLOR_COUNT, HAND, LEVELS, PLACES, SHOWN_NOBLES

TAKES = [set(some) for size in (3, 2, 1) for some in combinations(range(COLOR_COUNT), size)]
"""Sets of colours that can be taken at once: threes, twos, ones."""

TAKE = 0
TAKE_SAME = TAKE + len(TAKES)
RESERVE = TAKE_SAME + COLOR_COUNT
RESERVE_BLIND = RESERVE + PLACES
BUY = RESERVE_BLIND + LEVELS
BUY_RESERVED = BUY + PLACES
GIVE_BACK = BUY_RESERVED + HAND
CHOOSE_NOBLE = GIVE_BACK + COLOR_COUNT + 1
GOLD_FOR = CHOOSE_NOBLE + SHOWN_NOBLES
PAY_REST = GOLD_FOR + COLOR_COUNT
PASS = PAY_REST + 1
ACTIONS = PASS + 1

TOKENS_TAKEN = np.array(
    [[color in some for color in range(COLOR_COUNT)] for some in TAKES]
    + [[2 * (color == same) for color in range(COLOR_COUNT)] for same in range(COLOR_COUNT)],
    np.int8,
)
"""For each taking action how many tokens of each colour."""
