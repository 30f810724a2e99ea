"""Workers: threads, other machines, and workers that die; the results are the same to the byte."""

import os
import pickle
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

import cogtable
from cogtable.engine.errors import BadOption, CogtableError
from cogtable.lab import ladder, study, sweep, tune, workers
from cogtable.lab.compare import compare
from cogtable.lab.extras import MissingExtra
from cogtable.lab.simulate import simulate
from cogtable.lab.workers import Here, OnRay, Workers, opened

ROOT = Path(__file__).parents[2]


class Elsewhere(Workers[bytes]):
    """Plays like a cluster whose workers die: everything is copied, each piece is played twice, as if the first worker
    had died before its answer, and the last to begin is the first to finish.
    """

    def __init__(self, size=3):
        self._size, self.played = size, 0

    @property
    def size(self):
        return self._size

    def begin(self, play, piece):
        return pickle.dumps((play, piece))

    def finished(self, running):
        return [list(running)[-1]]

    def answer(self, handle):
        for _ in range(2):
            play, piece = pickle.loads(handle)
            found = pickle.dumps(play(piece))
        self.played += 1
        return pickle.loads(found)


def double(number):
    return 2 * number


def fails_at_three(number):
    if number == 3:
        raise BadOption("three")
    return number


# --- order of results -----------------------------------------------------------------------------------


@pytest.mark.parametrize("made", [lambda: Here(1), lambda: Here(4), Elsewhere])
def test_every_piece_is_played_and_reported_by_its_number(made):
    pieces = list(range(40))
    assert sorted(made().each(double, pieces)) == [(number, 2 * number) for number in pieces]
    assert list(made().in_order(double, pieces)) == [2 * number for number in pieces]
    assert list(made().each(double, [])) == []


def test_only_a_few_more_pieces_are_begun_than_can_be_played():
    begun = []

    class Counting(Elsewhere):
        def begin(self, play, piece):
            begun.append(piece)
            return super().begin(play, piece)

    answers = Counting(3).each(double, list(range(40)))
    next(answers)
    assert len(begun) == 4


@pytest.mark.parametrize("made", [lambda: Here(2), Elsewhere])
def test_an_error_ends_the_work_and_is_raised(made):
    with pytest.raises(BadOption, match="three"):
        list(made().each(fails_at_three, list(range(10))))


def test_a_reader_that_stops_waits_only_for_pieces_in_progress():
    done = []

    def slow(number):
        time.sleep(0.01)
        done.append(number)
        return number

    answers = Here(2).each(slow, list(range(100)))
    next(answers)
    answers.close()
    assert 1 <= len(done) <= 4


def test_a_missing_ray_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"--ray needs Ray: pip install cogtable\[ray\]"), opened("local"):
        pass


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1:1", 'no Ray cluster at "127.0.0.1:1": '),
        ("ray://127.0.0.1:1", 'no Ray cluster at "ray://127.0.0.1:1": '),
        ("127.0.0.1:99999", 'no Ray cluster at "127.0.0.1:99999": '),
        ("somewhere", 'expected local, auto, HOST:PORT or ray://HOST:PORT; found "somewhere"'),
    ],
)
def test_an_unreachable_cluster_is_reported(address, said):
    with pytest.raises(BadOption, match=re.escape(said)), opened(address):
        pass


# --- equal to the byte ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tiny():
    return cogtable.game("tiny")


def but_times(result):
    left = {"seconds", "moves_per_s", "games_per_s", "threads", "package"}

    def plain(value):
        if isinstance(value, dict):
            return {key: plain(each) for key, each in value.items() if key not in left}
        return [plain(each) for each in value] if isinstance(value, list) else value

    return msgspec.json.encode(plain(msgspec.to_builtins(result)))


@pytest.fixture
def strong_cat(tiny, tmp_path):
    file = tmp_path / "mine.toml"
    text = tiny.box_file.read_text(encoding="utf-8")
    file.write_text(text.replace('"cat", value = 2', '"cat", value = 9'), encoding="utf-8")
    return tiny.with_box(file)


@pytest.mark.native
@pytest.mark.parametrize("bots", [["random"], ["random", "greedy"]])
def test_simulate_and_compare_give_the_same_elsewhere(tiny, strong_cat, bots):
    far = Elsewhere()
    how = {"games": 90, "bots": bots, "seed": 4}
    assert but_times(simulate(tiny, **how, workers=far)) == but_times(simulate(tiny, **how, threads=1))
    assert far.played > 3
    assert but_times(compare(strong_cat, tiny, **how, workers=far)) == but_times(compare(strong_cat, tiny, **how))


@pytest.mark.native
def test_a_ladder_gives_the_same_elsewhere(tiny):
    found = []
    for where in (Here(1), Elsewhere()):
        begun = ladder.begin_ladder(tiny, ["random", "greedy"], seats=3)
        ladder.play_ladder(begun, tiny, 40, workers=where)
        found.append(msgspec.json.encode(begun))
    assert found[0] == found[1]


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.native
def test_a_study_gives_the_same_elsewhere(tiny, tmp_path):
    plan = study.plan_study(tiny, games=200, skill=12, restricted=20, card="cat")
    for name, where in (("here", Here(1)), ("there", Elsewhere())):
        study.run_study(plan, tmp_path / name, workers=where)
    here, there = (contents(tmp_path / name) for name in ("here", "there"))
    assert "games.parquet" in here
    assert "ladder.json" in here
    assert here == there


