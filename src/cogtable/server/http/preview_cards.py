"""What link previews show of each page: a title, a description, and the card for their picture.

A card shows only what is public: the game, the people, the result. It is made of rows, never of a game's state.
It names nobody at a private table, one that is in no list, and no person who has hidden their profile or switched this
off.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

import msgspec
from starlette.requests import Request

from cogtable.bots import named
from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.text.words import listed, plural, say
from cogtable.server.accounts.names import skeleton
from cogtable.server.core.ratings import catch_up
from cogtable.server.db.rows import SeatRow, TableRow
from cogtable.server.db.series import SeriesRow
from cogtable.server.db.tournaments import TournamentRow
from cogtable.server.http.app_state import rooms_of
from cogtable.server.http.preview_drawing import MOST_TILES, Card, Disc, Tile
from cogtable.server.http.visibility import visible_table
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.table import deals
from cogtable.server.table.rests import zone_of
from cogtable.server.table.seating import nameless
from cogtable.server.wire.base import MAX_NAME, RATED_LEAST

LISTED = 2
"""The number of people whose names a sentence has room for."""


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """A page's title and description; empty to use the default ones. Without a `card`, it has the site's picture."""

    title: str = ""
    words: str = ""
    card: Card | None = None


async def preview_of(request: Request) -> Preview:
    """Returns the preview of a page, from its address. Raises StoreError."""
    path, names = request.url.path, request.path_params
    rooms = rooms_of(request)
    store = rooms.store
    if (table := names.get("table")) and (row := await visible_table(request, table)):
        return _of_table(row, await store.accounts.unnamed(seat.account for seat in row.seats))
    if (tournament := names.get("tournament")) and (found := await store.tournaments.tournament(tournament)):
        people = [found.account, *(each.account for each in found.entrants)]
        return _of_tournament(found, await store.accounts.unnamed(people))
    if (series := names.get("series")) and (held := await store.series.series(series)):
        return _of_series(held, await store.series.tournaments(series))
    if (name := names.get("name")) and "/@/" in path:
        return await _of_person(rooms, name)
    if path.removesuffix(".png").endswith("/daily") or "number" in names:
        return await _of_deal(rooms, names.get("number", 0))
    game = names.get("game", "")
    return _of_game(game, path) if game and game in registry.names() else Preview()


# --- games -----------------------------------------------------------------------------------------


def _of_game(game: str, path: str) -> Preview:
    title = title_of(game)
    words, sentence, fact = "", title, ""
    if "/puzzles/" in path:
        sentence, fact = say("Find the best move"), say("A puzzle in {game}", game=title)
        title, words = say("A puzzle in {game}", game=title), say("Find the best move.")
    elif "/print/" in path:
        words = say("Cards, tiles and boards in their true size, to cut out and play.")
        title = sentence = say("Print {game}", game=title)
        fact = say("To cut out and play")
    elif "/rules/" in path:
        words = say("With pictures of what you can do on your turn.")
        title = sentence = say("The rules of {game}", game=title)
        fact = say("With pictures")
    return Preview(title=title, words=words, card=_card_of(game, sentence, fact))


def _card_of(game: str, sentence: str, fact: str) -> Card:
    """Returns a card with the picture of a game, as far as it is here."""
    spec = _spec(game)
    own = (spec and spec.picture) or b""
    return Card(sentence=sentence, fact=fact, scene=_scene_of(game), drawing=own)


def _spec(game: str) -> GameSpec | None:
    try:
        return registry.find(game)
    except CogtableError:
        return None


def title_of(game: str) -> str:
    """Returns the title of a game; its name if the game is no longer here."""
    try:
        return say(registry.find(game).title)
    except CogtableError:
        return game


# --- the deal of the day ---------------------------------------------------------------------------


async def _of_deal(rooms: Rooms, number: int) -> Preview:
    """Returns the preview of a deal of the day; 0 for that of today in UTC. It shows the game and the bot, no card."""
    now = time.time()
    number = number or deals.number_of(datetime.fromtimestamp(now, UTC).date())
    if not deals.has_begun(number, now):
        return Preview()
    row = (await rooms.store.deals.known([number])).get(number)
    if row is None and deals.is_open(number, now):
        row = deals.deal_of(number)
    if row is None:
        return Preview()
    bot, game = named.name_of(row.bot), title_of(row.game)
    fact = say("Deal {n}: {game}", n=number, game=game)
    card = _card_of(row.game, say("Can you beat {bot}?", bot=bot), fact)
    discs = tuple(Disc(kind="bot", seat=seat, name=bot) for seat in range(1, row.seats))
    words = say("Everybody gets the same cards against the same bot. One try. No account, no download.")
    return Preview(title=fact, words=words, card=msgspec.structs.replace(card, discs=discs))


# --- tables ----------------------------------------------------------------------------------------


def _of_table(row: TableRow, unnamed: Collection[str]) -> Preview:
    title = title_of(row.game)
    if not (row.listed or row.public):
        return _of_private_table(row, title)
    seats = [seat for seat in row.seats if seat.kind != "open"]
    names = [_name(seat, unnamed) for seat in seats]
    who = listed(names)
    if row.status.over:
        words = say("The game is over. Open the link to replay it.")
        card = _result(row, names, unnamed)
    elif row.started:
        words = say("A game in progress. Open the link to watch it.")
        card = _card_of(row.game, say("Watch {names}", names=_few(names)), title)
    else:
        free = len(row.seats) - len(seats)
        words = say("{names} at the table, {n} of {all} seats free.", names=who, n=free, all=len(row.seats))
        words = f"{words} {say('Open the link to join. No account, no download.')}"
        host = row.seats[row.creator] if row.creator >= 0 else None
        sentence = say("A seat for you")
        if host and host.name and host.account not in unnamed:
            sentence = say("{name} has a seat for you", name=host.name)
        card = _card_of(row.game, sentence, _with_clock(title, row))
        return Preview(title=say("Play {game}", game=title), words=words, card=_seated(card, row, unnamed))
    return Preview(
        title=say("{game}: {names}", game=title, names=who), words=words, card=_seated(card, row, unnamed, no_open=True)
    )


def _of_private_table(row: TableRow, title: str) -> Preview:
    """Returns the preview of a table that is in no list: who plays there, and how it ends, is for those who open it."""
    if row.started or row.status.over:
        return Preview(title=say("A table on Cogtable"), words=say("Open the link to see it."))
    free = sum(seat.kind == "open" for seat in row.seats)
    words = say("{n} of {all} seats free.", n=free, all=len(row.seats))
    words = f"{words} {say('Open the link to join. No account, no download.')}"
    card = _card_of(row.game, say("A seat for you"), _with_clock(title, row))
    return Preview(title=say("Play {game}", game=title), words=words, card=card)


def _with_clock(title: str, row: TableRow) -> str:
    """Returns a game with its time control in a few words."""
    if row.game_s:
        minutes = max(1, round(row.game_s / 60))
        return plural(minutes, "{game}, {n} min each", "{game}, {n} min each", game=title)
    if days := round(row.move_s / 86_400):
        return plural(days, "{game}, {n} day a move", "{game}, {n} days a move", game=title)
    return title


def _result(row: TableRow, names: list[str], unnamed: Collection[str]) -> Card:
    title = title_of(row.game)
    fact = say("{game}: see the replay", game=title)
    winners = [_name(seat, unnamed) for seat in row.seats if row.places and row.places[seat.seat] == 1]
    if not winners:
        return _card_of(row.game, say("A game of {names}", names=_few(names)), fact)
    if len(winners) > 1:
        return _card_of(row.game, say("A tie: {names}", names=_few(winners)), fact)
    if len(row.seats) > 2:
        return _card_of(row.game, say("{name} won", name=winners[0]), fact)
    loser = next(_name(seat, unnamed) for seat in row.seats if row.places[seat.seat] != 1)
    card = _card_of(row.game, say("{winner} beat {loser}", winner=winners[0], loser=loser), fact)
    if len(row.scores) != 2 or not any(row.scores):
        return card
    return msgspec.structs.replace(card, score=f"{row.scores[0]} : {row.scores[1]}")


def _seated(card: Card, row: TableRow, unnamed: Collection[str], no_open: bool = False) -> Card:
    """Returns the card with the faces of the people and bots at a table."""
    discs = tuple(_disc(seat, unnamed) for seat in row.seats if not (no_open and seat.kind == "open"))
    return msgspec.structs.replace(card, discs=discs)


def _disc(seat: SeatRow, unnamed: Collection[str]) -> Disc:
    if seat.kind == "open":
        return Disc(kind="open", seat=seat.seat)
    if seat.kind == "bot":
        return Disc(kind="bot", seat=seat.seat, name=named.NAMES.get(seat.bot, named.OTHERS))
    return Disc(kind="person", seat=seat.seat, name="" if seat.account in unnamed else seat.name[:1])


def _name(seat: SeatRow, unnamed: Collection[str]) -> str:
    return nameless(seat.seat) if not seat.name or seat.account in unnamed else seat.name


def _few(names: list[str]) -> str:
    """Returns some names, and how many more there are."""
    if len(names) <= LISTED:
        return listed(names)
    more = len(names) - 1
    return plural(more, "{name} and {n} other", "{name} and {n} others", name=names[0])


# --- tournaments and people ------------------------------------------------------------------------


def _local(moment: float) -> datetime:
    """Returns a moment in the server's time zone."""
    return datetime.fromtimestamp(moment).astimezone()


