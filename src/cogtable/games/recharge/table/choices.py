"""The texts of the choices, and the pieces they touch."""

from __future__ import annotations

from cogtable.games.recharge.rules.actions import Answer
from cogtable.games.recharge.rules.offers import price
from cogtable.games.recharge.rules.state import Place, Question, Recharge
from cogtable.games.recharge.table.labels import action_name, cards_of
from cogtable.games.recharge.table.pieces import ACTION, EVENT, ROBOT
from cogtable.games.recharge.table.prompts import offered
from cogtable.table import Box, Choice, Template, capital, phrase, say


def choice(s: Recharge, box: Box, seat: int, action: int) -> Choice:
    """One legal action of `seat` in words, with the pieces it touches."""
    kind, i = Answer.read(action)
    match kind:
        case Answer.EVENT:
            return _choice_event(box, s.asks[seat], i)
        case Answer.ACTION:
            name = action_name(i)
            text = say("choose {action}", action=name)
            return Choice(action=action, text=text, label=name, group=say("Actions"), pieces=(ACTION(i),))
        case Answer.CARD:
            return _choice_card(s, box, seat, action, i)
        case Answer.REST:
            return Choice(action=action, text=say("resolve the rest in order"), label=say("Resolve the rest in order"))
        case Answer.YES:
            made = offered(s, box, seat)
            return Choice(action=action, text=made.text, label=capital(made.deed), costs=True)
        case Answer.NO:
            text, label = _DECLINING.get(s.asks[seat], (phrase("decline"), phrase("Skip")))
            return Choice(action=action, text=say(text), label=say(label))
    return Choice(action=action, text=say("pass"), label=say("Go on: nothing is possible"))


def _choice_event(box: Box, asks: int, event: int) -> Choice:
    name = cards_of(box).events[event]
    if asks == Question.DROP_EVENT:
        text, label = say("discard the Event {event}", event=name), say("Discard {event}", event=name)
        group = say("Discarding an Event")
    else:
        text, label = say("reveal {event}", event=name), say("Choose {event}", event=name)
        group = say("Choosing the Event")
    return Choice(action=Answer.EVENT + event, text=text, label=label, group=group, pieces=(EVENT(event),))


_NAMING: dict[int, tuple[Template, Template]] = {
    Question.PLAY: (phrase("play {robot}"), phrase("Play {robot}, pay ${cost}")),
    Question.DISCARD: (phrase("discard {robot}"), phrase("Discard {robot}")),
    Question.CHARGE: (phrase("add a battery to {robot}"), phrase("Battery for {robot}")),
    Question.DRAIN: (phrase("take a battery off {robot}"), phrase("Battery off {robot}")),
    Question.MOVE_FROM: (phrase("move a battery from {robot}"), phrase("From {robot}")),
    Question.MOVE_TO: (phrase("move the battery to {robot}"), phrase("To {robot}")),
    Question.COPY: (phrase("copy {robot}"), phrase("Copy {robot}")),
    Question.COPY_RIVAL: (phrase("copy {robot}"), phrase("Copy {robot}")),
    Question.KEEP: (phrase("keep {robot}"), phrase("Keep {robot}")),
    Question.SALVAGE: (phrase("take {robot}"), phrase("Take {robot}")),
}
"""The text and label for naming a card, by question."""

_BATTERIES: dict[int, Template] = {
    Question.CHARGE: phrase("Adding a battery"),
    Question.DRAIN: phrase("Removing a battery"),
    Question.MOVE_FROM: phrase("Moving a battery"),
    Question.MOVE_TO: phrase("Moving a battery"),
}
"""The activity of the seat, for questions where the robot's own words do not matter."""


def _choice_card(s: Recharge, box: Box, seat: int, action: int, card: int) -> Choice:
    asks, cards = s.asks[seat], cards_of(box)
    text, label = _NAMING.get(asks, (phrase("resolve {robot}"), phrase("Resolve {robot}")))
    fields: dict[str, object] = {"robot": cards.names[card], "does": cards.words[card]}
    if asks == Question.PLAY:
        fields["cost"] = int(price(s, box.record, seat, card))
        label = label if fields["cost"] else phrase("Play {robot}, free")
    return Choice(
        action=action,
        text=say(text, **fields),
        label=say(label, **fields),
        group=say(_BATTERIES.get(asks, phrase("{robot}: {does}")), **fields),
        pieces=(ROBOT(card),) if _lies_open(s, seat, card) else (),
    )


def _lies_open(s: Recharge, seat: int, card: int) -> bool:
    """Whether a card is on the seat's table; a rival's robot that can be copied may have left play."""
    place = s.place[card]
    return Place.FLEET <= place < Place.SIGHT or place in (Place.PILE, Place.HAND + seat, Place.SIGHT + seat)


_DECLINING: dict[int, tuple[str, str]] = {
    Question.PLAY: (phrase("play no robot"), phrase("Play none")),
    Question.MOVE_FROM: (phrase("move no battery"), phrase("Move none")),
    Question.MAY: (phrase("decline"), phrase("Skip the offer")),
}
