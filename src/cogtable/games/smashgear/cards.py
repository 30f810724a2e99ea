"""What cards say: shapes drawn as lines of text, and abilities as operations with the words made of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cogtable.engine.box import PAD
from cogtable.engine.operations import Operation, Vocabulary

UNITS = 7
"""The most units of a machine."""
HEARTS = 3
"""The most hearts of a machine."""

WHOM = ("it", "yours", "theirs", "any")
"""Which machine an operation is for: the one that bears the effect, or one to be chosen."""
IT, YOURS, THEIRS, ANY = range(4)
WHAT = ("script", "effect", "move", "attack", "anything")
"""What may be cancelled while it waits."""
DECKS = ("machine", "program")

_WHOM = "this machine/one of your machines/a machine of your opponent/any machine"
_OWNER = "it makes/your machine makes/a machine of your opponent makes/any machine makes"

ABILITIES = Vocabulary(
    # When: a condition before a colon.
    Operation("once", (), "once a turn", guard=True),
    Operation("pay", (range(1, 10),), "pay {0:gear}", guard=True),
    Operation("own-turn", (), "in your own turn", guard=True),
    Operation("exploit", (), "at Exploit", guard=True),
    Operation("assembled", (), "when assembled", guard=True),
    Operation("kill", (), "when it destroys a machine", guard=True),
    Operation("lost", (), "when it is destroyed", guard=True),
    Operation("raid", (), "when it destroys a base", guard=True),
    # What it is: holds for as long as the card lies there.
    Operation("slides", (), "moves by sliding one cell"),
    Operation("leaps", (), "moves by flipping twice over the same side"),
    Operation("sharp", (), "its weapons break weapons and stay whole"),
    Operation("heavy", (), "your opponent cannot move it"),
    Operation("survives", (), "survives destroying a base"),
    Operation("armour", (range(1, 4),), "brings {0:shield}"),
    Operation("cheaper", (range(1, 4),), "its moves cost {0:gear} less"),
    Operation("dearer", (range(1, 4),), "its moves cost {0:gear} more"),
    Operation("bunker", (), "a Destroy Base on it fails, and this plugin goes"),
    Operation("hand", (range(1, 5),), "you may keep {0:card} more"),
    # What it does, without a target.
    Operation("gears", (range(1, 10),), "take {0:gear}"),
    Operation("steal", (range(1, 10),), "take up to {0:gear} from your opponent"),
    Operation("honor", (range(1, 6),), "gain {0} honor"),
    Operation("draw", (range(1, 4), DECKS), "draw {0:{1} card}"),
    Operation("assemble", (range(1, 3),), "you may assemble {0:machine} more this turn"),
    Operation("build", (range(1, 3),), "you may build {0:base} more this turn"),
    Operation("cancel", (WHAT,), "cancel {0:a Script/an effect/a move/a Destroy Base/anything} that waits"),
    # What it does to a target.
    Operation("flip", (WHOM,), f"flip {{0:{_WHOM}}}"),
    Operation("slide", (WHOM,), f"slide {{0:{_WHOM}}} one cell"),
    Operation("turn", (WHOM,), f"turn {{0:{_WHOM}}} a quarter about its heart"),
    Operation("stun", (WHOM,), f"{{0:{_WHOM}}} makes no normal move till its owner's turn ends"),
    Operation("shield", (WHOM,), f"{{0:{_WHOM}}} gets a shield"),
    Operation("repair", (range(1, 7), WHOM), f"put back up to {{0:unit}} that {{1:{_WHOM}}} lost"),
    Operation("recall", (WHOM,), f"take {{0:{_WHOM}}} back to hand"),
    Operation("scrap", (WHOM,), f"disassemble {{0:{_WHOM}}}"),
    Operation("snap", (), "break a weapon of your opponent"),
    Operation("shift", (), "move one of your bases one cell"),
    Operation("salvage", (DECKS,), "take a {0} card from your landfill to hand"),
    Operation("fetch", (DECKS,), "take a {0} card from the store for nothing"),
    Operation("unplug", (), "disassemble a plugin"),
)
"""The operations; `effects` carries them out."""

ONCE, PAY, OWN_TURN, EXPLOIT, ASSEMBLED, KILL, LOST, RAID = (
    ABILITIES[name] for name in ("once", "pay", "own-turn", "exploit", "assembled", "kill", "lost", "raid")
)
SLIDES, SURVIVES = ABILITIES["slides"], ABILITIES["survives"]
ARMOUR, CHEAPER, DEARER, BUNKER, HAND_LIMIT = (
    ABILITIES[name] for name in ("armour", "cheaper", "dearer", "bunker", "hand")
)
GEARS, STEAL, HONOR, DRAW, ASSEMBLE, BUILD, CANCEL = (
    ABILITIES[name] for name in ("gears", "steal", "honor", "draw", "assemble", "build", "cancel")
)
FLIP, SLIDE, TURN, STUN, SHIELD, REPAIR, RECALL, SCRAP, SNAP, SHIFT, SALVAGE, FETCH, UNPLUG = (
    ABILITIES[name]
    for name in (
        "flip",
        "slide",
        "turn",
        "stun",
        "shield",
        "repair",
        "recall",
        "scrap",
        "snap",
        "shift",
        "salvage",
        "fetch",
        "unplug",
    )
)
GUARDS = ABILITIES.width - 1
"""Where a row says how many rows it guards."""

MATRICES = [np.linalg.matrix_power(np.array([[0, -1], [1, 0]]), k) for k in range(4)]
MATRICES += [matrix @ np.array([[1, 0], [0, -1]]) for matrix in MATRICES]
"""What each pose makes of (row, column): quarter turns to the right, from 4 on after mirroring left and right."""


def parse_shape(raw: Any) -> list[int]:
    """A drawn machine as row, column and 1 for a heart of each unit, hearts first; row 0 is the lowest line."""
    if not isinstance(raw, list) or not raw or not all(isinstance(line, str) for line in raw):
        raise ValueError(f'expected a drawing like ["W.W", "WHW"]; found {raw!r}')
    units = []
    for row, line in enumerate(reversed(raw)):
        for col, letter in enumerate(line):
            if letter not in "HW.":
                raise ValueError(f'"{line}": expected H for a heart, W for a weapon, . for nothing; found "{letter}"')
            if letter != ".":
                units.append((letter != "H", row, col))
    rows, cols = {row for _, row, _ in units}, {col for _, _, col in units}
    if len(rows) < len(raw) or len(cols) < max(map(len, raw)):
        raise ValueError("the drawing has an empty line or column")
    units.sort()
    _check_shape(units)
    return [number for weapon, row, col in units for number in (row, col, 1 - weapon)]


def _check_shape(units: list[tuple[bool, int, int]]) -> None:
    hearts = sum(not weapon for weapon, _, _ in units)
    if not 2 <= len(units) <= UNITS or not 1 <= hearts <= HEARTS:
        raise ValueError(f"expected 2 to {UNITS} units, 1 to {HEARTS} of them hearts; found {len(units)} and {hearts}")
    cells = {(row, col) for _, row, col in units}
    reached = [min(cells)]
    for row, col in reached:
        for near in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if near in cells and near not in reached:
                reached.append(near)
    if len(reached) < len(cells):
        raise ValueError("the units do not hang together side by side")


# --- what a box may hold ------------------------------------------------------------------------------


def check(b: Any) -> Iterator[tuple[str, str]]:
    """What no rule could carry out, as pairs (where, reason)."""
    for card in range(len(b.price)):
        where = f"machines {card + 1}"
        lines = list(_lines(b.does[card]))
        used = [steps for guards, steps in lines if ONCE in guards or PAY in guards]
        if len(used) > 1:
            yield where, "has two effects to use; expected one at most"
        for guards, steps in lines:
            if not guards:
                yield from _only(where, steps, range(SLIDES, CHEAPER), "what it is: without a condition")
            elif steps in used:
                yield from _usable(where, guards, steps)
            else:
                yield from _by_itself(where, guards, steps)
    for program in range(len(b.program_price)):
        where = f"programs {program + 1}"
        for guards, steps in _lines(b.program_does[program]):
            if b.program_kind[program] == 0:
                if set(guards) - {OWN_TURN, PAY} or any(step < GEARS for step in steps):
                    yield where, "is a Script: expected what it does, after own-turn or pay at most"
                yield from _usable(where, guards, steps)
            elif guards:
                if set(guards) - {EXPLOIT, KILL, LOST, RAID}:
                    yield where, "is a plugin: expected exploit, kill, lost or raid before the colon"
                yield from _by_itself(where, guards, steps)
            else:
                yield from _only(where, steps, range(SLIDES, GEARS), "what it is")
        if b.program_kind[program] == 0 and len(list(_lines(b.program_does[program]))) != 1:
            yield where, "is a Script: expected one line"
    if b.starts[0] == b.starts[1]:
        yield "starts", "both seats start on one cell"


def _lines(rows: Any) -> Iterator[tuple[list[int], list[int]]]:
    """The operations of each line: its conditions, and what follows them."""
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


def _only(where: str, steps: list[int], allowed: range, what: str) -> Iterator[tuple[str, str]]:
    for step in steps:
        if step not in allowed:
            names = ", ".join(operation.name for operation in ABILITIES.operations[allowed.start : allowed.stop])
            yield where, f'"{ABILITIES.operations[step].name}" cannot stand there ({what}); expected one of {names}'


def _by_itself(where: str, guards: list[int], steps: list[int]) -> Iterator[tuple[str, str]]:
    """Takes no target; leave to assemble or build is of use in one's own turn only."""
    end = CANCEL if guards[0] in (ASSEMBLED, EXPLOIT) else ASSEMBLE
    yield from _only(where, steps, range(GEARS, end), "what happens by itself")


