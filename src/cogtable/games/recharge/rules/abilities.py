"""What robots and Events can do: the operations that a box can use, their words, and forbidden combinations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN, LOOK
from cogtable.rules import Name, Operation, PlainIntEnum, Row, Vocabulary, added, phrase, phrases


class Measure(PlainIntEnum):
    """The quantities that instructions count."""

    BATTERIES = 0
    """On all own robots."""
    ROBOTS = 1
    CARDS = 2
    """In hand."""
    COINS = 3
    CROWNS = 4
    """Tokens only."""
    IDLE = 5
    """Own robots without a battery, except the one that acts (RC-Q37)."""
    HERE = 6
    """Batteries on the acting robot."""


MEASURES = tuple(measure.name.lower() for measure in Measure)
COMPARED = MEASURES[:5]
THINGS = {
    "batteries": Name(phrase("batteries"), "[[battery]]"),
    "robots": Name(phrase("robots"), phrase("robots")),
    "cards": Name(phrase("cards"), "[[cards]]"),
    "coins": Name(phrase("coins"), "[[coin]]"),
    "crowns": Name(phrase("crowns"), "[[crown]]"),
}
"""The names of measures in comparisons, in words and in icons."""
COUNTS = {
    "batteries": Name(phrases("{n} battery", "{n} batteries"), "[[battery]]"),
    "robots": Name(phrases("{n} robot", "{n} robots"), phrases("robot", "robots")),
    "cards": Name(phrases("{n} card", "{n} cards"), "[[cards]]"),
    "coins": Name(phrases("{n} coin", "{n} coins"), "[[coin]]"),
    "crowns": Name(phrases("{n} crown", "{n} crowns"), "[[crown]]"),
}
"""The same names with a count."""

FEW = range(1, 7)
MANY = range(1, 21)

ABILITIES = Vocabulary(
    Operation("draw", {"n": FEW}, phrases("draw {n} card", "draw {n} cards"), phrase("+{n}[[cards]]")),
    Operation("discard", {"n": FEW}, phrases("discard {n} card", "discard {n} cards"), phrase("−{n}[[cards]]")),
    Operation(
        "mill",
        {"n": FEW},
        phrases("discard {n} card from the deck", "discard {n} cards from the deck"),
        phrase("deck −{n}[[cards]]"),
    ),
    Operation(
        "look",
        {"n": range(2, LOOK + 1), "keep": range(1, 4)},
        phrases(
            "look at {n} card from the deck, keep {keep}, discard the rest",
            "look at {n} cards from the deck, keep {keep}, discard the rest",
        ),
        phrase("+{keep} of {n}[[cards]]"),
    ),
    Operation(
        "salvage",
        {"n": FEW},
        phrases("take {n} card from the discard pile", "take {n} cards from the discard pile"),
        phrase("+{n}[[cards]] of pile"),
    ),
    Operation("gain", {"n": MANY}, phrase("gain ${n}"), phrase("+${n}")),
    Operation("lose", {"n": MANY}, phrase("lose ${n}"), phrase("−${n}")),
    Operation("crown", {"n": MANY}, phrases("gain {n} crown", "gain {n} crowns"), phrase("+{n}[[crown]]")),
    Operation("uncrown", {"n": MANY}, phrases("lose {n} crown", "lose {n} crowns"), phrase("−{n}[[crown]]")),
    Operation(
        "charge",
        {"n": FEW},
        phrases("add {n} battery to your robots", "add {n} batteries to your robots"),
        phrase("+{n}[[battery]]"),
    ),
    Operation(
        "charge-this",
        {"n": FEW},
        phrases("add {n} battery to this robot", "add {n} batteries to this robot"),
        phrase("+{n}[[battery]] here"),
    ),
    Operation(
        "charge-each",
        {"n": FEW},
        phrases("add {n} battery to each of your other robots", "add {n} batteries to each of your other robots"),
        phrase("others +{n}[[battery]]"),
    ),
    Operation(
        "charge-idle",
        {"n": FEW},
        phrases(
            "add {n} battery to each of your robots without a battery",
            "add {n} batteries to each of your robots without a battery",
        ),
        phrase("empty +{n}[[battery]]"),
    ),
    Operation(
        "drain",
        {"n": FEW},
        phrases("remove {n} battery from your robots", "remove {n} batteries from your robots"),
        phrase("−{n}[[battery]]"),
    ),
    Operation(
        "move",
        {"n": FEW},
        phrases("move up to {n} battery between your robots", "move up to {n} batteries between your robots"),
        phrase("move {n}[[battery]]"),
    ),
    Operation(
        "gather", {}, phrase("move all batteries of your other robots to this one"), phrase("all [[battery]] here")
    ),
    Operation("play", {}, phrase("you may play a robot"), phrase("play one")),
    Operation("play-cheaper", {"n": MANY}, phrase("you may play a robot for ${n} less"), phrase("play, ${n} off")),
    Operation(
        "play-free",
        {"n": MANY},
        phrase("you may play a robot of cost ${n} or less for free"),
        phrase("play ≤${n} free"),
    ),
    Operation("copy", {}, phrase("copy another of your robots"), phrase("as your robot")),
    Operation("copy-rival", {}, phrase("copy a robot of another player"), phrase("as a rival’s")),
    Operation("scrap", {}, phrase("discard this robot"), phrase("scrap it")),
    Operation(
        "draw-event", {"n": FEW}, phrases("draw {n} Event", "draw {n} Events"), phrases("+{n} Event", "+{n} Events")
    ),
    Operation(
        "discard-event",
        {"n": FEW},
        phrases("discard {n} Event", "discard {n} Events"),
        phrases("−{n} Event", "−{n} Events"),
    ),
    Operation("take", {"n": MANY}, phrase("take ${n} from each other player"), phrase("take ${n} each")),
    Operation(
        "take-crown",
        {"n": FEW},
        phrases("take {n} crown from each other player", "take {n} crowns from each other player"),
        phrase("take {n}[[crown]] each"),
    ),
    Operation("others-gain", {"n": MANY}, phrase("each other player gains ${n}"), phrase("rivals +${n}")),
    Operation("others-lose", {"n": MANY}, phrase("each other player loses ${n}"), phrase("rivals −${n}")),
    Operation(
        "others-crown",
        {"n": FEW},
        phrases("each other player gains {n} crown", "each other player gains {n} crowns"),
        phrase("rivals +{n}[[crown]]"),
    ),
    Operation(
        "others-uncrown",
        {"n": FEW},
        phrases("each other player loses {n} crown", "each other player loses {n} crowns"),
        phrase("rivals −{n}[[crown]]"),
    ),
    Operation(
        "others-draw",
        {"n": FEW},
        phrases("each other player draws {n} card", "each other player draws {n} cards"),
        phrase("rivals +{n}[[cards]]"),
    ),
    Operation(
        "others-discard",
        {"n": FEW},
        phrases("each other player discards {n} card", "each other player discards {n} cards"),
        phrase("rivals −{n}[[cards]]"),
    ),
    # In force for the whole round; Events only.
    Operation(
        "research-more",
        {"n": FEW},
        phrases("Research draws {n} more card this round", "Research draws {n} more cards this round"),
    ),
    Operation("stockpile-more", {"n": FEW}, phrase("Stockpile gains ${n} more this round")),
    Operation(
        "recharge-more",
        {"n": FEW},
        phrases("Recharge adds {n} more battery this round", "Recharge adds {n} more batteries this round"),
    ),
    Operation(
        "construct-more",
        {"n": FEW},
        phrases("Construct plays {n} more robot this round", "Construct plays {n} more robots this round"),
    ),
    Operation("close", {"action": ACTIONS_OF_A_TURN}, phrase("nobody may choose {action} this round")),
    Operation("cheaper", {"n": MANY}, phrase("robots cost ${n} less this round")),
    Operation("dearer", {"n": MANY}, phrase("robots cost ${n} more this round")),
    Operation("tireless", {}, phrase("robots keep their battery when they act this round")),
    # Guards.
    Operation("may", {}, phrase("you may"), phrase("may"), guard=True),
    Operation("may-pay", {"n": MANY}, phrase("you may pay ${n}"), phrase("${n} →"), guard=True),
    Operation(
        "may-lose",
        {"n": FEW},
        phrases("you may lose {n} crown", "you may lose {n} crowns"),
        phrase("{n}[[crown]] →"),
        guard=True,
    ),
    Operation(
        "may-discard",
        {"n": FEW},
        phrases("you may discard {n} card", "you may discard {n} cards"),
        phrase("{n}[[cards]] →"),
        guard=True,
    ),
    Operation(
        "may-drain",
        {"n": FEW},
        phrases("you may remove {n} battery from your robots", "you may remove {n} batteries from your robots"),
        phrase("{n}[[battery]] →"),
        guard=True,
    ),
    Operation(
        "may-drain-this",
        {"n": MANY},
        phrases("you may remove {n} battery from this robot", "you may remove {n} batteries from this robot"),
        phrase("{n}[[battery]] here →"),
        guard=True,
    ),
    Operation("may-discard-event", {}, phrase("you may discard 1 Event"), phrase("1 Event →"), guard=True),
    Operation(
        "if-have",
        {"n": MANY, "what": COUNTS},
        phrase("if you have at least {what}"),
        phrase("≥{n}\N{NO-BREAK SPACE}{what}:"),
        guard=True,
    ),
    Operation(
        "if-under",
        {"n": MANY, "what": COUNTS},
        phrase("if you have fewer than {what}"),
        phrase("<{n}\N{NO-BREAK SPACE}{what}:"),
        guard=True,
    ),
    Operation(
        "if-most", {"what": THINGS}, phrase("if nobody has as many {what} as you"), phrase("most {what}:"), guard=True
    ),
    Operation(
        "if-fewest",
        {"what": THINGS},
        phrase("if nobody has as few {what} as you"),
        phrase("fewest {what}:"),
        guard=True,
    ),
    Operation(
        "if-here",
        {"n": MANY},
        phrases("if this robot has at least {n} battery", "if this robot has at least {n} batteries"),
        phrase("≥{n}[[battery]] here:"),
        guard=True,
    ),
    Operation(
        "if-idle",
        {"n": FEW},
        phrases(
            "if you have at least {n} robot without a battery", "if you have at least {n} robots without a battery"
        ),
        phrase("≥{n} empty:"),
        guard=True,
    ),
    Operation(
        "per-battery",
        {"n": MANY, "most": MANY},
        phrases(
            "for each battery you have, at most {most} times", "for each {n} batteries you have, at most {most} times"
        ),
        phrases("per [[battery]] ≤{most}×:", "per {n}[[battery]] ≤{most}×:"),
        guard=True,
    ),
    Operation(
        "per-robot",
        {"n": MANY, "most": MANY},
        phrases("for each robot you have, at most {most} times", "for each {n} robots you have, at most {most} times"),
        phrases("per robot ≤{most}×:", "per {n} robots ≤{most}×:"),
        guard=True,
    ),
    Operation(
        "per-card",
        {"n": MANY, "most": MANY},
        phrases(
            "for each card in your hand, at most {most} times", "for each {n} cards in your hand, at most {most} times"
        ),
        phrases("per [[cards]] ≤{most}×:", "per {n}[[cards]] ≤{most}×:"),
        guard=True,
    ),
    Operation(
        "per-coin",
        {"n": MANY, "most": MANY},
        phrase("for each ${n} you have, at most {most} times"),
        phrase("per ${n} ≤{most}×:"),
        guard=True,
    ),
    Operation(
        "per-crown",
        {"n": MANY, "most": MANY},
        phrases(
            "for each crown token you have, at most {most} times",
            "for each {n} crown tokens you have, at most {most} times",
        ),
        phrases("per [[crown]] ≤{most}×:", "per {n}[[crown]] ≤{most}×:"),
        guard=True,
    ),
    Operation(
        "per-idle",
        {"n": MANY, "most": MANY},
        phrases(
            "for each of your robots without a battery, at most {most} times",
            "for each {n} of your robots without a battery, at most {most} times",
        ),
        phrases("per empty ≤{most}×:", "per {n} empty ≤{most}×:"),
        guard=True,
    ),
    Operation(
        "per-here",
        {"n": MANY, "most": MANY},
        phrases(
            "for each battery on this robot, at most {most} times",
            "for each {n} batteries on this robot, at most {most} times",
        ),
        phrases("per [[battery]] here ≤{most}×:", "per {n}[[battery]] here ≤{most}×:"),
        guard=True,
    ),
    # Guards of Events only.
    Operation("choosing", {"action": ACTIONS_OF_A_TURN}, phrase("if you choose {action}"), guard=True),
    Operation("at-end", {}, phrase("at the end of the round"), guard=True),
    *added(__name__),
)
ADDED = ABILITIES["at-end"] + 1
"""The first of the operations that a box adds."""
WIDTH = ABILITIES.width


class Op(PlainIntEnum):
    """The operations that the rules refer to, by number."""

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
    """From here on, operations are conditions."""
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
    """From here on, they multiply: one for each `Measure`."""
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
"""Operations that can ask a player a question."""


def names_of(rows: Iterable[Row]) -> list[str]:
    """The names of the operations of these rows."""
    return [ABILITIES.operations[row.operation].name for row in rows]


def _guarded(rows: list[Row]) -> list[list[str]]:
    """The names of the guards before each row."""
    names = names_of(rows)
    return [[names[g] for g in range(at) if g + rows[g].guards >= at] for at in range(len(rows))]


def _wrong_row(rows: list[Row]) -> Iterator[str]:
    """Yields the errors in rows, for robots and Events alike."""
    for at, (name, row) in enumerate(zip(names_of(rows), rows, strict=True)):
        if name.startswith("per-") and rows[at + 1].guards:
            yield f'"{name}" must be the last condition of its line'
        if name == "look" and row.arguments[0] <= row.arguments[1]:
            yield '"look" must keep fewer cards than it looks at'
        if name.startswith("per-"):
            yield from _too_many(row, rows[at + 1 : at + 1 + row.guards])


def _too_many(condition: Row, rows: list[Row]) -> Iterator[str]:
    """Yields an error for each row that looks at too many cards after its condition multiplies it (RC-Q42)."""
    for row in rows:
        if ABILITIES.operations[row.operation].name == "look":
            most = condition.arguments[1] * row.arguments[0]
            if most > LOOK:
                yield f'"{_spelt(condition)}: {_spelt(row)}" looks at up to {most} cards; expected at most {LOOK}'


def _spelt(row: Row) -> str:
    """A row as a box writes it."""
    return " ".join([ABILITIES.operations[row.operation].name, *map(str, row.arguments)])


def is_followed(rows: list[Row]) -> bool:
    """Whether an Event makes all players do something at once, and not only later in the round."""
    names = names_of(rows)
    later = {"choosing", "at-end"}
    return any(
        name not in FOR_THE_ROUND and not later & {name, *guards}
        for name, guards in zip(names, _guarded(rows), strict=True)
    )


def wrong_robot(rows: list[Row]) -> Iterator[str]:
    """Yields the errors in the instruction of a robot."""
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
    """Yields the errors in an Event."""
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
