"""The tables of the box, the limits on abilities, and the tables computed from both."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from cogtable.games.smashgear.rules.abilities import ABILITIES, ADDED, FIRST_TRAIT, GUARDS, LAST_TRAIT, Op
from cogtable.games.smashgear.rules.components import CELLS, HEARTS, MACHINES, PROGRAMS, UNITS
from cogtable.games.smashgear.rules.shapes import derive_shape, parse_shape
from cogtable.rules import PAD, Int8, Int16, Int64, PlainIntEnum, Tables, column, derived, named, text, value

WIDTH = ABILITIES.width
ROWS = 6
"""The maximum number of operations on a card."""

OUT_OF_REACH = 0x7FFF
"""More gears than a seat can have."""

NO_MACHINE = ("dearer", "bunker", "hand")
"""Operations that no machine can have, and those that no program can have."""
NO_PROGRAM = ("once", "assembled")

KINDS = ("script", "plugin")
PLACES = ("machine", "base", "either")


class Host(PlainIntEnum):
    """The kinds of hosts that a plugin can be installed on: the numbers of `PLACES`."""

    MACHINE = 0
    BASE = 1
    EITHER = 2


class Use(PlainIntEnum):
    """How the effect of a machine is used: with both conditions, once a turn and for gears."""

    NEVER = 0
    ONCE_A_TURN = 1
    PAID = 2


class SmashGearTables(Tables):
    """The components: cards, prices and counts."""

    price: Int8[MACHINES] = column("machines", "price", low=0, high=20)
    """What it costs in the store, in gears."""
    move_price: Int8[MACHINES] = column("machines", "move", low=0, high=9)
    """What a move costs, in gears."""
    unit: Int8[MACHINES, UNITS, 3] = column("machines", "shape", parse=parse_shape)
    """For each unit as drawn: row, column, and whether it is a heart; -1 for unused ones. Hearts come first."""
    does: Int8[MACHINES, ROWS, WIDTH] = column(
        "machines", "does", parse=ABILITIES.parse_without(NO_MACHINE), default=-1
    )
    """What it can do; nothing if left out."""
    program_price: Int8[PROGRAMS] = column("programs", "price", low=0, high=20)
    """What it costs in the store, in gears."""
    program_kind: Int8[PROGRAMS] = column("programs", "kind", names=KINDS)
    """A script is used once; a plugin is installed and stays."""
    program_on: Int8[PROGRAMS] = column("programs", "on", names=PLACES, default=2)
    """What a plugin may be installed on."""
    program_does: Int8[PROGRAMS, ROWS, WIDTH] = column("programs", "does", parse=ABILITIES.parse_without(NO_PROGRAM))
    """What it does."""
    machine_flavour = text("machines", "flavour")
    program_flavour = text("programs", "flavour")
    machines_named = named("machines", longest=16)
    programs_named = named("programs", longest=20)

    base_price: Int8 = value("base_price", low=1, high=20)
    base_price_rise: Int8 = value("base_price_rise", high=9, default=0)
    """Extra gears for a Base card for each base that the buyer has beyond the first, on the board or in hand."""
    destroy_price: Int8 = value("destroy_price", low=1, high=20)
    starting_gears: Int8 = value("starting_gears", high=99)
    base_gears: Int8 = value("base_gears", high=9)
    """Gears that a base yields at Exploit."""
    base_honor: Int8 = value("base_honor", high=99)
    honor_goal: Int8 = value("honor_goal", low=1, high=99)
    hand_limit: Int8 = value("hand_limit", high=20)
    starts: Int8[2] = value("starts", high=CELLS - 1)
    """The cell of each seat's first base."""

    units: Int8[MACHINES]
    hearts: Int8[MACHINES]
    """How many hearts a machine has; units with lower numbers are hearts."""
    at_row: Int8[MACHINES, 8, UNITS]
    """Rows and columns of units in each of the eight poses, relative to unit 0 (see `geometry`)."""
    at_col: Int8[MACHINES, 8, UNITS]
    at_cell: Int8[MACHINES, 8, UNITS] = derived()
    """The same as cells, SIDE * row + column; 0 for unused units."""
    reach: Int64[MACHINES, 8] = derived()
    """The rows and columns of all units in each pose, relative to unit 0 (see `shapes.reach_of`)."""
    beside: Int8[MACHINES, UNITS]
    """Bits of the units next to a unit."""
    distinct: Int8[MACHINES, 4 * HEARTS]
    """1 for each heart and rotation, 4 * heart + quarter turns, that differs from all before it."""
    traits: Int8[MACHINES]
    armour: Int8[MACHINES]
    answer: Int8[MACHINES]
    """How the effect is used (`Use`)."""
    effect_price: Int8[MACHINES]
    effect_own_turn: Int8[MACHINES]
    """1 if the effect can be used in its owner's turns only."""
    effect_gears: Int16[MACHINES, 2] = derived()
    """The gears that a seat must have to use the effect in its own turn, and in the other's; OUT_OF_REACH if it cannot
    be used then.
    """
    effect_row: Int8[MACHINES]
    """The first row of the effect in `does`, and its number of rows; 0 without an effect."""
    effect_rows: Int8[MACHINES]
    aim: Int8[MACHINES, 3]
    """The operation of the effect that takes a target, with its arguments; NONE if there is none."""
    triggers: Int16[MACHINES]
    """Bits of the triggers on the card."""
    program_traits: Int8[PROGRAMS]
    program_armour: Int8[PROGRAMS]
    program_price_change: Int8[PROGRAMS]
    """What a plugin adds to the price of its machine's moves."""
    program_hand: Int8[PROGRAMS]
    program_bunker: Int8[PROGRAMS]
    program_goes_on: Int8[PROGRAMS] = derived()
    """The hosts on which a plugin can be installed and does something (`Host`)."""
    program_only_traits: Int8[PROGRAMS] = derived()
    """1 for a plugin that gives a machine traits and does nothing else."""
    program_cost: Int8[PROGRAMS]
    """Gears to pay when a program is played."""
    program_own_turn: Int8[PROGRAMS]
    program_row: Int8[PROGRAMS]
    program_rows: Int8[PROGRAMS]
    program_aim: Int8[PROGRAMS, 3]
    program_triggers: Int16[PROGRAMS]

    @staticmethod
    def check(b: Any) -> Iterator[tuple[str, str]]:
        """Abilities must be ones that the rules can carry out."""
        yield from _cannot_be_carried_out(b)

    @staticmethod
    def derive(b: Any) -> None:
        """Computes poses, neighbours, and tables about abilities."""
        for card in range(MACHINES):
            derive_shape(b, card)
            _derive_machine(b, card)
        for program in range(PROGRAMS):
            _derive_program(b, program)


