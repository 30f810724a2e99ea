"""The figures in a study of Recharge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN, Action
from cogtable.games.recharge.rules.state import Question
from cogtable.table import Dealt, Decisions, Habit, Portion, Resource, Study, phrase

RICH, MANY_CARDS, CHARGED, EMPTY_AT = 12, 6, 8, 1
"""Coins, cards and batteries from which a seat has many, and batteries up to which it has hardly any."""


def payable(states: Any, b: Any) -> Any:
    """The number of cards in each hand that the seat has enough coins for."""
    hand, coins = states["hand"], states["coins"]
    cost = np.asarray(b.cost)[np.maximum(hand, 0)]
    return ((hand >= 0) & (cost <= coins[:, :, None])).sum(axis=2)


def asked(question: Question) -> Callable[[Decisions], Any]:
    """A function that returns whether each decision answers a question."""
    return lambda made: made.own("asks") == question


def takes(action: Action) -> Callable[[Decisions], Any]:
    """A function that returns whether each decision chooses an Action."""
    return lambda made: made.actions == Answer.ACTION + action


begins = asked(Question.WHICH_ACTION)

habits = (
    Habit(
        "research",
        begins,
        takes(Action.RESEARCH),
        phrase("It chooses Research on {own} of 100 turns, the other bots on {others}."),
        more=phrase("Keeps looking for better robots."),
        less=phrase("Works with the cards that it has, and seldom draws."),
    ),
    Habit(
        "stockpile",
        begins,
        takes(Action.STOCKPILE),
        phrase("It chooses Stockpile on {own} of 100 turns, the other bots on {others}."),
        more=phrase("Saves up coins for expensive robots."),
        less=phrase("Has better things to do than to collect coins."),
    ),
    Habit(
        "recharge",
        begins,
        takes(Action.RECHARGE),
        phrase("It chooses Recharge on {own} of 100 turns, the other bots on {others}."),
        more=phrase("Keeps its robots charged with an Action of its own."),
        less=phrase("Seldom spends a turn on batteries."),
    ),
    Habit(
        "construct",
        begins,
        takes(Action.CONSTRUCT),
        phrase("It chooses Construct on {own} of 100 turns, the other bots on {others}."),
        more=phrase("In a hurry to build."),
        less=phrase("Takes its time before it builds."),
    ),
    Habit(
        "rich",
        begins,
        lambda made: made.own("coins") >= RICH,
        phrase("It has $12 or more on {own} of 100 turns, the other bots on {others}."),
        more=phrase("Sits on its coins."),
        less=phrase("Spends its coins while it can."),
    ),
    Habit(
        "cards",
        begins,
        lambda made: made.own("held") >= MANY_CARDS,
        phrase("It holds six cards or more on {own} of 100 turns, the other bots on {others}."),
        more=phrase("Collects cards and does not get round to playing them."),
        less=phrase("Plays its cards before they pile up."),
    ),
    Habit(
        "charged",
        begins,
        lambda made: made.own("power") >= CHARGED,
        phrase("Its robots have eight batteries or more on {own} of 100 turns, those of the other bots on {others}."),
        more=phrase("Keeps its robots well charged."),
    ),
    Habit(
        "empty",
        begins,
        lambda made: made.own("power") <= EMPTY_AT,
        phrase("Its robots have one battery or none on {own} of 100 turns, those of the other bots on {others}."),
        more=phrase("Lets its robots run down."),
        less=phrase("Does not let its robots run down."),
    ),
    Habit(
        "order",
        asked(Question.WHICH_ROBOT),
        lambda made: made.actions == Answer.REST,
        phrase("It lets {own} of 100 robots act in the order in which they lie, the other bots {others}."),
        more=phrase("Lets its robots act as they lie."),
        less=phrase("Thinks about which robot acts first."),
    ),
)

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
    habits=habits,
)
