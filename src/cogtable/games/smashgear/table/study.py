"""The figures in a study of Smash Gear."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.components import SHOWN_MACHINES
from cogtable.games.smashgear.rules.state import Phase
from cogtable.table import Resource, Shown, Study


def buying(states: Any) -> Any:
    """Whether the seat that decides now could buy."""
    return np.isin(states["phase"], (Phase.PREPARE, Phase.ACT))


study = Study(
    rounds=lambda states: (states["turns"] + 1) // 2,
    round="turn",
    score="honor",
    resources=(
        Resource("bases", lambda states: states["bases"]),
        Resource("gears", lambda states: states["gears"]),
        Resource("cards in hand", lambda states: states["machine_hand"] + states["program_hand"]),
        Resource("machines", lambda states: (states["card"] >= 0).reshape(len(states), 2, -1).sum(axis=2)),
    ),
    races=("bases",),
    choices={
        "Buy": range(Action.BUY, Action.CARD),
        "Play a machine": range(Action.CARD, Action.CARD_PROGRAM),
        "Play a program": range(Action.CARD_PROGRAM, Action.CARD_BASE),
        "Build a base": range(Action.CARD_BASE, Action.CARD_DESTROY),
        "Destroy a base": range(Action.CARD_DESTROY, Action.MOVES),
        "Move": range(Action.MOVES, Action.EFFECTS),
        "Use an effect": range(Action.EFFECTS, Action.CELL),
    },
    shown=(
        Shown("machines", lambda states: states["shown"][:, :SHOWN_MACHINES], choosing=buying),
        Shown("programs", lambda states: states["shown"][:, SHOWN_MACHINES:], choosing=buying),
    ),
)