# --- what a box can hold ------------------------------------------------------------------------------

_OF_THE_BOX = range(ADDED, len(ABILITIES.operations))
"""The operations that the box adds."""


def _cannot_be_carried_out(b: Any) -> Iterator[tuple[str, str]]:
    """Yields everything in a box that the rules cannot carry out, as pairs (where, reason)."""
    for card in range(len(b.price)):
        where = f"machines {card + 1}"
        lines = list(_lines(b.does[card]))
        if sum(_is_used(guards) for guards, _ in lines) > 1:
            yield where, "has two effects to use; expected one at most"
        for guards, steps in lines:
            yield from _conditions(where, guards)
            if not guards:
                yield from _only(where, steps, range(FIRST_TRAIT, Op.DEARER), "what it is: without a condition")
            elif _is_used(guards):
                yield from _usable(where, guards, steps)
            else:
                yield from _by_itself(where, guards, steps)
    for program in range(len(b.program_price)):
        where = f"programs {program + 1}"
        for guards, steps in _lines(b.program_does[program]):
            yield from _conditions(where, guards)
            if b.program_kind[program] == 0:
                if set(guards) - {Op.OWN_TURN, Op.PAY} or any(step < Op.GEARS for step in steps):
                    yield where, "is a Script: expected what it does, after own-turn or pay at most"
                yield from _usable(where, guards, steps)
            elif guards:
                if set(guards) - {Op.EXPLOIT, Op.KILL, Op.LOST, Op.RAID}:
                    yield where, "is a plugin: expected exploit, kill, lost or raid before the colon"
                yield from _by_itself(where, guards, steps)
            else:
                yield from _only(where, steps, range(FIRST_TRAIT, Op.GEARS), "what it is")
        if b.program_kind[program] == 0 and len(list(_lines(b.program_does[program]))) != 1:
            yield where, "is a Script: expected one line"
        host = int(b.program_on[program])
        if b.program_kind[program] == 1 and host != Host.EITHER and not _works_on(b.program_does[program], host):
            other = PLACES[Host.MACHINE + Host.BASE - host]
            yield where, f'does nothing on a {PLACES[host]}; expected on = "{other}"'
    if b.starts[0] == b.starts[1]:
        yield "starts", "both seats start on one cell"


