"""The names and pictures of cells, cards and moves of Smash Gear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogtable.games.smashgear.rules.abilities import ABILITIES, Op
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.components import SHOWN, SIDE, UNITS, Card
from cogtable.games.smashgear.rules.geometry import UNIT_STEP, heading, heart_of, owner_of
from cogtable.games.smashgear.rules.state import NONE, Gait, Kind, SmashGear
from cogtable.games.smashgear.rules.store import kind_shown
from cogtable.table import Box, Icon, Words, listed, phrase, plural, printed, say, series


def hand_card(card: int) -> tuple[int, int]:
    """The kind and number of a card in hand, from its number in the action space."""
    kind, number = Action.read(Action.CARD + card)
    return _KINDS[kind], number


_KINDS: dict[int, int] = {
    Action.CARD: Card.MACHINE,
    Action.CARD_PROGRAM: Card.PROGRAM,
    Action.CARD_BASE: Card.BASE,
    Action.CARD_DESTROY: Card.DESTROY,
}


def shown_card(s: SmashGear, item: int) -> tuple[int, int]:
    """The kind and number of an item in the store; 0 for bases."""
    return (kind_shown(item), int(s.shown[item])) if item < SHOWN else (Card.BASE + item - SHOWN, 0)


def shown_name(s: SmashGear, box: Box, item: int) -> str:
    """The name of an item in the store."""
    return card_name(box, *shown_card(s, item))


def hand_name(box: Box, card: int) -> str:
    """The name of a card in a hand or a landfill."""
    kind, number = hand_card(card)
    if kind == Card.BASE:
        return say("a Base card")
    return say("a Destroy Base card") if kind == Card.DESTROY else card_name(box, kind, number)


HUES = ("blue", "red")
"""The colours of the seats' hearts, and how the corners of their machines are cut."""
FORMS = ("round", "cut")
WAYS = (phrase("up"), phrase("down"), phrase("left"), phrase("right"))
TURNED = (phrase("to the right"), phrase("to the left"))
ARROWS = tuple(f"arrow-{way}" for way in WAYS)
TURNS = ("turn-right", "turn-left")

Units = list[tuple[int, str]]
"""Units of a machine on the board: cell and kind of each, hearts first."""


def cell_name(cell: int) -> str:
    """A cell as on a chessboard: letter of the column, number of the row."""
    return f"{'abcdefghi'[cell % SIDE]}{cell // SIDE + 1}"


def cell_names(cells: Iterable[int]) -> str:
    """Cells in a row."""
    return listed([cell_name(cell) for cell in cells])


def gears(count: int) -> Words:
    """A count of gears, with their picture."""
    return plural(count, "{n}\u00a0[[gear|gear]]", "{n}\u00a0[[gear|gears]]")


def price_words(count: int) -> str:
    """A price in plain words."""
    return plural(count, "{n} gear", "{n} gears") if count else say("free")


def machine_name(box: Box, card: int) -> str:
    """A machine's name."""
    return say(box.names["machines"][card])


def program_name(box: Box, program: int) -> str:
    """A program's name."""
    return say(box.names["programs"][program])


def card_name(box: Box, kind: int, card: int) -> str:
    """Any card's name."""
    if kind in (Card.BASE, Card.DESTROY):
        return base_card_name(kind)
    return machine_name(box, card) if kind == Card.MACHINE else program_name(box, card)


def base_card_name(kind: int) -> str:
    """The name of a card for bases."""
    return say("Base") if kind == Card.BASE else say("Destroy Base")


@printed
def machine_words(box: Box, card: int) -> str:
    """The abilities of a machine in words."""
    return " ".join(ABILITIES.words(box.record.does[card].flat))


@printed
def program_words(box: Box, program: int) -> str:
    """The abilities of a program in words."""
    return " ".join(ABILITIES.words(box.record.program_does[program].flat))


