"""Errors, worded for the person who can fix them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class CogtableError(Exception):
    """Base of all errors of Cogtable; the text gives the expected and the actual value."""


class UnknownGame(CogtableError):
    """There is no game of that name."""


class BrokenGame(CogtableError):
    """A game that is installed but cannot be loaded."""


class BrokenRule(CogtableError):
    """A game's rules contain a mistake, or something that cannot be compiled.

    Three lines: what is wrong, the file and line with its text, and what to do.
    """


class Mistake(NamedTuple):
    """A mistake in a box: its line (0 if it has none), where it is and why in words, and the way to it in the file."""

    line: int
    where: str
    reason: str
    place: tuple[str | int, ...] = ()


class BadBox(CogtableError):
    """A box file cannot be used; the text names file, entry, field and reason.

    `mistakes` are all mistakes, where the file could be read.
    """

    def __init__(self, words: str, mistakes: Sequence[Mistake] = ()) -> None:
        super().__init__(words)
        self.mistakes = tuple(mistakes)


class BadLesson(CogtableError):
    """A game's lesson cannot be played; the text names file, line, step and reason."""


class BadPuzzles(CogtableError):
    """A game's puzzles cannot be used; the text names the file or the puzzle, and the reason."""


class BadTempers(CogtableError):
    """A game's file of tempers cannot be used; the text names the file and the reason."""


class BadReasons(CogtableError):
    """A game's usual differences cannot be used; the text names the file and the reason."""


class BadPicture(CogtableError):
    """A game's own picture cannot be shown; the text names file and reason."""


class BadRulesPage(CogtableError):
    """The beginning of a game's rules page cannot be shown; the text names the line and what was expected."""


class BadOption(CogtableError):
    """The game does not support this number of seats, option or seed."""


class UnknownOption(BadOption, TypeError):
    """A keyword that is neither a parameter nor an option of the game; a TypeError, as for any wrong keyword."""


class IllegalAction(CogtableError):
    """An action that the rules do not allow now; nothing was changed."""


class TooManyOutcomes(CogtableError):
    """Chance has more outcomes than the limit."""


class BadSave(CogtableError):
    """A saved match that cannot be loaded: another game, version or box, or a log that does not fit."""


class MissingDevice(CogtableError):
    """The requested device cannot be used here; the text says what is missing, and how to install it."""
