"""Unguessable ids, and secrets that are stored only as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_id() -> str:
    """Returns the id of a new table: short enough for a link, too long to guess, and never mistaken for a command-line
    option.
    """
    while (made := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return made


def new_secret() -> str:
    """Returns the secret of a seat. It is sent once, to the person who takes the seat, and never stored."""
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """Returns the stored hash of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, kept: str) -> bool:
    """Whether `kept` is the digest of `secret`."""
    return bool(kept) and hmac.compare_digest(digest(secret), kept)
