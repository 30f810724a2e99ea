"""Calls that compiled code skips: of functions that only do something in interpreted play, such as `note`."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass

F = TypeVar("F", bound=Callable[..., None])

_skipped: set[Any] = set()


def interpreted_only(function: F) -> F:
    """Marks a function that returns None: compiled code does not call it, whatever its arguments are called."""
    _skipped.add(function)
    return function


@register_pass(mutates_CFG=False, analysis_only=False)
class CallsSkipped(FunctionPass):
    """Removes the calls of functions marked with `interpreted_only`."""

    _name = "calls_skipped"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Returns whether there were any."""
        return skip_calls(state.func_ir, ir)


def skip_calls(function: Any, ir: Any) -> bool:
    """Removes the calls of marked functions, in the representation whose classes are in the module `ir`; returns
    whether there were any.
    """
    changed = False
    for block in function.blocks.values():
        for statement in block.body:
            value = getattr(statement, "value", None)
            if isinstance(value, ir.Expr) and value.op == "call" and _is_skipped(value.func, function, ir):
                statement.value = ir.Const(None, statement.loc)
                function._definitions[statement.target.name] = [statement.value]
                changed = True
    return changed


def _is_skipped(variable: Any, function: Any, ir: Any) -> bool:
    """Whether a variable holds a marked function, wherever it was assigned: the arguments of a call may branch."""
    found = _held(variable, function, ir)
    return bool(found) and all(callable(one) and one in _skipped for one in found)


def _held(variable: Any, function: Any, ir: Any) -> list[Any]:
    """The global values that a variable can hold; None stands for anything else."""
    found = []
    for value in function._definitions.get(variable.name, ()):
        if isinstance(value, ir.Var):
            found += _held(value, function, ir)
        elif isinstance(value, ir.Global | ir.FreeVar):
            found.append(value.value)
        elif isinstance(value, ir.Expr) and value.op == "getattr":
            holders = _held(value.value, function, ir)
            found += [getattr(one, value.attr, None) if isinstance(one, ModuleType) else None for one in holders]
        else:
            found.append(None)
    return found
