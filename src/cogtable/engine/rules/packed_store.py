"""Bytes of a number written side by side into a record, with as few stores as the processor needs.

Compilers read neighbouring bytes together, but write each alone. A processor that reads together what was just written
apart waits until all of it has reached the cache, which takes as long as about twenty operations.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.target_extension import current_target
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from cogtable.engine.compile.jit import jitable
from cogtable.engine.records.state import Ints
from cogtable.engine.rules.bitmask import compiled

_intrinsic: Callable[[Any], Any] = intrinsic


def write_bytes(number: int, to: Ints, count: int) -> None:
    """Writes the lowest `count` bytes of a number, each below 128, to the first places of `to`. `count` is a constant,
    not above 8.
    """
    _one_by_one(int(number), to, count)


@jitable
def _one_by_one(number: int, to: Ints, count: int) -> None:
    for i in range(count):
        to[i] = (number >> (8 * i)) & 0x7F


def _together(count: int) -> Callable[[Any, Any], None]:
    """A function for compiled code that writes `count` bytes, in stores of 8, 4, 2 and 1 bytes."""

    @_intrinsic
    def written(context: Any, number: Any, to: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = make_array(to)(context, builder, arguments[1]).data  # type: ignore[no-untyped-call]
            first = 0
            while first < count:
                many = 1 << (count - first).bit_length() - 1
                some = builder.lshr(arguments[0], ir.Constant(ir.IntType(64), 8 * first))
                some = some if many == 8 else builder.trunc(some, ir.IntType(8 * many))
                at = builder.gep(data, [ir.Constant(ir.IntType(64), first)])
                builder.store(some, builder.bitcast(at, some.type.as_pointer()), align=1)
                first += many
            return context.get_dummy_value()

        return types.none(types.int64, to), code

    return written  # type: ignore[no-any-return]


@compiled(write_bytes)
def _write_native(number: Any, to: Any, count: Any) -> Any:
    if not isinstance(count, types.IntegerLiteral):
        return None
    side_by_side = isinstance(to, types.Array) and to.dtype == types.int8 and to.layout == "C" and to.ndim == 1
    if side_by_side and sys.byteorder == "little" and current_target() == "cpu":  # type: ignore[no-untyped-call]
        together = _together(count.literal_value)
        return lambda number, to, count: together(int(number), to)
    return lambda number, to, count: _one_by_one(int(number), to, count)
