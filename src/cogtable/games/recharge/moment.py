"""What goes on at this moment, in words: what a seat is asked, and by what."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.words import counted
from cogtable.games.recharge.abilities import ABILITIES, WIDTH, instructions
from cogtable.games.recharge.components import ACTIONS_OF_A_TURN, ROBOTS
from cogtable.games.recharge.state import (
    CHARGE,
    COPY,
    COPY_RIVAL,
    DISCARD,
    DRAIN,
    DROP_EVENT,
    EMPTY,
    KEEP,
    MAY,
    MOVE_FROM,
    MOVE_TO,
    PLAY,
    SALVAGE,
    WHICH_ACTION,
    WHICH_EVENT,
    WHICH_ROBOT,
    Recharge,
)
from cogtable.games.recharge.words import cards_of
from cogtable.table.view import Words


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
    them = "it" if left == 1 else "them"
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
            return f"{why}{may}discard {counted(left, 'card')}: touch {them}{_brings(s, box, seat)}"
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
