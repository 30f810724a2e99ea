"""Elements of a record's arrays are read as plain integers."""

import pickle

import numpy as np
import pytest

from cogtable.engine.records.int_array import IntArray
from cogtable.engine.records.state import Int8, Record


class Hand(Record):
    cards: Int8[2, 3]
    counts: Int8[4]


@pytest.fixture
def hand():
    return Hand.new()[0]


def test_elements_are_plain_ints(hand):
    hand.counts[1] = 100
    hand.cards[1] = [1, 2, 127]
    assert type(hand.counts[1]) is int
    assert 100 * hand.counts[1] == 10_000
    assert 1 << hand.cards[1, 2] == 1 << 127
    assert hand.cards[1][2] * 2 == hand.cards[1, 1:][1] * 2 == 254
    assert [type(number) for number in hand.counts] == [int] * 4


def test_rows_are_views(hand):
    row = hand.cards[0]
    row[1] = 5
    row[1] += 1
    assert hand.cards[0, 1] == 6
    assert isinstance(row, IntArray)


def test_a_value_out_of_range_is_refused(hand):
    hand.counts[0] = 127
    with pytest.raises(OverflowError):
        hand.counts[0] += 1


def test_arithmetic_gives_plain_arrays(hand):
    assert type(hand.counts + 1) is np.ndarray
    assert type(hand.counts == 0) is np.ndarray
    assert (hand.counts / 2)[0].dtype == float
    assert hand.counts.sum() == 0


def test_it_can_be_pickled_and_copied(hand):
    hand.counts[2] = 3
    for same in (pickle.loads(pickle.dumps(hand.counts)), hand.counts.copy()):
        assert same.tolist() == [0, 0, 3, 0]
        assert type(same[2]) is int
