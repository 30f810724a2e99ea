"""The figures in a study of Mega Man: those of Splendor, with robots in place of gems."""

from __future__ import annotations

from cogtable.games.megaman.rules.components import GRAY
from cogtable.games.splendor.rules.components import COLOR_COUNT
from cogtable.games.splendor.table.study import study as splendor
from cogtable.table import Resource

study = splendor._replace(
    resources=(
        Resource("gearstones", lambda states: states["tokens"][:, :, : COLOR_COUNT + 1].sum(axis=2)),
        Resource("gray", lambda states: states["tokens"][:, :, GRAY]),
        Resource("tags", lambda states: states["tags"]),
        Resource("robots", lambda states: states["bought"]),
    ),
    choices={name.replace("Buy", "Recruit"): actions for name, actions in splendor.choices.items()},
    plans={name.replace("cards", "robots"): actions for name, actions in splendor.plans.items()},
    called=None,
)
