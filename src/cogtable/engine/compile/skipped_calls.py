"""Calls that compiled code skips: of functions that only do something in interpreted play, such as `note`."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass

F = TypeVar("F", bound=Callable[..., None])

_skipped: set[Any] = set()


def interpreted_only(function: F) -> F:
    """Marks a function that returns None: compiled code skips its calls, with any keyword arguments."""
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
        return rewrite(state.func_ir, ir)


def skip_calls(function: Any, ir: Any) -> bool:
    """Removes the calls of marked functions, in the representation whose classes are in the module `ir`; returns
    whether there were any.
    """
    held: dict[str, Any] = {}
    changed = False
    for _, block in sorted(function.blocks.items()):
        for statement in block.body:
            if isinstance(statement, ir.Assign) and _is_skipped(statement, held, ir):
                statement.value = ir.Const(None, statement.loc)
                function._definitions[statement.target.name] = [statement.value]
                changed = True
    return changed


rewrite: Callable[[Any, Any], bool] = skip_calls
"""What is done with the calls in a function that is being compiled."""


def _is_skipped(statement: Any, held: dict[str, Any], ir: Any) -> bool:
    """Whether a statement calls a marked function, or assigns one to the variable that is called. `held` has the
    modules and marked functions assigned so far, by the names of their variables.
    """
    value, found = statement.value, None
    if isinstance(value, ir.Global | ir.FreeVar):
        found = value.value
    elif isinstance(value, ir.Var):
        found = held.get(value.name)
    elif isinstance(value, ir.Expr) and value.op == "getattr":
        holder = held.get(value.value.name)
        found = getattr(holder, value.attr, None) if isinstance(holder, ModuleType) else None
    elif isinstance(value, ir.Expr) and value.op == "call":
        return _is_marked(held.get(value.func.name))
    if isinstance(found, ModuleType) or _is_marked(found):
        held[statement.target.name] = found
    return _is_marked(found)


def _is_marked(value: Any) -> bool:
    return isinstance(value, FunctionType) and value in _skipped
