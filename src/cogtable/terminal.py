"""A table as plain text, for the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from cogtable import view as table
from cogtable.engine.text.words import capital
from cogtable.view import Line, Piece, View, Words

_MARKUP = re.compile(r"\[\[([^\]|]*)(?:\|([^\]]*))?\]\](’s)?")
READER = "you"
"""The name of the reader's own seat."""

Name = Callable[[int], str]
"""The name of a seat."""


def seat_name(seat: int) -> str:
    """The name of a seat without a known player."""
    return f"seat {seat + 1}"


def plain(words: Words, name: Name = seat_name) -> str:
    """Words without their markup: icons by their name, seats by theirs, rules by their numbers."""

    def word(found: re.Match[str]) -> str:
        what, text, owns = found.group(1), found.group(2), found.group(3) or ""
        if what.startswith("seat:"):
            called = name(int(what.removeprefix("seat:")))
            return "your" if owns and called == READER else called + owns
        if what.startswith("rule:"):
            return what.removeprefix("rule:") + owns
        return (text or " ".join(what.split("/")[:2])) + owns

    return _MARKUP.sub(word, words).replace("**", "")


def scene(view: View, name: Name = seat_name) -> Iterator[str]:
    """The state of a table in lines: the clock, then seats and zones with their pieces in order."""
    yield plain(view.clock.words, name)
    shown = view.wide.areas
    for part in view.parts:
        if part.area not in shown:
            continue
        if isinstance(part, table.Zone):
            yield from _zone(part, [piece for piece in view.pieces if piece.zone == part.id], name)
        else:
            yield from (plain(line, name) for line in part_lines(part, name) if line)


def part_lines(part: table.AnyPart, name: Name) -> Iterator[Words]:
    """A part that holds no pieces, in a line or a few with markup; nothing for a part that only the client uses."""
    match part:
        case table.Seat():
            score = f"{part.score} {part.of}".strip()
            stats = [_counter(item) for item in part.stats]
            yield ""
            shown = " · ".join(filter(None, [score, part.badge, part.text, part.pill, *stats]))
            yield f"**{name(part.seat)}**" + (f": {shown}" if shown else "")
        case table.Counters():
            yield ", ".join(_counter(item) for item in part.items)
        case table.Text():
            yield " · ".join(filter(None, [part.title, part.text]))
        case table.Track():
            yield f"{part.label}: {part.value} ({part.low} to {part.high})"
        case table.Sum():
            terms = "".join(f" {term.join} {term.value} ({term.label})" for term in part.terms)
            yield f"{part.title}: {terms}" if part.title else terms
        case table.Steps():
            steps = ", ".join(f"**>{step.words}<**" if step.state == "now" else step.words for step in part.steps)
            yield f"{part.title}: {steps}" if part.title else steps
        case table.Stack():
            yield from (f"{entry.title}: {entry.text} ({name(entry.seat)})" for entry in part.entries)
        case table.Forecast():
            yield part.title
            yield from (f"  {outcome.words} {outcome.rule}" for outcome in part.outcomes)
        case table.Goals():
            yield part.title
            yield from (f"  {goal.words}" + ", met" * goal.met for goal in part.goals)
        case table.Compare():
            yield " · ".join(filter(None, [part.title, part.text]))
            yield from (f"  {row.title}: {_shares(part, row, name)}" for row in part.rows)
        case table.Race():
            yield part.title
            yield from (f"  {_runner(part.lanes, runner, name)}" for runner in part.runners)


def _shares(part: table.Compare, row: table.Alternative, name: Name) -> str:
    shares = zip(part.columns, row.shares, strict=False)
    return row.all or "; ".join(f"{name(column.seat)} {share.words} {share.text}".strip() for column, share in shares)


def _runner(lanes: list[table.Lane], runner: table.Runner, name: Name) -> str:
    """A seat's progress in each condition of a race: "Ada: 16 points 9/16, colours 4/5, 2 of 3 left"."""
    places = [
        f"{lane.words} {len(at.have) if lane.icons else at.value}/{len(lane.icons) or lane.of}"
        for lane, at in zip(lanes, runner.lanes, strict=True)
    ]
    return f"{name(runner.seat)}: {', '.join(filter(None, [*places, runner.text]))}"


def _counter(item: table.Counter) -> str:
    return f"{item.label} {item.value}" + (f"/{item.of}" if item.of else "")


_SMALL = ("token", "pile", "cube")
"""Faces of pieces side by side on one line, without those with a count of 0."""


def is_small(piece: Piece) -> bool:
    """Whether a piece stands on one line with others of its zone, because its label is only a name and a number."""
    return piece.face.kind in _SMALL


def _zone(zone: table.Zone, pieces: list[Piece], name: Name) -> Iterator[str]:
    pieces = sorted(pieces, key=lambda piece: piece.at)
    small = [plain(piece.label, name) for piece in pieces if is_small(piece) and not piece.face.dim]
    large = [piece for piece in pieces if not is_small(piece)]
    label = capital(plain(zone.label, name))
    if small:
        yield f"  {label}: {'; '.join(small)}"
    elif large:
        yield f"  {label}"
    for piece in large:
        marks = [piece.tag, piece.note, "only you see it" if piece.secret else ""]
        note = "; ".join(plain(mark, name) for mark in marks if mark)
        yield f"    {piece.id:<7} {plain(piece.label, name)}" + (f"  [{note}]" if note else "")


def log(lines: list[Line], name: Name = seat_name) -> Iterator[str]:
    """The lines of a log, each group under its heading."""
    group = ""
    for line in lines:
        if line.group != group:
            group = line.group
            yield plain(group, name)
        yield f"  {capital(plain(line.words, name))}"


def placements(view: View, name: Name = seat_name) -> Iterator[str]:
    """The end of a game: the places, best first, and what decided."""
    if view.result:
        for place in view.result.placements:
            words = f" ({plain(place.words, name)})" if place.words else ""
            yield f"{place.rank}. {name(place.seat)}: {place.score}{words}"
        yield plain(view.result.words, name)
