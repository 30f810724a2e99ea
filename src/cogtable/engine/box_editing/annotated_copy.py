"""A copy of a game's box to change: the file with comments that explain the allowed values."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from cogtable.engine.boxes.box import COPIES, LONGEST, Column, Named, Text, declared_in, sizes_of_tables
from cogtable.engine.boxes.operations import Vocabulary, vocabulary_of
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.files import read_text
from cogtable.engine.records.box_sizes import original, package_of
from cogtable.engine.records.state import Tables

WIDTH = 100


def copy_of(game: GameSpec) -> str:
    """The text of a game's box, with a comment before each of its tables and numbers.

    The comments come from the declaration of the tables, so they always match `read_box`.
    """
    lines = read_text(game.box_file).splitlines()
    columns = declared_in(game.tables, Column)
    said = {name: list(_table(game.tables, name)) for name in {item.table for item in columns.values() if item.table}}
    said |= {item.field: list(_number(game.tables, name, item)) for name, item in columns.items() if not item.table}
    out = [*_head(game)]
    for line in lines:
        if (found := re.match(r"\[?\[?\s*([\w-]+)\s*(=|\]\])", line)) and (comment := said.pop(found[1], None)):
            out += [f"# {each}".rstrip() for each in comment]
        out.append(line)
    return "\n".join(out) + "\n"


def _head(game: GameSpec) -> Iterator[str]:
    yield f"# Your own copy of the box of {game.title}. Change it, give it a title, and play it:"
    yield f"#     cogtable serve --box FILE        cogtable simulate {game.name} --bot greedy --box FILE"
    if sizes := sizes_of_tables(game.tables):
        yield f"# Lines may be added and removed in {' and '.join(sizes)}; {COPIES} = 2 in a line makes two of it."
    yield "#"


def _table(tables: type[Tables], table: str) -> Iterator[str]:
    """Explains a table and the fields of its entries."""
    size = sizes_of_tables(tables).get(table)
    yield f"{table}: {size.low} to {size.most} entries." if size else f"{table}: as many entries as here."
    columns = declared_in(tables, Column)
    own = [one for one in declared_in(tables, Named).values() if one.table == table]
    rows = [("name", f"what it is called; at most {one.longest} letters, each another name") for one in own]
    if not rows:
        rows.append(("name", f"may be given; at most {LONGEST} letters"))
    rows += [(item.field, meaning(tables, name, item)) for name, item in columns.items() if item.table == table]
    rows += [
        (one.field, "words, for people only" + ("; may be left out" if one.default is not None else ""))
        for one in declared_in(tables, Text).values()
        if one.table == table
    ]
    if size:
        rows.append((COPIES, f"how many of it there are, 0 to {size.most}; 1 if left out"))
    yield from _rows(rows)
    shown: list[Vocabulary] = []
    for item in columns.values():
        vocabulary = vocabulary_of(tables, table, item.field) if item.table == table else None
        if vocabulary and vocabulary not in shown:
            shown.append(vocabulary)
            yield from _operations(item, vocabulary)


def _number(tables: type[Tables], name: str, item: Column) -> Iterator[str]:
    yield from textwrap.wrap(f"{item.field}: {meaning(tables, name, item)}", WIDTH, subsequent_indent="  ")


def meaning(tables: type[Tables], name: str, item: Column) -> str:
    """The meaning of a field, and its allowed values."""
    words = documented(tables).get(name, "")
    many = len(tables.dtype[name].shape) > (1 if item.table else 0)
    if item.parse:
        kind = "a list of lines"
    elif item.names and many:
        kind = f"a number from {item.low} to {item.high} for any of {', '.join(item.names)}"
    elif item.names:
        kind = f"one of {', '.join(item.names)}"
    else:
        kind = f"{'numbers' if many else 'a number'} from {item.low} to {item.high}"
    parts = [words[:1].lower() + words[1:].rstrip(".") if words else "", kind]
    if item.default is not None:
        default = "nothing" if item.parse else item.names[item.default] if item.names and not many else item.default
        parts.append(f"{default} if left out")
    return "; ".join(part for part in parts if part)


def _operations(item: Column, vocabulary: Vocabulary) -> Iterator[str]:
    """The operations of a vocabulary, each with its words."""
    yield f"  {item.field} is made of these. A condition stands before a colon; a semicolon parts what follows it:"
    yield from _rows(operations_of(item, vocabulary), "    ")


def operations_of(item: Column, vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """The operations of a field: each as it is written, with its allowed arguments, and in words."""
    without: Any = getattr(item.parse, "keywords", {}).get("without", ())
    rows = []
    for operation in vocabulary.operations:
        if operation.name in without:
            continue
        arguments = [
            f"<{kind[0]} to {kind[-1]}>" if isinstance(kind, range) else f"<{'|'.join(kind)}>"
            for kind in operation.arguments.values()
        ]
        head = " ".join([operation.name, *arguments]) + (":" if operation.guard else "")
        rows.append((head, re.sub(r"\[\[(\w+)\]\]", r"\1", vocabulary.general(operation.name))))
    return rows


def _rows(rows: list[tuple[str, str]], indent: str = "  ") -> Iterator[str]:
    """Pairs in two columns."""
    width = min(36, max(len(first) for first, _ in rows))
    for first, words in rows:
        lead = f"{indent}{first:{width}}  "
        if len(first) > width:
            yield f"{indent}{first}"
            lead = " " * (len(indent) + width + 2)
        yield from textwrap.wrap(words, WIDTH, initial_indent=lead, subsequent_indent=" " * (len(indent) + width + 2))


FIELDS = "fields.json"
"""The file in a game's folder with the docstrings of its tables, in a page, which has no sources."""


def documented(tables: type[Tables]) -> dict[str, str]:
    """The docstring below each field of the tables, in one line."""
    known: Any = tables
    return _documented(known)


@cache
def _documented(tables: Any) -> dict[str, str]:
    package: Any = sys.modules[package_of(original(tables.__module__))]
    if (file := Path(package.__file__).with_name(FIELDS)).exists():
        return msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    found = {}
    for base in reversed(tables.__mro__):
        if not issubclass(base, Tables) or base is Tables:
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0].body  # type: ignore[attr-defined]
        for node, after in zip(body, [*body[1:], None], strict=True):
            target = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
            if isinstance(target, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found[target.id] = " ".join(str(after.value.value).split())
    return found
