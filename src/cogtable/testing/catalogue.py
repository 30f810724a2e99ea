"""The catalogue of a game's words, for translators: collects its templates, and compiles translations.

`words.pot` in a game's folder lists its words; `words.<language>.po` beside it is a translation, and
`words.<language>.mo` the same file compiled for the game. Needs Babel (`pip install cogtable[words]`).
"""

from __future__ import annotations

import ast
import io
import string
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

from cogtable.engine.definition.lesson_file import FIRST
from cogtable.engine.errors import CogtableError
from cogtable.engine.play import languages, registry
from cogtable.engine.play.game import Game
from cogtable.engine.records.state import Option, State
from cogtable.rulespage import how_to_play

TEMPLATES = {
    "say": slice(0, 1),
    "says": slice(0, 1),
    "phrase": slice(0, 1),
    "phrases": slice(0, 2),
    "plural": slice(1, 3),
}
"""The functions that take templates, and the positions of these arguments (see `cogtable.engine.text.words`)."""

SHARED = ("bots", "engine", "server", "site", "table")
"""The packages whose words all games share."""

NOTE = "For translators:"
"""The start of a comment above a call that is meant for translators."""


class BadWords(CogtableError):
    """Words that cannot be collected, or a translation that does not fit; the text says where and why."""


class Found(NamedTuple):
    """A template, in one form or the two of a count, with notes for translators."""

    forms: tuple[str, ...]
    notes: tuple[str, ...] = ()


class Words(NamedTuple):
    """A catalogue: its folder, name and contents."""

    folder: Path
    title: str
    found: list[Found]

    @property
    def template(self) -> Path:
        """The list of all words, without translations."""
        return self.folder / "words.pot"

    @property
    def translations(self) -> list[Path]:
        """The files that translators write."""
        return sorted(self.folder.glob("words.*.po"))


def words_of(game: Game) -> Words:
    """The words of a game: its name, options, box and rules page, and the templates in its package."""
    said = [Found((game.title,), ("the game",)), Found((game.tagline,), ("what the game is about",))]
    said += _options(game.options)
    said += (
        [Found((words,), ("the rules page",)) for words in how_to_play.words(game.front_text())]
        if game.front_text()
        else []
    )
    for part in (game.box.names, game.box.texts):
        for table, entries in part.items():
            said += [Found((words,), (f"box.toml: {table}",)) for words in entries]
    for name, file in game.lessons.items():
        place = file.path.name if name == FIRST else f"{file.path.parent.name}/{file.path.name}"
        said += [Found((words,), (f"{place}: {where}",)) for where, words in file.lesson.words]
    shared = {each.forms for each in shared_words().found}
    own = [each for each in [*said, *templates(game.folder)] if each.forms not in shared]
    return Words(game.folder, game.title, own)


@cache
def shared_words() -> Words:
    """The words that all games share."""
    found = [each for part in SHARED for each in templates(languages.OURS / part)]
    return Words(languages.OURS, "Cogtable", [*_options(State.options()), *found])


def _options(options: Mapping[str, Option]) -> list[Found]:
    words = [text for option in options.values() for text in (option.title, option.text, *option.choices)]
    return [Found((text,), ("an option",)) for text in words]


def all_words() -> list[Words]:
    """The shared words, and those of the games that come with Cogtable."""
    games = [registry.find(name) for name in registry.names()]
    return [shared_words(), *(words_of(game) for game in games if game.package.startswith(registry.GROUP))]


def write(words: Words) -> list[Path]:
    """Writes the catalogue, updates its translations and compiles them. Returns the changed files.

    Raises BadWords when a translation does not fit.
    """
    return [file for file, content in _files(words) if _changed(file, content) and _replaced(file, content)]


def begin(words: Words, language: str) -> Path:
    """Creates an empty translation into a language, such as "pl" or "pt-BR". Returns its file.

    Raises BadWords if it exists already, or the language is unknown.
    """
    file = words.folder / f"words.{language}.po"
    if file.exists():
        raise BadWords(f"{file} already exists")
    out = io.BytesIO()
    empty = Catalog(
        _locale(language), project=words.title, charset="utf-8", header_comment=f"# The words of {words.title}."
    )
    write_po(out, empty)
    file.write_bytes(out.getvalue())
    write(words)
    return file


def stale(words: Words) -> list[Path]:
    """The files that `write` would change. Raises BadWords when a translation does not fit."""
    return [file for file, content in _files(words) if _changed(file, content)]


def _files(words: Words) -> Iterator[tuple[Path, bytes]]:
    """All files of a catalogue, with what they should contain."""
    yield words.template, _as_template(words)
    for file in words.translations:
        source, compiled = _translated(words, file)
        yield file, source
        yield file.with_suffix(".mo"), compiled


