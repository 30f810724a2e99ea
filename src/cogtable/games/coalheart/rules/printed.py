"""A part as numbers in an observation, and which of these numbers are printed on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.games.coalheart.rules.abilities import ABILITIES, ROWS, TRIGGERS, Use
from cogtable.games.coalheart.rules.components import COLOR_COUNT
from cogtable.rules import DTYPE, Features, Ints, feature


class PartSeen(Features):
    """The part that belongs in a slot of a robot; all 0 if there is none."""

    BUILT = feature("Whether it is built")
    FRESH = feature("Whether it was built in this phase")
    USABLE = feature("Whether its owner may still use it this turn")
    ATTACKS = feature("Whether it still lets its owner attack in this phase")
    COST = feature("What it costs, by colour", COLOR_COUNT, high=9)
    POWER = feature("What it adds to the attack", high=3)
    TRIGGER = feature("When it acts, as a number from 1; 0 for always", high=TRIGGERS)
    ASKS = feature("What using it costs, as a number: nothing, may, HP, a cube, Gear, in paying", high=len(Use) - 1)
    ASKS_COUNT = feature("How many HP that is", high=20)
    THRESHOLD = feature("The damage at which it acts", high=20)
    DOES = feature("The operations of its ability, as numbers from 1", ROWS, high=len(ABILITIES.operations))
    AMOUNT = feature("The first number of each of them", ROWS, high=99)


PART = PartSeen.count()
PRINTED = int(PartSeen.COST)
"""The first number that is printed; the rest are too."""


def put_printed(b: Any, part: int, out: Ints) -> None:
    """Writes the printed values of a part, from `PRINTED` on."""
    row = np.zeros(PART, DTYPE)
    row[PartSeen.COST : PartSeen.COST + COLOR_COUNT] = b.cost[part]
    row[PartSeen.POWER] = b.power[part]
    row[PartSeen.TRIGGER] = b.trigger[part] + 1
    row[PartSeen.ASKS] = b.asks[part]
    row[PartSeen.ASKS_COUNT] = b.asks_count[part]
    row[PartSeen.THRESHOLD] = b.threshold[part]
    for i in range(ROWS):
        if b.program[part, i, 0] >= 0:
            row[PartSeen.DOES + i] = b.program[part, i, 0] + 1
            row[PartSeen.AMOUNT + i] = max(0, b.program[part, i, 1])
    out[:] = row[PRINTED:]
