"""What cards say: shapes drawn as lines of text, and abilities as operations with the words made of them."""

from __future__ import annotations

from typing import Any

from cogtable.engine.operations import Operation, Vocabulary

UNITS = 7
"""The most units of a machine."""
HEARTS = 3
"""The most hearts of a machine."""

WHOM = ("it", "yours", "theirs", "any")
"""Which machine an operation is for: the one that bears the effect, or one to be chosen."""
WHAT = ("script", "effect", "move", "attack", "anything")
"""What may be cancelled while it waits."""
DECKS = ("machine", "program")

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
    Operation("sharp", (), "its weapons break weapons and stay"),
    Operation("heavy", (), "your opponent cannot move it"),
    Operation("survives", (), "survives destroying a base"),
    Operation("armour", (range(1, 4),), "comes with {0:shield}"),
    Operation("cheaper", (range(1, 4),), "its move costs {0:gear} less"),
    Operation("dearer", (range(1, 4),), "its move costs {0:gear} more"),
    Operation("bunker", (), "the first Destroy Base on it fails and breaks this"),
    Operation("hand", (range(1, 5),), "you may keep {0:card} more"),
    # What it does: without a target.
    Operation("gears", (range(1, 10),), "take {0:gear}"),
    Operation("steal", (range(1, 10),), "take {0:gear} of your opponent"),
    Operation("honor", (range(1, 6),), "gain {0} honor"),
    Operation("draw", (range(1, 4), DECKS), "draw {0:card} from the {1} pile"),
    Operation("assemble", (range(1, 3),), "you may assemble {0:machine} more this turn"),
    Operation("build", (range(1, 3),), "you may build {0:base} more this turn"),
    Operation("cancel", (WHAT,), "cancel {0} of your opponent that waits"),
    # What it does: to a target.
    Operation("flip", (WHOM,), "flip {0}"),
    Operation("slide", (WHOM,), "slide {0} one cell"),
    Operation("turn", (WHOM,), "give {0} a quarter turn about its heart"),
    Operation("stun", (WHOM,), "{0} makes no normal move till its owner's turn ends"),
    Operation("shield", (WHOM,), "give {0} a shield"),
    Operation("repair", (range(1, 7), WHOM), "put back up to {0:unit} that {1} lost"),
    Operation("recall", (WHOM,), "take {0} back to hand"),
    Operation("scrap", (WHOM,), "disassemble {0}"),
    Operation("snap", (), "break a weapon of your opponent"),
    Operation("shift", (), "move one of your bases one cell"),
    Operation("salvage", (DECKS,), "take a {0} card from your landfill"),
    Operation("fetch", (DECKS,), "take a {0} card from the store for nothing"),
    Operation("unplug", (), "disassemble a plugin"),
)
"""The operations; a card's rows are carried out by `effects`."""


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
        for beside in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if beside in cells and beside not in reached:
                reached.append(beside)
    if len(reached) < len(cells):
        raise ValueError("the units do not hang together side by side")
    if min(row for row, _ in cells) or min(col for _, col in cells):
        raise ValueError("the drawing has an empty line or column at its edge")
