"""A view in words for a language model: everything that a seat sees, in as few lines as possible.

The words are those of the view, as the terminal shows them, so a game declares nothing for this. Pieces have the ids
that actions can name. Parts that only repeat what can be worked out (forecasts, buttons, the log) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cogtable import terminal
from cogtable import view as table
from cogtable.agents.quoting import one_line
from cogtable.engine.text.words import capital
from cogtable.terminal import Name
from cogtable.view import Icon, Piece, View, Words

_ICON = re.compile(r"\[\[(?!seat:|rule:|key:)([^\]|]+)\]\]")

_BESIDE_ICON = re.compile(r"(?<=[\w\]])(?=\[\[(?!seat:|rule:|key:))|(?<=\]\])(?=\w)")
"""Where an icon touches a word or another icon."""

_COUNTED = re.compile(r"^(?P<what>.+): (?P<count>[^:]+)$")
"""The label of a piece that stands for a number of equal things: "white tokens: 3"."""

Named = Callable[[Icon], str]
"""The name of an icon; empty for one without a name."""


class Described(NamedTuple):
    """A piece in a line: its id, and its description, with a name that stands for it where it is known already."""

    piece: str
    text: str
    name: str


def lines(view: View, name: Name, named: Named) -> Iterator[str | Described]:
    """The position in lines: the clock, then parts and zones in the order of the view.

    Args:
        view: the view, without its log; nothing else is read, so nothing hidden from its seat gets out.
        name: the name of a seat.
        named: the name of an icon that stands without words.
    """
    words = _Words(name, named)
    yield words.plain(view.clock.words)
    pieces: dict[str, list[Piece]] = {}
    for piece in view.pieces:
        if not piece.handle:
            pieces.setdefault(piece.zone, []).append(piece)
    owner = ""
    for part in view.parts:
        if isinstance(part, table.Zone):
            yield from _zone(part, sorted(pieces.get(part.id, []), key=lambda piece: piece.at), words, owner)
        elif _is_drawn(part, view) and not isinstance(part, DERIVED):
            owner = capital(name(part.seat)) if isinstance(part, table.Seat) else owner
            yield from filter(None, map(words.plain, terminal.part_lines(part, name)))


DERIVED = (table.Forecast, table.Compare)
"""Parts that only work out what follows from a choice."""


def _is_drawn(part: table.AnyPart, view: View) -> bool:
    """Whether the wide layout has room for a part; other layouts repeat what that one shows in other forms."""
    area = view.wide.areas.get(part.area)
    return area is not None and area.w > 0


def question(view: View, name: Name, named: Named) -> str:
    """The question to the seat, such as "Choose a card to discard"; empty if the view asks none."""
    asked = next((part.sentence for part in view.parts if isinstance(part, table.Prompt)), "")
    return _Words(name, named).plain(asked)


class _Words:
    """Words of a view without markup, each in one line."""

    def __init__(self, name: Name, named: Named) -> None:
        self._name = name
        self._named = named

    def plain(self, words: Words) -> str:
        spaced = _BESIDE_ICON.sub(" ", words)
        with_names = _ICON.sub(lambda icon: self._named(icon[1]) or icon[0], spaced)
        return one_line(terminal.plain(with_names, self._name))


def _zone(zone: table.Zone, pieces: list[Piece], words: _Words, owner: str) -> Iterator[str | Described]:
    """A zone with its pieces: things that are counted in one line, others in a line each after their ids.

    The `owner` is the seat of the lines above: its name is left out at the beginning of the zone's.
    """
    label = capital(capital(words.plain(zone.label)).removeprefix(f"{owner}: ")) if owner else words.plain(zone.label)
    small = [words.plain(piece.label) for piece in pieces if terminal.is_small(piece) and not piece.face.dim]
    large = [_described(piece, words) for piece in pieces if not terminal.is_small(piece)]
    if small:
        yield f"{capital(label)}: {_counted(small)}"
    if large:
        yield f"{capital(label)}:"
        yield from large


def _described(piece: Piece, words: _Words) -> Described:
    """The label of a piece, and in brackets what it says beside that on the piece or at its edge. The name is the label
    up to the first comma or colon.
    """
    label = words.plain(piece.label)
    marks = [words.plain(mark) for mark in (piece.face.status, piece.tag, piece.note)]
    marks = [mark for mark in marks if mark and mark.casefold() not in label.casefold()]
    marks += ["only you see it"] * piece.secret
    marked = f" ({'; '.join(marks)})" if marks else ""
    return Described(piece.id, label + marked, re.split("[,:]", label, maxsplit=1)[0] + marked)


def _counted(labels: list[str]) -> str:
    """Counted things in a line, without the words after the first that all share: "white tokens: 3; red tokens: 1" is
    "white 3, red 1".
    """
    found = [_COUNTED.match(each) for each in labels]
    if not all(found):
        return "; ".join(labels)
    whats = [each["what"].split(" ") for each in found if each]
    shared = 0
    while all(len(what) > shared + 1 for what in whats) and len({what[-1 - shared] for what in whats}) == 1:
        shared += 1
    if len(whats) == 1:
        shared = 0
    kept = [" ".join(what[: len(what) - shared]) for what in whats]
    return ", ".join(f"{what} {each['count']}" for what, each in zip(kept, found, strict=True) if each)
