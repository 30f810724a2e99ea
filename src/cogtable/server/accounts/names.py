"""Names of accounts: no two look the same."""

from __future__ import annotations

import unicodedata

from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.text import ALIKE, checked_name
from cogtable.server.wire.base import MAX_NAME

_TWINS = str.maketrans(
    "авегкмнорстухіјѕԁһԛԝαβεικνορτυχϲϳωγηօսոցհ01|ıiɩǀɑɡ",
    "aberkmhopctyxljsdhqwabelkvoptuxcjwynounghollllllag",
)
"""Letters of other alphabets, and signs, that look like a Latin letter. All that look like l are mapped to one letter.
"""

_PAIRS = (("rn", "m"), ("vv", "w"))
"""Letters that together look like another."""


def account_name(name: str) -> str:
    """Returns a name for an account, trimmed. Raises Refusal if it is not allowed."""
    name = checked_name(name)
    if not skeleton(name):
        raise Refusal("malformed", say("a name needs a letter or a number"))
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    if len(scripts & ALIKE) > 1:
        raise Refusal("malformed", say("a name has letters of one alphabet; this one mixes letters that look alike"))
    return name


def as_guest(name: str) -> str:
    """Returns the name of a guest, marked so that it can't be mistaken for an account of that name."""
    least = say("{name} (guest)", name="")
    return say("{name} (guest)", name=name[: MAX_NAME - len(least)].rstrip())


def skeleton(name: str) -> str:
    """Returns what a name looks like. Names that people would confuse, such as "Bill", "BiII" and "B1ll", get the same
    result.
    """
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    found = "".join(letter for letter in letters if unicodedata.category(letter)[0] in "LNS").translate(_TWINS)
    for pair, letter in _PAIRS:
        found = found.replace(pair, letter)
    return found
