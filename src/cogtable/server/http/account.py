"""Accounts: signing up and in with passkeys, recovery, sessions, export and deletion."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.text.words import phrase, say
from cogtable.server.accounts import codes, passkeys, sessions
from cogtable.server.accounts.guests import guest_id
from cogtable.server.accounts.names import account_name, skeleton
from cogtable.server.core.ratings import catch_up
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.tokens import digest, matches, new_id
from cogtable.server.db.accounts import AccountRow, Accounts, ChallengeRow, PasskeyRow, Person
from cogtable.server.db.connection import Conflict
from cogtable.server.db.personal_data import Played
from cogtable.server.db.rows import Rest
from cogtable.server.db.tournaments import TournamentRow
from cogtable.server.http.app_state import counts_of, presence_of, rooms_of, store_of
from cogtable.server.http.responses import answer, body, take
from cogtable.server.rooms import service_time
from cogtable.server.table import rests
from cogtable.server.table.seating import without_name
from cogtable.server.wire import account_api, lobby_api, people_api

log = logging.getLogger("cogtable.server")

ANSWER_S = 10 * 60
"""How long a challenge waits for its answer, in seconds: slightly longer than the browser's own time limit."""

MAX_PASSKEYS = 20
MOST_VACATION_DAYS = 366
MAX_CLAIMED = 400
"""The maximum number of seats that can be claimed at once."""

Purpose = Literal["sign-up", "sign-in", "add", "delete"]


def _accounts(request: Request) -> Accounts:
    return store_of(request).accounts


def _origin(request: Request) -> str:
    """Returns the origin of the requesting page, which `Security` has accepted. Programs without an origin have no
    accounts.
    """
    origin = request.headers.get("origin", "")
    if not passkeys.host_of(origin):
        raise HTTPException(403, "expected the Origin of a page of this server; found none")
    return origin


async def _person(request: Request) -> Person:
    """Returns the signed-in person. Raises HTTPException if there is none."""
    if person := await sessions.person_of(request):
        return person
    raise HTTPException(401, say("you are not signed in"))


async def _changing(request: Request) -> Person:
    """Returns the signed-in person, for a change that must come from a page of this server. Raises HTTPException."""
    _origin(request)
    return await _person(request)


# --- the account page --------------------------------------------------------------------------------


async def account(request: Request) -> Response:
    """The reader's account, with passkeys and sessions; without a name for a reader who isn't signed in: `Account`."""
    person = await sessions.person_of(request)
    if person is None:
        found = answer(account_api.Account())
        if sessions.has_cookie(request):
            sessions.forget(request, found)
        return found
    found = answer(await _account(request, person))
    sessions.keep(request, found)
    return found


async def _account(request: Request, person: Person) -> account_api.Account:
    own = person.account
    since = time.time() - sessions.LASTS_S
    return account_api.Account(
        name=own.name,
        created=own.created,
        recovery=bool(own.recovery),
        passkeys=[
            account_api.Passkey(id=each.id, device=each.device, host=each.host, created=each.created, used=each.used)
            for each in await _accounts(request).passkeys(own.id)
        ],
        sessions=[
            account_api.Session(
                id=each.id, device=each.device, created=each.created, seen=each.seen, here=each.id == person.session.id
            )
            for each in await _accounts(request).sessions(own.id, since)
        ],
        tables=await store_of(request).count_tables_of(own.id),
        hidden=own.hidden,
        unnamed=own.unnamed,
        rest=_rest(request, own),
    )


def _rest(request: Request, own: AccountRow) -> account_api.RestInfo:
    rest, now = rests.read(own.rest), service_time.now()
    most = _vacation_days(request)
    night = rest.nights[-1] if rest.nights else None
    vacation = rests.resting(msgspec.structs.replace(rest, nights=()), now)
    known = night and night.begin != night.end
    return account_api.RestInfo(
        zone=night.zone if night and known else "",
        begin=night.begin if night and known else 0,
        end=night.end if night and known else 0,
        since=night.since if night else 0,
        vacation_until=vacation[1] if vacation else 0,
        days_left=rests.days_left(rest, most, now),
        days=most,
    )


def _vacation_days(request: Request) -> float:
    counts = counts_of(request)
    return min(counts.limits.vacation_days, MOST_VACATION_DAYS)


# --- signing up and in -------------------------------------------------------------------------------


