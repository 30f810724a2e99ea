"""What is in a game's box, for printers, print shops and Tabletop Simulator."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

import msgspec

from cogtable.engine.errors import BadOption, CogtableError
from cogtable.engine.play.game import Game
from cogtable.engine.text.words import say
from cogtable.pictures import browser
from cogtable.pictures.tables import opened
from cogtable.rulespage.legend import legend_of
from cogtable.table.components import components_of
from cogtable.view import Component, Face, View

PAPERS = ("a4", "letter")
BACKS = ("none", "long", "short", "fold")
"""No backs; on pages of their own, for paper that is turned over its long or its short edge; or beside their fronts, to
be folded over.
"""

MOST_BLEED, MOST_GAP, MOST_SHIFT = 5.0, 20.0, 10.0
"""In millimetres; as on the page in the browser (web/src/pages/print/printing.ts)."""

DPI = (36, 1200)
"""The least and most pixels per inch."""

Progress = Callable[[int, int], None]


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is printed. Lengths are in millimetres. The names are those of the page's own choices."""

    paper: str = "a4"
    copies: bool = True
    """Each card as often as the game has it; else once."""
    turn: str = "none"
    """The backs: one of `BACKS`."""
    shift: tuple[float, float] = (0.0, 0.0)
    """By how much pages of backs are moved right and down."""
    bleed: float = 0.0
    gap: float = 0.0
    """Between two pieces; at least twice the bleed."""
    without: tuple[str, ...] = ()
    """The ids of components that are left out."""
    marks: bool = True
    ink: bool = True
    """White grounds, to save ink."""
    ruler: bool = True
    list: bool = True
    """The list of what is in the box."""
    aid: bool = True
    """The page that explains the symbols."""

    def __post_init__(self) -> None:
        _one_of("paper", self.paper, PAPERS)
        _one_of("backs", self.turn, BACKS)
        _length("bleed", self.bleed, 0, MOST_BLEED)
        _length("gap", self.gap, 0, MOST_GAP)
        for each in self.shift:
            _length("shift", each, -MOST_SHIFT, MOST_SHIFT)


def _one_of(what: str, found: str, expected: tuple[str, ...]) -> None:
    if found not in expected:
        raise BadOption(f"{what}: expected one of {', '.join(expected)}; found {found!r}")


def _length(what: str, found: float, least: float, most: float) -> None:
    if not least <= found <= most:
        raise BadOption(f"{what}: expected {least:g} to {most:g} mm; found {found:g}")


def components(game: Game, without: tuple[str, ...] = ()) -> list[Component]:
    """What is printed of a game. Raises BadOption for components to leave out that there are not, CogtableError if
    nothing is left.
    """
    every = [each for each in components_of(game.table, game.box) if each.form != "supply"]
    known = [each.id for each in every]
    for name in without:
        _one_of("without", name, tuple(known))
    found = [each for each in every if each.id not in without]
    if not found:
        raise CogtableError(f"{game.name} has nothing to print")
    return found


def pdf(game: Game, choices: Choices) -> bytes:
    """A PDF of a game's pages to print. Raises as `components` and `pictures.picture` do."""
    components(game, choices.without)
    contents: dict[str, Any] = {
        "game": game.name,
        "title": say(game.title),
        "components": [msgspec.to_builtins(each) for each in components_of(game.table, game.box)],
    }
    if game.box.title and game.box.title != game.title:
        contents["variant"] = {"title": game.box.title}
    backs = choices.turn != "none"
    order = {
        "what": "pages",
        "theme": "light",
        "contents": contents,
        "legend": [msgspec.to_builtins(each) for each in legend_of(game)],
        "choices": {
            **msgspec.to_builtins(choices),
            "backs": backs,
            "turn": choices.turn if backs else "long",
            "changed": False,
        },
    }

    def work(canvas: browser.Canvas) -> bytes:
        canvas.draw(order)
        return canvas.pdf()

    return browser.draw(work)


class Side(NamedTuple):
    """One side of a piece: what it shows, and how many pieces show it."""

    component: Component
    face: Face | None
    board: View | None
    title: str
    copies: int
    back: Face | None
    """What is on the other side."""


def sides(component: Component) -> list[Side]:
    """The fronts of a component, each once."""
    found = [
        Side(component, card.face, None, _title(card.face, component), card.copies, card.back or component.back)
        for card in component.cards
    ]
    return found + [Side(component, None, board, say(component.title), 1, None) for board in component.boards]


def _title(face: Face, component: Component) -> str:
    return re.sub(r"\[\[[^\]]*\]\]|\*", "", face.title).strip() or say(component.title)


