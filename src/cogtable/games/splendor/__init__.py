"""Splendor: gem merchants, two to four of them."""

from cogtable.engine.game import Game, Search
from cogtable.games.splendor.rules import actions, box, state, verbs

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
    actions=actions.ACTIONS,
    bound=500 * 4 * 7,
    passing=actions.PASS,
    search=Search(rollout_depth=15),
)
