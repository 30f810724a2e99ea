"""Files in a game's folder that were computed with its rules and its box: puzzles, usual differences, tempers.

Such a file names the rules and the box for which it holds, so that it is not used after they have changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec

from cogtable.engine.errors import CogtableError
from cogtable.engine.files import BadText, read_text

if TYPE_CHECKING:
    from cogtable.engine.definition.spec import GameSpec


class Computed(Protocol):
    """The contents of such a file, with the game, the rules and the box for which they hold."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def version(self) -> str:
        """The version of its rules."""

    @property
    def box(self) -> str:
        """The digest of its box."""

    @property
    def made(self) -> str:
        """The command that computed the contents."""


Contents = TypeVar("Contents", bound=Computed)


def decode(game: GameSpec, file: Path, kind: type[Contents], name: str, error: type[CogtableError]) -> Contents:
    """Returns the contents of a file for a game. `name` is what errors call them, such as "puzzles".

    Raises `error` for a file that cannot be read, or that was computed for another game, other rules or another box.
    """
    try:
        found = msgspec.json.decode(read_text(file), type=kind)
    except OSError as cause:
        raise error(f"{file}: cannot be read: {cause.strerror}") from cause
    except (msgspec.DecodeError, BadText) as cause:
        raise error(f"{file}: this is not a file of {name}: {cause}") from cause
    held = found.game, found.version, found.box
    ours = game.name, game.version, game.box.digest
    for what, theirs, own in zip(("the game", "the rules", "the box"), held, ours, strict=True):
        if theirs != own:
            raise error(
                f"{file}: the {name} are for {what} {theirs}, and this is {own}; to compute new ones, run: {found.made}"
            )
    return found


def of_game(game: GameSpec, file: Path, read: Callable[[GameSpec, Path], Contents]) -> Contents | None:
    """Returns the contents of a game's own file, which is read again only after it has changed. None for a game without
    the file, or played with another box than its own.

    Raises what `read` raises.
    """
    if game.is_variant or not file.is_file():
        return None
    about = file.stat()
    found: Contents = _kept(game, file, read, about.st_mtime_ns, about.st_size)
    return found


@lru_cache(maxsize=128)
def _kept(
    game: GameSpec, file: Path, read: Callable[[GameSpec, Path], Contents], changed_ns: int, size: int
) -> Contents:
    return read(game, file)
