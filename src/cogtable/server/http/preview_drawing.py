"""Draws the pictures of link previews as PNG, without a browser.

They are composed of parts that the client's build exports (`web/plugins/previews.ts`): the pictures of games, the bots'
faces, and letters as outlines. So the machine needs no fonts, and equal cards are equal bytes everywhere.

Messengers show pictures about 320 wide, so no letters are smaller than `LEAST` of 1200.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import subprocess
import sys
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Literal

import msgspec

try:
    import resvg_py
except ModuleNotFoundError:  # the extra `previews` is not installed
    resvg_py = None  # type: ignore[assignment]

FOLDER = "previews"
"""The folder in the built client with the parts and the ready-made pictures."""

BRAND = "brand"
"""The ready-made picture of a page about which nothing is shown."""

LEAST = 42
"""The smallest size of letters."""

SENTENCE = (88, 80, 72, 64, 56, 50, 46, LEAST)
"""The sizes of a sentence, the largest first. It has two lines, or three if it is small."""
SMALL = (56, 50, 46, LEAST)
"""The sizes of a sentence at which it can have a third line."""
NAME = (110, 96, 80, 64, 52, LEAST)
FACT = 44
EDGE, SIDE = 64, 580
"""Where text begins, and how wide it is beside the picture of a game."""
MOST_DISCS = 4
MOST_TILES = 3
CACHED_BYTES = 16 << 20
"""The size of the pictures that are kept, in bytes."""
DRAW_S = 20.0
"""How long drawing can take at most, in seconds."""

_DRAWING = """
import resvg_py, sys
picture = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True)))
"""


class Disc(msgspec.Struct, frozen=True, kw_only=True):
    """A seat on a card: a person with the first letter of their name, a bot with its name, or a free seat."""

    kind: Literal["person", "bot", "open"]
    seat: int
    name: str = ""


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """The picture of a game with a number."""

    scene: str
    number: int


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a preview's picture: a sentence, a fact, and faces.

    With a `scene`, the picture of a game is beside them. It is the name of a picture of the client; `drawing` is a
    package's own picture, as SVG. `score` is drawn between the first two `discs`. `discs` are above the sentence, or
    below it with `more` others. Without a scene, the first disc is large, with its name beside it and `tiles` below.
    """

    sentence: str
    fact: str
    scene: str = ""
    drawing: bytes = b""
    discs: tuple[Disc, ...] = ()
    score: str = ""
    below: bool = False
    more: int = 0
    tiles: tuple[Tile, ...] = ()


class Font(msgspec.Struct):
    """A typeface as outlines, in `units` for each em. `glyphs` has the advance and the path of each letter, with y
    upwards; `kerning` is what pairs of letters move together.
    """

    units: float
    glyphs: dict[str, tuple[float, str]]
    kerning: dict[str, float]

    def has(self, words: str) -> bool:
        """Whether all letters can be drawn."""
        return all(letter in self.glyphs for letter in words)

    def places(self, words: str) -> tuple[list[float], float]:
        """Returns where each letter begins, and the width of all, in units."""
        places, at, before = [], 0.0, ""
        for letter in words:
            at += self.kerning.get(before + letter, 0)
            places.append(at)
            at += self.glyphs[letter][0]
            before = letter
        return places, at

    def width(self, words: str, size: float) -> float:
        """Returns the width of words in letters of a size."""
        return self.places(words)[1] * size / self.units


class Parts(msgspec.Struct):
    """The parts that the client's build exports: see `web/plugins/previews.ts`."""

    width: int
    height: int
    colours: dict[str, str]
    ground: str
    brand: str
    beside: tuple[str, str]
    scenes: dict[str, str]
    faces: dict[str, str]
    fonts: dict[str, Font]
    digest: str = ""

    @property
    def heading(self) -> Font:
        """The typeface of sentences and numbers."""
        return self.fonts["heading"]

    @property
    def sans(self) -> Font:
        """The typeface of facts."""
        return self.fonts["sans"]


class Line(msgspec.Struct, frozen=True):
    """A line of text on a card: its words, where it begins on its base line, and the size of its letters."""

    font: Literal["heading", "sans"]
    words: str
    x: float
    y: float
    size: float
    colour: str = "text"
    middle: bool = False


def parts_of(static: Path) -> Parts | None:
    """Returns the parts in the built client; None if it has none, or no library that draws is installed."""
    file = static / FOLDER / "parts.json.gz"
    if resvg_py is None or not file.is_file():
        return None
    return _read(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=2)
def _read(file: Path, _: int) -> Parts:
    text = gzip.decompress(file.read_bytes())
    found = msgspec.json.decode(text, type=Parts)
    found.digest = hashlib.sha256(text).hexdigest()
    return found


def digest_of(card: Card, parts: Parts) -> str:
    """Returns a digest of everything that the picture of a card depends on."""
    return hashlib.sha256(msgspec.json.encode(card) + parts.digest.encode()).hexdigest()[:16]


