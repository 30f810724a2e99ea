"""The documentation in the terminal and as plain Markdown, with the reference that the site makes from the code."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cogtable.engine.errors import CogtableError

_PACKAGED = Path(__file__).parent / "pages"
_CHECKOUT = Path(__file__).parents[2] / "docs"

_PROTOCOL = "protocol"
"""The page that is generated entirely from the code."""

_BLOCK = re.compile(r"^```\{(\S+)\}(.*?)^```\n", re.DOTALL | re.MULTILINE)
_DIRECTIVE = re.compile(r"^\.\. auto(module|class|function):: (\S+)\n((?:   :.*\n)*)", re.MULTILINE)
_MEMBERS = re.compile(r":members:(.*)")
_ROLE = re.compile(r":\w+:`([^`]+)`")


class NoPage(CogtableError):
    """There is no such page."""


def pages() -> dict[str, str]:
    """The title of every page, by its name."""
    found = {_PROTOCOL: "The protocol"}
    for file in _folder().glob("*.md"):
        heading = re.search(r"^# (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        if heading:
            found[file.stem] = heading[1]
    return dict(sorted(found.items()))


def page(name: str) -> str:
    """A page as Markdown, with the docstrings in the places where the site has them. Raises NoPage."""
    known = pages()
    if name not in known:
        close = get_close_matches(name, known, n=1)
        meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
        raise NoPage(f'there is no page "{name}"; {meant}')
    if name == _PROTOCOL:
        from cogtable.server.app import schema

        return schema.markdown()
    text = (_folder() / f"{name}.md").read_text(encoding="utf-8")
    return _BLOCK.sub(_as_markdown, text)


def _folder() -> Path:
    return _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT


def _as_markdown(block: re.Match[str]) -> str:
    kind, body = block[1], block[2]
    if kind != "eval-rst":
        return "" if kind == "index" else block[0]
    return "\n".join(line for directive in _DIRECTIVE.finditer(body) for line in _described(*directive.groups())) + "\n"


def _described(kind: str, path: str, options: str) -> Iterator[str]:
    """The text for a directive of the site: the docstrings of a module, a class or a function."""
    where, _, name = path.rpartition(".")
    try:
        module = importlib.import_module(path if kind == "module" else where)
    except (CogtableError, ImportError) as error:  # a part that takes an extra
        yield f"`{path}` cannot be shown here: {error}\n"
        return
    if kind == "module":
        for name in _wanted(options) or _own_names(module):
            yield from _entry(getattr(module, name), name, members=None)
        return
    yield from _entry(
        getattr(module, name), name, members=_wanted(options) if kind == "class" and ":members:" in options else None
    )


def _wanted(options: str) -> list[str]:
    """The members that are named; none if all are meant."""
    named = _MEMBERS.search(options)
    return [name.strip() for name in named[1].split(",") if name.strip()] if named else []


def _own_names(module: Any) -> list[str]:
    """The public names that a module defines itself and explains, in their order."""
    own = [name for name, found in vars(module).items() if getattr(found, "__module__", "") == module.__name__]
    return [name for name in own if not name.startswith("_") and vars(module)[name].__doc__]


def _entry(found: Any, name: str, members: list[str] | None) -> Iterator[str]:
    """A function, or a class with its members. `members` None means those of a class that its docstring leaves open:
    fields and methods with docstrings of their own.
    """
    yield f"#### `{name}{_signature(found)}`\n"
    yield f"{_words(found)}\n"
    if not inspect.isclass(found):
        return
    fields = _fields(found)
    for member, (kind, words) in fields.items():
        if not members or member in members:
            yield f"- `{member}: {kind}`" + (f": {words}" if words else "")
    yield ""
    for member, own in vars(found).items():
        function = own.fget if isinstance(own, property) else getattr(own, "__func__", own)
        is_public = not member.startswith("_") and inspect.isfunction(function) and function.__doc__
        if is_public and (not members or member in members):
            called = "" if isinstance(own, property) else _signature(function)
            yield f"##### `{name}.{member}{called}`\n\n{_words(function)}\n"


def _words(found: Any) -> str:
    return _ROLE.sub(r"`\1`", inspect.getdoc(found) or "").replace("::\n", ":\n")


def _signature(found: Any) -> str:
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):
        return ""
    words = re.sub(r"<.*? at 0x\w+>|<factory>", "...", str(signature))
    words = re.sub(r"(: |-> )'([^']*)'", r"\1\2", words)  # annotations that are kept as text
    words = re.sub(r"\b(?:cogtable|typing|collections|numpy)\.[\w.]*?(\w+)(?=[^\w.])", r"\1", words)
    return "" if words == "(*args, **kwargs)" else words


def _fields(found: type) -> dict[str, tuple[str, str]]:
    """The annotated fields of a class: the type of each as it is written, and the docstring below it."""
    try:
        tree = ast.parse(inspect.getsource(found))
    except (OSError, TypeError):
        return {}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    told = {}
    for at, line in enumerate(body):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.target.id[0] != "_":
            below = body[at + 1] if at + 1 < len(body) else None
            value = below.value if isinstance(below, ast.Expr) else None
            words = value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
            default = f" = {ast.unparse(line.value)}" if line.value else ""
            told[line.target.id] = ast.unparse(line.annotation) + default, " ".join(words.split())
    return told
