"""What robots and Events can do: the vocabulary of the box, its words, and what cannot be said with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cogtable.engine.enums import Numbers
from cogtable.engine.operations import Operation, Row, Vocabulary
from cogtable.engine.state import Ints
from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN, LOOK


class Measure(Numbers):
    """What is counted."""

    BATTERIES = 0
    """On all own robots."""
    ROBOTS = 1
    CARDS = 2
    """In hand."""
    COINS = 3
    CROWNS = 4
    """Tokens only."""
    IDLE = 5
    """Own robots without a battery."""
    HERE = 6
    """Batteries on the acting robot."""


MEASURES = tuple(measure.name.lower() for measure in Measure)
COMPARED = MEASURES[:5]
SIGNS = "[[battery]]/robots/[[cards]]/[[coin]]/[[crown]]"
"""What is compared, in signs. A no-break space before one keeps it beside its number."""

FEW = range(1, 7)
MANY = range(1, 21)

ABILITIES = Vocabulary(
    Operation("draw", (FEW,), "draw {0:card}", "+{0}[[cards]]"),
    Operation("discard", (FEW,), "discard {0:card}", "−{0}[[cards]]"),
    Operation("mill", (FEW,), "discard {0:card} from the deck", "deck −{0}[[cards]]"),
    Operation(
        "look",
        (range(2, LOOK + 1), range(1, 4)),
        "look at {0:card} from the deck, keep {1}, discard the rest",
        "+{1} of {0}[[cards]]",
    ),
    Operation("salvage", (FEW,), "take {0:card} from the discard pile", "+{0}[[cards]] of pile"),
    Operation("gain", (MANY,), "gain ${0}", "+${0}"),
    Operation("lose", (MANY,), "lose ${0}", "−${0}"),
    Operation("crown", (MANY,), "gain {0:crown}", "+{0}[[crown]]"),
    Operation("uncrown", (MANY,), "lose {0:crown}", "−{0}[[crown]]"),
    Operation("charge", (FEW,), "add {0:battery/batteries} to your robots", "+{0}[[battery]]"),
    Operation("charge-this", (FEW,), "add {0:battery/batteries} to this robot", "+{0}[[battery]] here"),
    Operation(
        "charge-each", (FEW,), "add {0:battery/batteries} to each of your other robots", "others +{0}[[battery]]"
    ),
    Operation(
        "charge-idle", (FEW,), "add {0:battery/batteries} to each of your robots that has none", "empty +{0}[[battery]]"
    ),
    Operation("drain", (FEW,), "remove {0:battery/batteries} from your robots", "−{0}[[battery]]"),
    Operation("move", (FEW,), "move up to {0:battery/batteries} between your robots", "move {0}[[battery]]"),
    Operation("gather", (), "move all batteries of your other robots to this one", "all [[battery]] here"),
    Operation("play", (), "you may play a robot", "play one"),
    Operation("play-cheaper", (MANY,), "you may play a robot for ${0} less", "play, ${0} off"),
    Operation("play-free", (MANY,), "you may play a robot of cost ${0} or less for free", "play ≤${0} free"),
    Operation("copy", (), "copy another of your robots", "as your robot"),
    Operation("copy-rival", (), "copy a robot of another player", "as a rival’s"),
    Operation("scrap", (), "discard this robot", "scrap it"),
    Operation("draw-event", (FEW,), "draw {0:Event}", "+{0:Event}"),
    Operation("discard-event", (FEW,), "discard {0:Event}", "−{0:Event}"),
    Operation("take", (MANY,), "take ${0} from each other player", "take ${0} each"),
    Operation("take-crown", (FEW,), "take {0:crown} from each other player", "take {0}[[crown]] each"),
    Operation("others-gain", (MANY,), "each other player gains ${0}", "rivals +${0}"),
    Operation("others-lose", (MANY,), "each other player loses ${0}", "rivals −${0}"),
    Operation("others-crown", (FEW,), "each other player gains {0:crown}", "rivals +{0}[[crown]]"),
    Operation("others-uncrown", (FEW,), "each other player loses {0:crown}", "rivals −{0}[[crown]]"),
    Operation("others-draw", (FEW,), "each other player draws {0:card}", "rivals +{0}[[cards]]"),
    Operation("others-discard", (FEW,), "each other player discards {0:card}", "rivals −{0}[[cards]]"),
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
    Operation("may", (), "you may", "may", guard=True),
    Operation("may-pay", (MANY,), "you may pay ${0}", "${0} →", guard=True),
    Operation("may-lose", (FEW,), "you may lose {0:crown}", "{0}[[crown]] →", guard=True),
    Operation("may-discard", (FEW,), "you may discard {0:card}", "{0}[[cards]] →", guard=True),
    Operation(
        "may-drain", (FEW,), "you may remove {0:battery/batteries} from your robots", "{0}[[battery]] →", guard=True
    ),
    Operation(
        "may-drain-this",
        (MANY,),
        "you may remove {0:battery/batteries} from this robot",
        "{0}[[battery]] here →",
        guard=True,
    ),
    Operation("may-discard-event", (), "you may discard 1 Event", "1 Event →", guard=True),
    Operation(
        "if-have",
        (MANY, COMPARED),
        "if you have at least {0} {1}",
        "≥{0}\N{NO-BREAK SPACE}{1:" + SIGNS + "}:",
        guard=True,
    ),
    Operation(
        "if-under",
        (MANY, COMPARED),
        "if you have fewer than {0} {1}",
        "<{0}\N{NO-BREAK SPACE}{1:" + SIGNS + "}:",
        guard=True,
    ),
    Operation(
        "if-most",
        (COMPARED,),
        "if nobody has as many {0} as you",
        "most {0:" + SIGNS + "}:",
        guard=True,
    ),
    Operation(
        "if-fewest",
        (COMPARED,),
        "if nobody has as few {0} as you",
        "fewest {0:" + SIGNS + "}:",
        guard=True,
    ),
    Operation(
        "if-here", (MANY,), "if this robot has at least {0:battery/batteries}", "≥{0}[[battery]] here:", guard=True
    ),
    Operation(
        "if-idle",
        (FEW,),
        "if at least {0:of your robots has/of your robots have} no battery",
        "≥{0} empty:",
        guard=True,
    ),
    Operation(
        "per-battery",
        (MANY, MANY),
        "for each {0:battery/batteries} you have, at most {1} times",
        "per {0}[[battery]] ≤{1}×:",
        guard=True,
    ),
    Operation(
        "per-robot", (MANY, MANY), "for each {0:robot} you have, at most {1} times", "per {0:robot} ≤{1}×:", guard=True
    ),
    Operation(
        "per-card",
        (MANY, MANY),
        "for each {0:card} in your hand, at most {1} times",
        "per {0}[[cards]] ≤{1}×:",
        guard=True,
    ),
    Operation("per-coin", (MANY, MANY), "for each ${0} you have, at most {1} times", "per ${0} ≤{1}×:", guard=True),
    Operation(
        "per-crown",
        (MANY, MANY),
        "for each {0:crown token} you have, at most {1} times",
        "per {0}[[crown]] ≤{1}×:",
        guard=True,
    ),
    Operation(
        "per-idle",
        (MANY, MANY),
        "for each {0:of your robots} without a battery, at most {1} times",
        "per {0} empty ≤{1}×:",
        guard=True,
    ),
    Operation(
        "per-here",
        (MANY, MANY),
        "for each {0:battery/batteries} on this robot, at most {1} times",
        "per {0}[[battery]] here ≤{1}×:",
        guard=True,
    ),
    # Guards of Events only.
    Operation("choosing", (ACTIONS_OF_A_TURN,), "if you choose {0}", guard=True),
    Operation("at-end", (), "at the end of the round", guard=True),
)
WIDTH = ABILITIES.width


class Op(Numbers):
    """The operations that rules name, by their numbers."""

    DRAW = ABILITIES["draw"]
    DISCARD = ABILITIES["discard"]
    MILL = ABILITIES["mill"]
    LOOK = ABILITIES["look"]
    SALVAGE = ABILITIES["salvage"]
    GAIN = ABILITIES["gain"]
    LOSE = ABILITIES["lose"]
    CROWN = ABILITIES["crown"]
    UNCROWN = ABILITIES["uncrown"]
    CHARGE = ABILITIES["charge"]
    CHARGE_THIS = ABILITIES["charge-this"]
    CHARGE_EACH = ABILITIES["charge-each"]
    CHARGE_IDLE = ABILITIES["charge-idle"]
    DRAIN = ABILITIES["drain"]
    MOVE = ABILITIES["move"]
    GATHER = ABILITIES["gather"]
    PLAY = ABILITIES["play"]
    PLAY_CHEAPER = ABILITIES["play-cheaper"]
    PLAY_FREE = ABILITIES["play-free"]
    COPY = ABILITIES["copy"]
    COPY_RIVAL = ABILITIES["copy-rival"]
    SCRAP = ABILITIES["scrap"]
    DRAW_EVENT = ABILITIES["draw-event"]
    DISCARD_EVENT = ABILITIES["discard-event"]
    TAKE = ABILITIES["take"]
    TAKE_CROWN = ABILITIES["take-crown"]
    OTHERS_GAIN = ABILITIES["others-gain"]
    OTHERS_LOSE = ABILITIES["others-lose"]
    OTHERS_CROWN = ABILITIES["others-crown"]
    OTHERS_UNCROWN = ABILITIES["others-uncrown"]
    OTHERS_DRAW = ABILITIES["others-draw"]
    OTHERS_DISCARD = ABILITIES["others-discard"]
    MAY = ABILITIES["may"]
    """From here on they are conditions."""
    MAY_PAY = ABILITIES["may-pay"]
    MAY_LOSE = ABILITIES["may-lose"]
    MAY_DISCARD = ABILITIES["may-discard"]
    MAY_DRAIN = ABILITIES["may-drain"]
    MAY_DRAIN_THIS = ABILITIES["may-drain-this"]
    MAY_DISCARD_EVENT = ABILITIES["may-discard-event"]
    IF_HAVE = ABILITIES["if-have"]
    IF_UNDER = ABILITIES["if-under"]
    IF_MOST = ABILITIES["if-most"]
    IF_FEWEST = ABILITIES["if-fewest"]
    IF_HERE = ABILITIES["if-here"]
    IF_IDLE = ABILITIES["if-idle"]
    PER_BATTERY = ABILITIES["per-battery"]
    """From here on they multiply, one for each `Measure`."""
    PER_HERE = ABILITIES["per-here"]


FOR_THE_ROUND = frozenset(
    ("research-more", "stockpile-more", "recharge-more", "construct-more", "close", "cheaper", "dearer", "tireless")
)
ONLY_EVENTS = FOR_THE_ROUND | {"choosing", "at-end"}
ONLY_ROBOTS = frozenset(
    ("charge-this", "charge-each", "gather", "copy", "copy-rival", "scrap", "may-drain-this", "if-here", "per-here")
)
COPYING = frozenset(("copy", "copy-rival"))
ASKING = frozenset(
    ("discard", "look", "salvage", "charge", "drain", "move", "play", "play-cheaper", "play-free", "discard-event")
).union(("others-discard", "may", "may-pay", "may-lose", "may-discard", "may-drain", "may-discard-event"))
"""What may ask a player something."""


def instructions(rows: Ints) -> list[str]:
    """The sentences on a card, from the rows of `RechargeTables.does` or `.binds`."""
    said = [re.sub(r"each (\$?)1 ", r"each \1", sentence) for sentence in ABILITIES.words(rows.flat)]
    return [re.sub(r"at least 1 (batter|robot|card|coin|crown)(ies|s)\b", _one, sentence) for sentence in said]


def _one(found: re.Match[str]) -> str:
    return f"at least 1 {found[1]}{'y' if found[2] == 'ies' else ''}"


def short_instruction(rows: Ints) -> str:
    """The same in signs, for a robot that is drawn small."""
    return re.sub(r"per 1 ?(?=\D)", "per ", ABILITIES.short(rows.flat))


def names_of(rows: Iterable[Row]) -> list[str]:
    """The names of the operations of some rows."""
    return [ABILITIES.operations[row.operation].name for row in rows]


def _guarded(rows: list[Row]) -> list[list[str]]:
    """For each row the names of the guards that it stands behind."""
    names = names_of(rows)
    return [[names[g] for g in range(at) if g + rows[g].guards >= at] for at in range(len(rows))]


def _wrong_row(rows: list[Row]) -> Iterator[str]:
    """What neither a robot nor an Event can have."""
    for at, (name, row) in enumerate(zip(names_of(rows), rows, strict=True)):
        if name.startswith("per-") and rows[at + 1].guards:
            yield f'"{name}" must be the last condition of its line'
        if name == "look" and row.arguments[0] <= row.arguments[1]:
            yield '"look" must keep fewer cards than it looks at'


def is_followed(rows: list[Row]) -> bool:
    """Whether an Event has everybody do something at once, rather than later or by changing the round."""
    names = names_of(rows)
    later = {"choosing", "at-end"}
    return any(
        name not in FOR_THE_ROUND and not later & {name, *guards}
        for name, guards in zip(names, _guarded(rows), strict=True)
    )


def wrong_robot(rows: list[Row]) -> Iterator[str]:
    """What is wrong with the instruction of a robot."""
    names = names_of(rows)
    if not rows:
        yield "is empty"
    yield from _wrong_row(rows)
    for at, name in enumerate(names):
        if name in ONLY_EVENTS:
            yield f'"{name}" is for Events only'
        if name in COPYING and at < len(rows) - 1:
            yield f'"{name}" must stand last'


def wrong_event(rows: list[Row]) -> Iterator[str]:
    """What is wrong with an Event."""
    if not rows:
        yield "is empty"
    yield from _wrong_row(rows)
    names = names_of(rows)
    for name, guards in zip(names, _guarded(rows), strict=True):
        if name in ONLY_ROBOTS:
            yield f'"{name}" is for robots only'
        if name in FOR_THE_ROUND and guards:
            yield f'"{name}" cannot depend on a condition'
        if name in ("choosing", "at-end") and guards:
            yield f'"{name}" must be the first condition of its line'
        if "at-end" in guards and name in ASKING:
            yield f'"{name}" asks the players; nobody is asked at the end of a round'
    once = [(row.operation, row.arguments) for row in rows if names_of([row])[0] in ("choosing", "at-end", "close")]
    if len(set(once)) < len(once):
        yield "says the same of an Action, or of the end of the round, twice"
    if names.count("close") == len(ACTIONS_OF_A_TURN):
        yield "closes all four Actions"
