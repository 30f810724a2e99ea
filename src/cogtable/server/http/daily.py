"""The deal and the puzzle of the day over HTTP."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, timedelta, timezone

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.bots import named
from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.text.words import say
from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.limits import address_of
from cogtable.server.core.tokens import new_secret
from cogtable.server.db.rows import DealRow, PlayRow
from cogtable.server.db.store import Store
from cogtable.server.http.app_state import rooms_of, store_of
from cogtable.server.http.lobby import called, recognised, sitting_guest
from cogtable.server.http.responses import answer, body, take
from cogtable.server.http.visibility import Reader, reader_of
from cogtable.server.rooms import service_time
from cogtable.server.rooms.deal_hills import DealHills
from cogtable.server.rooms.watching import persons_of
from cogtable.server.table import deals
from cogtable.server.table.deals import Standing
from cogtable.server.table.seating import strength_of
from cogtable.server.table.solving import difficulty_of, puzzles_of
from cogtable.server.wire import daily_api, lobby_api

LEAST_SHOWN = 5
"""Fewer people are not counted out."""

MOST_LISTED = 100
"""The maximum number of people in a list; the reader is always in it."""

MOST_YESTERDAY = 5
"""The number of yesterday's results that are shown."""

FRESH_S = 5.0
"""How long the results of a deal are kept in memory, in seconds."""

MOST_KEPT = 20
"""The number of deals whose results are kept in memory."""

MOST_ZONE_MIN = 14 * 60
"""The largest distance of a clock from UTC, in minutes."""


class DealResults:
    """The results of deals, read at most every `FRESH_S` seconds."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[int, tuple[float, list[Standing]]] = {}

    async def of(self, number: int, own: PlayRow | None = None) -> list[Standing]:
        """Returns all results of a deal, with that of the reader's `own` play, if it is finished."""
        read, found = self._kept.get(number, (0.0, []))
        missing = own is not None and own.is_finished and all(each.play.table != own.table for each in found)
        if time.monotonic() >= read + FRESH_S or missing:
            found = [deals.standing_of(play) for play in await self._store.deals.finished(number)]
            self._kept.pop(number, None)
            self._kept[number] = time.monotonic(), found
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return found

    def forget(self) -> None:
        """Drops all results, which are read again."""
        self._kept.clear()


def _nothing(number: int) -> HTTPException:
    return HTTPException(404, say("there is no deal {n} here", n=number))


