"""Batches on a GPU equal those on the CPU, table by table. Without a GPU, Numba simulates one."""

import copy
import ctypes
import gc
import os
import pickle
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from unittest import mock

import numba
import numpy as np
import pytest

import cogtable
from cogtable import BadOption, BadSave, IllegalAction
from cogtable.engine.batches import dlpack
from cogtable.engine.batches.batch import Batch
from cogtable.engine.compile import cuda_target
from cogtable.engine.errors import MissingDevice

pytestmark = [
    pytest.mark.native,
    pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning"),  # intended: NumPy's integers wrap too
]

BUFFERS = (
    "observations", "observers", "final_observations", "final_observers", "action_mask", "current_player", "waiting",
    "rewards", "terminated", "truncated", "ranks", "scores", "states", "seats", "seeds", "done",
)  # fmt: skip
OPTIONS = {"splendor": {"limit": 3, "first": "random"}}
"""Options that make games short."""


@pytest.fixture(scope="module", autouse=True)
def _a_gpu():
    """Makes Numba simulate a GPU if there is none; Numba decides this when it is first imported."""
    try:
        cuda_target.check()
    except MissingDevice:
        assert "numba.cuda" not in sys.modules or find_spec("numba_cuda")
        numba.config.ENABLE_CUDASIM = 1  # type: ignore[attr-defined]
        with mock.patch.dict(os.environ, NUMBA_ENABLE_CUDASIM="1"):
            import_module("numba.cuda")
    # Simulated threads wait by polling, each for its whole time slice; a short switch interval makes that quick.
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.fixture(scope="module", params=["splendor", "tiny"])
def game(request):
    return cogtable.game(request.param)


