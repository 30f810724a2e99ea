"""Open games: tables with an open seat, and the people who opened them."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from cogtable.engine.play.match import SPECTATOR
from cogtable.server.core.ratings import catch_up, skill_of
from cogtable.server.db.accounts import AccountRow
from cogtable.server.db.people import PlayedBefore
from cogtable.server.db.results import Standing
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.http.app_state import store_of
from cogtable.server.http.listings import LISTED_S
from cogtable.server.http.responses import answer, take
from cogtable.server.http.visibility import Reader, reader_of, table_infos, whereabouts_of
from cogtable.server.table.seating import meets
from cogtable.server.wire import base, company_api, lobby_api

MAX_LISTED = 50

NEAR = 200
"""How far apart the ratings of two people are at most whose levels are near each other."""

NEW_LEAST = 5
"""With fewer finished games, a person is new here."""

LEARNING_LEAST = 3
"""With fewer finished games of a game, a person is learning it."""


async def open_games(request: Request) -> Response:
    """The listed tables that still have an open seat, the newest first, with who opened them: a list of `OpenGame`."""
    take(request, "people_lists")
    reader, store = await reader_of(request), store_of(request)
    await catch_up(store)
    rows = await store.open_tables(time.time() - LISTED_S, MAX_LISTED)
    shown = [(row, host) for row in rows if not meets(row, reader.apart) and (host := _host(row))]
    infos = await table_infos(request, [(row, SPECTATOR) for row, _ in shown], reader)
    people = {host.account for _, host in shown if host.account}
    facts = _Facts(
        accounts={each.id: each for each in await store.accounts.accounts(people)},
        ratings={
            (each.account, each.game): each
            for each in await store.results.standings_of({*people, reader.account} - {""})
            if each.against == "people" and each.games >= base.RATED_LEAST
        },
        played=await store.people.played_before(people),
        here=await _here(request, reader),
    )
    return answer([facts.game(row, host, info, reader) for (row, host), info in zip(shown, infos, strict=True)])


def _host(row: TableRow) -> SeatRow | None:
    """Returns the seat of the person who opened a table, or of another person if they have gone."""
    own = [seat for seat in row.seats if seat.kind == "person"]
    return next((seat for seat in own if seat.seat == row.creator), own[0] if own else None)


async def _here(request: Request, reader: Reader) -> set[str]:
    """Returns the people who are here, as a reader sees it."""
    if reader.unseen:
        return set()
    everybody = (await whereabouts_of(request).all()).keys()
    return set(everybody - await store_of(request).people.unseen() - reader.apart)


class _Facts:
    """What is known about the people who opened tables."""

    def __init__(
        self,
        accounts: dict[str, AccountRow],
        ratings: dict[tuple[str, str], Standing],
        played: dict[str, PlayedBefore],
        here: set[str],
    ) -> None:
        self._accounts = accounts
        self._ratings = ratings
        self._played = played
        self._here = here

    def game(self, row: TableRow, host: SeatRow, info: lobby_api.TableInfo, reader: Reader) -> company_api.OpenGame:
        """Returns an open table as a reader sees it. Nothing is told of the level of a person with a hidden page."""
        account = self._accounts.get(host.account)
        page = account is not None and not account.hidden
        played = self._played.get(host.account, PlayedBefore())
        rating, margin = self._rating(host.account, row.game) if page else (None, 0)
        own, _ = self._rating(reader.account, row.game)
        return company_api.OpenGame(
            table=info,
            name=account.name if account else host.name,
            page=page,
            guest=not host.account,
            new=page and played.games < NEW_LEAST,
            rating=rating,
            margin=margin,
            here=info.occupants[host.seat].here or (host.person in self._here),
            near=(page or account is None) and _is_near(rating, own),
            learning=page and played.of(row.game) < LEARNING_LEAST and rating is None,
        )

    def _rating(self, account: str, game: str) -> tuple[int | None, int]:
        """Returns a person's rating in a game, and half the width of its 95 % interval."""
        standing = self._ratings.get((account, game))
        if standing is None:
            return None, 0
        skill = skill_of(standing, time.time())
        return round(skill.rating), round(skill.margin)


def _is_near(one: int | None, other: int | None) -> bool:
    """Whether two levels are near each other; so are those of two people without a rating."""
    if one is None or other is None:
        return one is other
    return abs(one - other) <= NEAR
