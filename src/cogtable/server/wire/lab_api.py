"""The workbench over HTTP: a box that is edited, and the games that are played with it."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.engine.box_editing.edit import BoxEdit
from cogtable.lab.summary import AimResult, PairedRow
from cogtable.server.wire.lobby_api import Difference
from cogtable.view import Face


class LabField(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A column of a table of a box: a field of its entries, or the number that the field has for one name (`part`).

    A number lies from `low` to `high`; a `choice` is one of `names`. An `optional` field can be left out; its value is
    then `usual`. `longest` is the maximum number of letters in a name. `about` explains its meaning, and `operations`
    lists the operations that its lines can use: each as it is written, and in words.
    """

    field: str
    kind: Literal["name", "words", "number", "choice", "numbers", "lines"]
    part: str = ""
    low: int = 0
    high: int = 0
    names: list[str] = []
    optional: bool = False
    usual: str = ""
    longest: int = 0
    about: str = ""
    operations: list[tuple[str, str]] = []


class LabLine(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line of a card's operations: its effect in `words`, or its mistake (`wrong`). `fix` is the line that was likely
    meant, and `fix_words` its effect.
    """

    text: str
    words: str = ""
    wrong: str = ""
    fix: str = ""
    fix_words: str = ""


class LabLines(msgspec.Struct, kw_only=True):
    """The lines in the cell number `field` of an entry."""

    field: int
    lines: list[LabLine]


class LabEntry(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An entry of a box: a cell for each field, as text, and its name (`called`). `was` has the cells of the same entry
    in the game's own box if they differ; `added` says that it is not in that box. `face` is its picture, if it can be
    drawn.
    """

    title: str
    cells: list[str]
    was: list[str] = []
    added: bool = False
    face: Face | None = None
    lines: list[LabLines] = []


class LabTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table of a box; without a name, the numbers that are in no table, as one entry.

    If entries can be added and removed, there can be `low` to `most`, and there are `count` with their copies.
    """

    table: str
    fields: list[LabField]
    entries: list[LabEntry]
    low: int = 0
    most: int = 0
    count: int = 0


class LabMistake(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A mistake in a box: its line in the file (0: none in particular), where and why in words, and the cell."""

    line: int = 0
    where: str = ""
    reason: str
    table: str = ""
    entry: int = -1
    field: str = ""


class LabBox(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A box on the workbench: its text, its rows, its mistakes, and its differences. If the text is not TOML, there are
    only mistakes.
    """

    text: str
    title: str = ""
    tables: list[LabTable] = []
    mistakes: list[LabMistake] = []
    words: str = ""
    """How much differs from the game's own box, in words; empty if there are no differences."""
    differences: list[Difference] = []
    more: int = 0
    """The number of further differences that are not listed."""


class LabAsk(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/{game}/box`: the text of a box, and changes to make. The answer is the `LabBox` after them."""

    text: str
    edits: list[BoxEdit] = []


class LabStart(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to `GET /api/lab/{game}`: the initial box, the text of a copy of the game's own, and the file that it is
    saved to (empty: none was named). `digest` is that of the file; empty if it does not exist yet. Without a `folder`,
    boxes cannot be saved here: the client offers them as downloads. `most` is the maximum number of games in a run.
    """

    game: str
    title: str
    box: LabBox
    original: str
    file: str = ""
    folder: str = ""
    digest: str = ""
    seats: tuple[int, int]
    bots: list[str]
    most: int


class LabSave(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/{game}/save`: writes a box to a file of that name in the folder of the workbench. If the file
    exists and does not have this `digest`, it is refused (409), unless the file is to be replaced.
    """

    text: str
    file: str
    digest: str = ""
    replace: bool = False


class LabSaved(msgspec.Struct, kw_only=True):
    """A box was saved: the file and its digest."""

    file: str
    digest: str


class LabPlay(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/{game}/games`: plays games with a box, and the same deals with the game's own. There is one run at
    a time: a second is refused (409), unless it is to `replace` the first. The answer is the `LabRun`.
    """

    text: str
    file: str = ""
    games: int = 2000
    seats: int = 0
    """The number of seats; 0 for the minimum."""
    bot: str = "greedy"
    replace: bool = False
    page: str = ""
    """A random name of the page, if it can play the games; empty: the server plays them."""
    workers: int = 0
    """The number of games that the page can play at once."""


class LabRun(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Games that are played on the workbench. `GET /api/lab/games?after={version}` answers as soon as the version
    differs. Each deal is played `turns` times with each box; `done` of `total` deals are finished. `compared` says that
    the box differs from the game's own; otherwise only the game's own was played.
    """

    version: int
    phase: Literal["none", "compiling", "playing", "done", "stopped", "failed"] = "none"
    game: str = ""
    title: str = ""
    seats: int = 0
    bot: str = ""
    done: int = 0
    total: int = 0
    turns: int = 1
    seconds: float = 0
    """How long it has been played, in seconds."""
    compared: bool = False
    rows: list[PairedRow] = []
    aims: list[AimResult] = []
    error: str = ""
    command: str = ""
    """The command that plays the same games again."""
    by: Literal["page", "server"] = "server"
    """Who plays the games."""
    note: str = ""
    """Why the server plays them, if a page could have."""


class LabModule(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How a page plays games with one box.

    The files of the game's module are at `/api/modules/{game}/{digest}/`; `tables` and `blank` are as in
    `EngineModule`. `function` plays moves of the bot, with `numbers` among its arguments: at most `moves` of them in a
    call. Trees have room for exactly `simulations`. A game ends at `limit` moves. Moves are sent in `width` bytes each.
    """

    game: str
    digest: str
    box: str
    """The digest of the box."""
    tables: str
    blank: list[int] = []
    function: str
    numbers: dict[str, int]
    simulations: int
    moves: int
    limit: int
    width: int
    weights: bool = False
    """Whether the bot uses the network's weights."""


class LabOrder(msgspec.Struct, kw_only=True):
    """Games to play: from the records in `states`, in base64, one after the other. The bots of the i-th game think
    from the seed `first` + i.
    """

    number: int
    first: int
    games: int
    states: str
    module: LabModule


class LabAskOrder(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/orders`: the page that plays asks for games (`LabNextOrder`), or says that it is still playing. If
    it leaves, it says why; the server then plays the rest.
    """

    page: str
    busy: bool = False
    leaves: str = ""


class LabNextOrder(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Games to play. Without an `order` the page asks again, unless it is `over`: then it plays no more."""

    order: LabOrder | None = None
    over: bool = False


class LabMoves(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/moves`: the actions of the games of an order, in base64: unsigned integers, little-endian, one
    game after the other. `counts` has the number of moves of each game. If the page could not play them, it says why in
    `error`. The answer is a `Done`, after the moves were checked.
    """

    page: str
    number: int
    counts: list[int] = []
    moves: bytes = b""
    error: str = ""
