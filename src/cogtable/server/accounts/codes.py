"""Recovery codes: a way in for those who have lost their passkeys. Each works once."""

from __future__ import annotations

import secrets

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Letters and digits that nobody confuses on paper."""

GROUPS, GROUP = 5, 4
"""A code has 20 letters, in groups of 4. That is 98 bits, which nobody guesses: no slow digest is needed."""


def new_code() -> str:
    """A new recovery code, as it is shown."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def plain(code: str) -> str:
    """A recovery code as it is stored (before it is digested), however it was typed."""
    return "".join(letter for letter in code.upper() if letter.isalnum())
