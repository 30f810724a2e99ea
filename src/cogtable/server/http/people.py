"""People: their games, their ratings, and leaderboards."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cogtable.bots import named
from cogtable.engine.play import registry
from cogtable.engine.text.words import say
from cogtable.server.accounts.names import skeleton
from cogtable.server.core.figures import LEAST_GAMES as LEAST_FOR_FIGURES
from cogtable.server.core.figures import figures, played_by, worth_knowing
from cogtable.server.core.keepsakes import KEEPSAKES, Keepsake, known
from cogtable.server.core.keepsakes import catch_up as keepsakes_up_to_date
from cogtable.server.core.ratings import DAY_S, Skill, catch_up, skill_of
from cogtable.server.db.accounts import AccountRow
from cogtable.server.db.keepsakes import Kept
from cogtable.server.db.people import Block
from cogtable.server.db.results import Finished, GameResult, Sat, Standing
from cogtable.server.db.store import Store
from cogtable.server.http.app_state import store_of
from cogtable.server.http.following import whereabouts_seen
from cogtable.server.http.responses import answer
from cogtable.server.http.visibility import Reader, reader_of
from cogtable.server.table.clock import control_of
from cogtable.server.table.rated import unrated_words
from cogtable.server.table.seating import describe_bot
from cogtable.server.wire import base, people_api

MOST_GAMES = 2000
"""The maximum number of a person's games that are counted, the most recent first."""
MOST_COUNTED = 500
"""The maximum number of a person's games whose moves are counted, the most recent first."""
RECENT = 20
OPPONENTS = 8
MONTHS = 12
DUELS = 30
"""The number of the last common games of two people that are listed."""
SHARE_LEAST = 20
"""The number of games from which the share of finished games is shown."""
POINTS = 200
"""The maximum number of points of a rating curve."""
LISTED = 100
"""The maximum number of people on a leaderboard."""
CANDIDATES = 1000
"""The number of best-rated people that are checked for a leaderboard."""
LEAST_GAMES = 10
MOST_DEVIATION = 110.0
"""The requirements for a leaderboard: a number of rated games, and a rating within a margin."""
MONTH_S = 30 * DAY_S


async def account_shown(request: Request, name: str) -> AccountRow | None:
    """Returns the account with a name, if the requester can see its page."""
    account = await store_of(request).accounts.named(skeleton(name)) if len(name) <= base.MAX_NAME else None
    if account is None:
        return None
    reader = await reader_of(request)
    if account.id == reader.account:
        return account
    return None if account.hidden or account.id in reader.apart else account


async def profile(request: Request) -> Response:
    """A person's games and results: `Profile`. A hidden profile is shown only to its owner. People of whom one has
    blocked the other see nothing of each other, but who has blocked somebody sees that.
    """
    store, reader = store_of(request), await reader_of(request)
    name = request.path_params["name"]
    account = await account_shown(request, name)
    if account is None:
        if blocked := await _blocked(store, reader, name):
            return answer(_only_name(blocked))
        words = say("there is no profile of {name} here, or it is hidden", name=name[: base.MAX_NAME])
        raise HTTPException(404, words)
    await catch_up(store)
    games = await store.results.finished(account.id, MOST_GAMES)
    rated = await store.results.of_account(account.id)
    standings = await store.results.standings(account.id)
    found = _profile(account, account.id == reader.account, reader, games, rated, standings)
    found.finishes = await _finishes(store, account.id)
    if found.own:
        await _add_own(store, found, account.id, games)
    if found.own or (await store.people.settings(account.id)).keepsakes:
        found.keepsakes = [keepsake_info(*each) for each in known(await store.keepsakes.of(account.id))]
        found.keepsakes_all = len(KEEPSAKES)
    if reader.account and not found.own:
        await _add_company(request, found, account, reader, games)
    return answer(found)


async def _blocked(store: Store, reader: Reader, name: str) -> Block | None:
    """Returns the reader's block of a person with a name, if there is one."""
    account = await store.accounts.named(skeleton(name)) if reader.id and len(name) <= base.MAX_NAME else None
    blocks = await store.people.blocks(reader.id) if account and account.id in reader.apart else []
    return next((each for each in blocks if account and each.whom == account.id and each.kind == "block"), None)


