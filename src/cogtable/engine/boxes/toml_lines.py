"""Finds the lines of keys and entries in a TOML file. `tomllib` parses a file but doesn't report lines, nor do
libraries that preserve formatting (`tomlkit`). This module finds the lines in a text that `tomllib` has already read.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Path = tuple[str | int, ...]
"""A key of the file, or the number of an entry from 0, or the way to one: ("cards", 2, "cost")."""

_TOKEN = re.compile(
    r'''(?P<string>"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')'''
    r"|(?P<comment>\#[^\n]*)|(?P<space>[ \t\r]+)|(?P<newline>\n)|(?P<mark>[][{}=,.])|(?P<bare>[^][{}=,.\s\#\"']+)",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def lines_of(text: str) -> dict[Path, int]:
    """The line, counted from 1, on which each key and each entry of a valid TOML file begins."""
    return _Scanner(text).lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._tokens = list(_tokens(text))
        self._at = 0
        self._entries: dict[Path, int] = {}
        """How many entries each array of tables has so far."""
        inside: Path = ()
        while self._at < len(self._tokens):
            if self._take("\n"):
                continue
            inside = self._header() if self._take("[") else self._pair(inside)

    def _take(self, text: str) -> bool:
        """Skips a token if it comes next; returns whether it did."""
        found = self._at < len(self._tokens) and self._tokens[self._at].text == text
        self._at += found
        return found

    def _keys(self, end: str) -> tuple[list[str], int]:
        """The keys up to a mark, such as a.b before "=", and their line."""
        line = self._tokens[self._at].line
        keys = []
        while not self._take(end):
            if not self._take("."):
                keys.append(_key(self._tokens[self._at]))
                self._at += 1
        return keys, line

    def _header(self) -> Path:
        """[a.b] or [[a.b]]."""
        entry = self._take("[")
        keys, line = self._keys("]")
        path: Path = ()
        for key in keys[:-1]:
            path = self._present((*path, key))
        path = (*path, keys[-1])
        if not entry:
            self.lines.setdefault(path, line)
            return path
        self._take("]")
        self.lines.setdefault(path, line)
        self._entries[path] = self._entries.get(path, -1) + 1
        path = self._present(path)
        self.lines[path] = line
        return path

    def _present(self, path: Path) -> Path:
        """The last entry so far, if the path is that of an array of tables."""
        return (*path, self._entries[path]) if path in self._entries else path

    def _pair(self, inside: Path) -> Path:
        keys, line = self._keys("=")
        path = inside
        for key in keys:
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._value(path)
        return inside

    def _value(self, path: Path) -> None:
        if self._take("["):
            number = 0
            while not self._take("]"):
                if self._take(",") or self._take("\n"):
                    continue
                self.lines[(*path, number)] = self._tokens[self._at].line
                self._value((*path, number))
                number += 1
        elif self._take("{"):
            while not self._take("}"):
                if not (self._take(",") or self._take("\n")):
                    self._pair(path)
        else:
            while self._at < len(self._tokens) and self._tokens[self._at].text not in (",", "]", "}", "\n"):
                self._at += 1


def _tokens(text: str) -> list[_Token]:
    """All tokens but spaces and comments."""
    found = []
    line = 1
    for match in _TOKEN.finditer(text):
        if match.lastgroup not in ("space", "comment"):
            found.append(_Token(str(match.lastgroup), match[0], line))
        line += match[0].count("\n")
    return found


def _key(token: _Token) -> str:
    """A key as `tomllib` reads it."""
    if token.kind != "string":
        return token.text
    if token.text.startswith("'"):
        return token.text[1:-1]
    named = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}

    def plain(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        return chr(int(code, 16)) if code else named.get(found[3], found[3])

    return _ESCAPED.sub(plain, token.text[1:-1])
