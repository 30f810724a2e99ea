"""What things of Smash Gear are called: cells, cards, moves, and the pictures that stand for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cogtable.engine.box import Box
from cogtable.engine.printed import printed
from cogtable.engine.words import listed
from cogtable.games.smashgear.rules.abilities import ABILITIES, Op
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.components import MACHINES, SHOWN, SIDE, UNITS, Card
from cogtable.games.smashgear.rules.geometry import UNIT_STEP, heading, heart_of, owner_of
from cogtable.games.smashgear.rules.state import NONE, Gait, Kind, SmashGear
from cogtable.games.smashgear.rules.store import kind_shown
from cogtable.view import Words


def shown_name(s: SmashGear, box: Box, item: int) -> str:
    """What an item of the store is called."""
    if item < SHOWN:
        return card_name(box, kind_shown(item), int(s.shown[item]))
    return card_name(box, Card.BASE + item - SHOWN, 0)


def hand_name(box: Box, card: int) -> str:
    """What a card of a hand or a landfill is called."""
    if card < MACHINES:
        return machine_name(box, card)
    if card < Action.CARD_BASE - Action.CARD:
        return program_name(box, card - MACHINES)
    return "a Base card" if card == Action.CARD_BASE - Action.CARD else "a Destroy Base card"


def heading_words(s: SmashGear, box: Box, slot: int, how: int, way: int) -> str:
    """How a machine moves, and where its heart comes to lie."""
    return move_words(how, way, heart_of(s, slot), after(s, box, slot, how, way)[0][0])


AIM_VERBS: dict[int, str] = {
    Op.FLIP: "flip",
    Op.SLIDE: "slide",
    Op.TURN: "turn",
    Op.STUN: "stun",
    Op.SHIELD: "shield",
    Op.REPAIR: "repair",
    Op.RECALL: "recall",
    Op.SCRAP: "disassemble",
}


def host_words(s: SmashGear, box: Box, host: int) -> str:
    """On what a plugin is installed."""
    if host < len(s.card):
        return f"on {machine_name(box, int(s.card[host]))}"
    return f"on the base on {cell_name(host - len(s.card))}"


HUES = ("blue", "red")
"""The colours of the seats, by which hearts are told apart; and how their machines' corners are cut."""
FORMS = ("round", "cut")
WAYS = ("up", "down", "left", "right")
VERBS: dict[int, str] = {Gait.FLIP: "flip", Gait.SLIDE: "slide", Gait.LEAP: "leap", Gait.TURN: "turn"}
ARROWS = tuple(f"arrow-{way}" for way in WAYS)
TURNS = ("turn-right", "turn-left")

Units = list[tuple[int, str]]
"""Units of a machine on the board: the cell of each, and what it is; hearts first."""


def cell_name(cell: int) -> str:
    """A cell as on a chessboard: letter of the column, number of the row."""
    return f"{'abcdefghi'[cell % SIDE]}{cell // SIDE + 1}"


def cell_names(cells: Iterable[int]) -> str:
    """Cells in a row."""
    return listed([cell_name(cell) for cell in cells])


def gears(count: int) -> Words:
    """A count of gears, with their picture."""
    return f"{count}\u00a0[[gear|{'gear' if count == 1 else 'gears'}]]"


def machine_name(box: Box, card: int) -> str:
    """A machine's name."""
    return box.names["machines"][card]


def program_name(box: Box, program: int) -> str:
    """A program's name."""
    return box.names["programs"][program]


def card_name(box: Box, kind: int, card: int) -> str:
    """Any card's name."""
    if kind in (Card.BASE, Card.DESTROY):
        return "Base" if kind == Card.BASE else "Destroy Base"
    return machine_name(box, card) if kind == Card.MACHINE else program_name(box, card)


@printed
def machine_words(box: Box, card: int) -> str:
    """What a machine does, in words."""
    return " ".join(ABILITIES.words(box.record.does[card].flat))


@printed
def program_words(box: Box, program: int) -> str:
    """What a program does, in words."""
    return " ".join(ABILITIES.words(box.record.program_does[program].flat))


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
    """The picture of a program: that of what it does first."""
    rows = [row for row in ABILITIES.rows(box.record.program_does[program].flat) if not row.guards]
    return _ART.get(ABILITIES.operations[rows[0].operation].name, "page")


