"""The figures in a study of Coal Heart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.components import HEXES, SEATS, Hex
from cogtable.games.coalheart.rules.state import Ask
from cogtable.table import Dealt, Decisions, Habit, Resource, Study, phrase

MANY_CUBES = 6
"""Cubes from which a robot has many."""


def asked(ask: Ask) -> Callable[[Decisions], Any]:
    """A function that returns whether each decision answers a question."""
    return lambda made: made.states["ask"] == ask


def selects(hexagon: Hex) -> Callable[[Decisions], Any]:
    """A function that returns whether each decision selects a hex."""
    return lambda made: made.actions == Action.HEX + hexagon


def attacks(made: Decisions) -> Any:
    """Whether the decision attacks a robot, with a choice between several."""
    return asked(Ask.TURN)(made) & made.chooses(range(Action.TARGET, Action.BUILD))


def targets(field: str, sign: int) -> Callable[[Decisions], Any]:
    """A function that returns whether each attack hits a rival with the most of something, or the least if the sign is
    negative.
    """

    def shows(made: Decisions) -> Any:
        amounts = sign * made.states[field].astype(np.int64)
        for seat in range(SEATS):
            amounts[~made.rivals(seat), seat] = np.iinfo(np.int64).min
        target = np.clip(made.actions - Action.TARGET, 0, SEATS - 1)
        return amounts[np.arange(len(target)), target] >= amounts.max(axis=1)

    return shows


leads = asked(Ask.HEX)

habits = (
    Habit(
        "mines",
        leads,
        selects(Hex.MINE),
        phrase("It chooses Mine in {own} of 100 phases that it leads, the other bots in {others}."),
        more=phrase("Likes to dig."),
        less=phrase("Lets others dig."),
    ),
    Habit(
        "upgrades",
        leads,
        selects(Hex.UPGRADE),
        phrase("It chooses Upgrade in {own} of 100 phases that it leads, the other bots in {others}."),
        more=phrase("In a hurry to build its robot."),
        less=phrase("Lets others decide when robots are built."),
    ),
    Habit(
        "fights",
        leads,
        selects(Hex.FIGHT),
        phrase("It chooses Fight in {own} of 100 phases that it leads, the other bots in {others}."),
        more=phrase("Looks for a fight."),
        less=phrase("Prefers a quiet life to a fight."),
    ),
    Habit(
        "gears",
        leads,
        selects(Hex.GEAR),
        phrase("It chooses Gear in {own} of 100 phases that it leads, the other bots in {others}."),
        more=phrase("Likes gadgets: chooses Gear."),
        less=phrase("Does without gadgets."),
    ),
    Habit(
        "captures",
        leads,
        selects(Hex.CAPTURE),
        phrase("It chooses Capture in {own} of 100 phases that it leads, the other bots in {others}."),
        more=phrase("Wants the Coal Heart."),
        less=phrase("Leaves the Coal Heart to others."),
    ),
    Habit(
        "scavenges",
        leads,
        selects(Hex.SCAVENGE),
        phrase("It chooses Scavenge in {own} of 100 phases that it leads, the other bots in {others}."),
        more=phrase("Helps itself: chooses Scavenge, which gives to nobody else."),
        less=phrase("Seldom scavenges."),
    ),
    Habit(
        "weakest",
        attacks,
        targets("hp", -1),
        phrase("{own} of 100 attacks hit the rival with the fewest HP, those of the other bots {others}."),
        more=phrase("Picks on the weakest."),
        less=phrase("Does not pick on the weakest."),
    ),
    Habit(
        "leader",
        attacks,
        targets("parts", 1),
        phrase("{own} of 100 attacks hit the rival with the most parts, those of the other bots {others}."),
        more=phrase("Attacks the player who has built most."),
        less=phrase("Attacks without regard to who is ahead."),
    ),
    Habit(
        "defends",
        asked(Ask.DEFEND),
        lambda made: made.actions != Action.PASS,
        phrase("It answers {own} of 100 attacks with Gear where it could, the other bots {others}."),
        more=phrase("Does not take a hit lying down."),
        less=phrase("Takes a hit and keeps its Gear."),
    ),
    Habit(
        "hoards",
        leads,
        lambda made: made.own("cubes").sum(axis=1) >= MANY_CUBES,
        phrase("It has six cubes or more in {own} of 100 phases that it leads, the other bots in {others}."),
        more=phrase("Hoards cubes."),
        less=phrase("Builds with its cubes before they pile up."),
    ),
)

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
    habits=habits,
)
