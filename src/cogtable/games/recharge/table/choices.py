"""What the choices are called, and which pieces they touch."""

from __future__ import annotations

from cogtable.engine.box import Box
from cogtable.engine.words import capital
from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN
from cogtable.games.recharge.rules.effects import price
from cogtable.games.recharge.rules.state import Place, Question, Recharge
from cogtable.games.recharge.table.labels import cards_of
from cogtable.games.recharge.table.prompts import offered
from cogtable.view import Choice


def choice(s: Recharge, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    asks = s.asks[seat]
    if action < Answer.ACTION:
        return _choice_event(box, asks, action)
    if action < Answer.CARD:
        name = ACTIONS_OF_A_TURN[action - Answer.ACTION]
        return Choice(
            action=action, text=f"choose {name}", label=name, group="Actions", pieces=(f"a{action - Answer.ACTION}",)
        )
    if action < Answer.REST:
        return _choice_card(s, box, seat, asks, action)
    if action == Answer.REST:
        return Choice(action=action, text="resolve the rest in order", label="Resolve the rest in order")
    if action == Answer.YES:
        made = offered(s, box, seat)
        return Choice(action=action, text=made.text, label=capital(made.deed), costs=True)
    if action == Answer.NO:
        return _choice_no(asks)
    return Choice(action=action, text="pass", label="Go on: nothing is possible")


def _choice_event(box: Box, asks: int, event: int) -> Choice:
    name = cards_of(box).events[event]
    if asks == Question.DROP_EVENT:
        text, label, group = f"discard the Event {name}", f"Discard {name}", "Discarding an Event"
    else:
        text, label, group = f"reveal {name}", f"Choose {name}", "Choosing the Event"
    return Choice(action=event, text=text, label=label, group=group, pieces=(f"e{event}",))


_NAMING: dict[int, tuple[str, str, str]] = {
    Question.PLAY: ("play {}", "Play {}", "Playing a robot"),
    Question.DISCARD: ("discard {}", "Discard {}", "Discarding"),
    Question.CHARGE: ("add a battery to {}", "Battery for {}", "Adding a battery"),
    Question.DRAIN: ("take a battery off {}", "Battery off {}", "Removing a battery"),
    Question.MOVE_FROM: ("move a battery from {}", "From {}", "Moving a battery"),
    Question.MOVE_TO: ("move the battery to {}", "To {}", "Moving a battery"),
    Question.COPY: ("copy {}", "Copy {}", "Copying"),
    Question.COPY_RIVAL: ("copy {}", "Copy {}", "Copying"),
    Question.KEEP: ("keep {}", "Keep {}", "Keeping"),
    Question.SALVAGE: ("take {}", "Take {}", "From the discard pile"),
}
"""What naming a card is called, by the question: the text, the label, and what one is about to do."""


def _choice_card(s: Recharge, box: Box, seat: int, asks: int, action: int) -> Choice:
    card = action - Answer.CARD
    text, label, group = _NAMING.get(asks, ("resolve {}", "Resolve {}", "Resolving robots"))
    cards = cards_of(box)
    name = cards.names[card]
    if asks not in (Question.CHARGE, Question.DRAIN, Question.MOVE_FROM, Question.MOVE_TO):
        group = f"{name}: {cards.words[card]}"
    paid = ""
    if asks == Question.PLAY:
        cost = int(price(s, box.record, seat, card))
        paid = f", pay ${cost}" if cost else ", free"
    pieces = (f"r{card}",) if _lies_open(s, seat, card) else ()
    return Choice(action=action, text=text.format(name), label=label.format(name) + paid, group=group, pieces=pieces)


def _lies_open(s: Recharge, seat: int, card: int) -> bool:
    """Whether a card is a piece on the table of a seat; a rival's robot that can be copied may have left it."""
    place = s.place[card]
    return Place.FLEET <= place < Place.SIGHT or place in (Place.PILE, Place.HAND + seat, Place.SIGHT + seat)


_DECLINING: dict[int, tuple[str, str]] = {
    Question.PLAY: ("play no robot", "Play none"),
    Question.MOVE_FROM: ("move no battery", "Move none"),
    Question.MAY: ("decline", "Skip the offer"),
}


def _choice_no(asks: int) -> Choice:
    text, label = _DECLINING.get(asks, ("decline", "Skip"))
    return Choice(action=Answer.NO, text=text, label=label)
