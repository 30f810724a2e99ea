"""Compiled play: batches and playouts do what single games do."""

import numpy as np
import pytest

import cogtable
from cogtable import BadOption, IllegalAction
from cogtable.engine import cache, chance, native, verbs
from cogtable.engine.batch import Batch, playouts

pytestmark = pytest.mark.native


@pytest.fixture(scope="module", params=["splendor", "tiny"])
def game(request):
    return cogtable.game(request.param)


def as_single_game(game, batch, seed, options):
    """Plays one table interpreted with the batch's actions, comparing after every step; gives how far it came."""
    states = [game.deal(batch.seats, seed + i, options) for i in range(batch.count)]
    steps = 0
    while not batch.over.all():
        for i, array in enumerate(states):
            assert array.tobytes() == batch.states[i : i + 1].tobytes()
            check_buffers(game, batch, i, array)
        actions = batch.sample()
        for i, array in enumerate(states):
            if batch.acting[i] >= 0:
                verbs.play(array[0], game.box.record, int(batch.acting[i]), int(actions[i]))
        batch.step(actions)
        steps += 1
    for i, array in enumerate(states):
        check_buffers(game, batch, i, array)
    return steps


def check_buffers(game, batch, i, array):
    s = array[0]
    assert batch.waiting[i] == s.waiting
    mask, places = game.mask(), np.zeros((batch.seats, 2), np.int32)
    if s.over:
        verbs.rank(s, game.box.record, places)
        assert batch.acting[i] == -1
    else:
        assert s.waiting >> int(batch.acting[i]) & 1
        verbs.legal(s, game.box.record, int(batch.acting[i]), mask)
    assert (batch.masks[i] == mask).all()
    assert (batch.ranks[i] == places).all()


@pytest.mark.parametrize("seats", [2, 3])
def test_a_batch_is_as_many_single_games(game, seats):
    options = {"payment": "free", "first": "random", "limit": 12} if game.name == "splendor" else {}
    batch = Batch(game, 5, seats=seats, seed=30, threads=2, **options)
    assert as_single_game(game, batch, 30, options) > 2


def test_buffers_are_the_tables_own(game):
    batch = Batch(game, 3, seats=2, seed=1, threads=1)
    held = {name: getattr(batch, name) for name in ("states", "masks", "acting", "waiting", "ranks")}
    before = batch.acting.tolist()
    batch.step(batch.sample())
    for name, buffer in held.items():
        assert getattr(batch, name) is buffer
    assert batch.acting.tolist() != before
    assert batch.masks.shape == (3, game.actions)


@pytest.mark.parametrize("name", ["masks", "acting", "waiting", "ranks"])
def test_buffers_cannot_be_written(game, name):
    batch = Batch(game, 2, seats=2, seed=1, threads=1)
    with pytest.raises(ValueError, match="read-only"):
        getattr(batch, name)[0] = 0


@pytest.mark.parametrize("wrong", [-1, "one too many", 10**6, "masked"])
def test_an_illegal_action_moves_no_table(game, wrong):
    batch = Batch(game, 4, seats=2, seed=1, threads=2)
    batch.step(batch.sample())
    actions = batch.sample()
    masked = [*np.flatnonzero(batch.masks[2] == 0), game.actions]
    actions[2] = {"one too many": game.actions, "masked": masked[0]}.get(wrong, wrong)
    before = (batch.states.tobytes(), batch.masks.tobytes(), batch.acting.tobytes())
    with pytest.raises(IllegalAction, match=rf"table 2: seat \d may not play action {actions[2]}; see masks\[2\]"):
        batch.step(actions)
    assert (batch.states.tobytes(), batch.masks.tobytes(), batch.acting.tobytes()) == before


def test_actions_of_another_shape(game):
    batch = Batch(game, 4, seats=2, seed=1, threads=1)
    with pytest.raises(ValueError, match=r"expected 4 actions; found an array of shape \(3,\)"):
        batch.step(np.zeros(3, np.int64))


def test_what_stands_for_a_finished_table_is_not_read(game):
    batch = Batch(game, 2, seats=2, seed=1, threads=1)
    batch.play_out()
    before = batch.states.tobytes()
    batch.step(np.array([-5, 10**6]))
    assert batch.states.tobytes() == before
    assert batch.sample().tolist() == [-1, -1]


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_the_number_of_threads_changes_nothing(game, threads):
    one = playouts(game, seats=2, games=37, seed=5, threads=1)
    several = playouts(game, seats=2, games=37, seed=5, threads=threads)
    assert one.states.tobytes() == several.states.tobytes()
    assert one.moves == several.moves == one.states["ply"].sum()


def test_playouts_end_and_differ(game):
    played = playouts(game, seats=2, games=30, seed=1)
    assert played.states["over"].all()
    assert len({state.tobytes() for state in played.states}) == 30


def test_dealing_anew(game):
    batch = Batch(game, 3, seats=2, seed=8, threads=1)
    fresh = batch.states.tobytes()
    batch.play_out()
    batch.reset(8)
    assert batch.states.tobytes() == fresh
    assert not batch.ranks.any()
    assert (batch.acting >= 0).all()
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to"):
        batch.reset(-1)


def test_options_are_checked(game):
    with pytest.raises(BadOption):
        Batch(game, 2, seats=9)
    with pytest.raises(BadOption):
        Batch(game, 2, seats=2, colour=1)


def test_seats_that_wait_together_act_in_turn():
    batch = Batch(cogtable.game("tiny"), 1, seats=3, seed=2, threads=1)
    acted = []
    while not batch.over[0]:
        acted.append(int(batch.acting[0]))
        batch.step(batch.sample())
    assert acted == [0, 1, 2] * 3


def test_a_random_action_is_any_legal_one_equally_often():
    game = cogtable.game("splendor")
    mask = native.padded(game, 1)[0]
    legal = [0, 7, 8, 30, 31, game.actions - 1]
    mask[legal] = 1
    s = game.deal(2, 0)[0]
    chance.seed(s, 9)
    with np.errstate(over="ignore"):
        counts = np.bincount([int(native.some_action(s, mask)) for _ in range(3000)], minlength=mask.size)
    assert set(np.flatnonzero(counts)) == set(legal)
    assert abs(counts[legal] - 500).max() < 100
    mask[:] = 0
    assert native.some_action(s, mask) == -1


def test_compiling_is_announced_once(game, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cache, "folder", lambda marker: tmp_path)
    assert not native.is_compiled("a kernel", game)
    assert native.announced("a kernel", game, lambda: 5) == 5
    assert f"Compiling a kernel of {game.name}" in capsys.readouterr().err
    assert native.is_compiled("a kernel", game)
    native.announced("a kernel", game, lambda: 5)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(cache, "folder", lambda marker: None)
    assert not native.is_compiled("a kernel", game)
