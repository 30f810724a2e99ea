"""Invitations: one person invites another to a game, with one line, and gets one of three answers."""

from __future__ import annotations

import asyncio
import random
import re
import time

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.errors import CogtableError, UnknownGame
from cogtable.engine.play import registry
from cogtable.engine.text.words import say
from cogtable.server.core.text import cleaned
from cogtable.server.core.tokens import new_id
from cogtable.server.db.accounts import AccountRow
from cogtable.server.db.invitations import InvitationRow, NamedInvitation
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.http.app_state import counts_of, rooms_of, store_of
from cogtable.server.http.following import account_reader, count
from cogtable.server.http.responses import answer, body
from cogtable.server.http.visibility import Reader, whereabouts_of
from cogtable.server.http.whom import named
from cogtable.server.notifications.notifier import Notifier
from cogtable.server.rooms import service_time
from cogtable.server.table.new_table import check_time, new_table
from cogtable.server.table.seating import owned
from cogtable.server.wire import account_api, base, company_api, lobby_api

DAY_S = 24 * 3600.0
HOUR_S = 3600.0
LATER_S = HOUR_S
"""How long after the answer "later" both are reminded, in seconds."""

GRACE_S = HOUR_S
"""How long an invitation can be answered at least, and after the moment that it is for, in seconds."""

PLAYED_S = 12 * HOUR_S
"""How long an invitation that led to a table is shown to its sender, in seconds."""

_LINK = re.compile(r"://|\bwww\.|\w\.[a-z]{2,}", re.IGNORECASE)
"""What an address looks like: a dot between letters is enough."""


async def invite(request: Request) -> Response:
    """Invites a person to a game, from a `NewInvitation`: `Invitation`."""
    reader = await account_reader(request)
    rooms = rooms_of(request)
    rooms.service.check_open()
    wanted = await body(request, company_api.NewInvitation)
    other = await named(request, wanted.name)
    row = _row(request, reader, other, wanted, time.time())
    await _check_pace(request, reader)
    await _check_may(request, reader, other, row.line)
    if not await store_of(request).invitations.add(row):
        raise _cannot(other.name)
    await _call(request, reader, other, row)
    return answer(_info(NamedInvitation(row=row, by=reader.name, to=other.name), reader), 201)


def _row(
    request: Request, reader: Reader, other: AccountRow, wanted: company_api.NewInvitation, now: float
) -> InvitationRow:
    """Returns a new invitation. Raises Refusal and HTTPException if it is not allowed."""
    if other.id == reader.account:
        raise HTTPException(422, say("that is you; choose another person"))
    if wanted.game not in registry.names():
        raise HTTPException(404, say("there is no game '{game}' here", game=wanted.game[:24]))
    check_time(wanted.time_control)
    if wanted.at is not None and not now <= wanted.at <= now + DAY_S:
        raise HTTPException(422, say("an invitation is for now, or for a time within the next day"))
    ends = min(max(wanted.day_ends, now + GRACE_S), now + DAY_S)
    control = wanted.time_control
    return InvitationRow(
        id=new_id(),
        account_id=reader.account,
        invited_id=other.id,
        game=wanted.game,
        rated=wanted.rated,
        game_s=control.game_s if control else 0,
        move_s=control.move_s if control else 0,
        at=wanted.at,
        line=_line(request, reader, wanted.line),
        sent=now,
        until=max(ends, wanted.at + GRACE_S) if wanted.at is not None else ends,
    )


def _line(request: Request, reader: Reader, text: str) -> str:
    """Returns the line of an invitation. Raises Refusal and HTTPException if it is not allowed."""
    line = cleaned(text)
    if len(line) > company_api.MAX_LINE:
        words = say("a line has at most {most} characters; this one has {n}", most=company_api.MAX_LINE, n=len(line))
        raise HTTPException(422, words)
    if _LINK.search(line):
        raise HTTPException(422, say("the line of an invitation cannot have links; leave the address out"))
    if line:
        rooms = rooms_of(request)
        rooms.service.check_writes(reader.account)
    return line


async def _check_pace(request: Request, reader: Reader) -> None:
    """Raises Exceeded if an account sends too many invitations, through all processes."""
    counts = counts_of(request)
    rate = counts.limits.invitations
    window = rate.burst * rate.every_s
    if window and await store_of(request).invitations.count_sent(reader.account, time.time() - window) >= rate.burst:
        counts.refuse("invitations", rate.every_s)
    counts.take("invitations", reader.account)


async def _check_may(request: Request, reader: Reader, other: AccountRow, line: str) -> None:
    """Raises HTTPException if a person does not want this invitation. It does not say whether that is a block."""
    people = store_of(request).people
    wish = await people.settings(other.id)
    follows = reader.account in await people.follows(other.id, [reader.account])
    welcome = wish.invites == "all" or (wish.invites == "follows" and follows)
    if not welcome or other.id in reader.apart:
        raise _cannot(other.name)
    if line and not wish.lines and not follows:
        words = say("{name} reads lines only from people whom they follow; send it without one", name=other.name)
        raise HTTPException(409, words)


def _cannot(name: str) -> HTTPException:
    return HTTPException(409, say("{name} cannot be invited", name=name))


