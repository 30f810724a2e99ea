"""Copies: matches and batches continue independently, positions start new matches, and everything survives pickling."""

import copy
import json
import pickle
import subprocess
import sys

import numpy as np
import pytest

import cogtable
from cogtable import BadOption, BadSave
from cogtable.engine.batches.batch import Batch, playouts
from cogtable.engine.records.state import copied

BUFFERS = (
    "observations", "observers", "final_observations", "final_observers", "action_mask", "current_player", "waiting",
    "rewards", "terminated", "truncated", "ranks", "scores", "states", "seeds", "seats",
)  # fmt: skip


@pytest.fixture(scope="module", params=["splendor", "tiny"])
def game(request):
    return cogtable.game(request.param)


def pickled(item):
    return pickle.loads(pickle.dumps(item))


def started(game, **more):
    batch = Batch(game, 5, seats=[2, 3, 2, 3, 2], seed=40, threads=2, observe=True, auto_reset=True, **more)
    for _ in range(4):
        batch.step(batch.sample())
    return batch


def contents(batch):
    return {name: getattr(batch, name).tobytes() for name in BUFFERS}


def play_on(batch, steps=40):
    """Returns the next steps of a batch: random actions, including resets."""
    seen = []
    for _ in range(steps):
        batch.step(batch.sample())
        seen.append(contents(batch))
    return seen


# --- games and states ---------------------------------------------------------------------------


@pytest.mark.parametrize("twin", [pickled, copy.copy, copy.deepcopy])
def test_a_copied_game_is_the_same_object(game, twin):
    assert twin(game) is game


def test_a_game_keeps_the_box_it_was_pickled_with(tmp_path):
    box = tmp_path / "mine.toml"
    game = cogtable.game("splendor")
    box.write_text(game.box_file.read_text().replace("gold = 5", "gold = 4"))
    mine = game.with_box(box)
    assert mine.box.digest != game.box.digest
    data = pickle.dumps(mine)
    box.unlink()
    again = pickle.loads(data)
    assert again.box.digest == mine.box.digest
    assert again.box.record.gold == 4
    assert again.start(seats=2, seed=1).state.bank[5] == 4


def test_a_pickle_of_another_version_is_refused(monkeypatch):
    game = cogtable.game("splendor")
    data = pickle.dumps(game)
    monkeypatch.setattr(game, "version", "99")
    with pytest.raises(BadSave, match=r"pickled with splendor version \d+; cogtable.games.splendor has version 99"):
        pickle.loads(data)


@pytest.mark.parametrize("twin", [pickled, copy.deepcopy])
def test_states_keep_their_class(game, twin):
    position = game.start(seats=2, seed=3).position
    for again in (twin(position), twin(position[0])):
        assert again.dtype == game.state.dtype
        assert again.tobytes() == position.tobytes()
    assert twin(position[0]).seats == 2  # an element with the fields as attributes
    assert game.start_at(twin(position)).position.tobytes() == position.tobytes()


@pytest.mark.slow
def test_states_can_be_unpickled_before_their_game_was_loaded(tmp_path):
    file = tmp_path / "state.pickle"
    file.write_bytes(pickle.dumps(cogtable.game("splendor").start(seats=2, seed=3).position))
    code = f"import pickle; print(pickle.load(open({str(file)!r}, 'rb'))[0].seats)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "2\n"


# --- matches ------------------------------------------------------------------------------------


def played(game, moves=5, **options):
    match = game.start(seats=2, seed=11, **options)
    for _ in range(moves):
        seat = match.waiting[-1]
        match.play(seat, int(np.flatnonzero(match.legal(seat))[0]))
    return match


@pytest.mark.parametrize("twin", [pickled, copy.copy, copy.deepcopy, lambda match: match.copy()])
def test_a_copied_match_continues_independently(game, twin):
    match = played(game)
    again, before = twin(match), match.position.tobytes()
    assert again.log(0) == match.log(0)
    assert again.view(1) == match.view(1)
    seat = again.waiting[0]
    again.play(seat, int(np.flatnonzero(again.legal(seat))[-1]))
    assert again.ply > match.ply
    assert match.position.tobytes() == before
    again.undo()
    assert again.position.tobytes() == before


def test_a_match_can_start_at_anothers_position(game):
    match = played(game)
    branch = game.start_at(match.position)
    assert branch.position.tobytes() == match.position.tobytes()
    assert (branch.ply, branch.log(0), branch.options) == (0, [], match.options)
    for each in (match, branch):
        while not each.over:
            seat = each.waiting[0]
            each.play(seat, int(np.flatnonzero(each.legal(seat))[-1]))
    assert branch.position.tobytes() == match.position.tobytes()  # the generator continues from its state


