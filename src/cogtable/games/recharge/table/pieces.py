"""The pieces on the table of Recharge, by their ids."""

from __future__ import annotations

from cogtable.table import PieceId

ROBOT = PieceId("r{}")
EVENT = PieceId("e{}")
HIDDEN_EVENT = PieceId("f{}.{}")
"""An Event of a seat that the reader does not know."""
ROUNDS_EVENT = "event"
"""The Event of the round."""
ASKING = "asking.piece"
"""The picture of the card or robot that asks for a decision."""
ACTION = PieceId("a{}")
DECK = "deck"
PILE = "pile"
"""The discard pile."""
SEAT = PieceId("seat{}")
STAGE = "stage"
"""The place where robots act for all to see."""
CROWNS_OF = PieceId("crowns{}")
"""The crowns of a seat, a number where beams end; likewise the next three."""
COINS_OF = PieceId("coins{}")
BATTERIES_OF = PieceId("batteries{}")
CARDS_OF = PieceId("cards{}")
FLEET = PieceId("fleet{}")
"""The robots of a seat in play, as a place that things fly to."""
