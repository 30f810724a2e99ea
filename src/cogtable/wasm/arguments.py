"""How the arguments of exported functions lie in memory.

An exported function takes the address of a block of words of 8 bytes. A number takes one word: whole numbers as int64,
others as float64. An array takes one word for the address of its elements and one for its length along each axis; the
elements are contiguous, the last axis fastest. A tuple with named fields takes the words of its fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from llvmlite import ir
from numba.core import types

INT64 = ir.IntType(64)
WORD = 8
"""Bytes of a word."""


class Argument(NamedTuple):
    """An argument, or a field of one that is a tuple: its name, such as "workspace.nodes", and its type."""

    name: str
    kind: Any

    @property
    def words(self) -> int:
        """The number of words that it takes."""
        return 1 + self.kind.ndim if isinstance(self.kind, types.Array) else 1


def flattened(name: str, kind: Any) -> Iterator[Argument]:
    """An argument, or the fields of a tuple. Raises TypeError for types that cannot be passed."""
    if isinstance(kind, types.NamedTuple | types.NamedUniTuple):
        for field, part in zip(kind.fields, kind.types, strict=True):
            yield from flattened(f"{name}.{field}", part)
    elif isinstance(kind, types.Float | types.Integer) or (isinstance(kind, types.Array) and kind.layout == "C"):
        yield Argument(name, kind)
    else:
        raise TypeError(f"{name}: {kind} cannot be passed to WebAssembly")


def wrapper(exported: str, symbol: str, callee: Any, arguments: list[Argument]) -> str:
    """LLVM text of a function that reads its arguments from a block, calls a function as Numba compiled it, and returns
    its result as int64, 0 if it has none. It traps if that function raises.

    Args:
        exported: its name.
        symbol: the name of the function that it calls.
        callee: the LLVM type of that function.
        arguments: its arguments in order.
    """
    module = ir.Module(exported)
    inner = ir.Function(module, callee, symbol)
    outer = ir.Function(module, ir.FunctionType(INT64, [ir.IntType(8).as_pointer()]), exported)
    builder = ir.IRBuilder(outer.append_basic_block())
    result = callee.args[0].pointee
    returned, raised = builder.alloca(result), builder.alloca(callee.args[1].pointee)
    words = _Words(builder, outer.args[0])
    given: list[Any] = []
    for argument in arguments:
        if isinstance(argument.kind, types.Array):
            given += _array(builder, words, argument.kind, callee.args[2 + len(given) :])
        else:
            given.append(_number(builder, words, callee.args[2 + len(given)]))
    status = builder.call(inner, [returned, raised, *given])
    with builder.if_then(builder.icmp_signed(">", status, ir.IntType(32)(0)), likely=False):
        builder.call(ir.Function(module, ir.FunctionType(ir.VoidType(), []), "llvm.trap"), [])
    if isinstance(result, ir.IntType):
        value = builder.load(returned)
        builder.ret(builder.sext(value, INT64) if result.width < 64 else value)
    else:
        builder.ret(INT64(0))
    return str(module)


class _Words:
    """Reads a block word by word."""

    def __init__(self, builder: ir.IRBuilder, block: Any) -> None:
        self._builder = builder
        self._block = builder.bitcast(block, INT64.as_pointer())
        self._at = 0

    def next(self) -> Any:
        place = self._builder.gep(self._block, [ir.IntType(32)(self._at)])
        self._at += 1
        return self._builder.load(place)


def _number(builder: ir.IRBuilder, words: _Words, wanted: Any) -> Any:
    word = words.next()
    if isinstance(wanted, ir.IntType):
        return builder.trunc(word, wanted) if wanted.width < 64 else word
    return builder.bitcast(word, wanted)


def _array(builder: ir.IRBuilder, words: _Words, kind: Any, wanted: list[Any]) -> list[Any]:
    """An array as Numba passes it: its owner (none), length, bytes of an element, address, shape and strides."""
    address = builder.inttoptr(words.next(), wanted[4])
    shape = [words.next() for _ in range(kind.ndim)]
    item = INT64(_itemsize(wanted[4].pointee, kind))
    strides: list[Any] = []
    stride = item
    for length in reversed(shape):
        strides.insert(0, stride)
        stride = builder.mul(stride, length)
    size = builder.sdiv(stride, item)
    return [ir.Constant(wanted[0], None), ir.Constant(wanted[1], None), size, item, address, *shape, *strides]


def _itemsize(element: Any, kind: Any) -> int:
    """Bytes of an element."""
    return kind.dtype.size if isinstance(kind.dtype, types.Record) else kind.dtype.bitwidth // 8