def test_a_match_can_start_at_a_position_made_by_hand_and_be_saved(game):
    position = game.start(seats=3, seed=2).position.copy()
    position["ply"] = 60
    position["waiting"] = 0b10
    match = game.start_at(position, seed=8)
    assert match.waiting == (1,)
    position["waiting"] = 0
    assert match.waiting == (1,)  # it was copied
    match.play(1, int(np.flatnonzero(match.legal(1))[0]))
    text = cogtable.save(match)
    for verify in (False, True):
        again = cogtable.load(text, verify=verify)
        assert again.position.tobytes() == match.position.tobytes()
        assert again.log(1) == match.log(1)
        again.undo()
        assert again.position[0].ply == 60
    saved = json.loads(text)
    saved["laid_out"]["layout"] = "another"
    with pytest.raises(BadSave, match="its record has changed since"):
        cogtable.load(json.dumps(saved))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda position: None, "expected an array of one record of splendor; found None"),
        (lambda position: position[0], "expected an array of one record of splendor; found"),
        (lambda position: np.zeros(3), "expected an array of one record of splendor; found 3 of float64"),
        (
            lambda position: np.concatenate([position] * 2),
            "expected an array of one record of splendor; found 2 of Splendor",
        ),
        (lambda position: laid(position, seats=7), "splendor is for 2 to 4 seats; found 7"),
        (lambda position: laid(position, waiting=0b1000), "seats 0 to 1 may wait.*found waiting=0b1000 and over=0"),
        (lambda position: laid(position, waiting=0), "found waiting=0b0 and over=0"),
        (lambda position: laid(position, over=1), "found waiting=0b1 and over=1"),
    ],
)
def test_an_invalid_position_is_refused(spoil, message):
    game = cogtable.game("splendor")
    wrong = spoil(game.start(seats=2, seed=1).position)
    batch = Batch(game, 2, seats=2, threads=1)
    before = batch.states.tobytes()
    for begin in (game.start_at, lambda position: batch.place(position, [0])):
        with pytest.raises(BadSave, match=message):
            begin(wrong)
    assert batch.states.tobytes() == before


def laid(position, **fields):
    """Returns a copy of a position with other values in some fields."""
    array = copied(position)
    for name, value in fields.items():
        array[name] = value
    return array


def test_a_position_with_another_seed_has_another_future():
    game = cogtable.game("recharge")
    position = game.start(seats=2, seed=4).position
    one, same, other = (game.start_at(position, seed=seed) for seed in (1, 1, 2))
    assert one.position.tobytes() == same.position.tobytes() != other.position.tobytes()


def test_determinized_deals_agree_with_the_seats_knowledge(game):
    match = played(game, moves=1)
    deals = [match.determinized(0, seed) for seed in range(6)]
    assert len({deal.tobytes() for deal in deals}) > 1
    assert match.determinized(0, 0).tobytes() == deals[0].tobytes()
    for deal in deals:
        branch = game.start_at(deal)
        assert branch.hidden(0).tobytes() == match.hidden(0).tobytes()
        assert (branch.legal(0) == match.legal(0)).all()
    with pytest.raises(BadOption, match="a seed is a whole number"):
        match.determinized(0, -1)


# --- batches ------------------------------------------------------------------------------------


@pytest.mark.native
@pytest.mark.parametrize("twin", [pickled, copy.copy, copy.deepcopy, Batch.copy])
def test_a_copied_batch_continues_independently(game, twin):
    batch = started(game)
    again, before = twin(batch), contents(batch)
    assert contents(again) == before
    later = play_on(again)
    assert contents(batch) == before
    assert play_on(batch) == later


@pytest.mark.native
def test_a_snapshot_restores_everything(game):
    batch = started(game)
    snapshot, before = pickled(batch.snapshot()), contents(batch)
    held = batch.action_mask
    later = play_on(batch)
    batch.restore(snapshot)
    assert contents(batch) == before
    assert batch.action_mask is held  # buffers stay, so that other holders keep them
    assert play_on(batch) == later
    after = contents(batch)
    batch.restore(snapshot, tables=[1, 4])
    for name in BUFFERS:
        now, array = getattr(batch, name), np.frombuffer(after[name], getattr(batch, name).dtype)
        array = array.reshape(now.shape)
        assert now[[0, 2, 3]].tobytes() == array[[0, 2, 3]].tobytes(), name
    assert batch.states[[1, 4]].tobytes() == snapshot.arrays[0][[1, 4]].tobytes()


@pytest.mark.native
def test_a_snapshot_of_another_batch_is_refused(game):
    batch = started(game)
    before = contents(batch)
    others = [
        Batch(game, 4, seats=2, observe=True, auto_reset=True),
        Batch(game, 5, seats=2, observe=True, auto_reset=True),
        started(game, always_ask="on"),
        Batch(cogtable.game("tiny" if game.name == "splendor" else "splendor"), 5, seats=2),
    ]
    for other in others:
        with pytest.raises(BadSave, match=rf"this is <batch of 5 tables of {game.name} .*found <snapshot of \d tables"):
            batch.restore(other.snapshot())
    assert contents(batch) == before


