"""The figures in a study of Mega Man: those of Splendor, with robots in place of gems."""

from __future__ import annotations

from cogtable.games.megaman.rules.components import GRAY
from cogtable.games.splendor.rules.components import COLOR_COUNT
from cogtable.games.splendor.table.study import study as splendor
from cogtable.table import Habit, Resource, Template, phrase

WORDS: dict[str, tuple[Template, Template | None, Template | None]] = {
    "reserves": (
        phrase("It reserves a robot on {own} of 100 turns, the other bots on {others}."),
        phrase("Loves to reserve. The robots in its hand, you cannot recruit."),
        phrase("Keeps its hand empty and seldom reserves."),
    ),
    "denies": (
        phrase("On {own} of 100 turns it reserves a robot that an opponent could recruit, the other bots on {others}."),
        phrase("Watches your side of the table and reserves what you could recruit."),
        phrase("Pays little attention to what you can recruit."),
    ),
    "pairs": (
        phrase("When it takes gearstones, {own} times in 100 it takes a pair, the other bots {others} times."),
        phrase("Likes pairs: two gearstones of one colour rather than three different ones."),
        phrase("Takes gearstones of different colours, and seldom a pair."),
    ),
    "points": (
        phrase("Of 100 robots that it recruits, {own} score points; the other bots have {others}."),
        phrase("Recruits for points."),
        phrase("Recruits any robot that it can pay for, points or not."),
    ),
    "big": (
        phrase("Of 100 robots that it recruits, {own} are of level 3; the other bots have {others}."),
        phrase("Saves up for the big robots."),
        phrase("Leaves the big robots to others."),
    ),
    "kept": (
        phrase("Of 100 robots that it recruits, it had reserved {own}; the other bots {others}."),
        phrase("Reserves a robot and comes back for it."),
        None,
    ),
    "full": (
        phrase("It has eight gearstones or more on {own} of 100 turns, the other bots on {others}."),
        phrase("Hoards gearstones."),
        phrase("Spends its gearstones as fast as it takes them."),
    ),
    "gold": (
        phrase("It has two hearts or more on {own} of 100 turns, the other bots on {others}."),
        phrase("Holds on to its hearts."),
        None,
    ),
}
"""The words of Splendor's habits here: the figure, the line of a bot with more of it, and with less."""


def reworded(habit: Habit) -> Habit:
    """A habit of Splendor in the words of this game."""
    figure, more, less = WORDS[habit.name]
    return habit._replace(figure=figure, more=more, less=less)


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
    habits=tuple(reworded(habit) for habit in splendor.habits),
)
