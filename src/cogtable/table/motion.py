"""What the last move did, for `animate`: where a new piece comes from, marks on those it touched, and what flew."""

from __future__ import annotations

from collections.abc import Mapping

from cogtable.view import Face, Flight, Mark, Piece, View, Words

Pieces = Mapping[str, Piece]


def pieces_of(view: View) -> Pieces:
    """The pieces of a view by their ids."""
    return {piece.id: piece for piece in view.pieces}


def comes(pieces: Pieces, piece: str, source: str) -> None:
    """Shows a piece coming from another piece or a zone; nothing if the reader does not see it."""
    if piece in pieces:
        pieces[piece].via = source


def mark(pieces: Pieces, piece: str, seat: int, words: Words) -> None:
    """Marks a piece with what the last move of a seat did to it; nothing if the reader does not see it."""
    if piece in pieces:
        pieces[piece].marks = [*pieces[piece].marks, Mark(seat=seat, words=words)]


def fly(view: View, face: Face, source: str, target: str, count: int = 1) -> None:
    """Shows things flying one after the other from one piece or zone to another, where they disappear."""
    view.flights.extend(Flight(face=face, source=source, target=target) for _ in range(count))
