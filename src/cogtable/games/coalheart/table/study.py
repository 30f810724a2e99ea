"""The figures in a study of Coal Heart."""

from __future__ import annotations

from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.components import HEXES
from cogtable.table import Dealt, Resource, Study

study = Study(
    rounds=lambda states: states["rounds"],
    score="parts",
    resources=(
        Resource("HP", lambda states: states["hp"]),
        Resource("cubes", lambda states: states["cubes"].sum(axis=2)),
        Resource("attack value", lambda states: states["power"]),
        Resource("Gear cards", lambda states: states["gear"].sum(axis=2)),
    ),
    choices={name.title(): [Action.HEX + i] for i, name in enumerate(HEXES)},
    plans={
        "Gear cards": range(Action.USE_GEAR, Action.TAKE_GEAR),
        "its parts' abilities": range(Action.USE_PART, Action.USE_GEAR),
        "attacking": range(Action.TARGET, Action.BUILD),
    },
    dealt=Dealt("robots", lambda states: states["robot"][:, :, None], exchanged=False),
)
