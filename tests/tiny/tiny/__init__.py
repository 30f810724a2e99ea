"""Tiny: a game of another package, with hidden cards and choices made at the same time."""

from cogtable.rules import Game
from tiny import observe, rules

game = Game(
    __name__,
    name="tiny",
    title="Tiny",
    tagline="All play a card at once, the highest takes the trick",
    minutes=1,
    art="tiny.svg",
    version="1",
    seats=(2, 3),
    state=rules.Tiny,
    tables=rules.TinyTables,
    rules=rules,
    actions=rules.HAND,
    bound=3 * rules.ROUNDS,
    draws={"deck": "cards"},
    tallies={"card": "cards", "points": ("some", "none")},
    observation=observe.Seen,
    observe=observe.observe,
    bot_ratings={"easy": 1400, "medium": 1500, "hard": 1600},
)
