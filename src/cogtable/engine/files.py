"""Files that people write and keep: text from any editor, and files that are replaced whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class BadText(ValueError):
    """A file is not text in UTF-8; the message says where."""


def decoded(data: bytes) -> str:
    """Text in UTF-8, without the byte order mark that some editors write before it. Raises BadText."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"found {data[error.start]:#04x} at byte {error.start + 1}"
        raise BadText(f"is not text in UTF-8: {found}; save the file as UTF-8") from error


def read_text(file: Path) -> str:
    """The text of a file (`decoded`), with line ends as Python has them. Raises OSError and BadText."""
    return decoded(file.read_bytes()).replace("\r\n", "\n")


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """The path of a new file that takes the place of `file` when the block ends, so that no half-written file remains.

    If `file` is a symbolic link, the link stays and the file that it leads to is replaced. The new name has the suffix
    of the old one, because some libraries add a suffix that is missing. Raises OSError.

    >>> with replacing(Path("game.json")) as new:
    ...     new.write_text("{}", encoding="utf-8")
    """
    place = Path(os.path.realpath(file))
    new = place.with_name(f".new-{place.name}")
    try:
        yield new
        new.replace(place)
    finally:
        new.unlink(missing_ok=True)
