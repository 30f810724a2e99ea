"""The pieces on the table of Splendor, by their ids."""

from __future__ import annotations

from cogtable.table import PieceId

CARD = PieceId("c{}")
DECK = PieceId("deck{}")
NOBLE = PieceId("noble{}")
BANK = PieceId("bank.{}")
"""Tokens of a kind in the bank."""
TOKENS = PieceId("t{}.{}")
"""Tokens of a seat, of a kind."""
PILE = PieceId("p{}.{}")
"""Cards of a seat, of a colour."""
HELD = PieceId("h{}.{}")
"""A seat's card that the reader sees from the back, at a place in the hand."""
ROOM = PieceId("room{}")
"""An empty place in the reader's hand."""
