"""Magpie: boast of your trinkets, and doubt those of your neighbour."""

from cogtable.rules import Game
from magpie import observe, rules

game = Game(
    __name__,
    name="magpie",
    title="Magpie",
    tagline="Boast of your trinkets, and doubt those of your neighbour",
    minutes=5,
    art="box.svg",
    version="1",
    seats=(2, rules.SEATS),
    state=rules.Magpie,
    tables=rules.Trinkets,
    rules=rules,
    actions=rules.Action,
    bound=2 * rules.SEATS * rules.HAND + rules.SEATS,
    leaving="out",
    dropping=rules.Action.LEAVE,
    observation=observe.Seen,
    observe=observe.observe,
)
