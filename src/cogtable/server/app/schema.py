"""Generates the protocol's documentation page and the client's types from the protocol's structs.

`python -m cogtable.server.app.schema` writes the types; with `--check` it fails if they are out of date. The types are
under version control because the client is also built where only its own packages are installed.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
from starlette.routing import Route, WebSocketRoute

from cogtable import view
from cogtable.engine.box_editing import edit
from cogtable.lab import summary
from cogtable.server import wire
from cogtable.server.app.app import API
from cogtable.server.http.workbench import LAB
from cogtable.server.wire import (
    account_api,
    base,
    company_api,
    daily_api,
    from_client,
    from_server,
    lab_api,
    lobby_api,
    people_api,
    rules_api,
    tournament_api,
)

PROTOCOL = (
    base,
    from_client,
    from_server,
    lobby_api,
    tournament_api,
    account_api,
    people_api,
    company_api,
    daily_api,
    rules_api,
    lab_api,
)
"""The modules of the protocol, in the order of the page."""

ROOT = Path(__file__).resolve().parents[4]
TYPES = ROOT / "web" / "src" / "types.ts"

WIDTH = 120
STATUSES = {
    400: "the body is not JSON",
    401: "the secret is missing or wrong",
    403: "the request comes from another site's page",
    404: "there is no such thing",
    405: "this address does not take this method",
    409: "it cannot be done now",
    413: "the body is too large",
    415: "the body is of another type",
    422: "something in the body does not fit",
    426: "a WebSocket was expected: a proxy on the way may not pass them on",
    429: "your address has tried too often; the header `Retry-After` has the seconds to wait",
    500: "the server failed",
}
"""The meaning of each HTTP error status."""


class Field(NamedTuple):
    """A field of a struct: its type as written, whether it is always sent, its default, its docstring."""

    name: str
    kind: ast.expr
    required: bool
    default: Any
    text: str


class Shape(NamedTuple):
    """A struct of the protocol. `tag` is the name and value of the field that identifies it; `as_list`: it is sent as a
    list.
    """

    name: str
    text: str
    tag: tuple[str, str] | None
    as_list: bool
    fields: list[Field]


class Alias(NamedTuple):
    """A name for a type, or a constant of the protocol."""

    name: str
    text: str
    kind: ast.expr


# --- reading the modules ------------------------------------------------------------------------------


def described(module: ModuleType, names: Collection[str] = ()) -> Iterator[Shape | Alias]:
    """Returns the structs, aliases and constants of a module, or those with these names, in source order."""
    body = ast.parse(inspect.getsource(module)).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if names and _name_of(node) not in names:
            continue
        if isinstance(node, ast.ClassDef):
            found = getattr(module, node.name)
            if not _is_base(found):
                yield _shape(found)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield Alias(node.targets[0].id, _docstring(after), node.value)


def lab_structs() -> list[Shape | Alias]:
    """Returns the structs that the server passes unchanged between the client and the lab."""
    names = {"FigureInterval", "AimResult", "PairedRow"}
    return [*described(edit, {"BoxEdit"}), *described(summary, names)]


def _name_of(node: ast.stmt) -> str:
    """Returns the name that a statement defines; empty if it defines none."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return node.name if isinstance(node, ast.ClassDef) else ""


def _is_base(struct: type) -> bool:
    """Whether a struct is only a base that other structs inherit fields from."""
    return bool(struct.__subclasses__())