async def sign_up(request: Request) -> Response:
    """What to ask the browser for when a person makes an account, from a `SignUp`: `PasskeyOptions`."""
    name = await _free_name(request, (await body(request, account_api.SignUp)).name)
    challenge = await _challenge(request, "sign-up", new_id(), name)
    return await _to_make(challenge, [])


async def signed_up(request: Request) -> Response:
    """Makes an account with its first passkey, from a `PasskeyAnswer`, and signs the person in: `RecoveryCode`."""
    credential = (await body(request, account_api.PasskeyAnswer)).credential
    challenge = await _answered(request, credential, "sign-up")
    take(request, "sign_ups")
    passkey = await _new_passkey(request, credential, challenge)
    code = codes.new_code()
    row = AccountRow(
        id=challenge.account_id,
        name=challenge.name,
        skeleton=skeleton(challenge.name),
        created=time.time(),
        recovery=digest(codes.plain(code)),
    )
    try:
        await _accounts(request).add(row, passkey)
    except Conflict as error:
        raise _taken(row.name) from error
    log.info("account %s: made", row.id)
    return await _let_in(request, row.id, account_api.RecoveryCode(code=code), 201)


async def sign_in(request: Request) -> Response:
    """What to ask the browser for when a person signs in: `PasskeyOptions`."""
    challenge = await _challenge(request, "sign-in")
    return answer(account_api.PasskeyOptions(options=await asyncio.to_thread(passkeys.to_sign, challenge)))


async def signed_in(request: Request) -> Response:
    """Signs a person in with a passkey, from a `PasskeyAnswer`: `Account`."""
    credential = (await body(request, account_api.PasskeyAnswer)).credential
    challenge = await _answered(request, credential, "sign-in")
    passkey = await _accounts(request).passkey(passkeys.id_in(credential))
    if passkey is None or passkey.host != passkeys.host_of(challenge.origin):
        raise HTTPException(404, say("this server does not know that passkey; its account may have been deleted"))
    signs = await asyncio.to_thread(passkeys.checked_signature, credential, challenge, passkey)
    await _accounts(request).passkey_used(passkey.id, signs, time.time())
    return await _let_in(request, passkey.account_id, account_api.Done())


async def recover(request: Request) -> Response:
    """Signs a person in with their recovery code, from a `RecoveryCode`, and returns their next one: `RecoveryCode`."""
    _origin(request)
    take(request, "recoveries")
    tried = codes.plain((await body(request, account_api.RecoveryCode)).code)
    code = codes.new_code()
    found = await _accounts(request).recover(digest(tried), digest(codes.plain(code)))
    if found is None:
        raise HTTPException(401, say("this is not the recovery code of any account; each code works once"))
    log.info("account %s: signed in with its recovery code", found.id)
    return await _let_in(request, found.id, account_api.RecoveryCode(code=code))


async def _let_in(request: Request, account: str, message: msgspec.Struct, status: int = 200) -> Response:
    found = answer(message, status)
    if guest := guest_id(request):
        await store_of(request).people.adopt(guest, account)
        rooms = rooms_of(request)
        await rooms.announce_seeks(await rooms.store.seeks.adopt(guest, account))
    await presence_of(request).signed_out(await sessions.begin_session(request, found, account))
    await sessions.remember_browser(request, found, account)
    return found


async def _free_name(request: Request, name: str, own: AccountRow | None = None) -> str:
    """Returns a name that an account can get. Raises Refusal and HTTPException."""
    name = account_name(name)
    looks = skeleton(name)
    if (own is None or own.skeleton != looks) and await _accounts(request).is_taken(looks):
        raise _taken(name)
    return name


def _taken(name: str) -> HTTPException:
    return HTTPException(409, say("the name {name}, or one that looks like it, is taken", name=name))


# --- passkeys ----------------------------------------------------------------------------------------


async def add_passkey(request: Request) -> Response:
    """What to ask the browser for when a person adds a passkey to their account: `PasskeyOptions`."""
    own = (await _changing(request)).account
    known = await _accounts(request).passkeys(own.id)
    if len(known) >= MAX_PASSKEYS:
        raise HTTPException(409, say("an account has at most {n} passkeys; remove one first", n=MAX_PASSKEYS))
    host = passkeys.host_of(_origin(request))
    challenge = await _challenge(request, "add", own.id, own.name)
    return await _to_make(challenge, [each for each in known if each.host == host])


