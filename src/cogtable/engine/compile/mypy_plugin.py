"""Lets mypy read the declarations of records: `bank: Int8[6]` is an array, `turn: Int8` an int. It also lets only
sentences that are written in code be templates: see `words`.

Used by ``plugins = ["cogtable.engine.compile.mypy_plugin"]`` in the mypy section of pyproject.toml.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ConditionalExpr, Expression, StrExpr
from mypy.plugin import AnalyzeTypeContext, FunctionContext, Plugin
from mypy.types import AnyType, CallableType, Instance, TupleType, Type, TypeOfAny, UnionType, get_proper_type

INTEGERS = frozenset(f"cogtable.engine.records.state.{name}" for name in ("Int8", "Int16", "Int32", "Int64", "UInt32"))


def _field(context: AnalyzeTypeContext) -> Type:
    if not context.type.args:
        return context.api.named_type("builtins.int", [])
    anything = AnyType(TypeOfAny.explicit)
    return context.api.named_type("numpy.ndarray", [anything, anything])


WORDS = "cogtable.engine.text.words"

TEMPLATES = {
    f"{WORDS}.say": (0,),
    f"{WORDS}.plural": (1, 2),
    f"{WORDS}.phrase": (0,),
    f"{WORDS}.phrases": (0, 1),
    "cogtable.table.log.says": (0,),
}
"""The functions that take templates, and the positions of these arguments."""


def _is_template(written: Expression, found: Type) -> bool:
    """Whether an argument is a sentence written in code: a literal, a choice between two, or the result of `phrase`."""
    if isinstance(written, ConditionalExpr):
        return all(_is_template(each, found) for each in (written.if_expr, written.else_expr))
    return isinstance(written, StrExpr) or _is_marked(found)


def _is_marked(found: Type) -> bool:
    proper = get_proper_type(found)
    if isinstance(proper, UnionType | TupleType):
        return all(map(_is_marked, proper.items))
    if isinstance(proper, CallableType):  # a function that chooses one: its own type says so
        return True
    return isinstance(proper, Instance) and proper.type.fullname == f"{WORDS}.Template"


def _check_templates(name: str) -> Callable[[FunctionContext], Type]:
    def check(context: FunctionContext) -> Type:
        if name == f"{WORDS}.say" and not context.args[1]:  # without fields it is only translated
            return context.default_return_type
        for at in TEMPLATES[name]:
            for argument, found in zip(context.args[at], context.arg_types[at], strict=True):
                if not _is_template(argument, found):
                    context.api.fail("A template with fields must be a literal or come from phrase()", argument)
        return context.default_return_type

    return check


class RecordPlugin(Plugin):
    """Gives the annotations of records the types that their values have, and checks the templates of words."""

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """The hook for a field type, none for anything else."""
        return _field if fullname in INTEGERS else None

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """The hook for a call that takes templates, none for any other."""
        return _check_templates(fullname) if fullname in TEMPLATES else None


def plugin(version: str) -> type[Plugin]:
    """Mypy's entry point."""
    return RecordPlugin
