"""Shows edited tables of games without a restart, for authors of games (`cogtable serve --reload`)."""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.play.reload import fresh_tables
from cogtable.server.about import game_list
from cogtable.server.rooms.rooms import Rooms

log = logging.getLogger("cogtable.server")

LOOK_S = 0.5
"""How often to check the files, in seconds."""

WATCHED = {".py", ".toml", ".md", ".svg"}


class Reloader:
    """Watches the folders of all games. An edited table is loaded again and shown to everybody who is connected.

    Rules are not reloaded: games in progress and compiled code use the old ones. The log says that they need a restart.
    A table that can't be loaded or shown doesn't replace the old one; the error is printed.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._games = _games()
        self._seen = self._files()
        self._boxes: dict[Path, tuple[int, int]] = {}
        self._look_at_boxes()

    def run(self) -> None:
        """Watches the files for as long as the server runs."""
        sys.dont_write_bytecode = True  # the cache can miss edits that leave the file's length the same
        log.info("watching the tables of %s", ", ".join(game.name for game in self._games))
        self._rooms.supervisor.repeat("reload", lambda: self.look(), LOOK_S, first_s=LOOK_S)

    async def look(self) -> None:
        """Handles the edits since the last call."""
        self._look_at_boxes()
        files = await asyncio.to_thread(self._files)
        edited = {path for path in files.keys() | self._seen.keys() if files.get(path) != self._seen.get(path)}
        self._seen = files
        tables = [path for path in edited if self._is_table(path)]
        for path in sorted(edited.difference(tables)):
            log.info("%s: restart the server to use this change; only tables are reloaded", path)
        if tables:
            await self._show(sorted(tables))

    def _look_at_boxes(self) -> None:
        """Reads the host's edited box files again, for new tables."""
        for file in list(self._rooms.variants.files):
            status = _status(file)
            if status is None or self._boxes.setdefault(file, status) == status:
                continue
            self._boxes[file] = status
            try:
                self._rooms.variants.reload(file)
                log.info("%s: the next games are played with it", file)
            except (CogtableError, OSError) as error:
                log.error("the old box stays: %s", error)

    async def _show(self, edited: Sequence[Path]) -> None:
        names = ", ".join(str(path) for path in edited)
        try:
            with fresh_tables([game for game in self._games if _is_loaded(game) or _holds(game, edited)]):
                self._rooms.try_tables()
        except Exception as error:  # an author's code can raise anything
            cause = error.__cause__ if isinstance(error, CogtableError) and error.__cause__ else error
            lines = "".join(traceback.format_exception(cause))
            log.error("%s: the old table stays, since the new one fails:\n%s", names, lines.rstrip())
            return
        game_list.reload_games()
        await self._rooms.show_tables()
        log.info("%s: reloaded", names)

    def _files(self) -> dict[Path, tuple[int, int]]:
        """Returns the files of all games, each with a value that changes when it is edited."""
        found = {}
        for game in self._games:
            for path in game.folder.rglob("*"):
                if path.suffix in WATCHED and not path.name.startswith("."):
                    status = _status(path)
                    if status is not None:
                        found[path] = status
        return found

    def _is_table(self, path: Path) -> bool:
        """Whether a file is a game's `table.py`, or is in its `table` folder."""
        tables = {folder for game in self._games for folder in (game.folder / "table", game.folder / "table.py")}
        return path.suffix == ".py" and not tables.isdisjoint({path, *path.parents})


def _status(path: Path) -> tuple[int, int] | None:
    """Returns a value that changes when a file is edited; None while an editor is replacing it."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size


def _is_loaded(game: Game) -> bool:
    """Whether the game has a table. If its table failed to load, this stays False until it is edited."""
    return "table" in game.__dict__


def _holds(game: Game, files: Sequence[Path]) -> bool:
    return any(game.folder in file.parents for file in files)


def _games() -> list[Game]:
    """Returns all games whose rules can be loaded. A table that can't be loaded reports its error when it is edited."""
    found = []
    for name in registry.names():
        try:
            found.append(registry.find(name))
        except CogtableError as error:
            log.error("the game %s is not watched: %s", name, error)
    return found
