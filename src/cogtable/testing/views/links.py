"""Links to rules, in what is shown and in a game's sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from cogtable.engine.definition.spec import GameSpec
from cogtable.testing import coverage

_LINK = re.compile(r"\[\[rule:([^\]|{]+)\]\]")


def dead_links(game: GameSpec, shown: str = "") -> list[str]:
    """The linked rules that the game's `rules.md` does not have.

    Checks `shown`, all strings in the game's Python files, its rules, its rules page and its box. In strings,
    everything that looks like the number of a rule counts, since links are also built from tables.
    """
    known = coverage.numbers(game.rules_text)
    series = {number.partition("-")[0] for number in known}
    number = re.compile(rf"\b(?:{'|'.join(sorted(series))})-[A-Z]+\d+[a-z]?\b") if series else _LINK
    words = [game.rules_text, game.front_text(), game.box_file.read_text(encoding="utf-8")]
    words += [text for file in sorted(game.folder.rglob("*.py")) for text in strings(file)]
    linked = {each for text in words for each in number.findall(text)} | set(_LINK.findall(shown))
    return sorted(linked - set(known))


def strings(file: Path) -> Iterator[str]:
    """All strings of a Python file, with templates as they are written."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
