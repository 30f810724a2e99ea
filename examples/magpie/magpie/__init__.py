"""Magpie: boast of your trinkets, and doubt those of your neighbour."""

from cogtable.rules import About, Game, Observation, Rules, Seats
from magpie import observe, rules

game = Game(
    __name__,
    about=About(
        name="magpie",
        title="Magpie",
        tagline="Boast of your trinkets, and doubt those of your neighbour",
        minutes=5,
        art="box.svg",
        version="1",
    ),
    seats=Seats(2, rules.SEATS, leaving="out", dropping=rules.Action.LEAVE),
    rules=Rules(verbs=rules, state=rules.Magpie, tables=rules.Trinkets, actions=rules.Action, bound=rules.MOST_ACTIONS),
    observation=Observation(observe.Seen, observe.observe),
)
