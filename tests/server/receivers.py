"""Receivers of notifications: a push service with a browser, and a mail server."""

from __future__ import annotations

import asyncio
import base64
import email
import email.policy
import json
import queue
import secrets
import threading
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from .live_server import PATIENCE


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


class PushService:
    """A push service on this machine. It accepts every request, except that `answers` are the responses to the next
    ones.
    """

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.requests: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers = service.answers.pop(0) if service.answers else (201, {})
                service.requests.put((self.path, dict(self.headers), body))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *words: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def next(self) -> tuple[str, dict[str, str], bytes]:
        """Returns the next request: its path, headers and body."""
        return self.requests.get(timeout=PATIENCE)

    def clear(self) -> None:
        self.answers.clear()
        while not self.requests.empty():
            self.requests.get()


class Subscriber:
    """A browser that is reached through a push service."""

    def __init__(self, service: PushService) -> None:
        self.service = service
        self.path = f"/push/{secrets.token_urlsafe(12)}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)

    @property
    def endpoint(self) -> str:
        return self.service.origin + self.path

    @property
    def subscription(self) -> dict[str, str]:
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        point = self._key.public_key().public_bytes(*form)
        return {"endpoint": self.endpoint, "p256dh": encoded(point), "auth": encoded(self._auth)}

    def next(self, push_key: str = "") -> dict[str, Any]:
        """Returns the next message, as the browser shows it. With a `push_key` its signature is checked."""
        path, headers, body = self.service.next()
        assert path == self.path
        if push_key:
            check_signature(headers["Authorization"], push_key, self.service.origin)
        return self.read(body)

    def read(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        message: dict[str, Any] = json.loads(text)
        return message


def check_signature(authorization: str, push_key: str, audience: str) -> dict[str, Any]:
    """Checks a signature as push services do (RFC 8292). Returns its claims."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert parts["k"] == push_key
    signed, _, signature = parts["t"].rpartition(".")
    raw = decoded(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(push_key))
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    point.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(decoded(signed.partition(".")[2]))
    assert claims["aud"] == audience
    return claims


class _AnyPort(Controller):
    """A mail server on any free port."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


class Mailbox:
    """A mail server on this machine, with everybody's mails. It accepts every mail, except that `answers` are the
    responses to the next ones.
    """

    USER, PASSWORD = "cogtable", "open sesame"

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.mails: queue.Queue[EmailMessage] = queue.Queue()
        self._controller = _AnyPort(
            self,
            hostname="127.0.0.1",
            port=0,
            auth_require_tls=False,
            authenticator=self._let_in,
        )

    def _let_in(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        right = (data.login.decode(), data.password.decode()) == (self.USER, self.PASSWORD)
        return AuthResult(success=right, handled=False)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        assert session.authenticated
        assert envelope.rcpt_tos == [mail["To"]]
        self.mails.put(mail)
        return "250 OK"

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._controller.stop()

    @property
    def port(self) -> int:
        port: int = self._controller.port
        return port

    def next(self) -> EmailMessage:
        """Returns the next mail."""
        return self.mails.get(timeout=PATIENCE)

    def clear(self) -> None:
        self.answers.clear()
        while not self.mails.empty():
            self.mails.get()