def _only_name(block: Block) -> people_api.Profile:
    return people_api.Profile(
        name=block.name, since=0, games=0, records=[], months=[], recent=[], opponents=[], blocked=True
    )


async def _finishes(store: Store, account: str) -> float | None:
    """Returns the share of games that a person finishes; None if they have played too few."""
    found = (await store.people.finished_shares([account]))[account]
    return found.share if found.games >= SHARE_LEAST else None


async def _add_own(store: Store, found: people_api.Profile, account: str, games: Sequence[Finished]) -> None:
    """Adds what only readers themselves see on their profile, and brings their keepsakes up to date."""
    await keepsakes_up_to_date(store, account)
    counted = [game.table for game in games[:MOST_COUNTED]] if len(games) >= LEAST_FOR_FIGURES else []
    played = played_by(account, games, await store.finished_games.moves(counted))
    found.figures = [
        people_api.GameFigures(
            game=each.game,
            against=each.against,
            rates=[
                people_api.WinRate(players=rate.players, seat=rate.seat, games=rate.games, won=rate.won)
                for rate in each.rates
            ],
            points=each.points,
        )
        for each in figures(played)
    ]
    found.worth = worth_knowing(played)


def keepsake_info(keepsake: Keepsake, kept: Kept | None = None) -> people_api.Keepsake:
    """Returns a keepsake for its person, or for others who see it."""
    return people_api.Keepsake(
        key=keepsake.key,
        picture=keepsake.picture,
        name=say(keepsake.name),
        words=say(keepsake.words),
        at=kept.at if kept else None,
    )


async def _add_company(
    request: Request, found: people_api.Profile, account: AccountRow, reader: Reader, games: Sequence[Finished]
) -> None:
    """Adds what a profile shows a signed-in reader who is another person."""
    people = store_of(request).people
    found.where = (await whereabouts_seen(request, reader, [account.id]))[account.id]
    found.followed = account.id in await people.follows(reader.account, [account.id])
    found.muted = any(each.whom == account.id for each in await people.blocks(reader.account))
    found.met = _head_to_head(games, account.id, reader.account)


def _head_to_head(games: Sequence[Finished], account: str, reader: str) -> people_api.HeadToHead | None:
    """Returns the common games of a person and a reader; None without any."""
    common = []
    for game in games:
        mine = [sat for sat in game.seats if sat.account == reader]
        if mine and any(sat.account == account for sat in game.seats):
            own = game.own(reader)
            other = game.own(account)
            counted = game.scores and game.gave_up < 0
            scores = [game.scores[sat.seat] for sat in (own, other)] if counted else []
            duel = _duel(game, reader, other)
            common.append(
                people_api.CommonGame(table=game.table, game=game.game, ended=game.ended, won=duel, scores=scores)
            )
    if not common:
        return None
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for each in common:
        counts[each.game][each.won] += 1
    most = sorted(counts.items(), key=lambda item: -item[1].total())
    return people_api.HeadToHead(
        games=len(common),
        won=sum(each.won > 0 for each in common),
        lost=sum(each.won < 0 for each in common),
        since=common[-1].ended,
        records=[people_api.CommonRecord(game=game, won=count[1], lost=count[-1]) for game, count in most],
        last=common[:DUELS][::-1],
    )


def _profile(
    account: AccountRow,
    own: bool,
    reader: Reader,
    games: Sequence[Finished],
    rated: Sequence[GameResult],
    standings: Sequence[Standing],
) -> people_api.Profile:
    results = {result.table_id: result for result in rated}
    played = [played_game(game, account.id, reader, results.get(game.table)) for game in games]
    outcomes = Counter(each.outcome for each in played)
    return people_api.Profile(
        name=account.name,
        since=account.created,
        own=own,
        hidden=account.hidden,
        games=len(games),
        won=outcomes["won"],
        people=sum(any(not other.level for other in each.others) for each in played),
        last=games[0].ended if games else None,
        records=_records(played, rated, standings),
        months=_months(played),
        recent=played[:RECENT],
        opponents=_opponents(games, account.id, reader)[:OPPONENTS],
    )