_TRIGGERS = (Op.EXPLOIT, Op.ASSEMBLED, Op.KILL, Op.LOST, Op.RAID)
"""The conditions of effects that happen by themselves, without a decision."""


def _is_used(guards: list[int]) -> bool:
    """Whether an effect with these conditions is used by a decision, and does not happen by itself."""
    return Op.ONCE in guards or Op.PAY in guards


def _conditions(where: str, guards: list[int]) -> Iterator[tuple[str, str]]:
    """The conditions of a line that cannot be carried out as printed (SG-Q62)."""
    names = [f"{ABILITIES.operations[guard].name}:" for guard in guards]
    if len(set(guards)) < len(guards):
        yield where, f'has one condition twice: "{" ".join(names)}"'
    if len(guards) > 1 and not set(guards).isdisjoint(_TRIGGERS):
        alone = next(name for guard, name in zip(guards, names, strict=True) if guard in _TRIGGERS)
        yield where, f'"{" ".join(names)}": what happens by itself has no other condition; expected "{alone}" alone'


def _is_aimed(step: int) -> bool:
    """Whether an operation takes a target."""
    return Op.CANCEL <= step < ADDED


def _lines(rows: Any) -> Iterator[tuple[list[int], list[int]]]:
    """The operations of each line: its conditions, and the steps that follow them."""
    at = 0
    while at < len(rows) and rows[at, 0] >= 0:
        guards, steps = [], []
        end = at + 1
        while at < end:
            row = rows[at]
            if row[GUARDS]:
                guards.append(int(row[0]))
                end = at + 1 + int(row[GUARDS])
            else:
                steps.append(int(row[0]))
            at += 1
        yield guards, steps


def _only(where: str, steps: list[int], allowed: Collection[int], what: str) -> Iterator[tuple[str, str]]:
    for step in steps:
        if step not in allowed:
            names = ", ".join(ABILITIES.operations[number].name for number in allowed)
            yield where, f'"{ABILITIES.operations[step].name}" is not allowed here ({what}); expected one of {names}'


def _by_itself(where: str, guards: list[int], steps: list[int]) -> Iterator[tuple[str, str]]:
    """Yields the errors in a triggered effect. It takes no target, and can allow assembling or building only if its
    trigger belongs to the owner's turn.
    """
    if not set(guards) & set(_TRIGGERS):
        yield where, '"own-turn:" alone does not say how often; expected once or pay beside it'
    end = Op.CANCEL if guards[0] in (Op.ASSEMBLED, Op.EXPLOIT) else Op.ASSEMBLE
    yield from _only(where, steps, [*range(Op.GEARS, end), *_OF_THE_BOX], "what happens by itself")


def _usable(where: str, guards: list[int], steps: list[int]) -> Iterator[tuple[str, str]]:
    yield from _only(where, steps, range(Op.GEARS, len(ABILITIES.operations)), "what it does")
    if sum(map(_is_aimed, steps)) > 1:
        yield where, "takes two targets; expected one at most"
    if Op.OWN_TURN not in guards and any(step in (Op.ASSEMBLE, Op.BUILD) for step in steps):
        yield where, "lets assemble or build: expected own-turn before the colon"


