"""Estimates the gains of an instruction from its operations: a rule of thumb for bots."""

from __future__ import annotations

from cogtable.games.recharge.rules.abilities import ABILITIES, MEASURES
from cogtable.rules import Row

GAINS = ("coins", "cards", "crowns", "batteries")

WORTH = (22, 45, 100, 55)
"""The approximate value of one of each in mid-game, in hundredths of a crown."""

TYPICAL = dict(zip(MEASURES, (7, 4, 4, 8, 4, 1.5, 2), strict=True))
"""The typical amount of each measure that a player has in mid-game."""

# The gains of an operation per unit of its first argument: coins, cards, crowns, batteries.
BRINGS = {
    "draw": (0, 1, 0, 0),
    "discard": (0, -0.6, 0, 0),
    "salvage": (0, 1.4, 0, 0),
    "gain": (1, 0, 0, 0),
    "lose": (-1, 0, 0, 0),
    "crown": (0, 0, 1, 0),
    "uncrown": (0, 0, -1, 0),
    "charge": (0, 0, 0, 1),
    "charge-this": (0, 0, 0, 1),
    "charge-each": (0, 0, 0, 3),
    "charge-idle": (0, 0, 0, 1.2),
    "drain": (0, 0, 0, -0.8),
    "move": (0, 0, 0, 0.3),
    "play-cheaper": (0.8, 0, 0, 0),
    "play-free": (0.7, 0, 0, 0),
    "draw-event": (0, 0, 0.1, 0),
    "discard-event": (0, 0, -0.1, 0),
    "take": (1.6, 0, 0, 0),
    "take-crown": (0, 0, 1.8, 0),
    "others-gain": (-0.7, 0, 0, 0),
    "others-lose": (0.6, 0, 0, 0),
    "others-crown": (0, 0, -0.9, 0),
    "others-uncrown": (0, 0, 0.8, 0),
    "others-draw": (0, -0.6, 0, 0),
    "others-discard": (0, 0.5, 0, 0),
    "may-pay": (-1, 0, 0, 0),
    "may-lose": (0, 0, -1, 0),
    "may-discard": (0, -0.6, 0, 0),
    "may-drain": (0, 0, 0, -0.8),
    "may-drain-this": (0, 0, 0, -0.9),
    "may-discard-event": (0, 0, -0.1, 0),
}
# The gains of an operation regardless of its arguments.
FLAT = {
    "play": (0, 0, 0.8, 0),
    "play-cheaper": (0, 0, 0.8, 0),
    "play-free": (0, 0, 0.8, 0),
    "copy": (0, 0, 0.9, 0),
    "copy-rival": (0, 0, 0.9, 0),
    "gather": (0, 0, 0.2, 0),
}


MOST = 30_000
"""The cap on gains, in hundredths; more makes no difference to bots."""


def yields_of(rows: list[Row]) -> list[int]:
    """The gains of carrying out all rows once, in hundredths."""
    total = [0.0, 0.0, 0.0, 0.0]
    at = 0
    while at < len(rows):
        stop = at + 1
        while rows[stop - 1].guards:
            stop += 1
        end = at + 1 + rows[at].guards
        line = _line(rows[at:end], stop - at - 1)
        total = [a + b for a, b in zip(total, line, strict=True)]
        at = end
    return [max(-MOST, min(round(100 * gain), MOST)) for gain in total]


NEEDS = ("coins", "cards")

# The costs of an operation per unit of its first argument, and regardless of it: coins, cards.
TAKES = {"may-pay": (1, 0), "lose": (1, 0), "may-discard": (0, 1), "discard": (0, 1)}
TAKES_FLAT = {"play": (3, 1), "play-cheaper": (2, 1), "play-free": (0, 1)}


def needs_of(rows: list[Row]) -> list[int]:
    """How many coins and cards a seat needs each time to get the full effect of the instruction."""
    coins, cards = 0, 0
    for row in rows:
        name = ABILITIES.operations[row.operation].name
        count = row.arguments[0] if row.arguments else 0
        each, flat = TAKES.get(name, (0, 0)), TAKES_FLAT.get(name, (0, 0))
        coins += count * each[0] + flat[0]
        cards += count * each[1] + flat[1]
    return [coins, cards]


def _line(rows: list[Row], guards: int) -> list[float]:
    """The gains of a line whose first `guards` rows are conditions; unprofitable offers count as declined."""
    gains = [0.0] * len(GAINS)
    for row in rows[guards:]:
        gains = [a + b for a, b in zip(gains, _brought(row), strict=True)]
    offered = False
    for row in reversed(rows[:guards]):
        name = ABILITIES.operations[row.operation].name
        if name.startswith("may"):
            offered = True
            gains = [a + b for a, b in zip(gains, _brought(row), strict=True)]
        else:
            gains = [gain * _often(name, row) for gain in gains]
    worthless = sum(gain * worth for gain, worth in zip(gains, WORTH, strict=True)) < 0
    return [0.0] * len(GAINS) if offered and worthless else gains


def _brought(row: Row) -> list[float]:
    name = ABILITIES.operations[row.operation].name
    if name == "look":
        return [0, 1.4 * row.arguments[1], 0, 0]
    count = row.arguments[0] if row.arguments else 0
    each, flat = BRINGS.get(name, (0, 0, 0, 0)), FLAT.get(name, (0, 0, 0, 0))
    return [count * a + b for a, b in zip(each, flat, strict=True)]


def _often(name: str, row: Row) -> float:
    """The expected number of times that a condition lets its line be carried out."""
    if name.startswith("per-"):
        measure = {"battery": "batteries"}.get(name[4:], name[4:])
        typical = TYPICAL[measure if measure in TYPICAL else f"{measure}s"]
        return min(row.arguments[1], typical / row.arguments[0])
    if name == "if-have":
        return min(1.0, 0.6 * TYPICAL[MEASURES[row.arguments[1]]] / row.arguments[0])
    if name == "if-here":
        return min(1.0, 0.8 * TYPICAL["here"] / row.arguments[0])
    return 0.45
