"""Smash Gear: machines of hearts and weapons that flip over a grid, for two."""

from cogtable.games.smashgear.rules import actions, box, observe, state, verbs
from cogtable.games.smashgear.rules.actions import Action
from cogtable.rules import About, Bots, Game, Levels, Observation, Rules, Search, Seats

game = Game(
    __name__,
    about=About(
        name="smashgear",
        title="Smash Gear",
        tagline="Build machines, flip, smash",
        minutes=45,
        art="machines",
        version="3",
    ),
    seats=Seats(2, 2, passing=Action.PASS, default_reply=Action.LEAVE, young=state.is_young),
    rules=Rules(
        verbs=verbs,
        state=state.SmashGear,
        tables=box.SmashGearTables,
        actions=actions.ACTIONS,
        bound=400 * 400,
        draws={"machines": "machines", "programs": "programs"},
        tallies={
            "machine": "machines",
            "program": "programs",
            "ending": ("no base left", "honor", "undecided"),
            "start": ("first", "second"),
            "turns a side": ("up to 10", "11 to 20", "21 to 30", "more"),
        },
    ),
    bots=Bots(
        search=Search(rollout_depth=12),
        levels=Levels(hard=80, expert=350, master=350),
        ratings={"easy": 1238, "medium": 1426, "hard": 1601, "expert": 1735, "master": 1916},
    ),
    observation=Observation(observe.Seen, observe.observe, constants=observe.constants),
)
