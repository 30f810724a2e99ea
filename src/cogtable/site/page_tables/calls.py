"""The calls of the client to `/api`, as a page answers them without a server.

Those that only read about games are answered by files instead (see `site.game_files`): the list of games, their
pictures, rules pages, legends, contents of boxes and modules, and the gallery.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from cogtable.engine.errors import BadLesson, CogtableError, UnknownGame
from cogtable.engine.lessons.script import script_of
from cogtable.engine.play import registry
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.play.saves import save
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.text import checked_name
from cogtable.server.core.tokens import new_secret
from cogtable.server.db.rows import ActionRow, TableRow
from cogtable.server.table.bot_games import bot_games
from cogtable.server.table.branch import branch
from cogtable.server.table.listing import table_info
from cogtable.server.table.new_table import (
    MOST_SEATS,
    check_bot,
    check_patience,
    check_time,
    name_of_creator,
    new_lesson,
    new_seats,
    new_table,
    no_lesson,
)
from cogtable.server.table.opened_match import opened_match, table_of
from cogtable.server.table.review import view_at
from cogtable.server.table.seating import occupants, seat_of, seats_of
from cogtable.server.wire import account_api, base, lobby_api, people_api
from cogtable.site.page_tables.shelf import PageHost, Shelf
from cogtable.site.page_tables.variants import variant_of

if TYPE_CHECKING:
    from cogtable.site.page_tables.workbench import PageWorkbench

LEAST_AWAY_S = 0.0
"""The shortest time after which a bot can take over a seat, in seconds."""

Body = TypeVar("Body")


class Answer(NamedTuple):
    """An answer: its HTTP status, and its body, JSON."""

    status: int
    body: bytes


class Call(NamedTuple):
    """A call: the groups of its address, its body, and the secret that it brings."""

    found: dict[str, str]
    body: bytes
    secret: str

    def read(self, kind: type[Body]) -> Body:
        """Returns the body as a struct. Raises Refusal."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refusal("malformed", f"expected {kind.__name__}: {error}") from error


Handler = Callable[[Call], Answer]


def _answer(message: Any, status: int = 200) -> Answer:
    return Answer(status, msgspec.json.encode(message))


def _refused(status: int, words: str) -> Answer:
    return _answer(base.Refused(error=words), status)


def _names(wanted: lobby_api.NewTable | lobby_api.OpenMatch) -> dict[int, str]:
    """The names of the people at this device, by seat. Raises Refusal."""
    return {
        number: checked_name(seat.name or name_of_creator(wanted))
        for number, seat in enumerate(wanted.seats[:MOST_SEATS])
        if seat.kind == "me"
    }


def _title_of_variant(row: TableRow) -> str:
    """The title of a table's variant; empty if it has none, or if its game is not loaded."""
    try:
        found = variant_of(row.game, row.variant) if row.variant else None
    except UnknownGame:
        return ""
    return found.info.title if found else ""


