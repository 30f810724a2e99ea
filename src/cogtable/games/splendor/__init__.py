"""Splendor: gem merchants, two to four of them."""

from cogtable.engine.game import Game, Levels, Search
from cogtable.games.splendor.rules import box, observe, state, verbs
from cogtable.games.splendor.rules.actions import Action

game = Game(
    __name__,
    name="splendor",
    title="Splendor",
    tagline="Cut gems, court nobles",
    minutes=30,
    art="gems",
    version="1",
    seats=(2, 4),
    state=state.Splendor,
    tables=box.SplendorTables,
    rules=verbs,
    actions=Action,
    bound=500 * 4 * 7,
    passing=Action.PASS,
    search=Search(rollout_depth=15),
    levels=Levels(medium=45, hard=160, expert=700),
    draws={"level 1": "cards", "level 2": "cards", "level 3": "cards"},
    observation=observe.GemsSeen,
    observe=observe.observe,
    bot_ratings={"easy": 1244, "medium": 1352, "hard": 1577, "expert": 1827, "master": 1894},
)