def _of_tournament(row: TournamentRow, unnamed: Collection[str]) -> Preview:
    if not row.listed:
        return Preview(title=say("A tournament on Cogtable"), words=say("Open the link to see it."))
    game = title_of(row.game)
    words = say("A tournament of {game} by {name}. Open the link to see it.", game=game, name=row.creator)
    if row.account in unnamed:
        words = say("A tournament of {game}. Open the link to see it.", game=game)
    if row.state == "over":
        fact = say("{game} tournament, it is over", game=game)
    elif row.state == "open" and row.due:
        begins = datetime.fromtimestamp(row.due, zone_of(row.zone)) if row.zone else _local(row.due)
        fact = say("{game}, begins {when}", game=game, when=begins.strftime("%Y-%m-%d %H:%M %Z"))
    else:
        fact = say("{game} tournament", game=game)
    shown = [each for each in row.entrants if not each.gone and each.account not in unnamed]
    discs = tuple(Disc(kind="person", seat=at, name=each.name[:1]) for at, each in enumerate(shown[:3]))
    card = msgspec.structs.replace(
        _card_of(row.game, row.name, fact), discs=discs, below=True, more=len(row.active) - len(discs)
    )
    return Preview(title=row.name, words=words, card=card)


def _of_series(row: SeriesRow, editions: Sequence[TournamentRow]) -> Preview:
    """Returns the preview of a series, as that of its last tournament."""
    last = _of_tournament(editions[-1], {editions[-1].account})
    return msgspec.structs.replace(last, title=row.name) if editions[-1].listed else last