def _docstring(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return inspect.cleandoc(node.value.value)
    return ""


def _shape(struct: Any) -> Shape:
    config = struct.__struct_config__
    kinds, texts = _written(struct)
    fields = [
        Field(field.name, kinds[field.name], _always_sent(struct, field), _default(field), texts.get(field.name, ""))
        for field in msgspec.structs.fields(struct)
    ]
    tag = (str(config.tag_field), str(config.tag)) if config.tag else None
    return Shape(struct.__name__, inspect.cleandoc(struct.__doc__ or ""), tag, config.array_like, fields)


def _always_sent(struct: type, field: msgspec.structs.FieldInfo) -> bool:
    """Whether a field is always sent: it has no default, or the struct itself fills in a value (see `view.Part`)."""
    return field.required or field.name in getattr(struct, "ALWAYS_SENT", ())


def _written(struct: type) -> tuple[dict[str, ast.expr], dict[str, str]]:
    """Returns the types and docstrings of a struct's fields, as written in its source and that of its bases."""
    kinds: dict[str, ast.expr] = {}
    texts: dict[str, str] = {}
    for each in reversed(struct.__mro__):
        if not issubclass(each, msgspec.Struct) or each is msgspec.Struct:
            continue
        body = _classes(each.__module__)[each.__name__].body
        for node, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                kinds[node.target.id] = node.annotation
                texts[node.target.id] = _docstring(after)
    return kinds, texts


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """Returns the classes in a module's source."""
    body = ast.parse(inspect.getsource(sys.modules[module])).body
    return {node.name: node for node in body if isinstance(node, ast.ClassDef)}


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


# --- TypeScript ---------------------------------------------------------------------------------------

_TYPES = {
    "Any": "unknown",
    "str": "string",
    "bytes": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
}
"""TypeScript's names of Python's types, as they are in JSON."""


def typescript() -> str:
    """Returns the client's types."""
    head = (
        "// Generated from the Python structs of the view and the protocol: do not edit by hand.\n"
        "// A field that holds its default is not sent, so it is optional here.\n"
    )
    parts = [head]
    items = [*described(view), *lab_structs(), *(item for module in PROTOCOL for item in described(module))]
    parts += [_ts_shape(item) if isinstance(item, Shape) else _ts_alias(item) for item in items]
    return "\n".join(parts)


def _ts_alias(alias: Alias) -> str:
    if isinstance(alias.kind, ast.Constant):
        return f"export const {alias.name} = {alias.kind.value!r}\n"
    return _wrapped(f"export type {alias.name} =", typescript_of(alias.kind), "  ") + "\n"


def _ts_shape(shape: Shape) -> str:
    if shape.as_list:
        members = ", ".join(f"{f.name}{'' if f.required else '?'}: {typescript_of(f.kind)}" for f in shape.fields)
        return f"export type {shape.name} = [{members}]\n"
    lines = [f"  {shape.tag[0]}: '{shape.tag[1]}'"] if shape.tag else []
    lines += [_wrapped(f"  {f.name}{'' if f.required else '?'}:", typescript_of(f.kind), "    ") for f in shape.fields]
    return "\n".join([f"export interface {shape.name} {{", *lines, "}\n"])


def _wrapped(start: str, kind: str, indent: str) -> str:
    """Returns a union; one that is too long for a line has one member per line."""
    line = f"{start} {kind}"
    return line if len(line) <= WIDTH else "\n".join([start, *(f"{indent}| {part}" for part in kind.split(" | "))])


def typescript_of(kind: ast.expr) -> str:
    """Returns a Python type, as written, in TypeScript."""
    match kind:
        case ast.Name(id=name):
            return _TYPES.get(name, name)
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str(word)):
            return f"'{word}'"
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{typescript_of(left)} | {typescript_of(right)}"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=words):
            return " | ".join(typescript_of(word) for word in _items(words))
        case ast.Subscript(value=ast.Name(id="list"), slice=item):
            return _ts_list(item)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[item, ast.Constant(value=rest)])) if (
            rest is ...
        ):
            return _ts_list(item)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=items):
            return f"[{', '.join(typescript_of(item) for item in _items(items))}]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, item])):
            return f"Record<{typescript_of(key)}, {typescript_of(item)}>"
    raise TypeError(f"expected a type that can be written in TypeScript; found {ast.unparse(kind)}")


def _ts_list(item: ast.expr) -> str:
    inner = typescript_of(item)
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _items(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


# --- documentation page -------------------------------------------------------------------------------


def markdown() -> str:
    """Returns the page about the protocol."""
    parts = [
        "# The protocol",
        inspect.cleandoc(wire.__doc__ or ""),
        f"This is version {base.PROTOCOL}.",
        "## HTTP",
        _http(),
        "## Messages and bodies",
        "A field that holds its default is not sent. The server refuses fields that it does not know.",
        *_md_items(lab_structs()),
        *(words for module in PROTOCOL for words in _md_items(described(module))),
        "## The view",
        inspect.cleandoc(view.__doc__ or ""),
        *_md_items(described(view)),
    ]
    return "\n\n".join(parts) + "\n"


def _http() -> str:
    lines = ["| request | does |", "|---|---|"]
    for route in [*API, *LAB]:
        method = "WebSocket" if isinstance(route, WebSocketRoute) else "GET"
        if isinstance(route, Route) and "POST" in (route.methods or ()):
            method = "POST"
        lines.append(f"| {method} `/api{route.path}` | {' '.join((route.endpoint.__doc__ or '').split())} |")
    lines += [
        "",
        (
            "Bodies are JSON of type `application/json`. A cookie says who is signed in; requests that change an "
            "account need the header `Origin` of a page of this server. Every answer that is not a success has a "
            "`Refused` as its body:"
        ),
        "",
        "| status | meaning |",
        "|---|---|",
    ]
    lines += [f"| {status} | {meaning} |" for status, meaning in STATUSES.items()]
    return "\n".join(lines)


def _md_items(items: Iterable[Shape | Alias]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Shape):
            yield _md_shape(item)
        else:
            words = f"### {item.name}\n\n`{_md(item.kind)}`"
            yield f"{words}\n\n{item.text}" if item.text else words


def _md_shape(shape: Shape) -> str:
    parts = [f"### {shape.name}", shape.text]
    if shape.tag:
        parts.append(f'`{shape.tag[0]}` is `"{shape.tag[1]}"`.')
    if shape.as_list:
        parts.append("Sent as a list, in this order.")
    if shape.fields:
        lines = ["| field | type | default |", "|---|---|---|"]
        for field in shape.fields:
            default = "" if field.required else f"`{msgspec.json.encode(field.default).decode()}`"
            kind = f"`{_md(field.kind)}`".replace("|", "\\|")
            text = " " + " ".join(field.text.split()) if field.text else ""
            lines.append(f"| `{field.name}` | {kind}{text} | {default} |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _md(kind: ast.expr) -> str:
    return re.sub(r"'(\w[\w-]*)'", r'"\1"', ast.unparse(kind))


def main(arguments: list[str]) -> int:
    """Writes the types, or with `--check` compares them; returns the exit status."""
    text = typescript()
    if TYPES.exists() and TYPES.read_text(encoding="utf-8") == text:
        return 0
    if "--check" in arguments:
        sys.stderr.write(f"{TYPES} is stale: run python -m cogtable.server.app.schema\n")
        return 1
    TYPES.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
