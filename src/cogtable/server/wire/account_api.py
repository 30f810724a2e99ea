"""Accounts over HTTP: passkeys, sessions, notifications, and the export of a person's data."""

from __future__ import annotations

from typing import Any

import msgspec

from cogtable.server.wire.base import Against
from cogtable.view import Words


class Passkey(msgspec.Struct, kw_only=True):
    """A passkey of an account, made on `device`. It works at the server's address `host` only."""

    id: str
    device: str
    host: str
    created: float
    used: float


class Session(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A signed-in browser. `here`: the requesting one."""

    id: str
    device: str
    created: float
    seen: float
    here: bool = False


class RestInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """When the clocks of a person rest in games over days.

    The hours of their night, in minutes after midnight in a time `zone`, hold from the moment `since` on; there are
    none without a zone. They are on vacation until `vacation_until`, if that is not 0, and have `days_left` of `days`
    of vacation left this year.
    """

    zone: str = ""
    begin: int = 0
    end: int = 0
    since: float = 0
    vacation_until: float = 0
    days_left: float
    days: float


class SetNight(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/account/night`: sets the hours of the reader's night, as in `RestInfo`. Equal ones mean none."""

    zone: str
    begin: int
    end: int


class SetVacation(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/account/vacation`: begins a vacation of a number of days, or ends it with 0."""

    days: int


class Account(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/account`: the signed-in account; without a name if there is none. `recovery`: whether it has a recovery
    code; `tables`: the number of tables where it has seats; `hidden`: others cannot see its profile;
    `unnamed`: link previews leave out its name; `rest`: when its clocks rest.
    """

    name: str = ""
    created: float = 0
    passkeys: list[Passkey] = []
    sessions: list[Session] = []
    recovery: bool = False
    tables: int = 0
    hidden: bool = False
    unnamed: bool = False
    rest: RestInfo | None = None


class Calls(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/calls`: how the reader can be called when it is their turn. `push_key` is the server's public key, with
    which browsers subscribe. `mails`: whether this server sends e-mail. `address` is that of the reader's account, if
    it has one. It is `confirmed` once the reader has followed the link that was sent there.
    """

    push_key: str
    mails: bool = False
    address: str = ""
    confirmed: bool = False


class Subscribe(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/calls/push`: subscribes a browser. `endpoint` and the keys are those of its `PushSubscription`. It is
    called for the seats of the signed-in account, or for a guest's seats with these secrets, by table.
    """

    endpoint: str
    p256dh: str
    auth: str
    secrets: dict[str, str] = {}


class Unsubscribe(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/calls/push/end`: ends the subscription of the browser with this `endpoint`."""

    endpoint: str


class MailAddress(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/calls/mail`: the reader's e-mail address for turn notifications. `POST /api/mail/confirm/...` and
    `POST /api/mail/end/...` answer with the address that their link is about.
    """

    address: str


class SignUp(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/account/sign-up` and `POST /api/account/rename`: the new name of an account."""

    name: str


class PasskeyOptions(msgspec.Struct, kw_only=True):
    """The options to pass to the browser: the JSON form of `PublicKeyCredentialCreationOptions` to make a passkey, or
    of `PublicKeyCredentialRequestOptions` to use one.
    """

    options: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The browser's answer: the JSON form of `PublicKeyCredential`."""

    credential: dict[str, Any]


class RecoveryCode(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A recovery code. The server shows it once and stores only a digest. It works once; then it is replaced by a new
    one.
    """

    code: str


class Deletion(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/account/delete/finish`: the proof that the owner of the account wants it deleted: the browser's answer
    to `POST /api/account/delete`, or the recovery `code` if no passkey can be used.
    """

    credential: dict[str, Any] | None = None
    code: str = ""


class Chosen(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The id of one of the reader's passkeys or sessions."""

    id: str


class Claimed(msgspec.Struct, kw_only=True):
    """The tables where seats now belong to the reader's account, and the tournaments in which they take part. The old
    secrets are void.
    """

    tables: list[str]


class Done(msgspec.Struct, kw_only=True):
    """The request was carried out."""


class ExportedSeat(msgspec.Struct, kw_only=True):
    """A seat that a person had, their name there, and the times from which and until which they had it: None if from
    the beginning, and if they still have it. A seat that a person left and took again is listed twice.
    """

    seat: int
    name: str
    since: float | None
    until: float | None


class ExportedMove(msgspec.Struct, kw_only=True):
    """A person's action at a table, and its time: a `move` and its action, an `undo` and the number of moves that
    remained (`action`; `seen`: it took back something hidden), a `remark` about them, the early `end`. `number` counts
    all actions at the table from 0. `submission` is their browser's name for a move; `stood_in`: a bot made it for
    them.
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
    """A person's message in the chat of a table, and its time: a text or a quick reply, after `ply` moves."""

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
    """A person's stored data about one table."""

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
    """A person's table in a round of a tournament, with their place and score once these are known. Without a table,
    they had a bye or no opponent.
    """

    round: int
    table: str
    place: int | None
    score: int | None


class ExportedTournament(msgspec.Struct, kw_only=True):
    """A tournament that a person made, or took part in under a name (empty if they did not),
    with their tables there.
    """

    tournament: str
    name: str
    created: float
    made: bool
    played_as: str
    games: list[ExportedPairing]


class Export(msgspec.Struct, kw_only=True):
    """`GET /api/account/export`: all stored data about a person. Times are seconds since 1970.

    `records` has every database row that names the account, by table, as it is stored. Only keys, and digests that
    prove a person's identity, are left out. The other fields show how the rows belong together.
    """

    name: str
    created: float
    hidden: bool
    unnamed: bool
    rest: RestInfo | None
    ratings: list[ExportedRating]
    passkeys: list[Passkey]
    sessions: list[Session]
    games: list[ExportedGame]
    tournaments: list[ExportedTournament]
    address: str
    push: list[str]
    records: dict[str, list[dict[str, str | int | float | bool | None]]]
