"""What cards, questions and answers are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cogtable.engine.box import Box
from cogtable.games.recharge.abilities import ABILITIES, WIDTH, instructions, names_of
from cogtable.games.recharge.acts import (
    ACTIONS_OF_A_TURN,
    CHARGE,
    COPY,
    COPY_RIVAL,
    DISCARD,
    DRAIN,
    DROP_EVENT,
    EMPTY,
    EVENTS,
    KEEP,
    MAY,
    MOVE_FROM,
    MOVE_TO,
    PLAY,
    ROBOTS,
    SALVAGE,
    WHICH_ACTION,
    WHICH_EVENT,
    WHICH_ROBOT,
)
from cogtable.table.view import Icon, Words

if TYPE_CHECKING:
    from cogtable.games.recharge.rules import Recharge

ACTION_ICONS = ("cards", "coin", "battery", "wrench")

# --- the cards --------------------------------------------------------------------------------------

CHARACTERS = (
    ("red", ("others-lose", "others-uncrown", "others-discard", "take", "take-crown", "copy-rival")),
    ("purple", ("crown",)),
    ("orange", ("play", "play-cheaper", "play-free")),
    ("green", ("charge", "charge-this", "charge-each", "charge-idle", "move", "gather")),
    ("blue", ("draw", "look", "salvage", "mill", "draw-event")),
    ("gold", ("gain",)),
    ("teal", ("copy",)),
)
"""The hue of a robot by what it does; the first that fits."""


class Cards(NamedTuple):
    """All that is printed on the cards of a box, for people."""

    names: tuple[str, ...]
    words: list[str]
    hues: list[str]
    costs: list[int]
    crowns: list[int]
    starts: list[int]
    events: tuple[str, ...]
    event_words: list[str]


_known: dict[str, Cards] = {}


def cards_of(box: Box) -> Cards:
    """The cards of a box, read once."""
    cards = _known.get(box.digest)
    if cards is None:
        b = box.record
        cards = _known[box.digest] = Cards(
            names=box.names["robots"],
            words=[" ".join(instructions(b.does[card])) for card in range(ROBOTS)],
            hues=[_hue(b.does[card]) for card in range(ROBOTS)],
            costs=[int(cost) for cost in b.cost],
            crowns=[int(crowns) for crowns in b.crowns],
            starts=[int(starts) for starts in b.starts],
            events=box.names["events"],
            event_words=[" ".join(instructions(b.binds[event])) for event in range(EVENTS)],
        )
    return cards


def _hue(rows: object) -> str:
    names = set(names_of(ABILITIES.rows(rows.flat)))  # type: ignore[attr-defined]
    return next((hue for hue, does in CHARACTERS if names & set(does)), "gray")


def robot_art(cards: Cards, card: int) -> Icon:
    """The picture of a robot: its parts by its name, its paint by its character."""
    return f"robot/{cards.names[card]}/{cards.hues[card]}"


def listed(words: list[str]) -> str:
    """Words in a row: "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: 1 card, 2 cards."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def signed(count: int) -> str:
    """A gain or a loss, with a minus that is as wide as the plus."""
    return f"+{count}" if count >= 0 else f"−{-count}"


# --- questions --------------------------------------------------------------------------------------


def cause(s: Recharge, box: Box, seat: int) -> str:
    """What makes a seat decide: a robot, the Event, or its Action."""
    cards = cards_of(box)
    if s.script[seat] >= ROBOTS:
        return cards.events[s.script[seat] - ROBOTS]
    if s.actor[seat] != EMPTY:
        return cards.names[s.actor[seat]]
    if s.chose[seat] != EMPTY:
        return ACTIONS_OF_A_TURN[s.chose[seat]]
    return ""


def offer(s: Recharge, box: Box, seat: int) -> tuple[str, str]:
    """What a seat is offered: as a whole ("You may pay $4: gain 2 crowns."), and what it would do for it ("Pay $4")."""
    code = box.record.code[s.script[seat]]
    at = int(s.row[seat]) - 1
    guard = code[at]
    whole = instructions(code[at : at + 1 + int(guard[WIDTH - 1])])[0]
    does = ABILITIES.say(next(ABILITIES.rows(guard))).removeprefix("you may").strip()
    if not does:
        does = whole.removeprefix("You may:").strip().removesuffix(".")
    return whole, does[:1].upper() + does[1:]


def question(s: Recharge, box: Box, seat: int) -> Words:
    """What a seat is asked, in one sentence."""
    if s.owes[seat] > 0:
        return f"Discard {counted(int(s.owes[seat]), 'card')}: touch what you let go · [[rule:RC-R4]]"
    asks, left = s.asks[seat], int(s.remaining[seat])
    more = f" ({left} to go)" if left > 1 else ""
    why = f"**{cause(s, box, seat)}:** "
    # What ends an offer once it was begun.
    may = "you may " if s.optional[seat] else ""
    match asks:
        case _ if asks == WHICH_EVENT:
            return "You are in charge: choose the Event that everybody follows · [[rule:RC-R7]]"
        case _ if asks == WHICH_ACTION:
            return "Choose one of the four Actions · [[rule:RC-R9]]"
        case _ if asks == WHICH_ROBOT:
            return "Touch the robot that acts next · [[rule:RC-R10]]"
        case _ if asks == PLAY:
            return f"{why}touch the card that you play{more} · [[rule:RC-R12]]"
        case _ if asks == DISCARD:
            return f"{why}{may}discard {counted(left, 'card')}: touch it{_brings(s, box, seat)}"
        case _ if asks == CHARGE:
            return f"{why}touch the robot that gets a [[battery|battery]]{more}"
        case _ if asks == DRAIN:
            return f"{why}{may}take {counted(left, 'battery', 'batteries')} off your robots{_brings(s, box, seat)}"
        case _ if asks == MOVE_FROM:
            return f"{why}you may move a [[battery|battery]]: touch where it comes from{more}"
        case _ if asks == MOVE_TO:
            return f"{why}touch the robot that gets the [[battery|battery]] of {cards_of(box).names[s.source[seat]]}"
        case _ if asks == COPY:
            return f"{why}touch the robot of yours that it copies"
        case _ if asks == COPY_RIVAL:
            return f"{why}touch the robot of another player that it copies"
        case _ if asks == KEEP:
            return f"{why}keep {counted(left, 'card')} of these; the rest is discarded"
        case _ if asks == SALVAGE:
            return f"{why}take {counted(left, 'card')} from the discard pile"
        case _ if asks == DROP_EVENT:
            return f"{why}{may}discard one of your Events{_brings(s, box, seat)}"
        case _ if asks == MAY:
            coins = int(s.coins[seat])
            pays = offer(s, box, seat)[1]
            spent = f" You have ${coins}." if pays.startswith("Pay") else ""
            return f"{why}{offer(s, box, seat)[0]}{spent}"
    return ""


def _brings(s: Recharge, box: Box, seat: int) -> str:
    """What an optional answer leads to: "to gain $4"."""
    if not s.optional[seat]:
        return ""
    brings = offer(s, box, seat)[0].partition(": ")[2].removesuffix(".")
    return f" to {brings}" if brings else ""
