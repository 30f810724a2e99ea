"""What people write: names and messages."""

from __future__ import annotations

import unicodedata

from cogtable.engine.words import say
from cogtable.server.refusal import Refusal

MAX_NAME = 24
"""The most characters of a name."""

BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that cannot be seen."""

_JOINERS = "\u200c\u200d"
"""Some scripts need them between letters, and emoji to make one of several. Alone they cannot be seen."""

_STEERING = frozenset({"Cc", "Cf", "Co", "Cs"})
"""Unicode's categories of signs that steer how others are shown, as from right to left, or that show nothing."""


def checked_name(name: str) -> str:
    """The name of a person, trimmed. Raises Refusal when it cannot be one."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= MAX_NAME:
        raise Refusal("malformed", say("a name has 1 to {most} characters; found {n}", most=MAX_NAME, n=len(name)))
    if any(unicodedata.category(sign)[0] == "C" or sign in BLANK for sign in name):
        raise Refusal("malformed", say("a name cannot contain control characters or invisible symbols"))
    return name


def cleaned(text: str) -> str:
    """A message in one line, without signs that cannot be seen or that steer how other text is shown. Marks that pile
    up on a letter are cut to three.
    """
    kept = ""
    marks = 0
    for sign in " ".join(unicodedata.normalize("NFC", text).split()):
        category = unicodedata.category(sign)
        if sign in BLANK or (category in _STEERING and sign not in _JOINERS):
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= 3:
            kept += sign
    return " ".join(kept.strip(_JOINERS + " ").split())
