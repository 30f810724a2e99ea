"""Text that people write: names and chat messages."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.wire.base import MAX_NAME

BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as letters or symbols but are invisible."""

_JOINERS = "\u200c\u200d"
"""Invisible characters that some scripts need between letters, and that combine emoji."""

ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE", "LISU", "DESERET"})
"""Scripts whose letters look alike, and that need no joiners."""

_CONTROLS = frozenset({"Cc", "Cf", "Co", "Cs"})
"""The Unicode categories of characters that are invisible or change how others are shown,
such as right-to-left marks.
"""


def checked_name(name: str, most: int = MAX_NAME) -> str:
    """Returns a name, of a person or something else, trimmed. Raises Refusal if it is not allowed."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= most:
        raise Refusal("malformed", say("a name has 1 to {most} characters; found {n}", most=most, n=len(name)))
    if any(_is_invisible(*around) for around in _with_neighbours(name)):
        raise Refusal("malformed", say("a name cannot contain control characters or invisible symbols"))
    return name


def cleaned(text: str) -> str:
    """Returns a message in one line, without characters that are invisible or change how other text is shown, and with
    at most three accents on a letter.
    """
    kept = ""
    marks = 0
    for before, character, after in _with_neighbours(" ".join(unicodedata.normalize("NFC", text).split())):
        if _is_invisible(before, character, after):
            continue
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= 3:
            kept += character
    return " ".join(kept.split())


def _with_neighbours(text: str) -> Iterator[tuple[str, str, str]]:
    """Returns each character with the one before it and the one after it; both ends have a space as neighbour."""
    return zip(f" {text}", text, f"{text[1:]} ", strict=False)


def _is_invisible(before: str, character: str, after: str) -> bool:
    """Whether a character is invisible in its place, or changes how others are shown."""
    if character in _JOINERS:
        return not (_needs_joiners(before) and _needs_joiners(after))
    return character in BLANK or unicodedata.category(character) in _CONTROLS


def _needs_joiners(character: str) -> bool:
    """Whether a character can be joined to another: an emoji, or a letter or sign of a script that uses joiners."""
    if unicodedata.category(character)[0] in "LM":
        return unicodedata.name(character, "LATIN").partition(" ")[0] not in ALIKE
    return unicodedata.category(character) in ("So", "Sk", "Cn")  # Cn: emoji too new for this version of Python
