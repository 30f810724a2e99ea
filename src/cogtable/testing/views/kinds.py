"""Kinds of lines: the same sentence about other cards, seats or numbers is of the same kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from cogtable.engine.definition.spec import GameSpec

Kind = Callable[[str], str]

_MARKUP = re.compile(r"\[\[[^\]]*\]\]|\*\*[^*]*\*\*")
_NUMBER = re.compile(r"[−+-]?\d+")
_CELL = re.compile(r"\b[a-z]\d+\b")
"""A place on a board with lines and columns: e5."""
_THING = r"(?:#\s*)?~"
_LIST = re.compile(rf"{_THING}(?:(?:, | and ){_THING})*")


def family(name: str) -> str:
    """An id without its numbers: `card12` and `card7` are both `card#`."""
    return _NUMBER.sub("#", name)


@cache
def kinds_of(game: GameSpec) -> Kind:
    """Returns a function for the kind of a line: its text without names of the box, links, icons and numbers."""
    names = {name for names in game.box.names.values() for name in names if len(name) > 1}
    longest_first = sorted(names, key=len, reverse=True)
    named = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE) if names else None

    def kind(line: str) -> str:
        plain = _MARKUP.sub("~", line)
        plain = named.sub("~", plain) if named else plain
        return _LIST.sub("~", _NUMBER.sub("#", _CELL.sub("~", plain)))

    return kind
