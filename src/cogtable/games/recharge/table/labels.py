"""The names and texts of cards."""

from __future__ import annotations

from typing import NamedTuple

from cogtable.games.recharge.rules.abilities import (
    ABILITIES,
    WIDTH,
    Op,
    is_followed,
    names_of,
)
from cogtable.games.recharge.rules.components import ROBOTS
from cogtable.games.recharge.rules.script import Cause
from cogtable.games.recharge.rules.state import EMPTY
from cogtable.table import Box, Counted, Icon, Ints, Row, Template, phrase, phrases, plural, printed, say

ACTION_ICONS = ("cards", "coin", "battery", "wrench")
ACTION_HUES = ("blue", "gold", "green", "orange")

CHARACTERS = (
    ("red", ("others-lose", "others-uncrown", "others-discard", "take", "take-crown", "copy-rival")),
    ("purple", ("crown",)),
    ("orange", ("play", "play-cheaper", "play-free")),
    ("green", ("charge", "charge-this", "charge-each", "charge-idle", "move", "gather")),
    ("blue", ("draw", "look", "salvage", "mill", "draw-event")),
    ("gold", ("gain",)),
    ("teal", ("copy",)),
)
"""The hue of a robot by its operations; the first match counts."""


ACTION_NAMES = (phrase("Research"), phrase("Stockpile"), phrase("Recharge"), phrase("Construct"))


def action_name(action: int) -> str:
    """The name of one of the four Actions."""
    return say(ACTION_NAMES[action])


class Cards(NamedTuple):
    """Everything printed on the cards of a box."""

    names: list[str]
    words: list[str]
    short: list[str]
    """The instruction in icons, for robots only."""
    gains: list[str]
    """The same without conditions, where there is room for only a few symbols."""
    hues: list[str]
    art: list[Icon]
    """The picture of a robot: parts by its name, colour by its character."""
    heads: list[Icon]
    """The head of a robot, where there is no room for all of it."""
    labels: list[str]
    """Everything on a robot, for screen readers."""
    costs: list[int]
    crowns: list[int]
    starts: list[int]
    flavours: list[str]
    events: list[str]
    event_words: list[str]
    event_art: list[Icon]
    followed: list[bool]
    """Whether an Event makes all players do something at once."""


@printed
def cards_of(box: Box) -> Cards:
    """The cards of a box, read once."""
    b = box.record
    hues = [_hue(list(ABILITIES.rows(rows.flat))) for rows in b.does]
    return Cards(
        names=[say(name) for name in box.names["robots"]],
        words=[_words(rows) for rows in b.does],
        short=[ABILITIES.short(rows.flat) for rows in b.does],
        gains=[ABILITIES.short(rows.flat, conditions=False) for rows in b.does],
        hues=hues,
        art=[f"robot/{name}/{hue}" for name, hue in zip(box.titles("robots"), hues, strict=True)],
        heads=[f"head/{name}/{hue}" for name, hue in zip(box.titles("robots"), hues, strict=True)],
        labels=[_label(box, card) for card in range(ROBOTS)],
        costs=b.cost.tolist(),
        crowns=b.crowns.tolist(),
        starts=b.starts.tolist(),
        flavours=[say(words) for words in box.texts["flavour"]],
        events=[say(name) for name in box.names["events"]],
        event_words=[_words(rows) for rows in b.binds],
        event_art=[f"crowd/{name}" for name in box.titles("events")],
        followed=[is_followed(list(ABILITIES.rows(rows.flat))) for rows in b.binds],
    )


def _words(rows: Ints) -> str:
    return " ".join(ABILITIES.words(rows.flat))


def _label(box: Box, card: int) -> str:
    return plural(
        int(box.record.crowns[card]),
        "{robot}, costs ${cost}, {n} crown: {does}",
        "{robot}, costs ${cost}, {n} crowns: {does}",
        robot=say(box.names["robots"][card]),
        cost=box.record.cost[card],
        does=_words(box.record.does[card]),
    )


def _hue(rows: list[Row]) -> str:
    names = set(names_of(rows))
    return next((hue for hue, does in CHARACTERS if names & set(does)), "gray")


def named(cards: Cards, cause: int) -> str:
    """The name of the cause that acts for a seat (see `script.cause`): a robot, the Event or its Action; else empty."""
    if cause >= Cause.ACTION:
        return action_name(cause - Cause.ACTION)
    if cause >= Cause.EVENT:
        return cards.events[cause - Cause.EVENT]
    return cards.names[cause] if cause != EMPTY else ""


class Offer(NamedTuple):
    """An offer in words: a price that a seat may pay, and the gain."""

    whole: str
    """The whole sentence: "You may pay $4: gain 2 crowns."."""
    text: str
    """Both halves: "pay $4: gain 2 crowns"."""
    deed: str
    """The price: "pay $4"; or the whole effect if it is free."""
    brings: str
    """The gain: "gain 2 crowns"."""
    costs_coins: bool


_DEEDS: dict[str, Template | Counted] = {
    "may-pay": phrase("pay ${n}"),
    "may-lose": phrases("lose {n} crown", "lose {n} crowns"),
    "may-discard": phrases("discard {n} card", "discard {n} cards"),
    "may-drain": phrases("remove {n} battery from your robots", "remove {n} batteries from your robots"),
    "may-drain-this": phrases("remove {n} battery from this robot", "remove {n} batteries from this robot"),
    "may-discard-event": phrase("discard 1 Event"),
    "play": phrase("play a robot"),
    "play-cheaper": phrase("play a robot for ${n} less"),
    "play-free": phrase("play a robot of cost ${n} or less for free"),
}
"""The words for the prices of offers."""


def offer(box: Box, script: int, row: int) -> Offer:
    """The offer in a row of a script."""
    code = box.record.code[script]
    numbers = code[row : row + 1 + int(code[row][WIDTH - 1])]
    guards, rows = next(ABILITIES.lines(numbers.flat))
    gives = names_of(guards)[0] in _DEEDS
    return Offer(
        whole=ABILITIES.words(numbers.flat)[0],
        text=ABILITIES.line_words(guards if gives else guards[1:], rows, _DEEDS),
        deed=ABILITIES.say(guards[0], _DEEDS) if gives else ABILITIES.done(rows, _DEEDS),
        brings=ABILITIES.done(rows, _DEEDS),
        costs_coins=guards[0].operation == Op.MAY_PAY,
    )


def signed(count: int) -> str:
    """A gain or a loss, with a minus sign as wide as the plus."""
    return f"+{count}" if count >= 0 else f"−{-count}"
