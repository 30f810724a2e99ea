"""Boxes at a game's limits: amounts of 0, the largest amounts, and each operation with both.

They are refused with a reason, or games with them end without losing pieces or overflowing.
"""

import importlib
import json
import random
import runpy
import tomllib
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

import cogtable
from cogtable.engine.boxes.box import Column
from cogtable.engine.boxes.operations import Vocabulary, vocabulary_of
from cogtable.engine.rules import verbs
from cogtable.games.splendor.rules.state import Phase

from .test_grown import written

HERE = Path(__file__).parent
GAMES = ("splendor", "megaman", "recharge", "smashgear", "coalheart")
A_TURN = ("splendor", "megaman")
"""Games in which a player takes a turn even with one legal action, because a turn isn't a question."""


@cache
def shipped(name):
    """Returns a game's own box as JSON data."""
    return json.dumps(tomllib.loads(cogtable.game(name).box_file.read_text(encoding="utf-8")))


@cache
def columns(name):
    """Returns the columns and values that a game's boxes declare."""
    module = importlib.import_module(f"cogtable.games.{name}.rules.box")
    found = {}
    for tables in (
        each for each in vars(module).values() if isinstance(each, type) and each.__name__.endswith("Tables")
    ):
        for base in tables.__mro__:
            for item in vars(base).values():
                if isinstance(item, Column):
                    found.setdefault((item.table, item.field), (tables, item))
    return list(found.values())


def vocabulary(name, tables, column):
    """Returns the vocabulary of a column; None for numbers and shapes."""
    if column.parse is None or column.field == "shape":
        return None
    own = importlib.import_module(f"cogtable.games.{name}.rules.abilities").ABILITIES
    found = vocabulary_of(tables, column.table, column.field) or own
    assert isinstance(found, Vocabulary)
    return found


NUMBERS = [
    pytest.param(name, column, which, id=f"{name}-{column.table or 'box'}-{column.field}-{which}")
    for name in GAMES
    for _, column in columns(name)
    if column.parse is None and not column.names
    for which in ("low", "high")
]
OPERATIONS = [
    pytest.param(name, tables, column, which, id=f"{name}-{column.table}-{column.field}-{which}")
    for name in GAMES
    for tables, column in columns(name)
    if vocabulary(name, tables, column)
    for which in ("low", "high")
]


def with_number(value, number):
    """Returns a value of a box with each of its numbers replaced."""
    if isinstance(value, list):
        return [with_number(each, number) for each in value]
    if isinstance(value, dict):
        return {key: with_number(each, number) for key, each in value.items()}
    return number


def boxed(name, data):
    """Returns the game with a box; None if it is refused with the faulty line."""
    try:
        return cogtable.game(name).with_box_text(written(data), "box.toml")
    except cogtable.BadBox as error:
        if "line " not in str(error):
            raise
        return None


def play_to_the_end(game, name, seed):
    """Plays at random."""
    census = runpy.run_path(str(HERE / name / "census.py"))["census"]
    seats = (game.min_seats, game.max_seats)[seed % 2]
    s, b, chance = game.deal(seats, seed)[0], game.box.record, random.Random(seed)
    cards = census(s, b)
    while not s.over:
        seat = chance.choice([seat for seat in range(seats) if s.waiting >> seat & 1])
        mask = game.mask()
        verbs.legal(s, b, seat, mask)
        actions = [int(action) for action in mask.nonzero()[0]]
        turn = name in A_TURN and s.phase == Phase.ACT
        assert len(actions) > 1 or turn or actions == [game.passing], "a question with one answer"
        verbs.play(s, b, seat, chance.choice(actions))
        assert s.ply <= game.bound
    assert census(s, b) == cards


@pytest.mark.parametrize(("name", "column", "which"), NUMBERS)
def test_a_box_with_minimum_or_maximum_numbers_is_refused_or_playable(name, column, which):
    data = json.loads(shipped(name))
    for entry in data[column.table] if column.table else [data]:
        if column.field in entry:
            entry[column.field] = with_number(entry[column.field], getattr(column, which))
    game = boxed(name, data)
    for seed in range(2 if game else 0):
        play_to_the_end(game, name, seed)


def spelt(operation, which):
    """Returns an operation with its first or last arguments, as in a box."""
    return " ".join([operation.name, *(str(list(kind)[-(which == "high")]) for kind in operation.arguments.values())])


def lines(words, which, chance):
    """Returns each operation by itself, and after one or two conditions."""
    guards = [spelt(one, which) for one in words.operations if one.guard]
    for one in words.operations:
        if not one.guard:
            yield spelt(one, which)
            yield f"{chance.choice(guards)}: {spelt(one, which)}"
            yield f"{chance.choice(guards)}: {chance.choice(guards)}: {spelt(one, which)}"


@pytest.mark.parametrize(("name", "tables", "column", "which"), OPERATIONS)
def test_each_operation_with_minimum_or_maximum_amounts_is_refused_or_playable(name, tables, column, which):
    """Each card of the box gets one line that the game allows."""
    chance = random.Random(f"{name} {column.table} {which}")
    allowed = []
    for line in lines(vocabulary(name, tables, column), which, chance):
        data = json.loads(shipped(name))
        data[column.table][0][column.field] = [line]
        if boxed(name, data):
            allowed.append(line)
    assert allowed
    chance.shuffle(allowed)
    size = len(json.loads(shipped(name))[column.table])
    for seed, some in enumerate(zip_longest(*[iter(allowed)] * size)):
        data = json.loads(shipped(name))
        for entry, line in zip(data[column.table], some, strict=True):
            entry[column.field] = [line or allowed[0]]
        if game := boxed(name, data):
            play_to_the_end(game, name, seed)
