"""The lobby over HTTP: games, variants, tables, seats."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.server.wire.base import ChatAllowed, Pace, Takeover, TimeControl, VariantInfo
from cogtable.server.wire.from_server import Occupant
from cogtable.view import Face, Words


class OptionInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An option of a game: a whole number from `low` to `high`, or one of `choices` (its index is the value).

    `on_off`: it is a switch, whose two choices need no words.
    """

    name: str
    title: str
    text: str
    default: int
    low: int
    high: int
    choices: list[str] = []
    on_off: bool = False


class BotInfo(msgspec.Struct, kw_only=True):
    """A bot of another package: its name, its label for people, and how it plays."""

    name: str
    label: str
    text: str


class LadderBot(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A bot that people play against in a game: its name for requests ("hard"), its name and face for people, and its
    level from 1. `text` says how it thinks, `temper` what it does more or less often than the other bots, and
    `measured` the figures behind that; both are empty if nothing certain is known. `ahead` is how often it finishes
    ahead of the bot one level below, of 100 games, by the measured ratings; 0 if they are unknown or there is none.
    """

    bot: str
    name: str
    level: int
    text: Words
    temper: Words = ""
    measured: Words = ""
    ahead: int = 0


class BotGame(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A finished game of the reader against a bot of the ladder: `won` is 1 if the reader placed higher, -1 if the bot
    did, 0 if neither. `POST /api/bots/games` returns a list of them, the last one first.
    """

    table: str
    game: str
    bot: str
    won: int = 0


class FieldChange(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One value that differs, in words: the box's name for it (empty if the difference consists of this value alone),
    its old value and its new value; a missing value is empty.
    """

    field: Words = ""
    old: Words = ""
    new: Words = ""


class Difference(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card of a variant that differs from the game's own, or has been removed; or one number that belongs to no card.
    `face` is the card as it looks now, or looked before.
    """

    kind: Literal["added", "removed", "changed"]
    name: Words
    face: Face | None = None
    fields: list[FieldChange] = []


class Variant(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/boxes/{key}`, and the answer to an upload: a variant with its differences from the game's own box, and
    how many differences are left out (`more`). `pieces` are the cards that differ, wherever they are on a table.
    """

    key: str
    game: str
    title: str
    by: str = ""
    words: Words
    differences: list[Difference]
    more: int = 0
    pieces: list[str] = []


class NewBox(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/boxes`: uploads a box file to play with: its text, the name of the file, and the name of the uploader.
    The answer is the `Variant`, or the mistakes line by line.
    """

    game: str
    text: str
    file: str = ""
    name: str = ""


class LessonInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A lesson of a game: its name, title and number of steps, and what it is about, which only further lessons say.
    The first game has the name "first".
    """

    name: str
    title: Words
    steps: int
    about: Words = ""


class GameInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A game that can be played here. `GET /api/games`."""

    name: str
    title: str
    tagline: str
    minutes: int
    min_seats: int
    max_seats: int
    art: str
    """The name of a picture in the client, or the address, with a `/` before it, of the game's own picture."""
    options: list[OptionInfo]
    lesson: int = 0
    """The number of steps of the game's first lesson; 0 if it has none."""
    lessons: list[LessonInfo] = []
    """All lessons of the game, the first one first."""
    puzzles: list[str] = []
    """The keys of the game's puzzles, the easiest first."""
    bots: list[BotInfo] = []
    """The bots of other packages that play the game, in addition to those of `Games`."""
    ladder: list[LadderBot] = []
    """The named bots, the weakest first."""
    variants: list[VariantInfo] = []
    """The variants that the host serves."""


class Games(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to `GET /api/games`: the games, and the bots (name and how it plays) that can sit at a table of any game.
    `uploads`: the reader can upload boxes; `workbench`: the server has a page for each game where its box is changed;
    `page`: the server has a page that plays without it (`cogtable serve --site`). `headline`: the host's line that says
    what this server is; empty for the client's own.
    """

    games: list[GameInfo]
    bots: list[tuple[str, str]]
    uploads: bool = False
    workbench: bool = False
    page: bool = False
    headline: str = ""


class Busy(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/busy`: how many people came in each hour of the day (UTC) during the last 14 days; no hours if there
    were fewer than 20 people.
    """

    hours: list[int] = []


class NewSeat(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The occupant of a seat at a new table: `me`, `open` (a friend joins by link), or `bot`.

    Several seats with `me` are people at one device, who share a secret. Each has a `name`; a seat without one gets the
    name of the table's creator.
    """

    kind: Literal["me", "open", "bot"]
    bot: str = ""
    name: str = ""


class NewTable(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tables`. `options` are by name; `listed` shows the table among the open ones while it has an open
    seat, `public` among those that can be watched while it is played. `seed` is for tests and replays; by default the
    server draws one. Without `takeover`, the table waits for people who leave. `chat` is what people can send.
    `replacing`: others can take the seat of a person who has resigned, or has been disconnected for five minutes (or
    for the time in `takeover`, if that is longer), and then see what that seat sees. Without `time_control`, people
    have unlimited time.

    `variant` is the key of the box to play with, if not the game's own. A `rated` game changes the ratings of its
    people, unless there is a reason against it, which is in `Update`. Among people it has 7 days for each move if there
    is no `time_control`.

    With `lesson`, the table is for a lesson of the game, which has its own seats, options and seed: leave these out.
    `lesson_name` is the name of a further lesson; by default it is the first.
    `name` is a guest's name; against bots it can be left out.
    """

    game: str
    variant: str = ""
    seats: list[NewSeat] = []
    lesson: bool = False
    lesson_name: str = "first"
    name: str = ""
    options: dict[str, int] = {}
    listed: bool = False
    public: bool = False
    seed: int | None = None
    takeover: Takeover | None = None
    chat: ChatAllowed = "all"
    replacing: bool = False
    time_control: TimeControl | None = None
    rated: bool = False


class Play(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/play`: opens a table of a game at once, and looks for people who want the same: the same game, `pace`,
    number of `seats`, and `rated` or not. Until they are there, the bot `bot` keeps their seats warm. Over days there
    is no bot: the sender sits down at a table that waits, or a table of their own waits. The answer is a `Seated`.

    `name` is a guest's name. A person looks for one game at a time, so this ends the search that they began before; the
    server recognises a guest's browser by its cookie. A rated game needs an account and a clock.
    """

    game: str
    pace: Pace
    seats: int
    bot: str = ""
    rated: bool = False
    name: str = ""


class PaceInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A pace of a game, and how many people wait for it, for each number of seats from the fewest on: 0 for nobody, 1
    for fewer than `MANY_WAIT`. Without `time_control` people have unlimited time.
    """

    pace: Pace
    time_control: TimeControl | None = None
    waiting: list[int] = []


class PlayInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/play/{game}`: the paces at which a game is played with "Play", and who waits for them."""

    paces: list[PaceInfo]


class Notice(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/notice`: the host's message to everybody. At a table it is part of the `notice`."""

    words: Words = ""


class Reach(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/reach`: who can open a link to this server.

    `network`: everybody in the same network, at `address` ("http://192.168.1.24:8000"); if that is empty, at the
    address that the reader used. `anyone`: everybody, at the address that the reader used. `machine`: only the machine
    that the server runs on. If `command` is not empty, it is a command that starts the server so that others can reach
    it.
    """

    who: Literal["network", "anyone", "machine"]
    address: str = ""
    command: str = ""


class Seated(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to a new table, a branch or a join: the table, and the seat with its secret (-1, none). The seat of a
    signed-in person is owned by their account, and has no secret.
    """

    table: str
    seat: int = -1
    secret: str = ""


class Join(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tables/{table}/join`. Takes the open or free seat `seat`, or the first one."""

    name: str
    seat: int | None = None


class Branch(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/tables/{table}/branch`. Continues a finished game after `ply` of its moves, at a new table. The sender
    keeps the seat whose secret is sent (`Authorization: Bearer ...`), and `bot` plays for all other people.
    """

    ply: int
    bot: str


class OpenMatch(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/matches`: opens a saved match, the text of a `file` that `cogtable.save` or a table has written, at a
    private table of the sender. The answer is a `Seated`.

    `seats` has `me` or `bot` for each seat of the match, in order: they play on if it is not over, and from the
    positions of a finished one. `name` is the sender's; each seat with `me` can have a `name` of its own.
    """

    file: str
    seats: list[NewSeat]
    name: str = ""


class TableInfo(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table in a list. `GET /api/tables` returns the open ones, `GET /api/live` the public ones being played; `POST
    /api/mine` those whose secrets are sent. `watching` is the number of connected spectators. `waiting` are the seats
    that must decide, `seat` is the reader's, `words` says how far the game has got ("Round 17"). `lesson` is the step
    of the lesson `lesson_name`, counted from 0; -1 if there is none or it is over. `variant` is the title of the
    variant that is played, `tournament` is the tournament that the table is part of. `rated`: the game changes ratings.
    `left_s` are the seconds that the reader has left, if there is a clock; they run down while the reader is among the
    `waiting`. `for_move` says whether they are for this move or for the game. `places` has the place of each seat, from
    1, once the game is over and has a winner. `time_control`: the time that people have; none if it is unlimited.
    `scores` has the score of each seat, and `ended` the time, once the game is over. `moved` is the time of the last
    move, only in `POST /api/mine`, while the game is in progress.
    """

    table: str
    game: str
    occupants: list[Occupant]
    created: float
    started: bool
    over: bool
    words: Words = ""
    waiting: list[int] = []
    seat: int = -1
    lesson: int = -1
    lesson_name: str = ""
    watching: int = 0
    variant: str = ""
    rated: bool = False
    left_s: float | None = None
    for_move: bool = False
    tournament: str = ""
    places: list[int] = []
    time_control: TimeControl | None = None
    scores: list[int] = []
    ended: float | None = None
    moved: float | None = None


class Mine(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/mine`, `POST /api/tournaments/mine` and `POST /api/account/claim`: a browser's secrets, by table or
    tournament.
    """

    secrets: dict[str, str]


class EngineModule(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`GET /api/games/{game}/module`, and for a variant `GET /api/boxes/{key}/module`: the WebAssembly module that
    plays it. Its files are at `/api/modules/{game}/{digest}/` `wasm`, `json` and, if the game has a network, `weights`
    (`docs/webassembly.md`). While it is not built yet, `digest` is empty, and the server thinks.

    `box` is the digest of the box; `tables` are its tables, in base64, and `blank` is the initial content of
    observations.
    """

    digest: str
    box: str = ""
    tables: str = ""
    blank: list[int] = []
