"""The display of a match at a prompt and in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogtable import terminal
from cogtable.view import View

LAST = 8
"""The number of lines of the log that are shown."""


class Shown:
    """A match as a seat sees it: `str` gives text, and a notebook shows it as HTML. See `Match.shown`."""

    def __init__(self, title: str, seats: int, view: View) -> None:
        self._title = f"{title}, {seats} seats, {_moves(view.ply)}"
        self._standing = _standing(view.waiting)
        self._places = list(terminal.placements(view))
        self._scene = [line.rstrip() for line in terminal.scene(view)]
        self._log = list(terminal.log(view.log[-LAST:]))

    def __str__(self) -> str:
        parts = ([self._title, self._standing], self._places, self._scene, self._log)
        return "\n\n".join("\n".join(lines) for lines in parts if lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        import html  # only notebooks need it, and a page downloads what is imported

        places, scene, log = (html.escape("\n".join(lines)) for lines in (self._places, self._scene, self._log))
        return (
            f"<div><strong>{html.escape(self._title)}</strong><br>{html.escape(self._standing)}"
            + (f"<pre>{places}</pre>" if places else "")
            + f"<pre>{scene}</pre><details><summary>Last moves</summary><pre>{log}</pre></details></div>"
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """The representations for IPython: text, and HTML that needs no script, style sheet or network."""
        return {"text/plain": str(self), "text/html": self._repr_html_()}


def line(game: str, seats: int, ply: int, waiting: Sequence[int]) -> str:
    """A match in a line, without its seed, which would reveal everything hidden."""
    return f"<Match of {game}: {seats} seats, {_moves(ply)}, {_standing(waiting)}>"


def _moves(count: int) -> str:
    return f"after {count} move{'s' * (count != 1)}"


def _standing(waiting: Sequence[int]) -> str:
    return f"waiting for {', '.join(map(terminal.seat_name, waiting))}" if waiting else "over"
