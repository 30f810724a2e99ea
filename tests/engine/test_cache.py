"""Where compiled code is kept: named by the sources, harmless where nothing can be written."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cogtable
from cogtable.engine import cache

PACKAGE = Path(cogtable.__file__).parent
FOLDER = "import cogtable; print(cogtable.COMPILED)"


@pytest.fixture
def copied(tmp_path):
    """A copy of the package, to be changed."""
    for folder in ("engine", "games", "table"):
        shutil.copytree(PACKAGE / folder, tmp_path / "cogtable" / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "__init__.py", tmp_path / "cogtable")
    return tmp_path


def run(code, path, **environment):
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-B", "-c", code],
        env={**kept, "PYTHONPATH": str(path), **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_folder_changes_with_the_sources(copied):
    home = str(copied / "cache")
    before = run(FOLDER, copied, COGTABLE_CACHE=home)
    assert run(FOLDER, copied, COGTABLE_CACHE=home) == before
    seen = {before}
    for name in ("engine/chance.py", "games/splendor/rules.py"):
        file = copied / "cogtable" / name
        file.write_text(file.read_text() + "\n# another remark\n")
        seen.add(run(FOLDER, copied, COGTABLE_CACHE=home))
    assert len(seen) == 3
    assert {Path(folder).parent for folder in seen} == {copied / "cache" / "native"}


def test_the_record_of_a_game_changes_with_its_own_sources(copied):
    code = "from cogtable.games.splendor import game; print(game.state.marker)"
    before = run(code, copied, COGTABLE_CACHE=str(copied / "cache"))
    file = copied / "cogtable/games/splendor/rules.py"
    file.write_text(file.read_text() + "\n# another remark\n")
    assert run(code, copied, COGTABLE_CACHE=str(copied / "cache")) != before


@pytest.mark.parametrize(("environment", "folder"), [
    ({"COGTABLE_CACHE": "{here}/own"}, "{here}/own/native"),
    ({"XDG_CACHE_HOME": "{here}/xdg"}, "{here}/xdg/cogtable/native"),
    ({"HOME": "{here}/home", "XDG_CACHE_HOME": ""}, "{here}/home/.cache/cogtable/native"),
])  # fmt: skip
def test_where_the_folder_is(tmp_path, environment, folder):
    environment = {name: value.format(here=tmp_path) for name, value in environment.items()}
    found = run(FOLDER, PACKAGE.parent, **environment)
    assert str(Path(found).parent) == folder.format(here=tmp_path)
    assert Path(found).is_dir()


def test_a_home_that_cannot_be_written(tmp_path):
    """A file stands where the folder should be: nothing is kept, and everything works."""
    (tmp_path / "cache").write_text("in the way")
    code = (
        "import cogtable; m = cogtable.game('splendor').start(seats=2, seed=1); m.play(0, 0)\n"
        "from numba import njit\n"
        "print(m.ply, njit(lambda x: x + 1)(1))"
    )
    assert run(code, PACKAGE.parent, COGTABLE_CACHE=str(tmp_path / "cache")) == "1 2"


@pytest.mark.native
def test_compiled_play_where_nothing_can_be_written(tmp_path):
    (tmp_path / "cache").write_text("in the way")
    tiny = cogtable.game("tiny").folder.parent
    code = (
        "import cogtable; from cogtable.engine.native import playouts\n"
        "print(playouts(cogtable.game('tiny'), seats=2, games=3).states['over'].tolist())"
    )
    path = f"{PACKAGE.parent}{os.pathsep}{tiny}"
    assert run(code, path, COGTABLE_CACHE=str(tmp_path / "cache")) == "[1, 1, 1]"


def test_folders_long_unused_are_removed(tmp_path):
    old, new, own = (tmp_path / name for name in ("old", "new", "own"))
    for folder in (old, new, own):
        folder.mkdir()
        (folder / "code.nbi").write_text("")
    long_ago = time.time() - cache.KEEP - 60
    os.utime(old, (long_ago, long_ago))
    os.utime(own, (long_ago, long_ago))
    cache._prune(tmp_path, own)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["new", "own"]
