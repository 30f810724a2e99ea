"""What goes on at this moment, in words: what a seat is asked, and by what."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.words import counted
from cogtable.games.recharge.rules.others import creditor
from cogtable.games.recharge.rules.script import cause, owing
from cogtable.games.recharge.rules.state import Question, Recharge
from cogtable.games.recharge.table.labels import Offer, cards_of, named, offer
from cogtable.view import Words


def offered(s: Recharge, box: Box, seat: int) -> Offer:
    """What a seat is offered now."""
    return offer(box, int(s.script[seat]), int(s.row[seat]) - 1)


def creditor_of(s: Recharge, box: Box, seat: int) -> tuple[str, Words]:
    """What made a seat discard the next card, and whose it is."""
    doer, cause, _ = s.due[creditor(s, seat)].tolist()
    return named(cards_of(box), cause), f"[[seat:{doer}]]"


def question(s: Recharge, box: Box, seat: int) -> Words:
    """What a seat is asked, in one sentence."""
    if owing(s, seat):
        robot, doer = creditor_of(s, box, seat)
        cards = counted(int(s.remaining[seat]), "card")
        return f"{doer}’s **{robot}**: discard {cards}, touch what you give up · [[rule:RC-Q31]]"
    asks, left = s.asks[seat], int(s.remaining[seat])
    more = f" ({left} to go)" if left > 1 else ""
    them = "it" if left == 1 else "them"
    why = f"**{named(cards_of(box), cause(s, seat))}:** "
    # What ends an offer once it was begun.
    may = "you may " if s.optional[seat] else ""
    match asks:
        case Question.WHICH_EVENT:
            return "You are in charge: choose the Event that everybody follows · [[rule:RC-R7]]"
        case Question.WHICH_ACTION:
            return "Choose one of the four Actions · [[rule:RC-R9]]"
        case Question.WHICH_ROBOT:
            return "Touch the robot that acts next · [[rule:RC-R10]]"
        case Question.PLAY:
            return f"{why}touch the card that you play{more} · [[rule:RC-R12]]"
        case Question.DISCARD:
            return f"{why}{may}discard {counted(left, 'card')}: touch {them}{_brings(s, box, seat)}"
        case Question.CHARGE:
            return f"{why}touch the robot that gets a [[battery|battery]]{more}"
        case Question.DRAIN:
            return f"{why}{may}take {counted(left, 'battery', 'batteries')} off your robots{_brings(s, box, seat)}"
        case Question.MOVE_FROM:
            return f"{why}you may move a [[battery|battery]]: touch the robot it comes from{more}"
        case Question.MOVE_TO:
            return f"{why}touch the robot that gets the [[battery|battery]] from {cards_of(box).names[s.source[seat]]}"
        case Question.COPY:
            return f"{why}touch the robot of yours that it copies"
        case Question.COPY_RIVAL:
            return f"{why}touch the robot of another player that it copies"
        case Question.KEEP:
            return f"{why}keep {counted(left, 'card')} of these and discard the rest"
        case Question.SALVAGE:
            return f"{why}take {counted(left, 'card')} from the discard pile"
        case Question.DROP_EVENT:
            return f"{why}{may}discard one of your Events{_brings(s, box, seat)}"
        case Question.MAY:
            coins = int(s.coins[seat])
            made = offered(s, box, seat)
            spent = f" You have ${coins}." if made.deed.startswith("pay") else ""
            return f"{why}{made.whole}{spent}"
    return ""


def _brings(s: Recharge, box: Box, seat: int) -> str:
    """What an optional answer leads to: " In return: gain $4."."""
    if not s.optional[seat]:
        return ""
    return f". In return: {offered(s, box, seat).brings}"