def pair(game, *, count=4, seats=(2, 3, 2, 3), seed=40, options=None, **more):
    """Returns the same batch on the CPU and on the GPU."""
    more = {"observe": True, "auto_reset": True} | more | (OPTIONS.get(game.name, {}) if options is None else options)
    seats = list(seats) * (count // len(seats)) if count else 2
    return tuple(Batch(game, count, seats=seats, seed=seed, threads=1, device=name, **more) for name in ("cpu", "cuda"))


def contents(batch):
    found = {}
    for name in BUFFERS:
        try:
            found[name] = np.asarray(getattr(batch, name)).tobytes()
        except AttributeError:  # a batch without observations
            found[name] = b""
    return found


def check_same(cpu, cuda):
    here, there = contents(cpu), contents(cuda)
    assert [name for name in BUFFERS if here[name] != there[name]] == []


def play_on(cpu, cuda, steps):
    """Plays at random, on the GPU with the actions it drew itself; returns the number of games that ended."""
    ended = 0
    for _ in range(steps):
        actions, same = cpu.sample(), cuda.sample()
        assert actions.tolist() == np.asarray(same).tolist()
        cpu.step(actions)
        cuda.step(same)
        check_same(cpu, cuda)
        ended += int(cpu.terminated.sum() + cpu.truncated.sum())
    return ended


def moved(game, **more):
    cpu, cuda = pair(game, **more)
    play_on(cpu, cuda, 3)
    return cpu, cuda


# --- the same games -----------------------------------------------------------------------------


def test_the_same_seeds_give_the_same_games(game):
    cpu, cuda = pair(game)
    check_same(cpu, cuda)
    assert (cpu.device, cuda.device) == ("cpu", "cuda")
    assert play_on(cpu, cuda, 30) > 4


def test_truncated_games_are_the_same(game):
    cpu, cuda = pair(game, max_moves=5)
    assert play_on(cpu, cuda, 11) >= 8


def test_without_auto_reset_tables_wait_for_a_reset(game):
    cpu, cuda = pair(game, max_moves=3, auto_reset=False, observe=False)
    play_on(cpu, cuda, 4)
    for batch in (cpu, cuda):
        batch.reset(tables=batch.truncated)
    check_same(cpu, cuda)
    for batch in (cpu, cuda):
        batch.reset([7, 9], tables=[3, 1])
    check_same(cpu, cuda)
    assert cuda.seeds.tolist()[1] == 9
    play_on(cpu, cuda, 2)


def test_whole_random_games(game):
    cpu, cuda = pair(game, auto_reset=False)
    assert cpu.play_out() == cuda.play_out() > 8
    check_same(cpu, cuda)
    assert cuda.done.all()


def test_a_batch_without_tables_works(game):
    cpu, cuda = pair(game, count=0)
    assert play_on(cpu, cuda, 2) == cpu.play_out() == cuda.play_out() == 0


@pytest.mark.parametrize("tables", [[1, 2], np.array([True, False, False, True]), []])
def test_only_the_chosen_tables_move(game, tables):
    cpu, cuda = moved(game)
    actions = cpu.sample()
    for batch in (cpu, cuda):
        batch.step(actions, tables=tables)
    check_same(cpu, cuda)


def test_any_seat_can_be_observed(game):
    cpu, cuda = moved(game)
    for seats in (0, -1, [1, 2, 0, 1]):
        assert cuda.observe(seats).numpy().tolist() == cpu.observe(seats).tolist()
    with pytest.raises(ValueError, match="table 0 has seats 0 to 1; found 2"):
        cuda.observe(2)


# --- copies -------------------------------------------------------------------------------------


def test_positions_can_be_placed_forked_and_determinized(game):
    cpu, cuda = moved(game, auto_reset=False)
    match = game.start(seats=2, seed=11)
    match.play(match.waiting[0], int(np.flatnonzero(match.legal(match.waiting[0]))[0]))
    for batch in (cpu, cuda):
        batch.place(match, [2, 0])
        batch.fork(0, into=[1, 3])
    check_same(cpu, cuda)
    for batch in (cpu, cuda):
        batch.determinize(1, 500)
    check_same(cpu, cuda)
    play_on(cpu, cuda, 3)


def test_snapshots_can_be_restored_on_either_device(game):
    cpu, cuda = moved(game)
    before, kept = contents(cpu), [batch.snapshot() for batch in (cpu, cuda)]
    play_on(cpu, cuda, 3)
    assert contents(cpu) != before
    for snapshot in (*kept, pickle.loads(pickle.dumps(kept[1]))):
        for batch in (cpu, cuda):
            batch.restore(snapshot)
            assert contents(batch) == before
        play_on(cpu, cuda, 1)
    for batch, snapshot in zip((cpu, cuda), kept, strict=True):
        batch.restore(snapshot, tables=[2])
    check_same(cpu, cuda)
    with pytest.raises(BadSave, match="or one with other seats, options or buffers"):
        cuda.restore(pair(game, max_moves=9, seats=(2, 2))[1].snapshot())


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_continues_independently(game, twin):
    cpu, cuda = moved(game)
    again, before = twin(cuda), contents(cuda)
    assert again.action_mask is again.outputs.action_mask
    play_on(cpu, again, 3)
    assert contents(cuda) == before


# --- bad input ----------------------------------------------------------------------------------


def test_an_illegal_action_moves_no_table(game):
    cpu, cuda = moved(game)
    before, actions = contents(cuda), cpu.sample()
    masked = [*np.flatnonzero(cpu.action_mask[2] == 0), game.actions]
    for wrong in (-1, game.actions, masked[0]):
        actions[2] = wrong
        for given in (actions, actions.astype(np.int32), list(actions)):
            with pytest.raises(IllegalAction) as found:
                cuda.step(given)
            with pytest.raises(IllegalAction) as wanted:
                cpu.step(given)
            assert str(found.value) == str(wanted.value)
        assert contents(cuda) == before
    legal = cpu.sample()
    for batch in (cpu, cuda):
        batch.step(legal.astype(np.uint8))
    check_same(cpu, cuda)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.zeros(3, np.int64), r"expected 4 actions, one for each table; found the shape \(3,\)"),
        (np.zeros(4), "actions: expected whole numbers; found float64"),
        ([True] * 4, "actions: expected whole numbers; found bool"),
        (None, "actions: expected whole numbers; found object"),
    ],
)
def test_invalid_actions_move_no_table(game, actions, message):
    cuda = pair(game)[1]
    before = contents(cuda)
    with pytest.raises(ValueError, match=message):
        cuda.step(actions)
    for taken in (cuda.rewards, cuda.terminated, cuda.observations):  # of another type, or of another shape
        with pytest.raises(ValueError, match="expected"):
            cuda.step(taken)
    assert contents(cuda) == before


def test_writing_into_buffers_does_not_change_a_game(game):
    cpu, cuda = moved(game)
    for name in ("observations", "action_mask", "current_player", "observers", "waiting"):
        getattr(cuda, name).held.copy_to_device(np.ones_like(np.asarray(getattr(cuda, name))))
    actions = cpu.sample()
    cpu.step(actions)
    cuda.step(actions)
    for name in ("states", "action_mask", "current_player", "observations"):
        assert np.asarray(getattr(cuda, name)).tobytes() == getattr(cpu, name).tobytes()


