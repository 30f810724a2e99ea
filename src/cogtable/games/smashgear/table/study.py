"""The figures in a study of Smash Gear."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.components import SHOWN, SHOWN_MACHINES
from cogtable.games.smashgear.rules.state import Phase
from cogtable.table import Decisions, Habit, Resource, Shown, Study, phrase

SAVED, MANY_MACHINES = 4, 4
"""Gears at the end of a turn, and machines on the board, from which a seat has many."""


def buying(states: Any) -> Any:
    """Whether the seat that decides now could buy."""
    return np.isin(states["phase"], (Phase.PREPARE, Phase.ACT))


def acts(made: Decisions) -> Any:
    """Whether the decision is one of the seat's own turn, or ends it."""
    return made.states["phase"] == Phase.ACT


def ends(made: Decisions) -> Any:
    """Whether the decision ends the seat's turn."""
    return acts(made) & (made.actions == Action.END)


def buys(made: Decisions) -> Any:
    """Whether the decision buys a card."""
    return buying(made.states) & made.chooses(range(Action.BUY, Action.CARD))


def machines(made: Decisions) -> Any:
    """The number of the seat's machines on the board."""
    slots = made.states["card"].reshape(len(made.seats), 2, -1)
    return (slots[np.arange(len(made.seats)), made.seats] >= 0).sum(axis=1)


habits = (
    Habit(
        "moves",
        acts,
        lambda made: made.chooses(range(Action.MOVES, Action.EFFECTS)),
        phrase("Of 100 decisions in its own turns, {own} move a machine; of the other bots’, {others}."),
        more=phrase("Keeps its machines on the move."),
        less=phrase("Moves only now and then."),
    ),
    Habit(
        "effects",
        acts,
        lambda made: made.chooses(range(Action.EFFECTS, Action.CELL)),
        phrase("Of 100 decisions in its own turns, {own} use an effect; of the other bots’, {others}."),
        more=phrase("Likes the effects of its machines."),
        less=phrase("Forgets the effects of its machines."),
    ),
    Habit(
        "saves",
        ends,
        lambda made: made.own("gears") >= SAVED,
        phrase("It ends {own} of 100 turns with four gears or more, the other bots {others}."),
        more=phrase("Saves its gears for later."),
        less=phrase("Spends its gears before its turn is over."),
    ),
    Habit(
        "programs",
        buys,
        lambda made: made.chooses(range(Action.BUY + SHOWN_MACHINES, Action.BUY + SHOWN)),
        phrase("Of 100 cards that it buys, {own} are programs; of the other bots’, {others}."),
        more=phrase("Likes programs."),
        less=phrase("Does not think much of programs."),
    ),
    Habit(
        "bases",
        buys,
        lambda made: made.actions == Action.BUY + SHOWN,
        phrase("Of 100 cards that it buys, {own} are bases; of the other bots’, {others}."),
        more=phrase("Invests in bases."),
        less=phrase("Makes do with the bases that it has."),
    ),
    Habit(
        "destroys",
        buys,
        lambda made: made.actions == Action.BUY + SHOWN + 1,
        phrase("Of 100 cards that it buys, {own} are Destroy Base; of the other bots’, {others}."),
        more=phrase("Comes for your bases."),
        less=phrase("Lets your bases stand."),
    ),
    Habit(
        "answers",
        lambda made: made.states["phase"] == Phase.RESPOND,
        lambda made: ~made.chooses((Action.LEAVE, Action.LEAVE_ALL, Action.PASS)),
        phrase("It answers {own} of 100 times when it could, the other bots {others} times."),
        more=phrase("Interferes when it is not its turn."),
        less=phrase("Lets others finish their turns."),
    ),
    Habit(
        "crowd",
        acts,
        lambda made: machines(made) >= MANY_MACHINES,
        phrase("At {own} of 100 decisions in its own turns it has four machines or more, the other bots at {others}."),
        more=phrase("Fights with a crowd of machines."),
        less=phrase("Fights with few machines."),
    ),
)

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
    habits=habits,
)
