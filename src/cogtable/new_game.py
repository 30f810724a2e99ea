"""Makes a package for a new game, which runs at once: the game of `docs/add-a-game.md` under another name."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry

_PACKAGED = Path(__file__).parent / "template"
_CHECKOUT = Path(__file__).parents[2] / "examples" / "magpie"
_ORIGINAL = "magpie"
_MADE = {"__pycache__", ".pytest_cache", "build", "dist"}
_NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")


class BadGame(CogtableError):
    """A package for a new game cannot be made; the text says why."""


def make(name: str, within: Path) -> Path:
    """Makes the package of a game in a new folder of its name, and returns that folder.

    Raises BadGame for an invalid name, a name that is taken, and if a file or folder of that name exists.
    """
    _check_name(name)
    folder = within / name
    if folder.exists():
        raise BadGame(f"{folder}: there is something of that name already; choose another name, or another folder")
    if not within.is_dir():
        raise BadGame(f"{within}: there is no such folder")
    for source, text in _template().items():
        target = folder / _renamed(source, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_renamed(text, name), encoding="utf-8")
    return folder


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadGame(
            f'"{name}" cannot be the name of a game: expected 2 to 30 small letters, digits or underscores, a letter'
            " first, and no word of Python's own"
        )
    if name in registry.names():
        raise BadGame(f'there is a game called "{name}" already; choose another name')
    if name == "tests" or find_spec(name):
        raise BadGame(f'there is a Python package called "{name}" already; choose another name')


def _template() -> dict[str, str]:
    """The files of the example, by their paths in it. In a checkout they lie where its readers find them."""
    folder = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    paths = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    return {
        path.as_posix(): (folder / path).read_text(encoding="utf-8")
        for path in paths
        if not _MADE & {*path.parts} and path.suffix != ".pyc"
    }


def _renamed(text: str, name: str) -> str:
    """The same with the game's name, title and record in place of the example's.

    The numbers of rules stay the example's, so its tests never count as tests of rules that an author has written.
    """
    words = name.strip("_").split("_")
    title = " ".join(words).capitalize()
    record = "".join(word.capitalize() for word in words)
    text = re.sub(rf"(?<=class ){_ORIGINAL.capitalize()}\b", record, text)
    text = re.sub(rf"(?<=rules\.){_ORIGINAL.capitalize()}\b", record, text)
    text = re.sub(rf"(?<=\bs: )(\"?){_ORIGINAL.capitalize()}\b", rf"\g<1>{record}", text)
    text = re.sub(rf"\b{_ORIGINAL.capitalize()}\b", title, text)
    return re.sub(rf"\b{_ORIGINAL}\b", name, text)
