"""Arrays of numbers over a memoryview."""

from __future__ import annotations

import itertools
import math
import operator
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
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
        if self._steps == _steps(self.shape):
            return self._memory[self._start : self._start + self.size].tolist()
        return list(map(self._memory.__getitem__, self._places()))

    def spread(self, shape: Shape) -> list[Any]:
        """All elements of the array broadcast to a shape."""
        if shape == self.shape:
            return self.values()
        missing = len(shape) - self.ndim
        if missing < 0 or any(own not in (1, n) for own, n in zip(self.shape, shape[missing:], strict=True)):
            raise ValueError(f"could not broadcast input array from shape {self.shape} into shape {shape}")
        own = (step if n > 1 else 0 for n, step in zip(self.shape, self._steps, strict=True))
        return list(map(self._memory.__getitem__, self._places(shape, (*[0] * missing, *own))))

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
        if type(key) is tuple and (place := self._place(key)) >= 0:
            return self._memory[place]
        if _picks(key):
            places, shape = self._picked(key)
            return filled(list(map(self._memory.__getitem__, places)), self.dtype, shape)
        chosen = self._chosen(key)
        return chosen if chosen.shape or _has_ellipsis(key) else chosen._memory[chosen._start]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.flags.check()
        if type(key) is int and len(self.shape) == 1:
            self._memory[self._start + _counted(key, self.shape[0]) * self._steps[0]] = self._fitting(value)
            return
        if type(key) is tuple and (place := self._place(key)) >= 0 and not isinstance(value, ndarray):
            self._memory[place] = self._fitting(value)
            return
        places: Sequence[int]
        if _picks(key):
            places, shape = self._picked(key)
        else:
            chosen = self._chosen(key)
            places, shape = chosen._places(), chosen.shape
        for place, number in zip(places, _array(value).spread(shape), strict=True):
            self._memory[place] = self._fitting(number)

    def _place(self, key: tuple[Any, ...]) -> int:
        """The place of the element that a number for each axis chooses; -1 for any other key."""
        if len(key) != len(self.shape):
            return -1
        place = self._start
        for index, length, step in zip(key, self.shape, self._steps, strict=True):
            if type(index) is not int:
                return -1
            place += _counted(index, length) * step
        return place

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

    def _picked(self, key: Any) -> tuple[list[int], Shape]:
        """The places of the elements that masks or lists of places choose, with numbers and slices, and their shape."""
        keys = _without_masks(self._whole_key(key), self.shape)
        parts: list[tuple[Shape, list[int]]] = []
        lists, at, axis = list[ndarray](), list[int](), 0
        for number, each in enumerate(keys):
            if each is None:
                parts.append(((1,), [0]))
                continue
            length, step = self.shape[axis], self._steps[axis]
            axis += 1
            if isinstance(each, slice):
                chosen = range(*each.indices(length))
                parts.append(((len(chosen),), [step * i for i in chosen]))
                continue
            places = _array(each)
            numbers = places.values()
            if not numbers or not 0 <= min(numbers) <= max(numbers) < length:
                numbers = [_counted(int(place), length) for place in numbers]
            offsets = numbers if step == 1 else [number * step for number in numbers]
            lists.append(filled(offsets, Kind(int), places.shape))
            at.append(number)
            if len(at) == 1:
                slot = len(parts)
        shape = broadcast_shape(*(each.shape for each in lists))
        together = [sum(offsets) for offsets in zip(*(each.spread(shape) for each in lists), strict=True)]
        parts.insert(slot if at[-1] - at[0] < len(at) else 0, (shape, together))
        found = [self._start]
        for _, offsets in parts:
            found = [place + offset for place in found for offset in offsets]
        return found, tuple(length for lengths, _ in parts for length in lengths)

    def _whole_key(self, key: Any) -> tuple[Any, ...]:
        """A key with something for each axis."""
        keys = [
            _array(each) if isinstance(each, list) else each for each in (key if isinstance(key, tuple) else (key,))
        ]
        used = sum(each.ndim if _is_mask(each) else each is not None and each is not Ellipsis for each in keys)
        if used > self.ndim:
            raise IndexError(f"too many indices for an array with {self.ndim} axes: {key!r}")
        rest = [slice(None)] * (self.ndim - used)
        at = next((i for i, each in enumerate(keys) if each is Ellipsis), len(keys))
        return (*keys[:at], *rest, *keys[at + 1 :])

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
        if type(other) in (int, float, bool):
            found = [operation(value, other) for value in self.values()]
            return filled(found, _widest(found, (self.dtype,)), self.shape)
        other = _array(other)
        shape = broadcast_shape(self.shape, other.shape)
        found = list(map(operation, self.spread(shape), other.spread(shape)))
        return filled(found, _widest(found, (self.dtype, other.dtype)), shape)

    def _reduced(self, axis: Any, operation: Callable[[Sequence[Any]], Any], *, keepdims: bool = False) -> Any:
        """The result for all elements, or an array of those along one axis or several."""
        if axis is None or (self.ndim == 1 and not keepdims):
            return operation(self.values())
        if isinstance(axis, tuple):
            last, *others = sorted((each % self.ndim for each in axis), reverse=True)
            found: Any = self._reduced(last, operation)
            return found._reduced(tuple(others), operation) if others else found
        axis %= self.ndim
        before: Any = (slice(None),) * axis
        shape = (*self.shape[:axis], *([1] if keepdims else []), *self.shape[axis + 1 :])
        columns = [self._chosen((*before, i)).values() for i in range(self.shape[axis])]
        lines = zip(*columns, strict=True) if columns else [()] * math.prod(shape)
        results = list(map(operation, lines))
        return filled(results, _widest(results, (self.dtype,)), shape)

    def sum(self, axis: Any = None) -> Any:
        """The sum."""
        return self._reduced(axis, sum)

    def mean(self, axis: Any = None) -> Any:
        """The mean."""
        lengths = (
            self.shape if axis is None else [self.shape[each] for each in (axis if type(axis) is tuple else (axis,))]
        )
        return self._reduced(axis, sum) / math.prod(lengths)

    def any(self, axis: int | None = None) -> Any:
        """Whether an element is not zero."""
        return self._reduced(axis, any)

    def all(self, axis: int | None = None) -> Any:
        """Whether no element is zero."""
        return self._reduced(axis, all)

    def max(self, axis: int | None = None, *, initial: Any = None, keepdims: bool = False) -> Any:
        """The greatest element, or `initial` if that is greater."""
        return self._reduced(axis, _extreme(max, initial), keepdims=keepdims)

    def min(self, axis: int | None = None, *, initial: Any = None, keepdims: bool = False) -> Any:
        """The smallest element, or `initial` if that is smaller."""
        return self._reduced(axis, _extreme(min, initial), keepdims=keepdims)

    def argmax(self, axis: int | None = None) -> Any:
        """The place of the greatest element, the first of several."""
        return self._reduced(axis, lambda line: line.index(max(line)))

    def astype(self, kind: Any) -> ndarray:
        """A copy with elements of another type."""
        found = filled([0], Kind(kind), self.shape)
        return filled([found._fitting(value) for value in self.values()], Kind(kind), self.shape)

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth value of an array with more than one element is ambiguous; use any() or all()")
        return bool(self.values()[0])

    def __int__(self) -> int:
        (only,) = self.values()
        return int(only)

    __index__ = __int__

    def __neg__(self) -> ndarray:
        return filled([-value for value in self.values()], self.dtype, self.shape)

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
    count = math.prod(shape)
    if values == [0]:
        return ndarray(memoryview(bytearray(count * kind.itemsize)).cast(kind.char), kind, shape)
    try:
        memory = bytearray(struct.pack(f"{count}{kind.char}", *values))
    except struct.error as error:
        raise ValueError(f"expected {count} numbers of the type {kind.str}: {error}") from error
    return ndarray(memoryview(memory).cast(kind.char), kind, shape)


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
    steps, step = list[int](), 1
    for length in reversed(shape):
        steps.append(step)
        step *= length
    return tuple(reversed(steps))


