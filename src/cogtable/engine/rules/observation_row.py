"""The row of an observation in compiled code: a pointer to its numbers (int16), without a length.

Observers write it like the array that Python sees (`out[Seen.ROUND] = s.rounds`, `out[Seen.SEATS + 9 * i :]`). It is
faster, because no length is read and no index is checked for being negative. So places must lie in the row; a negative
one is refused when the game is played as plain Python before it is compiled (`dry_run`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.extending import intrinsic, register_model
from numba.np.arrayobj import make_array

from cogtable.engine.rules.bitmask import compiled
from cogtable.engine.rules.observation import DTYPE

_intrinsic: Callable[[Any], Any] = intrinsic
NUMBER = ir.IntType(8 * DTYPE.itemsize)


class RowType(types.Type):
    """The type of a row, or of a slice of one up to its end."""

    def __init__(self) -> None:
        super().__init__("Row")


@register_model(RowType)
class _RowModel(models.PrimitiveModel):
    """A pointer to its first number."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, NUMBER.as_pointer())  # type: ignore[no-untyped-call]


@_intrinsic
def row_of(context: Any, array: Any) -> Any:
    """A row that is a contiguous array of int16, (numbers,)."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return make_array(array)(context, builder, arguments[0]).data  # type: ignore[no-untyped-call]

    return RowType()(array), code


@_intrinsic
def _get(context: Any, row: Any, place: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sext(builder.load(builder.gep(arguments[0], [arguments[1]])), ir.IntType(64))

    return types.int64(row, types.int64), code


@_intrinsic
def _put(context: Any, row: Any, place: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(builder.trunc(arguments[2], NUMBER), builder.gep(arguments[0], [arguments[1]]))
        return context.get_dummy_value()

    return types.none(row, types.int64, types.int64), code


@_intrinsic
def _from(context: Any, row: Any, place: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return row(row, types.int64), code


@compiled(operator.setitem)
def _set_native(row: Any, place: Any, number: Any) -> Any:
    if not isinstance(row, RowType) or not isinstance(place, types.Integer):
        return None
    return lambda row, place, number: _put(row, int(place), int(number))


@compiled(operator.getitem)
def _get_native(row: Any, place: Any) -> Any:
    if not isinstance(row, RowType):
        return None
    if isinstance(place, types.SliceType) and not place.has_step:
        return lambda row, place: _from(row, int(place.start))
    return (lambda row, place: _get(row, int(place))) if isinstance(place, types.Integer) else None
