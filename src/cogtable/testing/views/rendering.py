"""The view of one person at one position, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from textwrap import wrap
from typing import Any, NamedTuple

import msgspec

from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.testing.views.kinds import Kind, family, kinds_of
from cogtable.view import Choice, Drawer, Layout, Piece, Preview, View, Zone

_WIDTH = 118
_OF_A_GROUP = 3
"""How many previews of a group of choices are shown."""
_HOW_IT_IS_DRAWN = frozenset(
    {
        *("align", "area", "art", "aspect", "badge", "bar", "board", "built", "caption", "cells", "columns", "compact"),
        *(
            "corner",
            "cost_at",
            "costs",
            "direction",
            "disc",
            "extra",
            "foot",
            "ground",
            "hue",
            "icon",
            "icons",
            "id",
            "kind",
        ),
        *(
            "large",
            "level",
            "opens",
            "owner",
            "quiet",
            "rows",
            "seat",
            "shape",
            "size",
            "spots",
            "stacked",
            "step",
            "tone",
            "zones",
        ),
    }
)
"""Fields about the drawing of a thing, not its text."""
_TAKEN_FOR_ALIKE = frozenset(("label", "value", "score", "of", "count", "low", "high", "preview", "dim", "met", "lack"))
"""Fields in which things of the same kind may differ."""


class Shown(NamedTuple):
    """A line that is shown; lines of the same `kind` differ only in seats, cards and numbers."""

    text: str
    kind: str
    more: int = 0
    """The number of further lines of that kind."""


Rendering = dict[str, list[Shown]]
"""Lines under headings: what is asked, the parts, the pieces, and so on."""


def rendered(match: Match, seat: int = SPECTATOR) -> Rendering:
    """The view of `seat` at a match as text: its prompt, choices, the log of the last move, parts and pieces with their
    words, why pieces cannot be chosen, and what each layout draws. Raises IllegalAction when there is no such seat.
    """
    view = match.view(None if seat == SPECTATOR else seat)
    kind = kinds_of(match.game)
    sections: dict[str, Iterator[Shown]] = {
        "": (Shown(text, kind(text)) for text in _heads(match, view)),
        "log": (Shown(log_text(line), kind(line.words)) for line in view.log if line.ply == match.ply),
        "choices": _choices(view, kind),
        "previews": _previews(view, kind),
        "parts": _parts(view, kind),
        "pieces": _pieces(view, kind),
        "about": _about(match, view, kind),
        "why not": _why_not(match, view, kind),
        "moved": _moved(view),
        "drawn": _drawn(view),
    }
    return {heading: lines for heading, some in sections.items() if (lines := list(some))}


def log_text(line: Any) -> str:
    """A log line with its heading."""
    return f"{line.group}: {line.words}" if line.group else str(line.words)


def _heads(match: Match, view: View) -> Iterator[str]:
    yield f"clock: {view.clock.words}"
    if view.result:
        yield f"result: {view.result.words}"
        for place in view.result.placements:
            yield f"  seat {place.seat}: {_describe(place)}"
    else:
        yield f"waits for: {', '.join(f'seat {seat}' for seat in match.waiting)}"


# --- the words of a thing -----------------------------------------------------------------------------


def _describe(thing: Any) -> str:
    """The text of a part, face or placement, field by field."""
    return " · ".join(_fields(thing))


def _fields(thing: Any) -> Iterator[str]:
    for name, value in _words_of(thing):
        if isinstance(value, list):
            entries = [_describe(each) if isinstance(each, msgspec.Struct) else str(each) for each in value]
            if any(entries):
                yield f"{name} [{' | '.join(entries)}]"
        elif value is True:
            yield name
        elif value is not False:
            yield f"{name} {value}"


def _words_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a thing that say something, with their values."""
    kind: Any = type(thing)
    for name, default in _said(kind):
        value = getattr(thing, name)
        if value not in (default, None, ""):
            yield name, value


@cache
def _said(kind: Any) -> list[tuple[str, Any]]:
    """The fields of a kind of thing that are words to people, with their defaults."""
    fields = msgspec.structs.fields(kind)
    return [(field.name, field.default) for field in fields if field.name not in _HOW_IT_IS_DRAWN]


