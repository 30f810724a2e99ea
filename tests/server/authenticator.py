"""A browser and a passkey in software, which can also be made to send false data."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
import httpx
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url as encoded

from .live_server import PATIENCE, LiveServer

PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40


class Authenticator:
    """Holds one passkey."""

    def __init__(self) -> None:
        self.id = secrets.token_bytes(16)
        self.signs = 0
        self.account = ""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """Returns a browser's answer to a request for a passkey."""
        self.account = options["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self._data(options["rp"]["id"], PRESENT | VERIFIED | NEW)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer("webauthn.create", options, origin, attestationObject=encoded(made))

    def sign(self, options: dict[str, Any], origin: str, host: str = "") -> dict[str, Any]:
        """Returns a browser's answer to a request for a signature."""
        self.signs += 1
        data = self._data(host or options["rpId"], PRESENT | VERIFIED)
        answer = self._answer("webauthn.get", options, origin, authenticatorData=encoded(data), userHandle=self.account)
        signed = data + hashlib.sha256(_client_data("webauthn.get", options, origin)).digest()
        answer["response"]["signature"] = encoded(self._key.sign(signed, ec.ECDSA(hashes.SHA256())))
        return answer

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.signs.to_bytes(4, "big")

    def _answer(self, kind: str, options: dict[str, Any], origin: str, **more: str) -> dict[str, Any]:
        said = {"clientDataJSON": encoded(_client_data(kind, options, origin)), **more}
        return {"id": encoded(self.id), "rawId": encoded(self.id), "type": "public-key", "response": said}


def _client_data(kind: str, options: dict[str, Any], origin: str) -> bytes:
    return json.dumps({"type": kind, "challenge": options["challenge"], "origin": origin}).encode()


class Browser:
    """A browser at a server, with its own cookies; its person signs with `passkey`."""

    def __init__(self, server: LiveServer, passkey: Authenticator | None = None, agent: str = "") -> None:
        self.origin = f"http://localhost:{server.address.partition(':')[2]}"
        self.passkey = passkey or Authenticator()
        self.http = httpx.Client(
            base_url=f"{self.origin}/api",
            headers={"Origin": self.origin, "User-Agent": agent},
            timeout=PATIENCE,
            verify=False,
        )

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        return self.http.post(path, json=body or {}, headers=headers)

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ask(self, path: str, **body: str) -> dict[str, Any]:
        """Returns the server's request to the browser."""
        answer = self.post(path, body)
        assert answer.status_code == 200, answer.text
        options: dict[str, Any] = answer.json()["options"]
        return options

    def sign_up(self, name: str) -> str:
        """Creates an account; returns the recovery code."""
        made = self.passkey.make(self.ask("/account/sign-up", name=name), self.origin)
        answer = self.post("/account/sign-up/finish", {"credential": made})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    def sign_in(self) -> httpx.Response:
        signed = self.passkey.sign(self.ask("/account/sign-in"), self.origin)
        return self.post("/account/sign-in/finish", {"credential": signed})

    def delete(self) -> httpx.Response:
        """Deletes the account."""
        signed = self.passkey.sign(self.ask("/account/delete"), self.origin)
        return self.post("/account/delete/finish", {"credential": signed})

    @property
    def account(self) -> Any:
        return self.get("/account")

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
