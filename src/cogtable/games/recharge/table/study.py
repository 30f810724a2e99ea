"""The figures in a study of Recharge."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN
from cogtable.table import Dealt, Portion, Resource, Study


def payable(states: Any, b: Any) -> Any:
    """The number of cards in each hand that the seat has enough coins for."""
    hand, coins = states["hand"], states["coins"]
    cost = np.asarray(b.cost)[np.maximum(hand, 0)]
    return ((hand >= 0) & (cost <= coins[:, :, None])).sum(axis=2)


study = Study(
    rounds=lambda states: states["rounds"],
    score="crowns",
    resources=(
        Resource("coins", lambda states: states["coins"], "${}"),
        Resource("batteries", lambda states: states["power"]),
        Resource("cards in hand", lambda states: states["held"]),
        Resource("robots in play", lambda states: states["robots"]),
    ),
    portions=(Portion("cards in hand that can be paid", payable, lambda states, b: states["held"]),),
    choices={name: [Answer.ACTION + i] for i, name in enumerate(ACTIONS_OF_A_TURN)},
    dealt=Dealt("robots", lambda states: states["hand"]),
)
