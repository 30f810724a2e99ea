"""Events: their audiences, and when they are collected."""

import pickle

import numpy as np
import pytest

from cogtable.engine.compile.jit import jitable, kernel
from cogtable.engine.rules import events
from cogtable.engine.rules.events import ALL, Events, Note, collected, note


@pytest.mark.parametrize(("audience", "readers"), [
    (ALL, {-1, 0, 1, 2, 7}),
    (0b001, {0}),
    (0b110, {1, 2}),
    (1 << 7, {7}),
    (0, set()),
])  # fmt: skip
def test_audiences_are_sets_of_seats(audience, readers):
    one = Note(audience, 3)
    assert {seat for seat in (-1, 0, 1, 2, 7) if one.reaches(seat)} == readers


def test_events_are_collected_in_order():
    with collected() as notes:
        note(None, ALL, 1, 5)
        note(None, 0b10, 2, 6, 7, 8)
    note(None, ALL, 3)
    assert notes == [Note(ALL, 1, (5,)), Note(0b10, 2, (6, 7, 8))]


def test_collections_can_be_nested():
    with collected() as outer:
        note(None, ALL, 1)
        with collected() as inner:
            note(None, ALL, 2)
        note(None, ALL, 3)
    assert [one.event for one in outer] == [1, 3]
    assert [one.event for one in inner] == [2]


def test_a_failing_rule_ends_its_collection():
    with pytest.raises(ZeroDivisionError), collected() as notes:
        raise ZeroDivisionError
    note(None, ALL, 1)
    assert notes == []


class Event(Events):
    PAID = "seat kind count"
    MOVED = "slot machine gait way start end"
    ENDED = ""


def test_an_events_fields_can_be_read_by_name():
    with collected() as notes:
        note(None, ALL, Event.MOVED, machine=2, slot=1, gait=3, way=4, start=5, end=6)
        note(None, ALL, Event.ENDED)
    moved, ended = notes
    assert (moved.event, moved["slot"], moved["machine"], moved["end"]) == (1, 1, 2, 6)
    assert moved.numbers == (1, 2, 3, 4, 5, 6)
    assert ended == Note(ALL, 2)
    with pytest.raises(KeyError, match="no field card; the event has slot, machine"):
        moved["card"]


@pytest.mark.parametrize(
    "fields", [{"seat": 1}, {"seat": 1, "kind": 2, "price": 3}, {"seat": 1, "kind": 2, "count": 3, "x": 4}]
)
def test_unknown_field_names_are_refused(fields):
    with collected(), pytest.raises(TypeError, match="takes seat, kind, count; found seat"):
        note(None, ALL, Event.PAID, **fields)


def test_events_with_positional_fields_still_work():
    with collected() as notes:
        note(None, ALL, Event.PAID, 1, 2)
    (paid,) = notes
    assert (paid["seat"], paid["kind"], paid["count"]) == (1, 2, 0)
    with pytest.warns(DeprecationWarning, match="by name"):
        assert (paid.a, paid.b, paid.c, paid.d) == (1, 2, 0, 0)


def test_events_can_be_pickled():
    with collected() as notes:
        note(None, 1, Event.PAID, seat=1, kind=2, count=3)
    assert pickle.loads(pickle.dumps(notes)) == notes


@jitable
def told(seat):
    note(None, 1 << seat if seat else ALL, Event.PAID if seat else Event.ENDED, seat=seat, kind=0, count=seat + 1)
    events.note(None, ALL, Event.MOVED, machine=2, slot=1, gait=3, way=4, start=5, end=6)


@pytest.mark.native
def test_compiled_code_skips_events():
    @kernel
    def run(numbers):
        told(numbers[0])
        note(None, ALL, 7, 1)
        numbers[0] += 1

    numbers = np.array([3])
    with collected() as notes:
        run(numbers)
    assert (numbers[0], notes) == (4, [])
