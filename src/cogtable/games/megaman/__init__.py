"""Splendor: Mega Man: robots recruited with gearstones, by two to four."""

from cogtable.games.megaman.rules import box, observe, state, verbs
from cogtable.games.splendor.rules.actions import Action
from cogtable.rules import Game, Levels, Search

game = Game(
    __name__,
    name="megaman",
    title="Splendor: Mega Man",
    tagline="Recruit robots, complete the Master Gearstone",
    minutes=30,
    art="robots",
    version="1",
    seats=(2, 4),
    state=state.Megaman,
    tables=box.MegamanTables,
    rules=verbs,
    actions=Action,
    bound=500 * 4 * 7,
    passing=Action.PASS,
    search=Search(rollout_depth=4),
    tallies={"robot": "cards", "helper": "helpers"},
    draws={"level 1": "cards", "level 2": "cards", "level 3": "cards"},
    observation=observe.Seen,
    observe=observe.observe,
    levels=Levels(hard=150),
    bot_ratings={"easy": 1260, "medium": 1435, "hard": 1526, "expert": 1778, "master": 2001},
)