def _short(box: Box, rows: Iterable[int]) -> str:
    """The abilities of a card in a few short words, to read at a glance.

    Only the full words say which effects are limited to the owner's turns.
    """
    said = []
    for guards, effects in ABILITIES.lines(rows):
        when = series([ABILITIES.say(row, short=True) for row in guards if row.operation != Op.OWN_TURN])
        what = series([ABILITIES.say(row, short=True) for row in effects])
        said.append(say("{when}: {what}", when=when, what=what) if when else what)
    return series(said)


@printed
def machine_short(box: Box, card: int) -> str:
    """The abilities of a machine in a few short words."""
    return _short(box, box.record.does[card].flat) or say("no effect")


@printed
def program_short(box: Box, program: int) -> str:
    """The abilities of a program in a few short words."""
    return _short(box, box.record.program_does[program].flat)


@printed
def effect_words(box: Box, card: int) -> str:
    """A machine's effect with its conditions, without capital and full stop."""
    effect, end = int(box.record.effect_row[card]), 0
    for guards, rows in ABILITIES.lines(box.record.does[card].flat):
        end += len(guards) + len(rows)
        if effect < end:
            return ABILITIES.line_words(guards, rows)
    return ""


_ART = {
    "cancel": "close",
    "gears": "gear",
    "steal": "claw",
    "honor": "star",
    "draw": "cards",
    "assemble": "wrench",
    "build": "home",
    "flip": "arrow-up",
    "slide": "arrow-right",
    "turn": "turn-right",
    "stun": "lock",
    "shield": "shield",
    "armour": "shield",
    "repair": "repair",
    "snap": "saw",
    "shift": "home",
    "salvage": "again",
    "fetch": "cards",
    "sharp": "burst",
    "slides": "arrow-right",
    "heavy": "hammer",
    "survives": "boot",
    "first-free": "gear",
    "dearer": "gear",
    "bunker": "lock",
    "hand": "cards",
}


@printed
def program_art(box: Box, program: int) -> str:
    """The picture of a program, from its first operation."""
    return _ART.get(_first_operation(box, program), "page")


def _first_operation(box: Box, program: int) -> str:
    rows = [row for row in ABILITIES.rows(box.record.program_does[program].flat) if not row.guards]
    return ABILITIES.operations[rows[0].operation].name


def program_disc(box: Box, program: int) -> Icon:
    """The picture of a program on its disc: green for a Script, purple for a plugin."""
    return f"disc/{program_art(box, program)}/{'purple' if box.record.program_kind[program] else 'green'}"


def program_pictures(box: Box) -> list[tuple[list[Icon], list[str]]]:
    """All pictures of programs: for each, its discs and the operations that it stands for."""
    programs = range(len(box.names["programs"]))
    arts = dict.fromkeys(program_art(box, program) for program in programs)
    alike = [[program for program in programs if program_art(box, program) == art] for art in arts]
    return [
        (
            list(dict.fromkeys(program_disc(box, program) for program in each)),
            list(dict.fromkeys(_first_operation(box, program) for program in each)),
        )
        for each in alike
    ]


@printed
def shape_of(box: Box, card: int) -> list[tuple[int, int, str]]:
    """A machine as drawn on its card: column and row from the top left, and the kind of each unit."""
    units = [unit for unit in box.record.unit[card].tolist() if unit[0] >= 0]
    top = max(row for row, _, _ in units)
    return [(col, top - row, "heart" if heart else "weapon") for row, col, heart in units]


@printed
def drawing(box: Box, card: int, hue: str, form: str) -> str:
    """The picture of a machine on its card."""
    return f"machine/{hue}/{form}/" + "-".join(f"{x}.{y}.{kind[0]}" for x, y, kind in shape_of(box, card))


def kind_of(box: Box, card: int, unit: int) -> str:
    """Whether a unit is a heart or a weapon."""
    return "heart" if unit < box.record.hearts[card] else "weapon"


