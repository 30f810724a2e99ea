"""Batches and playouts behave like single games; batches as environments for learning programs."""

import pickle

import numpy as np
import pytest

import cogtable
from cogtable import BadOption, IllegalAction
from cogtable.engine.batches.batch import Batch, playouts
from cogtable.engine.records.state import copied
from cogtable.engine.rules import verbs

pytestmark = pytest.mark.native


@pytest.fixture(scope="module", params=["splendor", "tiny"])
def game(request):
    return cogtable.game(request.param)


def as_single_game(game, batch, seed, options):
    """Plays tables interpreted with the batch's actions, comparing after every step; returns the number of steps."""
    states = [game.deal(int(batch.seats[i]), seed + i, options) for i in range(batch.num_envs)]
    steps = 0
    while not batch.done.all():
        for i, array in enumerate(states):
            assert array.tobytes() == batch.states[i : i + 1].tobytes()
            check_buffers(game, batch, i, array)
        actions = batch.sample()
        for i, array in enumerate(states):
            if batch.current_player[i] >= 0:
                verbs.play(array[0], game.box.record, int(batch.current_player[i]), int(actions[i]))
        batch.step(actions)
        steps += 1
    for i, array in enumerate(states):
        check_buffers(game, batch, i, array)
    return steps


def check_buffers(game, batch, i, array):
    s = array[0]
    assert batch.waiting[i] == s.waiting
    assert batch.terminated[i] == s.over == batch.done[i]
    mask, places = game.mask(), np.zeros((batch.seats[i], 2), np.int32)
    seat = int(batch.current_player[i])
    if s.over:
        verbs.rank(s, game.box.record, places)
        assert seat == -1
    else:
        assert s.waiting >> seat & 1
        verbs.legal(s, game.box.record, seat, mask)
        assert (batch.observations[i] == known(game, array, seat)).all()
    assert (batch.action_mask[i] == mask).all()
    assert (batch.ranks[i] == places[:, 0]).all()
    assert (batch.scores[i] == places[:, 1]).all()


def known(game, array, seat):
    hidden = copied(array)
    verbs.hide(hidden[0], game.box.record, seat)
    return game.observed(hidden, seat)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_batch_plays_like_single_games(game, seats):
    options = {"payment": "free", "first": "random", "limit": 12} if game.name == "splendor" else {}
    batch = Batch(game, 5, seats=seats, seed=30, threads=2, observe=True, **options)  # type: ignore[arg-type]
    assert as_single_game(game, batch, 30, options) > 2


BUFFERS = {
    "observations": "int16", "action_mask": "uint8", "current_player": "int8", "waiting": "int32", "rewards": "float32",
    "terminated": "bool", "truncated": "bool", "ranks": "int32", "scores": "int32",
}  # fmt: skip


@pytest.mark.parametrize("auto_reset", [False, True])
def test_buffers_are_contiguous_keep_their_place_and_are_shared_without_a_copy(game, auto_reset):
    batch = Batch(game, 3, seats=2, seed=1, threads=1, observe=True, auto_reset=auto_reset)
    held = {name: getattr(batch, name) for name in BUFFERS}
    taken = {name: np.from_dlpack(buffer) for name, buffer in held.items()}
    for _ in range(40):
        batch.step(batch.sample())
    batch.reset(tables=[1])
    for name, buffer in held.items():
        assert getattr(batch, name) is buffer
        assert buffer.flags.c_contiguous
        assert buffer.dtype == BUFFERS[name]
        assert np.shares_memory(taken[name], buffer)
        assert (taken[name] == buffer).all()
    assert batch.action_mask.shape == (3, game.actions)
    assert batch.observations.shape == (3, game.observation.count())
    assert batch.rewards.shape == batch.ranks.shape == batch.scores.shape == (3, 2)


def test_writing_into_buffers_does_not_change_a_game(game):
    batch, other = (Batch(game, 2, seats=2, seed=1, threads=1, observe=True) for _ in range(2))
    for name in BUFFERS:
        getattr(batch, name)[:] = 1
    illegal = np.array([np.flatnonzero(other.action_mask[0] == 0)[-1] if game.name == "splendor" else game.actions, 0])
    with pytest.raises(IllegalAction):
        batch.step(illegal)
    actions = other.sample()
    other.step(actions)
    batch.step(actions)
    for name in set(BUFFERS) - {"ranks", "scores", "truncated", "terminated"}:
        assert (getattr(batch, name) == getattr(other, name)).all(), name


