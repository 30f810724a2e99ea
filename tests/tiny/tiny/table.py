"""The table of Tiny."""

from __future__ import annotations

from typing import Any

from cogtable.table import (
    Area,
    Choice,
    Clock,
    Dealt,
    EventLog,
    Face,
    Layout,
    Log,
    Piece,
    PieceId,
    PrintedCard,
    Prompt,
    Study,
    View,
    around,
    phrase,
    result,
    say,
    says,
    view,
)
from tiny import rules
from tiny.rules import Event

CARD, CHOSEN = PieceId("card-{}"), PieceId("chosen-{}")


def _name(box: Any, card: int) -> str:
    return say("{card} {value}", card=say(box.names["cards"][card]), value=box.record.value[card])


def choice(s: Any, box: Any, seat: int, action: int) -> Choice:
    card = int(s.hand[seat, action])
    text = say("play {card}", card=_name(box, card))
    return Choice(action=action, text=text, label=say("Play"), pieces=(CARD(card), CHOSEN(seat)))


WIDE, NARROW = (1000, 500), (360, 560)


def _layout(seats: int, width: int, height: int, log: int) -> Layout:
    """Puts seats side by side, each with its hand, the place of its chosen card, and its played cards."""
    each = (width - log - 8) // seats
    areas = {"prompt": Area(8, height - 60, width - log - 16, 52)}
    if log:
        areas["log"] = Area(width - log, 8, log - 8, height - 16)
    for seat in range(seats):
        x = 8 + seat * each
        areas[f"seat-{seat}"] = Area(x, 8, each - 8, 44)
        areas[f"hand-{seat}"] = Area(x, 60, each - 8, 110)
        areas[f"chosen-{seat}"] = Area(x, 180, each - 8, 90)
        areas[f"past-{seat}"] = Area(x, 280, each - 8, height - 350)
    return Layout(width=width, height=height, areas=areas)


def scene(s: Any, box: Any, seat: int) -> View:
    me, others = around(s, seat)
    parts: list[Any] = [Log(id="log"), Prompt(id="prompt", sentence=say("Choose a card"))]
    pieces = []
    for player in (me, *others):
        own = player.seat
        hand, chosen, past = phrase("hand of {seat}"), phrase("card of {seat}"), phrase("played by {seat}")
        parts += [
            player.head("seat-", size="strip", score=str(s.points[own])),
            player.zone("hand-", hand, shape="fan"),
            player.zone("chosen-", chosen, shape="row", aspect=0.75, empty="", target=player.reads),
            player.zone("past-", past, shape="column", aspect=0.75, overlap=0.7),
        ]
        for row, cards in (("hand", s.hand[own]), ("chosen", s.chosen[own : own + 1]), ("past", _past(s, own))):
            for i, card in enumerate(cards):
                if card != rules.EMPTY:
                    pieces.append(_piece(box, int(card), f"{row}-{own}", i))
    return view(
        s,
        seat,
        "tiny",
        clock=Clock(words=say("Round {n}", n=s.rounds + 1)),
        wide=_layout(s.seats, *WIDE, 260),
        narrow=_layout(s.seats, *NARROW, 0),
        parts=parts,
        pieces=pieces,
        result=result(s, box, say("The end [[rule:TN-R5]]")) if s.over else None,
    )


def _past(s: Any, seat: int) -> list[int]:
    return [card for card in range(rules.CARDS) if s.seen[card] == seat + 1]


def cards(box: Any) -> dict[str, list[PrintedCard]]:
    return {"cards": [PrintedCard(piece=CARD(card), face=_face(box, card)) for card in range(len(box.record.value))]}


def _face(box: Any, card: int) -> Face:
    return Face(kind="card", hue="blue", corner=str(box.record.value[card]), title=say(box.names["cards"][card]))


def _piece(box: Any, card: int, zone: str, i: int) -> Piece:
    if card == rules.UNKNOWN:
        return Piece(id=f"{zone}-{i}", zone=zone, at=i, face=Face(kind="back"), label=say("a card"))
    return Piece(id=CARD(card), zone=zone, at=i, face=_face(box, card), label=_name(box, card))


SAYS = {
    Event.DREW: says("{seat} draws a card"),
    Event.SAW: says("You drew {card}"),
    Event.CHOSE: says("{seat} has chosen"),
    Event.PLAYED: says("{seat} played {card}"),
    Event.TOOK: says("{seat} takes the trick [[rule:TN-R3]]"),
}
LOG = EventLog(Event, SAYS, {"card": lambda event: _name(event.box, event["card"])})
log_lines, animate = LOG.lines, LOG.animate


def not_your_turn(s: Any, box: Any, seat: int, piece: str) -> str:
    return say("The others are still choosing. [[rule:TN-R2]]")


def why_not(s: Any, box: Any, seat: int, piece: str) -> str:
    if CHOSEN.match(piece):
        return say("You have chosen already. [[rule:TN-R2]]")
    return say("That card is not in your hand. [[rule:TN-R2]]")


study = Study(
    rounds=lambda states: states["rounds"] + 1,
    score="tricks",
    choices={"First card": [0], "Second card": [1]},
    dealt=Dealt("cards", lambda states: states["hand"]),
)
