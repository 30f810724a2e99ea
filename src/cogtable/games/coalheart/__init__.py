"""Robots: Battle for the Coal Heart. Three to six robots mine, build and fight."""

from cogtable.engine.game import Game
from cogtable.games.coalheart.rules import actions, box, components, state, verbs

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
    rules=verbs,
    actions=actions.ACTIONS,
    bound=99 * 36 * 12,
    tallies={"robots": "robots", "victories": state.VICTORIES, "parts": "parts"},
)
