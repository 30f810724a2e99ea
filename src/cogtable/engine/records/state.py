"""Records: a game in progress, and the tables of a box, as flat NumPy records of integers.

A record is declared as a class with annotated integer fields::

    class Splendor(State):
        bank: Int8[6]
        tokens: Int8[4, 6]
        turn: Int8

`Splendor.dtype` is then a structured dtype (aligned as C would). An element of an array of it has the
fields as attributes, interpreted as well as in code compiled by Numba. A scalar field and an element of an
array field read as a plain `int` when interpreted, and as an integer of 64 bits in compiled code. Copying a
record is a memcpy, saving it `tobytes()`.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from struct import Struct
from typing import Any, ClassVar, NamedTuple

import numpy as np

from cogtable.engine.records import box_sizes as box_sizes  # loaded records are found by names that it understands
from cogtable.engine.records.int_array import IntArray

Mask = np.ndarray[Any, np.dtype[np.uint8]]
"""One byte for each action of a game: 1 where it is legal."""

Ints = np.ndarray[Any, np.dtype[Any]]
"""An array of integers: a field of a record or a buffer."""

MAX_SEATS = 8
"""The highest number of seats of a game."""


class Field(NamedTuple):
    """One field of a record: a NumPy type code and a shape (empty for a scalar)."""

    code: str
    shape: tuple[int, ...]


class Integer:
    """Base of the field types; `Int8` is one number, `Int8[4, 6]` an array."""

    code: ClassVar[str]

    def __class_getitem__(cls, shape: int | tuple[int, ...]) -> Field:
        return Field(cls.code, shape if isinstance(shape, tuple) else (shape,))


class Int8(Integer):
    """-128 to 127."""

    code = "i1"


class Int16(Integer):
    """-32,768 to 32,767."""

    code = "i2"


class Int32(Integer):
    """About ±2 billion (10**9)."""

    code = "i4"


class Int64(Integer):
    """About ±9 * 10**18."""

    code = "i8"


class UInt32(Integer):
    """0 to 4,294,967,295."""

    code = "u4"


class Option(NamedTuple):
    """A setting chosen before the game starts, stored in a field of the state.

    An integer from `low` to `high`, or an index into `choices`.
    """

    default: int
    low: int
    high: int
    title: str
    text: str
    choices: tuple[str, ...]


def option(
    default: int, *, title: str, text: str = "", low: int = 0, high: int = 1, choices: tuple[str, ...] = ()
) -> Any:
    """Declares a field of a state as an option of the game.

    As in ``target: Int16 = option(15, low=1, high=99, title="Points to reach")``.

    With `choices` the value is the index of one of them; a switch has the choices "off" and "on".
    """
    return Option(default, low, len(choices) - 1 if choices else high, title, text, choices)


Knower = Callable[[Any, int], Any]
"""who(s, seat): for each cell of a field of the state, whether `seat` (-1 for a spectator) may know what is in it."""

NOBODY = "nobody"
"""No seat knows what is in the field: the order of a deck."""
OWNER = "its seat"
"""Each row of the field is known to the seat of that number: hands."""
HOLDER = "every seat that knows its place"
"""For a field with an entry for each component: a seat knows an entry if it knows the cell where that component is."""


class Secret(NamedTuple):
    """Who may know a field of a state, as `known_to` declares it."""

    who: str | Knower
    of: str
    by: str
    alike: Callable[[Any, Any], Any] | None

    @property
    def kind(self) -> str:
        """The components that the field is about; empty for a field of plain numbers."""
        return self.of or self.by

    @property
    def words(self) -> str:
        """Who may know it, in words: of a function the first line of its docstring."""
        if isinstance(self.who, str):
            return self.who
        words = (self.who.__doc__ or "").strip().partition("\n")[0].rstrip(".")
        return words[:1].lower() + words[1:]


def known_to(who: str | Knower, *, of: str = "", by: str = "", alike: Callable[[Any, Any], Any] | None = None) -> Any:
    """Declares who may know a field of a state; a field without it is public.

    As in ``hand: Int8[SEATS, 5] = known_to(OWNER, of="cards")``. The rules do not use it, and `hide` must still be
    written: the conformance suite compares the two.

    Args:
        who: `NOBODY`, `OWNER`, `HOLDER`, or a function of the state and a seat (-1 for a spectator) that gives for each
            cell whether that seat may know it. Its docstring says the same in words.
        of: the components whose numbers stand in the field, such as "cards"; a number below 0 stands for none, and is
            no secret. The suite deals such cards among the cells that a seat may not know: nothing that it gets may
            change.
        by: the components by whose number the field is indexed: where each card is.
        alike: a function of the state and the tables that gives a number for each component. Only those of equal
            numbers are exchanged, where people can tell others apart from behind.

    Raises TypeError where these do not fit together.
    """
    if of and by:
        raise TypeError(f"known_to: a field holds numbers `of` {of}, or is indexed `by` {by}; it cannot do both")
    if not callable(who) and who not in (NOBODY, OWNER, HOLDER):
        raise TypeError(f"known_to: expected NOBODY, OWNER, HOLDER or a function; found {who!r}")
    if who == HOLDER and not by:
        raise TypeError("known_to: HOLDER is for a field that is indexed `by` components")
    secret = Secret(who, of, by, alike)
    if not secret.words:
        raise TypeError(f"known_to: {getattr(who, '__name__', who)} needs a docstring that says who may know the field")
    return secret


SWITCH = ("off", "on")

_TAKEN = frozenset(dir(np.record)) | {"marker", "filling"}


def fields_of(cls: type) -> dict[str, Field]:
    """The fields declared by `cls` and its bases, bases first."""
    found: dict[str, Field] = {}
    for base in reversed(cls.__mro__):
        scope = vars(sys.modules[base.__module__])
        for name, kind in inspect.get_annotations(base, globals=scope, eval_str=True).items():
            if isinstance(kind, type) and issubclass(kind, Integer):
                kind = Field(kind.code, ())
            if not isinstance(kind, Field):
                continue
            if name in _TAKEN or name.startswith("_"):
                raise TypeError(f"{cls.__name__}.{name}: NumPy uses this name on records; choose another")
            if name in found:
                raise TypeError(f"{cls.__name__}.{name}: the field is declared twice")
            found[name] = kind
    return found


def _array_property(name: str) -> property:
    def get(self: Any) -> Any:
        views = self.__dict__
        if name in views:
            return views[name]
        array = self.base
        if array is None or array.size != 1:
            return self[name].view(IntArray)
        view = views[name] = array.reshape(())[name].view(IntArray)  # of `self` it would keep it alive for ever
        return view

    def put(self: Any, values: Any) -> None:
        self[name] = values

    return property(get, put)


def _scalar_property(name: str, kind: np.dtype[Any], offset: int) -> property:
    unpack = Struct(kind.char).unpack_from  # `int(self[name])`, by way of an array, takes four times as long

    def get(self: Any) -> int:
        number: int = unpack(self, offset)[0]
        return number

    def put(self: Any, number: Any) -> None:
        self[name] = number

    return property(get, put)


def _without_gaps(fields: dict[str, Field]) -> np.dtype[Any]:
    """An aligned dtype with no padding bytes. Copying doesn't touch padding, so records with equal fields could
    otherwise compare unequal. Wide fields come first, and the end is filled with a field of its own.
    """
    ordered = sorted(fields.items(), key=lambda item: -np.dtype(item[1].code).itemsize)
    layout: list[Any] = [(name, field.code, field.shape) for name, field in ordered]
    size, used = np.dtype(layout, align=True).itemsize, np.dtype(layout).itemsize
    return np.dtype([*layout, ("filling", "i1", (size - used,))] if size > used else layout, align=True)


def _element(cls: type, fields: dict[str, Field], layout: np.dtype[Any]) -> type:
    """The type of one element: the fields as properties, scalars as plain `int`.

    An element keeps the views of its arrays: making one takes NumPy longer than most operations of rules on it.

    Its qualified name is where it can be found, so that pickle, cloudpickle and libraries based on them store a
    reference to it.
    """
    body: dict[str, Any] = {
        "__module__": cls.__module__,
        "__qualname__": f"{cls.__qualname__}.dtype.type",
        "declared": cls,
    }
    for name, field in fields.items():
        kind, offset = layout.fields[name][:2]  # type: ignore[index]
        body[name] = _array_property(name) if field.shape else _scalar_property(name, kind, offset)
    return type(cls.__name__, (np.void,), body)


class Record:
    """Base of the declared records; not to be instantiated: `cls.new()` makes an array of them."""

    dtype: ClassVar[np.dtype[Any]]
    marker: ClassVar[str]
    """A one-byte field named after the class and its module. Numba knows record types by their fields, so it keeps
    two games with the same fields apart."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        fields = fields_of(cls)
        cls.marker = re.sub(r"\W", "_", f"is_{cls.__name__}_{cls.__module__}")
        plain = cls.layout_of(fields)
        cls.dtype = np.dtype((_element(cls, fields, plain), plain))
        declared[cls.marker] = cls

    @classmethod
    def layout_of(cls, fields: dict[str, Field]) -> np.dtype[Any]:
        """How a record of this class with only some of its fields would lie in memory."""
        return _without_gaps({**fields, cls.marker: Field("i1", ())})

    @classmethod
    def new(cls, count: int = 1) -> Any:
        """An array of `count` records, all zero."""
        return np.zeros(count, cls.dtype)