def played_game(
    game: Finished, account: str, reader: Reader, result: GameResult | None, variant: str = ""
) -> people_api.PlayedGame:
    """Returns a game as the person of an `account` played it, for a reader who is another person or a guest. `variant`
    is the title of its box, if that is not the game's own.
    """
    own = game.own(account)
    others = [sat for sat in game.seats if sat.seat != own.seat]
    met = bool(reader.account) and any(sat.account == reader.account for sat in game.seats)
    place = game.places[own.seat] if game.places else 0
    return people_api.PlayedGame(
        table=game.table if game.public or met else "",
        game=game.game,
        ended=game.ended,
        outcome=game.outcome(account),
        place=len(game.seats) if own.resigned else place,
        seats=len(game.seats),
        others=[_somebody(sat, reader, met=met) for sat in others],
        scores=[game.scores[sat.seat] for sat in (own, *others)],
        resigned=own.resigned or game.gave_up == own.seat,
        early=game.gave_up >= 0,
        against=result.against if result else "",  # type: ignore[arg-type]  # as it was stored
        gain=round(result.gain) if result and result.gain is not None else None,
        rating=round(result.rating) if result and result.rating is not None else None,
        unrated=unrated_words(game.unrated) if game.rated else "",
        variant=variant,
        time_control=control_of(game),
    )


def _somebody(sat: Sat, reader: Reader, *, met: bool) -> people_api.Somebody:
    """Returns a person as a reader can see them. Guests, people with hidden profiles, and those whom the reader is kept
    apart from have a name only if the reader has `met` them.
    """
    if sat.kind == "bot":
        return people_api.Somebody(name=sat.name, level=describe_bot(sat.bot), rung=named.level_of(sat.bot))
    public = not sat.hidden and sat.account not in reader.apart
    page = bool(sat.account) and (public or sat.account == reader.account)
    return people_api.Somebody(name=sat.name if page or met else "", page=page)


def _records(
    played: Sequence[people_api.PlayedGame], rated: Sequence[GameResult], standings: Sequence[Standing]
) -> list[people_api.GameRecord]:
    """Returns the results for each game, the most played first."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in played:
        counts[each.game][each.outcome] += 1
    for standing in standings:
        counts[standing.game]["none"] += 0  # its games may be older than the counted ones
    ratings = {(one.game, one.against): _rating(one, rated) for one in standings}
    found = [
        people_api.GameRecord(
            game=game,
            games=count.total(),
            won=count["won"],
            tied=count["tied"],
            lost=count["lost"],
            people=ratings.get((game, "people")),
            bots=ratings.get((game, "bots")),
        )
        for game, count in counts.items()
    ]
    return sorted(found, key=lambda record: (-record.games, record.game))


def _rating(standing: Standing, rated: Sequence[GameResult]) -> people_api.RatingInfo:
    if standing.games < base.RATED_LEAST:
        return people_api.RatingInfo(games=standing.games)
    now = time.time()
    course = [each for each in rated if (each.game, each.against) == (standing.game, standing.against)]
    skill = skill_of(standing, now)
    before = [each.rating for each in course if (each.ended or 0) < now - MONTH_S]
    return people_api.RatingInfo(
        games=standing.games,
        rating=round(skill.rating),
        margin=round(skill.margin),
        month=round(skill.rating - before[-1]) if before and before[-1] is not None else None,
        points=[_point(each) for each in _thinned(course)],
    )


def _thinned(course: Sequence[GameResult]) -> list[GameResult]:
    """Returns at most `POINTS` of the results, evenly spaced, including the last one."""
    step = -(-len(course) // POINTS) or 1
    return list(course[::-1][::step][::-1])


def _point(result: GameResult) -> people_api.RatingPoint:
    skill = Skill(result.rating or 0, result.deviation or 0)
    return people_api.RatingPoint(at=result.ended or 0, rating=round(skill.rating), margin=round(skill.margin))


def _months(played: Iterable[people_api.PlayedGame]) -> list[people_api.MonthResults]:
    """Returns the months in which a person has played, the oldest first."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in played:
        found[datetime.fromtimestamp(each.ended, UTC).strftime("%Y-%m")][each.outcome] += 1
    return [
        people_api.MonthResults(month=month, won=count["won"], tied=count["tied"], lost=count["lost"])
        for month, count in sorted(found.items())[-MONTHS:]
    ]


