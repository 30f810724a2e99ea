"""Why a piece on the table of Recharge cannot be chosen."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN
from cogtable.games.recharge.rules.effects import price
from cogtable.games.recharge.rules.script import owing
from cogtable.games.recharge.rules.state import EMPTY, Place, Question, Recharge
from cogtable.games.recharge.table.labels import cards_of
from cogtable.games.recharge.table.prompts import question
from cogtable.view import Words


def about(s: Recharge, box: Box, piece: str) -> Words:
    """What stands on a card, for those who have not the room to read it."""
    cards = cards_of(box)
    if piece == "event" and s.event != EMPTY:
        return f"**{cards.events[s.event]}** {cards.event_words[s.event]}"
    if piece[0] == "e" and piece[1:].isdigit():
        return f"**{cards.events[int(piece[1:])]}** {cards.event_words[int(piece[1:])]}"
    if piece[0] == "r":
        card = int(piece[1:])
        return f"**{cards.names[card]}** {cards.words[card]}"
    return ""


def not_your_turn(s: Recharge, box: Box, seat: int, piece: str) -> Words:
    """Why nothing can be chosen while others decide."""
    if said := _stacks(piece):
        return said
    if s.asks[seat] == Question.PARKED:
        return "You go on once those before you have drawn · [[rule:RC-Q4]]"
    if s.event == EMPTY:
        return f"[[seat:{s.charge}]] chooses the Event first · [[rule:RC-R7]]"
    return "You have nothing to decide now; the others finish their turns · [[rule:RC-R8]]"


def _stacks(piece: str) -> Words:
    """What stacks are for; empty for other pieces."""
    if piece == "deck":
        return "The deck is drawn from by Research and by robots · [[rule:RC-R3]]"
    if piece == "pile":
        return "Everybody may look through the discard pile at any time · [[rule:RC-R4]]"
    return ""


def why_not(s: Recharge, box: Box, seat: int, piece: str) -> Words:
    """Why a piece that `seat` sees, and that no choice of it touches, cannot be chosen."""
    if said := _stacks(piece):
        return said
    if owing(s, seat):
        return question(s, box, seat)
    if piece == "event":
        return "It holds for everybody until the round ends · [[rule:RC-R7]]"
    if piece[0] == "a":
        return _why_not_action(s, box, seat, int(piece[1:]))
    if piece[0] == "e":
        return _why_not_event(s, box, seat, int(piece[1:]))
    if piece[0] == "f":
        return f"Only [[seat:{piece[1]}]] knows this Event until it is revealed · [[rule:RC-R6]]"
    return _why_not_card(s, box, seat, int(piece[1:]))


def _why_not_action(s: Recharge, box: Box, seat: int, action: int) -> Words:
    name = ACTIONS_OF_A_TURN[action]
    if s.event != EMPTY and box.record.closed[s.event, action]:
        return f"{cards_of(box).events[s.event]}: nobody may choose {name} this round."
    if s.chose[seat] == action:
        return f"{name} is your Action of this round · [[rule:RC-R9]]"
    if s.chose[seat] != EMPTY:
        return f"You have chosen {ACTIONS_OF_A_TURN[s.chose[seat]]}: one Action a round · [[rule:RC-R9]]"
    return "Actions come after the Event · [[rule:RC-R8]]"


def _why_not_event(s: Recharge, box: Box, seat: int, event: int) -> Words:
    if s.owner[event] != seat:
        return f"This is [[seat:{s.owner[event]}]]’s Event."
    if s.charge != seat:
        return f"[[seat:{s.charge}]] is in charge of this round; you choose an Event when you are · [[rule:RC-R11]]"
    return "An Event is chosen at the start of the round · [[rule:RC-R7]]"


def _why_not_card(s: Recharge, box: Box, seat: int, card: int) -> Words:
    asks = s.asks[seat]
    if s.place[card] == Place.PILE:
        return "It lies in the discard pile, where everybody may look at it · [[rule:RC-R4]]"
    holder = s.place[card] - Place.FLEET
    if 0 <= holder < s.seats and holder != seat:
        if asks == Question.COPY_RIVAL:
            if s.lay[card] == EMPTY:
                return "It was not in play when the turns began · [[rule:RC-Q31]]"
            return "A robot that copies cannot be copied."
        return f"It is [[seat:{holder}]]’s robot."
    if holder == seat:
        return _why_not_robot(s, box, seat, asks, card)
    if asks == Question.PLAY:
        return _why_not_played(s, box, seat, card)
    if asks == Question.DISCARD:
        return "Only cards of your hand are discarded · [[rule:RC-R4]]"
    if asks == Question.WHICH_ACTION:
        return "To play it, choose Construct · [[rule:RC-R9]]"
    return f"It stays in your hand for now. {question(s, box, seat)}"


def _why_not_robot(s: Recharge, box: Box, seat: int, asks: int, card: int) -> Words:
    if asks == Question.WHICH_ROBOT:
        if s.acted[card]:
            return "It has acted in this round already · [[rule:RC-Q8]]"
        return "Without a battery a robot does nothing · [[rule:RC-R10]]"
    if asks == Question.WHICH_ACTION:
        return "Robots act after your Action · [[rule:RC-R10]]"
    if asks == Question.WHICH_EVENT:
        return "Robots act after the Event and your Action · [[rule:RC-R10]]"
    if asks in (Question.DRAIN, Question.MOVE_FROM):
        return "It has no battery."
    if asks == Question.MOVE_TO:
        return "The battery comes from this robot."
    if asks == Question.COPY:
        return "A robot that copies cannot be copied."
    if asks == Question.CHARGE:
        return "It cannot be charged now."
    return f"Robots act later. {question(s, box, seat)}"


def _why_not_played(s: Recharge, box: Box, seat: int, card: int) -> Words:
    cost = int(price(s, box.record, seat, card))
    if cost < 0:
        return f"It costs more than ${s.free[seat]}, so it cannot be played for free now."
    lack = cost - int(s.coins[seat])
    said = f"You lack ${lack}" if s.assists else f"It costs ${cost}"
    return f"{said} · [[rule:RC-R12]]"
