"""Robots: Battle for the Coal Heart. Three to six robots mine, build and fight."""

from cogtable.engine.game import Game
from cogtable.games.coalheart import components, rules, terms

game = Game(
    __name__,
    name="coalheart",
    title="Coal Heart",
    tagline="Build your robot, or break the others",
    minutes=60,
    art="heart",
    version="1",
    seats=(3, components.SEATS),
    state=rules.Coalheart,
    tables=components.CoalheartTables,
    rules=rules,
    actions=terms.ACTIONS,
    bound=99 * 36 * 12,
    tallies={"robots": "robots", "victories": terms.VICTORIES, "parts": "parts"},
)
