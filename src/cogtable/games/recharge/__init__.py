"""Recharge: twelve rounds of robots that run on batteries, for two to four."""

from cogtable.games.recharge.rules import actions, box, observe, state, verbs
from cogtable.games.recharge.rules.components import ROUNDS
from cogtable.rules import About, Bots, Game, Levels, Observation, Rules, Search, Seats

game = Game(
    __name__,
    about=About(
        name="recharge",
        title="Recharge",
        tagline="Build robots, mind their batteries",
        minutes=40,
        art="batteries",
        version="3",
    ),
    seats=Seats(2, 4, passing=actions.Answer.PASS, young=state.is_young),
    rules=Rules(
        verbs=verbs,
        state=state.Recharge,
        tables=box.RechargeTables,
        actions=actions.ACTIONS,
        bound=ROUNDS * 10_000,
        draws={"robots": "robots", "events": "events"},
        tallies={"robot": "robots", "event": "events"},
    ),
    bots=Bots(
        search=Search(rollout_depth=12),
        levels=Levels(easy=3, medium=20, hard=150, expert=5000, easy_prior=0),
        ratings={"easy": 1239, "medium": 1429, "hard": 1613, "expert": 1719, "master": 1820},
    ),
    observation=Observation(observe.Seen, observe.observe, constants=observe.constants),
)