class DealReader:
    """A request about deals: its reader, and what they have played."""

    def __init__(self, request: Request, reader: Reader, now: float) -> None:
        self.request = request
        self.reader = reader
        self.now = now
        self.persons = persons_of(request, reader.account)
        self._store = store_of(request)
        self._results: DealResults = request.app.state.deal_results
        self._followed: frozenset[str] | None = None

    async def rows(self, numbers: Collection[int]) -> dict[int, DealRow]:
        """Returns what these deals are; those that nobody has begun, as they would be now, if they are still open."""
        known = await self._store.deals.known(numbers)
        for number in numbers:
            if number not in known and deals.is_open(number, self.now) and (row := deals.deal_of(number)):
                known[number] = row
        return known

    async def own(self, numbers: Collection[int]) -> dict[int, PlayRow]:
        """Returns the reader's plays of these deals."""
        return await self._store.deals.own(self.persons, numbers) if self.persons else {}

    async def info(self, row: DealRow, own: PlayRow | None, *, counted: bool = True) -> daily_api.Deal:
        """Returns a deal as the reader sees it; the number of people is only there if it is to be `counted`."""
        played = len(await self._results.of(row.number, own)) if counted else 0
        return daily_api.Deal(
            number=row.number,
            day=deals.day_of(row.number).isoformat(),
            game=row.game,
            seats=row.seats,
            name=named.name_of(row.bot),
            bot=strength_of(row.bot),
            state=_state(own),
            table=own.table if own else "",
            open=deals.is_open(row.number, self.now),
            today=deals.is_day(row.number, self.now),
            closes=deals.closes_at(row.number),
            played=played if played >= LEAST_SHOWN else 0,
        )

    async def page(self, row: DealRow, own: PlayRow | None, most: int = MOST_LISTED) -> daily_api.DealPage:
        """Returns a deal with its results."""
        results = await self._results.of(row.number, own)
        closes = deals.closes_at(row.number)
        listed = [
            each
            for each in results
            if not deals.why_unlisted(each.play, closes) and each.play.account not in self.reader.apart
        ]
        followed = await self._follows()
        near = [each for each in listed if each.play.account in followed or self._is_own(each.play)]
        may_watch = not deals.is_open(row.number, self.now) or (own is not None and own.ended is not None)
        mine = next((each for each in results if own and each.play.table == own.table), None)
        many = len(results) >= LEAST_SHOWN
        return daily_api.DealPage(
            deal=await self.info(row, own),
            result=await self._result(mine, results, closes) if mine else None,
            bars=deals.bars_of(results, mine) if many and mine else [],
            follows=self._scores(near, most, may_watch) if followed else [],
            everybody=self._scores(listed, most, may_watch),
        )

    async def _follows(self) -> frozenset[str]:
        if self._followed is None:
            account = self.reader.account
            found = await self._store.people.followed(account) if account else []
            self._followed = frozenset(each.account for each in found)
        return self._followed

    def _is_own(self, play: PlayRow) -> bool:
        return bool(play.account) and play.account == self.reader.account

    def _scores(self, found: Sequence[Standing], most: int, may_watch: bool) -> list[daily_api.DealScore]:
        """Returns the first of these results, and the reader's."""
        order = deals.ranked(found)
        shown = order[:most] + [each for each in order[most:] if self._is_own(each[1].play)]
        return [self._score(rank, each, may_watch) for rank, each in shown]

    def _score(self, rank: int, each: Standing, may_watch: bool) -> daily_api.DealScore:
        own = self._is_own(each.play)
        return daily_api.DealScore(
            rank=rank,
            name=each.play.name,
            ahead=each.ahead,
            won=each.won,
            tied=each.tied,
            words=each.play.words,
            page=True,
            you=own,
            table=each.play.table if may_watch or own else "",
        )

    async def _result(self, mine: Standing, results: Sequence[Standing], closes: float) -> daily_api.DealResult:
        hills: DealHills = self.request.app.state.deal_hills
        others = len(results) - 1
        why = deals.why_unlisted(mine.play, closes)
        return daily_api.DealResult(
            ahead=mine.ahead,
            scores=[mine.play.scores[0], mine.play.scores[0] - mine.ahead],
            won=mine.won,
            tied=mine.tied,
            words=mine.play.words,
            before=sum(mine.key < each.key for each in results) if others >= LEAST_SHOWN else 0,
            people=others if others >= LEAST_SHOWN else 0,
            hills=await hills.of(mine.play, address_of(self.request)),
            listed=not why,
            why=why,  # type: ignore[arg-type]  # one of these words
        )

    async def week(self, today: date, zone: timezone) -> list[daily_api.DayDot]:
        """Returns the reader's week."""
        monday = today - timedelta(days=today.weekday())
        days = [monday + timedelta(days=each) for each in range(7)]
        plays = await self.own([deals.number_of(day) for day in days])
        done = {deals.day_of(number) for number, play in plays.items() if play.ended is not None}
        begins = datetime.combine(monday, datetime.min.time(), zone).timestamp()
        solved = await self._store.deals.solved_since(self.persons, begins) if self.persons else []
        done |= {datetime.fromtimestamp(at, zone).date() for at in solved}
        return [daily_api.DayDot(day=day.isoformat(), done=day in done) for day in days]


def _state(own: PlayRow | None) -> daily_api.DealState:
    if own is None:
        return "new"
    if own.ended is None:
        return "begun"
    return "over" if own.is_finished else "gave-up"


async def _reader(request: Request) -> DealReader:
    return DealReader(request, await reader_of(request), time.time())


def _calendar(request: Request) -> tuple[date, timezone]:
    """Returns the day of the reader's calendar and their time zone, from the address. Raises HTTPException."""
    asked, minutes = request.query_params.get("day", ""), request.query_params.get("zone", "0")
    try:
        day, zone = date.fromisoformat(asked), int(minutes)
    except ValueError:
        words = f"expected day=2026-11-28 and zone=60, minutes ahead of UTC; found {asked[:24]!r} and {minutes[:24]!r}"
        raise HTTPException(422, words) from None
    if abs(zone) > MOST_ZONE_MIN:
        raise HTTPException(422, f"a clock is at most {MOST_ZONE_MIN} minutes ahead of UTC; found {zone}")
    return day, timezone(timedelta(minutes=zone))


