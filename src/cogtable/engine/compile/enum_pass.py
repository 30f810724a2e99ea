"""Members of an `IntEnum` in compiled code: each is its number, as in plain Python.

By default, Numba gives them types of their own, so a function that takes one is compiled again for each enumeration.
Here `Phase.PAY` is replaced by a constant before types are inferred.
"""

from __future__ import annotations

from enum import IntEnum
from types import ModuleType
from typing import Any

from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass

from cogtable.engine.compile.diagnostics import no_such_member, three_lines


@register_pass(mutates_CFG=False, analysis_only=False)
class NumbersForMembers(FunctionPass):
    """Replaces members of an `IntEnum` in a function with numbers."""

    _name = "numbers_for_members"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Returns whether the function had any members."""
        return put_numbers(state.func_ir, ir, state.func_id.filename)


def put_numbers(function: Any, ir: Any, file: str) -> bool:
    """Replaces the members in a function, in the representation whose classes are in the module `ir`; returns whether
    there were any.
    """
    known: dict[str, Any] = {}
    changed = False
    for _, block in sorted(function.blocks.items()):
        for statement in block.body:
            if isinstance(statement, ir.Assign):
                changed |= _put_number(statement, known, ir, file)
    return changed


def _put_number(statement: Any, known: dict[str, Any], ir: Any, file: str) -> bool:
    """Replaces an assigned member, or tuple with members; returns whether it was one. `known` holds the modules and
    enumerations assigned so far, by the names of their variables.
    """
    value = statement.value
    if isinstance(value, ir.Global | ir.FreeVar):
        name, found = value.name, value.value
    elif isinstance(value, ir.Expr) and value.op == "getattr" and value.value.name in known:
        name, found = value.attr, _attribute(known[value.value.name], value.attr, file, statement.loc.line)
    else:
        return False
    if isinstance(found, ModuleType) or _is_enumeration(found):
        known[statement.target.name] = found
        return False
    number = _number(found)
    if number is found:
        return False
    statement.value = ir.Global(name, number, statement.loc)
    return True


def _attribute(holder: Any, name: str, file: str, line: int) -> Any:
    """An attribute of a module or an enumeration; None if a module lacks it, which the compiler reports later."""
    if not _is_enumeration(holder):
        return getattr(holder, name, None)
    if name not in holder.__members__:
        raise three_lines(no_such_member(holder, name), file, line, f"Correct the name {name}.")
    return holder[name]


def _is_enumeration(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, IntEnum)


def _number(value: Any) -> Any:
    """The number for a member, a tuple of numbers for one with members; anything else unchanged."""
    if isinstance(value, IntEnum):
        return int(value)
    if type(value) is tuple:
        numbers = tuple(_number(one) for one in value)
        return numbers if any(new is not old for new, old in zip(numbers, value, strict=True)) else value
    return value
