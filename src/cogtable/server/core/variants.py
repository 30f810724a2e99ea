"""Variants: games with custom boxes, which the host serves or people upload, and their differences from the original.

A variant's key is a digest of its title and text. The variant is stored with the first table that is played with it, so
that table continues even if the file changes or is deleted.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path

from starlette.requests import Request

from cogtable.engine.boxes.box import BoxFile, box_text
from cogtable.engine.boxes.diff import located
from cogtable.engine.errors import BadBox, CogtableError
from cogtable.engine.play import registry
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.addresses import is_own_machine
from cogtable.server.core.box_differences import compared
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.text import cleaned
from cogtable.server.core.variant import Variant
from cogtable.server.db.store import Store
from cogtable.server.host_settings import Uploads
from cogtable.server.wire import base, lobby_api

log = logging.getLogger("cogtable.server")

KEPT = 40
"""The maximum number of uploaded variants in memory that are not stored with a table."""

LOADED = 200
"""The maximum number of variants of stored tables in memory."""

MAX_DOTS = 200
"""The maximum number of dots in a line of an uploaded box."""

SIZES = 24
"""The maximum number of sizes of uploaded variants. For each, the modules of a game are loaded once more, and stay
loaded.
"""

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via", "cf-connecting-ip")
"""Headers of requests that a program on this machine has forwarded from elsewhere."""


def may_upload(request: Request, allowed: Uploads) -> bool:
    """Whether the sender of a request can upload variants. `here` means people at the server's machine."""
    return is_here(request) if allowed == "here" else allowed == "all"


def is_here(request: Request) -> bool:
    """Whether a request comes from this machine, uses one of its own names, and was not
    forwarded by a program there.
    """
    near = bool(request.client) and is_own_machine(request.client.host)  # type: ignore[union-attr]
    named = is_own_machine(request.url.hostname or "")
    return near and named and not any(name in request.headers for name in FORWARDED)


def _check_dots(source: str, text: str) -> None:
    """Raises BadBox for a line with too many dots: a key with that many parts keeps tomllib busy for seconds."""
    for number, line in enumerate(text.splitlines(), 1):
        if (count := line.count(".")) > MAX_DOTS:
            words = phrase("{file}, line {line}: a line has at most {most} dots; this has {n}")
            raise BadBox(say(words, file=source, line=number, most=MAX_DOTS, n=count))


