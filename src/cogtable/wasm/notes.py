"""The events of a move, as a module's own words behind the state.

Compiled rules skip calls of `note`. In a module of rules alone (`build.build_rules`) each call becomes one of
`write_note` instead, which appends to the words that follow the state in memory: their number first, then for each note
its audience, its event, the number of its values, and the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba.core.ir
from llvmlite import ir
from numba.core import types
from numba.core.errors import ConstantInferenceError
from numba.core.ir_utils import mk_unique_var
from numba.extending import intrinsic

from cogtable.engine.compile import skipped_calls
from cogtable.engine.errors import CogtableError
from cogtable.engine.rules.events import note

WORDS = 4096
"""The highest number of words for the notes of one call, without their number; a move of the longest turns takes a few
hundred."""

INT64, INT32 = ir.IntType(64), ir.IntType(32)

_intrinsic: Callable[[Any], Any] = intrinsic
_new_name: Callable[[str], str] = mk_unique_var


class UnknownEvent(CogtableError):
    """A rule notes an event that is only known when it runs; the text says where."""


@contextmanager
def recorded() -> Iterator[dict[int, tuple[str, ...]]]:
    """Inside, functions that are compiled write their notes; yields the fields of the events that they note."""
    fields: dict[int, tuple[str, ...]] = {}
    before = skipped_calls.rewrite
    skipped_calls.rewrite = lambda function, classes: _record(function, classes, fields)
    try:
        yield fields
    finally:
        skipped_calls.rewrite = before


def _record(function: Any, classes: Any, fields: dict[int, tuple[str, ...]]) -> bool:
    """Replaces the calls of `note` in a function; returns whether there were any."""
    changed = False
    for _, block in sorted(function.blocks.items()):
        body: list[Any] = []
        for statement in block.body:
            if isinstance(statement, classes.Assign) and _is_note(function, statement.value):
                body += _written(statement, block.scope, function, fields)
                changed = True
            body.append(statement)
        block.body = body
    return skipped_calls.skip_calls(function, classes) or changed


def _is_note(function: Any, value: Any) -> bool:
    """Whether an expression calls `note`."""
    if not isinstance(value, numba.core.ir.Expr) or value.op != "call":
        return False
    try:
        return function.infer_constant(value.func) is note
    except ConstantInferenceError:
        return False


def _written(
    statement: Any, scope: Any, function: Any, known: dict[int, tuple[str, ...]]
) -> Iterator[numba.core.ir.Assign]:
    """Makes a statement call `write_note`, and yields those that have to come before it."""
    classes: Any = numba.core.ir
    call = statement.value
    state, audience, event, *numbers = call.args
    member = _member(function, event)
    named = dict(call.kws)
    fields = known.setdefault(int(member), getattr(member, "fields", tuple(named)))
    numbers += [named[field] for field in fields] if named else []

    def assigned(name: str, value: Any) -> Any:
        variable = classes.Var(scope, _new_name(f"$note_{name}"), statement.loc)
        function._definitions[variable.name] = [value]
        return classes.Assign(value, variable, statement.loc)

    missing = [assigned("zero", classes.Const(0, statement.loc)) for _ in fields[len(numbers) :]]
    yield from missing
    numbers += [each.target for each in missing]
    values = assigned("values", classes.Expr.build_tuple(numbers, statement.loc))
    callee = assigned("write", classes.Global("write_note", write_note, statement.loc))
    yield from (values, callee)
    statement.value = classes.Expr.call(callee.target, [state, audience, event, values.target], (), statement.loc)
    function._definitions[statement.target.name] = [statement.value]


def _member(function: Any, event: Any) -> Any:
    """The event of a call. Raises UnknownEvent."""
    try:
        return function.infer_constant(event)
    except ConstantInferenceError as error:
        raise UnknownEvent(
            f"{event.loc}: a module writes the notes of events named in the call, as in note(s, ALL, Event.PAID)"
        ) from error


@_intrinsic
def write_note(context: Any, state: Any, audience: Any, event: Any, values: Any) -> Any:
    """Appends a note to the words behind a state. What does not fit is only counted, so the caller notices."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer, *heads, tuple_ = arguments
        first = builder.gep(builder.bitcast(pointer, ir.IntType(8).as_pointer()), [INT32(state.size)])
        words = builder.bitcast(first, INT64.as_pointer())
        parts = [builder.extract_value(tuple_, i) for i in range(len(values))]
        kinds = [*signature.args[1:3], types.int64, *values]
        count = INT64(len(parts))
        whole = [
            context.cast(builder, part, kind, types.int64)
            for part, kind in zip([*heads, count, *parts], kinds, strict=True)
        ]
        used = builder.load(words, align=1)
        after = builder.add(used, INT64(len(whole)))
        with builder.if_then(builder.icmp_signed("<=", after, INT64(WORDS)), likely=True):
            for i, part in enumerate(whole):
                builder.store(part, builder.gep(words, [builder.add(used, INT64(i + 1))]), align=1)
        builder.store(after, words, align=1)
        return context.get_dummy_value()

    return types.none(state, audience, event, values), code