class Calls:
    """Answers calls about the tables of a page, and about games."""

    def __init__(self, shelf: Shelf, host: PageHost, modules: Mapping[str, str]) -> None:
        self._shelf = shelf
        self._host = host
        self._modules = modules
        self._bench: PageWorkbench | None = None
        one = r"(?P<table>[^/]+)"
        routes: list[tuple[str, str, Handler]] = [
            ("POST", "/tables", self._make_table),
            ("POST", "/matches", self._open_match),
            ("GET", f"/tables/{one}", self._table),
            ("GET", f"/tables/{one}/position", self._position),
            ("GET", f"/tables/{one}/file", self._file),
            ("POST", f"/tables/{one}/branch", self._branch),
            ("GET", f"/tables/{one}/ratings", lambda _: _answer(people_api.TableRatings(seats=[]))),
            ("POST", "/mine", self._mine),
            ("POST", "/bots/games", self._games_with_bots),
            ("GET", "/notice", lambda _: _answer(lobby_api.Notice(words=host.message))),
            ("GET", "/reach", lambda _: _answer(lobby_api.Reach(who="machine"))),
            ("GET", "/account", lambda _: _answer(account_api.Account())),
            ("GET", "/health", lambda _: _answer({"status": "ok"})),
            ("GET", "/(tables|live|tournaments)", lambda _: _answer([])),
            ("POST", "/tournaments/mine", lambda _: _answer([])),
            (".*", "/tables/[^/]+/join|/live.*|/people/.*|/leaderboards/.*", self._needs_people),
            (".*", "/(tournaments|series).*", self._needs_people),
            (".*", "/account.*|/calls.*|/mail.*", self._needs_account),
            (".*", "/boxes.*", self._needs_uploads),
            ("(?P<method>.*)", "(?P<lab>/lab/.*)", self._at_workbench),
        ]
        self._routes = [(re.compile(f"{method} (?:{path})"), handler) for method, path, handler in routes]

    def answer(self, method: str, path: str, body: bytes, secret: str) -> Answer:
        """Answers a call to a path below `/api`, without its query."""
        for route, handler in self._routes:
            if found := route.fullmatch(f"{method} {path}"):
                try:
                    return handler(Call(found.groupdict(), body, secret))
                except Refusal as refusal:
                    return _refused(refusal.status, str(refusal))
                except UnknownGame as error:
                    return _refused(404, str(error))
                except CogtableError as error:
                    return _refused(422, str(error))
        return _refused(404, f"there is nothing at {path[:80]} for {method[:8]}")

    # --- new tables ------------------------------------------------------------------------------

    def _make_table(self, call: Call) -> Answer:
        wanted = call.read(lobby_api.NewTable)
        wanted.listed = wanted.public = False
        wanted.chat = "off"
        secret = new_secret()
        if wanted.lesson:
            row, actions = self._lesson(wanted, secret)
            self._shelf.add(row, actions)
        else:
            row = self._new(wanted, secret)
            self._shelf.add(row)
        return _answer(lobby_api.Seated(table=row.id, seat=row.creator, secret=secret if row.creator >= 0 else ""), 201)

    def _new(self, wanted: lobby_api.NewTable, secret: str) -> TableRow:
        if any(seat.kind == "open" for seat in wanted.seats):
            words = phrase(
                "friends can join by link only at a table on a server; here, give them a seat at this device"
            )
            raise Refusal("malformed", say(words))
        seats = new_seats(wanted.seats, _names(wanted), secret, "")
        check_patience(wanted.takeover, LEAST_AWAY_S)
        check_time(wanted.time_control)
        game = registry.find(wanted.game)
        if wanted.variant:
            found = variant_of(game.name, wanted.variant)
            if found is None:
                unknown = phrase("there is no box '{key}' for {game} in this page")
                raise Refusal("malformed", say(unknown, key=wanted.variant[:24], game=game.name))
            game = found.variant.game
        return new_table(wanted, game, seats, self._host.now())

    def _open_match(self, call: Call) -> Answer:
        wanted = call.read(lobby_api.OpenMatch)
        match, secret = opened_match(wanted.file), new_secret()
        row, actions = table_of(match, wanted, _names(wanted), secret, "", self._host.now())
        self._shelf.add(row, actions)
        return _answer(lobby_api.Seated(table=row.id, seat=row.creator, secret=secret), 201)

    def _lesson(self, wanted: lobby_api.NewTable, secret: str) -> tuple[TableRow, list[ActionRow]]:
        try:
            script = script_of(registry.find(wanted.game), wanted.lesson_name)
        except BadLesson as error:
            raise Refusal("unknown-table", no_lesson(wanted)) from error
        return new_lesson(script, checked_name(wanted.name or say("Guest")), secret, "", self._host.now())

    def _branch(self, call: Call) -> Answer:
        wanted = call.read(lobby_api.Branch)
        seat = self._own_seat(call)
        table = self._shelf.table(call.found["table"]).table
        check_bot(wanted.bot, table.match.game)
        secret = new_secret()
        row, actions = branch(table.row, table.match, wanted.ply, seat, wanted.bot, secret)
        self._shelf.add(row, actions)
        return _answer(lobby_api.Seated(table=row.id, seat=seat, secret=secret), 201)

    # --- tables ----------------------------------------------------------------------------------

    def info(self, row: TableRow, seat: int) -> lobby_api.TableInfo:
        """Returns a table as it is listed for a seat."""
        opened = self._shelf.opened(row.id)
        there = opened.logic.occupancy.occupants if opened else occupants(row)
        return table_info(row, there, 0, seat, _title_of_variant(row), self._host.now())

    def _info(self, row: TableRow, secret: str) -> lobby_api.TableInfo:
        return self.info(row, seat_of(row, secret) if secret else SPECTATOR)

    def _table(self, call: Call) -> Answer:
        return _answer(self._info(self._shelf.row(call.found["table"]), call.secret))

    def _mine(self, call: Call) -> Answer:
        wanted = call.read(lobby_api.Mine).secrets
        return _answer([self._info(row, wanted[row.id]) for row in self._held(wanted)])

    def _games_with_bots(self, call: Call) -> Answer:
        wanted = call.read(lobby_api.Mine).secrets
        return _answer(bot_games((row, seat_of(row, wanted[row.id])) for row in self._held(wanted)))

    def _held(self, secrets: Mapping[str, str]) -> list[TableRow]:
        """The tables with a seat of one of the secrets. Raises Refusal if there are too many."""
        if len(secrets) > base.MAX_HELD:
            raise Refusal("malformed", f"expected at most {base.MAX_HELD} tables; found {len(secrets)}")
        return [row for row in self._shelf.rows() if row.id in secrets and seats_of(row, secrets[row.id])]

    def _position(self, call: Call) -> Answer:
        self._own_seat(call)
        table = self._shelf.table(call.found["table"]).table
        own = seats_of(table.row, call.secret)
        return _answer(view_at(table.match, own[0] if len(own) == 1 else SPECTATOR, table.match.ply))

    def _file(self, call: Call) -> Answer:
        self._own_seat(call)
        match = self._shelf.table(call.found["table"]).table.match
        if not match.over:
            raise Refusal("playing", say("this game is not over yet; you can download it after the end"))
        return Answer(200, save(match).encode())

    def _own_seat(self, call: Call) -> int:
        """Returns the seat of the secret that a call brings. Raises Refusal."""
        seat = seat_of(self._shelf.row(call.found["table"]), call.secret)
        if seat < 0:
            words = "expected the secret of a seat of this table (Authorization: Bearer ...)"
            raise Refusal("secret", words)
        return seat

    # --- the workbench ---------------------------------------------------------------------------

    def _at_workbench(self, call: Call) -> Answer:
        if self._bench is None:  # its modules come in an archive of their own
            from cogtable.site.page_tables.workbench import PageWorkbench

            self._bench = PageWorkbench(self._modules)
        return _answer(self._bench.answer(call.found["method"], call.found["lab"], call.read))

    # --- what a page does not have ---------------------------------------------------------------

    def _needs_people(self, call: Call) -> Answer:
        raise Refusal(
            "malformed", say("this page plays on your device alone; for games with other people, use a server")
        )

    def _needs_account(self, call: Call) -> Answer:
        raise Refusal("malformed", say("this page has no accounts and sends no notifications; use a server for these"))

    def _needs_uploads(self, call: Call) -> Answer:
        raise Refusal("malformed", say("this page takes no boxes; a server lets you play with yours"))
