"""The pieces on the table of Smash Gear, by their ids."""

from __future__ import annotations

from collections.abc import Mapping

from cogtable.games.smashgear.rules.components import Card
from cogtable.table import PieceId

MACHINE = PieceId("m{}")
PROGRAM = PieceId("p{}")
CARDS: dict[int, PieceId] = {Card.MACHINE: MACHINE, Card.PROGRAM: PROGRAM}
PILE: dict[int, str] = {Card.MACHINE: "pile", Card.PROGRAM: "program.pile.card"}
"""The machines and programs that are not yet in the store."""
STORE: dict[int, str] = {Card.BASE: "store.base", Card.DESTROY: "store.destroy"}
"""Base and Destroy Base cards that are for sale."""
HAND: dict[int, str] = {Card.BASE: "hand.base", Card.DESTROY: "hand.destroy"}
"""Base and Destroy Base cards in the reader's hand."""
HELD: dict[int, PieceId] = {
    Card.MACHINE: PieceId("held{}.machine{}"),
    Card.PROGRAM: PieceId("held{}.program{}"),
    Card.BASE: PieceId("held{}.base"),
    Card.DESTROY: PieceId("held{}.destroy"),
}
"""The cards in another seat's hand: those that the reader sees from the back, and base cards."""
SPENT: dict[int, PieceId] = {Card.BASE: PieceId("spent{}.base"), Card.DESTROY: PieceId("spent{}.destroy")}
"""Base cards in the landfill of a seat."""
BASE = PieceId("b{}")
"""A base on a cell."""
SHIELD = PieceId("shield{}")
"""The shields of a machine."""
STUN = PieceId("stun{}")
"""The mark of a stunned machine."""
GO = PieceId("go{}.{}")
"""A button that moves a machine, with its way."""
USE = PieceId("use{}")
"""A button that uses the effect of a machine."""
WAY = PieceId("way{}")
"""A button for the way of an announcement."""
AT = PieceId("at{}")
"""A cell to choose."""
POSE = PieceId("pose{}")
"""A pose of a machine."""
SEAT = PieceId("seat{}")
LANDFILL = PieceId("landfill{}")
STOCK = PieceId("stock{}")
"""The gears of a seat, as a place that things fly to."""


def card_piece(kind: int, card: int, bases: Mapping[int, str] = HAND) -> str:
    """The piece of a card; base cards are looked up in `bases`, by default the reader's hand."""
    return CARDS[kind](card) if kind in CARDS else bases[kind]
