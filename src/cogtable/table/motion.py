"""The animation of the last move, for `animate`: origins of new pieces, marks, flights and sounds."""

from __future__ import annotations

from collections.abc import Mapping

from cogtable.view import Face, Flight, Mark, Piece, Sound, View, Words

Pieces = Mapping[str, Piece]
"""The pieces of a view, by their ids."""


def pieces_of(view: View) -> Pieces:
    """The pieces of a view by their ids."""
    return {piece.id: piece for piece in view.pieces}


_SOUNDS: Mapping[str, Sound] = {"token": "coins", "cube": "piece", "item": "piece", "machine": "piece"}
"""The sounds of pieces that move, by the kind of their face. All others sound like cards."""


def sound(view: View, word: Sound) -> None:
    """Adds a sound to the last move, unless it has it already. Sounds are played in this order."""
    if word not in view.sounds:
        view.sounds = [*view.sounds, word]


def sound_of(face: Face) -> Sound:
    """The sound of a piece with this face when it moves."""
    return _SOUNDS.get(face.kind, "card")


def comes(pieces: Pieces, piece: str, source: str) -> None:
    """Shows a piece coming from another piece or a zone; does nothing if the reader does not see it."""
    if piece in pieces:
        pieces[piece].via = source


def mark(pieces: Pieces, piece: str, seat: int, words: Words) -> None:
    """Marks a piece with the effect of a seat's last move on it; does nothing if the reader does not see it."""
    if piece in pieces:
        pieces[piece].marks = [*pieces[piece].marks, Mark(seat=seat, words=words)]


_ARCS = {"token": 0.35, "cube": 0.35, "machine": 0}
"""How high things fly, as shares of their way, by the kind of their face. All others fly like cards."""


def fly(view: View, face: Face, source: str, target: str, count: int = 1, turns: bool = False) -> None:
    """Shows things flying in an arc, one after the other, from one piece or zone to another, where they disappear.

    A card that `turns` shows its back on the way.
    """
    if count > 0:
        sound(view, sound_of(face))
    arc = _ARCS.get(face.kind, 0.22)
    view.flights.extend(Flight(face=face, source=source, target=target, arc=arc, turns=turns) for _ in range(count))