@pytest.mark.parametrize("wrong", [-1, "one too many", 10**6, "masked"])
def test_an_illegal_action_moves_no_table(game, wrong):
    batch = Batch(game, 4, seats=2, seed=1, threads=2)
    batch.step(batch.sample())
    actions = batch.sample()
    masked = [*np.flatnonzero(batch.action_mask[2] == 0), game.actions]
    actions[2] = {"one too many": game.actions, "masked": masked[0]}.get(wrong, wrong)
    before = (batch.states.tobytes(), batch.action_mask.tobytes(), batch.current_player.tobytes())
    legal = ", ".join(map(str, np.flatnonzero(batch.action_mask[2])[:12]))
    with pytest.raises(IllegalAction, match=rf"table 2: seat \d may not play action {actions[2]}; legal are {legal}"):
        batch.step(actions)
    assert (batch.states.tobytes(), batch.action_mask.tobytes(), batch.current_player.tobytes()) == before


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.zeros(3, np.int64), r"expected 4 actions, one for each table; found the shape \(3,\)"),
        (np.zeros((4, 1), np.int64), r"expected 4 actions, one for each table; found the shape \(4, 1\)"),
        (0, r"expected 4 actions, one for each table; found the shape \(\)"),
        (np.zeros(4), "actions: expected whole numbers; found float64"),
        ([True] * 4, "actions: expected whole numbers; found bool"),
        (["pass"] * 4, "actions: expected whole numbers; found <U4"),
    ],
)
def test_invalid_actions_move_no_table(game, actions, message):
    batch = Batch(game, 4, seats=2, seed=1, threads=1)
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match=message):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_actions_for_finished_tables_are_ignored(game):
    batch = Batch(game, 2, seats=2, seed=1, threads=1)
    batch.play_out()
    before = batch.states.tobytes()
    batch.step(np.array([-5, 10**6]))
    assert batch.states.tobytes() == before
    assert batch.sample().tolist() == [-1, -1]


@pytest.mark.parametrize("tables", [[1, 2], np.array([True, False, False, True]), [], [3]])
def test_only_the_chosen_tables_move(game, tables):
    batch, all_move, none_moves = (Batch(game, 4, seats=2, seed=3, threads=2, observe=True) for _ in range(3))
    moving = np.zeros(4, bool)
    moving[tables] = True
    actions = all_move.sample()
    all_move.step(actions)
    batch.step(np.where(moving, actions, -7), tables=tables)
    for i in range(4):
        like = all_move if moving[i] else none_moves
        for name in ("states", "action_mask", "current_player", "waiting", "observations"):
            assert getattr(batch, name)[i].tobytes() == getattr(like, name)[i].tobytes(), name
    with pytest.raises(ValueError, match="tables go from 0 to 3"):
        batch.step(batch.sample(), tables=[4])


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_the_number_of_threads_does_not_change_the_result(game, threads):
    one = playouts(game, seats=2, games=37, seed=5, threads=1)
    several = playouts(game, seats=2, games=37, seed=5, threads=threads)
    assert one.states.tobytes() == several.states.tobytes()
    assert one.moves == several.moves == one.states["ply"].sum()


def test_playouts_end_and_differ(game):
    played = playouts(game, seats=2, games=30, seed=1)
    assert played.states["over"].all()
    assert len({state.tobytes() for state in played.states}) == 30


def test_reset_deals_new_games(game):
    batch = Batch(game, 3, seats=2, seed=8, threads=1)
    fresh = batch.states.tobytes()
    batch.play_out()
    batch.reset(8)
    assert batch.states.tobytes() == fresh
    assert not batch.ranks.any()
    assert not batch.scores.any()
    assert not batch.rewards.any()
    assert not batch.terminated.any()
    assert (batch.current_player >= 0).all()
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to"):
        batch.reset(-1)


def test_options_are_checked(game):
    with pytest.raises(BadOption):
        Batch(game, 2, seats=9)
    with pytest.raises(BadOption):
        Batch(game, 2, seats=2, colour=1)


def test_seats_that_decide_at_the_same_time_act_in_order():
    batch = Batch(cogtable.game("tiny"), 1, seats=3, seed=2, threads=1)
    acted = []
    while not batch.done[0]:
        acted.append(int(batch.current_player[0]))
        batch.step(batch.sample())
    assert acted == [0, 1, 2] * 3


