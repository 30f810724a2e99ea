"""Reports mistakes in a game's rules in three lines: what is wrong, the place, and what to do.

The compiler's own messages fill hundreds of lines. Most mistakes are found before it runs, in
`compiled_play/dry_run.py`.
"""

from __future__ import annotations

import difflib
import linecache
import re
import traceback
from collections.abc import Iterable
from typing import Any

from numba.core import ir, types

from cogtable.engine.compile import cache
from cogtable.engine.errors import BrokenRule
from cogtable.engine.records.state import declared

INTEGERS_ONLY = "Rules work with whole numbers only: keep them in fields of the record, and use // for division."

WIDEN = "Declare a wider field (Int16, Int32 or Int64), or keep the number within the limits of this one."


def three_lines(what: str, file: str, line: int, advice: str) -> BrokenRule:
    """The report of a mistake: what is wrong, the file and line with its text, and what to do."""
    text = linecache.getline(file, line).strip()
    return BrokenRule(f"{what}\n{file}:{line}: {text}\n{advice}")


def located(error: Exception, marker: str) -> tuple[str, int, str]:
    """File, line and function at which plain Python failed in a game's rules, or else anywhere: the innermost place."""
    files = {str(file) for file in cache.rule_files(marker)}
    frames = traceback.extract_tb(error.__traceback__)
    frame = next((frame for frame in reversed(frames) if frame.filename in files), frames[-1])
    return frame.filename, frame.lineno or 0, frame.name


def overflow(error: Exception, marker: str) -> BrokenRule:
    """The report that a rule stored a number that its field cannot hold."""
    file, line, _ = located(error, marker)
    return three_lines(f"a number does not fit its field: {error}", file, line, WIDEN)


def no_such_field(record: Any, field: str) -> str:
    """The report that a record lacks a field, with a guess at which one was meant."""
    fields = [name for name in record.dtype.names if name not in (record.marker, "filling")]
    return f"the record {record.__name__} has no field {field}; {_meant(field, fields)}"


def no_such_member(enumeration: Any, member: str) -> str:
    """The report that an `IntEnum` lacks a member, with a guess at which one was meant."""
    return f"{enumeration.__name__} has no member {member}; {_meant(member, list(enumeration.__members__))}"


def _meant(name: str, names: list[str]) -> str:
    close = difflib.get_close_matches(name, names, 1)
    return f"did you mean {close[0]}?" if close else f"it has {', '.join(names)}"


def explained(error: Exception, state: Any) -> BrokenRule:
    """The report of an error of the compiler in a function; `state` is the compiler's state."""
    function = state.func_id
    if isinstance(error, KeyError) and (place := _use_of_field(error.args[0], state)):
        record, line = place
        return three_lines(
            no_such_field(record, error.args[0]), function.filename, line, "Correct the name of the field."
        )
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    file, line = _place(error, text, state)
    if missing := re.search(r"has no attribute '(\w+)'", text):
        return three_lines(missing.string.splitlines()[0], file, line, f"Correct the name {missing[1]}.")
    if missing := re.search(r"name '(\w+)' is not defined", text):
        return three_lines(f"the name {missing[1]} is not known", file, line, f"Define {missing[1]} or import it.")
    if "NRT required" in text or re.search(r"Function\(<(built-in )?function (empty|zeros|array)", text):
        return three_lines(f"{function.func_name} makes a list, an array or another object", file, line, INTEGERS_ONLY)
    if mixed := re.search(r"Cannot unify (.*) and (.*) for '([^']*)'", text):
        kinds = f"{_kind(mixed[1])} and {_kind(mixed[2])}"
        name = mixed[3].partition(".")[0].lstrip("$")
        return three_lines(
            f"{name} has two kinds of values: {kinds}", file, line, "Give it the same kind of value on every path."
        )
    if called := re.search(r"No implementation of function Function\(<(?:built-in )?\w+ (\w+)", text):
        what = f"rules cannot call {called[1]}, or not with these arguments"
        return three_lines(what, file, line, f"Check which arguments {called[1]} takes. {INTEGERS_ONLY}")
    reasons = [one.strip() for one in text.splitlines() if one.strip() and not one.startswith("Failed in nopython")]
    what = reasons[0] if reasons else type(error).__name__
    return three_lines(f"{function.func_name} cannot be compiled: {_short(what)}", file, line, INTEGERS_ONLY)


def check_numbers(state: Any) -> None:
    """Raises BrokenRule if a function of a game's rules uses floats or strings. They compile, but plain Python would
    then give different records.
    """
    function = state.func_id
    if not cache.is_rule(function.modname):
        return
    for statement in _statements(state):
        if isinstance(statement, ir.Assign):
            kind = types.unliteral(  # type: ignore[no-untyped-call]
                state.typemap.get(statement.target.name, types.none)
            )
            if isinstance(kind, types.Float | types.UnicodeType):
                what = f"{function.func_name} works with {_kind(str(kind))}"
                raise three_lines(what, function.filename, statement.loc.line, INTEGERS_ONLY)


def _statements(state: Any) -> Iterable[Any]:
    return (statement for block in state.func_ir.blocks.values() for statement in block.body)


def _use_of_field(field: str, state: Any) -> tuple[Any, int] | None:
    """The class of the record and the line where a function uses a field that the record lacks."""
    records: list[Any] = [
        declared[name] for kind in state.args for name in getattr(kind, "fields", ()) if name in declared
    ]
    arguments = dict(zip(state.func_ir.arg_names, state.args, strict=False))
    for statement in _statements(state):
        uses = [statement.target] if isinstance(statement, ir.SetAttr) and statement.attr == field else []
        if read := _read(statement, field):
            uses = [read.value]
        for used in uses:
            own = getattr(arguments.get(used.name.partition(".")[0]), "fields", ())
            record: Any = next((declared[name] for name in own if name in declared), None)
            if record is None and records:
                record = next((one for one in records if field not in one.dtype.names), records[0])
            if record is not None and field not in record.dtype.names:
                return record, statement.loc.line
    return None


def _read(statement: Any, field: str) -> ir.Expr | None:
    """The expression by which a statement reads a field or another attribute, if it does."""
    got = getattr(statement, "value", None)
    return got if isinstance(got, ir.Expr) and got.op == "getattr" and got.attr == field else None


def _place(error: Exception, text: str, state: Any) -> tuple[str, int]:
    """File and line of an error in a function."""
    function = state.func_id
    loc = getattr(error, "loc", None)
    if loc is not None and loc.filename == function.filename:
        return str(loc.filename), int(loc.line)
    for file, line in re.findall(r"at (\S.*?) \((\d+)\)", text):
        if file == function.filename:
            return file, int(line)
    named = re.search(r"'(\w+)'$", text.strip())
    for statement in _statements(state) if state.func_ir else ():
        if named and _read(statement, named[1]):
            return function.filename, statement.loc.line
    return function.filename, function.firstlineno


def _kind(text: str) -> str:
    """A type in words, from Numba's name for it."""
    text = re.sub(r"^(?:Literal|OptionalType|Optional)\[?(\w+).*", r"\1", text)
    if re.match(r"float|double", text):
        return "fractions (floats)"
    if re.match(r"unicode|str", text):
        return "words (strings)"
    if re.match(r"u?int|bool", text):
        return "a whole number"
    return "None" if text == "none" else _short(text)


def _short(text: str) -> str:
    text = re.sub(r"Record\(is_\w+?\[.*?;(True|False)\)|Record\(.*?;(True|False)\)", "record", text)
    return text if len(text) <= 160 else text[:157] + "..."