def _kind_of_thing(thing: Any, kind: Kind) -> str:
    """The kind of a thing: which fields say something, and the kinds of their texts."""
    kinds = set()
    for name, value in _words_of(thing):
        if name not in _TAKEN_FOR_ALIKE:
            inner = value if isinstance(value, list) else [value]
            kinds |= {
                f"{name} {_kind_of_thing(each, kind) if isinstance(each, msgspec.Struct) else kind(str(each))}"
                for each in inner
            }
    return " ".join(sorted(kinds))


def _parts(view: View, kind: Kind) -> Iterator[Shown]:
    for part in view.parts:
        if words := _describe(part):
            yield Shown(f"{part.id}: {words}", f"{family(part.id)}: {_kind_of_thing(part, kind)}")


# --- choices ------------------------------------------------------------------------------------------


def _choices(view: View, kind: Kind) -> Iterator[Shown]:
    """One choice of each kind in each group."""
    like: dict[str, list[Choice]] = {}
    for choice in view.choices:
        group = choice.group.partition(":")[0]
        like.setdefault(f"{kind(group)} {kind(choice.label or choice.text)}", []).append(choice)
    for kind_of_choice, (first, *others) in like.items():
        words = [f"{first.text} = {first.label}" if first.label else first.text]
        words += [f"group {first.group}"] if first.group else []
        words += [f"touch {' '.join(first.pieces)}"] if first.pieces else []
        words += ["costs"] if first.costs else []
        words += [f"and {len(others)} like it"] if others else []
        yield Shown(" · ".join(words), kind_of_choice)


def _previews(view: View, kind: Kind) -> Iterator[Shown]:
    """The effects of choices and of the last move: a few previews per group of choices."""
    groups = {choice.action: choice.group for choice in view.choices}
    shown: dict[str, list[str]] = {}
    for preview in [*view.previews, *view.frames, *([view.pending] if view.pending else ())]:
        words = _preview(preview)
        like = shown.setdefault(groups.get(preview.action, ""), [])
        if words and kind(words) not in like and len(like) < _OF_A_GROUP:
            like.append(kind(words))
            yield Shown(words, kind(words))


def _preview(preview: Preview) -> str:
    outcomes = [f"{each.words}{f' ({each.rule})' if each.rule else ''}" for each in preview.outcomes]
    beams = [f"{each.target} {each.words}{f' ({each.value})' if each.value else ''}" for each in preview.beams]
    return " | ".join(each for each in (preview.title, *outcomes, *beams) if each)


# --- pieces -------------------------------------------------------------------------------------------

Family = tuple[str, str, str]


def _families(view: View) -> dict[Family, list[Piece]]:
    """Pieces by family: similar ids in similar zones, which belong to the reader, to others, or to nobody."""
    zones = {part.id: part for part in view.parts if isinstance(part, Zone)}
    families: dict[Family, list[Piece]] = {}
    for piece in view.pieces:
        owner = zones[piece.zone].owner
        whose = "" if owner is None else "own" if owner == view.seat else "others"
        families.setdefault((family(piece.id), family(piece.zone), whose), []).append(piece)
    return families


def _touchable(view: View) -> Iterator[tuple[Family, str]]:
    """The pieces, and the zones that are a target, each with its family."""
    for like, pieces in _families(view).items():
        yield from ((like, piece.id) for piece in pieces)
    for part in view.parts:
        if isinstance(part, Zone) and part.target:
            yield (family(part.id), "", ""), part.id


def _pieces(view: View, kind: Kind) -> Iterator[Shown]:
    """One piece of each kind in each family."""
    for like, pieces in _families(view).items():
        kinds: dict[str, list[Piece]] = {}
        for piece in pieces:
            kinds.setdefault(" ".join([*like, _kind_of_piece(piece, kind)]), []).append(piece)
        for kind_of_piece, (first, *others) in kinds.items():
            more = f" and {len(others)} like it" if others else ""
            yield Shown(f"{first.id} in {first.zone}{more}: {_piece(first)}", kind_of_piece, len(others))


def _piece(piece: Piece) -> str:
    words = [piece.label, *(f"{name} {value}" for name, value in _marked(piece)), _describe(piece.face)]
    return " · ".join(each for each in words if each) + " · secret" * piece.secret


def _marked(piece: Piece) -> Iterator[tuple[str, str]]:
    """The text of a piece about its use now."""
    lacks = [f"{pip.lack} [[{pip.icon}]]" for pip in piece.face.costs if pip.lack]
    marks = {"tag": piece.tag, "note": piece.note, "lacks": ", ".join(lacks)}
    yield from ((name, words) for name, words in marks.items() if words)


