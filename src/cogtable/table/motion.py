"""What the last move did, for `animate`: where a new piece comes from, marks on those it touched, and what flew."""

from __future__ import annotations

from collections.abc import Mapping

from cogtable.view import Face, Flight, Mark, Piece, View, Words

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


def fly(view: View, face: Face, source: str, target: str, count: int = 1) -> None:
    """Things are seen flying from one piece or zone to another, one after the other, and then gone."""
    view.flights.extend(Flight(face=face, source=source, target=target) for _ in range(count))
