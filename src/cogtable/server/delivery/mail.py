"""E-mail: the mail server of the host, the mails, and the links in them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import smtplib
import ssl
from collections.abc import Mapping
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from cogtable.engine.errors import CogtableError
from cogtable.engine.text.words import say
from cogtable.server.delivery.failures import DeliveryRefused, Undelivered

TIMEOUT_S = 20
"""The time limit for each answer of the mail server, in seconds."""

MAX_ADDRESS = 254

CONFIRM_S = 2 * 24 * 3600
"""How long the link that confirms an address works, in seconds."""

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")


class BadMailSettings(CogtableError):
    """The settings of the mail server are invalid; the text says why."""


class MailServer(NamedTuple):
    """The mail server that sends the mails. `security`: "tls" from the start, "starttls", or "off"."""

    host: str
    port: int
    security: str
    sender: str
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return f"MailServer({self.host}:{self.port})"  # leaves out the password


PORTS = {"smtps": 465, "smtp": 587}


def mail_server(where: str, sender: str, password: str, url: str) -> MailServer:
    """Returns the mail server at an address such as `smtp://user@mail.example.org:587`. Raises BadMailSettings.

    `smtps` uses TLS from the start. `smtp` starts without TLS and switches to it; `smtp://localhost:25?tls=off` never
    uses TLS.
    """
    try:
        place = urlsplit(where)
        port = place.port
    except ValueError as error:
        raise BadMailSettings(f"--smtp: {error}; found {where}") from error
    if place.scheme not in PORTS or not place.hostname or place.path not in ("", "/") or place.fragment:
        raise BadMailSettings(
            f"--smtp: expected smtp://USER@HOST:PORT or smtps://...; found {_without_password(where)}"
        )
    if place.password is not None:
        raise BadMailSettings(
            "--smtp: leave out the password, which others could read there; put it into the environment "
            "variable COGTABLE_SMTP_PASSWORD, or into a file (--smtp-password-file)"
        )
    if place.query not in ("", "tls=off"):
        raise BadMailSettings(f"--smtp: expected nothing or tls=off after the question mark; found {place.query}")
    if place.query and place.scheme == "smtps":
        raise BadMailSettings("--smtp: smtps is TLS from the start; for none write smtp://...?tls=off")
    if not url:
        raise BadMailSettings("--smtp: e-mails need links; give the address of this server with --url")
    sender = sender or f"cogtable@{urlsplit(url).hostname}"
    if not is_address(address_of(sender)):
        raise BadMailSettings(f"--mail-from: expected an e-mail address; found {sender}")
    user = unquote(place.username or "")
    if user and not password:
        raise BadMailSettings(
            f"--smtp: {user} needs a password: in the environment variable COGTABLE_SMTP_PASSWORD, or in a file "
            "(--smtp-password-file)"
        )
    security = "off" if place.query else "tls" if place.scheme == "smtps" else "starttls"
    return MailServer(place.hostname, port or PORTS[place.scheme], security, sender, user, password)


def _without_password(where: str) -> str:
    return re.sub(r":[^:@/]*@", ":...@", where)


def is_address(text: str) -> bool:
    """Whether a text is an e-mail address."""
    return len(text) <= MAX_ADDRESS and bool(_ADDRESS.fullmatch(text)) and ".." not in text


# --- links ------------------------------------------------------------------------------------------


def token(key: str, purpose: str, account: str, address: str, until: int = 0) -> str:
    """Returns the token for a link in a mail: the account, and a signature of the server. Only a person who reads the
    mails at that address can know it.
    """
    return f"{account}.{until}.{_signature(key, purpose, account, address, until)}"


def account_in(text: str) -> tuple[str, int]:
    """Returns the account of a link, and until when the link works; 0 if always. Raises ValueError."""
    account, until, _ = text.split(".")
    return account, int(until)


def is_signed(key: str, purpose: str, text: str, address: str) -> bool:
    """Whether this server made a link, for this purpose and address. Raises ValueError."""
    account, until = account_in(text)
    signature = text.rpartition(".")[2]
    return hmac.compare_digest(signature.encode(), _signature(key, purpose, account, address, until).encode())


def _signature(key: str, purpose: str, account: str, address: str, until: int) -> str:
    signed = "\0".join((purpose, account, address, str(until))).encode()
    made = hmac.digest(key.encode(), signed, hashlib.sha256)
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


# --- mails --------------------------------------------------------------------------------------------


def compose(sender: str, address: str, subject: str, text: str, headers: Mapping[str, str]) -> EmailMessage:
    """Returns a mail."""
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = Address(addr_spec=address)
    mail["Subject"] = subject
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain=address_of(sender).rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"  # prevents automatic replies such as holiday notices
    for name, value in headers.items():
        mail[name] = value
    mail.set_content(text)
    return mail


def turn_text(text: str, table: str, waiting: str, end: str) -> str:
    """Returns the text of the mail for a player whose turn it is."""
    return "\n".join(
        (
            text,
            "",
            say("Play: {link}", link=table),
            say("All games that are waiting for you: {link}", link=waiting),
            "",
            say("You will get no more emails until you come back."),
            say("Stop these emails: {link}", link=end),
        )
    )


def confirm_text(link: str, url: str) -> tuple[str, str]:
    """Returns the subject and text of the mail that asks a person to confirm their address."""
    lines = (
        say("You (or someone using your address) asked {url} to email you when it’s your turn.", url=url),
        "",
        say("If that was you, confirm it here within two days: {link}", link=link),
        "",
        say("If not, ignore this email: you will get no more."),
    )
    return say("Is this your address?"), "\n".join(lines)


def address_of(sender: str) -> str:
    """Returns the bare address of "Cogtable <cogtable@example.org>"."""
    return parseaddr(sender)[1]


def send_mail(server: MailServer, mail: EmailMessage) -> None:
    """Passes a mail to the mail server; blocks until it answers. Raises Undelivered, and DeliveryRefused if the address
    is refused permanently.
    """
    try:
        with _connected(server) as connection:
            connection.send_message(mail)
    except smtplib.SMTPRecipientsRefused as error:
        code = next(iter(error.recipients.values()))[0]
        raise (DeliveryRefused if code >= 500 else Undelivered)(
            f"the mail server refuses the address: {code}"
        ) from error
    except (smtplib.SMTPException, OSError) as error:
        raise Undelivered(f"the mail server {server.host} did not take a mail: {_reason(error)}") from error


def _connected(server: MailServer) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if server.security == "tls":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT_S, context=context)
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT_S)
    try:
        if server.security == "starttls":
            connection.starttls(context=context)
        if server.user:
            connection.login(server.user, server.password)
    except BaseException:
        connection.close()
        raise
    return connection


def _reason(error: BaseException) -> str:
    """Returns the mail server's error message in one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
