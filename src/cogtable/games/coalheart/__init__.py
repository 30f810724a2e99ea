"""Robots: Battle for the Coal Heart. Three to six robots mine, build and fight."""

from cogtable.engine.game import Game
from cogtable.games.coalheart import actions, box, components, rules, state

game = Game(
    __name__,
    name="coalheart",
    title="Coal Heart",
    tagline="Build your robot, or break the others",
    minutes=60,
    art="heart",
    version="2",
    seats=(3, components.SEATS),
    state=state.Coalheart,
    tables=box.CoalheartTables,
    rules=rules,
    actions=actions.ACTIONS,
    bound=99 * 36 * 12,
    tallies={"robots": "robots", "victories": state.VICTORIES, "parts": "parts"},
)