def _counted(index: int, length: int) -> int:
    """An index from the beginning."""
    if not -length <= index < length:
        raise IndexError(f"index {index} is out of bounds for axis of size {length}")
    return index % length


def _has_ellipsis(key: Any) -> bool:
    return any(each is Ellipsis for each in (key if isinstance(key, tuple) else (key,)))


def _is_mask(key: Any) -> bool:
    return isinstance(key, ndarray) and key.dtype.char == "?"


def _picks(key: Any) -> bool:
    """Whether a key has masks or lists of places."""
    if type(key) is tuple:
        return any(isinstance(each, list) or (isinstance(each, ndarray) and each.shape) for each in key)
    return isinstance(key, list) or (isinstance(key, ndarray) and bool(key.shape))


def _without_masks(keys: Iterable[Any], shape: Shape) -> list[Any]:
    """A key with the places that its masks choose, an array for each axis of a mask."""
    found: list[Any] = []
    for each in keys:
        if not _is_mask(each):
            found.append(each)
            continue
        axis = sum(other is not None for other in found)
        if each.shape != shape[axis : axis + each.ndim]:
            raise IndexError(f"a mask of shape {each.shape} for an array of shape {shape}")
        places: list[Any] = [place for place, holds in enumerate(each.values()) if holds]
        lines = []
        for length in reversed(each.shape):
            lines.append(filled([place % length for place in places] or [0], Kind(int), (len(places),)))
            places = [place // length for place in places]
        found += reversed(lines)
    return found


def _extreme(operation: Callable[..., Any], initial: Any) -> Callable[[Sequence[Any]], Any]:
    """`max` or `min`, with an element that counts besides the others if it is not None."""
    return operation if initial is None else lambda line: operation((initial, *line))


def _array(given: Any) -> ndarray:
    from . import asarray

    return asarray(given)


def _widest(values: list[Any], given: tuple[Kind, ...]) -> Kind:
    """The type of the results of a computation: whole numbers of 64 bits, unless there are others among them."""
    if not values:
        return given[0]
    kinds = set(map(type, values))
    return Kind(float if float in kinds else int if int in kinds else bool)
