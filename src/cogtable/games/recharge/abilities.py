"""What robots and Events can do: the vocabulary of the box, and the tables that are read with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cogtable.engine.box import PAD, column, text, value
from cogtable.engine.operations import Operation, Row, Vocabulary
from cogtable.engine.state import Int8, Int16, Ints, Tables
from cogtable.games.recharge.acts import ACTIONS_OF_A_TURN, EVENTS, LOOK, ROBOTS, SEATS

MEASURES = ("batteries", "robots", "cards", "coins", "crowns", "idle", "here")
"""What is counted: batteries on all own robots, own robots, cards in hand, coins, crown tokens, own robots without a
battery, batteries on the acting robot."""
COMPARED = MEASURES[:5]

FEW = range(1, 7)
MANY = range(1, 21)

ABILITIES = Vocabulary(
    Operation("draw", (FEW,), "draw {0:card}"),
    Operation("discard", (FEW,), "discard {0:card}"),
    Operation("mill", (FEW,), "discard {0:card} from the deck"),
    Operation("look", (range(2, LOOK + 1), range(1, 4)), "look at {0:card} from the deck, keep {1}, discard the rest"),
    Operation("salvage", (FEW,), "take {0:card} from the discard pile"),
    Operation("gain", (MANY,), "gain ${0}"),
    Operation("lose", (MANY,), "lose ${0}"),
    Operation("crown", (MANY,), "gain {0:crown}"),
    Operation("uncrown", (MANY,), "lose {0:crown}"),
    Operation("charge", (FEW,), "add {0:battery/batteries} to your robots"),
    Operation("charge-this", (FEW,), "add {0:battery/batteries} to this robot"),
    Operation("charge-each", (FEW,), "add {0:battery/batteries} to each of your other robots"),
    Operation("charge-idle", (FEW,), "add {0:battery/batteries} to each of your robots that has none"),
    Operation("drain", (FEW,), "remove {0:battery/batteries} from your robots"),
    Operation("move", (FEW,), "move up to {0:battery/batteries} between your robots"),
    Operation("gather", (), "move all batteries of your other robots to this one"),
    Operation("play", (), "you may play a robot"),
    Operation("play-cheaper", (MANY,), "you may play a robot for ${0} less"),
    Operation("play-free", (MANY,), "you may play a robot of cost ${0} or less for nothing"),
    Operation("copy", (), "do as another of your robots does"),
    Operation("copy-rival", (), "do as a robot of another player does"),
    Operation("scrap", (), "discard this robot"),
    Operation("draw-event", (FEW,), "draw {0:Event}"),
    Operation("discard-event", (FEW,), "discard {0:Event}"),
    Operation("take", (MANY,), "take ${0} from each other player"),
    Operation("take-crown", (FEW,), "take {0:crown} from each other player"),
    Operation("others-gain", (MANY,), "each other player gains ${0}"),
    Operation("others-lose", (MANY,), "each other player loses ${0}"),
    Operation("others-crown", (FEW,), "each other player gains {0:crown}"),
    Operation("others-uncrown", (FEW,), "each other player loses {0:crown}"),
    Operation("others-draw", (FEW,), "each other player draws {0:card}"),
    Operation("others-discard", (FEW,), "each other player discards {0:card}"),
    # What holds for the round; Events only.
    Operation("research-more", (FEW,), "Research draws {0:card} more this round"),
    Operation("stockpile-more", (FEW,), "Stockpile gains ${0} more this round"),
    Operation("recharge-more", (FEW,), "Recharge adds {0:battery/batteries} more this round"),
    Operation("construct-more", (FEW,), "Construct plays {0:robot} more this round"),
    Operation("close", (ACTIONS_OF_A_TURN,), "nobody may choose {0} this round"),
    Operation("cheaper", (MANY,), "robots cost ${0} less this round"),
    Operation("dearer", (MANY,), "robots cost ${0} more this round"),
    Operation("tireless", (), "robots keep their battery when they act this round"),
    # Guards.
    Operation("may", (), "you may", guard=True),
    Operation("may-pay", (MANY,), "you may pay ${0}", guard=True),
    Operation("may-lose", (FEW,), "you may lose {0:crown}", guard=True),
    Operation("may-discard", (FEW,), "you may discard {0:card}", guard=True),
    Operation("may-drain", (FEW,), "you may remove {0:battery/batteries} from your robots", guard=True),
    Operation("may-drain-this", (FEW,), "you may remove {0:battery/batteries} from this robot", guard=True),
    Operation("may-discard-event", (), "you may discard 1 Event", guard=True),
    Operation("if-have", (MANY, COMPARED), "if you have at least {0} {1}", guard=True),
    Operation("if-under", (MANY, COMPARED), "if you have fewer than {0} {1}", guard=True),
    Operation("if-most", (COMPARED,), "if nobody has as many {0} as you", guard=True),
    Operation("if-fewest", (COMPARED,), "if nobody has as few {0} as you", guard=True),
    Operation("if-here", (MANY,), "if this robot has at least {0:battery/batteries}", guard=True),
    Operation("if-idle", (FEW,), "if at least {0:of your robots has/of your robots have} no battery", guard=True),
    Operation("per-battery", (MANY, MANY), "for each {0:battery/batteries} you have, at most {1} times", guard=True),
    Operation("per-robot", (MANY, MANY), "for each {0:robot} you have, at most {1} times", guard=True),
    Operation("per-card", (MANY, MANY), "for each {0:card} in your hand, at most {1} times", guard=True),
    Operation("per-coin", (MANY, MANY), "for each ${0} you have, at most {1} times", guard=True),
    Operation("per-crown", (MANY, MANY), "for each {0:crown token} you have, at most {1} times", guard=True),
    Operation("per-idle", (MANY, MANY), "for each {0:of your robots} without a battery, at most {1} times", guard=True),
    Operation("per-here", (MANY, MANY), "for each {0:battery/batteries} on this robot, at most {1} times", guard=True),
    # Guards of Events only.
    Operation("choosing", (ACTIONS_OF_A_TURN,), "whoever chooses {0}", guard=True),
    Operation("at-end", (), "at the end of the round", guard=True),
)
WIDTH = ABILITIES.width
ROWS = 6
"""The most operations of a robot or an Event."""


def instructions(rows: Ints) -> list[str]:
    """The sentences on a card, from the rows of `RechargeTables.does` or `.binds`."""
    return [re.sub(r"each (\$?)1 ", lambda found: "each " + found[1], said) for said in ABILITIES.words(rows.flat)]


class RechargeTables(Tables):
    """The components."""

    cost: Int8[ROBOTS] = column("robots", "cost", high=12)
    crowns: Int8[ROBOTS] = column("robots", "crowns", low=-1, high=8)
    starts: Int8[ROBOTS] = column("robots", "batteries", low=1, high=5)
    """Batteries that come with a robot."""
    does: Int8[ROBOTS, ROWS, WIDTH] = column("robots", "does", parse=ABILITIES.parse)
    binds: Int8[EVENTS, ROWS, WIDTH] = column("events", "does", parse=ABILITIES.parse)
    flavour = text("robots", "flavour")
    event_flavour = text("events", "flavour")

    hand: Int8 = value("hand", low=0, high=10)
    coins: Int8 = value("coins", high=99)
    deal: Int8[SEATS + 1] = value("deal", high=8)
    """Events dealt to each seat, by the number of seats."""
    research: Int8 = value("research", high=10)
    stockpile: Int8 = value("stockpile", high=99)
    recharge: Int8 = value("recharge", high=10)