def _usable(where: str, guards: list[int], steps: list[int]) -> Iterator[tuple[str, str]]:
    yield from _only(where, steps, range(GEARS, len(ABILITIES.operations)), "what it does")
    if sum(step >= CANCEL for step in steps) > 1:
        yield where, "takes two targets; expected one at most"
    if OWN_TURN not in guards and any(step in (ASSEMBLE, BUILD) for step in steps):
        yield where, "lets assemble or build: expected own-turn before the colon"


# --- what is computed from it -------------------------------------------------------------------------


def derive(b: Any) -> None:
    """Fills the tables that rules read at every move."""
    for card in range(len(b.price)):
        _derive_shape(b, card)
        b.effect_row[card], b.effect_rows[card] = 0, 0
        b.aim[card] = PAD
        for at, row in _rows(b.does[card]):
            if row[0] == ARMOUR:
                b.armour[card] += row[1]
            elif SLIDES <= row[0] <= SURVIVES:
                b.traits[card] |= 1 << int(row[0] - SLIDES)
            elif row[0] == OWN_TURN:
                b.effect_own_turn[card] = 1
            elif row[0] in (ONCE, PAY):
                b.answer[card] = 1 if row[0] == ONCE else 2
                b.effect_price[card] = row[1]
                b.effect_row[card], b.effect_rows[card] = at + 1, row[GUARDS]
                b.aim[card] = _aim(b.does[card, at + 1 : at + 1 + int(row[GUARDS])])
            elif row[GUARDS]:
                b.triggers[card] |= 1 << int(row[0])
    for program in range(len(b.program_price)):
        _derive_program(b, program)