async def _call(request: Request, reader: Reader, other: AccountRow, row: InvitationRow) -> None:
    """Sends a notification of an invitation, if its person has asked for that and is not here."""
    if not (await store_of(request).people.settings(other.id)).called:
        return
    if other.id in await whereabouts_of(request).all():
        return
    notifier: Notifier = request.app.state.notifier
    title = say("{name} invites you to {game}", name=reader.name, game=title_of(row.game))
    rooms = rooms_of(request)
    rooms.supervisor.start(
        "an invitation", notifier.tell(other.id, title, row.line or say("Answer on your home page."))
    )


def title_of(game: str) -> str:
    """Returns the title of a game."""
    try:
        return say(registry.find(game).title)
    except CogtableError:
        return game


# --- reading ------------------------------------------------------------------------------------------


async def invitation_infos(request: Request, reader: Reader, now: float) -> list[company_api.Invitation]:
    """Returns the invitations of a reader that they can still do something about."""
    found = await store_of(request).invitations.of(reader.account, now)
    return [_info(each, reader) for each in found if _is_shown(each.row, reader, now)]


def _is_shown(row: InvitationRow, reader: Reader, now: float) -> bool:
    other = row.invited_id if row.account_id == reader.account else row.account_id
    if other in reader.apart:
        return False
    if row.account_id == reader.account:
        return True
    return row.answer in ("", "later")


def _info(found: NamedInvitation, reader: Reader) -> company_api.Invitation:
    row = found.row
    sent = row.account_id == reader.account
    return company_api.Invitation(
        id=row.id,
        sent=sent,
        name=found.to if sent else found.by,
        game=row.game,
        rated=row.rated,
        time_control=control_of(row),
        at=row.at,
        line=row.line,
        until=row.until,
        answer=row.answer,  # type: ignore[arg-type]  # as it was stored
        table=row.at_table,
    )


def control_of(row: InvitationRow) -> base.TimeControl | None:
    """Returns the time control of an invitation. Over days, running out of time counts as resigning."""
    if not row.game_s and not row.move_s:
        return None
    return base.TimeControl(game_s=row.game_s, move_s=row.move_s, expired="resign" if row.rated else "bot")


# --- answering ----------------------------------------------------------------------------------------


async def answer_invitation(request: Request) -> Response:
    """Answers an invitation that the reader got, from an `AnswerInvitation`: `Seated`, with a table if they play."""
    reader = await account_reader(request)
    count(request, "answers", reader.account)
    wanted = (await body(request, company_api.AnswerInvitation)).answer
    found, now = await _open(request, reader), time.time()
    row = found.row
    table: TableRow | None = None
    if wanted == "play":
        table = await _new_table(request, found)
        after = msgspec.structs.replace(row, answer="play", answered=now, at_table=table.id, until=now + PLAYED_S)
    elif wanted == "later":
        at = now + LATER_S
        after = msgspec.structs.replace(row, answer="later", answered=now, at=at, until=max(row.until, at + GRACE_S))
    else:
        after = msgspec.structs.replace(row, answer="no", answered=now)
    if not await store_of(request).invitations.answer(after):
        raise _ended()
    if table is None:
        return answer(lobby_api.Seated(table=""))
    await store_of(request).add(table)
    own = next(seat.seat for seat in table.seats if seat.account == reader.account)
    return answer(lobby_api.Seated(table=table.id, seat=own), 201)


async def _open(request: Request, reader: Reader) -> NamedInvitation:
    """Returns the invitation that a request is about, if its reader can answer it. Raises HTTPException."""
    found = await store_of(request).invitations.one(request.path_params["invitation"])
    if found is None or found.row.invited_id != reader.account or found.row.account_id in reader.apart:
        raise _ended()
    if found.row.until <= time.time() or found.row.answer not in ("", "later"):
        raise _ended()
    return found


def _ended() -> HTTPException:
    return HTTPException(404, say("this invitation has ended"))


async def _new_table(request: Request, found: NamedInvitation) -> TableRow:
    """Returns the table of an accepted invitation. Over days both sit at once; otherwise the sender sits down when they
    come, so that no clock runs before.
    """
    rooms = rooms_of(request)
    rooms.service.check_open()
    row = found.row
    try:
        game = await asyncio.to_thread(registry.find, row.game)
    except UnknownGame as error:
        raise HTTPException(404, str(error)) from error
    kinds = ["invited", "sender", *["open"] * (game.min_seats - 2)]
    random.shuffle(kinds)
    seats = tuple(_seat(number, kind, found) for number, kind in enumerate(kinds))
    wanted = lobby_api.NewTable(game=row.game, rated=row.rated, time_control=control_of(row))
    made = new_table(wanted, game, seats, service_time.now())
    return msgspec.structs.replace(made, creator=kinds.index("invited"))


def _seat(number: int, kind: str, found: NamedInvitation) -> SeatRow:
    row = found.row
    if kind == "invited":
        return owned(SeatRow(seat=number, kind="person", name=found.to), "", row.invited_id)
    if kind == "sender" and row.move_s >= DAY_S and not row.game_s:
        return owned(SeatRow(seat=number, kind="person", name=found.by), "", row.account_id)
    return SeatRow(seat=number, kind="open")


async def withdraw(request: Request) -> Response:
    """Withdraws an invitation of the reader: `Done`."""
    reader = await account_reader(request)
    await store_of(request).invitations.withdraw(request.path_params["invitation"], reader.account)
    return answer(account_api.Done())
