"""The reader's keepsakes: all of them, whether others see them, and which ones a finished game has brought."""

from __future__ import annotations

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.text.words import say
from cogtable.server.core.keepsakes import KEEPSAKES, catch_up, known
from cogtable.server.core.ratings import catch_up as rate
from cogtable.server.db.connection import Conflict
from cogtable.server.http.app_state import store_of
from cogtable.server.http.following import account_reader, count
from cogtable.server.http.people import keepsake_info
from cogtable.server.http.responses import answer, body, take
from cogtable.server.http.visibility import reader_of
from cogtable.server.wire import people_api


async def keepsakes(request: Request) -> Response:
    """The reader's keepsakes: `Keepsakes`."""
    take(request, "people_lists")
    return answer(await _keepsakes(request, (await reader_of(request)).account))


async def show(request: Request) -> Response:
    """Shows the reader's keepsakes on their page, or hides them, from a `ShowKeepsakes`: `Keepsakes`."""
    reader = await account_reader(request)
    count(request, "follows", reader.account)
    wanted = await body(request, people_api.ShowKeepsakes)
    people = store_of(request).people
    settings = msgspec.structs.replace(await people.settings(reader.account), keepsakes=wanted.shown)
    try:
        await people.set(reader.account, settings)
    except Conflict as error:  # the account was deleted in the meantime
        raise HTTPException(401, say("you are not signed in")) from error
    return answer(await _keepsakes(request, reader.account))


async def _keepsakes(request: Request, account: str) -> people_api.Keepsakes:
    if not account:
        return people_api.Keepsakes()
    store = store_of(request)
    await rate(store)
    progress = await catch_up(store, account)
    own = [keepsake_info(*each) for each in known(await store.keepsakes.of(account))]
    others = [
        msgspec.structs.replace(keepsake_info(each), count=progress[each.key].count, all=progress[each.key].of)
        for each in KEEPSAKES
        if each.key in progress
    ]
    shown = (await store.people.settings(account)).keepsakes
    return people_api.Keepsakes(account=True, shown=shown, own=own, others=others)


async def tell(request: Request) -> Response:
    """The keepsakes that the reader got with a finished game and was not told yet, once: `NewKeepsakes`."""
    take(request, "people_lists")
    reader = await reader_of(request)
    if not reader.account:
        return answer(people_api.NewKeepsakes(keepsakes=[]))
    store, table = store_of(request), request.path_params["table"]
    await rate(store)
    await catch_up(store, reader.account, table)
    found = known(await store.keepsakes.tell(reader.account, table))
    return answer(people_api.NewKeepsakes(keepsakes=[keepsake_info(*each) for each in found]))