def units_of(s: SmashGear, box: Box, slot: int) -> Units:
    """The units that a machine on the board has."""
    card = int(s.card[slot])
    return [(cell, kind_of(box, card, unit)) for unit, cell in enumerate(s.cells[slot].tolist()) if cell != NONE]


def placed(units: Units) -> tuple[int, list[tuple[int, int, str]]]:
    """The place on the board, from the top left, and the shape of these units."""
    top, left = max(cell // SIDE for cell, _ in units), min(cell % SIDE for cell, _ in units)
    shape = [(cell % SIDE - left, top - cell // SIDE, kind) for cell, kind in units]
    return SIDE * (SIDE - 1 - top) + left, shape


def place(cell: int) -> int:
    """A cell's place on the board, from the top left."""
    return SIDE * (SIDE - 1 - cell // SIDE) + cell % SIDE


def after(s: SmashGear, box: Box, slot: int, how: int, way: int) -> Units:
    """A machine's units after a move."""
    rr, rc, re, cr, cc, ce = heading(s, box.record, slot, how, way)
    return [
        (SIDE * (rr * (cell // SIDE) + rc * (cell % SIDE) + re) + cr * (cell // SIDE) + cc * (cell % SIDE) + ce, kind)
        for cell, kind in units_of(s, box, slot)
    ]


def units_before(box: Box, card: int, pose: int, alive: int, heart: int) -> Units:
    """The units of a machine that was destroyed (see `Event.DESTROYED`)."""
    rows, cols = box.record.at_row[card, pose].tolist(), box.record.at_col[card, pose].tolist()
    units = [unit for unit in range(UNITS) if alive >> unit & 1]
    row, col = heart // SIDE - rows[units[0]], heart % SIDE - cols[units[0]]
    return [(SIDE * (row + rows[unit]) + col + cols[unit], kind_of(box, card, unit)) for unit in units]


def position_words(units: Units) -> str:
    """The position of a machine: "heart e4, weapons d4 and f4"."""
    hearts = [cell for cell, kind in units if kind == "heart"]
    weapons = [cell for cell, kind in units if kind == "weapon"]
    words = [plural(len(hearts), "heart {cells}", "hearts {cells}", cells=cell_names(hearts))]
    if weapons:
        words.append(plural(len(weapons), "weapon {cells}", "weapons {cells}", cells=cell_names(weapons)))
    return series(words)


def way_words(how: int, way: int) -> str:
    """The direction of a move."""
    return say(TURNED[way] if how == Gait.TURN else WAYS[way])


def heading_words(s: SmashGear, box: Box, slot: int, how: int, way: int) -> str:
    """How a machine moves, with its heart's cells: "up, e4 to e7"; in a quarter turn the heart stays."""
    start = cell_name(heart_of(s, slot))
    if how == Gait.TURN:
        return say("{way} about {cell}", way=way_words(how, way), cell=start)
    end = cell_name(after(s, box, slot, how, way)[0][0])
    return say("{way}, {start} to {end}", way=way_words(how, way), start=start, end=end)


def announced_name(box: Box, kind: int, what: int, card: int) -> str:
    """The name of an announcement, from its kind and its program (`what`) or machine."""
    if kind in (Kind.SCRIPT, Kind.PLUGIN):
        return program_name(box, what)
    if kind == Kind.ATTACK:
        return say("Destroy Base")
    machine = machine_name(box, card)
    return say("{machine}’s move", machine=machine) if kind == Kind.MOVE else say("{machine}’s effect", machine=machine)


def machine_at(s: SmashGear, box: Box, cell: int) -> str:
    """The name of the machine on a cell."""
    return machine_name(box, int(s.card[int(s.unit_at[cell]) // UNIT_STEP]))


def slots_of(s: SmashGear, seat: int) -> Iterator[int]:
    """The slots of a seat that hold machines."""
    return (slot for slot in range(len(s.card)) if s.card[slot] != NONE and owner_of(slot) == seat)
