"""The folder of a study: its settings, and the rows of its games, a Parquet file for each part."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from cogtable.engine.errors import BadOption
from cogtable.engine.files import replacing
from cogtable.lab.extras import extra


def _look_no_further() -> None:
    """PyArrow asks for dateutil with each list that becomes a column. Where it is missing, Python looked through all
    folders each time: writing a part took 6 ms instead of 3.5.
    """
    if find_spec("dateutil") is None:
        sys.modules["dateutil"] = None  # type: ignore[assignment]  # Python's own way to say that there is none


class Store:
    """A folder with the rows of one study or a similar run; `what` is the word for it."""

    def __init__(self, folder: Path, settings: msgspec.Struct, what: str = "study") -> None:
        with extra():
            import pyarrow.parquet

            self._parquet: Any = pyarrow.parquet
            self._arrow: Any = pyarrow
        _look_no_further()
        self.folder, self.what = folder, what
        self._parts = folder / "parts"
        self._parts.mkdir(parents=True, exist_ok=True)
        self._check(settings)

    def _check(self, settings: msgspec.Struct) -> None:
        """Raises BadOption with the difference if the folder holds another run."""
        file = self.folder / f"{self.what}.json"
        if not file.exists():
            with replacing(file) as new:
                new.write_bytes(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
            return
        try:
            kept = msgspec.json.decode(file.read_bytes(), type=type(settings))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadOption(f"{file} does not say what {self.what} it is: {error}") from error
        for field in settings.__struct_fields__:
            was, now = getattr(kept, field), getattr(settings, field)
            if was != now:
                raise BadOption(
                    f"the {self.what} in {self.folder} has {field} {was!r}, not {now!r}; name another folder"
                )

    def _file(self, part: str) -> Path:
        return self._parts / f"{part}.parquet"

    def has(self, part: str) -> bool:
        """Whether a part was played."""
        return self._file(part).exists()

    def write(self, part: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Writes the rows of a part, whole or not at all."""
        columns = {name: [row[name] for row in rows] for name in rows[0]} if rows else {}
        self._save(self._file(part), self._arrow.table(columns))

    def read(self, part: str) -> list[dict[str, Any]]:
        """The rows of a part."""
        rows: list[dict[str, Any]] = self._parquet.read_table(self._file(part)).to_pylist()
        return rows

    def write_table(
        self, name: str, columns: Mapping[str, list[Any]], about: Mapping[str, str], more: Mapping[str, str]
    ) -> None:
        """Writes a table for other programs; its metadata explain each column."""
        table = self._arrow.table(dict(columns))
        told = {b"cogtable": json.dumps({"columns": dict(about), **more}).encode()}
        self._save(self.folder / name, table.replace_schema_metadata(told))

    def _save(self, file: Path, table: Any) -> None:
        with replacing(file) as new:
            self._parquet.write_table(table, new, compression="zstd")
