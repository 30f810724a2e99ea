"""Rules coverage: every numbered rule of a game has at least one scenario test.

A test names the rules it shows::

    @rule("SP-R4")
    def test_tokens_beyond_ten_are_returned(table): ...

and `check(game, folder)` compares the tests below a folder with the numbers in the game's `rules.md`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec

Test = TypeVar("Test", bound=Callable[..., Any])

_NUMBER = re.compile(r"^[ \t]*(?:[-*][ \t]+)?\*\*([A-Z]+-[A-Z]+\d+[a-z]?)\*\*", re.MULTILINE)


class Uncovered(AssertionError):
    """Rules without a scenario test, or tests of unknown rules."""


def rule(*numbers: str) -> Callable[[Test], Test]:
    """Marks a scenario test with the numbers of the rules that it shows."""

    def mark(test: Test) -> Test:
        test.__dict__["rules"] = numbers
        return test

    return mark


def numbers(text: str) -> list[str]:
    """The numbers of the rules in a `rules.md`: in bold at the beginning of a list item or paragraph."""
    return _NUMBER.findall(text)


def named(folder: Path) -> dict[str, list[str]]:
    """The rules named by the tests below `folder`, each with the tests that name it. Nothing is run."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for name, number in _marks(ast.parse(file.read_text(encoding="utf-8"))):
            found.setdefault(number, []).append(f"{file.name}::{name}")
    return found


def _marks(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
                    for argument in mark.args:
                        yield node.name, ast.literal_eval(argument)


def check(game: GameSpec, folder: Path) -> None:
    """Compares the tests below `folder` with the game's `rules.md`. Raises Uncovered."""
    known = numbers(game.rules_text)
    tests = named(folder)
    if not known:
        raise Uncovered(f"{game.name}: rules.md has no numbered rule; expected lines that begin like **SP-R4**")
    if twice := sorted({number for number in known if known.count(number) > 1}):
        raise Uncovered(f"{game.name}: rules.md gives a number twice: {', '.join(twice)}")
    if missing := [number for number in known if number not in tests]:
        raise Uncovered(f"{game.name}: no scenario test names {', '.join(missing)}")
    if unknown := sorted(set(tests) - set(known)):
        raise Uncovered(f"{game.name}: tests name rules that rules.md does not have: {', '.join(unknown)}")