def test_invalid_devices_and_streams_are_refused(game):
    with pytest.raises(BadOption, match="device: expected 'cpu' or 'cuda'; found 'gpu'"):
        Batch(game, 2, seats=2, device="gpu")
    with pytest.raises(BadOption, match="a stream is for device='cuda'; found 7 with device='cpu'"):
        Batch(game, 2, seats=2, stream=7)
    for wrong in (-1, "0", True):
        with pytest.raises(BadOption, match=f"stream: expected the number of a CUDA stream.*; found {wrong!r}"):
            Batch(game, 2, seats=2, device="cuda", stream=wrong)


def test_if_no_gpu_can_be_used_the_error_names_what_is_missing():
    code = "import cogtable; from cogtable.engine.batches.batch import Batch\n"
    code += "try: Batch(cogtable.game('splendor'), 2, seats=2, device='cuda')\n"
    code += "except cogtable.CogtableError as error: print(type(error).__name__, error)"
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    missing = "an NVIDIA GPU and its driver; " if find_spec("numba_cuda") else "numba-cuda: pip install cogtable[gpu]"
    assert found.stdout.startswith(f"MissingDevice the device cuda needs {missing}")


# --- sharing the buffers with other libraries ---------------------------------------------------


class Stream:
    """A stream of another library."""

    def __cuda_stream__(self):
        return 0, 0


def test_buffers_tell_other_libraries_their_address_and_stream(game):
    batch = Batch(game, 3, seats=2, device="cuda", stream=Stream())
    told = batch.action_mask.__cuda_array_interface__
    assert (told["shape"], told["typestr"], told["strides"], told["version"]) == ((3, game.actions), "|u1", None, 3)
    assert told["stream"] == 1  # CUDA's default stream
    address, _ = told["data"]
    batch.step(batch.sample())
    assert batch.action_mask.__cuda_array_interface__["data"][0] == address
    if cuda_target.simulated():
        assert ctypes.string_at(address, batch.action_mask.size) == batch.action_mask.numpy().tobytes()


def test_dlpack_shares_the_same_memory(game):
    batch = pair(game)[1]
    if not cuda_target.simulated():
        pytest.skip("NumPy takes no memory of a GPU")
    names = [name for name in BUFFERS if name not in ("states", "seeds", "done")]
    taken = {name: np.from_dlpack(getattr(batch, name)) for name in names}
    for _ in range(8):
        batch.step(batch.sample())
    for name in names:
        buffer = getattr(batch, name)
        assert (taken[name].dtype, taken[name].shape) == (buffer.dtype, buffer.shape)
        assert taken[name].tobytes() == buffer.numpy().tobytes(), name
        apart = np.from_dlpack(buffer, copy=True)
        assert not np.shares_memory(taken[name], apart)
        assert apart.tobytes() == taken[name].tobytes()


def test_shared_memory_is_kept_until_its_last_user_frees_it(game):
    batch = pair(game)[1]
    if not cuda_target.simulated():
        pytest.skip("NumPy takes no memory of a GPU")
    gc.collect()
    before = set(dlpack.alive)
    taken, wanted = np.from_dlpack(batch.action_mask), batch.action_mask.numpy().tobytes()
    batch.action_mask.__dlpack__()  # this capsule is never consumed
    batch.action_mask.__dlpack__(max_version=(1, 1))
    del batch
    gc.collect()
    assert len(set(dlpack.alive) - before) == 1
    assert taken.tobytes() == wanted
    del taken
    assert set(dlpack.alive) == before


def test_what_dlpack_cannot_share_is_refused(game):
    batch = pair(game)[1]
    with pytest.raises(BufferError, match="DLPack can only pass numbers; these are"):
        batch.states.__dlpack__()
    with pytest.raises(BufferError, match=r"this buffer is on the device \(\d, 0\); found \(10, 5\)"):
        batch.action_mask.__dlpack__(dl_device=(10, 5))
    with pytest.raises(ValueError, match="without a copy"):
        np.asarray(batch.action_mask, copy=False)


# --- more games ---------------------------------------------------------------------------------


@pytest.mark.large
@pytest.mark.parametrize("name", ["splendor", "megaman", "recharge", "coalheart", "smashgear"])
def test_all_games_are_the_same_on_both_devices(name):
    game = cogtable.game(name)
    cpu, cuda = pair(game, count=8, seats=(game.min_seats, game.max_seats), options={})
    play_on(cpu, cuda, 150)
    for batch in (cpu, cuda):
        batch.determinize(1, 3)
    check_same(cpu, cuda)
    assert cpu.play_out() == cuda.play_out()
    check_same(cpu, cuda)
