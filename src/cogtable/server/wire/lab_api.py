"""The workbench over HTTP: a box that is edited, and the games that are played with it."""

from __future__ import annotations

from typing import Literal

import msgspec

from cogtable.server.wire.lobby_api import Difference
from cogtable.view import Face


class LabField(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A column of a table of a box: a field of its entries, or the number that the field gives for one name (`part`).

    A number lies from `low` to `high`; a `choice` is one of `names`. What is `optional` may be left out, and counts as
    `usual` then. `longest` is the most letters of a name. `about` says what it means, and `operations` what its lines
    may be made of: each as it is written, and in words.
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
    """A line of a card's operations: what it does in `words`, or what is `wrong` with it. `fix` is the line that was
    likely meant, and `fix_words` what that does.
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
    """An entry of a box: a cell for each field, as text, and what it is called. `was` has the cells of the same entry
    in the game's own box if they differ; `added` says that it is not there. `face` is how it looks, where it can be
    drawn.
    """

    title: str
    cells: list[str]
    was: list[str] = []
    added: bool = False
    face: Face | None = None
    lines: list[LabLines] = []


class LabTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table of a box; without a name, the numbers that belong to no table, as one entry.

    Where entries may be added and removed, there may be `low` to `most`, and there are `count` with their copies.
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
    """A box on the workbench: its text, what that says in rows, what is wrong with it, and what it changes. Of a text
    that is not TOML there are only mistakes.
    """

    text: str
    title: str = ""
    tables: list[LabTable] = []
    mistakes: list[LabMistake] = []
    words: str = ""
    """How much differs from the game's own box, in words; empty if nothing does."""
    differences: list[Difference] = []
    more: int = 0
    """How many more differences there are than are told."""


class LabEdit(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A change of a box. `table` is empty for the numbers that belong to no table.

    `set` writes `value` into a cell: `field` of the entry number `entry`, from 0, and of that the `part`, if the field
    gives a number for each of some names. An empty value leaves out what may be left out. `add` puts a new entry behind
    that one, `copy` another like it; `remove` takes it out.
    """

    kind: Literal["set", "add", "copy", "remove"] = "set"
    table: str = ""
    entry: int = 0
    field: str = ""
    part: str = ""
    value: str = ""


class LabAsk(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/{game}/box`: the text of a box, and changes to make. The answer is the `LabBox` after them."""

    text: str
    edits: list[LabEdit] = []


class LabStart(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Answer to `GET /api/lab/{game}`: the box to begin with, the text of a copy of the game's own, and the file that
    it is saved to (empty: none was named). `digest` is that of the file; empty if it is not there yet.
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


class LabSave(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`POST /api/lab/{game}/save`: writes a box to a file of that name in the folder of the workbench. If the file is
    there and is not the one with this `digest`, it is refused (409), unless it is to be replaced.
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
    """`POST /api/lab/{game}/games`: plays games with a box, and the same deals with the game's own. One run at a time:
    a second is refused (409), unless it is to `replace` the first. The answer is the `LabRun`.
    """

    text: str
    file: str = ""
    games: int = 2000
    seats: int = 0
    """How many seats; 0: the fewest."""
    bot: str = "greedy"
    replace: bool = False


LabEstimate = tuple[float, float, float]
"""A figure, and the ends of its 95 % interval."""


class LabRow(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A figure with the game's own box (`before`) and with the box on the workbench (`after`), shares in percent.

    `measure` says what is measured, `kind` and `what` of what. `held` says that the difference is pointed out: of all
    that are, at most one in twenty is expected to be noise.
    """

    measure: str
    kind: str
    what: str
    share: bool = False
    before: LabEstimate | None = None
    after: LabEstimate
    difference: LabEstimate | None = None
    held: bool = False


class LabAim(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An aim, and whether it is met; while games are played it is `open`."""

    state: Literal["holds", "misses", "open"]
    head: str
    text: str


class LabRun(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Games that are played on the workbench. `GET /api/lab/games?after={version}` answers as soon as the version is
    another. Each deal is played `turns` times with each box; `done` of `total` deals were. `compared` says that the box
    differs from the game's own; else only that was played.
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
    """How long it has been played."""
    compared: bool = False
    rows: list[LabRow] = []
    aims: list[LabAim] = []
    error: str = ""
    command: str = ""
    """What plays the same games again."""
