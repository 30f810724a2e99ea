"""Views, choices and log lines are cached, and equal those computed again."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

import cogtable
from cogtable.engine.play.match import SPECTATOR
from cogtable.engine.records.state import copied
from cogtable.engine.rules import verbs
from cogtable.engine.text import cached, words

MAGPIE = Path(__file__).parents[2] / "examples" / "magpie"
GAMES = {"splendor": 2, "megaman": 3, "recharge": 2, "smashgear": 2, "coalheart": 3, "tiny": 3, "magpie": 2}
SHORT = {"smashgear": {"cap": 60}}
"""Options with which long games end earlier."""
LOOKS = 29
"""The number of moves between comparisons of whole views; log lines are compared after every move."""


def start(name, monkeypatch):
    """Starts a match of a game."""
    if name == "magpie":
        monkeypatch.syspath_prepend(MAGPIE)
        return importlib.import_module("magpie").game.start(seats=GAMES[name], seed=5)
    return cogtable.game(name).start(seats=GAMES[name], seed=5, **SHORT.get(name, {}))


def one_more(match, random):
    """Returns the match after a random move, played on a copy as the server does."""
    after = match.copy()
    seat = random.choice(match.waiting)
    after.play(seat, int(random.choice(np.flatnonzero(match.legal(seat)).tolist())))
    return after


def hidden(match, position, seat):
    """Returns a position as a seat knows it."""
    array = copied(position)
    verbs.hide(array[0], match.game.box.record, seat)
    return array[0]


def lines_of(match, ply, seat):
    """Returns the log lines of a move for a seat, from the position after it alone."""
    notes = match.moves[ply - 1].notes if ply else match.opening
    state = hidden(match, match.positions[ply], seat)
    lines = list(match.game.table.log_lines(state, match.game.box, [note for note in notes if note.reaches(seat)]))
    for line in lines:
        line.ply = ply
    return lines


def whole_view(match, seat, log):
    """Returns the view of a seat, from the position and the events alone."""
    game, table, state = match.game, match.game.table, hidden(match, match.position, seat)
    view = table.scene(state, game.box, seat)
    view.waiting, view.ply, view.log = list(match.waiting), match.ply, log
    if seat in match.waiting:
        mask = game.mask()
        verbs.legal(match.position[0], game.box.record, seat, mask)
        view.choices = [table.choice(state, game.box, seat, int(action)) for action in np.flatnonzero(mask)]
        if hasattr(table, "previews"):
            view.previews = table.previews(state, game.box, seat, view.choices)
    chosen = [move.action != game.passing or bool(match.options["always_ask"]) for move in match.moves]
    first = max((ply for ply, was in enumerate(chosen) if was), default=None)
    notes = [note for move in match.moves[first or 0 :] for note in move.notes]
    notes = list(match.opening) + notes if first is None else notes
    if hasattr(table, "animate"):
        table.animate(view, state, game.box, [note for note in notes if note.reaches(seat)])
    return view


LONG = {"smashgear", "coalheart"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in GAMES]
)
def test_over_whole_games_cached_results_equal_computed_ones(name, monkeypatch):
    match, random = start(name, monkeypatch), Random(5)
    logs = {seat: lines_of(match, 0, seat) for seat in range(SPECTATOR, match.seats)}
    while True:
        for seat, lines in logs.items():
            assert match.log(seat) == lines, f"move {match.ply}, seat {seat}"
            if match.ply % LOOKS == 0 or match.over:
                view = match.view(seat)
                assert msgspec.json.encode(view) == msgspec.json.encode(whole_view(match, seat, lines))
                assert match.clock == match.view(SPECTATOR).clock
        if match.over:
            break
        before, match = match, one_more(match, random)
        for seat, lines in logs.items():
            assert before.log(seat) == lines  # a move played on a copy leaves the original unchanged
            logs[seat] = lines + [
                line for ply in range(before.ply, match.ply) for line in lines_of(match, ply + 1, seat)
            ]
    again = match.reworded()
    assert [again.log(seat) for seat in logs] == list(logs.values())  # also for a spectator who joins only now


@pytest.mark.parametrize("name", ["splendor", "smashgear"])
def test_memoized_functions_still_return_the_same(name, monkeypatch):
    match, random = start(name, monkeypatch), Random(6)
    for _ in range(40):
        match = one_more(match, random)
        for seat in range(match.seats):
            match.view(seat)
    checked = 0
    for function, known in cached.FUNCTIONS:
        for key, answer in known.items():
            digest, language, this, rest = key
            if (digest, language) == (match.game.box.digest, words.translations()):
                before = (this,) if this != () else ()
                assert function(*before, match.game.box, *rest) == answer, function.__qualname__
                checked += 1
    assert checked > 50


def test_undo_removes_the_lines_of_a_move():
    match, random = cogtable.game("splendor").start(seed=5), Random(5)
    logs = [match.log(0)]
    for _ in range(5):
        match = one_more(match, random)
        logs.append(match.log(0))
    match.undo()
    assert match.log(0) == logs[4]
    assert match.at(2).log(0) == logs[2]
    match.play(match.waiting[0], match.choices(match.waiting[0])[0].action)
    assert match.log(0)[: len(logs[4])] == logs[4]
    assert match.log(0)[-1].ply == 5


def test_a_move_costs_one_hide_and_one_log_for_each_seat(monkeypatch):
    match, random = cogtable.game("recharge").start(seed=5), Random(5)
    table, hides, tales, choices = match.game.table, Counter(), Counter(), Counter()

    def counting(counter, function, key):
        def counted(*args):
            counter[key(*args)] += 1
            return function(*args)

        return counted

    for _ in range(12):
        match = one_more(match, random)
    for seat in (0, 1):
        match.view(seat)
    monkeypatch.setattr(verbs, "hide", counting(hides, verbs.hide, lambda s, b, seat: (int(s.ply), seat)))
    monkeypatch.setattr(table, "log_lines", counting(tales, table.log_lines, lambda s, box, notes: int(s.ply)))
    which = lambda s, box, seat, action: (int(s.ply), seat, action)  # noqa: E731
    monkeypatch.setattr(table, "choice", counting(choices, table.choice, which))
    for _ in range(12):
        match = one_more(match, random)
        for seat in (0, 1):
            match.view(seat)
            match.choices(seat)
            match.log(seat)
            match.why_not(seat, match.view(seat).pieces[0].id)
    assert set(hides.values()) == {1}
    assert {seat for _, seat in hides} == {0, 1}
    assert set(tales.values()) == {2}
    assert set(choices.values()) == {1}


def test_the_clock_of_a_match_does_not_need_the_scene(monkeypatch):
    for name in ("splendor", "megaman", "recharge", "smashgear", "coalheart"):
        match = cogtable.game(name).start(seed=5)
        words = match.view().clock.words
        with monkeypatch.context() as patch:
            patch.setattr(match.game.table, "scene", None)
            assert match.clock.words == words


def test_hidden_states_are_copies_and_read_only_in_tables(monkeypatch):
    match = cogtable.game("splendor").start(seed=5)
    match.hidden(0)[0].bank[0] = 99
    assert match.hidden(0)[0].bank[0] != 99
    scene = match.game.table.scene

    def spoils(s, box, seat):
        s.bank[0] = 99
        return scene(s, box, seat)

    monkeypatch.setattr(match.game.table, "scene", spoils)
    with pytest.raises(ValueError, match="read-only"):
        match.view(0)
