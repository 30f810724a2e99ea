"""Games are found as folders, through entry points, or registered in code, and all are treated alike."""

import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import pytest

import cogtable
from cogtable import UnknownGame
from cogtable.engine.boxes import box
from cogtable.engine.definition import spec as engine
from cogtable.engine.errors import BrokenGame
from cogtable.engine.play import registry

SRC = Path(cogtable.__file__).parents[1]


def python(code, *paths):
    """Runs code in a separate Python with Cogtable and these folders on its path; returns its output."""
    found_at = f"import sys; sys.path[:0] = {[str(path) for path in (SRC, *paths)]}\n"
    done = subprocess.run([sys.executable, "-I", "-c", found_at + code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_games_are_found_by_name():
    assert {"splendor", "tiny"} <= set(cogtable.game_names())
    assert cogtable.game_names() == sorted(cogtable.game_names())
    assert cogtable.game("splendor").title == "Splendor"


@pytest.mark.slow
def test_listing_names_loads_no_game_and_loading_one_keeps_the_names():
    """The package's folder `games` must not shadow a function."""
    loaded = "print(any('splendor' in name for name in sys.modules))"
    names = f"import cogtable; print(cogtable.game_names()); {loaded}"
    again = f"cogtable.game('splendor'); import cogtable.games.splendor; print(cogtable.game_names()); {loaded}"
    before, unloaded, after, now = python(f"{names}; {again}").splitlines()
    assert "'splendor'" in before == after
    assert (unloaded, now) == ("False", "True")


def test_an_unknown_game_is_refused():
    with pytest.raises(UnknownGame, match=r'there is no game "ches"; there are .*splendor'):
        cogtable.game("ches")


def test_another_packages_game_is_found_by_its_entry_point():
    (point,) = entry_points(group="cogtable.games", name="tiny")
    assert point.dist.name == "tiny"
    assert point.load() is cogtable.game("tiny")
    assert find_spec("cogtable.games.tiny") is None


@pytest.mark.slow
def test_without_that_package_the_game_is_missing():
    assert "tiny" in cogtable.game_names()
    assert "tiny" not in python("import cogtable; print(cogtable.game_names())")


def test_a_game_can_be_registered_in_code(monkeypatch):
    monkeypatch.setattr(registry, "added", {})
    other = cogtable.game("tiny").with_box(cogtable.game("tiny").box_file)
    other.name = "other"
    registry.add(other)
    assert cogtable.game("other") is other
    assert "other" in cogtable.game_names()


USABLE = """
import cogtable
from cogtable.engine.boxes import box; from cogtable.engine.play import registry
print(*[game.name for game in registry.usable()])
try:
    cogtable.game({name!r})
except cogtable.CogtableError as error:
    print(error)
"""


def usable(broken, *paths):
    """Returns the usable games, and the reason why one isn't."""
    names, _, reason = python(USABLE.format(name=broken), *paths).partition("\n")
    return names.split(), reason


@pytest.mark.slow
def test_a_game_that_cannot_be_loaded_is_left_out_and_reported(tmp_path):
    info = tmp_path / "broken-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[cogtable.games]\nbroken = there_is_no_such_module\n")
    names, reason = usable("broken", tmp_path)
    assert "splendor" in names
    assert "broken" not in names
    assert "there_is_no_such_module" in reason


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", [None, pytest.param("<html/>", marks=pytest.mark.large)], ids=["missing", "no picture"]
)
def test_a_game_whose_picture_cannot_be_shown_is_left_out_and_reported(tmp_path, text):
    shutil.copytree(Path(cogtable.game("tiny").folder).parent, tmp_path, dirs_exist_ok=True)
    picture = tmp_path / "tiny" / "tiny.svg"
    picture.unlink()
    if text:
        picture.write_text(text)
    names, reason = usable("tiny", tmp_path)
    assert "splendor" in names
    assert "tiny" not in names
    assert f"the game at tiny:game cannot be loaded: BadPicture: {picture}" in reason


@pytest.mark.slow
def test_games_that_import_each_other_can_be_loaded_by_several_threads(tmp_path):
    """Each is half-way through its own import when it imports the other. With Python's import locks alone, one of them
    would get a partially initialized module.
    """
    info = tmp_path / "two-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: two\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[cogtable.games]\none = one\nother = other\n")
    (tmp_path / "meeting.py").write_text("import threading\nboth = threading.Barrier(2)\n")
    for name, neighbour in (("one", "other"), ("other", "one")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part.py").write_text("")
        (tmp_path / name / "__init__.py").write_text(
            "import meeting\n"
            "try: meeting.both.wait(1)\n"  # until the other thread is as far, or can't continue
            "except meeting.threading.BrokenBarrierError: pass\n"
            f"from {neighbour} import part\n"
            f"game = {name!r}\n"
        )
    code = """
from concurrent.futures import ThreadPoolExecutor
from cogtable.engine.boxes import box; from cogtable.engine.play import registry
print(*ThreadPoolExecutor(2).map(registry.find, ["one", "other"]))
"""
    assert python(code, tmp_path) == "one other"


ALL_AT_ONCE = """
import sys, threading
from cogtable.engine.boxes import box; from cogtable.engine.play import registry
sys.setswitchinterval(1e-5)
names = registry.names()
together = threading.Barrier(4 * len(names))
wrong = []

def load(name):
    together.wait()
    try:
        registry.find(name).start(seed=1).view(0)
    except Exception as error:
        wrong.append(f"{name}: {error!r}")

threads = [threading.Thread(target=load, args=[name]) for name in [*names, *reversed(names)] * 2]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(wrong)
"""


@pytest.mark.slow
@pytest.mark.parametrize("_process", [1, *(pytest.param(number, marks=pytest.mark.large) for number in (2, 3))])
def test_many_threads_can_load_all_games_at_once(_process):
    assert python(ALL_AT_ONCE) == "[]"


def test_a_box_and_a_table_are_loaded_once(monkeypatch):
    game = cogtable.game("tiny").with_box(cogtable.game("tiny").box_file)
    game.__dict__.pop("box")
    read, reads, both = box.read_box, [], threading.Barrier(2)

    def slow(*what):
        reads.append(what)
        with suppress(threading.BrokenBarrierError):
            both.wait(0.2)  # a second load would come here meanwhile
        return read(*what)

    monkeypatch.setattr(engine, "read_box", slow)
    with ThreadPoolExecutor(4) as threads:
        boxes = list(threads.map(lambda _: game.box, range(4)))
    assert len(reads) == 1
    assert all(box is boxes[0] for box in boxes)


def test_a_game_whose_table_cannot_be_loaded_says_so(monkeypatch):
    game = cogtable.game("tiny").with_box(cogtable.game("tiny").box_file)
    game.__dict__.pop("table", None)
    game.package = "there_is_no_such_module"
    with pytest.raises(BrokenGame, match="the table of tiny cannot be loaded: ModuleNotFoundError"):
        game.table  # noqa: B018
    monkeypatch.setattr(registry, "added", {"tiny": game})
    assert "tiny" in [game.name for game in registry.usable()]
    assert "tiny" not in [game.name for game in registry.usable(tables=True)]