@printed
def effect_words(box: Box, card: int) -> str:
    """What using a machine's effect does, with its conditions, without a capital."""
    rows = box.record.does[card]
    first = int(box.record.effect_row[card])
    for words in ABILITIES.words(rows.flat):
        if words[:-1].lower().endswith(_bare(rows, first, int(box.record.effect_rows[card]))):
            return words[0].lower() + words[1:-1]
    return ""


def _bare(rows: Any, first: int, count: int) -> str:
    return ABILITIES.words(rows[first : first + count].flat)[0][:-1].lower()


@printed
def shape_of(box: Box, card: int) -> list[tuple[int, int, str]]:
    """A machine as drawn on its card: column and row from the top left of each unit, and what it is."""
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


def laid(units: Units) -> tuple[int, list[tuple[int, int, str]]]:
    """The place on the board, counted from the top left, and the shape of units that lie there."""
    top, left = max(cell // SIDE for cell, _ in units), min(cell % SIDE for cell, _ in units)
    shape = [(cell % SIDE - left, top - cell // SIDE, kind) for cell, kind in units]
    return SIDE * (SIDE - 1 - top) + left, shape


def place(cell: int) -> int:
    """A cell's place on the board, counted from the top left."""
    return SIDE * (SIDE - 1 - cell // SIDE) + cell % SIDE


def after(s: SmashGear, box: Box, slot: int, how: int, way: int) -> Units:
    """Where a move would lay a machine's units."""
    rr, rc, re, cr, cc, ce = heading(s, box.record, slot, how, way)
    return [
        (SIDE * (rr * (cell // SIDE) + rc * (cell % SIDE) + re) + cr * (cell // SIDE) + cc * (cell % SIDE) + ce, kind)
        for cell, kind in units_of(s, box, slot)
    ]


def as_it_lay(box: Box, card: int, lying: int) -> Units:
    """The units of a machine that is gone, from how it lay (see `combat.lying`)."""
    pose, alive, heart_cell = lying % 8, lying // 8 % (1 << UNITS), lying // 8 >> UNITS
    rows, cols = box.record.at_row[card, pose].tolist(), box.record.at_col[card, pose].tolist()
    units = [unit for unit in range(UNITS) if alive >> unit & 1]
    row, col = heart_cell // SIDE - rows[units[0]], heart_cell % SIDE - cols[units[0]]
    return [(SIDE * (row + rows[unit]) + col + cols[unit], kind_of(box, card, unit)) for unit in units]


def where(units: Units) -> str:
    """Where a machine lies: "heart e4, weapons d4 and f4"."""
    hearts = [cell_name(cell) for cell, kind in units if kind == "heart"]
    weapons = [cell_name(cell) for cell, kind in units if kind == "weapon"]
    words = [
        f"{noun}{'s' * (len(cells) > 1)} {listed(cells)}" for noun, cells in (("heart", hearts), ("weapon", weapons))
    ]
    return words[0] if not weapons else ", ".join(words)


def way_words(how: int, way: int) -> str:
    """The direction of a move."""
    return ("to the right", "to the left")[way] if how == Gait.TURN else WAYS[way]


def announced_name(box: Box, kind: int, card: int) -> str:
    """What an announcement is called, by its kind and its program or machine."""
    if kind in (Kind.SCRIPT, Kind.PLUGIN):
        return program_name(box, card)
    if kind == Kind.ATTACK:
        return "Destroy Base"
    return f"{machine_name(box, card)}’s {'move' if kind == Kind.MOVE else 'effect'}"


def move_words(how: int, way: int, start: int, end: int) -> str:
    """A move after its verb: "up, e4 to e7"; a quarter turn leaves the heart where it is."""
    if how == Gait.TURN:
        return f"{way_words(how, way)} about {cell_name(start)}"
    return f"{way_words(how, way)}, {cell_name(start)} to {cell_name(end)}"


def machine_at(s: SmashGear, box: Box, cell: int) -> str:
    """The name of the machine on a cell."""
    return machine_name(box, int(s.card[int(s.unit_at[cell]) // UNIT_STEP]))


def slots_of(s: SmashGear, seat: int) -> Iterator[int]:
    """The slots in which machines of a seat lie."""
    return (slot for slot in range(len(s.card)) if s.card[slot] != NONE and owner_of(slot) == seat)