def _opponents(games: Iterable[Finished], account: str, reader: Reader) -> list[people_api.Opponent]:
    """Returns the people with accounts whom a person has met, the most frequent first."""
    met: defaultdict[str, list[tuple[Finished, Sat]]] = defaultdict(list)
    for game in games:
        for sat in game.seats:
            if sat.account not in ("", account):
                met[sat.account].append((game, sat))
    found = []
    for common in met.values():
        behind = Counter(_duel(game, account, other) for game, other in common)
        # Only the person themselves sees the names of opponents with hidden profiles here.
        who = _somebody(common[0][1], reader, met=reader.account == account)
        found.append(
            people_api.Opponent(who=who, games=len(common), won=behind[1], lost=behind[-1], last=common[0][0].ended)
        )
    return sorted((one for one in found if one.who.name), key=lambda one: (-one.games, -one.last))


def _duel(game: Finished, account: str, other: Sat) -> int:
    """Returns 1 if a person came before another in a game, -1 if after, 0 if neither."""
    own = game.own(account)
    if not game.places or (own.resigned == other.resigned and game.places[own.seat] == game.places[other.seat]):
        return 0
    if own.resigned != other.resigned:
        return -1 if own.resigned else 1
    return 1 if game.places[own.seat] < game.places[other.seat] else -1


# --- leaderboards ------------------------------------------------------------------------------------


async def leaderboard(request: Request) -> Response:
    """The best-rated people of a game: `Leaderboard`."""
    game = request.path_params["game"]
    if game not in registry.names():
        raise HTTPException(404, say("there is no game '{game}' here", game=game[:24]))
    store, reader = store_of(request), await reader_of(request)
    await catch_up(store)
    now = time.time()
    listed = [
        (one, skill)
        for one in await store.results.best(game, "people", LEAST_GAMES, CANDIDATES)
        if (skill := skill_of(one.standing, now)).deviation <= MOST_DEVIATION
    ]
    ratings = [round(skill.rating) for _, skill in listed]
    return answer(
        people_api.Leaderboard(
            game=game,
            people=[
                people_api.RankedPerson(
                    place=1 + ratings.index(round(skill.rating)),
                    name=one.name,
                    rating=round(skill.rating),
                    margin=round(skill.margin),
                    games=one.standing.games,
                )
                for one, skill in listed[:LISTED]
                if one.standing.account not in reader.apart
            ],
            least_games=LEAST_GAMES,
            most_margin=round(Skill(deviation=MOST_DEVIATION).margin),
            missing=await _missing(store, reader.account, game),
        )
    )


async def _missing(store: Store, account: str, game: str) -> int:
    """Returns how many more games a person needs for a leaderboard; 0 for guests."""
    if not account:
        return 0
    own = [each for each in await store.results.standings(account) if each.game == game]
    return max(0, LEAST_GAMES - sum(each.games for each in own if each.against == "people"))


# --- one game ----------------------------------------------------------------------------------------


async def table_ratings(request: Request) -> Response:
    """The rating changes of a finished rated game: `TableRatings`."""
    store = store_of(request)
    await catch_up(store)
    found = await store.results.of_table(request.path_params["table"])
    return answer(people_api.TableRatings(seats=[await _gained(store, each) for each in found]))


async def _gained(store: Store, result: GameResult) -> people_api.Gained:
    point, standings = _point(result), await store.results.standings(result.account)
    return people_api.Gained(
        seat=result.seat,
        rating=point.rating,
        margin=point.margin,
        gain=round(result.gain or 0),
        games=next(one.games for one in standings if (one.game, one.against) == (result.game, result.against)),
    )
