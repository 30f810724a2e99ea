"""Randomness: a seeded generator that is part of the state, identical interpreted and compiled.

xoshiro128** by David Blackman and Sebastiano Vigna, "Scrambled linear pseudorandom number generators" (2018), four
words of 32 bits. Of products that pass 2**63 only the low 32 bits count, so plain Python and compiled integers agree.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from numba.extending import overload

from cogtable.engine.compile.jit import OPTIONS, jitable
from cogtable.engine.errors import BadOption
from cogtable.engine.integers import as_whole
from cogtable.engine.records.state import Ints

WORD = 0xFFFFFFFF

MAX_SEED = 2**63 - 1
"""The highest seed; the lowest is 0."""


def check_seed(seed: object, following: int = 0) -> int:
    """The seed as an `int`. Raises BadOption unless it's a seed, and so are the `following` numbers after it."""
    most, found = MAX_SEED - following, as_whole(seed)
    if found is None or not 0 <= found <= most:
        raise BadOption(f"a seed is a whole number from 0 to {most}; found {seed!r}")
    return found


def seed_or_random(seed: object, following: int = 0) -> int:
    """The seed as `check_seed` returns it; for None one that is drawn at random, from this computer's entropy."""
    return secrets.randbelow(MAX_SEED - following + 1) if seed is None else check_seed(seed, following)


@jitable
def seed(s: Any, number: int) -> None:
    """Starts the generator of state `s` from a seed of up to 63 bits: each word of both halves, never all zero."""
    for i in range(4):
        s.rng[i] = _word_from(number, i)
    if s.rng[0] | s.rng[1] | s.rng[2] | s.rng[3] == 0:
        s.rng[0] = 1


@jitable
def _word_from(number: int, i: int) -> int:
    """Word `i` of the generator that starts from a seed."""
    low = (number + (i + 1) * 0x9E3779B9) & WORD
    high = ((number >> 32) + (i + 1) * 0x85EBCA6B) & WORD
    return _mixed(_mixed(low) ^ high)


@jitable
def _mixed(z: int) -> int:
    """Scrambles a word (the finisher of splitmix32)."""
    z = ((z ^ (z >> 16)) * 0x21F0AAAD) & WORD
    z = ((z ^ (z >> 15)) * 0x735A2D97) & WORD
    return z ^ (z >> 15)


@jitable
def word(s: Any) -> int:
    """The next 32 random bits."""
    r = s.rng
    r0, r1, r2, r3 = int(r[0]), int(r[1]), int(r[2]), int(r[3])
    out = _scrambled(r1)
    r2 ^= r0
    r3 ^= r1
    r[1] = r1 ^ r2
    r[0] = r0 ^ r3
    r[2] = r2 ^ ((r1 << 9) & WORD)
    r[3] = ((r3 << 11) | (r3 >> 21)) & WORD
    return out


@jitable
def _scrambled(r1: int) -> int:
    """The generator's output, 32 bits, when its word 1 is `r1`."""
    x = (r1 * 5) & WORD
    return ((((x << 7) | (x >> 25)) & WORD) * 9) & WORD


_chooser: ContextVar[Callable[[int], int] | None] = ContextVar("chooser", default=None)


@contextmanager
def chosen_by(choose: Callable[[int], int]) -> Iterator[None]:
    """Inside, interpreted rules draw numbers below n from `choose(n)` instead of the generator."""
    token = _chooser.set(choose)
    try:
        yield
    finally:
        _chooser.reset(token)


class SeedOnly(NamedTuple):
    """Stands in for a state when only the first number drawn from a seed is needed."""

    s: Any
    number: int
    """The seed."""


def below(s: Any, n: int) -> int:
    """A number from 0 to n - 1, each equally likely (1 <= n < 2**31), drawn by the generator of state `s`."""
    choose = _chooser.get()
    if choose:
        return choose(int(n))
    return _first_below(s.s, s.number, int(n)) if isinstance(s, SeedOnly) else _below(s, int(n))


@overload(below, jit_options=OPTIONS)
def _below_native(s: Any, n: int) -> Any:
    def first(s: Any, n: int) -> Any:
        return _first_below(s.s, s.number, n)

    def drawn(s: Any, n: int) -> Any:
        return _below(s, n)

    return first if getattr(s, "instance_class", None) is SeedOnly else drawn


@jitable
def _first_below(s: Any, number: int, n: int) -> int:
    """The first value `_below` returns after `seed(number)`. Usually needs one of the four state words."""
    m = _scrambled(_word_from(number, 1)) * int(n)
    if m & WORD >= n:
        return m >> 32
    seed(s, number)
    return _below(s, n)


@jitable
def _below(s: Any, n: int) -> int:
    """Daniel Lemire, "Fast random integer generation in an interval" (2019)."""
    n = int(n)  # an element of a narrow array would not hold the product
    m = word(s) * n
    if m & WORD < n:
        least = (WORD + 1 - n) % n
        while m & WORD < least:
            m = word(s) * n
    return m >> 32


@jitable
def shuffle(s: Any, items: Ints, start: int, stop: int) -> None:
    """Puts items[start:stop] in random order, each order equally likely (Fisher and Yates)."""
    for i in range(stop - 1, start, -1):
        j = start + below(s, i - start + 1)
        held = items[i]
        items[i] = items[j]
        items[j] = held


@jitable
def fill(s: Any, items: Ints, blank: int) -> None:
    """Deals the numbers from 0 to len(items) - 1 that are missing in `items` to the places that hold `blank` (a
    negative number), each order equally likely: a new deck, or the unknown part of a partly known one.
    """
    blanks = 0
    for i in range(len(items)):
        blanks += items[i] == blank
    for number in range(len(items)):
        missing = True
        for i in range(len(items)):
            missing &= items[i] != number
        if missing:
            skip = below(s, blanks)
            place = 0
            while items[place] != blank or skip > 0:
                skip -= items[place] == blank
                place += 1
            items[place] = number
            blanks -= 1
