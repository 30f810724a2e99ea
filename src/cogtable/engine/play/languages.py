"""The languages that words can be shown in: compiled catalogues in the folder of each game, and in our own."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable
from pathlib import Path

from cogtable.engine.errors import CogtableError
from cogtable.engine.play import registry
from cogtable.engine.text import words

OURS = Path(__file__).parents[2]
"""The folder of the catalogue that all games share."""

_NAME = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


class UnknownLanguage(CogtableError):
    """There is no catalogue of that language."""


def compiled(folder: Path, language: str) -> Path:
    """The compiled catalogue of a language."""
    return folder / f"words.{language}.mo"


def choose(name: str) -> None:
    """Switches the whole process to a language, by its name.

    Words missing from its catalogues are shown in English. Raises UnknownLanguage if there are none.
    """
    if name == words.ENGLISH:
        words.speak()
    elif name == words.PSEUDO:
        words.speak(words.pseudo(), name)
    else:
        words.speak(_translations(name, [OURS, *_folders()]), name)


def _folders() -> Iterable[Path]:
    """The folders of all games that can be loaded."""
    for name in registry.names():
        try:
            yield registry.find(name).folder
        except CogtableError:
            continue  # reported when the games are listed


def _translations(name: str, folders: Iterable[Path]) -> gettext.GNUTranslations:
    """All catalogues of a language as one, each a fallback for the one before."""
    searched = list(folders)
    found: list[gettext.GNUTranslations] = []
    for file in [compiled(folder, name) for folder in searched] if _NAME.fullmatch(name) else []:
        if file.is_file():
            with file.open("rb") as stream:
                found.append(gettext.GNUTranslations(stream))
    if not found:
        there = {file.name.split(".")[1] for folder in searched for file in folder.glob("words.*.mo")}
        listed = ", ".join(sorted({words.ENGLISH, words.PSEUDO, *there}))
        raise UnknownLanguage(f'there are no words in the language "{name[:40]}"; there are {listed}')
    for more in found[1:]:
        found[0].add_fallback(more)
    return found[0]
