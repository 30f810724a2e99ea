"""The changes from one view of a seat to the next, so that only these are sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from cogtable.server.wire.from_server import Changed, TableUpdate, Update, ViewChanges
from cogtable.view import AnyPart, Piece, View

Thing = TypeVar("Thing", AnyPart, Piece)

_LISTS = ("parts", "pieces")
"""The fields whose entries have ids, and are compared one by one."""

MOMENTARY = frozenset(("log", "log_from", "flights", "sounds", "frames"))
"""The fields that are only about the last move. Connections may have been sent different values, so they are always
sent.
"""

_DEFAULTS = {
    field.name: field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    for field in msgspec.structs.fields(View)
    if field.name not in _LISTS
}


def shortened(update: Update, before: View | None) -> Update | Changed:
    """Returns an update as the changes since the view `before`, which the client keeps. Returns the update itself if
    there is no such view, it is another seat's, or the changes can't be expressed.
    """
    told = changes(before, update.view) if before and before.seat == update.view.seat else None
    if told is None:
        return update
    shared = {name: getattr(update, name) for name in TableUpdate.__struct_fields__}
    return Changed(changes=told, **shared)


def changes(before: View, after: View) -> ViewChanges | None:
    """Returns the changes from one view to another. Returns None if they can't be expressed: if ids occur twice, or all
    parts or pieces are gone.
    """
    parts, pieces = _new(before.parts, after.parts), _new(before.pieces, after.pieces)
    if parts is None or pieces is None:
        return None
    told = ViewChanges(fields={}, parts=parts, pieces=pieces)
    for name, default in _DEFAULTS.items():
        now = getattr(after, name)
        if name not in MOMENTARY and now == getattr(before, name):
            continue
        if now == default:
            told.cleared.append(name)
        else:
            told.fields[name] = now
    told.part_ids = _order(before.parts, after.parts)
    told.piece_ids = _order(before.pieces, after.pieces)
    return told


def _new(before: Sequence[Thing], after: Sequence[Thing]) -> list[Thing] | None:
    """Returns the items that are new or different."""
    known = {each.id: each for each in before}
    if not after or len(known) < len(before) or len({each.id for each in after}) < len(after):
        return None
    return [each for each in after if known.get(each.id) != each]


def _order(before: Sequence[Thing], after: Sequence[Thing]) -> list[str]:
    """Returns the ids in order; an empty list if the order is unchanged."""
    ids = [each.id for each in after]
    return ids if ids != [each.id for each in before] else []


def applied(view: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """Returns the JSON of the view that results from these changes, as a client that keeps its views does."""
    kept = {name: value for name, value in view.items() if name not in told.get("cleared", ())}
    after: dict[str, Any] = kept | told["fields"]
    for name, order in zip(_LISTS, ("part_ids", "piece_ids"), strict=True):
        known = {each["id"]: each for each in [*view[name], *told.get(name, [])]}
        after[name] = [known[each] for each in told.get(order) or [each["id"] for each in view[name]]]
    return after
