"""Whom people follow, block and mute, what they have set, and whom they have met lately."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.text.words import say
from cogtable.server.accounts.guests import guest_of, keep
from cogtable.server.core.limits import address_of
from cogtable.server.db.connection import Conflict
from cogtable.server.db.people import MAX_BLOCKED, MAX_FOLLOWED, Block, PeopleSettings
from cogtable.server.db.results import Finished
from cogtable.server.db.rows import TableRow
from cogtable.server.http.app_state import counts_of, presence_of, store_of
from cogtable.server.http.responses import answer, body, take
from cogtable.server.http.visibility import Reader, reader_of, whereabouts_of
from cogtable.server.http.whom import chosen, named, nobody
from cogtable.server.rooms.whereabouts import Place
from cogtable.server.wire import account_api, company_api

LATELY_S = 30 * 24 * 3600.0
"""How long a person is among those whom somebody met lately, in seconds."""

LATELY = 12
"""The maximum number of people whom somebody has met lately that are listed."""

LAST_GAMES = 100
"""The number of last games that are searched for them."""


async def account_reader(request: Request) -> Reader:
    """Returns the signed-in reader, for a change that must come from a page of this server. Raises HTTPException."""
    check_page(request)
    reader = await reader_of(request)
    if not reader.account:
        raise HTTPException(401, say("you are not signed in"))
    return reader


def check_page(request: Request) -> None:
    """Raises HTTPException unless the request comes from a page of this server."""
    if not request.headers.get("origin"):
        raise HTTPException(403, "expected the Origin of a page of this server; found none")


def count(request: Request, name: str, account: str) -> None:
    """Counts a request against a limit of its account; of its address, for a guest, who could be a new one each time.
    Raises Exceeded.
    """
    counts = counts_of(request)
    counts.take(name, account or address_of(request))


# --- lists ------------------------------------------------------------------------------------------


async def people(request: Request) -> Response:
    """Whom the reader follows, with where they are, and whom they have met lately: `PeopleLists`."""
    take(request, "people_lists")
    reader = await reader_of(request)
    if not reader.account:
        return answer(company_api.PeopleLists())
    followed = await store_of(request).people.followed(reader.account)
    where = await whereabouts_seen(request, reader, [each.account for each in followed])
    follows = [
        company_api.FollowedPerson(name=each.name, page=not each.hidden, where=where[each.account]) for each in followed
    ]
    order = {"playing": 0, "waiting": 0, "here": 0, "watching": 0, "away": 1}
    follows.sort(key=lambda each: order[each.where.state])
    return answer(
        company_api.PeopleLists(
            account=True,
            unseen=reader.unseen,
            follows=follows,
            lately=await _lately(request, reader, {each.account for each in followed}),
        )
    )


async def whereabouts_seen(request: Request, reader: Reader, people: list[str]) -> dict[str, company_api.Whereabout]:
    """Returns where people are, as a reader sees it: unseen people, and people kept apart, are away for them, and so is
    everybody if they stay unseen themselves.
    """
    places: dict[str, Place] = {}
    if not reader.unseen and people:
        hidden = reader.apart | await store_of(request).people.unseen()
        everybody = await whereabouts_of(request).all()
        places = {each: everybody[each] for each in people if each in everybody and each not in hidden}
    tables = {row.id: row for row in await store_of(request).tables([place.table for place in places.values()])}
    return {each: _whereabout(places.get(each), tables, reader) for each in people}


def _whereabout(place: Place | None, tables: dict[str, TableRow], reader: Reader) -> company_api.Whereabout:
    if place is None:
        return company_api.Whereabout()
    row = tables.get(place.table)
    if row is None or row.status.over:
        return company_api.Whereabout(state="here")
    own = any(seat.person == reader.id for seat in row.seats)
    if place.state == "playing" and not row.started:
        # A table that is not listed is for those who have its link.
        shown = row.listed or own
        return company_api.Whereabout(state="waiting", game=row.game, table=row.id) if shown else _at(place, row)
    return _at(place, row, row.id if row.public or own else "")


def _at(place: Place, row: TableRow, table: str = "") -> company_api.Whereabout:
    """Returns that a person is at a table. What they watch in private is not told."""
    if place.state == "watching" and not table:
        return company_api.Whereabout(state="here")
    return company_api.Whereabout(state=place.state, game=row.game, table=table)


async def _lately(request: Request, reader: Reader, followed: set[str]) -> list[company_api.RecentOpponent]:
    """Returns the people with accounts whom a reader has met in the last 30 days, the most recent first."""
    since = time.time() - LATELY_S
    games = await store_of(request).results.finished(reader.account, LAST_GAMES)
    return lately(games, reader, followed, since)[:LATELY]


def lately(games: list[Finished], reader: Reader, followed: set[str], since: float) -> list[company_api.RecentOpponent]:
    """Returns the people with accounts whom a reader has met in these games since a moment."""
    found: dict[str, company_api.RecentOpponent] = {}
    for game in (game for game in games if game.ended >= since):
        for sat in game.seats:
            if sat.kind != "bot" and sat.account and sat.account not in {reader.account, *reader.apart, *found}:
                found[sat.account] = company_api.RecentOpponent(
                    name=sat.name,
                    page=not sat.hidden,
                    game=game.game,
                    ended=game.ended,
                    followed=sat.account in followed,
                )
    return list(found.values())


# --- following --------------------------------------------------------------------------------------


async def follow(request: Request) -> Response:
    """Lets the reader follow a person, from a `Named`: `Done`."""
    reader = await account_reader(request)
    count(request, "follows", reader.account)
    wanted = await body(request, company_api.Named)
    other = await named(request, wanted.name)
    if other.id == reader.account:
        raise HTTPException(422, say("that is you; choose another person"))
    if other.id in reader.apart:
        raise nobody(wanted.name)
    if not await store_of(request).people.follow(reader.account, other.id, time.time()):
        raise HTTPException(409, say("you can follow at most {n} people", n=MAX_FOLLOWED))
    return answer(account_api.Done())


async def unfollow(request: Request) -> Response:
    """Ends following a person, from a `Named`: `Done`."""
    reader = await account_reader(request)
    other = await named(request, (await body(request, company_api.Named)).name)
    await store_of(request).people.unfollow(reader.account, other.id)
    return answer(account_api.Done())


# --- blocking ---------------------------------------------------------------------------------------


async def block(request: Request) -> Response:
    """Blocks or mutes a person, from a `NewBlock`: `Done`. Guests can do that too."""
    check_page(request)
    wanted = await body(request, company_api.NewBlock)
    reader = await reader_of(request)
    guest = None if reader.account else guest_of(request)
    if guest:
        reader = msgspec.structs.replace(reader, id=guest.id)
    count(request, "follows", reader.account)
    whom = await chosen(request, reader, wanted.whom)
    await put_block(request, reader, whom.id, whom.name, wanted.kind)
    found = answer(account_api.Done())
    if guest:
        keep(request, found, guest)
    return found


async def put_block(request: Request, reader: Reader, whom: str, name: str, kind: company_api.BlockKind) -> None:
    """Blocks or mutes a person for a reader. Raises HTTPException."""
    if not whom:
        words = say("this guest cannot be recognised at other tables; mute them in this table's chat instead")
        raise HTTPException(409, words)
    row = Block(account=reader.id, whom=whom, kind=kind, name=name, since=time.time())
    if not await store_of(request).people.block(row):
        raise HTTPException(409, say("you can block or mute at most {n} people", n=MAX_BLOCKED))
    if kind == "block":
        await store_of(request).invitations.end_between(reader.id, [whom])
    presence = presence_of(request)
    await presence.people_changed([reader.id, whom])


async def unblock(request: Request) -> Response:
    """Ends a block or mute, from an `Unblock`: `PeopleSettings`."""
    check_page(request)
    wanted = await body(request, company_api.Unblock)
    reader = await reader_of(request)
    count(request, "follows", reader.account)
    whom = wanted.id or (await named(request, wanted.name)).id
    if await store_of(request).people.unblock(reader.id, whom):
        presence = presence_of(request)
        await presence.people_changed([reader.id, whom])
    return answer(await _settings(request, reader))


# --- settings ---------------------------------------------------------------------------------------


async def settings(request: Request) -> Response:
    """What the reader has set, and whom they have blocked or muted: `PeopleSettings`."""
    take(request, "people_lists")
    return answer(await _settings(request, await reader_of(request)))


async def change_settings(request: Request) -> Response:
    """Changes what the reader has set, from a `ChangeSettings`: `PeopleSettings`."""
    reader = await account_reader(request)
    count(request, "follows", reader.account)
    wanted = await body(request, company_api.ChangeSettings)
    given: dict[str, Any] = {name: each for name, each in msgspec.structs.asdict(wanted).items() if each is not None}
    before = await store_of(request).people.settings(reader.account)
    try:
        await store_of(request).people.set(reader.account, msgspec.structs.replace(before, **given))
    except Conflict as error:  # the account was deleted in the meantime
        raise HTTPException(401, say("you are not signed in")) from error
    if wanted.unseen is not None:
        presence = presence_of(request)
        await presence.people_changed([reader.account])
    return answer(await _settings(request, reader))


async def _settings(request: Request, reader: Reader) -> company_api.PeopleSettings:
    store = store_of(request)
    own = await store.people.settings(reader.account) if reader.account else PeopleSettings()
    blocked = [
        company_api.BlockedPerson(id=each.whom, name=each.name, kind=each.kind, since=each.since)  # type: ignore[arg-type]  # as it was stored
        for each in (await store.people.blocks(reader.id) if reader.id else [])
    ]
    return company_api.PeopleSettings(
        account=bool(reader.account),
        unseen=own.unseen,
        invites=own.invites,  # type: ignore[arg-type]  # as it was stored
        lines=own.lines,
        called=own.called,
        blocked=blocked,
    )