class Variants:
    """The variants that the server has: the host's, uploaded ones, and those of stored tables.

    Raises BadBox when a file of the host cannot be used.
    """

    def __init__(self, store: Store, files: Sequence[Path] = ()) -> None:
        self._store = store
        self._folder = Path(tempfile.mkdtemp(prefix="cogtable-boxes-"))
        """The folder for the files of all variants, from which other processes read them."""
        self._uploaded: OrderedDict[str, Variant] = OrderedDict()
        self._loaded: OrderedDict[str, Variant] = OrderedDict()
        self.sizes: set[str] = set()
        """The packages of the loaded sizes of uploaded variants; see `SIZES`."""
        self._checking = asyncio.Lock()
        self._reading: dict[str, asyncio.Task[Variant | None]] = {}
        """The variants that are being read from the store, so that several requests wait for the same read."""
        self._told: OrderedDict[str, lobby_api.Variant] = OrderedDict()
        self._served: dict[Path, Variant] = {file: self._of_file(file) for file in files}
        self._file_of: dict[str, Path] = {one.key: file for file, one in self._served.items()}

    def close(self) -> None:
        """Removes the files that were created."""
        shutil.rmtree(self._folder, ignore_errors=True)

    # --- the host's variants ---------------------------------------------------------------------

    def served(self, game: str) -> list[Variant]:
        """Returns the host's variants of a game."""
        return [one for one in self._served.values() if one.game.name == game]

    @property
    def files(self) -> Iterable[Path]:
        """Returns the host's files."""
        return self._served.keys()

    def reload(self, file: Path) -> None:
        """Reads a file of the host again, for new tables. Raises BadBox, with nothing changed."""
        self._served[file] = new = self._of_file(file)
        self._file_of[new.key] = file

    def latest(self, key: str) -> Variant | None:
        """Returns the present version of a host's variant whose file has changed; other variants are returned as they
        are.
        """
        file = self._file_of.get(key)
        return self._served.get(file) if file else self._known(key)

    def _of_file(self, file: Path) -> Variant:
        return self._read(registry.name_in(file), file.read_bytes(), str(file), file.stem, "")

    # --- uploaded variants -----------------------------------------------------------------------

    async def upload(self, game: str, text: str, file: str, by: str) -> Variant:
        """Checks an uploaded box, and keeps it for the tables of its uploader. Raises Refusal, with the mistakes line
        by line.
        """
        async with self._checking:
            try:
                found = await asyncio.to_thread(self._checked, game, text, file, by)
            except CogtableError as error:
                raise Refusal("malformed", str(error)) from error
        self._keep(self._uploaded, found, KEPT)
        if self._store.owners.process:  # another process may make the table
            await self._store.keep_box(found.row)
        return found

    def _checked(self, game: str, text: str, file: str, by: str) -> Variant:
        source = cleaned(file)[: base.MAX_TITLE] or say("the file")
        _check_dots(source, text)
        new = self._read(game, text.encode(), source, Path(source).stem, by, limited=True)
        if new.game.box.digest == registry.find(game).box.digest:
            raise BadBox(say("{file}: is the same as the game’s own box; change something first", file=source))
        return new

    async def find(self, key: str) -> Variant | None:
        """Returns a variant by its key, from memory or the store; None if it is not known. Raises BadBox and similar
        errors if it doesn't fit the game any more.
        """
        if known := self._known(key):
            return known
        reading = self._reading.get(key)
        if reading is None:
            reading = self._reading[key] = asyncio.create_task(self._load(key))
            reading.add_done_callback(lambda _: self._reading.pop(key, None))
        return await asyncio.shield(reading)

    async def _load(self, key: str) -> Variant | None:
        row = await self._store.box(key)
        if row is None:
            return None
        found = await asyncio.to_thread(self._read, row.game, row.text.encode(), row.title, row.title, row.by)
        found = found._replace(key=key, title=row.title)
        self._keep(self._loaded, found, LOADED)
        return found

    async def title(self, key: str) -> str:
        """Returns the title of a variant; empty for no key, or an unknown one."""
        if not key:
            return ""
        if known := self._known(key):
            return known.title
        row = await self._store.box(key)
        return row.title if row else ""

    def _known(self, key: str) -> Variant | None:
        for held in (self._uploaded, self._loaded):
            if key in held:
                held.move_to_end(key)
                return held[key]
        return next((one for one in self._served.values() if one.key == key), None)

    def _keep(self, held: OrderedDict[str, Variant], one: Variant, most: int) -> None:
        held[one.key] = one
        held.move_to_end(one.key)
        while len(held) > most:
            held.popitem(last=False)

    def _read(self, game: str, text: bytes, source: str, name: str, by: str, *, limited: bool = False) -> Variant:
        """Returns a variant from the text of its box. With `limited`, at most `SIZES` sizes are
        loaded. Raises BadBox.
        """
        own = registry.find(game)
        file = box_text(source, text)
        package = own.package_for(file)
        if limited and package != own.package and package not in self.sizes and len(self.sizes) >= SIZES:
            words = phrase("{file}: this server has reached its limit for resized boxes; try again after it restarts")
            raise BadBox(say(words, file=source))
        title, key = title_and_key(own, file, name, by)
        path = self._folder / f"{key}.toml"
        boxed = own.with_box_file(path, file)
        if limited and package != own.package:
            self.sizes.add(package)
        path.write_text(file.text, encoding="utf-8")
        return Variant(key, boxed, title, by, file.text)

    # --- differences -----------------------------------------------------------------------------

    def info(self, one: Variant) -> base.VariantInfo:
        """Returns the summary of a variant that everybody at a table gets at once."""
        return info_of(one, self.told(one))

    def told(self, one: Variant) -> lobby_api.Variant:
        """Returns a variant with its differences from the game's own box."""
        if one.key not in self._told:
            self._told[one.key] = differences_of(one)
            while len(self._told) > LOADED:
                self._told.popitem(last=False)
        return self._told[one.key]


def title_and_key(own: Game, file: BoxFile, name: str, by: str) -> tuple[str, str]:
    """Returns the title and the key of the variant with a box. `name` is its title unless the box has its own."""
    title = cleaned(str(file.data.get("title", "")))
    title = (title if title and title != own.box.title else cleaned(name))[: base.MAX_TITLE]
    title = title or say("a variant")
    key = hashlib.sha256(repr((own.name, title, by, file.text)).encode()).hexdigest()[:20]
    return title, key


def info_of(one: Variant, told: lobby_api.Variant) -> base.VariantInfo:
    """Returns the summary of a variant, from its differences."""
    return base.VariantInfo(key=one.key, title=one.title, by=one.by, words=told.words)


def differences_of(one: Variant) -> lobby_api.Variant:
    """Returns a variant with its differences from the game's own box."""
    own = one.game.shipped()
    own = registry.find(one.game.name) if own.is_variant else own
    found = compared(one.game, own, located(own.box_file, one.game.box_file))
    return lobby_api.Variant(
        key=one.key,
        game=one.game.name,
        title=one.title,
        by=one.by,
        words=found.words or say("nothing differs"),
        differences=found.shown,
        more=found.more,
        pieces=found.pieces,
    )
