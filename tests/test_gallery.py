"""The gallery shows everything that a table can show, with the lines that make it."""

from textwrap import indent
from typing import get_args, get_type_hints

import pytest

from cogtable import gallery
from cogtable.gallery import examples
from cogtable.view import AnyPart, Face, Piece, Zone


def shown(kind):
    """Returns what the examples show of a kind."""
    things = [thing for example in examples() for thing in [*example.view.parts, *example.view.pieces]]
    return [thing for thing in things if isinstance(thing, kind)]


def test_every_part_is_shown():
    assert {type(part) for part in shown(AnyPart)} == set(get_args(AnyPart))


@pytest.mark.parametrize(("of", "field"), [(Zone, "shape"), (Face, "kind")])
def test_every_shape_and_every_face_is_shown(of, field):
    things = [piece.face for piece in shown(Piece)] if of is Face else shown(of)
    assert {getattr(thing, field) for thing in things} == set(get_args(get_type_hints(of)[field]))


def test_pieces_and_parts_have_unique_names():
    """They are all on one page."""
    names = [thing.id for thing in shown(AnyPart | Piece) if thing.id != "here"]
    assert len(set(names)) == len(names)


def test_every_piece_lies_in_a_zone_and_every_part_in_the_layout():
    for example in examples():
        zones = {part.id for part in example.view.parts if isinstance(part, Zone)}
        assert {piece.zone for piece in example.view.pieces} <= zones
        assert {part.area for part in example.view.parts} == set(example.view.wide.areas)


def test_the_shown_lines_produce_the_shown_table():
    for example in examples():
        lines, _, helper = example.source.partition("\n\ndef ")
        scope = vars(gallery).copy()
        exec(f"def made():\n{indent(lines, '    ')}\n\n{'def ' * bool(helper)}{helper}", scope)
        pieces = [thing for thing in scope["made"]() if isinstance(thing, Piece)]
        assert pieces == example.view.pieces, example.title


@pytest.mark.parametrize("style", ["named", "list", "list words", "tile", "each", "line", "count-right", "count-below"])
def test_styles_of_areas_are_shown(style):
    styles = [area.style for example in examples() for area in example.view.wide.areas.values()]
    assert any(style in f" {each} " for each in styles)


def test_ghosts_with_and_without_words_are_shown():
    pending = [example.view.pending for example in examples() if example.view.pending]
    assert {bool(ghost.words) for preview in pending for ghost in preview.ghosts} >= {True}
