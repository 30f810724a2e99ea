"""The pieces on the table of Smash Gear, by their ids."""

from __future__ import annotations

from collections.abc import Mapping

from cogtable.games.smashgear.rules.components import Card
from cogtable.table.pieces import PieceId

MACHINE = PieceId("m{}")
PROGRAM = PieceId("p{}")
CARDS: dict[int, PieceId] = {Card.MACHINE: MACHINE, Card.PROGRAM: PROGRAM}
PILE = "pile"
"""The machines that are not yet in the store."""
STORE: dict[int, str] = {Card.BASE: "store.base", Card.DESTROY: "store.destroy"}
"""Base and Destroy Base cards that are for sale."""
HAND: dict[int, str] = {Card.BASE: "hand.base", Card.DESTROY: "hand.destroy"}
"""Those in the reader's hand."""
HELD: dict[int, PieceId] = {
    Card.MACHINE: PieceId("held{}.machine{}"),
    Card.PROGRAM: PieceId("held{}.program{}"),
    Card.BASE: PieceId("held{}.base"),
    Card.DESTROY: PieceId("held{}.destroy"),
}
"""What another seat holds: cards of which the reader sees the backs, and cards for bases."""
SPENT: dict[int, PieceId] = {Card.BASE: PieceId("spent{}.base"), Card.DESTROY: PieceId("spent{}.destroy")}
"""Cards for bases in the landfill of a seat."""
BASE = PieceId("b{}")
"""A base on a cell."""
SHIELD = PieceId("shield{}")
"""The shields of a machine."""
STUN = PieceId("stun{}")
"""That a machine is stunned."""
GO = PieceId("go{}.{}")
"""A button that moves a machine, with its way."""
USE = PieceId("use{}")
"""A button that uses the effect of a machine."""
WAY = PieceId("way{}")
"""A button for a way of what was announced."""
AT = PieceId("at{}")
"""A cell to choose."""
POSE = PieceId("pose{}")
"""A way to lay a machine."""
SEAT = PieceId("seat{}")
LANDFILL = PieceId("landfill{}")
STOCK = PieceId("stock{}")
"""What a seat has, as a place that things fly to."""


def card_piece(kind: int, card: int, bases: Mapping[int, str] = HAND) -> str:
    """The piece of a card; of those for bases in the reader's hand, or where else `bases` lie."""
    return CARDS[kind](card) if kind in CARDS else bases[kind]
