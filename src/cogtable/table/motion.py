"""What the last move did to pieces, for `animate`: where a new one comes from, and marks on those that it touched."""

from __future__ import annotations

from collections.abc import Mapping

from cogtable.table.view import Mark, Piece, View, Words

Pieces = Mapping[str, Piece]


def pieces_of(view: View) -> Pieces:
    """The pieces of a view by their ids."""
    return {piece.id: piece for piece in view.pieces}


def comes(pieces: Pieces, piece: str, source: str) -> None:
    """A piece is seen coming from another, or from a zone; nothing where the reader does not see it."""
    if piece in pieces:
        pieces[piece].via = source


def mark(pieces: Pieces, piece: str, seat: int, words: Words) -> None:
    """Says on a piece what the last move of a seat did to it; nothing where the reader does not see it."""
    if piece in pieces:
        pieces[piece].marks = [*pieces[piece].marks, Mark(seat=seat, words=words)]