@pytest.mark.native
def test_a_table_can_be_forked_into_others(game):
    batch = started(game)
    before = contents(batch)
    batch.fork(1, [0, 3])
    assert batch.seats.tolist() == [3, 3, 2, 3, 2]
    for name in set(BUFFERS):
        now = getattr(batch, name)
        assert now[0].tobytes() == now[1].tobytes() == now[3].tobytes(), name
        was = np.frombuffer(before[name], now.dtype).reshape(now.shape)
        assert now[[1, 2, 4]].tobytes() == was[[1, 2, 4]].tobytes(), name
    actions = batch.sample()
    actions[[0, 3]] = actions[1]
    batch.step(actions)
    assert batch.states[0].tobytes() == batch.states[1].tobytes()
    sampled = [batch.sample()[:2].tolist() for _ in range(20)]
    assert any(one != other for one, other in sampled)  # random actions differ, and so do the next deals
    batch.reset()
    assert len(set(batch.seeds.tolist())) == 5
    with pytest.raises(ValueError, match="tables go from 0 to 4; found 5 to 5"):
        batch.fork(5, [0])
    with pytest.raises(ValueError, match="tables go from 0 to 4; found -1 to -1"):
        batch.fork(0, [-1])


@pytest.mark.native
def test_a_match_can_be_placed_on_tables(game):
    match, batch = played(game), Batch(game, 4, seats=3, seed=1, threads=2, observe=True)
    before = contents(Batch(game, 4, seats=3, seed=1, threads=2, observe=True, auto_reset=True))["states"]
    batch.place(match, [1, 2])
    for i in (1, 2):
        assert batch.states[i].tobytes() == match.position.tobytes()
        assert batch.current_player[i] == match.waiting[0]
        assert (batch.action_mask[i] == match.legal(match.waiting[0])).all()
        assert (batch.observations[i] == match.observation(match.waiting[0])).all()
    assert batch.seats.tolist() == [3, 2, 2, 3]
    assert batch.seeds.tolist() == [1, 11, 11, 4]
    assert batch.states[[0, 3]].tobytes() == np.frombuffer(before, batch.states.dtype)[[0, 3]].tobytes()
    while not match.over and match.ply < 9:
        seat, actions = int(batch.current_player[1]), batch.sample()
        match.play(seat, int(actions[1]))
        batch.step(actions)
        assert batch.states[1].tobytes() == match.position.tobytes()
    ended = game.start_at(over(game))
    batch.place(ended, [0])
    assert batch.done[0]
    assert batch.terminated[0]
    assert batch.ranks[0, :2].tolist() == list(ended.ranks)
    batch.reset(tables=[0, 1])
    assert batch.seeds[[0, 1]].tolist() == [5, 6]
    assert batch.seats[:2].tolist() == [2, 2]
    with pytest.raises(BadOption, match="this batch was made for up to 2 seats; found a position with 3"):
        Batch(game, 2, seats=2).place(game.start(seats=3), [0])


def over(game):
    return playouts(game, seats=2, games=1, seed=1).states


@pytest.mark.native
def test_tables_can_become_different_deals_of_a_seats_view(game):
    batch = Batch(game, 6, seats=2, seed=3, threads=2, observe=True)
    batch.fork(0, range(1, 6))
    seen = batch.observe(0)
    batch.determinize(0, seeds=50)
    assert (batch.observe(0) == seen).all()
    assert len({state.tobytes() for state in batch.states}) > 1
    match = game.start(seats=2, seed=3)
    for i, state in enumerate(batch.states):
        assert state.tobytes() == match.determinized(0, 50 + i)[0].tobytes()
    actions = batch.sample()
    batch.step(actions)  # the masks are of the new deals
    with pytest.raises(ValueError, match="table 0 has seats 0 to 1; found 2"):
        batch.determinize(2, seeds=0)


@pytest.mark.native
def test_the_last_observations_of_games_that_end_are_kept(game):
    batch = Batch(game, 3, seats=2, seed=5, threads=1, observe=True, auto_reset=True, max_moves=4)
    alone = Batch(game, 3, seats=2, seed=5, threads=1, observe=True, max_moves=4)
    for _ in range(4):
        actions = alone.sample()
        batch.step(actions)
        alone.step(actions)
    assert (batch.truncated | batch.terminated).all()
    assert (batch.final_observations == alone.observations).all()
    assert (batch.final_observers == alone.observers).all()
    assert not (batch.observations == alone.observations).all()
    kept = batch.final_observations.copy()
    batch.step(batch.sample())
    assert (batch.final_observations == kept).all()
    with pytest.raises(AttributeError, match="make it with observe=True, auto_reset=True"):
        alone.final_observations  # noqa: B018


def test_past_loaded_and_handmade_positions_are_read_only():
    game = cogtable.game("tiny")
    match = game.start(seats=2, seed=1)
    for _ in range(3):
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[0].action)
    laid_out = game.start_at(match.position)
    frozen = [*match.positions[:-1], *match.at(2).positions, laid_out.initial_position]
    for each in match, laid_out:
        text = cogtable.save(each)
        for taken_up in (cogtable.load(text), cogtable.load(text, verify=True), pickled(each)):
            frozen += taken_up.positions[:-1]
        frozen += [cogtable.load(text).position, pickled(each).position]
    frozen += [cogtable.load(cogtable.save(laid_out), verify=True).position, laid_out.position]
    for position in frozen:
        with pytest.raises(ValueError, match="read-only"):
            position[0].seats = 5