async def added_passkey(request: Request) -> Response:
    """Adds a passkey to the reader's account, from a `PasskeyAnswer`: `Account`."""
    person = await _changing(request)
    credential = (await body(request, account_api.PasskeyAnswer)).credential
    challenge = await _answered(request, credential, "add")
    if challenge.account_id != person.account.id:
        raise HTTPException(403, say("another account has signed in since; try again"))
    try:
        await _accounts(request).add_passkey(await _new_passkey(request, credential, challenge))
    except Conflict as error:
        raise HTTPException(409, say("this passkey is in use already")) from error
    return answer(await _account(request, person), 201)


async def remove_passkey(request: Request) -> Response:
    """Removes one of the reader's passkeys, but never the last one, from a `Chosen`: `Account`."""
    person = await _changing(request)
    wanted = (await body(request, account_api.Chosen)).id
    if not await _accounts(request).remove_passkey(person.account.id, wanted):
        raise HTTPException(409, say("this is your only passkey; add another first, or nobody could sign in"))
    return answer(await _account(request, person))


async def new_recovery_code(request: Request) -> Response:
    """Replaces the reader's recovery code: `RecoveryCode`."""
    person = await _changing(request)
    code = codes.new_code()
    await _accounts(request).set_recovery(person.account.id, digest(codes.plain(code)))
    return answer(account_api.RecoveryCode(code=code), 201)


async def _to_make(challenge: ChallengeRow, known: list[PasskeyRow]) -> Response:
    return answer(account_api.PasskeyOptions(options=await asyncio.to_thread(passkeys.to_make, challenge, known)))


async def _new_passkey(request: Request, credential: passkeys.Credential, challenge: ChallengeRow) -> PasskeyRow:
    made = await asyncio.to_thread(passkeys.checked_new, credential, challenge)
    return PasskeyRow(
        id=made.id,
        account_id=challenge.account_id,
        host=passkeys.host_of(challenge.origin),
        public_key=made.public_key,
        signs=made.signs,
        device=sessions.device_of(request),
        created=time.time(),
        used=time.time(),
    )


async def _challenge(request: Request, purpose: Purpose, account: str = "", name: str = "") -> ChallengeRow:
    """Returns a new challenge for the requesting page."""
    take(request, "challenges")
    now = time.time()
    challenge = ChallengeRow(
        challenge=secrets.token_urlsafe(32),
        purpose=purpose,
        origin=_origin(request),
        account_id=account,
        name=name,
        expires=now + ANSWER_S,
    )
    await _accounts(request).add_challenge(challenge, now)
    return challenge


async def _answered(request: Request, credential: passkeys.Credential, purpose: Purpose) -> ChallengeRow:
    """Returns the challenge that a browser has answered, and uses it up. Raises HTTPException if there is none."""
    answered = await asyncio.to_thread(passkeys.challenge_in, credential)
    challenge = await _accounts(request).take_challenge(answered, time.time())
    if challenge is None or challenge.purpose != purpose or challenge.origin != _origin(request):
        raise HTTPException(401, say("that took too long, or was answered already; try again"))
    return challenge


# --- sessions, name, seats ---------------------------------------------------------------------------


async def end_session(request: Request) -> Response:
    """Ends one of the reader's sessions, from a `Chosen`: `Account`."""
    person = await _changing(request)
    wanted = (await body(request, account_api.Chosen)).id
    own = {each.id for each in await _accounts(request).sessions(person.account.id, 0)}
    if wanted not in own:
        raise HTTPException(404, say("this session has ended already"))
    await _end(request, person.account.id, [wanted])
    return answer(await _account(request, person))


async def sign_out(request: Request) -> Response:
    """Ends the session of the requesting browser: `Done`."""
    _origin(request)
    if person := await sessions.person_of(request):
        await _end(request, person.account.id, [person.session.id])
    found = answer(account_api.Done())
    sessions.forget(request, found)
    return found


async def _end(request: Request, account: str, ended: Iterable[str]) -> None:
    """Ends sessions of an account, also for connections that use them at a table."""
    ended = set(ended)
    for session in ended:
        await _accounts(request).end(account, session)
    await presence_of(request).signed_out(ended)


async def rename(request: Request) -> Response:
    """Renames the reader's account, from a `SignUp`: `Account`."""
    person = await _changing(request)
    name = await _free_name(request, (await body(request, account_api.SignUp)).name, person.account)
    counts = counts_of(request)
    counts.take("names", person.account.id)
    try:
        await _accounts(request).rename(person.account.id, name, skeleton(name))
    except Conflict as error:
        raise _taken(name) from error
    return answer(await _account(request, await _person(request)))