def draw(card: Card, parts: Parts) -> bytes:
    """Returns the picture of a card as PNG. It is drawn in a process of its own: for about half a second, the library
    lets no other thread of its process run.
    """
    drawing = [sys.executable, "-c", _DRAWING]
    found = subprocess.run(drawing, input=svg(card, parts).encode(), stdout=subprocess.PIPE, check=True, timeout=DRAW_S)
    return found.stdout


def can_draw(card: Card, parts: Parts) -> bool:
    """Whether the parts have all letters of a card."""
    card = _composed(card)
    letters = "".join(_initial(disc.name) for disc in card.discs if disc.kind == "person")
    return parts.heading.has(card.sentence + card.score) and parts.sans.has(card.fact + letters)


def svg(card: Card, parts: Parts) -> str:
    """Returns the picture of a card as SVG. The parts have all its letters."""
    card = _composed(card)
    words = "".join(_text(parts, line) for line in lines(card, parts))
    drawn = _of_game(card, parts) if card.scene or card.drawing else _of_person(card, parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{parts.width}" height="{parts.height}"'
        f' viewBox="0 0 {parts.width} {parts.height}">{parts.ground}{drawn}{parts.brand}{words}</svg>'
    )


def _composed(card: Card) -> Card:
    """Returns the card with letters and their accents as one character each."""
    fields = {name: unicodedata.normalize("NFC", getattr(card, name)) for name in ("sentence", "fact", "score")}
    return msgspec.structs.replace(card, **fields)


# --- text ------------------------------------------------------------------------------------------


def lines(card: Card, parts: Parts) -> list[Line]:
    """Returns all text on a card, except for the name of the site."""
    if not card.scene and not card.drawing:
        return _lines_of_person(card, parts)
    top = 150 if card.below or not card.discs else 288
    size, found = fitted(parts.heading, card.sentence, SENTENCE, SIDE)
    placed = [Line("heading", words, EDGE, top + size + at * size * 1.04, size) for at, words in enumerate(found)]
    y = placed[-1].y + 0.25 * size + 52
    _, facts = fitted(parts.sans, card.fact, (FACT,), SIDE)
    placed += [Line("sans", words, EDGE, y + at * 54, FACT) for at, words in enumerate(facts)]
    placed += _letters(card)
    if card.score:
        x = EDGE + 2 * _radius(card) + 115
        placed.append(Line("heading", card.score, x, _middle(card) + 24, 64, middle=True))
    if card.more:
        x = EDGE + len(card.discs) * (2 * _radius(card) + 12) + 12
        placed.append(Line("sans", f"+ {card.more}", x, _middle(card) + 16, FACT))
    return placed


def _lines_of_person(card: Card, parts: Parts) -> list[Line]:
    wide = parts.width - 316 - EDGE
    size, found = fitted(parts.heading, card.sentence, NAME, wide, most=1)
    _, facts = fitted(parts.sans, card.fact, (FACT,), wide, most=1)
    placed = [Line("heading", found[0], 316, 245, size), Line("sans", facts[0], 316, 340, FACT)]
    placed += [Line("sans", _initial(disc.name), 170, 288, 88, "seat-ink", middle=True) for disc in card.discs[:1]]
    for at, tile in enumerate(card.tiles):
        placed.append(Line("heading", f"{tile.number}", EDGE + at * 365 + 200, 529, 64))
    return placed


def _letters(card: Card) -> list[Line]:
    return [
        Line("sans", _initial(disc.name), x, _middle(card) + 17, 48, "seat-ink", middle=True)
        for disc, x in _placed(card)
        if disc.kind == "person"
    ]


def _initial(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip())[:1].upper()[:1]  # "ß" has two capital letters


def fitted(font: Font, words: str, sizes: Sequence[int], width: float, most: int = 2) -> tuple[int, list[str]]:
    """Returns the largest size at which words fit, and their lines. Too long ones end with an ellipsis."""
    for size in sizes:
        room = most + 1 if size in SMALL and most > 1 else most
        found = wrapped(font, words, size, width)
        if len(found) <= room and all(font.width(line, size) <= width for line in found):
            return size, found
    size = sizes[-1]
    room = most + 1 if size in SMALL and most > 1 else most
    found = wrapped(font, words, size, width)
    if len(found) > room:
        found = [*found[: room - 1], " ".join(found[room - 1 :])]
    return size, [_shortened(font, line, size, width) for line in found]


def wrapped(font: Font, words: str, size: float, width: float) -> list[str]:
    """Returns words as lines of at most a width. A word that is too long has a line to itself."""
    found: list[str] = [""]
    for word in words.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and font.width(longer, size) > width:
            found.append(word)
        else:
            found[-1] = longer
    return found


def _shortened(font: Font, line: str, size: float, width: float) -> str:
    if font.width(line, size) <= width:
        return line
    while line and font.width(line + "…", size) > width:
        line = line[:-1]
    return line.rstrip() + "…"


