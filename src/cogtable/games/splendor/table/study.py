"""The figures in a study of Splendor."""

from __future__ import annotations

from typing import Any

from cogtable.games.splendor.rules.actions import Action
from cogtable.games.splendor.rules.components import COLOR_COUNT, COLORS, LEVELS, ROW
from cogtable.games.splendor.rules.state import Phase
from cogtable.table import Resource, Shown, Study


def called(box: Any) -> list[str]:
    """Each card by its level, colour, points and price, as in "2 blue, 1p, 3 white 2 black"."""
    b, names = box.record, list[str]()
    for card in range(len(b.level)):
        price = " ".join(f"{number} {COLORS[i]}" for i, number in enumerate(b.cost[card]) if number)
        points = f"{b.points[card]}p, " if b.points[card] else ""
        names.append(f"{b.level[card]} {COLORS[b.bonus[card]]}, {points}{price}")
    return names


study = Study(
    rounds=lambda states: states["rounds"],
    resources=(
        Resource("tokens", lambda states: states["tokens"][:, :, : COLOR_COUNT + 1].sum(axis=2)),
        Resource("gold", lambda states: states["tokens"][:, :, COLOR_COUNT]),
        Resource("bonuses", lambda states: states["bonus"].sum(axis=2)),
    ),
    choices={
        "Take different": range(Action.TAKE, Action.TAKE_SAME),
        "Take two alike": range(Action.TAKE_SAME, Action.RESERVE),
        "Reserve": range(Action.RESERVE, Action.BUY),
        "Buy": range(Action.BUY, Action.BUY_RESERVED),
        "Buy reserved": range(Action.BUY_RESERVED, Action.GIVE_BACK),
    },
    plans={
        f"cards of level {level + 1}": [
            *range(Action.BUY + level * ROW, Action.BUY + (level + 1) * ROW),
            *range(Action.RESERVE + level * ROW, Action.RESERVE + (level + 1) * ROW),
            Action.RESERVE_BLIND + level,
        ]
        for level in range(LEVELS)
    },
    shown=(
        Shown(
            "cards",
            lambda states: states["board"],
            choosing=lambda states: states["phase"] == Phase.ACT,
            pile=lambda b: b.level,
        ),
    ),
    called=called,
)
