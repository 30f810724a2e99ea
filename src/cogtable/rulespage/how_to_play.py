"""The introduction of a rules page: the file `your-turn.md` in a game's folder, as sections, pictures and points.

A heading `#` or `##` begins a section, `###` a picture. A block fenced as `scene` describes the picture (see
`Scene`). One fenced as `legend` is replaced by the game's legend. `> 15 points` is a large number. If text ends with
links to rules, like `[[rule:SP-R4]]`, their numbers are shown in the margin.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from cogtable.engine.errors import BadRulesPage
from cogtable.view import Area, LegendEntry, Words

FILE = "your-turn.md"

_RULES = re.compile(r"(?:\s*·?\s*\[\[rule:[^\]]+\]\])+$")
_RULE = re.compile(r"\[\[rule:([^\]]+)\]\]")
_ICON = re.compile(r"\[\[([^\]|]+)\]\]")
_FENCE = "```"
_FENCED = ("scene", "legend")


class Scene(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position and the move that is played in it, as TOML.

    The game is dealt for `seats` with a `seed` and `options`. Then `moves` are played, and fields of the record are
    `set`: `"tokens.0" = [1, 0, 2, 0, 0, 0]`. A move is the number of an action, or the ids of all pieces that its
    choice touches. The first seat that has a decision plays it. `seat` is the seat whose view is shown, by default the
    one that plays `move`. `show` has an `Area` for each part or piece in the picture, by id.
    """

    seats: int | None = None
    seed: int = 1
    options: dict[str, int | str | bool] = {}
    moves: list[Touch] = []
    set: dict[str, int | list[Any]] = {}
    seat: int | None = None
    move: Touch
    then: list[Touch] = []
    """More actions of the same move, such as a payment."""
    show: dict[str, Area]


Touch = int | list[str]
"""A move: the number of its action, or the ids of the pieces that a person touches to play it."""


class Point(NamedTuple):
    """One or two sentences, and the numbers of the rules that they are about."""

    words: Words
    rules: tuple[str, ...] = ()


class Picture(NamedTuple):
    """A live picture: its title, a sentence with its rules, its scene, and the line where the scene begins."""

    title: Words
    point: Point
    scene: Scene
    line: int


class Section(NamedTuple):
    """A section of the page. `name` is its anchor; `number` is shown large before its `unit`."""

    name: str
    title: Words
    lead: tuple[Point, ...] = ()
    points: tuple[Point, ...] = ()
    pictures: tuple[Picture, ...] = ()
    number: str = ""
    unit: Words = ""
    legend: bool = False


def read(text: str) -> list[Section]:
    """The sections of a `your-turn.md`. Raises BadRulesPage, which names the line and what was expected."""
    blocks = list(_blocks(text.splitlines()))
    if not blocks or blocks[0].kind not in ("#", "##"):
        raise trouble(blocks[0].line if blocks else 1, "expected a heading like “# Your turn” first")
    starts = [at for at, block in enumerate(blocks) if block.kind in ("#", "##")]
    sections = [_section(blocks[at:end]) for at, end in zip(starts, [*starts[1:], len(blocks)], strict=True)]
    names = [section.name for section in sections]
    for number, (at, section) in enumerate(zip(starts, sections, strict=True)):
        if section.name in names[:number]:
            raise trouble(blocks[at].line, f"two sections are called “{section.title}”")
    return sections


def words(text: str) -> Iterator[Words]:
    """All text of a `your-turn.md` that can be translated. Raises BadRulesPage."""
    for section in read(text):
        yield from filter(None, (section.title, section.unit))
        yield from (point.words for point in (*section.lead, *section.points))
        for picture in section.pictures:
            yield from (picture.title, picture.point.words)


def rules(text: str) -> set[str]:
    """The numbers of all rules that a `your-turn.md` refers to."""
    return set(_RULE.findall(text))


def as_markdown(text: str, legend: Iterable[LegendEntry] = ()) -> str:
    """A `your-turn.md` for a terminal: without its scenes, with the `legend` in its place. Markup stays."""
    kept, inside = [], ""
    for line in text.splitlines():
        if line.startswith(_FENCE):
            inside = "" if inside else line
            if inside == f"{_FENCE}legend":
                kept += [f"- {_named(entry.symbol)}: {entry.words}" for entry in legend]
        elif not inside:
            kept.append(line)
    return re.sub(r"\n{3,}", "\n\n", _RULE.sub(r"(\1)", "\n".join(kept))).strip() + "\n"


