"""The layout of an observation: the meaning of each number of a row, declared in one place.

An observation is a seat's information as a row of small integers for a program that learns. For example::

    class CardSeen(Features):
        POINTS = feature("Its points", high=20)
        COST = feature("What it costs, by colour", COLORS, high=20)

    class Seen(Features):
        ROUND = feature("The current round", high=500)
        ROW = feature("The face-up cards", 4, of=CardSeen)

A member is the place of its first number, so `Seen.ROW + CARD * i + CardSeen.COST + color` is where the verb `observe`
writes what the card in place `i` costs in a colour, with `CARD = CardSeen.count()`. Places, ranges, documentation and
`read` all follow from the declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any, NamedTuple, Self

import numpy as np

from cogtable.engine.records.enums import PlainIntEnum
from cogtable.engine.records.state import Ints

DTYPE = np.dtype(np.int16)
"""The type of the numbers of an observation: the narrowest that holds all that games count. Points, coins and rounds
pass the 127 of 8 bits; 32 bits would double the memory that a batch writes and a program that learns reads. Ranges are
declared, and must fit; numbers without a limit in the rules are cut off at the end of their range."""


class Written(np.ndarray):
    """A row while interpreted code writes it. Compiled code does not ask how long a row is, so a place before its
    beginning is refused here.
    """

    def __setitem__(self, place: Any, number: Any) -> None:
        super().__setitem__(_counted(place), number)

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(_counted(place))


def _counted(place: Any) -> Any:
    """A place, or the slice from one on."""
    start = place.start if isinstance(place, slice) else place
    if isinstance(start, int | np.integer) and start < 0:
        raise IndexError(f"observe goes to place {start} of its row; places count from 0")
    return place


class _Feature(NamedTuple):
    text: str
    shape: tuple[int, ...]
    low: int
    high: int
    of: type[Features] | None


def feature(text: str, *shape: int, low: int = 0, high: int = 1, of: type[Features] | None = None) -> Any:
    """Declares a number or an array of numbers of an observation; without a range a flag, 0 or 1.

    Args:
        text: what it means, in a sentence without its full stop.
        shape: how many there are, along each axis; a single number without one.
        low, high: the range of each number, ends included.
        of: what each of them consists of, instead of one number.

    Raises TypeError for a shape or a range that cannot be.
    """
    if any(size < 1 for size in shape):
        raise TypeError(f"feature: each axis has 1 entry or more; found the shape {shape}")
    limits = np.iinfo(DTYPE)
    if not limits.min <= low < high <= limits.max:
        raise TypeError(
            f"feature: expected a range within {limits.min} to {limits.max}, the low end first; found {low} to {high}"
        )
    if not text.strip():
        raise TypeError("feature: say in words what it means")
    return _Feature(text, shape, low, high, of)


class Block(NamedTuple):
    """One kind of number of an observation, such as the costs of all face-up cards.

    `name` is the path to it ("row.cost"), `shape` the shape of its numbers (empty for a single one), which lie at
    `first` plus the steps along each axis; `low` to `high` is their range, and `text` says what they mean.
    """

    name: str
    text: str
    shape: tuple[int, ...]
    low: int
    high: int
    first: int
    steps: tuple[int, ...]

    def of(self, rows: Any) -> Any:
        """The numbers of this block in one observation or an array of them (last axis): a view, not a copy."""
        rows = np.asarray(rows)
        size = rows.strides[-1]
        return np.lib.stride_tricks.as_strided(
            rows[..., self.first :],
            (*rows.shape[:-1], *self.shape),
            (*rows.strides[:-1], *(step * size for step in self.steps)),
            writeable=rows.flags.writeable,
        )

    def places(self) -> Ints:
        """Where its numbers are in a row, in the shape of the block."""
        places = np.full(self.shape, self.first)
        for axis, step in enumerate(self.steps):
            along = [1] * len(self.shape)
            along[axis] = -1
            places += step * np.arange(self.shape[axis]).reshape(along)
        return places


class Features(PlainIntEnum):
    """The layout of an observation, or of a part of it that comes several times, such as a card or a seat."""

    text: str
    shape: tuple[int, ...]
    low: int
    high: int
    of: type[Features] | None

    def __new__(cls, text: str, shape: tuple[int, ...], low: int, high: int, of: type[Features] | None) -> Features:
        """A member that begins where the one before ends."""
        member = int.__new__(cls, cls.count())
        member._value_ = int(member)
        member.text, member.shape, member.low, member.high, member.of = text, shape, low, high, of
        return member

    @classmethod
    def count(cls) -> int:
        """How many numbers there are."""
        return sum(prod(one.shape) * _width(one) for one in cls)

    @classmethod
    def features(cls) -> list[Self]:
        """The declared features in order, each with its `name`, `text`, `shape`, range and what it is `of`."""
        return list(cls)

    @classmethod
    def blocks(cls) -> tuple[Block, ...]:
        """All kinds of numbers, in the order of their first ones."""
        return _blocks(cls)

    @classmethod
    def bounds(cls) -> tuple[Ints, Ints]:
        """The least and the most that each number can be."""
        ends = np.zeros((2, cls.count()), DTYPE)
        for block in _blocks(cls):
            ends[0, block.places()], ends[1, block.places()] = block.low, block.high
        return ends[0], ends[1]

    @classmethod
    def read(cls, rows: Any) -> dict[str, Any]:
        """The blocks of one observation, or of an array of them (last axis), by name: views, not copies.

        Raises ValueError for rows of another length.
        """
        rows = np.asarray(rows)
        if not rows.ndim or rows.shape[-1] != cls.count():
            raise ValueError(f"expected rows of {cls.count()} numbers; found an array of shape {rows.shape}")
        return {block.name: block.of(rows) for block in _blocks(cls)}

    @classmethod
    def name_of(cls, place: int) -> str:
        """The name of the number at a place, such as "row.cost[3, 1]". Raises IndexError for an invalid place."""
        for block in _blocks(cls):
            for index in np.argwhere(block.places() == place):
                return block.name + (f"[{', '.join(map(str, index))}]" if block.shape else "")
        raise IndexError(f"there is no number {place}; {cls.__name__} has 0 to {cls.count() - 1}")


def _width(one: Features) -> int:
    """The number of numbers in one entry of a feature."""
    return one.of.count() if one.of else 1


@cache
def _blocks(layout: type[Features]) -> tuple[Block, ...]:
    return tuple(_walk(layout, "", 0, (), ()))


def _walk(
    layout: type[Features], path: str, first: int, shape: tuple[int, ...], steps: tuple[int, ...]
) -> Iterator[Block]:
    """The blocks of a layout that begins at `first` and is repeated along the axes of `shape`."""
    for one in layout:
        width = _width(one)
        own = tuple(width * prod(one.shape[axis + 1 :]) for axis in range(len(one.shape)))
        name, at = path + one.name.lower(), first + int(one)
        if one.of:
            yield from _walk(one.of, f"{name}.", at, shape + one.shape, steps + own)
        else:
            yield Block(name, one.text, shape + one.shape, one.low, one.high, at, steps + own)


def markdown(layout: type[Features]) -> str:
    """The blocks of an observation as tables: first the whole, then what its parts consist of."""
    lines = [f"{layout.count()} numbers of type {DTYPE}.", "", *_table(layout)]
    for part in _parts(layout):
        lines += ["", f"**{part.__name__}**, {part.count()} numbers: {_sentence(part)}", "", *_table(part)]
    return "\n".join(lines) + "\n"


def _sentence(layout: type[Features]) -> str:
    words = (layout.__doc__ or "").strip().partition("\n")[0]
    return words[:1].lower() + words[1:]


def _parts(layout: type[Features]) -> list[type[Features]]:
    """The layouts that the features of a layout consist of, recursively, each once."""
    found = [one.of for one in layout if one.of]
    return list(dict.fromkeys([*found, *(inner for part in found for inner in _parts(part))]))


def _table(layout: type[Features]) -> list[str]:
    lines = ["| from | name | how many | each | meaning |", "|---|---|---|---|---|"]
    for one in layout:
        shape = " × ".join(map(str, one.shape)) or "1"
        each = one.of.__name__ if one.of else f"{one.low} to {one.high}"
        lines.append(f"| {int(one)} | `{one.name.lower()}` | {shape} | {each} | {one.text} |")
    return lines
