"""Robots: Battle for the Coal Heart. Three to six robots mine, build and fight."""

from cogtable.games.coalheart.rules import box, components, observe, state, verbs
from cogtable.games.coalheart.rules.actions import Action
from cogtable.games.coalheart.rules.components import COLORS
from cogtable.rules import About, Bots, Game, Observation, Rules, Seats

game = Game(
    __name__,
    about=About(
        name="coalheart",
        title="Coal Heart",
        tagline="Build your robot, or break the others",
        minutes=60,
        art="heart",
        version="2",
    ),
    seats=Seats(3, components.SEATS, young=state.is_young),
    rules=Rules(
        verbs=verbs,
        state=state.Coalheart,
        tables=box.CoalheartTables,
        actions=Action,
        bound=99 * 36 * 12,
        draws={"gears": "gear", "cubes": COLORS},
        tallies={"robots": "robots", "victories": state.VICTORIES, "parts": "parts"},
    ),
    bots=Bots(ratings={"easy": 1327, "medium": 1408, "hard": 1588, "expert": 1677}),
    observation=Observation(observe.Seen, observe.observe),
)
