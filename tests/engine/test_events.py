"""Notes: whom they reach, and when they are collected."""

import pytest

from cogtable.engine.rules.events import ALL, Note, collected, note


@pytest.mark.parametrize(("audience", "readers"), [
    (ALL, {-1, 0, 1, 2, 7}),
    (0b001, {0}),
    (0b110, {1, 2}),
    (1 << 7, {7}),
    (0, set()),
])  # fmt: skip
def test_audiences(audience, readers):
    one = Note(audience, 3, 0, 0, 0)
    assert {seat for seat in (-1, 0, 1, 2, 7) if one.reaches(seat)} == readers


def test_notes_are_collected_in_order():
    with collected() as notes:
        note(None, ALL, 1, 5)
        note(None, 0b10, 2, 6, 7, 8)
    note(None, ALL, 3)
    assert notes == [Note(ALL, 1, 5, 0, 0), Note(0b10, 2, 6, 7, 8)]


def test_collecting_inside_collecting():
    with collected() as outer:
        note(None, ALL, 1)
        with collected() as inner:
            note(None, ALL, 2)
        note(None, ALL, 3)
    assert [one.event for one in outer] == [1, 3]
    assert [one.event for one in inner] == [2]


def test_a_failing_rule_leaves_nothing_open():
    with pytest.raises(ZeroDivisionError), collected() as notes:
        raise ZeroDivisionError
    note(None, ALL, 1)
    assert notes == []
