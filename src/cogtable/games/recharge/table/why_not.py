"""Why a piece on the table of Recharge cannot be chosen."""

from __future__ import annotations

from cogtable.games.recharge.rules.effects import has_acted
from cogtable.games.recharge.rules.offers import price
from cogtable.games.recharge.rules.script import owes_discards
from cogtable.games.recharge.rules.state import EMPTY, Place, Question, Recharge
from cogtable.games.recharge.table.labels import action_name, cards_of
from cogtable.games.recharge.table.pieces import ACTION, ASKING, DECK, EVENT, HIDDEN_EVENT, PILE, ROBOT, ROUNDS_EVENT
from cogtable.games.recharge.table.prompts import question
from cogtable.table import Box, Words, name_of, phrase, say


def about(s: Recharge, box: Box, piece: str) -> Words:
    """The text of a card, for screens without room for it."""
    cards = cards_of(box)
    robot, event = ROBOT.match(piece), EVENT.match(piece)
    if piece == ROUNDS_EVENT and s.event != EMPTY:
        event = (int(s.event),)
    if event:
        return say("**{card}** {does}", card=cards.events[event[0]], does=cards.event_words[event[0]])
    return say("**{card}** {does}", card=cards.names[robot[0]], does=cards.words[robot[0]]) if robot else ""


def not_your_turn(s: Recharge, box: Box, seat: int, piece: str) -> Words:
    """Why nothing can be chosen while others decide."""
    if said := _stacks(piece):
        return said
    if s.asks[seat] == Question.PARKED:
        return say("You continue once those before you have drawn · [[rule:RC-Q4]]")
    if s.event == EMPTY:
        return say("{seat} chooses the Event first · [[rule:RC-R7]]", seat=name_of(int(s.charge)))
    return say("You have nothing to decide now; the others finish their turns · [[rule:RC-R8]]")


def _stacks(piece: str) -> Words:
    """What a stack is for; empty for other pieces."""
    if piece == DECK:
        return say("Research and robots draw from the deck · [[rule:RC-R3]]")
    if piece == PILE:
        return say("Everybody may look through the discard pile at any time · [[rule:RC-R4]]")
    return ""


def why_not(s: Recharge, box: Box, seat: int, piece: str) -> Words:
    """Why `seat` cannot choose a piece that none of its choices touches."""
    if said := _stacks(piece):
        return said
    if owes_discards(s, seat):
        return question(s, box, seat)
    if piece == ROUNDS_EVENT:
        return say("It applies to everybody until the round ends · [[rule:RC-R7]]")
    if piece == ASKING:
        return question(s, box, seat)
    if action := ACTION.match(piece):
        return _why_not_action(s, box, seat, *action)
    if event := EVENT.match(piece):
        return _why_not_event(s, box, seat, *event)
    if hidden := HIDDEN_EVENT.match(piece):
        words = phrase("Only {seat} knows this Event until it is revealed · [[rule:RC-R6]]")
        return say(words, seat=name_of(hidden[0]))
    robot = ROBOT.match(piece)
    return _why_not_card(s, box, seat, *robot) if robot else ""


def _why_not_action(s: Recharge, box: Box, seat: int, action: int) -> Words:
    name = action_name(action)
    if s.event != EMPTY and box.record.closed[s.event, action]:
        return say("{event}: nobody may choose {action} this round.", event=cards_of(box).events[s.event], action=name)
    if s.chose[seat] == action:
        return say("{action} is your Action for this round · [[rule:RC-R9]]", action=name)
    if s.chose[seat] != EMPTY:
        chosen = action_name(s.chose[seat])
        return say("You have chosen {action}: one Action a round · [[rule:RC-R9]]", action=chosen)
    return say("Actions come after the Event · [[rule:RC-R8]]")


def _why_not_event(s: Recharge, box: Box, seat: int, event: int) -> Words:
    if s.owner[event] != seat:
        return say("This is {seat}’s Event.", seat=name_of(int(s.owner[event])))
    if s.charge != seat:
        words = phrase("{seat} is in charge of this round; you choose an Event when you are · [[rule:RC-R11]]")
        return say(words, seat=name_of(int(s.charge)))
    return say("An Event is chosen at the start of the round · [[rule:RC-R7]]")


def _why_not_card(s: Recharge, box: Box, seat: int, card: int) -> Words:
    asks = s.asks[seat]
    if s.place[card] == Place.PILE:
        return say("It is in the discard pile, where everybody may look at it · [[rule:RC-R4]]")
    holder = s.place[card] - Place.FLEET
    if 0 <= holder < s.seats and holder != seat:
        if asks == Question.COPY_RIVAL:
            if s.lay[card] == EMPTY:
                return say("It was not in play when the turns began · [[rule:RC-Q31]]")
            return say("A robot that copies cannot be copied.")
        return say("It is {seat}’s robot.", seat=name_of(int(holder)))
    if holder == seat:
        return why_not_robot(s, box, seat, asks, card)
    if asks == Question.PLAY:
        return _why_not_played(s, box, seat, card)
    if asks == Question.DISCARD:
        return say("Only cards in your hand are discarded · [[rule:RC-R4]]")
    if asks == Question.WHICH_ACTION:
        return say("To play it, choose Construct · [[rule:RC-R9]]")
    return say("It stays in your hand for now. {question}", question=question(s, box, seat))


def why_not_robot(s: Recharge, box: Box, seat: int, asks: int, card: int) -> Words:
    """Why a seat cannot choose a robot now."""
    if asks == Question.WHICH_ROBOT:
        if has_acted(s, seat, card):
            return say("It has already acted this round · [[rule:RC-Q8]]")
        return say("Without a battery a robot does nothing · [[rule:RC-R10]]")
    if asks == Question.WHICH_ACTION:
        return say("Robots act after your Action · [[rule:RC-R10]]")
    if asks == Question.WHICH_EVENT:
        return say("Robots act after the Event and your Action · [[rule:RC-R10]]")
    if asks in (Question.DRAIN, Question.MOVE_FROM):
        return say("It has no battery.")
    if asks == Question.MOVE_TO:
        return say("The battery comes from this robot.")
    if asks == Question.COPY:
        return say("A robot that copies cannot be copied.")
    if asks == Question.CHARGE:
        return say("It cannot be charged now.")
    return say("Robots act later. {question}", question=question(s, box, seat))


def _why_not_played(s: Recharge, box: Box, seat: int, card: int) -> Words:
    cost = int(price(s, box.record, seat, card))
    if cost < 0:
        return say("It costs more than ${n}, so it cannot be played for free now.", n=s.free[seat])
    if not s.assists:
        return say("It costs ${n} · [[rule:RC-R12]]", n=cost)
    return say("You lack ${n} · [[rule:RC-R12]]", n=cost - int(s.coins[seat]))
