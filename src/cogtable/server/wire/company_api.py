"""People among themselves over HTTP: who is here, open games, following, blocking, invitations, reports."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.server.wire.base import TimeControl
from cogtable.server.wire.lobby_api import TableInfo
from cogtable.view import Words

MAX_LINE = 120
"""The maximum number of characters in the line of an invitation."""

MAX_ANSWER = 300
"""The maximum number of characters that a host adds to the answer to a report."""

MayInvite = Literal["all", "follows", "nobody"]
"""Who can invite a person: everybody, only people whom they follow, or nobody."""

BlockKind = Literal["block", "mute"]
"""A block keeps two people apart. With a mute, only the person who set it no longer gets the other's chat."""

ReportReason = Literal["words", "leaves", "cheats", "name", "other"]
"""Why a person is reported: insulting or hateful words, leaving games on purpose, cheating, a name or picture that
shouldn't be here, or something else.
"""

ReportAnswer = Literal["nothing", "warning", "quiet", "out"]
"""What came of a report: nothing, a warning, no chat for a week, or the person is banned."""

InvitationAnswer = Literal["play", "later", "no"]
"""The answers to an invitation: play, in an hour, not today."""


# --- who is here ---------------------------------------------------------------------------------


class Whereabout(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Where a person is: `away`, on a page of the server (`here`), or at a table: `playing`, `watching`, or `waiting`
    for others to sit down. If the reader can watch or join the table, it is named.
    """

    state: Literal["away", "here", "playing", "watching", "waiting"] = "away"
    game: str = ""
    table: str = ""


class Here(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/here`: a page is open. Pages send it every 20 seconds; 30 seconds after the last one, a person without
    a table is away.
    """


class Warned(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What the host has decided about the reader, because others reported them. `words` is what the host has added."""

    id: str
    answer: ReportAnswer
    words: Words = ""


class ReportHeard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What came of a report of the reader about the person `name`. `words` is what the host has added."""

    id: str
    name: str
    answer: ReportAnswer
    words: Words = ""


class Invitation(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An invitation to a game, which the reader has `sent`, or got. `name` is the other person. It is for now, or for
    the moment `at`, or for a game over days. It ends at the moment `until`. Once it was answered with "later", it is
    for the moment `at` too; once with "play", at the `table`.
    """

    id: str
    sent: bool
    name: str
    game: str
    rated: bool = False
    time_control: TimeControl | None = None
    at: float | None = None
    line: str = ""
    until: float
    answer: InvitationAnswer | Literal[""] = ""
    table: str = ""


class HereNow(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to `Here`: the number of people who are here, 0 if they are fewer than five; the reader's invitations;
    what came of their reports; and what the host has decided about them. `host`: the reader answers reports, of which
    so many are `open`.
    """

    people: int = 0
    invitations: list[Invitation] = []
    heard: list[ReportHeard] = []
    warned: list[Warned] = []
    host: bool = False
    open: int = 0


class Told(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/here/told`: the reader has read these entries of `heard` and `warned`."""

    ids: list[str]


# --- people and open games -----------------------------------------------------------------------


class FollowedPerson(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person whom the reader follows. `page`: their profile can be viewed."""

    name: str
    page: bool = False
    where: Whereabout


class RecentOpponent(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A person whom the reader has met in a game of the last 30 days, and when the last one ended."""

    name: str
    page: bool = False
    game: str
    ended: float
    followed: bool = False


class PeopleLists(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/people`: whom the reader follows and whom they have met lately; empty for guests. `unseen`: the reader
    stays unseen, and so sees nobody.
    """

    account: bool = False
    unseen: bool = False
    follows: list[FollowedPerson] = []
    lately: list[RecentOpponent] = []


class OpenGame(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An open table in `GET /api/open-games`, with the person who opened it: their `name`, whether their profile can be
    viewed (`page`), whether they are a `guest` or `new` (less than five games), their rating in the game, whether they
    are `here` now, whether their level is `near` the reader's, and whether they are `learning` the game.
    """

    table: TableInfo
    name: str
    page: bool = False
    guest: bool = False
    new: bool = False
    rating: int | None = None
    margin: int = 0
    here: bool = False
    near: bool = False
    learning: bool = False


class Named(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/follow`, `POST /api/follow/end`: a person, by their whole name."""

    name: str


class Whom(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A person, by their whole name, or by the `table` and their `seat` or the number of a `message` of its chat."""

    name: str = ""
    table: str = ""
    seat: int = -1
    message: int = -1


class NewBlock(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/block`: blocks or mutes a person."""

    whom: Whom
    kind: BlockKind = "block"


class Unblock(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/block/end`: ends a block or mute, by the `id` in `PeopleSettings` or by the person's name."""

    id: str = ""
    name: str = ""


class BlockedPerson(msgspec.Struct, kw_only=True):
    """A person whom the reader has blocked or muted."""

    id: str
    name: str
    kind: BlockKind
    since: float


class PeopleSettings(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/people-settings`: what the reader has set, and whom they have blocked or muted. Guests have only the
    latter. `unseen`: others do not see that they are here, nor they others. `lines`: people whom they do not follow can
    add a line to an invitation. `called`: they also get invitations as notifications.
    """

    account: bool = False
    unseen: bool = False
    invites: MayInvite = "all"
    lines: bool = True
    called: bool = False
    blocked: list[BlockedPerson] = []


class ChangeSettings(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/people-settings`: changes those that are given."""

    unseen: bool | None = None
    invites: MayInvite | None = None
    lines: bool | None = None
    called: bool | None = None


# --- invitations ---------------------------------------------------------------------------------


class NewInvitation(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/invitations`: invites a person, by their whole name, to a game: now, at the moment `at`, or over days
    if `time_control` has a day or more for each move. `day_ends` is when the sender's day ends, and with it an
    unanswered invitation.
    """

    name: str
    game: str
    rated: bool = False
    time_control: TimeControl | None = None
    at: float | None = None
    line: str = ""
    day_ends: float


class AnswerInvitation(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/invitations/{id}/answer`. With "play", the table is made, and the answer is a `Seated`."""

    answer: InvitationAnswer


# --- reports -------------------------------------------------------------------------------------


class NewReport(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/reports`: reports a person to the host. `lines`: with the last lines that they wrote in the table's
    chat. `block`: also blocks them.
    """

    whom: Whom
    reason: ReportReason
    lines: bool = False
    block: bool = False


class SaidLine(msgspec.Struct, kw_only=True):
    """A line of a chat, or of an invitation."""

    text: str
    at: float


class ReportInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A report, as hosts read it: who reported, why, the game and its move, and what was said."""

    by: str
    reason: ReportReason
    table: str = ""
    game: str = ""
    ply: int = 0
    said: list[SaidLine] = []
    at: float


class ReportedPerson(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The reports of one circle about one person (`name`): of people who follow one another, or who report the same
    game. They count as one, and are answered together, by the `id`. `guest`: the person has no account. `share` is the
    share of games that they finish, if they have played at least 20. `before` are the answers to earlier reports.
    """

    id: str
    name: str
    guest: bool = False
    reports: list[ReportInfo]
    share: float | None = None
    before: list[ReportAnswer] = []
    answer: ReportAnswer | Literal[""] = ""
    words: Words = ""


class ReportQueue(msgspec.Struct, kw_only=True):
    """`GET /api/reports`, for hosts: what is to be answered, the oldest first, and what was answered last."""

    open: list[ReportedPerson]
    answered: list[ReportedPerson]


class AnswerReport(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/reports/{id}/answer`, for hosts. The reporters and, unless it is "nothing", the reported person hear
    the answer, with the `words`.
    """

    answer: ReportAnswer
    words: str = ""
