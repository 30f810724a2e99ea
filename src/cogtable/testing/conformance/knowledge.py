"""Who may know the fields of a record, as declared by `known_to`; and states that differ only in hidden facts."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from cogtable.engine.play.game import Game
from cogtable.engine.records.state import HOLDER, NOBODY, OWNER, Ints, Secret, State, copied
from cogtable.engine.rules import rng
from cogtable.testing.conformance.trials import Dice

EVERYBODY = "everybody"

Cells = dict[str, Ints]
"""For each declared field, which of its cells."""


_declared: dict[type[State], dict[str, Secret]] = {}


def declared(state: type[State]) -> dict[str, Secret]:
    """The fields of a record that not everybody may know, found once."""
    if state not in _declared:
        _declared[state] = state.secrets()
    return _declared[state]


def who_knows(state: type[State]) -> dict[str, str]:
    """Who may know each field of a record, in words."""
    knowers = {"rng": NOBODY}
    for name, secret in declared(state).items():
        knowers[name] = secret.words + (f" ({secret.of})" if secret.of else f" (by {secret.by})" if secret.by else "")
    fields = [name for name in state.dtype.names or () if name != "filling" and not name.startswith("is_")]
    return {**knowers, **{name: EVERYBODY for name in fields if name not in knowers}}


def unknown(state: type[State], array: Any, seat: int) -> Cells:
    """The cells of an array of one record that `seat` (-1 for a spectator) may not know, as the record declares it.

    Cells without a component hold no information.
    """
    s, secrets = array[0], declared(state)
    found = {}
    for name, secret in secrets.items():
        if secret.who != HOLDER:
            held = np.asarray(array[name][0])
            found[name] = ~_known(secret, s, seat, held.shape)
            if secret.of:
                found[name] &= held >= 0
    for name, secret in secrets.items():
        if secret.who == HOLDER:
            found[name] = np.zeros(array.dtype[name].shape, bool)
            for other, cells in found.items():
                if secrets[other].of == secret.by:
                    found[name][array[other][0][cells]] = True
    return found


def _known(secret: Secret, s: Any, seat: int, shape: tuple[int, ...]) -> Ints:
    """The cells of a field that a seat may know; rows of seats that do not play hold no information."""
    known = np.zeros(shape, bool)
    if secret.who == OWNER:
        known[s.seats :] = True
        if seat >= 0:
            known[seat] = True
    elif not isinstance(secret.who, str):
        known[...] = np.asarray(secret.who(s, seat), bool)
    return known


class Twin(NamedTuple):
    """Another possible state, and the fields that differ."""

    array: Any
    moved: set[str]


def exchanged(game: Game, array: Any, seat: int, dice: Dice) -> Twin:
    """A state in which the components that `seat` may not know are shuffled among the cells it may not know, with
    another generator. Uses neither `hide` nor `determinize`.
    """
    world = copied(array)
    rng.seed(world[0], dice.below(1 << 30))
    cells = unknown(game.state, array, seat)
    secrets = declared(game.state)
    for kind in dict.fromkeys(secret.kind for secret in secrets.values() if secret.kind):
        alike = next((one.alike for one in secrets.values() if one.kind == kind and one.alike), None)
        backs = None if alike is None else np.asarray(alike(array[0], game.box.record))
        holding = [name for name, secret in secrets.items() if secret.of == kind]
        indexed = [name for name, secret in secrets.items() if secret.by == kind]
        if indexed:
            _relabel(array, world, cells, holding, indexed, backs, dice)
        else:
            _move(array, world, cells, holding, backs, dice)
    moved = {name for name in secrets if world[name].tobytes() != array[name].tobytes()}
    return Twin(world, moved)


def _relabel(
    array: Any, world: Any, cells: Cells, holding: list[str], indexed: list[str], backs: Any, dice: Dice
) -> None:
    """Renumbers unknown components, both in the fields that hold them and in those that say where they are."""
    numbers = {int(number) for name in holding for number in array[name][0][cells[name]]}
    numbers |= {int(number) for name in indexed for number in np.flatnonzero(cells[name])}
    new: dict[int, int] = {}
    for group in _groups([(number, number) for number in sorted(numbers)], backs):
        new.update(zip(group, _turned(group, dice), strict=True))
    for name in holding:
        held = array[name][0][cells[name]]
        world[name][0][cells[name]] = [new[int(number)] for number in held]
    for name in indexed:
        for number, other in new.items():
            world[name][0][other] = array[name][0][number]


def _move(array: Any, world: Any, cells: Cells, holding: list[str], backs: Any, dice: Dice) -> None:
    """Moves unknown components to other cells."""
    places = [(name, tuple(cell)) for name in holding for cell in np.argwhere(cells[name])]
    held = {place: int(array[place[0]][0][place[1]]) for place in places}
    for group in _groups(list(held.items()), backs):
        order = _turned(group, dice)
        for (name, cell), source in zip(group, order, strict=True):
            world[name][0][cell] = held[source]


def _groups(items: list[tuple[Any, int]], backs: Any) -> list[list[Any]]:
    """Things that look alike from behind, each with the number of its component."""
    groups = defaultdict(list)
    for item, number in items:
        groups[0 if backs is None else int(backs[number])].append(item)
    return list(groups.values())


def _turned(items: list[Any], dice: Dice) -> list[Any]:
    """The items in another order, in which each has changed its place (if there are two or more): one cycle, drawn by
    S. Sattolo's algorithm, "An algorithm to generate a random cyclic permutation" (1986).
    """
    items = list(items)
    for i in range(len(items) - 1, 0, -1):
        j = dice.below(i)
        items[i], items[j] = items[j], items[i]
    return items
