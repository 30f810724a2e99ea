"""The cache of compiled code: one folder for each game, named after its sources, and optional."""

import inspect
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cogtable
from cogtable import rules as front
from cogtable.engine.compile import cache
from cogtable.moved import RENAMED

PACKAGE = Path(cogtable.__file__).parent
TINY = cogtable.game("tiny").folder.parent
MAGPIE = Path(__file__).parents[2] / "examples/magpie"
GAMES = ["coalheart", "magpie", "megaman", "recharge", "smashgear", "splendor", "tiny"]

FOLDER = "import cogtable; print(cogtable.COMPILED)"
KEYS = """
import importlib
from cogtable.engine.compile import cache
for name in NAMES:
    game = importlib.import_module(name if name in ("tiny", "magpie") else f"cogtable.games.{name}").game
    print(name, cache.folder(game.state.marker).name)
"""
COMPILE = """
import importlib, sys
from numba.core import event
from cogtable import bots
for name in NAMES:
    game = importlib.import_module(name if name in ("tiny", "magpie") else f"cogtable.games.{name}").game
    with event.install_recorder("numba:compile") as compiled:
        bots.compile_bot(bots.find("random"), game)
    print(name, sum(happened.is_start for _, happened in compiled.buffer))
"""


@pytest.fixture
def copied(tmp_path):
    """Copies the package and two games of other packages, so that a test can edit them."""
    for folder in ("engine", "games", "table", "bots"):
        shutil.copytree(PACKAGE / folder, tmp_path / "cogtable" / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "moved.py", "rules.py", "terminal.py", "view.py"):
        shutil.copy(PACKAGE / name, tmp_path / "cogtable")
    for package in (TINY / "tiny", MAGPIE / "magpie"):
        shutil.copytree(package, tmp_path / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def remark(file):
    """Appends a comment to a file."""
    assert file.is_file()
    file.write_text(file.read_text() + "\n# another remark\n")


def run(code, path, **environment):
    """Returns the output of code in a new process. Compiled code isn't optimized, because it hardly runs."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-B", "-c", code],
        env={**kept, "PYTHONPATH": str(path), "NUMBA_OPT": "0", **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def report(code, copied, names):
    """Returns the code's output about each game, from a process of its own."""
    output = run(f"NAMES = {names}\n{code}", copied, COGTABLE_CACHE=str(copied / "cache"))
    return dict(line.split() for line in output.splitlines())


def changed(before, after):
    return {name for name in before if before[name] != after[name]}


@pytest.mark.slow
def test_a_folder_depends_on_the_rules_and_not_on_texts_and_tables(copied):
    before = report(KEYS, copied, GAMES)
    for game in GAMES:
        folder = copied / game if game in ("tiny", "magpie") else copied / "cogtable/games" / game
        for file in [*folder.glob("table.py"), *folder.glob("table/*.py")]:
            remark(file)
    for name in ("view.py", "engine/play/match.py", "engine/play/registry.py", "engine/batches/batch.py"):
        remark(copied / "cogtable" / name)
    for file in (copied / "cogtable/games").glob("*/rules/observe.py"):
        remark(file)
    assert report(KEYS, copied, GAMES) == before
    remark(copied / "cogtable/games/splendor/rules/turn.py")
    assert changed(before, report(KEYS, copied, GAMES)) == {"splendor", "megaman"}


@pytest.mark.parametrize(("module", "games"), [
    ("cogtable.games.coalheart.rules.turn", {"coalheart"}),
    ("cogtable.games.megaman.rules.verbs", {"megaman"}),
    ("cogtable.games.splendor.rules.turn", {"splendor", "megaman"}),
    ("cogtable.games.smashgear.rules.components", {"smashgear"}),
    ("cogtable.games.recharge.rules.effects", {"recharge"}),
    ("tiny.rules", {"tiny"}),
    ("cogtable.engine.boxes.operations", {"coalheart", "recharge", "smashgear"}),
    ("cogtable.engine.rules.rng", set(GAMES)),
    ("cogtable.engine.compiled_play.kernels", set(GAMES)),
    ("cogtable.bots.mcts", set(GAMES)),
])  # fmt: skip
def test_a_module_belongs_to_the_games_that_use_it(module, games):
    own = {name: cache.modules_of(cogtable.game(name).state.marker) for name in GAMES if name != "magpie"}
    sources = {name: cache.reached(*cache.KERNELS, *modules) for name, modules in own.items()}
    assert {name for name in sources if module in sources[name]} == games - {"magpie"}


PLAY = """
import tiny
from numba.core import event
from cogtable.engine.compile import cache
from cogtable.engine.batches.batch import Batch
with event.install_recorder("numba:compile") as compiled:
    batch = Batch(tiny.game, 1, seats=2, auto_reset=False)
    moves = 0
    while not batch.terminated.any():
        batch.step(batch.action_mask.argmax(axis=1))
        moves += 1
    unseen = len(compiled.buffer)
    Batch(tiny.game, 1, seats=2, observe=True)
functions = [happened.data["dispatcher"].py_func for _, happened in compiled.buffer]
print("moves", moves)
for when, some in (("play", functions[:unseen]), ("observing", functions[unseen:])):
    print(when, ",".join(sorted({each.__name__ for each in some} & {"deal", "step", "observe"})) or "nothing")
modules = {each.__module__ for each in functions if not each.__module__.startswith("numba.")}
marker = tiny.game.state.marker
own = cache._declared[marker][1] + cache._apart[marker]
known = cache.reached("cogtable.engine.batches.batch", *cache.KERNELS, *own)
print("strange", ",".join(modules - set(known)) or "nothing")
"""
"""Plays a game, then observes one; prints its length, the functions compiled for each, and those outside known sources.
"""


@pytest.mark.large
@pytest.mark.native
def test_an_edit_recompiles_only_what_depends_on_it(copied):
    """The other tests check the folders' names, which tell the same; this one compiles."""

    def played():
        found = report(PLAY, copied, [])
        assert found.pop("strange") == "nothing"
        return tuple(found[name] for name in ("moves", "play", "observing"))

    assert played() == ("6", "deal,step", "observe")
    remark(copied / "tiny/table.py")
    os.utime(copied / "cogtable/bots/random.py")  # a new date alone is not a change
    assert played() == ("6", "nothing", "nothing")
    remark(copied / "tiny/observe.py")
    assert played() == ("6", "nothing", "observe")
    rules = copied / "tiny/rules.py"
    rules.write_text(rules.read_text().replace("if s.rounds == s.length:", "if s.rounds == 2:"))
    assert played() == ("4", "deal,step", "observe")


@pytest.mark.large
@pytest.mark.native
def test_an_edit_recompiles_games_built_on_the_edited_game(copied):
    """The other tests check the folders' names, which tell the same; this one compiles."""
    names = ["splendor", "megaman"]

    def compiled():
        return {name for name, count in report(COMPILE, copied, names).items() if int(count)}

    assert compiled() == set(names)
    games = copied / "cogtable/games"
    for file in (games / "splendor/table/labels.py", games / "megaman/table/__init__.py"):
        remark(file)
    assert compiled() == set()
    remark(games / "splendor/rules/legal.py")
    assert compiled() == set(names)


@pytest.mark.slow
def test_code_edited_after_it_was_loaded_is_not_cached(copied):
    """The process has the old text, so its code must not be stored under the new text's name."""
    code = """
import pathlib, tiny
from cogtable.engine.compile import cache
rules = pathlib.Path(tiny.rules.__file__)
rules.write_text(rules.read_text() + "# edited")
print("kept", cache.folder(tiny.game.state.marker))
"""
    assert report(code, copied, []) == {"kept": "None"}


@pytest.mark.slow
def test_reloaded_rules_are_not_cached_with_the_old_ones(copied):
    """As in a notebook: code compiled from the edited rules must not be stored under the old rules' name."""
    code = """
import importlib, pathlib, sys, tiny
from cogtable.engine.compile import cache
print("old", cache.folder(tiny.game.state.marker) is not None)
rules = pathlib.Path(tiny.rules.__file__)
rules.write_text(rules.read_text() + "# edited")
for name in [name for name in sys.modules if name.partition(".")[0] == "tiny"]:
    del sys.modules[name]
print("new", cache.folder(importlib.import_module("tiny").game.state.marker))
"""
    assert report(code, copied, []) == {"old": "True", "new": "None"}


IMPORTS = {
    "import a1, far.b1 as b": {"a1", "far.b1"},
    "from far import b1, other": {"far", "far.b1"},
    "from far import b1": {"far.b1"},
    "from far.b1 import (\n    x,  # )\n    y,\n)": {"far.b1"},
    "from . import near1\nfrom .near2 import x\nfrom ..top import y": {"mine.sub.near1", "mine.sub.near2", "mine.top"},
    "try:\n    import a1\nexcept ImportError:\n    from far import b1\nelse:\n    import os, numpy": {"a1", "far.b1"},
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a1\nelse:\n    import far": {"far"},
    "def f():\n    import a1": set(),
    "import absent": set(),
}


@pytest.mark.parametrize("text", IMPORTS)
def test_imports_of_a_module_are_found(tmp_path, monkeypatch, text):
    for name in ("a1", "far/__init__", "far/b1", "mine/__init__", "mine/top", "mine/sub/near1", "mine/sub/near2"):
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    (tmp_path / "mine/sub/__init__.py").write_text("raise RuntimeError('it is read, not run')")
    (tmp_path / "mine/sub/reader.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(cache, "source_of", cache.source_of.__wrapped__)
    assert cache.imports_of.__wrapped__("mine.sub.reader") == IMPORTS[text]


@pytest.mark.parametrize("text", [
    "from cogtable.rules import below, State\nimport string",
    "try:\n    from cogtable.rules import below as under\nexcept ImportError:\n    from cogtable.rules import State",
])  # fmt: skip
def test_rules_depend_on_what_they_import_from_the_front(tmp_path, monkeypatch, text):
    (tmp_path / "taking.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    direct = cache.reached("cogtable.engine.rules.rng", "cogtable.engine.records.state")
    assert set(cache.reached("taking")) == {"taking", "cogtable.rules", *direct}


@pytest.mark.parametrize("text", [
    "import cogtable.rules",
    "import cogtable.rules as r",
    "from cogtable import rules",
    "from cogtable.rules import *",
])  # fmt: skip
def test_importing_the_whole_front_depends_on_all_of_it(tmp_path, monkeypatch, text):
    (tmp_path / "taking_all.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    assert {*cache.front_names().values(), "cogtable.rules"} <= set(cache.reached("taking_all"))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_all_names_of_the_front_are_traced_to_their_modules():
    """A function that a rule calls is compiled from the module that defines it, so that module must be among the
    sources.
    """
    former = set(RENAMED["cogtable.rules"])
    assert set(cache.front_names()) == {*front.__all__, *former, "former_names", "_wide"}
    for name, module in cache.front_names().items():
        item = getattr(front, name)
        defined = item.__name__ if inspect.ismodule(item) else getattr(item, "__module__", module)
        assert defined in cache.reached(module) or not defined.startswith("cogtable."), name


def test_a_module_without_a_file_has_no_sources():
    with pytest.raises(LookupError, match=r"the module nowhere\.at_all has no file"):
        cache.reached("nowhere.at_all")
    assert cache.digest("nowhere.at_all") == ""


@pytest.mark.large
@pytest.mark.native
@pytest.mark.parametrize("name", ["tiny", "splendor"])
def test_everything_compiled_is_among_the_sources(tmp_path, name):
    """The folder's name depends on the modules of all functions that the compiler reads."""
    code = f"""
from numba.core import event
import cogtable
from cogtable import bots
from cogtable.engine.batches import batch; from cogtable.engine.compile import cache
game = cogtable.game({name!r})
with event.install_recorder("numba:compile") as compiled:
    bots.compile_bot(bots.find("greedy"), game)
    batch.warm(game)
met = {{happened.data["dispatcher"].py_func.__module__ for _, happened in compiled.buffer}}
met = {{module for module in met if not module.startswith("numba.")}}
modules = cache.modules_of(game.state.marker)
own = "cogtable.engine.batches.batch"  # in the names of the files of its kernels
print(len(met), sorted(met - set(cache.reached(own, *cache.KERNELS, *modules))))
"""
    count, strange = run(code, f"{PACKAGE.parent}{os.pathsep}{TINY}", COGTABLE_CACHE=str(tmp_path)).split(" ", 1)
    assert int(count) > 4
    assert strange == "[]"


@pytest.mark.slow
@pytest.mark.parametrize(("environment", "folder"), [
    ({"COGTABLE_CACHE": "{here}/own"}, "{here}/own/native"),
    ({"XDG_CACHE_HOME": "{here}/xdg"}, "{here}/xdg/cogtable/native"),
    ({"HOME": "{here}/home", "XDG_CACHE_HOME": ""}, "{here}/home/.cache/cogtable/native"),
])  # fmt: skip
def test_the_folder_follows_the_environment(tmp_path, environment, folder):
    environment = {name: value.format(here=tmp_path) for name, value in environment.items()}
    found = run(FOLDER, PACKAGE.parent, **environment)
    assert found == folder.format(here=tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there each user has temporary files of their own")
def test_if_the_home_folder_is_read_only_the_cache_is_among_temporary_files(tmp_path):
    """Unless other users can write there, because files in the cache are executed."""
    (tmp_path / "home").write_text("in the way")
    spare = tmp_path / f"cogtable-{os.getuid()}"
    environment = {"XDG_CACHE_HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path)}
    assert run(FOLDER, PACKAGE.parent, **environment) == f"{spare}/native"
    assert spare.stat().st_mode & 0o777 == 0o700
    spare.chmod(0o777)
    assert run(FOLDER, PACKAGE.parent, **environment) == str(tmp_path / "home" / "cogtable" / "native")


@pytest.mark.slow
def test_without_a_writable_folder_nothing_is_cached(tmp_path):
    """A file is in the folder's place: everything works."""
    (tmp_path / "cache").write_text("in the way")
    code = (
        "import cogtable; m = cogtable.game('splendor').start(seats=2, seed=1); m.play(0, 0)\n"
        "from numba import njit\n"
        "print(m.ply, njit(lambda x: x + 1)(1))"
    )
    assert run(code, PACKAGE.parent, COGTABLE_CACHE=str(tmp_path / "cache")) == "1 2"


@pytest.mark.large
@pytest.mark.native
def test_compiled_play_works_without_a_writable_folder(tmp_path):
    (tmp_path / "cache").write_text("in the way")
    tiny = cogtable.game("tiny").folder.parent
    code = (
        "import cogtable; from cogtable.engine.batches.batch import playouts\n"
        "print(playouts(cogtable.game('tiny'), seats=2, games=3).states['over'].tolist())"
    )
    path = f"{PACKAGE.parent}{os.pathsep}{tiny}"
    assert run(code, path, COGTABLE_CACHE=str(tmp_path / "cache")) == "[1, 1, 1]"


def folders(root, ages):
    """Makes folders, each unused for a number of seconds."""
    for name, age in ages.items():
        (root / name).mkdir()
        (root / name / "code.nbc").write_text("")
        os.utime(root / name, (time.time() - age,) * 2)


def test_folders_unused_for_long_are_removed(tmp_path):
    folders(tmp_path, {"Old-1": cache.KEEP + 60, "New-1": 60, "Own-1": cache.KEEP + 60})
    cache.prune(tmp_path, tmp_path / "Own-1")
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["New-1", "Own-1"]


def test_the_latest_folders_of_a_game_are_kept(tmp_path):
    folders(tmp_path, {f"Own-{i}": i for i in range(1, 9)} | {f"Other-{i}": i for i in range(1, 9)})
    cache.prune(tmp_path, tmp_path / "Own-8")
    left = sorted(folder.name for folder in tmp_path.glob("Own-*"))
    assert left == ["Own-1", "Own-2", "Own-3", "Own-4", "Own-5", "Own-8"]
    assert len(list(tmp_path.glob("Other-*"))) == 8
