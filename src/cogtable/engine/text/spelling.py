"""Suggestions for misspelt names."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def closest(name: str, known: Sequence[str]) -> str:
    """The known name that a misspelt one is likely to mean; empty when none is close."""
    return next(iter(get_close_matches(name, known, n=1)), "")


def instead(name: str, known: Sequence[str], expected: str = "expected") -> str:
    """The advice for an unknown name: "did you mean red? There are blue, green, red"."""
    meant = closest(name, known)
    return f"{f'did you mean {meant}? There are' if meant else expected} {', '.join(known)}"