def drawn(side: Side, face: Face | None, pixels: tuple[int, int], bleed: float = 0.0, ink: bool = False) -> Any:
    """A side as an image of Pillow, (width, height) pixels large with the bleed."""
    component = side.component
    piece = {
        "component": {**msgspec.to_builtins(component), "cards": [], "boards": []},
        "face": msgspec.to_builtins(face),
        "board": msgspec.to_builtins(side.board),
        "back": None,
        "number": 1,
        "of": 1,
        "changed": False,
    }
    order = {"what": "piece", "theme": "light", "piece": piece, "bleed": bleed, "ink": ink}
    width = (component.width + 2 * bleed) * browser.PX_PER_MM
    scale = pixels[0] / width

    def work(canvas: browser.Canvas) -> bytes:
        canvas.draw(order)
        return canvas.shot(browser.Clip(pixels[0] / scale, pixels[1] / scale, scale))

    image = opened(browser.draw(work)).convert("RGB")
    return image if image.size == pixels else image.resize(pixels)


# --- pictures for print shops -------------------------------------------------------------------------


def write_cards(
    game: Game, folder: Path, choices: Choices, *, dpi: int = 300, progress: Progress = lambda done, total: None
) -> list[Path]:
    """Writes each different side of a game's pieces as a PNG, and `cards.csv`, which tells how many of each there are.

    Args:
        game: the game.
        folder: where the files are written; it is made if it is missing.
        choices: of these `bleed`, `ink` and `without` are used.
        dpi: pixels per inch.
        progress: told after each picture how many are done, of how many.

    Gives the files. Raises BadOption for a `dpi` that does not fit, and otherwise as `pdf`.
    """
    if not DPI[0] <= dpi <= DPI[1]:
        raise BadOption(f"dpi: expected {DPI[0]} to {DPI[1]}; found {dpi}")
    every = [side for component in components(game, choices.without) for side in sides(component)]
    backs: dict[tuple[str, bytes], str] = {}
    total = len(every) + len({(side.component.id, _key(side.back)) for side in every if side.back})
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []

    def write(side: Side, face: Face | None, name: str) -> str:
        size = side.component.width + 2 * choices.bleed, side.component.height + 2 * choices.bleed
        pixels = round(size[0] / 25.4 * dpi), round(size[1] / 25.4 * dpi)
        files.append(folder / f"{name}.png")
        drawn(side, face, pixels, choices.bleed, choices.ink).save(files[-1], dpi=(dpi, dpi))
        progress(len(files), total)
        return files[-1].name

    rows = []
    numbers: dict[str, int] = {}
    for side in every:
        number = numbers[side.component.id] = numbers.get(side.component.id, 0) + 1
        front = write(side, side.face, f"{side.component.id}-{number:03}-{_slug(side.title)}".rstrip("-"))
        back = ""
        if side.back:
            key = side.component.id, _key(side.back)
            if key not in backs:
                known = sum(component == side.component.id for component, _ in backs)
                backs[key] = write(side, side.back, f"{side.component.id}-back" + f"-{known + 1}" * (known > 0))
            back = backs[key]
        rows.append([front, side.copies, back, side.component.id, side.title])
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(
        ["file", "copies", "back", "component", "title", "width_mm", "height_mm", "bleed_mm", "dpi", "outline"]
    )
    for side, row in zip(every, rows, strict=True):
        component = side.component
        writer.writerow(
            [*row, f"{component.width:g}", f"{component.height:g}", f"{choices.bleed:g}", dpi, component.outline]
        )
    files.append(folder / "cards.csv")
    files[-1].write_text(table.getvalue(), encoding="utf-8")
    return files


def _key(face: Face) -> bytes:
    return msgspec.json.encode(face)


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")[:40]


# --- Tabletop Simulator -------------------------------------------------------------------------------

COLUMNS, ROWS = 10, 7
"""The largest sheet that Tabletop Simulator cuts into cards."""
HELD = COLUMNS * ROWS - 1
"""How many cards a sheet holds: its last place is what a hidden card shows."""
LARGEST = 4096
"""The most pixels in width and height of a sheet."""
SHAPES = {"rect": 0, "hex": 3, "round": 4}
"""How Tabletop Simulator cuts what has an outline."""


class Sheet(NamedTuple):
    """Cards of one component on a grid."""

    component: Component
    sides: list[Side]
    columns: int
    rows: int

    @property
    def cell(self) -> tuple[int, int]:
        """The size of a card in pixels."""
        width, height = self.component.width, self.component.height
        scale = min(LARGEST / (self.columns * width), LARGEST / (self.rows * height))
        return int(width * scale), int(height * scale)


