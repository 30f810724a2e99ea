"""Text that people write: names and chat messages."""

from __future__ import annotations

import unicodedata

from cogtable.engine.words import say
from cogtable.server.protocol import MAX_NAME
from cogtable.server.refusal import Refusal

BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as letters or symbols but are invisible."""

_JOINERS = "\u200c\u200d"
"""Invisible characters that some scripts need between letters, and emoji to combine."""

_CONTROLS = frozenset({"Cc", "Cf", "Co", "Cs"})
"""The Unicode categories of characters that are invisible or change how others are shown, as from right to left."""


def checked_name(name: str, most: int = MAX_NAME) -> str:
    """The name of a person, or of something else, trimmed. Raises Refusal if it is not allowed."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= most:
        raise Refusal("malformed", say("a name has 1 to {most} characters; found {n}", most=most, n=len(name)))
    if any(unicodedata.category(character)[0] == "C" or character in BLANK for character in name):
        raise Refusal("malformed", say("a name cannot contain control characters or invisible symbols"))
    return name


def cleaned(text: str) -> str:
    """A message in one line, without characters that are invisible or change how other text is shown, and with at most
    three accents on a letter.
    """
    kept = ""
    marks = 0
    for character in " ".join(unicodedata.normalize("NFC", text).split()):
        category = unicodedata.category(character)
        if character in BLANK or (category in _CONTROLS and character not in _JOINERS):
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= 3:
            kept += character
    return " ".join(kept.strip(_JOINERS + " ").split())
