"""`cogtable new` creates a game that can be installed, passes its own tests and can be played."""

import os
import subprocess
import sys

import pytest

from cogtable import new_game
from cogtable.testing import coverage

PLAY = """
import cogtable
match = cogtable.game("red_fox").start(seats=3, seed=1)
while not match.over:
    match.play(match.waiting[0], match.choices(match.waiting[0])[0].action)
print(match.game.title, match.ranks)
"""


@pytest.fixture
def python(tmp_path, installed):
    """Installs a new game; returns a function that runs Python with it and returns the output."""
    environment = os.environ | {"PYTHONPATH": installed(new_game.make("red_fox", tmp_path))}

    def python(*arguments):
        how = {"env": environment, "cwd": tmp_path / "red_fox", "capture_output": True, "text": True, "timeout": 600}
        done = subprocess.run([sys.executable, *arguments], check=False, **how)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return python


COMPILES = "native_is_the_same", "games_end", "observations", "secrets_are_kept", "matches_come_back"
"""The game's tests that compile it, or are slow."""


@pytest.mark.slow
def test_it_can_be_played_and_passes_its_tests(python):
    assert python("-c", PLAY).startswith("Red fox (")
    assert " passed" in python("-m", "pytest", "-q", "-k", " and ".join(f"not {name}" for name in COMPILES))


@pytest.mark.large
@pytest.mark.native
def test_it_passes_the_tests_that_compile_it(python):
    assert " passed" in python("-m", "pytest", "-q", "-k", " or ".join(COMPILES))


def test_it_has_its_own_names(tmp_path):
    folder = new_game.make("red_fox", tmp_path)
    assert (folder / "red_fox" / "rules.md").read_text().startswith("# Red fox\n")
    assert "class RedFox(State):" in (folder / "red_fox" / "rules.py").read_text()
    for file in folder.rglob("*"):
        assert "magpie" not in str(file).removeprefix(str(tmp_path))
        assert file.is_dir() or "magpie" not in file.read_text()


def test_its_tests_do_not_count_as_tests_of_its_authors_rules(tmp_path):
    folder = new_game.make("red_fox", tmp_path)
    assert set(coverage.named(folder / "tests")) == set(coverage.numbers((folder / "red_fox" / "rules.md").read_text()))
    assert not [number for number in coverage.named(folder / "tests") if number.startswith("RF")]


@pytest.mark.parametrize(("name", "message"), [
    ("Red-Fox", '"Red-Fox" cannot be the name of a game: expected 2 to 30 small letters'),
    ("class", '"class" cannot be the name of a game'),
    ("../fox", '"../fox" cannot be the name of a game'),
    ("x", '"x" cannot be the name of a game'),
    ("splendor", 'there is a game called "splendor" already'),
    ("json", 'there is a Python package called "json" already'),
    ("tests", 'there is a Python package called "tests" already'),
])  # fmt: skip
def test_an_invalid_name_is_refused(tmp_path, name, message):
    with pytest.raises(new_game.BadGame) as caught:
        new_game.make(name, tmp_path)
    assert str(caught.value).startswith(message)
    assert not list(tmp_path.iterdir())


def test_an_existing_folder_is_not_changed(tmp_path):
    (tmp_path / "fox").mkdir()
    with pytest.raises(new_game.BadGame, match="there is something of that name already"):
        new_game.make("fox", tmp_path)
    assert not list((tmp_path / "fox").iterdir())


def test_a_missing_parent_folder_is_refused(tmp_path):
    with pytest.raises(new_game.BadGame, match="there is no such folder"):
        new_game.make("fox", tmp_path / "nowhere")
