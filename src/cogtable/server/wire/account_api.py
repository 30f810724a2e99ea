"""Accounts over HTTP: passkeys, sessions, notifications, and the copy of all that is stored of a person."""

from __future__ import annotations

from typing import Any

import msgspec

from cogtable.server.wire.base import Against
from cogtable.view import Words


class Passkey(msgspec.Struct, kw_only=True):
    """A passkey of an account, made at `device`. It works at the server's address `host` only."""

    id: str
    device: str
    host: str
    created: float
    used: float


class Session(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A browser in which somebody is signed in. `here`: the one that asks."""

    id: str
    device: str
    created: float
    seen: float
    here: bool = False


class Account(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/account`: the account that is signed in; without a name if there is none. `recovery`: whether it has a
    recovery code; `tables`: at how many tables it has seats; `hidden`: others cannot see its profile.
    """

    name: str = ""
    created: float = 0
    passkeys: list[Passkey] = []
    sessions: list[Session] = []
    recovery: bool = False
    tables: int = 0
    hidden: bool = False


class Calls(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/calls`: how the reader can be called when it is their turn. `push_key` is the server's public key, with
    which browsers subscribe. `mails`: whether this server sends e-mail. `address` is that of the reader's account, if
    it has one; it is `confirmed` once its person has followed the link that was sent there.
    """

    push_key: str
    mails: bool = False
    address: str = ""
    confirmed: bool = False


class Subscribe(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/calls/push`: calls a browser from now on, which is reached at `endpoint`, with the keys of its
    `PushSubscription`; for the seats of the account that is signed in, or of a guest with these secrets, by table.
    """

    endpoint: str
    p256dh: str
    auth: str
    secrets: dict[str, str] = {}


class Unsubscribe(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/calls/push/end`: the browser that is reached at `endpoint` is not called any more."""

    endpoint: str


class MailAddress(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/calls/mail`: where the reader wants to be called by e-mail. `POST /api/mail/confirm/...` and `POST
    /api/mail/end/...` answer with the address that their link is about.
    """

    address: str


class SignUp(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/account/sign-up` and `POST /api/account/rename`: the name that an account is to have."""

    name: str


class PasskeyOptions(msgspec.Struct, kw_only=True):
    """What to ask the browser for: the JSON form of `PublicKeyCredentialCreationOptions` when a passkey is to be made,
    of `PublicKeyCredentialRequestOptions` when one is to be used.
    """

    options: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What the browser answered: the JSON form of `PublicKeyCredential`."""

    credential: dict[str, Any]


class RecoveryCode(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A recovery code. The server shows it once and keeps a digest. It works once; then there is a new one."""

    code: str


class Deletion(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/account/delete/finish`: what shows that it is the person who wants their account deleted: what the
    browser answered to `POST /api/account/delete`, or the recovery `code` where no passkey can be used.
    """

    credential: dict[str, Any] | None = None
    code: str = ""


class Chosen(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The id of one of the reader's passkeys or sessions."""

    id: str


class Claimed(msgspec.Struct, kw_only=True):
    """The tables at which seats belong to the reader's account now, and the tournaments in which they take part. Their
    secrets are void.
    """

    tables: list[str]


class Done(msgspec.Struct, kw_only=True):
    """It is done; there is nothing else to say."""


class ExportedSeat(msgspec.Struct, kw_only=True):
    """A seat that a person had, their name there, and from when to when; None from the beginning, and if they have it
    still. A seat that somebody left and took again is there twice.
    """

    seat: int
    name: str
    since: float | None
    until: float | None


class ExportedMove(msgspec.Struct, kw_only=True):
    """What a person did at a table, and when: a `move` and its action, an `undo` and the number of moves that were left
    (`action`; `seen`: it took back something hidden), a `remark` about them, the early `end`. `number` counts all that
    was done at the table from 0. `submission` is what their browser called a move; `stood_in`: a bot made it for them.
    """

    at: float
    number: int
    seat: int
    kind: str
    action: int
    words: Words
    seen: bool
    submission: str
    stood_in: bool


class ExportedMessage(msgspec.Struct, kw_only=True):
    """What a person wrote in a chat of a table, and when: a text or a quick reply, after `ply` moves."""

    at: float
    number: int
    seat: int
    ply: int
    text: str


class ExportedReaction(msgspec.Struct, kw_only=True):
    """A person's reaction to the move number `ply`, when moves had been taken back `undone` times."""

    ply: int
    seat: int
    word: str
    undone: int


class ExportedGame(msgspec.Struct, kw_only=True):
    """What the server holds about a person at one table."""

    table: str
    game: str
    options: dict[str, int]
    created: float
    over: bool
    seats: list[ExportedSeat]
    moves: list[ExportedMove]
    messages: list[ExportedMessage]
    reactions: list[ExportedReaction]


class ExportedRating(msgspec.Struct, kw_only=True):
    """A person's rating in a game against people or bots, with its standard deviation."""

    game: str
    against: Against
    rating: float
    deviation: float
    games: int


class ExportedPairing(msgspec.Struct, kw_only=True):
    """A person's table in a round of a tournament, with their place and score once these are known; without a table
    they had a bye or nobody to meet.
    """

    round: int
    table: str
    place: int | None
    score: int | None


class ExportedTournament(msgspec.Struct, kw_only=True):
    """A tournament that a person made, or took part in under a name (empty: they did not), with their tables there."""

    tournament: str
    name: str
    created: float
    made: bool
    played_as: str
    games: list[ExportedPairing]


class Export(msgspec.Struct, kw_only=True):
    """`GET /api/account/export`: all that the server holds about a person. Times are seconds since 1970.

    `records` has every row of the database that names the account, by table, as it is stored; only keys, and digests of
    what proves who somebody is, are left out. The rest tells what belongs together in it.
    """

    name: str
    created: float
    hidden: bool
    ratings: list[ExportedRating]
    passkeys: list[Passkey]
    sessions: list[Session]
    games: list[ExportedGame]
    tournaments: list[ExportedTournament]
    address: str
    push: list[str]
    records: dict[str, list[dict[str, str | int | float | bool | None]]]