declared: dict[str, type[Record]] = {}
"""The declared records by their markers."""


def copied(array: Any) -> Any:
    """A copy of an array of records, byte for byte. NumPy copies field by field, a hundred times slower."""
    return np.frombuffer(bytearray(array.tobytes()), array.dtype)


class State(Record):
    """A game in progress. A game's own class adds its fields to this header.

    A state is always complete, even in the middle of a payment or a chain of effects.
    """

    seats: Int8
    """How many seats play."""
    waiting: Int32
    """Bit p is set when seat p has a decision to make. None is set when the game is over."""
    over: Int8
    ply: Int32
    """Actions played so far."""
    rng: UInt32[4]
    """The random generator (see `rng`)."""
    assists: Int8 = option(
        1,
        choices=SWITCH,
        title="Assists",
        text="Marks what you can do and what you still lack. Off is competitor mode.",
    )
    always_ask: Int8 = option(
        0,
        choices=SWITCH,
        title="Always ask",
        text="Prompts players even when they can only pass, so that a pause doesn't give away an empty hand.",
    )

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, secret in cls.secrets().items():
            if name not in fields_of(cls):
                raise TypeError(f"{cls.__name__}.{name} says who may know it, but is not a field")
            if not cls.dtype[name].shape and (secret.by or secret.who == OWNER):
                what = f"indexed by {secret.by}" if secret.by else "with a row for each seat"
                raise TypeError(f"{cls.__name__}.{name} is one number; what it declares is for a field {what}")

    @classmethod
    def options(cls) -> dict[str, Option]:
        """The options by name, the game's own first."""
        found = {}
        for base in cls.__mro__:
            found.update({name: value for name, value in vars(base).items() if isinstance(value, Option)})
        return found

    @classmethod
    def secrets(cls) -> dict[str, Secret]:
        """The fields that not everybody may know, in the order of their declaration, bases first."""
        found: dict[str, Secret] = {}
        for base in reversed(cls.__mro__):
            found.update({name: value for name, value in vars(base).items() if isinstance(value, Secret)})
        return found


def seats_in(bits: int) -> tuple[int, ...]:
    """The seats whose bits are set, as in `State.waiting`."""
    return tuple(seat for seat in range(int(bits).bit_length()) if bits >> seat & 1)


def waits(s: Any, seat: int) -> bool:
    """Whether a seat, -1 for a spectator, has a decision to make."""
    return seat >= 0 and bool(s.waiting >> seat & 1)


class Tables(Record):
    """The components of a game as tables of integers, read from a box file (see `box`)."""
