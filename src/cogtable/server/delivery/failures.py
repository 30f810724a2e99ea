"""The ways in which sending a notification fails."""

from __future__ import annotations


class Undelivered(Exception):
    """A notification was not delivered; it can be tried again after `wait_s` seconds."""

    def __init__(self, why: str, wait_s: float = 0) -> None:
        super().__init__(why)
        self.wait_s = wait_s


class DeliveryRefused(Exception):
    """A notification was refused for good."""


class RecipientGone(Exception):
    """The address no longer exists."""
