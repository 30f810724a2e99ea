"""Tiny: a game of another package, with hidden cards and simultaneous choices."""

from cogtable.rules import About, Bots, Game, Observation, Rules, Seats
from tiny import observe, rules

game = Game(
    __name__,
    about=About(
        name="tiny",
        title="Tiny",
        tagline="All play a card at once, the highest takes the trick",
        minutes=1,
        art="tiny.svg",
        version="1",
    ),
    seats=Seats(2, 3),
    rules=Rules(
        verbs=rules,
        state=rules.Tiny,
        tables=rules.TinyTables,
        actions=rules.HAND,
        bound=3 * rules.ROUNDS,
        draws={"deck": "cards"},
        tallies={"card": "cards", "points": ("some", "none")},
    ),
    bots=Bots(ratings={"easy": 1400, "medium": 1500, "hard": 1600}),
    observation=Observation(observe.Seen, observe.observe),
)
