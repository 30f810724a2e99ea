"""The figures in a study of Splendor."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogtable.games.splendor.rules.actions import Action
from cogtable.games.splendor.rules.components import COLOR_COUNT, COLORS, HAND, LEVELS, PLACES, ROW
from cogtable.games.splendor.rules.state import Phase
from cogtable.table import Decisions, Habit, Resource, Shown, Study, phrase

FULL = 8
"""Tokens from which a seat is called full: two more fit."""


def called(box: Any) -> list[str]:
    """Each card by its level, colour, points and price, as in "2 blue, 1p, 3 white 2 black"."""
    b, names = box.record, list[str]()
    for card in range(len(b.level)):
        price = " ".join(f"{number} {COLORS[i]}" for i, number in enumerate(b.cost[card]) if number)
        points = f"{b.points[card]}p, " if b.points[card] else ""
        names.append(f"{b.level[card]} {COLORS[b.bonus[card]]}, {points}{price}")
    return names


def acts(made: Decisions) -> Any:
    """Whether a turn begins with the decision."""
    return made.states["phase"] == Phase.ACT


def takes(made: Decisions) -> Any:
    """Whether the decision takes gems."""
    return acts(made) & (made.actions < Action.RESERVE)


def reserves(made: Decisions) -> Any:
    """Whether the decision reserves a card, face up or unseen."""
    return acts(made) & made.chooses(range(Action.RESERVE, Action.BUY))


def buys(made: Decisions) -> Any:
    """Whether the decision buys a card."""
    return acts(made) & made.chooses(range(Action.BUY, Action.GIVE_BACK))


def bought(made: Decisions) -> Any:
    """The card that each decision buys; card 0 for decisions that buy none."""
    places = np.where(buys(made), made.actions - Action.BUY, 0)
    cards = np.concatenate([made.states["board"], made.own("reserved")], axis=1)
    return np.maximum(cards[np.arange(len(places)), np.minimum(places, PLACES + HAND - 1)], 0)


def denies(made: Decisions) -> Any:
    """Whether the decision reserves a face-up card that a rival could pay for now."""
    places = np.clip(made.actions - Action.RESERVE, 0, PLACES - 1)
    cards = made.states["board"][np.arange(len(places)), places]
    costs = np.asarray(made.b.cost)[np.maximum(cards, 0)]
    able = np.zeros(len(places), bool)
    for seat in range(4):
        tokens, bonus = made.states["tokens"][:, seat], made.states["bonus"][:, seat]
        lacking = np.maximum(costs - bonus - tokens[:, :COLOR_COUNT], 0).sum(axis=1)
        able |= made.rivals(seat) & (lacking <= tokens[:, COLOR_COUNT])
    return made.chooses(range(Action.RESERVE, Action.RESERVE_BLIND)) & (cards >= 0) & able


def is_full(made: Decisions) -> Any:
    """Whether the seat holds many tokens when its turn begins."""
    return made.own("tokens")[:, : COLOR_COUNT + 1].sum(axis=1) >= FULL


habits = (
    Habit(
        "reserves",
        acts,
        reserves,
        phrase("It reserves a card on {own} of 100 turns, the other bots on {others}."),
        more=phrase("Loves to reserve. What it sets aside, you cannot buy."),
        less=phrase("Keeps its hand empty and seldom reserves."),
    ),
    Habit(
        "denies",
        acts,
        denies,
        phrase("On {own} of 100 turns it reserves a card that an opponent could buy, the other bots on {others}."),
        more=phrase("Watches your side of the table and reserves what you could buy."),
        less=phrase("Pays little attention to what you can buy."),
    ),
    Habit(
        "pairs",
        takes,
        lambda made: made.actions >= Action.TAKE_SAME,
        phrase("When it takes gems, {own} times in 100 it takes a pair, the other bots {others} times."),
        more=phrase("Likes pairs: two gems of one colour rather than three different ones."),
        less=phrase("Takes gems of different colours, and seldom a pair."),
    ),
    Habit(
        "points",
        buys,
        lambda made: np.asarray(made.b.points)[bought(made)] > 0,
        phrase("Of 100 cards that it buys, {own} score points; the other bots have {others}."),
        more=phrase("Buys for points."),
        less=phrase("Buys whatever it can pay for, points or not."),
    ),
    Habit(
        "big",
        buys,
        lambda made: np.asarray(made.b.level)[bought(made)] == LEVELS,
        phrase("Of 100 cards that it buys, {own} are of level 3; the other bots have {others}."),
        more=phrase("Saves up for the big cards."),
        less=phrase("Leaves the big cards to others."),
    ),
    Habit(
        "kept",
        buys,
        lambda made: made.actions >= Action.BUY_RESERVED,
        phrase("Of 100 cards that it buys, it had reserved {own}; the other bots {others}."),
        more=phrase("Reserves a card and comes back for it."),
    ),
    Habit(
        "full",
        acts,
        is_full,
        phrase("It has eight gems or more on {own} of 100 turns, the other bots on {others}."),
        more=phrase("Hoards gems."),
        less=phrase("Spends its gems as fast as it takes them."),
    ),
    Habit(
        "gold",
        acts,
        lambda made: made.own("tokens")[:, COLOR_COUNT] >= 2,
        phrase("It has two gold or more on {own} of 100 turns, the other bots on {others}."),
        more=phrase("Holds on to its gold."),
    ),
)

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
    habits=habits,
)