def _kind_of_piece(piece: Piece, kind: Kind) -> str:
    """The kind of a piece: what it says about its use, and which fields its face prints."""
    marks = [f"{name} {kind(words)}" for name, words in _marked(piece)]
    return " ".join([*marks, _kind_of_face(piece, kind)])


def _kind_of_face(piece: Piece, kind: Kind) -> str:
    """The kind of a face: the fields it prints, and its status."""
    fields = [f"{name} {kind(value) if name == 'status' else ''}" for name, value in _words_of(piece.face)]
    return " ".join(each for each in fields if each.split()[0] not in _TAKEN_FOR_ALIKE)


def _about(match: Match, view: View, kind: Kind) -> Iterator[Shown]:
    """The text about pieces that have no room for it on the table, for the first of each family."""
    if about := getattr(match.game.table, "about", None):
        state = match.hidden(view.seat)[0]
        for like, pieces in _families(view).items():
            if words := about(state, match.game.box, pieces[0].id):
                yield Shown(f"{pieces[0].id}: {words}", " ".join(like))


def _why_not(match: Match, view: View, kind: Kind) -> Iterator[Shown]:
    """Why pieces and zones cannot be chosen: one reason of each kind, with one of each family it holds for."""
    about = getattr(match.game.table, "about", None)
    state = match.hidden(view.seat)[0]
    answers: dict[str, str] = {}
    asked: dict[str, dict[Family, str]] = {}
    for like, name in _touchable(view):
        words = about(state, match.game.box, name) if about else ""
        answer = match.why_not(view.seat, name).removeprefix(words).strip()
        if answer:
            answers.setdefault(kind(answer), answer)
            asked.setdefault(kind(answer), {}).setdefault(like, name)
    for like_it, answer in answers.items():
        yield Shown(f"{', '.join(asked[like_it].values())}: {answer}", like_it)


# --- what moved, and what is drawn --------------------------------------------------------------------


def _moved(view: View) -> Iterator[Shown]:
    """The effects of the last move, one of each kind: flights, pieces from elsewhere, marks, and sounds."""
    moves = [f"{flight.source} to {flight.target}" for flight in view.flights]
    moves += [f"{piece.id} from {piece.via}" for piece in view.pieces if piece.via]
    moves += [f"{piece.id} marked {mark.words} by seat {mark.seat}" for piece in view.pieces for mark in piece.marks]
    moves += [f"heard: {', '.join(view.sounds)}"] if view.sounds else []
    like: dict[str, list[str]] = {}
    for move in moves:
        like.setdefault(family(move), []).append(move)
    for kind_of_move, (first, *others) in like.items():
        yield Shown(f"{first}, and {len(others)} like it" if others else first, kind_of_move)


def _drawn(view: View) -> Iterator[Shown]:
    """The parts that both layouts draw, and those that only one does, counted by family."""
    wide, narrow = _names(view, view.wide), _names(view, view.narrow)
    drawn = {"both": wide & narrow, "only wide": wide - narrow, "only narrow": narrow - wide}
    drawn["neither"] = {part.id for part in view.parts} - wide - narrow
    for where, names in drawn.items():
        parts = _counted([part.id for part in view.parts if part.id in names])
        if parts:
            text = wrap(f"{where}: {', '.join(parts)}", _WIDTH, break_on_hyphens=False)
            yield Shown("\n    ".join(text), family(" ".join(text)))
    for where, layout in (("wide", view.wide), ("narrow", view.narrow)):
        for page, areas in layout.pages.items():
            parts = _counted([name for name, area in areas.items() if area.w])
            yield Shown(f"page {page} ({where}): {', '.join(parts)}", f"{where} {family(page)}")


def _names(view: View, layout: Layout) -> set[str]:
    """The parts that have an area in a layout, without zones that its drawers hold."""
    areas = {name for name, area in layout.areas.items() if area.w}
    drawers = [part for part in view.parts if isinstance(part, Drawer) and part.area in areas]
    in_drawers = {zone for drawer in drawers for zone in drawer.zones}
    return {part.id for part in view.parts if part.area in areas and part.id not in in_drawers}


def _counted(names: list[str]) -> list[str]:
    families: dict[str, list[str]] = {}
    for name in names:
        families.setdefault(family(name), []).append(name)
    return [f"{like} ×{len(each)}" if len(each) > 1 else each[0] for like, each in families.items()]