def _changed(file: Path, content: bytes) -> bool:
    return not file.is_file() or file.read_bytes() != content


def _replaced(file: Path, content: bytes) -> bool:
    file.write_bytes(content)
    return True


# --- files ------------------------------------------------------------------------------------------


def _catalogue(words: Words) -> Catalog:
    """The words in alphabetical order, so that moving code does not change the catalogue."""
    catalogue = Catalog(project=words.title, charset="utf-8", header_comment=f"# The words of {words.title}.")
    for each in sorted(words.found):
        if each.forms[0]:
            catalogue.add(each.forms if len(each.forms) > 1 else each.forms[0], auto_comments=each.notes)
    return catalogue


def _as_template(words: Words) -> bytes:
    out = io.BytesIO()
    write_po(out, _catalogue(words), width=120, no_location=True, omit_header=True)
    header = f'# The words of {words.title}; `cogtable words` writes this file.\nmsgid ""\nmsgstr ""\n'
    return (header + '"Content-Type: text/plain; charset=utf-8\\n"\n\n').encode() + out.getvalue()


def _translated(words: Words, file: Path) -> tuple[bytes, bytes]:
    """A translation brought up to date, and compiled."""
    try:
        with file.open("rb") as stream:
            known = read_po(stream, _locale(file.name.split(".")[1]), charset="utf-8", abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise BadWords(f"{file}: cannot be read: {error}") from error
    known.update(_catalogue(words), update_creation_date=False)
    for message in known:
        _check(message, file)
    source, compiled = io.BytesIO(), io.BytesIO()
    write_po(source, known, width=120, no_location=True, ignore_obsolete=True)
    write_mo(compiled, known)
    return source.getvalue(), compiled.getvalue()


def _locale(language: str) -> Locale:
    """Babel's locale of a language, which knows its plural forms. Raises BadWords."""
    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError) as error:
        raise BadWords(f'there is no language "{language}"; expected one as "pl" or "pt-BR"') from error


def _check(message: Message, file: Path) -> None:
    """Raises BadWords if a translation uses a field that the template does not have."""
    if not message.id or message.fuzzy:
        return
    known = set().union(*map(_fields, _forms(message.id)))
    for form in filter(None, _forms(message.string)):
        try:
            more = _fields(form) - known
        except ValueError as error:
            raise BadWords(f'{file}: "{form}": {error}') from error
        if more:
            wanted = ", ".join(f"{{{field}}}" for field in sorted(known)) or "no fields"
            raise BadWords(
                f'{file}: "{form}" names {{{min(more)}}}, which the template does not have; expected {wanted}'
            )


def _forms(words: str | Iterable[str] | None) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words or ())


def _fields(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


# --- templates --------------------------------------------------------------------------------------


def templates(folder: Path) -> Iterator[Found]:
    """The templates of all modules in a folder."""
    for file in sorted(folder.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        lines = source.splitlines()
        for node in ast.walk(ast.parse(source, str(file))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEMPLATES:
                yield from _templates_of(node, node.func.id, file, lines)


def _templates_of(call: ast.Call, function: str, file: Path, lines: list[str]) -> Iterator[Found]:
    notes = _notes_above(call.lineno, lines)
    wanted = TEMPLATES[function]
    texts = [list(_texts(each, file)) for each in call.args[wanted]]
    if wanted.stop - wanted.start == 1:
        for text in texts[0] if texts else ():
            yield Found((text,), notes)
    elif all(len(text) == 1 for text in texts) and len(texts) == 2:
        yield Found((texts[0][0], texts[1][0]), notes)
    elif any(texts):
        raise BadWords(f"{file}, line {call.lineno}: expected one template for one and one for many; found {texts}")


def _texts(node: ast.expr, file: Path) -> Iterator[str]:
    """The templates that an argument can be; none if they are marked elsewhere by `phrase`. Raises BadWords."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, file)
        yield from _texts(node.orelse, file)
    elif isinstance(node, ast.JoinedStr | ast.BinOp):
        reason = "expected a template in one piece, with named fields"
        raise BadWords(f"{file}, line {node.lineno}: {reason}; found {ast.unparse(node)}")


def _notes_above(line: int, lines: list[str]) -> tuple[str, ...]:
    """The note to translators in the comment above a line."""
    comment: list[str] = []
    for above in reversed(lines[: line - 1]):
        text = above.strip()
        if not text.startswith("#"):
            break
        comment.insert(0, text.lstrip("# "))
    words = " ".join(comment)
    return (words.removeprefix(NOTE).strip(),) if words.startswith(NOTE) else ()
