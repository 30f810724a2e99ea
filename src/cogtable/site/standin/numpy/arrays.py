"""Arrays of numbers over a memoryview."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from types import GenericAlias
from typing import Any, Self

from .dtypes import dtype as Kind

Shape = tuple[int, ...]
Operation = Callable[[Any, Any], Any]


class Flags:
    """Whether an array can be written; all views of one memory share it."""

    writeable = True

    def check(self) -> None:
        """Raises ValueError if it cannot."""
        if not self.writeable:
            raise ValueError("assignment destination is read-only")


class ndarray:
    """An array: element (i, j) is number `start + i * steps[0] + j * steps[1]` of the memory."""

    __class_getitem__: Any = classmethod(GenericAlias)
    __hash__ = None  # type: ignore[assignment]

    dtype: Kind
    shape: Shape
    flags: Flags

    def __init__(self, memory: memoryview, kind: Kind, shape: Shape, flags: Flags | None = None) -> None:
        self._memory, self._start, self._steps = memory, 0, _steps(shape)
        self.dtype, self.shape, self.flags = kind, shape, flags or Flags()

    def _part(self, start: int, shape: Shape, steps: Shape) -> Self:
        """Another view of the same memory."""
        found = self.__new__(type(self))
        found._memory, found._start, found._steps = self._memory, start, steps
        found.dtype, found.shape, found.flags = self.dtype, shape, self.flags
        return found

    # --- what it is ---------------------------------------------------------------------------------

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __buffer__(self, flags: int) -> memoryview:
        """The memory of an array whose elements lie one after the other (from Python 3.12 on)."""
        if self._steps != _steps(self.shape):
            raise BufferError("the elements of the array do not lie one after the other")
        return self._memory[self._start : self._start + self.size]

    def __repr__(self) -> str:
        return f"array({self.tolist()})"

    def _places(self, shape: Shape | None = None, steps: Shape | None = None) -> Sequence[int]:
        """The places of all elements in the memory, the last axis fastest."""
        places: Sequence[int] = [self._start]
        for length, step in zip(shape or self.shape, steps or self._steps, strict=True):
            places = [place + step * i for place in places for i in range(length)]
        return places

    def values(self) -> list[Any]:
        """All elements, the last axis fastest."""
        if self._steps == (1,):
            return self._memory[self._start : self._start + self.shape[0]].tolist()
        return [self._memory[place] for place in self._places()]

    def spread(self, shape: Shape) -> list[Any]:
        """All elements of the array broadcast to a shape."""
        if shape == self.shape:
            return self.values()
        missing = len(shape) - self.ndim
        if missing < 0 or any(own not in (1, n) for own, n in zip(self.shape, shape[missing:], strict=True)):
            raise ValueError(f"could not broadcast input array from shape {self.shape} into shape {shape}")
        own = (step if n > 1 else 0 for n, step in zip(self.shape, self._steps, strict=True))
        return [self._memory[place] for place in self._places(shape, (*[0] * missing, *own))]

    def tolist(self) -> Any:
        """The elements as nested lists; the number itself if there are no axes."""
        found: Any = self.values()
        for length in reversed(self.shape[1:]):
            found = [found[i : i + length] for i in range(0, len(found), length)]
        return found if self.shape else found[0]

    def tobytes(self) -> bytes:
        """The bytes of all elements."""
        return filled(self.values(), self.dtype, self.shape)._memory.tobytes()

    # --- its elements -------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and len(self.shape) == 1:
            return self._memory[self._start + _counted(key, self.shape[0]) * self._steps[0]]
        if isinstance(key, list | ndarray):
            return self._picked(key)
        chosen = self._chosen(key)
        return chosen if chosen.shape or _has_ellipsis(key) else chosen._memory[chosen._start]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.flags.check()
        if type(key) is int and len(self.shape) == 1:
            self._memory[self._start + _counted(key, self.shape[0]) * self._steps[0]] = self._fitting(value)
            return
        chosen = self._chosen(key)
        for place, number in zip(chosen._places(), _array(value).spread(chosen.shape), strict=True):
            self._memory[place] = self._fitting(number)

    def _fitting(self, value: Any) -> Any:
        """A value as a number of the array's type; the memory refuses those out of range."""
        return float(value) if self.dtype.char in "fd" else bool(value) if self.dtype.char == "?" else int(value)

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(self.shape[0]))

    def __contains__(self, value: object) -> bool:
        return value in self.values()

    def _chosen(self, key: Any) -> Self:
        """The part of the array that numbers and slices choose."""
        keys = key if isinstance(key, tuple) else (key,)
        if _has_ellipsis(keys):
            at = next(i for i, each in enumerate(keys) if each is Ellipsis)
            rest = self.ndim - sum(each is not None for each in keys) + 1
            keys = (*keys[:at], *[slice(None)] * rest, *keys[at + 1 :])
        start, shape, steps, axis = self._start, list[int](), list[int](), 0
        for each in keys:
            if each is None:
                shape.append(1)
                steps.append(0)
                continue
            if isinstance(each, list | bool) or (isinstance(each, ndarray) and each.shape):
                raise TypeError("in a page, a mask or a list of places chooses along the first axis only")
            if axis == self.ndim:
                raise IndexError(f"too many indices for an array with {self.ndim} axes: {key!r}")
            length, step = self.shape[axis], self._steps[axis]
            if isinstance(each, slice):
                first, stop, by = each.indices(length)
                start += first * step
                shape.append(len(range(first, stop, by)))
                steps.append(step * by)
            else:
                start += _counted(operator.index(each), length) * step
            axis += 1
        return self._part(start, (*shape, *self.shape[axis:]), (*steps, *self._steps[axis:]))

    def _picked(self, key: Any) -> ndarray:
        """A copy of the parts along the first axis that a mask, or an array of places, chooses."""
        keys = _array(key)
        if keys.ndim != 1 or (keys.dtype.char == "?" and len(keys) != len(self)):
            raise IndexError(f"a mask or places of shape {keys.shape} for an array of shape {self.shape}")
        places = [i for i, holds in enumerate(keys) if holds] if keys.dtype.char == "?" else keys.values()
        numbers = [number for place in places for number in self._chosen((place, ...)).values()]
        return filled(numbers, self.dtype, (len(places), *self.shape[1:]))

    # --- other shapes and classes -------------------------------------------------------------------

    def reshape(self, *shape: Any) -> ndarray:
        """The elements in another shape; -1 stands for the length that is left."""
        wanted = shape[0] if isinstance(shape[0], tuple) else shape
        known = math.prod(length for length in wanted if length >= 0)
        wanted = tuple(self.size // known if length < 0 else length for length in wanted)
        if math.prod(wanted) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {wanted}")
        whole = self if self._steps == _steps(self.shape) else self.copy()
        return whole._part(whole._start, wanted, _steps(wanted))

    def ravel(self) -> ndarray:
        """The elements along one axis."""
        return self.reshape(-1)

    @property
    def flat(self) -> ndarray:
        """The same, to be written."""
        return self.reshape(-1)

    def view(self, kind: type[ndarray]) -> Any:
        """The same elements as an array of another class."""
        found = object.__new__(kind)
        vars(found).update(vars(self))
        return found

    def copy(self) -> ndarray:
        """An independent copy."""
        return filled(self.values(), self.dtype, self.shape)

    def __deepcopy__(self, memo: object) -> ndarray:
        return self.copy().view(type(self))  # type: ignore[no-any-return]

    # --- computations -------------------------------------------------------------------------------

    def combined(self, other: Any, operation: Operation) -> ndarray:
        """The results for each two elements."""
        other = _array(other)
        shape = broadcast_shape(self.shape, other.shape)
        found = list(map(operation, self.spread(shape), other.spread(shape)))
        return filled(found, _widest(found, (self.dtype, other.dtype)), shape)

    def _reduced(self, axis: int | None, operation: Callable[[list[Any]], Any]) -> Any:
        """The result for all elements, or an array of those along one axis."""
        if axis is None:
            return operation(self.values())
        axis %= self.ndim
        others = [range(length) if i != axis else (slice(None),) for i, length in enumerate(self.shape)]
        found = [operation(self[line].values()) for line in itertools.product(*others)]
        return filled(found, _widest(found, (self.dtype,)), (*self.shape[:axis], *self.shape[axis + 1 :]))

    def sum(self, axis: int | None = None) -> Any:
        """The sum."""
        return self._reduced(axis, sum)

    def any(self, axis: int | None = None) -> Any:
        """Whether an element is not zero."""
        return self._reduced(axis, any)

    def all(self, axis: int | None = None) -> Any:
        """Whether no element is zero."""
        return self._reduced(axis, all)

    def max(self, axis: int | None = None) -> Any:
        """The greatest element."""
        return self._reduced(axis, max)

    def min(self, axis: int | None = None) -> Any:
        """The smallest element."""
        return self._reduced(axis, min)

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth value of an array with more than one element is ambiguous; use any() or all()")
        return bool(self.values()[0])

    def __int__(self) -> int:
        (only,) = self.values()
        return int(only)

    __index__ = __int__

    def __invert__(self) -> ndarray:
        operation = operator.not_ if self.dtype.char == "?" else operator.invert
        return filled(list(map(operation, self.values())), self.dtype, self.shape)


def _add_operators() -> None:
    """Gives arrays the operators of Python, element by element: `a + b`, `1 + a`, `a += b`, `a < b`."""

    def plain(operation: Operation) -> Operation:
        return lambda self, other: self.combined(other, operation)

    def swapped(operation: Operation) -> Operation:
        return lambda self, other: self.combined(other, lambda mine, its: operation(its, mine))

    def in_place(operation: Operation) -> Operation:
        def run(self: ndarray, other: Any) -> ndarray:
            self[...] = self.combined(other, operation)
            return self

        return run

    for name in ("add", "sub", "mul", "floordiv", "truediv", "mod", "and", "or", "xor", "lshift", "rshift"):
        operation = getattr(operator, f"__{name}__")
        for prefix, made in (("", plain), ("r", swapped), ("i", in_place)):
            setattr(ndarray, f"__{prefix}{name}__", made(operation))
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(ndarray, f"__{name}__", plain(getattr(operator, f"__{name}__")))


_add_operators()


def filled(values: Sequence[Any], kind: Kind, shape: Shape) -> ndarray:
    """A new array of these elements; of as many zeros if `values` is [0]."""
    memory = memoryview(bytearray(math.prod(shape) * kind.itemsize)).cast(kind.char)
    if values != [0]:
        for place, value in enumerate(values):
            memory[place] = value
    return ndarray(memory, kind, shape)


def broadcast_shape(*shapes: Shape) -> Shape:
    """The shape of a computation with arrays of these shapes. Raises ValueError if they do not fit together."""
    found = []
    for lengths in itertools.zip_longest(*(reversed(shape) for shape in shapes), fillvalue=1):
        other = set(lengths) - {1}
        if len(other) > 1:
            raise ValueError(f"operands could not be broadcast together with shapes {shapes}")
        found.append(other.pop() if other else 1)
    return tuple(reversed(found))


def _steps(shape: Shape) -> Shape:
    """The steps of an array whose elements lie one after the other."""
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


def _counted(index: int, length: int) -> int:
    """An index from the beginning."""
    if not -length <= index < length:
        raise IndexError(f"index {index} is out of bounds for axis of size {length}")
    return index % length


def _has_ellipsis(key: Any) -> bool:
    return any(each is Ellipsis for each in (key if isinstance(key, tuple) else (key,)))


def _array(given: Any) -> ndarray:
    from . import asarray

    return asarray(given)


def _widest(values: list[Any], given: tuple[Kind, ...]) -> Kind:
    """The type of the results of a computation: whole numbers of 64 bits, unless there are others among them."""
    if not values:
        return given[0]
    kinds = set(map(type, values))
    return Kind(float if float in kinds else int if int in kinds else bool)
