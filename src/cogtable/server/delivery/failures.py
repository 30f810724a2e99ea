"""The ways in which sending a notification fails."""

from __future__ import annotations


class Undelivered(Exception):
    """A notification was not delivered; it can be retried after `wait_s` seconds."""

    def __init__(self, why: str, wait_s: float = 0) -> None:
        super().__init__(why)
        self.wait_s = wait_s


class DeliveryRefused(Exception):
    """A notification was refused permanently."""


class RecipientGone(Exception):
    """The address no longer exists."""
