"""Rows in compiled code: an observer that writes a row gives the same numbers as one that writes an array."""

import numpy as np
import pytest
from numba.core import types

import cogtable
from cogtable.engine.compile.jit import jitable, kernel
from cogtable.engine.rules import verbs
from cogtable.engine.rules.observation import DTYPE
from cogtable.engine.rules.observation_row import RowType, row_of

pytestmark = pytest.mark.native
tiny = cogtable.game("tiny")


@jitable
def written(number, out):
    """Uses a row in every way that observers do: writing, reading, adding, and continuing in a part of it."""
    out[0] = number
    out[1] = number > 3
    part = out[2:5]
    part[0] = -number
    part[1] += out[0] + 1
    part[number % 2 + 1 :][0] += 7


@jitable
def fills(s, b, seat, out):
    out[0] = out.size


@kernel
def by_row(number, out):
    written(number, row_of(out[1]))


def test_a_row_stores_what_an_array_stores_and_leaves_its_neighbours():
    for number in (3, 4, -300, 300):
        expected, found = np.full((2, 3, 8), 5, DTYPE)
        written(number, expected[1])
        by_row(number, found)
        assert found.tolist() == expected.tolist()


def test_an_observer_that_needs_an_array_gets_one():
    import numba

    s, b = (numba.typeof(each[0]) for each in (tiny.state.new(), tiny.box.tables))
    assert verbs.writes_rows(verbs.own_function(tiny.state, "observe"), s, b)
    assert not verbs.writes_rows(fills, s, b)
    assert isinstance(RowType(), types.Type)