async def daily(request: Request) -> Response:
    """What there is on a day of the reader's calendar: `Daily`. Raises HTTPException if it is that day nowhere."""
    take(request, "dailies")
    today, zone = _calendar(request)
    visit, number = await _reader(request), deals.number_of(today)
    if not deals.is_day(number, visit.now):
        now = datetime.fromtimestamp(visit.now, UTC)
        raise HTTPException(
            422, say("it is not {day} anywhere; here it is {now} UTC", day=today, now=f"{now:%F %H:%M}")
        )
    numbers = [each for each in range(number, number - daily_api.OPEN_DAYS - 2, -1) if each > 0]
    rows, own = await visit.rows(numbers), await visit.own(numbers)
    best = None
    if row := rows.get(number):
        page = await visit.page(row, own.get(number), 1) if number not in own or own[number].ended is None else None
        best = next((each for each in page.follows if not each.you), None) if page else None
    before = rows.get(number - 1)
    tomorrow = deals.deal_of(number + 1)
    return answer(
        daily_api.Daily(
            deal=await visit.info(rows[number], own.get(number)) if number in rows else None,
            best=best,
            yesterday=await visit.page(before, None, MOST_YESTERDAY) if before else None,
            earlier=[
                await visit.info(rows[each], own.get(each), counted=False)
                for each in numbers[1:]
                if each in rows and deals.is_open(each, visit.now)
            ],
            week=await visit.week(today, zone),
            tomorrow=tomorrow.game if tomorrow else "",
        )
    )


async def deal(request: Request) -> Response:
    """A deal of the day with its results: `DealPage`."""
    take(request, "dailies")
    number: int = request.path_params["number"]
    visit = await _reader(request)
    row = (await visit.rows([number])).get(number) if deals.has_begun(number, visit.now) else None
    if row is None:
        raise _nothing(number)
    return answer(await visit.page(row, (await visit.own([number])).get(number)))


async def play(request: Request) -> Response:
    """Begins a deal of the day, or goes on with it, from a `PlayDeal`: `Seated`."""
    rooms = rooms_of(request)
    number: int = request.path_params["number"]
    wanted = await body(request, daily_api.PlayDeal)
    now = time.time()
    store, person = rooms.store, await person_of(request)
    account = person.account.id if person else ""
    persons = persons_of(request, account)
    if not deals.has_begun(number, now):
        raise _nothing(number)
    if before := (await store.deals.own(persons, [number])).get(number) if persons else None:
        return answer(lobby_api.Seated(table=before.table, seat=0, secret=""))
    rooms.service.check_open()
    take(request, "deals")
    if not deals.is_open(number, now):
        raise HTTPException(409, say("deal {n} is no longer open", n=number))
    wished = deals.deal_of(number)
    if wished is None:
        raise _nothing(number)
    row = (await store.deals.known([number])).get(number) or await store.deals.fix(wished)
    game = deals.check_is_same(row)
    guest = sitting_guest(request, person)
    name = await called(request, person, wanted.name or say("Guest"))
    secret, device = new_secret(), guest.id if guest else ""
    key = await store.calls.key(deals.KEY, new_secret())
    seed = deals.seed_of(key, number)
    made = deals.table_of(row, game, seed, name, secret, account, device, service_time.now())
    table = await store.deals.begin(account or device, account, made)
    own = "" if account or table != made.id else secret
    return recognised(request, answer(lobby_api.Seated(table=table, seat=0, secret=own), 201), guest)


async def puzzle(request: Request) -> Response:
    """How many people have tried a puzzle, and the reader's own tries: `PuzzleTries`."""
    take(request, "dailies")
    game, key = request.path_params["game"], request.path_params["key"]
    if key not in _puzzle_keys(game):
        raise HTTPException(404, say("{game} has no puzzle '{key}'", game=game[:24], key=key[:24]))
    visit = await _reader(request)
    return answer(await tries_at(store_of(request), game, key, visit.persons))


def _puzzle_keys(game: str) -> set[str]:
    """Returns the puzzles of a game by its name; none for a game that is not here, or cannot be used."""
    try:
        return {each.key for each in puzzles_of(registry.find(game)).puzzles}
    except CogtableError:
        return set()


async def tries_at(store: Store, game: str, key: str, persons: Collection[str]) -> daily_api.PuzzleTries:
    """Returns how many people have tried a puzzle, and the tries of a person with these ids."""
    found = await store.deals.tried(game, key)
    own = await store.deals.own_tries(game, key, persons) if persons else None
    many = found.people >= LEAST_SHOWN
    return daily_api.PuzzleTries(
        people=found.people if many else 0,
        first=found.first if many else 0,
        difficulty=difficulty_of(found.people, found.first),
        tries=own.tries if own else 0,
        solved=own.solved if own else False,
    )
