"""Passkeys in a browser: Chromium's virtual authenticator, whose user always agrees."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page

VIRTUAL = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Passkeys:
    """The passkeys of one page."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": VIRTUAL})["authenticatorId"]

    @property
    def all(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})[
            "credentials"
        ]
        return found

    def copy_from(self, other: Passkeys) -> None:
        """Copies passkeys from another page, as a cloud account does between a phone and a computer."""
        for credential in other.all:
            self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})
