"""Records: their accepted values and their behaviour."""

import gc
import re
import weakref

import numpy as np
import pytest

from cogtable.engine.records.state import (
    HOLDER,
    NOBODY,
    OWNER,
    Int8,
    Int16,
    Int32,
    Int64,
    State,
    Tables,
    UInt32,
    known_to,
    option,
    seats_in,
    waits,
)
from cogtable.testing.conformance.knowledge import unknown, who_knows


def test_fields_are_read_and_written_by_name():
    class Some(State):
        board: Int8[2, 3]
        turn: Int16

    array = Some.new()
    array[0].board[1, 2] = 5
    array[0].turn = -300
    assert type(array[0].turn) is int
    assert (array[0].turn, array["board"][0, 1, 2]) == (-300, 5)


@pytest.mark.parametrize("count", [1, 3])
def test_values_read_the_same_in_every_way_of_access(count: int):
    class Wide(State):
        a: Int8
        b: Int16
        c: Int32
        d: Int64
        e: UInt32
        row: Int16[4]

    array = Wide.new(count)
    s = array[count - 1]
    for name in "abcde":
        limits = np.iinfo(Wide.dtype[name])
        for number in (limits.min, limits.max):
            setattr(s, name, number)
            assert getattr(s, name) == array[name][-1] == number
    row = s.row
    s.row = [1, 2, 3, 4]
    array["row"][-1, 2] = 9
    s.row[0] = -5
    assert row.tolist() == s.row.tolist() == array[count - 1].row.tolist() == [-5, 2, 9, 4]
    assert not array[:-1].view("u1").any()


def test_a_record_is_freed_with_its_last_reader():
    """Values that were read from it don't keep it alive, even without the garbage collector."""

    class Read(State):
        row: Int8[4]

    array = Read.new()
    gone = weakref.ref(array)
    element = array[0]
    assert element.row.sum() == 0
    gc.disable()
    try:
        del element, array
        assert gone() is None
    finally:
        gc.enable()


def test_read_only_records_cannot_be_written_through_an_element():
    class Fixed(State):
        row: Int8[4]

    array = Fixed.new()
    array.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        array[0].row[1] = 1


def test_every_byte_belongs_to_a_field():
    class Odd(State):
        a: Int8
        b: Int64
        c: UInt32[3]
        d: Int16
        e: Int32

    dtype = Odd.dtype
    assert sum(int(dtype[name].itemsize) for name in dtype.names) == dtype.itemsize
    assert dtype.itemsize % 8 == 0


def test_every_state_has_the_header():
    class Empty(State):
        pass

    assert {"seats", "waiting", "over", "ply", "rng", "assists", "always_ask"} <= set(Empty.dtype.names)


@pytest.mark.parametrize("name", ["base", "data", "size", "shape", "item", "max", "copy", "marker", "filling", "_own"])
def test_a_name_that_numpy_uses_is_refused(name):
    with pytest.raises(TypeError, match=rf"Bad\.{name}: NumPy uses this name on records; choose another"):
        type("Bad", (State,), {"__annotations__": {name: Int8}, "__module__": __name__})


def test_a_field_of_the_header_cannot_be_declared_again():
    with pytest.raises(TypeError, match=r"Bad\.ply: the field is declared twice"):
        type("Bad", (State,), {"__annotations__": {"ply": Int8}, "__module__": __name__})


def test_two_games_with_the_same_fields_are_two_types():
    class One(State):
        x: Int8

    class Other(State):
        x: Int8

    assert One.marker != Other.marker
    assert One.dtype != Other.dtype


def test_an_option_keeps_its_field_and_its_words():
    class Chosen(State):
        length: Int8 = option(3, low=1, high=5, title="Length")
        mode: Int8 = option(1, choices=("short", "long", "endless"), title="Mode")

    options = Chosen.options()
    assert list(options)[:2] == ["length", "mode"]
    assert (options["length"].low, options["length"].high) == (1, 5)
    assert (options["mode"].low, options["mode"].high) == (0, 2)
    assert "length" in Chosen.dtype.names


def sees(s, seat):
    """The seat that has turned it.

    And nobody else.
    """
    return [seat == 0, True]


def test_a_field_declares_who_sees_it():
    class Held(State):
        hand: Int8[3, 2] = known_to(OWNER, of="cards")
        deck: Int8[2] = known_to(NOBODY, of="cards")
        pair: Int8[2] = known_to(sees)
        where: Int8[6] = known_to(HOLDER, by="cards")
        turn: Int8

    array = Held.new()
    s = array[0]
    s.seats, s.hand[:], s.deck[:] = 2, [[0, 1], [2, -1], [0, 0]], [3, -1]
    assert who_knows(Held) == {
        "rng": "nobody", "hand": "its seat (cards)", "deck": "nobody (cards)", "pair": "the seat that has turned it",
        "where": "every seat that knows its place (by cards)",
        **dict.fromkeys(["waiting", "ply", "seats", "over", "assists", "always_ask", "turn"], "everybody"),
    }  # fmt: skip
    cells = {name: found.tolist() for name, found in unknown(Held, array, 0).items()}
    assert cells["hand"] == [[False, False], [True, False], [False, False]]
    assert cells["deck"] == [True, False]
    assert cells["pair"] == [False, False]
    assert cells["where"] == [False, False, True, True, False, False]
    assert unknown(Held, array, -1)["where"].tolist() == [True, True, True, True, False, False]


@pytest.mark.parametrize(
    ("declared", "wrong"),
    [
        ({"who": "somebody"}, "expected NOBODY, OWNER, HOLDER or a function; found 'somebody'"),
        ({"who": -1}, "expected NOBODY, OWNER, HOLDER or a function; found -1"),
        ({"who": NOBODY, "of": "cards", "by": "cards"}, "holds numbers `of` cards, or is indexed `by` cards"),
        ({"who": HOLDER, "of": "cards"}, "HOLDER is for a field that is indexed `by` components"),
        ({"who": lambda s, seat: True}, "<lambda> needs a docstring that says who may know the field"),
    ],
)
def test_declared_visibility_is_checked(declared, wrong):
    with pytest.raises(TypeError, match=re.escape(wrong)):
        known_to(**declared)


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (
            {"__annotations__": {"one": Int8}, "one": known_to(OWNER)},
            "Bad.one is one number; what it declares is for",
        ),
        ({"one": known_to(NOBODY)}, "Bad.one says who may know it, but is not a field"),
    ],
)
def test_only_valid_fields_can_be_declared(body, wrong):
    with pytest.raises(TypeError, match=wrong):
        type("Bad", (State,), {"__module__": __name__, **body})


def test_copies_are_equal_byte_for_byte():
    class Copied(Tables):
        wide: Int64[2]
        narrow: Int8[3]

    array = Copied.new()
    array["narrow"] = 7
    dirty = np.frombuffer(bytearray(b"\xff" * array.nbytes), array.dtype)
    dirty[0] = array[0]
    assert dirty.tobytes() == array.tobytes()


def test_waiting_seats_are_listed():
    class Some(State):
        pass

    s = Some.new()[0]
    s.waiting = 0b101
    assert seats_in(s.waiting) == (0, 2)
    assert [waits(s, seat) for seat in (-1, 0, 1, 2)] == [False, True, False, True]
