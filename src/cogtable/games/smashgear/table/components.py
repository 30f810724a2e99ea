"""The contents of the box, for printing."""

from __future__ import annotations

from collections.abc import Iterator

from cogtable.games.smashgear.rules.components import ALL_SLOTS, BASES, SEATS, SIDE, SLOTS, Card
from cogtable.games.smashgear.table.labels import FORMS, HUES, base_card_name, place
from cogtable.games.smashgear.table.scene import base_card_face, cards
from cogtable.table import (
    Area,
    Box,
    Component,
    Face,
    Layout,
    Piece,
    PrintedCard,
    View,
    Zone,
    board,
    card_component,
    once_each,
    phrase,
    say,
    supply,
    tokens,
)

CELL = 20.0
"""A cell of the board, in millimetres."""
UNIT = 18.0
"""A unit of a machine, which lies on a cell."""

SCALE = 4
"""Design units to a millimetre of the board."""
EDGE = 24
"""The margin for the numbers left of the cells and the letters below them, in design units."""


def components(box: Box) -> list[Component]:
    """The cards, the board, bases and the units of machines; gears and honor are only listed."""
    return [*_decks(box), _board(box), *_tokens(box), *_supplies(box)]


def _decks(box: Box) -> Iterator[Component]:
    printed = cards(box)
    machines, programs = (once_each(box, table, printed[table]) for table in ("machines", "programs"))
    yield card_component("machines", say("Machines"), machines, _back(say("Machine")), table="machines")
    yield card_component("programs", say("Programs"), programs, _back(say("Program")), table="programs")
    for kind, price in ((Card.BASE, box.record.base_price), (Card.DESTROY, box.record.destroy_price)):
        name = base_card_name(kind)
        card = PrintedCard(face=base_card_face(box, kind, int(price)), copies=BASES)
        yield card_component(_NAMES[kind], say("{card} cards", card=name), [card], _back(name))


def _back(name: str) -> Face:
    return Face(kind="back", words=name)


_NAMES: dict[int, str] = {Card.BASE: "bases", Card.DESTROY: "destroy"}


def _board(box: Box) -> Component:
    side, start = int(SIDE * CELL * SCALE), EDGE
    size = start + side + 8
    layout = Layout(width=size, height=size, areas={"board": Area(start, 4, side, side, 0)})
    zone = Zone(id="board", shape="grid", label=say("Board"), columns=SIDE, rows=SIDE, aspect=1, board=True)
    pieces = [
        Piece(
            id=f"start{seat}",
            zone="board",
            at=place(int(cell)),
            face=Face(kind="machine", hue=HUES[seat], cells=[(0, 0, "base")], built=False),
            label=say("starting point of seat {n}", n=seat + 1),
        )
        for seat, cell in enumerate(box.record.starts[:SEATS])
    ]
    drawn: View = board("smashgear", layout, [zone], pieces)
    width = size / SCALE
    return Component(id="board", title=say("Board"), form="board", width=width, height=width, boards=[drawn])


def _tokens(box: Box) -> Iterator[Component]:
    hearts, units = box.record.hearts.tolist(), box.record.units.tolist()
    weapons = [count - heart for count, heart in zip(units, hearts, strict=True)]
    most_hearts = sum(sorted(hearts)[-SLOTS:])
    most_weapons = sum(sorted(weapons)[-ALL_SLOTS:])
    for seat, (hue, form) in enumerate(zip(HUES, FORMS, strict=True)):
        base, heart = (Face(kind="machine", hue=hue, art=form, cells=[(0, 0, kind)]) for kind in ("base", "heart"))
        cards = [PrintedCard(face=base, copies=BASES), PrintedCard(face=heart, copies=most_hearts)]
        yield tokens(f"seat{seat}", say(_SEATS[seat]), UNIT, cards, outline="rect")
    weapon = Face(kind="machine", hue="gray", art=FORMS[0], cells=[(0, 0, "weapon")])
    note = say("A weapon belongs to the owner of its machine’s heart; these are enough for eight machines on each side")
    yield tokens("weapons", say("Weapons"), UNIT, [PrintedCard(face=weapon, copies=most_weapons)], "rect", note=note)


_SEATS = (phrase("Blue bases and hearts"), phrase("Red bases and hearts"))


def _supplies(box: Box) -> Iterator[Component]:
    gears, goal = int(box.record.starting_gears), int(box.record.honor_goal)
    yield supply("gears", say("Gears"), "gear", note=say("Each begins with {n}; they never run out", n=gears))
    yield supply("honor", say("Honor"), "star", note=say("To count to {n} on each side", n=goal))
    yield supply("shields", say("Shields"), "shield", note=say("Put on machines that have one"))
    yield supply("stuns", say("Stuns"), "lock", note=say("Put on machines that are stunned"))
