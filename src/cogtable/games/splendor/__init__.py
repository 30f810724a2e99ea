"""Splendor: gem merchants, two to four of them."""

from cogtable.engine.game import Game, Search
from cogtable.games.splendor import rules

game = Game(
    __name__,
    name="splendor",
    title="Splendor",
    tagline="Cut gems, court nobles",
    minutes=30,
    art="gems",
    version="1",
    seats=(2, 4),
    state=rules.Splendor,
    tables=rules.SplendorTables,
    rules=rules,
    actions=rules.ACTIONS,
    bound=500 * 4 * 7,
    passing=rules.PASS,
    search=Search(cut=15),
)
