"""Bit masks: rules that write them give the same legal actions, and the same draws, as with byte masks."""

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import cogtable
from cogtable.engine.compile.jit import jitable, kernel
from cogtable.engine.compiled_play import kernels
from cogtable.engine.compiled_play.stepping import Draws
from cogtable.engine.rules import bitmask, rng, verbs

COUNTS = (64, 250, *(pytest.param(count, marks=pytest.mark.large) for count in (1, 7, 8, 63, 65, 78, 128)))
tiny = cogtable.game("tiny")
ACTIONS = tiny.actions
Tiny: Any = tiny.state


class Sliced(Tiny):  # type: ignore[misc]
    """Tiny, with a `legal` that slices its mask, which only an array supports."""


def legal(s, b, seat, mask):
    mask[: mask.size] = 0
    for i in range(ACTIONS):
        mask[i : i + 1] = s.hand[seat, i] >= 0


def with_other_legal():
    own = verbs.rules_of(tiny.state)
    names = ("setup", "play", "hide", "determinize", "rank", "evaluate")
    rules = SimpleNamespace(__name__="sliced", legal=legal, **{name: getattr(own, name) for name in names})
    verbs.register(Sliced, rules, actions=tiny.actions)


def words(count):
    """Numbers of 64 bits, signed as in compiled code: sparse, dense, empty and full ones."""
    drawn = random.Random(5)
    for i in range(count):
        word = (
            drawn.getrandbits(64) & (drawn.getrandbits(64) if i % 2 else -1) & (drawn.getrandbits(64) if i % 3 else -1)
        )
        yield word - (1 << 64) if word >> 63 else word
    yield from (-1, 1, -(1 << 63), 1 << 62)


def test_set_bits_are_counted_and_found():
    for word in words(200):
        places = [i for i in range(64) if word >> i & 1]
        assert bitmask.popcount(word) == len(places)
        assert [bitmask.select_bit(word, k) for k in range(len(places))] == places
        assert not places or bitmask.lowest_bit(word) == places[0]


def test_many_actions_can_be_allowed_at_once():
    mask = np.zeros(78, np.uint8)
    assert not bitmask.any_allowed(mask)
    bitmask.allow(mask, 3, 0b1011)
    bitmask.allow(mask, 0, 0)
    assert np.flatnonzero(mask).tolist() == [3, 4, 6]
    assert bitmask.any_allowed(mask)


@pytest.mark.native
@pytest.mark.parametrize("count", COUNTS)
def test_compiled_a_bit_mask_is_written_read_and_drawn_from_like_a_byte_mask(count):
    empty = bitmask.empty(count)

    @kernel
    def by_bits(wanted, first, more, draws, out, drawn):
        mask = empty()
        for action in range(wanted.size):
            mask[action] = 1
            mask[action] = wanted[action]
        bitmask.allow(mask, first, more)
        bitmask.unpack_bits(mask, out)
        for i in range(drawn.size):
            drawn[i] = bitmask.draw(draws[0], mask)
        read = 0
        for action in range(mask.size):
            read += mask[action]
        return read, bitmask.any_allowed(mask)

    with np.errstate(over="ignore"):
        for i, word in enumerate(words(20)):
            wanted = np.array([word >> (action % 64) & 1 for action in range(count)], np.uint8)
            first = random.Random(i).randrange(count)
            more = random.Random(i).getrandbits(min(63, count - first)) if i % 2 else 0
            expected = np.zeros(-(-count // 8) * 8, np.uint8)
            expected[:count] = wanted
            bitmask.allow(expected, first, more)
            for size in (count, expected.size):
                out, drawn = np.full(size, 9, np.uint8), np.zeros(30, np.int64)
                ours, theirs = Draws.new(), Draws.new()
                rng.seed(ours[0], i)
                rng.seed(theirs[0], i)
                assert by_bits(wanted, first, more, ours, out, drawn) == (expected.sum(), expected.any())
                assert out.tolist() == expected[:size].tolist()
                assert drawn.tolist() == [kernels.draw_from_bytes(theirs[0], expected) for _ in range(30)]


@pytest.mark.parametrize("count", COUNTS)
def test_a_packed_mask_is_read_and_drawn_from_like_a_byte_mask(count):
    for i, word in enumerate(words(20)):
        wanted = np.zeros(-(-count // 8) * 8, np.uint8)
        wanted[:count] = [word >> (action % 64) & 1 for action in range(count)]
        packed = np.full(-(-count // 64) * 8, 9, np.uint8)
        bitmask.pack(wanted[:count], packed)
        assert np.unpackbits(packed, bitorder="little")[:count].tolist() == wanted[:count].tolist()
        assert not np.unpackbits(packed, bitorder="little")[count:].any()
        assert [bitmask.is_packed(packed, action) for action in range(count)] == wanted[:count].astype(bool).tolist()
        ours, theirs = Draws.new(), Draws.new()
        rng.seed(ours[0], i)
        rng.seed(theirs[0], i)
        with np.errstate(over="ignore"):
            expected = [kernels.draw_from_bytes(theirs[0], wanted) for _ in range(30)]
        assert [bitmask.draw(ours[0], packed.view(np.int64)) for _ in range(30)] == expected


@pytest.mark.native
def test_rules_that_need_an_array_get_a_byte_mask():
    with_other_legal()

    @kernel
    def drawn(states, boxes, mask, actions):
        kernels.fill_mask(states[0], boxes[0], 0, mask)
        for i in range(actions.size):
            actions[i] = kernels.random_action(states[0], boxes[0], 0, states[0], mask)

    states = Sliced.new()
    states["seats"] = 2
    rng.seed(states[0], 3)
    states["hand"] = -1
    states["hand"][0, 0, 1] = 5
    mask, actions = kernels.padded(tiny, 1)[0], np.zeros(20, np.int64)
    drawn(states, tiny.box.tables, mask, actions)
    assert np.flatnonzero(mask).tolist() == [1]
    assert set(actions.tolist()) == {1}


@jitable
def clear(mask):
    mask[: mask.size] = 0


@pytest.mark.native
def test_the_log_says_why_rules_get_a_byte_mask(monkeypatch):
    said = []
    monkeypatch.setattr(verbs.log, "info", lambda words, *fields: said.append(words % fields))
    assert not verbs.compiles(clear, bitmask.Bits(64))
    (words,) = said
    assert words.startswith("legal does not compile with a mask of bits")
    assert "mask[: mask.size] = 0" in words
