"""The contents of a game's box, for printing: sizes, and functions that make components."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from cogtable.engine.boxes.box import Box
from cogtable.engine.text.words import say
from cogtable.view import AnyPart, Clock, Component, Face, Layout, Piece, PrintedCard, View, Words

POKER = (63.0, 88.0)
"""Width and height of a standard card in millimetres; it fits standard sleeves."""


def once_each(box: Box, table: str, cards: Sequence[PrintedCard]) -> list[PrintedCard]:
    """The cards of a table of the box, one for each entry in the file. An entry's `copies` become those of its card.

    `cards` holds one card for each copy, like the result of `cards(box)`.
    """
    rows = box.entries[table]
    return [
        PrintedCard(piece=card.piece, face=card.face, back=card.back, copies=card.copies * rows.count(row))
        for card, row, copy in zip(cards, rows, box.copies[table], strict=True)
        if copy == 1
    ]


def card_component(name: str, title: Words, cards: Iterable[PrintedCard], back: Face | None, **more: Any) -> Component:
    """A deck of standard cards."""
    width, height = POKER
    return Component(
        id=name, title=title, form="card", width=width, height=height, cards=list(cards), back=back, **more
    )


def square_tiles(name: str, title: Words, side: float, cards: Iterable[PrintedCard], **more: Any) -> Component:
    """Square tiles; `side` is in millimetres."""
    return Component(id=name, title=title, form="tile", width=side, height=side, cards=list(cards), **more)


def hex_tiles(name: str, title: Words, across: float, cards: Iterable[PrintedCard], **more: Any) -> Component:
    """Hexagons with a point left and right, `across` millimetres apart."""
    height = round(across * math.sqrt(3) / 2, 2)
    return Component(
        id=name, title=title, form="tile", width=across, height=height, outline="hex", cards=list(cards), **more
    )


def tokens(
    name: str,
    title: Words,
    size: float,
    cards: Iterable[PrintedCard],
    outline: Literal["rect", "hex", "round"] = "round",
    **more: Any,
) -> Component:
    """Counters, `size` millimetres across. Without a `back`, both sides look the same."""
    sides = [
        PrintedCard(piece=card.piece, face=card.face, copies=card.copies, back=card.back or card.face) for card in cards
    ]
    return Component(id=name, title=title, form="token", width=size, height=size, outline=outline, cards=sides, **more)


def board(game: str, layout: Layout, parts: Sequence[AnyPart], pieces: Sequence[Piece] = ()) -> View:
    """A printed board: parts, and pieces on it, in a layout with the proportions of the board."""
    return View(
        game=game,
        seat=-1,
        ply=0,
        waiting=[],
        over=False,
        clock=Clock(words=""),
        wide=layout,
        narrow=layout,
        parts=list(parts),
        pieces=list(pieces),
    )


def supply(name: str, title: Words, icon: str, count: int = 0, note: Words = "") -> Component:
    """Components that are not printed, because players bring them. A `count` of 0 means as many as are needed."""
    return Component(id=name, title=title, form="supply", icon=icon, count=count, note=note)


def components_of(table: Any, box: Box) -> list[Component]:
    """Everything in a game's box: the result of its table's `components`, or else its cards in the standard size."""
    if own := getattr(table, "components", None):
        return list(own(box))
    cards = getattr(table, "cards", None)
    decks = dict(cards(box)) if cards else {}
    back = Face(kind="back")
    return [
        card_component(entries, _title(entries), once_each(box, entries, deck), back, table=entries)
        for entries, deck in decks.items()
        if deck
    ]


def _title(table: str) -> Words:
    return say(table.replace("_", " ").capitalize())
