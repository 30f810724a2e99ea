"""Counts and lists in words, as people say them."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def counted(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: "1 card", "2 cards"; `plural` where that is not the noun with an s."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def listed(words: Sequence[str]) -> str:
    """Words in a row: "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def closest(name: str, known: Sequence[str]) -> str:
    """The known name that a misspelt one is likely to mean; empty when none is close."""
    return next(iter(get_close_matches(name, known, n=1)), "")


def instead(name: str, known: Sequence[str], expected: str = "expected") -> str:
    """What to write instead of a name that is not known: "did you mean red? There are blue, green, red"."""
    meant = closest(name, known)
    return f"{f'did you mean {meant}? There are' if meant else expected} {', '.join(known)}"