def _text(parts: Parts, line: Line) -> str:
    font = parts.fonts[line.font]
    scale = line.size / font.units
    places, wide = font.places(line.words)
    x = line.x - wide * scale / 2 if line.middle else line.x
    paths = "".join(
        f'<path transform="translate({at:g})" d="{font.glyphs[letter][1]}"/>'
        for at, letter in zip(places, line.words, strict=True)
    )
    fill = parts.colours[line.colour]
    return f'<g fill="{fill}" transform="translate({x:g} {line.y:g}) scale({scale:.5f} {-scale:.5f})">{paths}</g>'


# --- faces and pictures ----------------------------------------------------------------------------


def _radius(card: Card) -> int:
    return 62 if len(card.discs) < 4 and not card.below else 52


def _middle(card: Card) -> int:
    return 532 if card.below else 219


def _placed(card: Card) -> list[tuple[Disc, float]]:
    """Returns the discs with the middle of each."""
    radius = _radius(card)
    gap = 2 * radius + (230 if card.score else 14)
    return [(disc, EDGE + radius + at * gap) for at, disc in enumerate(card.discs[:MOST_DISCS])]


def _of_game(card: Card, parts: Parts) -> str:
    before, after = parts.beside
    discs = "".join(_disc(disc, x, _middle(card), _radius(card), parts) for disc, x in _placed(card))
    return f"{before}{_scene(card.scene, card.drawing, parts)}{after}{discs}"


def _scene(name: str, drawing: bytes, parts: Parts) -> str:
    if drawing:
        data = base64.b64encode(drawing).decode()
        return f'<image width="238" height="128" href="data:image/svg+xml;base64,{data}"/>'
    return parts.scenes.get(name, parts.scenes["unknown"])


def _disc(disc: Disc, x: float, y: float, radius: float, parts: Parts) -> str:
    colour = parts.colours[f"seat-{disc.seat % 6}"]
    if disc.kind == "open":
        plus = f"M{x - 16:g} {y:g}h32M{x:g} {y - 16:g}v32"
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius - 8:g}" fill="none" stroke="{parts.colours["quiet"]}"'
            f' stroke-width="6" stroke-dasharray="14 11"/><path d="{plus}" stroke="{parts.colours["text"]}"'
            ' stroke-width="5"/>'
        )
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="{radius - 3:g}" fill="none" stroke="{colour}" stroke-width="5"/>'
    inner = radius - 10
    if disc.kind == "bot":
        face = parts.faces.get(disc.name, "")
        size = 2 * inner
        key = f"face-{x:g}-{y:g}"
        return (
            f'<clipPath id="{key}"><circle cx="{x:g}" cy="{y:g}" r="{inner:g}"/></clipPath>'
            f'<circle cx="{x:g}" cy="{y:g}" r="{inner:g}" fill="{parts.colours["line"]}"/>'
            f'<g clip-path="url(#{key})"><svg x="{x - inner:g}" y="{y - inner:g}" width="{size:g}" height="{size:g}"'
            f' viewBox="8 0 84 84">{face}</svg></g>{ring}'
        )
    return f'{ring}<circle cx="{x:g}" cy="{y:g}" r="{inner:g}" fill="{colour}"/>'


def _of_person(card: Card, parts: Parts) -> str:
    discs = "".join(_disc(disc, 170, 257, 105, parts) for disc in card.discs[:1])
    return discs + "".join(_tile(tile, EDGE + at * 365, parts) for at, tile in enumerate(card.tiles[:MOST_TILES]))


def _tile(tile: Tile, x: float, parts: Parts) -> str:
    key, fill = f"tile-{x:g}", parts.colours["raised"]
    return (
        f'<clipPath id="{key}"><rect x="{x:g}" y="436" width="342" height="140" rx="24"/></clipPath>'
        f'<g clip-path="url(#{key})"><rect x="{x:g}" y="436" width="342" height="140" fill="{fill}"/>'
        f'<svg x="{x:g}" y="436" width="172" height="140" viewBox="0 0 238 128" preserveAspectRatio="xMidYMid slice">'
        f"{_scene(tile.scene, b'', parts)}</svg></g>"
    )


# --- kept pictures ---------------------------------------------------------------------------------


class Pictures:
    """The pictures drawn last, by the digests of their cards: at most `most` bytes. One is drawn at a time (`turn`)."""

    def __init__(self, most: int = CACHED_BYTES) -> None:
        self.turn = asyncio.Lock()
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, digest: str) -> bytes | None:
        """Returns a kept picture."""
        with self._lock:
            if digest in self._kept:
                self._kept.move_to_end(digest)
            return self._kept.get(digest)

    def keep(self, digest: str, picture: bytes) -> None:
        """Keeps a picture. The ones used least recently are dropped."""
        with self._lock:
            self._kept[digest] = picture
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > self._most:
                self._kept.popitem(last=False)
