"""The files of the workbench: the initial box, and saved boxes."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from cogtable.engine.box_editing.annotated_copy import copy_of
from cogtable.engine.boxes.box import LARGEST
from cogtable.engine.errors import CogtableError
from cogtable.engine.files import BadText, decoded, replacing
from cogtable.engine.play import registry
from cogtable.engine.text.words import say

_NAME = re.compile(r"[^\s/\\:*?\"<>|\x00-\x1f.][^/\\:*?\"<>|\x00-\x1f]{0,80}\.toml")


class CannotSave(CogtableError):
    """A box cannot be saved; the text says why. `there`: the file exists already, but can be replaced."""

    def __init__(self, words: str, *, there: bool = False) -> None:
        super().__init__(words)
        self.there = there


class Desk:
    """A folder with boxes. `file` was named on the command line, for the game `game`."""

    def __init__(self, folder: Path, file: Path | None = None, game: str = "") -> None:
        self.folder = folder
        self.file = file
        self.game = game

    def named(self, game: str) -> Path | None:
        """Returns the file that was named for a game."""
        return self.file if game == self.game else None

    def begin(self, game: str) -> tuple[str, str]:
        """Returns the initial text and the digest of its file, which is empty if there is no file. Raises CannotSave
        for a file that cannot be read.
        """
        file = self.named(game)
        if file is None or not file.exists():
            return self.original(game), ""
        data = _read(file)
        try:
            return decoded(data).replace("\r\n", "\n"), _digest(data)
        except BadText as error:
            raise CannotSave(f"{file.name}: {error}") from error

    def original(self, game: str) -> str:
        """Returns a copy of the game's own box, with the meaning of its columns."""
        return copy_of(registry.find(game))

    def save(self, game: str, name: str, text: str, digest: str, *, replace: bool) -> tuple[str, str]:
        """Writes a box to a file in the folder; returns its name and digest. `digest` is that of the file as last read
        or saved. Raises CannotSave.
        """
        file = self._place(game, name)
        if len(data := text.encode()) > LARGEST:
            raise CannotSave(say("{file}: is too long: expected at most {most} bytes", file=name, most=LARGEST))
        if file.exists() and not replace and _digest(_read(file)) != digest:
            words = say("{file} has changed since it was read", file=file.name) if digest else ""
            raise CannotSave(words or say("{file} already exists", file=file.name), there=True)
        try:
            with replacing(file) as new:
                new.write_bytes(data)
        except OSError as error:
            raise CannotSave(f"{file}: {error.strerror}") from error
        return file.name, _digest(data)

    def _place(self, game: str, name: str) -> Path:
        """Returns the path of a file with that name. Raises CannotSave for a name outside the folder, and for a game's
        own box.
        """
        named = self.named(game)
        if named is not None and name == named.name:
            file = named
        elif _NAME.fullmatch(name):
            file = self.folder / name
        else:
            raise CannotSave(say("expected a file name such as 'mine.toml'; found '{name}'", name=name[:80]))
        file = file.resolve()
        if any(file.is_relative_to(each.folder.resolve()) for each in registry.usable()):
            raise CannotSave(say("{file} is the box that a game ships with; give yours another name", file=file.name))
        if file.suffix != ".toml" or file.is_dir():
            raise CannotSave(say("expected a file name such as 'mine.toml'; found '{name}'", name=name[:80]))
        return file


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST + 1)
    except OSError as error:
        raise CannotSave(f"{file}: {error.strerror}") from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