async def _of_person(rooms: Rooms, name: str) -> Preview:
    account = await rooms.store.accounts.named(skeleton(name)) if len(name) <= MAX_NAME else None
    if account is None or account.hidden or account.unnamed:
        return Preview()
    await catch_up(rooms.store)
    standings = await rooms.store.results.standings(account.id)
    games: dict[str, int] = {}
    for each in standings:
        games[each.game] = games.get(each.game, 0) + each.games
    most = max(games, key=games.__getitem__, default="")
    count = sum(games.values())
    if most:
        words = plural(count, "{n} rated game", "{n} rated games")
        words = say("{games}, mostly {game}", games=words, game=title_of(most))
    else:
        words = say("Here since {year}", year=datetime.fromtimestamp(account.created).year)
    ranked = sorted(
        (each for each in standings if each.against == "people" and each.games >= RATED_LEAST),
        key=lambda each: -each.games,
    )
    tiles = tuple(Tile(scene=_scene_of(each.game), number=round(each.rating)) for each in ranked[:MOST_TILES])
    discs = (Disc(kind="person", seat=0, name=account.name[:1]),)
    return Preview(
        title=account.name, words=words, card=Card(sentence=account.name, fact=words, discs=discs, tiles=tiles)
    )


def _scene_of(game: str) -> str:
    spec = _spec(game)
    return spec.art if spec and spec.picture is None else "unknown"