def sheets(component: Component) -> Iterator[Sheet]:
    """The cards of a component, on as many sheets as they take."""
    every = [side for side in sides(component) if side.face]
    for start in range(0, len(every), HELD):
        held = every[start : start + HELD]
        columns = min(COLUMNS, max(2, len(held) + 1))
        yield Sheet(component, held, columns, max(2, -(-(len(held) + 1) // columns)))


def write_tabletop(
    game: Game,
    folder: Path,
    choices: Choices,
    *,
    url: str = "",
    progress: Progress = lambda done, total: None,
) -> list[Path]:
    """Writes sheets of a game's cards for Tabletop Simulator, and a saved object that makes decks of them.

    A sheet has at most 10 by 7 places and 4096 by 4096 pixels. The saved object is `NAME.json`; it lies in the folder
    "Saves/Saved Objects" of Tabletop Simulator to be found there.

    Args:
        game: the game.
        folder: where the files are written; it is made if it is missing.
        choices: of these `ink` and `without` are used.
        url: the address of a folder where the sheets are reached by all players; without one the object names the files
            of this machine.
        progress: told after each picture how many are done, of how many.

    Gives the files. Raises as `pdf`.
    """
    if url and not re.match(r"https?://\S+$", url):
        raise BadOption(f"url: expected an address that begins with http:// or https://; found {url!r}")
    found = components(game, choices.without)
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    objects: list[dict[str, Any]] = []
    planned = [sheet for component in found for sheet in sheets(component)]
    boards = [side for component in found for side in sides(component) if side.board]
    total = sum(2 * len(sheet.sides) if _own_backs(sheet) else len(sheet.sides) + 1 for sheet in planned) + len(boards)
    done = 0

    def draw(side: Side, face: Face | None, pixels: tuple[int, int]) -> Any:
        nonlocal done
        image = drawn(side, face, pixels, ink=choices.ink)
        done += 1
        progress(done, total)
        return image

    def kept(image: Any, name: str) -> str:
        files.append(folder / f"{name}.png")
        image.save(files[-1])
        return f"{url.rstrip('/')}/{quote(files[-1].name)}" if url else files[-1].resolve().as_uri()

    for number, sheet in enumerate(planned, 1):
        first = sheet.sides[0]
        name = f"{game.name}-{sheet.component.id}-{number}"
        own = _own_backs(sheet)
        front = kept(_laid([draw(side, side.face, sheet.cell) for side in sheet.sides], sheet), name)
        if own:
            pictures = [draw(side, side.back or side.face, sheet.cell) for side in sheet.sides]
            behind = kept(_laid(pictures, sheet), f"{name}-backs")
        else:
            behind = kept(draw(first, first.back or first.face, sheet.cell), f"{name}-back")
        deck = {
            "FaceURL": front,
            "BackURL": behind,
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": own,
            "Type": SHAPES[sheet.component.outline],
        }
        objects.append(_deck(sheet, number, deck, len(objects)))
    for side in boards:
        size = LARGEST * side.component.width, LARGEST * side.component.height
        longest = max(side.component.width, side.component.height)
        pixels = int(size[0] / longest), int(size[1] / longest)
        address = kept(draw(side, None, pixels), f"{game.name}-{side.component.id}-board-{len(files)}")
        objects.append(
            _thing("Custom_Tile", side.title, len(objects))
            | {
                "CustomImage": {
                    "ImageURL": address,
                    "ImageSecondaryURL": "",
                    "WidthScale": 0.0,
                    "CustomTile": {"Type": 0, "Thickness": 0.1, "Stackable": False, "Stretch": True},
                }
            }
        )
    files.append(folder / f"{game.name}.json")
    saved = {"SaveName": say(game.title), "ObjectStates": objects}
    files[-1].write_text(json.dumps(saved, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return files


def _own_backs(sheet: Sheet) -> bool:
    """Whether the cards of a sheet do not all have the same back."""
    return len({_key(side.back or side.face) for side in sheet.sides if side.face}) > 1


def _laid(pictures: list[Any], sheet: Sheet) -> Any:
    """Pictures row by row on one sheet; its last place is empty."""
    from PIL import Image

    width, height = sheet.cell
    whole = Image.new("RGB", (sheet.columns * width, sheet.rows * height), "#14181f")
    for i, picture in enumerate(pictures):
        whole.paste(picture, (i % sheet.columns * width, i // sheet.columns * height))
    return whole


def _deck(sheet: Sheet, number: int, deck: dict[str, Any], place: int) -> dict[str, Any]:
    """A deck of all copies of a sheet's cards, or a single card."""
    decks = {str(number): deck}
    cards = [
        _thing("CardCustom", side.title, place) | {"CardID": 100 * number + i, "CustomDeck": decks}
        for i, side in enumerate(sheet.sides)
        for _ in range(side.copies)
    ]
    if len(cards) == 1:
        return cards[0]
    return _thing("DeckCustom", say(sheet.component.title), place) | {
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": decks,
        "ContainedObjects": cards,
    }


def _thing(kind: Literal["CardCustom", "DeckCustom", "Custom_Tile"], title: str, place: int) -> dict[str, Any]:
    """An object face up on the table, right of those before it."""
    where = {"posX": 3.0 * place, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {
        "Name": kind,
        "Transform": {**where, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
        "Nickname": title,
    }