def test_rewards_follow_ranks_and_sum_to_zero():
    batch = Batch(cogtable.game("splendor"), 60, seats=4, seed=3, limit=8)
    total = np.zeros((60, 4), np.float32)
    while not batch.done.all():
        running = ~batch.done
        batch.step(batch.sample())
        assert not batch.rewards[running & ~batch.done].any()
        total += batch.rewards
    assert np.abs(total.sum(axis=1)).max() < 1e-6
    for rewards, ranks in zip(total, batch.ranks, strict=True):
        assert rewards == pytest.approx([((ranks > rank).sum() - (ranks < rank).sum()) / 3 for rank in ranks])
    assert total.max() == 1
    assert total.min() == -1
    batch.step(np.zeros(60, np.int64))
    assert not batch.rewards.any()
    assert batch.terminated.all()


def test_tables_can_have_different_numbers_of_seats(game):
    batch = Batch(game, 4, seats=[2, 3, 3, 2], seed=9, threads=2, observe=True)
    single = [Batch(game, 1, seats=seats, seed=9 + i, threads=1) for i, seats in enumerate([2, 3, 3, 2])]
    while not batch.done.all():
        actions = batch.sample()
        assert actions.tolist() == [int(one.sample()[0]) for one in single]
        batch.step(actions)
        for i, one in enumerate(single):
            one.step(actions[i : i + 1])
            assert one.states.tobytes() == batch.states[i : i + 1].tobytes()
            assert one.rewards[0].tolist() == batch.rewards[i, : one.seats[0]].tolist()
            assert not batch.rewards[i, one.seats[0] :].any()
    with pytest.raises(BadOption, match=r"expected seats for each of 2 tables, or one number; found the shape \(3,\)"):
        Batch(game, 2, seats=[2, 2, 3])
    with pytest.raises(BadOption, match=r"is for 2 to . seats; found 9"):
        Batch(game, 2, seats=[2, 9])


@pytest.mark.parametrize("threads", [2, 5])
def test_the_same_seeds_give_the_same_games_with_any_number_of_threads(game, threads):
    one, several = (
        Batch(game, 11, seats=2, seed=4, threads=number, observe=True, auto_reset=True) for number in (1, threads)
    )
    for _ in range(50):
        actions = one.sample()
        assert actions.tolist() == several.sample().tolist()
        one.step(actions)
        several.step(actions)
        for name in BUFFERS:
            assert getattr(one, name).tobytes() == getattr(several, name).tobytes(), name
    assert one.seeds.tolist() == several.seeds.tolist()


def test_a_table_that_ends_is_reset(game):
    options = {"limit": 5} if game.name == "splendor" else {}
    batch = Batch(game, 4, seats=2, seed=100, threads=1, observe=True, auto_reset=True, **options)  # type: ignore[arg-type]
    ended = np.zeros(4, int)
    for _ in range(120):
        batch.step(batch.sample())
        assert (batch.current_player >= 0).all()
        assert batch.action_mask.any(axis=1).all()
        ended += batch.terminated
        assert batch.seeds.tolist() == [100 + i + 4 * int(ended[i]) for i in range(4)]
        for i in np.flatnonzero(batch.terminated):
            fresh = game.deal(2, int(batch.seeds[i]), options)
            assert fresh.tobytes() == batch.states[i : i + 1].tobytes()
            assert (batch.observations[i] == known(game, fresh, int(batch.current_player[i]))).all()
            assert sorted(batch.ranks[i].tolist()) in ([1, 2], [1, 1])
        assert not batch.rewards[~batch.terminated].any()
    assert ended.min() > 2


def test_some_tables_can_be_reset(game):
    batch = Batch(game, 4, seats=2, seed=0, threads=1, observe=True)
    batch.step(batch.sample())
    before = [state.tobytes() for state in batch.states]
    batch.reset([70, 50], tables=[3, 1])
    assert batch.seeds.tolist() == [0, 50, 2, 70]
    assert [batch.states[i].tobytes() == before[i] for i in range(4)] == [True, False, True, False]
    assert batch.states[3:].tobytes() == game.deal(2, 70).tobytes()
    batch.reset(tables=np.array([True, False, False, True]))
    assert batch.seeds.tolist() == [4, 50, 2, 74]
    batch.reset(tables=[])
    assert batch.seeds.tolist() == [4, 50, 2, 74]


