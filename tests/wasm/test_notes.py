"""A module of rules alone writes the same notes as plain Python, and plays the same moves."""

import random

import numpy as np
import pytest
from numba.core import ir
from numba.core.compiler import run_frontend

from bench.wasm_instance import Instance
from cogtable.engine.compile import skipped_calls
from cogtable.engine.rules import rng
from cogtable.engine.rules.events import ALL, Events, Note, note
from cogtable.wasm import notes
from cogtable.wasm.files import RULES

pytestmark = pytest.mark.native

GAMES = ["tiny", *(pytest.param(name, marks=pytest.mark.large) for name in ("splendor", "megaman", "recharge"))]
GAMES += [pytest.param(name, marks=pytest.mark.large) for name in ("coalheart", "smashgear", "magpie")]


@pytest.fixture
def rules(game, module_of):
    """The module of a game's rules, ready to be called."""
    return Instance(module_of(game, "--rules"), f"{game.name}{RULES}")


def called(rules, before, verb, **numbers):
    """The state after a verb, and the notes that it wrote behind it."""
    size = len(before)
    rules.write("states", before + bytes(8))
    rules.call(verb, **numbers)
    states = rules.read("states")
    count, *words = np.frombuffer(states[size:], np.int64, 1 + rules.about["words"]).tolist()
    found = []
    at = 0
    while at < count:
        audience, event, values = words[at : at + 3]
        fields = rules.about["events"][str(event)]
        found.append(Note(audience, event, tuple(words[at + 3 : at + 3 + values]), tuple(fields)))
        at += 3 + values
    return states[:size], tuple(found)


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_a_whole_game_has_the_same_moves_and_notes(game, rules):
    match, draw = game.start(seats=game.min_seats, seed=5), random.Random(5)
    blank = game.blank(game.min_seats, {})
    rng.seed(blank[0], 5)
    assert called(rules, blank.tobytes(), "setup_seeded") == (match.positions[0].tobytes(), match.opening)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, draw.choice(match.choices(seat)).action)
    noted = 0
    for before, after, move in zip(match.positions, match.positions[1:], match.moves, strict=False):
        found = called(rules, before.tobytes(), "play", seat=move.seat, action=move.action)
        assert found == (after.tobytes(), move.notes)
        noted += len(move.notes)
    assert noted > match.ply / 2


@pytest.mark.parametrize("game", ["tiny"], indirect=True)
def test_a_module_of_rules_has_no_search_and_imports_nothing(rules):
    verbs = ["setup_seeded", "legal", "play", "hide", "determinize_seeded", "rank", "evaluate"]
    assert list(rules.about["functions"]) == verbs
    assert rules.imports == []


class Event(Events):
    DREW = "seat"
    PAID = "seat kind count"


def by_name(s, seat):
    note(s, ALL, Event.PAID, seat=seat, count=2, kind=1)


def in_order(s, seat):
    note(s, ALL, Event.PAID, seat)


def by_number(s, seat):
    note(s, ALL, 7, seat=seat)


def by_chance(s, seat):
    event = Event.DREW if seat else Event.PAID
    note(s, ALL, event, seat)


@pytest.mark.parametrize(
    ("rule", "events"), [(by_name, {1: ("seat", "kind", "count")}), (by_number, {7: ("seat",)}), (in_order, None)]
)
def test_the_fields_of_noted_events_are_known(rule, events):
    function = run_frontend(rule)
    with notes.recorded() as fields:
        assert skipped_calls.rewrite(function, ir)
    assert fields == (events or {1: ("seat", "kind", "count")})
    assert notes.write_note in [value.value for value in all_values(function) if isinstance(value, ir.Global)]
    values = next(value for value in all_values(function) if getattr(value, "op", "") == "build_tuple")
    assert len(values.items) == len(fields[max(fields)])


def test_an_event_that_only_the_game_knows_is_refused():
    with notes.recorded(), pytest.raises(notes.UnknownEvent, match="a module writes the notes of events named in the"):
        skipped_calls.rewrite(run_frontend(by_chance), ir)


def test_other_code_goes_on_to_skip_notes():
    with notes.recorded():
        pass
    function = run_frontend(by_name)
    assert skipped_calls.rewrite(function, ir)
    assert not any(getattr(value, "op", "") == "call" for value in all_values(function))


def all_values(function):
    return [one.value for block in function.blocks.values() for one in block.body if isinstance(one, ir.Assign)]