async def claim(request: Request) -> Response:
    """Adds the seats with the given secrets to the reader's account, from a `Mine`: `Claimed`."""
    person = await _changing(request)
    wanted = (await body(request, lobby_api.Mine)).secrets
    if len(wanted) > MAX_CLAIMED:
        raise HTTPException(422, f"expected at most {MAX_CLAIMED} tables; found {len(wanted)}")
    tables = await store_of(request).claim(person.account.id, {table: digest(wanted[table]) for table in wanted})
    await presence_of(request).seats_changed(tables)
    return answer(account_api.Claimed(tables=tables))


# --- personal data -----------------------------------------------------------------------------------


async def export(request: Request) -> Response:
    """All data that the server has about the reader, as a file: `Export`."""
    person = await _person(request)
    counts = counts_of(request)
    done = counts.enter("exports_open", person.account.id)
    try:
        counts.take("exports", person.account.id)
        return await _export(request, person)
    finally:
        done()


async def _export(request: Request, person: Person) -> Response:
    own = person.account
    shown = await _account(request, person)
    mailed = await store_of(request).calls.address(own.id)
    games = [_game(each) for each in await store_of(request).personal_data.games(own.id)]
    found = account_api.Export(
        name=own.name,
        created=own.created,
        hidden=own.hidden,
        unnamed=own.unnamed,
        rest=shown.rest,
        ratings=await _ratings(request, own),
        passkeys=shown.passkeys,
        sessions=shown.sessions,
        games=games,
        address=mailed.address if mailed else "",
        push=await store_of(request).calls.endpoints(own.id),
        tournaments=await _tournaments(request, own.id),
        records=await store_of(request).personal_data.records(own.id),
    )
    text = await asyncio.to_thread(lambda: msgspec.json.format(msgspec.json.encode(found), indent=2))
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="cogtable.json"'}
    return Response(text, headers=headers, media_type="application/json")


async def _tournaments(request: Request, account: str) -> list[account_api.ExportedTournament]:
    known = store_of(request).tournaments
    whole = [await known.tournament(each.id) for each in await known.of([], account)]
    return [_tournament(each, account) for each in whole if each]


def _tournament(row: TournamentRow, account: str) -> account_api.ExportedTournament:
    own = {entrant.number: entrant.name for entrant in row.entrants if entrant.account == account}
    games = [
        account_api.ExportedPairing(
            round=each.round,
            table=each.table_id,
            place=each.places[at] if each.places else None,
            score=each.scores[at] if each.scores else None,
        )
        for each in row.pairings
        for at, number in enumerate(each.players)
        if number in own
    ]
    return account_api.ExportedTournament(
        tournament=row.id,
        name=row.name,
        created=row.created,
        made=row.account == account,
        played_as=next(iter(own.values()), ""),
        games=games,
    )


async def _ratings(request: Request, own: AccountRow) -> list[account_api.ExportedRating]:
    await catch_up(store_of(request))
    return [
        account_api.ExportedRating(
            game=each.game,
            against=each.against,  # type: ignore[arg-type]  # as it was stored
            rating=each.rating,
            deviation=each.deviation,
            games=each.games,
        )
        for each in await store_of(request).results.standings(own.id)
    ]


def _game(played: Played) -> account_api.ExportedGame:
    row = played.table
    return account_api.ExportedGame(
        table=row.id,
        game=row.game,
        options=row.options,
        created=row.created,
        over=row.status.over,
        seats=[
            account_api.ExportedSeat(
                seat=each.seat,
                name=each.name,
                since=each.since or None,
                until=each.until if each.until < math.inf else None,
            )
            for each in played.sittings
        ],
        moves=[
            account_api.ExportedMove(
                at=at,
                number=each.ply,
                seat=each.seat,
                kind=each.kind,
                action=each.action,
                words=each.words,
                seen=each.seen,
                submission=each.submission,
                stood_in=each.stood_in,
            )
            for at, each in played.actions
        ],
        messages=[
            account_api.ExportedMessage(
                at=each.at, number=each.number, seat=each.seat, ply=each.ply, text=each.text or each.ready
            )
            for each in played.said
        ],
        reactions=[
            account_api.ExportedReaction(ply=each.ply, seat=each.seat, word=each.word, undone=each.undone)
            for each in played.reactions
        ],
    )


