"""What can go wrong, said to the person who can put it right."""

from __future__ import annotations


class CogtableError(Exception):
    """Anything that Cogtable refuses; its text says what was expected and what came."""


class UnknownGame(CogtableError):
    """There is no game of that name."""


class BrokenGame(CogtableError):
    """A game that is installed but cannot be loaded."""


class BrokenRule(CogtableError):
    """A game's rules hold a mistake, or what cannot be compiled.

    Three lines: what is wrong, the file and line with its text, and what to do.
    """


class BadBox(CogtableError):
    """A box file cannot be used; the text names file, entry, field and reason."""


class BadPicture(CogtableError):
    """The picture that a game brings along cannot be shown; the text names file and reason."""


class BadOption(CogtableError):
    """A number of seats or an option that the game does not have."""


class IllegalAction(CogtableError):
    """An action that the rules do not allow now; nothing was changed."""


class BadSave(CogtableError):
    """A saved match that cannot be loaded: another game, version or box, or a log that does not fit."""
