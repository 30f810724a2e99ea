"""The changes that a reader would see if moves were taken back.

They are computed from two views of the same reader, so games need no code for it, and nothing is revealed that the
reader has not seen. Consequences of whose turn it is are left out, such as what a player can afford.
"""

from __future__ import annotations

from typing import Any

from cogtable.server.wire import from_server
from cogtable.view import Face, Ghost, Piece, Track, View, Zone

THING = ("kind", "hue", "art", "corner", "badge", "extra", "foot", "title", "level", "built", "cells")
"""The parts of a face that show the thing itself."""


def going_back(now: View, then: View) -> from_server.GoesBack:
    """Returns what would change in the view `now` if it became `then` again."""
    here, there = _pieces(now), _pieces(then)
    spots = {part.id for part in now.parts if isinstance(part, Zone) and _has_spots(part)}
    changed = [
        from_server.Pointed(piece=piece.id, words=_by(piece.face.count, there.get(piece.id)))
        for piece in here.values()
        if _differs(piece, there.get(piece.id), spots)
    ]
    before = {part.id: part.value for part in then.parts if isinstance(part, Track)}
    tracks = [part for part in now.parts if isinstance(part, Track) and before.get(part.id, part.value) != part.value]
    changed += [from_server.Pointed(piece=part.id, words=_signed(before[part.id] - part.value)) for part in tracks]
    zones = {part.id for part in now.parts if isinstance(part, Zone)}
    taken = {(piece.zone, piece.at) for piece in here.values()}
    places = [
        Ghost(zone=piece.zone, at=piece.at, face=piece.face)
        for piece in there.values()
        if piece.zone in zones and _moved(piece, here.get(piece.id), spots) and (piece.zone, piece.at) not in taken
    ]
    return from_server.GoesBack(changed=changed, places=places)


def _pieces(view: View) -> dict[str, Piece]:
    """Returns the pieces that are things, without those that are only there to be touched."""
    return {piece.id: piece for piece in view.pieces if not piece.handle and piece.face.kind not in ("spot", "deed")}


def _has_spots(zone: Zone) -> bool:
    """Whether the position of a piece in a zone matters; in other zones, pieces close up when one is taken away."""
    return zone.board or zone.shape in ("hex", "free")


def _moved(piece: Piece, other: Piece | None, spots: set[str]) -> bool:
    if other is None or piece.zone != other.zone:
        return True
    return piece.zone in spots and piece.at != other.at


def _differs(piece: Piece, other: Piece | None, spots: set[str]) -> bool:
    if other is None or _moved(piece, other, spots):
        return True
    return _thing(piece.face) != _thing(other.face) or piece.face.count != other.face.count


def _thing(face: Face) -> list[Any]:
    return [getattr(face, name) for name in THING]


def _by(count: int | None, other: Piece | None) -> str:
    """Returns the difference of a count, with its sign."""
    before = other.face.count if other else None
    return "" if count is None or before is None or count == before else _signed(before - count)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"
