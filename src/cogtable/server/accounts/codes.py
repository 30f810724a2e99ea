"""Recovery codes: a way to sign in for people who have lost their passkeys. Each works once."""

from __future__ import annotations

import secrets

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Letters and digits that can't be confused on paper."""

GROUPS, GROUP = 5, 4
"""A code has 20 letters, in groups of 4. That is 98 bits, too many to guess, so no slow digest is needed."""


def new_code() -> str:
    """Returns a new recovery code, as it is shown."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def plain(code: str) -> str:
    """Returns a recovery code in the form that is digested and stored, however it was typed."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
