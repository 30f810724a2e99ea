"""Push: a message to a browser through its vendor's push service (RFC 8030).

The message is encrypted for that browser (RFC 8291) and signed with the server's key (VAPID, RFC 8292), so the push
service can neither read nor forge it. The libraries for both are loaded on first use.
"""

from __future__ import annotations

import base64
import binascii
import http.client
import secrets
import ssl
import time
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from cogtable.server.db.notifications import SubscriptionRow
from cogtable.server.delivery.failures import DeliveryRefused, RecipientGone, Undelivered

SERVICES = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    "updates.push.services.mozilla.com",
    ".notify.windows.com",
    ".push.apple.com",
)
"""The push services of browsers; a name that starts with a dot stands for all hosts below it.

Browsers send the address of their push service. Without this list, an attacker could make the server send requests to
any address, even in its own network.
"""

TIMEOUT_S = 20
"""The time limit for a push service's answer, in seconds."""

SIGNED_S = 12 * 3600
"""How long a signature is valid, in seconds; push services accept up to a day."""

MAX_ENDPOINT = 1000

POINT, AUTH = 65, 16
"""The length in bytes of a browser's public key, and of the secret that it shares with the server."""


class BadSubscription(Exception):
    """The data is not a browser's subscription."""


class Urgency(NamedTuple):
    """The importance of a message: whether to wake a phone, and for how many seconds the message is useful."""

    name: str
    ttl_s: int


def new_key() -> str:
    """Returns a new private key of a server, in its stored form."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _encoded(number.to_bytes(32, "big"))


def public_key(key: str) -> str:
    """Returns the public half of a server's key, in the form that browsers accept."""
    from cryptography.hazmat.primitives import serialization
    from py_vapid import Vapid02

    point = Vapid02.from_raw(key.encode()).public_key
    form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return _encoded(point.public_bytes(*form))


def check_subscription(endpoint: str, p256dh: str, auth: str, services: tuple[str, ...]) -> None:
    """Raises BadSubscription for data that a browser would not send."""
    if len(endpoint) > MAX_ENDPOINT or not is_served(endpoint, services):
        raise BadSubscription(f"expected an address at a known push service; found '{_host(endpoint)[:80]}'")
    for name, text, size in (("p256dh", p256dh, POINT), ("auth", auth, AUTH)):
        try:
            found = len(_decoded(text))
        except (ValueError, binascii.Error):
            found = -1
        if found != size:
            raise BadSubscription(f"expected {size} bytes in base64url as {name}; found '{text[:40]}'")


def is_served(endpoint: str, services: tuple[str, ...]) -> bool:
    """Whether an address is at one of the push services. An entry with a scheme stands for that origin alone."""
    try:
        place = urlsplit(endpoint)
        host, port = place.hostname or "", place.port
    except ValueError:
        return False
    if place.username is not None or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    named = any(host.endswith(each) if each.startswith(".") else host == each for each in services)
    return _origin(place) in services or (named and place.scheme == "https" and port in (None, 443))


def send_push(row: SubscriptionRow, message: bytes, key: str, contact: str, urgency: Urgency, topic: str) -> None:
    """Passes a message to a browser's push service, where it replaces an earlier undelivered message with the same
    `topic`. Blocks until the service answers. Raises Undelivered, DeliveryRefused and RecipientGone.
    """
    place = urlsplit(row.endpoint)
    headers = {
        "TTL": str(urgency.ttl_s),
        "Urgency": urgency.name,
        "Topic": topic,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Authorization": _signature(_origin(place), key, contact),
    }
    body = _encrypted(row, message)
    connection = _connection(place)
    try:
        connection.request("POST", f"{place.path}?{place.query}" if place.query else place.path or "/", body, headers)
        answer = connection.getresponse()
        status, wait = answer.status, answer.headers.get("Retry-After", "")
    except (OSError, http.client.HTTPException) as error:
        raise Undelivered(f"the push service {place.hostname} does not answer: {error}") from error
    finally:
        connection.close()
    if status in (404, 410):
        raise RecipientGone(f"the push service answers {status}")
    if status == 429 or status >= 500:
        raise Undelivered(f"the push service answers {status}", min(float(wait), 86400) if wait.isdecimal() else 0)
    if not 200 <= status < 300:
        raise DeliveryRefused(f"the push service {place.hostname} answers {status}")


def _connection(place: SplitResult) -> http.client.HTTPConnection:
    if place.scheme != "https":
        return http.client.HTTPConnection(place.netloc, timeout=TIMEOUT_S)
    return http.client.HTTPSConnection(place.netloc, timeout=TIMEOUT_S, context=ssl.create_default_context())


def _signature(audience: str, key: str, contact: str) -> str:
    from py_vapid import Vapid02

    claims = {"aud": audience, "sub": contact, "exp": int(time.time()) + SIGNED_S}
    return str(Vapid02.from_raw(key.encode()).sign(claims)["Authorization"])


def _encrypted(row: SubscriptionRow, message: bytes) -> bytes:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        return bytes(
            http_ece.encrypt(
                message,
                salt=secrets.token_bytes(16),
                private_key=ec.generate_private_key(ec.SECP256R1()),
                dh=_decoded(row.p256dh),
                auth_secret=_decoded(row.auth),
                version="aes128gcm",
            )
        )
    except ValueError as error:  # 65 bytes, but not a point on the curve
        raise RecipientGone(f"the browser's key is not valid: {error}") from error


def _origin(place: SplitResult) -> str:
    return f"{place.scheme}://{place.netloc}"


def _host(endpoint: str) -> str:
    try:
        return urlsplit(endpoint).hostname or endpoint
    except ValueError:
        return endpoint


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
