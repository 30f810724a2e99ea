"""What can go wrong when a call is sent."""

from __future__ import annotations


class Undelivered(Exception):
    """A call was not delivered, and may be tried again, at the soonest after `wait_s` seconds."""

    def __init__(self, why: str, wait_s: float = 0) -> None:
        super().__init__(why)
        self.wait_s = wait_s


class DeliveryRefused(Exception):
    """A call was refused for good."""


class RecipientGone(Exception):
    """Nobody can be reached there any more."""