AIMS = '[[aims]]\nmeasure = "wins when dealt"\nwhat = "cat"\nlow = 45\nhigh = 55\n'


@pytest.mark.native
@pytest.mark.large  # studies elsewhere use the same code, and are quicker
def test_a_sweep_and_a_tuning_give_the_same_elsewhere(tiny, tmp_path):
    aims = tmp_path / "aims.toml"
    aims.write_text(AIMS, encoding="utf-8")
    found = []
    for name, where in (("here", Here(1)), ("there", Elsewhere())):
        folder = tmp_path / name
        plan = sweep.plan_sweep(tiny, ["cards.cat.value=2..4"], folder / "s", aims=aims, games=100)
        swept = sweep.run_sweep(plan, folder / "s", workers=where)
        tuning = tune.plan_tuning(
            tiny, ["cards.cat.value=1..9", "cards.dog.value=1..9"], folder / "t", aims=aims, games=100, trials=14
        )
        tuned = tune.run_tuning(tuning, folder / "t", workers=where)
        found.append((swept.chosen.variant.numbers, [each.variant.numbers for each in tuned.tried]))
    assert found[0] == found[1]
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


# --- a real cluster -------------------------------------------------------------------------------------


@pytest.fixture
def there(monkeypatch):
    """Lets processes that Ray starts find the tests and their game."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "tests" / "tiny")]))
    monkeypatch.setenv("RAY_TMPDIR", "/tmp")
    return pytest.importorskip("ray")


@pytest.fixture
def cluster(there):
    """A Ray cluster of three workers on this machine."""
    made = OnRay("local", 3)
    yield made
    made.close()


def dies_once(piece):
    """Ends its own process once, as if the machine had been switched off."""
    number, folder = piece
    mark = Path(folder) / f"died at {number}"
    if number % 5 == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_dies(piece):
    os.kill(os.getpid(), signal.SIGKILL)


class Played:
    """A piece of work whose game has other source code than that of another machine."""

    def __init__(self, game):
        self.game = game


def name_of(piece):
    return piece.game.name


@pytest.mark.large
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own output
def test_a_cluster_loses_nothing_when_workers_die(cluster, tmp_path, tiny, monkeypatch):
    assert cluster.size == 3
    pieces = [(number, str(tmp_path)) for number in range(20)]
    assert list(cluster.in_order(dies_once, pieces)) == [number * number for number in range(20)]
    assert len(list(tmp_path.iterdir())) == 4
    with pytest.raises(BadOption, match="three"):
        list(cluster.each(fails_at_three, list(range(10))))
    assert list(cluster.each(name_of, [Played(tiny)])) == [(0, "tiny")]
    monkeypatch.setattr(workers, "sources", lambda *parts: "other sources")
    with pytest.raises(CogtableError, match="another Cogtable, another game or other libraries"):
        list(cluster.each(name_of, [Played(tiny)]))
    monkeypatch.undo()
    with pytest.raises(workers.LostWorker, match="a worker died 9 times over the same games"):
        list(cluster.each(always_dies, [0]))


def workers_at_work():
    """Returns the busy worker processes of Ray."""
    found = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return [int(line.split()[0]) for line in found.splitlines() if line.split()[1:2] == ["ray::_call"]]


@pytest.mark.large
@pytest.mark.slow
@pytest.mark.native
@pytest.mark.filterwarnings("ignore")
def test_a_study_survives_the_death_of_a_clusters_worker(cluster, tmp_path, tiny):
    killed = []

    def kill_one(now):
        if not killed and now.done > 300:
            for pid in workers_at_work()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    plan = study.plan_study(tiny, games=6000, bots=["greedy"], skill=12, restricted=200)
    study.run_study(plan, tmp_path / "there", kill_one, cluster)
    assert killed
    study.run_study(plan, tmp_path / "here", workers=Here(1))
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


@pytest.mark.large
@pytest.mark.slow
@pytest.mark.native
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_survives_the_loss_of_a_machine(there, tmp_path, tiny):
    from ray.cluster_utils import Cluster

    machines = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    lost = [machines.add_node(num_cpus=2)]
    try:
        with opened(machines.address) as far:
            assert far.size == 3

            def lose_one(now):
                if lost and now.done > 300:
                    machines.remove_node(lost.pop(), allow_graceful=False)

            plan = sweep.plan_sweep(tiny, ["cards.cat.value=1..6"], tmp_path / "there", games=1000, watch="length")
            sweep.run_sweep(plan, tmp_path / "there", lose_one, far)
            assert not lost
    finally:
        machines.shutdown()
    plan = sweep.plan_sweep(tiny, ["cards.cat.value=1..6"], tmp_path / "here", games=1000, watch="length")
    sweep.run_sweep(plan, tmp_path / "here", workers=Here(1))
    assert contents(tmp_path / "there") == contents(tmp_path / "here")
