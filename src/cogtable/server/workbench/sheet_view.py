"""A box on the workbench: rows and cells, the meaning of each line, mistakes, differences, and the cards as they look.

A box is shown while it is being edited, so it can have mistakes anywhere. Its cards are then drawn from a mended box,
where faulty parts are replaced by those of the game's own box (`_Mending`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cogtable.engine.box_editing.annotated_copy import operations_of
from cogtable.engine.box_editing.edit import BoxEdit, edited
from cogtable.engine.box_editing.sheet import Field, cell_text, column_of, fields_of, tables_of
from cogtable.engine.boxes.box import BoxFile, Column, box_text, sizes_of_tables
from cogtable.engine.boxes.diff import between, is_entries, paired
from cogtable.engine.boxes.operations import Vocabulary
from cogtable.engine.errors import BadBox, Mistake
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import say
from cogtable.lab.deals import study_of
from cogtable.server.core.box_differences import compared, faces_of
from cogtable.server.wire import lab_api
from cogtable.view import Face

MENDINGS = 4
"""How many times mending a box with mistakes is tried; from the third time on, whole entries are replaced."""


def looked_at(game: str, text: str, edits: Sequence[BoxEdit] = ()) -> lab_api.LabBox:
    """Returns a box after some changes. Raises BadEdit for changes that cannot be made, and UnknownGame."""
    own = registry.find(game)
    if edits:
        text = edited(text, edits, own.tables)
    return _Sheet(own, text).box()


class _Sheet:
    """The analysis of one version of a box's text."""

    def __init__(self, own: Game, text: str) -> None:
        self.own, self.text = own, text
        self.base = tomllib.loads(own.box.text)
        self.data: dict[str, Any] = {}
        self.boxed: Game | None = None
        self.mistakes: tuple[Mistake, ...] = ()
        try:
            file = box_text(say("the box"), text)
            self.data = file.data
            self.boxed = own.with_box_file(Path(file.source), file)
        except BadBox as error:
            self.mistakes = error.mistakes or (_unreadable(error, bool(self.data)),)

    def box(self) -> lab_api.LabBox:
        """Returns the whole answer."""
        mistakes = [_told(each) for each in self.mistakes]
        if not self.data:
            return lab_api.LabBox(text=self.text, mistakes=mistakes)
        drawn, wrong = (self.boxed, set()) if self.boxed else _Mending(self).drawn()
        tables = [self._table(table, drawn, wrong) for table in ["", *tables_of(self.own.tables)]]
        changes = between(self.base, self.data)
        told = compared(drawn or self.own, self.own, changes if drawn else [])
        return lab_api.LabBox(
            text=self.text,
            title=str(self.data.get("title", "")),
            tables=tables,
            mistakes=mistakes,
            words=told.words if drawn else (say("changed") if changes else ""),
            differences=told.shown,
            more=told.more,
        )

    def _table(self, table: str, drawn: Game | None, wrong: set[tuple[str, int]]) -> lab_api.LabTable:
        raw = self.data.get(table, []) if table else [self.data]
        entries = raw if is_entries(raw) else []
        fields = fields_of(self.own.tables, table, entries)
        looks = self._faces(table, drawn, wrong)
        called = self._called(table, drawn)
        was = self._was(table, entries)
        rows = []
        for i, entry in enumerate(entries):
            cells, before = [cell_text(field, entry) for field in fields], was.get(i)
            old = [cell_text(field, before) for field in fields] if before is not None else []
            rows.append(
                lab_api.LabEntry(
                    title=str(entry.get("name") or called.get(i) or i + 1) if table else say("Numbers"),
                    cells=cells,
                    was=old if old != cells else [],
                    added=before is None,
                    face=looks.get(i),
                    lines=[
                        lab_api.LabLines(field=at, lines=list(self._lines(table, field, cells[at])))
                        for at, field in enumerate(fields)
                        if cells[at] and field.kind == "lines" and self._vocabulary(table, field)
                    ],
                )
            )
        size = sizes_of_tables(self.own.shipped().tables).get(table)
        made = [self._field(table, field) for field in fields]
        if not size:
            return lab_api.LabTable(table=table, fields=made, entries=rows)
        count = sum(_times(entry) for entry in entries)
        return lab_api.LabTable(table=table, fields=made, entries=rows, low=size.low, most=size.most, count=count)

    def _was(self, table: str, entries: Sequence[Mapping[str, Any]]) -> dict[int, Mapping[str, Any]]:
        """Returns the entries of the game's own box, by the numbers of the matching entries here."""
        if not table:
            return {0: self.base}
        old = self.base.get(table, [])
        return {new: old[at] for at, new in paired(old, entries)}

    def _faces(self, table: str, drawn: Game | None, wrong: set[tuple[str, int]]) -> dict[int, Face]:
        """Returns the first card of each entry, except entries that could not be drawn as written."""
        if drawn is None:
            return {}
        found: dict[int, Face] = {}
        for row, card in zip(drawn.box.entries.get(table, ()), faces_of(drawn).get(table, ()), strict=False):
            if (table, row) not in wrong:
                found.setdefault(row, card.face)
        return found

    def _called(self, table: str, drawn: Game | None) -> dict[int, str]:
        """Returns names for entries without names, if the game provides them."""
        study = study_of(self.own)
        if drawn is None or not study.called or all(each.kind != table for each in study.shown):
            return {}
        names = study.called(drawn.box)
        return dict(reversed(list(zip(drawn.box.entries[table], names, strict=False))))

    def _vocabulary(self, table: str, field: Field) -> Vocabulary | None:
        return (self.boxed or self.own).vocabulary(table, field.field)

    def _field(self, table: str, field: Field) -> lab_api.LabField:
        column, vocabulary = column_of(self.own.tables, table, field.field), self._vocabulary(table, field)
        known = operations_of(column, vocabulary) if column and vocabulary else []
        return lab_api.LabField(**{**field._asdict(), "names": list(field.names)}, operations=known)

    def _lines(self, table: str, field: Field, text: str) -> Iterator[lab_api.LabLine]:
        game = self.boxed or self.own
        column, vocabulary = column_of(game.tables, table, field.field), self._vocabulary(table, field)
        assert vocabulary
        for line in text.splitlines():
            words, wrong = _said(vocabulary, column, line)
            without = getattr(column and column.parse, "keywords", {}).get("without", ())
            fix = vocabulary.mended(line, without) if wrong else ""
            fix_words = _said(vocabulary, column, fix)[0] if fix else ""
            yield lab_api.LabLine(text=line, words=words, wrong=wrong, fix=fix, fix_words=fix_words)


