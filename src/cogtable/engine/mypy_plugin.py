"""Lets mypy read the declarations of records: `bank: Int8[6]` is an array, `turn: Int8` an int.

Used by ``plugins = ["cogtable.engine.mypy_plugin"]`` in the mypy section of pyproject.toml.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import AnalyzeTypeContext, Plugin
from mypy.types import AnyType, Type, TypeOfAny

INTEGERS = frozenset(f"cogtable.engine.state.{name}" for name in ("Int8", "Int16", "Int32", "Int64", "UInt32"))


def _field(context: AnalyzeTypeContext) -> Type:
    if not context.type.args:
        return context.api.named_type("builtins.int", [])
    anything = AnyType(TypeOfAny.explicit)
    return context.api.named_type("numpy.ndarray", [anything, anything])


class RecordPlugin(Plugin):
    """Gives the annotations of records the types that their values have."""

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """The hook for a field type, none for anything else."""
        return _field if fullname in INTEGERS else None


def plugin(version: str) -> type[Plugin]:
    """Mypy's entry point."""
    return RecordPlugin
