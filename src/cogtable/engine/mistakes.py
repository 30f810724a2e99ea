"""Mistakes in a game's rules, said in three lines: what is wrong, where, and what to do.

Before rules are compiled for the first time they are played as plain Python (`rehearse`), so that most mistakes come
up as Python tells them. What plain play does not reach comes up in the compiler, whose own words fill hundreds of
lines.
"""

from __future__ import annotations

import difflib
import linecache
import random
import re
import traceback
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import ir, types

from cogtable.engine import cache, chance, verbs
from cogtable.engine.errors import BrokenRule, CogtableError
from cogtable.engine.state import copied, declared, seats_in

if TYPE_CHECKING:
    from cogtable.engine.game import Game

REHEARSED = 300
"""The most moves that are played as plain Python before compiling, with the fewest seats and with the most."""

INTEGERS_ONLY = "Rules hold whole numbers only: keep what they need in fields of the record, and use // for division."


def _told(what: str, file: str, line: int, advice: str) -> BrokenRule:
    """The three lines."""
    text = linecache.getline(file, line).strip()
    return BrokenRule(f"{what}\n{file}:{line}: {text}\n{advice}")


def _no_such_field(record: Any, field: str) -> str:
    """That a record, one of our classes, lacks a field, and which one may be meant."""
    fields = [name for name in record.dtype.names if name not in (record.marker, "filling")]
    close = difflib.get_close_matches(field, fields, 1)
    meant = f"did you mean {close[0]}?" if close else f"it has {', '.join(fields)}"
    return f"the record {record.__name__} has no field {field}; {meant}"


# --- as plain Python --------------------------------------------------------------------------------


def rehearse(game: Game) -> None:
    """Plays a little of a game as plain Python, all verbs. Raises BrokenRule for a mistake that this comes upon."""
    for seats in sorted({game.min_seats, game.max_seats}):
        try:
            with np.errstate(all="ignore"):
                _play_a_little(game, seats)
        except CogtableError:
            raise
        except Exception as error:
            raise _as_python_tells_it(game, error) from error


def _play_a_little(game: Game, seats: int) -> None:
    b, draw = game.box.record, random.Random(seats)
    array = game.deal(seats, seats)
    s = array[0]
    places, chances = np.zeros((seats, 2), np.int32), np.zeros(8, np.int64)
    for _ in range(REHEARSED):
        if s.over:
            break
        seat = draw.choice(seats_in(s.waiting))
        imagined = copied(array)
        verbs.hide(imagined[0], b, seat)
        chance.seed(imagined[0], draw.getrandbits(62))
        verbs.guess(imagined[0], b, seat)
        verbs.estimate(imagined[0], b, chances)
        mask = game.mask()
        verbs.legal(s, b, seat, mask)
        verbs.play(s, b, seat, int(draw.choice(np.flatnonzero(mask))))
    verbs.rank(s, b, places)
    if s.over and game.tallies:
        verbs.tally(s, b, np.zeros((seats, len(game.tallied)), np.uint8))


def _as_python_tells_it(game: Game, error: Exception) -> BrokenRule:
    files = {str(file) for file in cache.rule_files(game.state.marker)}
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename in files] or frames
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, AttributeError) and hasattr(error.obj, "declared") and error.name:
        what = _no_such_field(error.obj.declared, error.name)
    advice = f"{game.name} was played as plain Python before compiling it; mend {own[-1].name} and try again."
    return _told(what, own[-1].filename, own[-1].lineno or 0, advice)


# --- as the compiler tells it -----------------------------------------------------------------------


def explained(error: Exception, state: Any) -> BrokenRule:
    """What the compiler found wrong with a function; `state` is its work on it."""
    function = state.func_id
    if isinstance(error, KeyError) and (place := _use_of_field(error.args[0], state)):
        record, line = place
        return _told(_no_such_field(record, error.args[0]), function.filename, line, "Mend the name of the field.")
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    file, line = _place(error, text, state)
    if missing := re.search(r"has no attribute '(\w+)'", text):
        return _told(missing.string.splitlines()[0], file, line, f"Mend the name {missing[1]}.")
    if missing := re.search(r"name '(\w+)' is not defined", text):
        return _told(f"the name {missing[1]} is not known", file, line, f"Define {missing[1]} or import it.")
    if "NRT required" in text or re.search(r"Function\(<(built-in )?function (empty|zeros|array)", text):
        return _told(f"{function.func_name} makes a list, an array or another object", file, line, INTEGERS_ONLY)
    if mixed := re.search(r"Cannot unify (.*) and (.*) for '([^']*)'", text):
        kinds = f"{_kind(mixed[1])} and {_kind(mixed[2])}"
        name = mixed[3].partition(".")[0].lstrip("$")
        return _told(f"{name} is of two kinds: {kinds}", file, line, "Give it one kind of value on all ways.")
    if called := re.search(r"No implementation of function Function\(<(?:built-in )?\w+ (\w+)", text):
        what = f"{called[1]} is not for rules, or not with these arguments"
        return _told(what, file, line, f"Look at what {called[1]} takes. {INTEGERS_ONLY}")
    said = [one.strip() for one in text.splitlines() if one.strip() and not one.startswith("Failed in nopython")]
    what = said[0] if said else type(error).__name__
    return _told(f"{function.func_name} cannot be compiled: {_short(what)}", file, line, INTEGERS_ONLY)


def check_numbers(state: Any) -> None:
    """Raises BrokenRule where a function of a game's rules works with fractions or words, which compile but do not
    belong there: plain Python would leave other records.
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
                raise _told(what, function.filename, statement.loc.line, INTEGERS_ONLY)


def _statements(state: Any) -> Iterable[Any]:
    return (statement for block in state.func_ir.blocks.values() for statement in block.body)


def _use_of_field(field: str, state: Any) -> tuple[Any, int] | None:
    """Where a function reads or writes a field that the record lacks: the record's class and the line."""
    records: list[Any] = [
        declared[name] for kind in state.args for name in getattr(kind, "fields", ()) if name in declared
    ]
    arguments = dict(zip(state.func_ir.arg_names, state.args, strict=False))
    for statement in _statements(state):
        uses = [statement.target] if isinstance(statement, ir.SetAttr) and statement.attr == field else []
        got = getattr(statement, "value", None)
        if isinstance(got, ir.Expr) and got.op == "getattr" and got.attr == field:
            uses = [got.value]
        for used in uses:
            own = getattr(arguments.get(used.name.partition(".")[0]), "fields", ())
            record: Any = next((declared[name] for name in own if name in declared), None)
            if record is None and records:
                record = next((one for one in records if field not in one.dtype.names), records[0])
            if record is not None and field not in record.dtype.names:
                return record, statement.loc.line
    return None


def _place(error: Exception, text: str, state: Any) -> tuple[str, int]:
    """File and line of what a function does wrong."""
    function = state.func_id
    loc = getattr(error, "loc", None)
    if loc is not None and loc.filename == function.filename:
        return str(loc.filename), int(loc.line)
    for file, line in re.findall(r"at (\S.*?) \((\d+)\)", text):
        if file == function.filename:
            return file, int(line)
    named = re.search(r"'(\w+)'$", text.strip())
    for statement in _statements(state) if state.func_ir else ():
        if named and getattr(getattr(statement, "value", None), "attr", None) == named[1]:
            return function.filename, statement.loc.line
    return function.filename, function.firstlineno


def _kind(text: str) -> str:
    """A kind of value in words, from Numba's name for it."""
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