def _derive_program(b: Any, program: int) -> None:
    rows = b.program_does[program]
    found = list(_rows(rows))
    b.program_row[program], b.program_rows[program] = 0, len(found)
    b.program_aim[program] = _aim(rows) if b.program_kind[program] == 0 else PAD
    for _, row in found:
        if row[0] == PAY:
            b.program_cost[program] = row[1]
        elif row[0] == OWN_TURN:
            b.program_own_turn[program] = 1
        elif row[GUARDS]:
            b.program_triggers[program] |= 1 << int(row[0])
        elif SLIDES <= row[0] <= SURVIVES:
            b.program_traits[program] |= 1 << int(row[0] - SLIDES)
        elif row[0] == ARMOUR:
            b.program_armour[program] += row[1]
        elif row[0] in (CHEAPER, DEARER):
            b.program_price_change[program] += row[1] if row[0] == DEARER else -row[1]
        elif row[0] == BUNKER:
            b.program_bunker[program] = 1
        elif row[0] == HAND_LIMIT:
            b.program_hand[program] += row[1]


def _rows(rows: Any) -> Iterator[tuple[int, Any]]:
    """The rows that are filled, with their numbers."""
    for at, row in enumerate(rows):
        if row[0] < 0:
            return
        yield at, row


def _aim(rows: Any) -> list[int]:
    """The operation among some rows that takes a target, with two arguments."""
    for _, row in _rows(rows):
        if row[0] >= CANCEL:
            return [int(row[0]), int(row[1]), int(row[2])]
    return [PAD, PAD, PAD]


def _derive_shape(b: Any, card: int) -> None:
    units = [tuple(map(int, unit)) for unit in b.unit[card] if unit[0] >= 0]
    b.units[card] = len(units)
    b.hearts[card] = sum(heart for _, _, heart in units)
    first = np.array(units[0][:2])
    for pose, matrix in enumerate(MATRICES):
        for i, (row, col, _) in enumerate(units):
            b.at_row[card, pose, i], b.at_col[card, pose, i] = matrix @ (np.array((row, col)) - first)
    for i, (row, col, _) in enumerate(units):
        for j, (other_row, other_col, _) in enumerate(units):
            if abs(row - other_row) + abs(col - other_col) == 1:
                b.beside[card, i] |= 1 << j
    laid = set()
    for heart in range(b.hearts[card]):
        for turns in range(4):
            rows = b.at_row[card, turns] - b.at_row[card, turns, heart]
            cols = b.at_col[card, turns] - b.at_col[card, turns, heart]
            cells = frozenset((int(rows[i]), int(cols[i]), units[i][2]) for i in range(len(units)))
            b.distinct[card, 4 * heart + turns] = cells not in laid
            laid.add(cells)
