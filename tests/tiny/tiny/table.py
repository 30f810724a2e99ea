"""How Tiny looks."""

from __future__ import annotations

from typing import Any

from cogtable.view import Area, Choice, Clock, Face, Layout, Line, Log, Piece, Placement, Prompt, Result, View, Zone
from tiny import rules


def _name(box: Any, card: int) -> str:
    return f"{box.names['cards'][card]} {box.record.value[card]}"


def choice(s: Any, box: Any, seat: int, action: int) -> Choice:
    card = int(s.hand[seat, action])
    return Choice(action=action, text=f"play {_name(box, card)}", label="Play", pieces=(f"card-{card}",))


def scene(s: Any, box: Any, seat: int) -> View:
    layout = Layout(width=100, height=100, areas={"log": Area(0, 90, 50, 10), "prompt": Area(50, 90, 50, 10)})
    parts: list[Any] = [Log(id="log"), Prompt(id="prompt", sentence="Choose a card")]
    pieces = []
    for other in range(s.seats):
        for shape, row, cards in (("fan", "hand", s.hand[other]), ("row", "chosen", s.chosen[other : other + 1])):
            zone = f"{row}-{other}"
            layout.areas[zone] = Area(30 * other, 0 if row == "hand" else 50, 30, 40)
            parts.append(Zone(id=zone, shape=shape, label=zone, owner=other))
            for i, card in enumerate(cards):
                if card != rules.EMPTY:
                    pieces.append(_piece(box, int(card), zone, i))
    view = View(
        game="tiny",
        seat=seat,
        ply=0,
        waiting=[],
        over=bool(s.over),
        clock=Clock(words=f"Round {s.rounds + 1}"),
        wide=layout,
        narrow=layout,
        parts=parts,
        pieces=pieces,
    )
    if s.over:
        view.result = _result(s)
    return view


def _piece(box: Any, card: int, zone: str, i: int) -> Piece:
    if card == rules.UNKNOWN:
        return Piece(id=f"{zone}-{i}", zone=zone, at=i, face=Face(kind="back"), label="a card")
    return Piece(id=f"card-{card}", zone=zone, at=i, face=Face(kind="card"), label=_name(box, card))


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
    return "That card is not in your hand. [[rule:TN-R2]]"