# --- computed tables ----------------------------------------------------------------------------------


def _derive_machine(b: Any, card: int) -> None:
    """Computes the tables about a machine's abilities."""
    b.effect_row[card], b.effect_rows[card] = 0, 0
    b.aim[card] = PAD
    b.effect_gears[card] = OUT_OF_REACH
    for at, row in _rows(b.does[card]):
        if row[0] == Op.ARMOUR:
            b.armour[card] += row[1]
        elif FIRST_TRAIT <= row[0] <= LAST_TRAIT:
            b.traits[card] |= 1 << int(row[0] - FIRST_TRAIT)
        elif row[0] == Op.OWN_TURN:
            b.effect_own_turn[card] = 1
        elif row[0] in (Op.ONCE, Op.PAY):
            if row[0] == Op.ONCE or b.answer[card] == Use.NEVER:
                b.answer[card] = Use.ONCE_A_TURN if row[0] == Op.ONCE else Use.PAID
            if row[0] == Op.PAY:
                b.effect_price[card] = row[1]
            b.effect_row[card], b.effect_rows[card] = at + 1, row[GUARDS]
            b.aim[card] = _aim(b.does[card, at + 1 : at + 1 + int(row[GUARDS])])
        elif row[GUARDS]:
            b.triggers[card] |= 1 << int(row[0])
    if b.answer[card] != Use.NEVER:
        b.effect_gears[card, : 1 if b.effect_own_turn[card] else 2] = b.effect_price[card]


def _derive_program(b: Any, program: int) -> None:
    rows = b.program_does[program]
    found = list(_rows(rows))
    b.program_row[program], b.program_rows[program] = 0, len(found)
    b.program_aim[program] = _aim(rows) if b.program_kind[program] == 0 else PAD
    for _, row in found:
        if row[0] == Op.PAY:
            b.program_cost[program] = row[1]
        elif row[0] == Op.OWN_TURN:
            b.program_own_turn[program] = 1
        elif row[GUARDS]:
            b.program_triggers[program] |= 1 << int(row[0])
        elif FIRST_TRAIT <= row[0] <= LAST_TRAIT:
            b.program_traits[program] |= 1 << int(row[0] - FIRST_TRAIT)
        elif row[0] == Op.ARMOUR:
            b.program_armour[program] += row[1]
        elif row[0] == Op.DEARER:
            b.program_price_change[program] += row[1]
        elif row[0] == Op.BUNKER:
            b.program_bunker[program] = 1
        elif row[0] == Op.HAND:
            b.program_hand[program] += row[1]
    here = [_works_on(rows, host) for host in (Host.MACHINE, Host.BASE)]
    only = Host.BASE if not here[Host.MACHINE] else Host.MACHINE if not here[Host.BASE] else Host.EITHER
    b.program_goes_on[program] = only if b.program_on[program] == Host.EITHER else b.program_on[program]
    b.program_only_traits[program] = all(FIRST_TRAIT <= row[0] <= LAST_TRAIT for _, row in found)


_ON_BASES = (Op.EXPLOIT, Op.LOST, Op.BUNKER, Op.HAND)
"""The operations of a plugin on a base; on a machine, all except `bunker`."""


def _works_on(rows: Any, host: int) -> bool:
    """Whether a plugin with these rows does anything on a machine, or on a base."""
    does = [line[0] if (line := guards + steps) else -1 for guards, steps in _lines(rows)]
    return any(op in _ON_BASES if host == Host.BASE else op != Op.BUNKER for op in does)


def _rows(rows: Any) -> Iterator[tuple[int, Any]]:
    """The rows in use, with their numbers."""
    for at, row in enumerate(rows):
        if row[0] < 0:
            return
        yield at, row


def _aim(rows: Any) -> list[int]:
    """The operation in these rows that takes a target, with its two arguments."""
    for _, row in _rows(rows):
        if _is_aimed(int(row[0])):
            return [int(row[0]), int(row[1]), int(row[2])]
    return [PAD, PAD, PAD]