async def hide(request: Request) -> Response:
    """Hides the reader's profile, or shows it, from a `Hidden`: `Account`."""
    person = await _changing(request)
    await _accounts(request).hide(person.account.id, (await body(request, people_api.Hidden)).hidden)
    return answer(await _account(request, await _person(request)))


async def leave_out_name(request: Request) -> Response:
    """Leaves the reader's name out of link previews, or allows it there, from an `Unnamed`: `Account`."""
    person = await _changing(request)
    wanted = await body(request, people_api.Unnamed)
    await _accounts(request).leave_out_name(person.account.id, wanted.unnamed)
    return answer(await _account(request, await _person(request)))


async def set_night(request: Request) -> Response:
    """Sets the hours in which the reader's clocks rest, from a `SetNight`: `Account`."""
    person = await _changing(request)
    wanted = await body(request, account_api.SetNight)

    def change(rest: Rest) -> Rest:
        return rests.with_night(rest, wanted.zone, wanted.begin, wanted.end, service_time.now())

    return await _set_rest(request, person, change)


async def set_vacation(request: Request) -> Response:
    """Begins a vacation of the reader, or ends it, from a `SetVacation`: `Account`."""
    person = await _changing(request)
    days, now = (await body(request, account_api.SetVacation)).days, service_time.now()

    def change(rest: Rest) -> Rest:
        if not days:
            return rests.back_from_vacation(rest, now)
        return rests.with_vacation(rest, days, _vacation_days(request), now)

    return await _set_rest(request, person, change)


async def _set_rest(request: Request, person: Person, change: Callable[[Rest], Rest]) -> Response:
    """Stores when a person's clocks rest, and has the clocks of their tables looked at."""
    take(request, "rests")
    own = person.account
    after = rests.written(change(rests.read(own.rest)))
    await _accounts(request).set_rest(own.id, own.rest, after)
    tables = await store_of(request).clocks.look_again(own.id, service_time.now())
    await presence_of(request).seats_changed(tables)
    return answer(await _account(request, await _person(request)))


async def delete(request: Request) -> Response:
    """What to ask the browser for when a person deletes their account: a signature by one of their passkeys, so that
    another person who finds the browser open can't delete it: `PasskeyOptions`.
    """
    own = (await _changing(request)).account
    host = passkeys.host_of(_origin(request))
    known = [each for each in await _accounts(request).passkeys(own.id) if each.host == host]
    if not known:
        words = phrase("none of your passkeys works at this address; use your recovery code, or add a passkey first")
        raise HTTPException(409, say(words))
    challenge = await _challenge(request, "delete", own.id)
    return answer(account_api.PasskeyOptions(options=await asyncio.to_thread(passkeys.to_sign, challenge, known)))


async def deleted(request: Request) -> Response:
    """Deletes the reader's account permanently, from a `Deletion`: `Done`.

    Their unfinished games continue without them. Their name and messages are removed from all their tables.
    """
    person = await _changing(request)
    await _check_deletion(request, person.account)
    own = person.account.id
    store, presence = store_of(request), presence_of(request)
    for row in await store.tables_of(own):
        if not row.status.over:
            await _give_up(request, row.id, own)
    ended = {each.id for each in await store.accounts.sessions(own, 0)}
    async for tables in store.personal_data.erase(own, without_name):
        await presence.changed(tables)
    await presence.signed_out(ended)
    log.info("account %s: deleted", own)
    found = answer(account_api.Done())
    sessions.forget(request, found)
    return found


async def _check_deletion(request: Request, own: AccountRow) -> None:
    """Raises HTTPException unless the person with an account has proved that they want it deleted."""
    given = await body(request, account_api.Deletion)
    if given.credential is None:
        take(request, "recoveries")
        if not matches(codes.plain(given.code), own.recovery):
            raise HTTPException(401, say("this is not your recovery code"))
        return
    challenge = await _answered(request, given.credential, "delete")
    passkey = await _accounts(request).passkey(passkeys.id_in(given.credential))
    if passkey is None or not passkey.account_id == challenge.account_id == own.id:
        raise HTTPException(403, say("expected one of your own passkeys"))
    await asyncio.to_thread(passkeys.checked_signature, given.credential, challenge, passkey)


async def _give_up(request: Request, table: str, account: str) -> None:
    try:
        await presence_of(request).bring(table)
        async with rooms_of(request).use(table) as room:
            await room.give_up(account)
    except Refusal as refusal:  # a table that can no longer be played here
        log.info("table %s: the deleted account could not resign: %s", table, refusal)
