"""What the choices are called, and which pieces they touch."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.games.recharge.rules.actions import ACTION, CARD, NO, REST, YES
from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN
from cogtable.games.recharge.rules.effects import price
from cogtable.games.recharge.rules.state import (
    CHARGE,
    COPY,
    COPY_RIVAL,
    DISCARD,
    DRAIN,
    DROP_EVENT,
    IN_HAND,
    IN_PILE,
    IN_PLAY,
    IN_SIGHT,
    KEEP,
    MAY,
    MOVE_FROM,
    MOVE_TO,
    PLAY,
    SALVAGE,
    Recharge,
)
from cogtable.games.recharge.table.labels import cards_of
from cogtable.games.recharge.table.prompts import offered
from cogtable.view import Choice


def choice(s: Recharge, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    asks = s.asks[seat]
    if action < ACTION:
        return _choice_event(box, asks, action)
    if action < CARD:
        name = ACTIONS_OF_A_TURN[action - ACTION]
        return Choice(
            action=action, text=f"choose {name}", label=name, group="Actions", pieces=(f"a{action - ACTION}",)
        )
    if action < REST:
        return _choice_card(s, box, seat, asks, action)
    if action == REST:
        return Choice(action=action, text="resolve the rest in order", label="Resolve the rest in order")
    if action == YES:
        whole, does = offered(s, box, seat)
        return Choice(action=action, text=whole.removeprefix("You may").strip(" :."), label=does, costs=True)
    if action == NO:
        return _choice_no(asks)
    return Choice(action=action, text="pass", label="Go on: nothing is possible")


def _choice_event(box: Box, asks: int, event: int) -> Choice:
    name = cards_of(box).events[event]
    if asks == DROP_EVENT:
        text, label, group = f"discard the Event {name}", f"Discard {name}", "Discarding an Event"
    else:
        text, label, group = f"reveal {name}", f"Choose {name}", "Choosing the Event"
    return Choice(action=event, text=text, label=label, group=group, pieces=(f"e{event}",))


_NAMING = {
    PLAY: ("play {}", "Play {}", "Playing a robot"),
    DISCARD: ("discard {}", "Discard {}", "Discarding"),
    CHARGE: ("add a battery to {}", "Battery for {}", "Adding a battery"),
    DRAIN: ("take a battery off {}", "Battery off {}", "Removing a battery"),
    MOVE_FROM: ("move a battery from {}", "From {}", "Moving a battery"),
    MOVE_TO: ("move the battery to {}", "To {}", "Moving a battery"),
    COPY: ("copy {}", "Copy {}", "Copying"),
    COPY_RIVAL: ("copy {}", "Copy {}", "Copying"),
    KEEP: ("keep {}", "Keep {}", "Keeping"),
    SALVAGE: ("take {}", "Take {}", "From the discard pile"),
}
"""What naming a card is called, by the question: the text, the label, and what one is about to do."""


def _choice_card(s: Recharge, box: Box, seat: int, asks: int, action: int) -> Choice:
    card = action - CARD
    text, label, group = _NAMING.get(asks, ("resolve {}", "Resolve {}", "Resolving robots"))
    cards = cards_of(box)
    name = cards.names[card]
    if asks not in (CHARGE, DRAIN, MOVE_FROM, MOVE_TO):
        group = f"{name}: {cards.words[card]}"
    paid = ""
    if asks == PLAY:
        cost = int(price(s, box.record, seat, card))
        paid = f", pay ${cost}" if cost else ", free"
    pieces = (f"r{card}",) if _lies_open(s, seat, card) else ()
    return Choice(action=action, text=text.format(name), label=label.format(name) + paid, group=group, pieces=pieces)


def _lies_open(s: Recharge, seat: int, card: int) -> bool:
    """Whether a card is a piece on the table of a seat; a rival's robot that can be copied may have left it."""
    place = s.place[card]
    return IN_PLAY <= place < IN_SIGHT or place in (IN_PILE, IN_HAND + seat, IN_SIGHT + seat)


_DECLINING = {
    PLAY: ("play no robot", "Play none"),
    MOVE_FROM: ("move no battery", "Move none"),
    MAY: ("decline", "Skip the offer"),
}


def _choice_no(asks: int) -> Choice:
    text, label = _DECLINING.get(asks, ("decline", "Skip"))
    return Choice(action=NO, text=text, label=label)
