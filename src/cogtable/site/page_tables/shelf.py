"""The tables of one page: those that are open, and the records of the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from cogtable.engine.errors import BadBox, BrokenGame, CogtableError, UnknownGame
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.variant import Variant
from cogtable.server.db.rows import ActionRow, TableRow
from cogtable.server.table.restore import restore
from cogtable.site.page_tables.records import BadRecord, TableRecord, decoded, encoded
from cogtable.site.page_tables.table import PageTable
from cogtable.site.page_tables.thinking import Thinking
from cogtable.site.page_tables.variants import PageVariant, variant_of

log = logging.getLogger("cogtable.site")

Keep = Callable[[str, bytes], object]
"""Stores the record of a table under its id. It can raise any error if nothing can be stored."""


class PageHost:
    """The page (see `surroundings.Host`)."""

    def __init__(self, now: float) -> None:
        self.message = ""
        self.time = now
        self._variants: dict[str, Variant] = {}

    def now(self) -> float:
        """Returns the present time, as the caller has given it last."""
        return self.time

    def check_open(self) -> None:
        """New games can always begin."""

    def variant(self, game: str, key: str) -> PageVariant:
        """Returns a variant of a game. Raises Refusal if the page does not have it."""
        found = variant_of(game, key)
        if found is None:
            words = "this page does not have the box that this game is played with; the game is kept, but cannot go on"
            raise Refusal("outdated", say(words))
        self._variants[key] = found.variant
        return found

    def latest_variant(self, key: str) -> Variant | None:
        """Returns a variant of a table that is open."""
        return self._variants.get(key)


class Shelf:
    """Keeps the tables of a page (see `table.Storage`)."""

    def __init__(self, keep: Keep, host: PageHost, thinking: Thinking) -> None:
        self._keep = keep
        self._host = host
        self._thinking = thinking
        self._records: dict[str, TableRecord] = {}
        self._unreadable: dict[str, BadRecord] = {}
        self._open: dict[str, PageTable] = {}
        self._refused = False

    def put(self, records: Mapping[str, bytes]) -> None:
        """Takes the records that were stored, by the ids of their tables. Clocks go on where they were stored. Those
        that cannot be read stay stored, and `table` says why.
        """
        for table, data in records.items():
            try:
                record = decoded(data)
            except BadRecord as error:
                log.error("table %s: %s", table, error)
                self._unreadable[table] = error
            else:
                self._records[table] = _shifted(record, self._host.now())

    def remove(self, table: str) -> None:
        """Forgets a table, which is stored no more."""
        for known in (self._records, self._unreadable, self._open):
            known.pop(table, None)

    # --- reading ---------------------------------------------------------------------------------

    def rows(self) -> list[TableRow]:
        """Returns all tables, the newest first."""
        return sorted((self.row(table) for table in self._records), key=lambda row: -row.created)

    def row(self, table: str) -> TableRow:
        """Returns the row of a table. Raises Refusal."""
        if table in self._open:
            return self._open[table].row
        if table in self._unreadable:
            raise Refusal("outdated", str(self._unreadable[table]))
        if table not in self._records:
            raise Refusal("unknown-table", say("there is no table '{table}' in this page", table=table[:24]))
        return self._records[table].row

    def opened(self, table: str) -> PageTable | None:
        """Returns a table if it is open."""
        return self._open.get(table)

    def __iter__(self) -> Iterator[PageTable]:
        """The open tables."""
        return iter(list(self._open.values()))

    def table(self, table: str) -> PageTable:
        """Returns a table, and opens it. Raises Refusal if it is unknown, or cannot go on here."""
        if table not in self._open:
            row = self.row(table)
            record = self._records[table]
            try:
                found = self._host.variant(row.game, row.variant) if row.variant else None
                state = restore(record.row, record.actions, found.variant.game if found else None)
            except Refusal:
                raise
            except CogtableError as error:
                log.error("table %s cannot go on: %s", table, error)
                raise _cannot_go_on(row, error) from error
            info = found.info if found else None
            self._open[table] = PageTable(state, record.actions, self._host, self, self._thinking, info)
        return self._open[table]

    # --- storing ---------------------------------------------------------------------------------

    def add(self, row: TableRow, actions: Sequence[ActionRow] = ()) -> None:
        """Stores a new table."""
        self.keep(row, actions)

    def keep(self, row: TableRow, actions: Sequence[ActionRow]) -> None:
        """Stores a table that was changed. If the page cannot store anything, the table goes on, and all tables say
        so.
        """
        record = TableRecord(row=row, actions=list(actions), at=self._host.now())
        self._records[row.id] = record
        try:
            self._keep(row.id, encoded(record))
        except Exception as error:
            log.error("table %s cannot be stored: %s", row.id, error)
            self.note_refused()

    def note_refused(self) -> None:
        """Tells the people at all tables, once, that nothing can be stored."""
        if self._refused:
            return
        self._refused = True
        self._host.message = say("This browser does not let the page store games; they are lost when you close it.")
        for table in self:
            table.show_notice()


def _shifted(record: TableRecord, now: float) -> TableRecord:
    """Returns a record whose clock has not run while the page was closed."""
    times = record.row.status.times
    if times is None or now <= record.at:
        return record
    status = msgspec.structs.replace(record.row.status, times=times.shifted(now - record.at))
    return msgspec.structs.replace(record, row=msgspec.structs.replace(record.row, status=status), at=now)


def _cannot_go_on(row: TableRow, error: CogtableError) -> Refusal:
    """Returns the refusal if a table cannot be restored."""
    if isinstance(error, BrokenGame | BadBox):
        words = phrase("this game cannot go on at the moment: {game} cannot be loaded ({reason})")
        return Refusal("unavailable", say(words, game=row.game, reason=error))
    if isinstance(error, UnknownGame):
        words = phrase("this page does not have {game}, so this saved game cannot be opened; it is kept")
        return Refusal("outdated", say(words, game=row.game))
    words = phrase("this game was saved with other rules of {game} (version {version}); it is kept, but cannot go on")
    return Refusal("outdated", say(words, game=row.game, version=row.version))
