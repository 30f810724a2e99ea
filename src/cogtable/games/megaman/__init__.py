"""Splendor: Mega Man: robots recruited with gearstones, by two to four."""

from cogtable.games.megaman.rules import box, observe, state, verbs
from cogtable.games.splendor.rules.actions import Action
from cogtable.rules import About, Bots, Game, Levels, Observation, Rules, Search, Seats

game = Game(
    __name__,
    about=About(
        name="megaman",
        title="Splendor: Mega Man",
        tagline="Recruit robots, complete the Master Gearstone",
        minutes=30,
        art="robots",
        version="1",
    ),
    seats=Seats(2, 4, passing=Action.PASS, young=state.is_young),
    rules=Rules(
        verbs=verbs,
        state=state.Megaman,
        tables=box.MegamanTables,
        actions=Action,
        bound=500 * 4 * 7,
        draws={"level 1": "cards", "level 2": "cards", "level 3": "cards"},
        tallies={"robot": "cards", "helper": "helpers"},
    ),
    bots=Bots(
        search=Search(rollout_depth=4),
        levels=Levels(hard=150),
        ratings={"easy": 1260, "medium": 1435, "hard": 1526, "expert": 1778, "master": 2001},
    ),
    observation=Observation(observe.Seen, observe.observe),
)