@pytest.mark.parametrize(
    ("seeds", "tables", "message"),
    [
        (0, [4], "tables go from 0 to 3; found 4 to 4"),
        (0, [-1], "tables go from 0 to 3; found -1 to -1"),
        (0, [1, 1], "a table is named twice"),
        (0, [0.5], "tables: expected whole numbers; found float64"),
        (0, [True], r"expected a bool for each of 4 tables; found an array of \(1,\)"),
        ([1, 2, 3], [0, 1], r"expected a seed for each of 2 tables, or one number; found \(3,\)"),
        ([5, -3], [0, 1], "a seed is a whole number from 0 to 9223372036854775807; found -3"),
        (0.5, None, "seeds: expected whole numbers; found float64"),
        (2**63 - 1, None, "a seed is a whole number from 0 to 9223372036854775804; found 9223372036854775807"),
    ],
)
def test_invalid_resets_are_refused_before_any_table_is_reset(game, seeds, tables, message):
    batch = Batch(game, 4, seats=2, seed=0, threads=1)
    batch.step(batch.sample())
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match=message):
        batch.reset(seeds, tables)
    assert batch.states.tobytes() == before
    assert batch.seeds.tolist() == [0, 1, 2, 3]


def test_seeds_wrap_around_after_the_largest(game):
    batch = Batch(game, 2, seats=2, seed=2**63 - 2, threads=1)
    batch.reset()
    assert batch.seeds.tolist() == [0, 1]


def test_games_are_truncated_after_max_moves(game):
    batch = Batch(game, 3, seats=2, seed=5, threads=1, observe=True, max_moves=4)
    for _ in range(4):
        assert not batch.truncated.any()
        batch.step(batch.sample())
    assert batch.truncated.all()
    assert batch.done.all()
    assert not batch.terminated.any()
    assert not batch.rewards.any()
    assert not batch.action_mask.any()
    assert (batch.sample() == -1).all()
    batch.reset(tables=batch.truncated)
    assert not batch.truncated.any()
    assert (batch.current_player >= 0).all()
    with pytest.raises(BadOption, match=r"max_moves: expected a whole number from 1; found 2\.5"):
        Batch(game, 2, seats=2, max_moves=2.5)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="num_envs: expected a whole number from 0; found -1"):
        Batch(game, -1, seats=2)
    with pytest.raises(BadOption, match="max_moves: expected a whole number from 1; found 0"):
        Batch(game, 3, seats=2, max_moves=0)


def test_any_seat_can_be_observed(game):
    batch = Batch(game, 3, seats=[2, 3, 2], seed=5, threads=1)
    batch.step(batch.sample())
    for seats in (0, 1, -1, [0, 2, 1]):
        rows = batch.observe(seats)
        for i, seat in enumerate(np.broadcast_to(seats, 3)):
            assert (rows[i] == known(game, batch.states[i : i + 1], int(seat))).all()
    with pytest.raises(ValueError, match="table 0 has seats 0 to 1; found 2"):
        batch.observe(2)
    with pytest.raises(ValueError, match="table 0 has seats 0 to 1; found 257"):
        batch.observe(257)  # not taken as seat 1, its value in 8 bits
    with pytest.raises(ValueError, match=r"expected a seat for each of \d+ tables, or one; found the shape \(2,\)"):
        batch.observe([0, 1])
    with pytest.raises(ValueError, match="seats: expected whole numbers; found float64"):
        batch.observe(0.0)  # type: ignore[arg-type]


def test_a_batch_without_observations_says_how_to_get_them(game):
    with pytest.raises(AttributeError, match="make it with observe=True"):
        Batch(game, 1, seats=2, threads=1).observations  # noqa: B018


def test_buffers_are_aligned_so_that_jax_can_share_them():
    """On a CPU, JAX copies buffers that aren't aligned to 64 bytes, and would go on showing old numbers."""
    game = cogtable.game("splendor")
    batch = Batch(game, 7, seats=[2, 3, 4, 2, 3, 2, 4], seed=1, observe=True, auto_reset=True)
    for each in (batch, batch.copy(), pickle.loads(pickle.dumps(batch))):
        assert not any(buffer.ctypes.data % 64 for buffer in each.arrays())
        assert each.action_mask is each.outputs.action_mask
        assert each.rewards is each.outputs.rewards
        actions = each.sample()
        each.step(actions)
    assert batch.observations.tobytes() == each.observations.tobytes()
