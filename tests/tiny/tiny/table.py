"""How Tiny looks."""

from __future__ import annotations

from typing import Any

from cogtable.view import (
    Area,
    Choice,
    Clock,
    Face,
    Layout,
    Line,
    Log,
    Piece,
    Placement,
    Prompt,
    Result,
    Seat,
    View,
    Zone,
)
from tiny import rules


def _name(box: Any, card: int) -> str:
    return f"{box.names['cards'][card]} {box.record.value[card]}"


def choice(s: Any, box: Any, seat: int, action: int) -> Choice:
    card = int(s.hand[seat, action])
    pieces = (f"card-{card}", f"chosen-{seat}")
    return Choice(action=action, text=f"play {_name(box, card)}", label="Play", pieces=pieces)


WIDE, NARROW = (1000, 500), (360, 560)


def _layout(seats: int, width: int, height: int, log: int) -> Layout:
    """Seats side by side, each with its hand, the place of the card it chooses, and those that it has played."""
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
    parts: list[Any] = [Log(id="log"), Prompt(id="prompt", sentence="Choose a card")]
    pieces = []
    for other in range(s.seats):
        own, name = other == seat, f"[[seat:{other}]]"
        parts += [
            Seat(id=f"seat-{other}", seat=other, size="strip", score=str(s.points[other])),
            Zone(id=f"hand-{other}", shape="fan", label=f"hand of {name}", owner=other),
            Zone(
                id=f"chosen-{other}",
                shape="row",
                label=f"card of {name}",
                owner=other,
                aspect=0.75,
                empty="",
                target=own,
            ),
            Zone(id=f"past-{other}", shape="column", label=f"played by {name}", owner=other, aspect=0.75, overlap=0.7),
        ]
        for row, cards in (("hand", s.hand[other]), ("chosen", s.chosen[other : other + 1]), ("past", _past(s, other))):
            for i, card in enumerate(cards):
                if card != rules.EMPTY:
                    pieces.append(_piece(box, int(card), f"{row}-{other}", i))
    view = View(
        game="tiny",
        seat=seat,
        ply=0,
        waiting=[],
        over=bool(s.over),
        clock=Clock(words=f"Round {s.rounds + 1}"),
        wide=_layout(s.seats, *WIDE, 260),
        narrow=_layout(s.seats, *NARROW, 0),
        parts=parts,
        pieces=pieces,
    )
    if s.over:
        view.result = _result(s)
    return view


def _past(s: Any, seat: int) -> list[int]:
    return [card for card in range(rules.CARDS) if s.seen[card] == seat + 1]


def _piece(box: Any, card: int, zone: str, i: int) -> Piece:
    if card == rules.UNKNOWN:
        return Piece(id=f"{zone}-{i}", zone=zone, at=i, face=Face(kind="back"), label="a card")
    face = Face(kind="card", hue="blue", corner=str(box.record.value[card]), title=box.names["cards"][card])
    return Piece(id=f"card-{card}", zone=zone, at=i, face=face, label=_name(box, card))


def _result(s: Any) -> Result:
    points = [int(s.points[seat]) for seat in range(s.seats)]
    placements = [
        Placement(seat=seat, rank=1 + sum(p > own for p in points), score=own) for seat, own in enumerate(points)
    ]
    return Result(words="The end [[rule:TN-R5]]", placements=sorted(placements, key=lambda standing: standing.rank))


def log_lines(s: Any, box: Any, notes: Any) -> list[Line]:
    words = {
        rules.DREW: "[[seat:{a}]] draws a card",
        rules.SAW: "You drew {card}",
        rules.CHOSE: "[[seat:{a}]] has chosen",
        rules.PLAYED: "[[seat:{a}]] played {card}",
        rules.TOOK: "[[seat:{a}]] takes the trick [[rule:TN-R3]]",
    }
    return [Line(words=words[n.event].format(a=n.a, card=_name(box, n.b)), ply=0, seat=n.a) for n in notes]


def animate(view: View, s: Any, box: Any, notes: Any) -> None:
    pass


def not_your_turn(s: Any, box: Any, seat: int, piece: str) -> str:
    return "The others are still choosing. [[rule:TN-R2]]"


def why_not(s: Any, box: Any, seat: int, piece: str) -> str:
    if piece.startswith("chosen"):
        return "You have chosen already. [[rule:TN-R2]]"
    return "That card is not in your hand. [[rule:TN-R2]]"
