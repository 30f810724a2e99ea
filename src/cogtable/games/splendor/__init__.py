"""Splendor: gem merchants, two to four of them."""

from cogtable.games.splendor.rules import box, observe, state, verbs
from cogtable.games.splendor.rules.actions import Action
from cogtable.rules import About, Bots, Game, Levels, Observation, Rules, Search, Seats

game = Game(
    __name__,
    about=About(
        name="splendor",
        title="Splendor",
        tagline="Cut gems, court nobles",
        minutes=30,
        art="gems",
        version="1",
    ),
    seats=Seats(2, 4, passing=Action.PASS, young=state.is_young),
    rules=Rules(
        verbs=verbs,
        state=state.Splendor,
        tables=box.SplendorTables,
        actions=Action,
        bound=500 * 4 * 7,
        draws={"level 1": "cards", "level 2": "cards", "level 3": "cards"},
    ),
    bots=Bots(
        search=Search(rollout_depth=15),
        levels=Levels(medium=45, hard=160, expert=700, master=350),
        ratings={"easy": 1261, "medium": 1376, "hard": 1583, "expert": 1780, "master": 1907},
    ),
    observation=Observation(observe.GemsSeen, observe.observe),
)
