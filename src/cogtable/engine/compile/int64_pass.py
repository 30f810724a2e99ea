"""Narrow integers in compiled code: values read from a field or an array are widened to 64 bits, as in plain Python.

Records and buffers hold integers of 8, 16 or 32 bits. By default, Numba keeps the width of the field or array, so a
function that takes the value is compiled again for each width. Here each read is widened before types are inferred:
sums don't wrap, and each rule is compiled once. Integers of 64 bits keep their type, unsigned ones too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typing.templates import signature
from numba.extending import intrinsic

from cogtable.engine.records.state import declared

BITS = 64

_intrinsic: Callable[[Any], Any] = intrinsic


@_intrinsic
def as_int64(context: Any, value: Any) -> Any:
    """An integer of less than 64 bits as one of 64; anything else unchanged. Compiled only."""
    kind: Any = types.unliteral(value)
    is_narrow = isinstance(kind, types.Integer) and kind.bitwidth < BITS  # type: ignore[attr-defined]
    result = types.int64 if is_narrow else kind

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], value, result)

    return signature(result, value), code


@register_pass(mutates_CFG=False, analysis_only=False)
class ReadsAsInt64(FunctionPass):
    """Widens the values that a function reads from fields and arrays."""

    _name = "reads_as_int64"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Returns whether the function reads anything."""
        return widen_reads(state.func_ir, ir)


def widen_reads(function: Any, ir: Any) -> bool:
    """Widens the values that a function reads, in the representation whose classes are in the module `ir`; returns
    whether it reads anything.
    """
    fields, changed = _scalar_fields(), False
    for _, block in sorted(function.blocks.items()):
        slices, widen, body = _slices(block, ir), None, []
        for statement in block.body:
            if _reads_a_number(statement, fields, slices, ir):
                if widen is None:
                    widen = _assigned("$as_int64", ir.Global("as_int64", as_int64, statement.loc), statement, ir)
                    function._definitions[widen.target.name].append(widen.value)
                    body.append(widen)
                body.append(_widened(statement, widen.target, function, ir))
                changed = True
            body.append(statement)
        block.body = body
    return changed


def _scalar_fields() -> set[str]:
    """The names of the fields that hold one number, of all records."""
    return {
        name for record in declared.values() for name in record.dtype.names or () if not record.dtype[name].subdtype
    }


def _slices(block: Any, ir: Any) -> set[str]:
    """The names of the variables that hold slices."""
    found, makers = set(), set()
    for statement in block.body:
        if isinstance(statement, ir.Assign):
            value = statement.value
            if isinstance(value, ir.Global) and value.value is slice:
                makers.add(statement.target.name)
            elif isinstance(value, ir.Expr) and value.op == "call" and value.func.name in makers:
                found.add(statement.target.name)
    return found


def _reads_a_number(statement: Any, fields: set[str], slices: set[str], ir: Any) -> bool:
    """Whether a statement can read one number: an element, a field, or the next element in a loop over an array. The
    types, which aren't known yet, decide (see `as_int64`).
    """
    value = statement.value if isinstance(statement, ir.Assign) else None
    if not isinstance(value, ir.Expr):
        return False
    if value.op == "getattr":
        return value.attr in fields
    return value.op == "pair_first" or (value.op == "getitem" and value.index.name not in slices)


def _assigned(name: str, value: Any, near: Any, ir: Any) -> Any:
    """Assigns a value to a new variable, at the place of the statement `near`."""
    return ir.Assign(value, near.target.scope.redefine(name, near.loc), near.loc)


def _widened(statement: Any, widen: Any, function: Any, ir: Any) -> Any:
    """Makes a statement assign what `as_int64`, in the variable `widen`, returns for what it read; returns the
    statement that reads, which must come before it.
    """
    read = _assigned("$read", statement.value, statement, ir)
    statement.value = ir.Expr.call(widen, (read.target,), (), statement.loc)
    known = function._definitions
    known[statement.target.name] = [
        statement.value if value is read.value else value for value in known[statement.target.name]
    ]
    known[read.target.name].append(read.value)
    return read