def _said(vocabulary: Vocabulary, column: Column | None, line: str) -> tuple[str, str]:
    """Returns the meaning of a line in words, and its mistake; one of them is empty."""
    parse = (column and column.parse) or vocabulary.parse
    try:
        return " ".join(vocabulary.words(parse([line]))), ""
    except ValueError as error:
        return "", _short(str(error).removeprefix(f'"{line}": '))


def _short(reason: str) -> str:
    """Returns an error message without the list of known values, if it has a suggestion."""
    return re.sub(r"\? There are .*", "?", reason, flags=re.DOTALL)


def _times(entry: Mapping[str, Any]) -> int:
    copies = entry.get("copies", 1)
    return copies if type(copies) is int and copies > 0 else 0


def _unreadable(error: BadBox, is_toml: bool) -> Mistake:
    """Returns the mistake of a file that could not be read as a whole."""
    reason = str(error).partition(": ")[2]
    line = re.search(r"at line (\d+)", reason)
    return Mistake(int(line[1]) if line and not is_toml else 0, "", reason)


def _told(mistake: Mistake) -> lab_api.LabMistake:
    table, entry, field, *_ = (*mistake.place, "", "", "")
    if not isinstance(entry, int):  # a key of the file, or a whole table
        return lab_api.LabMistake(
            line=mistake.line, where=mistake.where, reason=_short(mistake.reason), field=str(table)
        )
    return lab_api.LabMistake(
        line=mistake.line,
        where=mistake.where,
        reason=_short(mistake.reason),
        table=str(table),
        entry=entry,
        field=str(field),
    )


class _Mending:
    """Replaces the faulty parts of a box by those of the game's own, until it can be drawn."""

    def __init__(self, sheet: _Sheet) -> None:
        self._sheet, self._own = sheet, sheet.own
        self._data = dict(sheet.data)
        self._wrong: set[tuple[str, int]] = set()

    def drawn(self) -> tuple[Game | None, set[tuple[str, int]]]:
        """Returns the game with the mended box, and the entries that could not be kept; None if mending fails."""
        for round_ in range(MENDINGS):
            try:
                file = BoxFile("box", "", self._data)
                return self._own.with_box_file(Path("box"), file, alike=True), self._wrong
            except BadBox as error:
                for mistake in error.mistakes:
                    self._mend(mistake.place, whole=round_ > 1)
        return None, set()

    def _mend(self, place: tuple[str | int, ...], *, whole: bool) -> None:
        key, *inside = place or ("",)
        entries = self._data.get(str(key))
        if not inside or not is_entries(entries) or not isinstance(inside[0], int):
            self._restore(self._data, str(key), self._sheet.base)
            return
        at, field = inside[0], str(inside[1]) if len(inside) > 1 else ""
        rows = [dict(entry) for entry in entries or ()]
        self._data[str(key)] = rows
        same = self._sheet._was(str(key), rows).get(at, self._sheet.base[str(key)][0])
        if field and not whole:
            self._restore(rows[at], field, same, self._own.vocabulary(str(key), field))
        else:
            rows[at] = {"name": rows[at]["name"], **same} if "name" in rows[at] else dict(same)
            self._wrong.add((str(key), at))

    def _restore(
        self, holder: dict[str, Any], field: str, base: Mapping[str, Any], vocabulary: Vocabulary | None = None
    ) -> None:
        """Keeps the valid lines of a field; if that doesn't change it, restores the original value."""
        value = holder.get(field)
        if vocabulary and isinstance(value, list):
            kept = [line for line in value if isinstance(line, str) and not _said(vocabulary, None, line)[1]]
            if kept != value:
                holder[field] = kept
                return
        if field in base:
            holder[field] = base[field]
        else:
            holder.pop(field, None)