def _named(symbol: Words) -> str:
    """A symbol with the full names of its icons, because often the colour matters."""
    return _ICON.sub(lambda icon: f" {icon[1].replace('/', ' ')} ", symbol).replace("  ", " ").strip()


def trouble(line: int, reason: str) -> BadRulesPage:
    """An error with the problem in the file, and its place."""
    return BadRulesPage(f"{FILE}, line {line}: {reason}")


class _Block(NamedTuple):
    """A heading, a paragraph, an item of a list, or a fenced block."""

    kind: str
    text: str
    line: int


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """The blocks of the file, in order. `kind` is the mark that one begins with; empty for a paragraph."""
    at = 0
    while at < len(lines):
        start, line = at, lines[at].strip()
        at += 1
        if not line:
            continue
        if line.startswith(_FENCE):
            kind = line.removeprefix(_FENCE).strip()
            if kind not in _FENCED:
                raise trouble(start + 1, f"expected {_FENCE}scene or {_FENCE}legend; found {line}")
            while at < len(lines) and lines[at].strip() != _FENCE:
                at += 1
            if at == len(lines):
                raise trouble(start + 1, f"the block does not end; expected {_FENCE} in a line of its own")
            yield _Block(kind, "\n".join(lines[start + 1 : at]), start + 1)
            at += 1
            continue
        mark = re.match(r"(#+|-|>)\s+", line)
        kind = mark[1] if mark else ""
        if len(kind) > 3:
            raise trouble(start + 1, f"expected a heading with one to three #; found {line}")
        text = [line[mark.end() :] if mark else line]
        while kind in ("", "-") and at < len(lines) and lines[at].strip() and not _begins(lines[at]):
            text.append(lines[at].strip())
            at += 1
        joined = " ".join(text)
        if "{" in joined or "}" in joined:
            raise trouble(start + 1, f"braces are not allowed; found {joined[:60]}")
        yield _Block(kind, joined, start + 1)


def _begins(line: str) -> bool:
    return bool(re.match(rf"\s*(?:#+\s|-\s|>\s|{_FENCE})", line))


def _section(blocks: list[_Block]) -> Section:
    """The section of a heading and what follows it."""
    head, *rest = blocks
    title = _point(head.text).words
    lead: list[Point] = []
    points: list[Point] = []
    pictures: list[Picture] = []
    number, unit, legend = "", "", False
    while rest:
        block = rest.pop(0)
        if block.kind == "###":
            pictures.append(_picture(block, rest))
        elif block.kind == "scene":
            raise trouble(block.line, "a scene must come after the sentence below a heading with ###")
        elif block.kind == "legend":
            legend = True
        elif block.kind == ">":
            number, _, unit = block.text.partition(" ")
        elif block.kind == "-":
            points.append(_point(block.text))
        else:
            (points if points else lead).append(_point(block.text))
    return Section(_name(title), title, tuple(lead), tuple(points), tuple(pictures), number, unit, legend)


def _picture(head: _Block, rest: list[_Block]) -> Picture:
    """The picture of a heading, whose sentence and scene are removed from the `rest`."""
    if len(rest) < 2 or rest[0].kind or rest[1].kind != "scene":
        raise trouble(head.line, f"expected a sentence and then {_FENCE}scene below “{head.text}”")
    title, sentence, fenced = _point(head.text), _point(rest.pop(0).text), rest.pop(0)
    point = Point(sentence.words, (*title.rules, *sentence.rules))
    return Picture(title.words, point, _scene(fenced), fenced.line)


def _scene(block: _Block) -> Scene:
    try:
        data = tomllib.loads(block.text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), .*\)$", str(error))
        line = int(found[1]) if found else len(block.text.splitlines())
        raise trouble(block.line + line, f"the scene is not TOML: {re.sub(r' [(]at .*$', '', str(error))}") from error
    try:
        return msgspec.convert(data, Scene)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$.")
        key = re.split(r"[.\[`]", place)[0]
        found_at = [at for at, line in enumerate(block.text.splitlines(), 1) if key and key in line]
        where = f" in `{key}`" if key else ""
        raise trouble(block.line + (found_at or [0])[0], f"the scene: {reason}{where}") from error


def _point(text: str) -> Point:
    """Text, and the rules linked at its end."""
    found = _RULES.search(text)
    if not found:
        return Point(text)
    return Point(text[: found.start()], tuple(_RULE.findall(found[0])))


def _name(title: str) -> str:
    """The anchor of a section, from its title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
