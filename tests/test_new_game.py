"""`cogtable new` makes a game that installs, passes its own tests and can be played."""

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
    """A new game, installed; runs Python where it is found, and returns what that prints."""
    environment = os.environ | {"PYTHONPATH": installed(new_game.make("red_fox", tmp_path))}

    def python(*arguments):
        how = {"env": environment, "cwd": tmp_path / "red_fox", "capture_output": True, "text": True, "timeout": 600}
        done = subprocess.run([sys.executable, *arguments], check=False, **how)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return python


COMPILES = "native_is_the_same", "games_end", "observations", "secrets_are_kept", "matches_come_back"
"""Those of its tests that compile it, or take long."""


@pytest.mark.slow
def test_it_can_be_played_and_passes_its_tests(python):
    assert python("-c", PLAY).startswith("Red fox (")
    assert " passed" in python("-m", "pytest", "-q", "-k", " and ".join(f"not {name}" for name in COMPILES))


@pytest.mark.large
@pytest.mark.native
def test_it_passes_those_that_compile_it(python):
    assert " passed" in python("-m", "pytest", "-q", "-k", " or ".join(COMPILES))


def test_it_has_names_of_its_own(tmp_path):
    folder = new_game.make("red_fox", tmp_path)
    assert (folder / "red_fox" / "rules.md").read_text().startswith("# Red fox\n")
    assert "class RedFox(State):" in (folder / "red_fox" / "rules.py").read_text()
    for file in folder.rglob("*"):
        assert "magpie" not in str(file).removeprefix(str(tmp_path))
        assert file.is_dir() or "magpie" not in file.read_text()


def test_its_tests_do_not_count_for_rules_of_its_author(tmp_path):
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
def test_a_name_that_is_no_good(tmp_path, name, message):
    with pytest.raises(new_game.BadGame) as caught:
        new_game.make(name, tmp_path)
    assert str(caught.value).startswith(message)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path):
    (tmp_path / "fox").mkdir()
    with pytest.raises(new_game.BadGame, match="there is something of that name already"):
        new_game.make("fox", tmp_path)
    assert not list((tmp_path / "fox").iterdir())


def test_a_folder_to_make_it_in_that_is_not_there(tmp_path):
    with pytest.raises(new_game.BadGame, match="there is no such folder"):
        new_game.make("fox", tmp_path / "nowhere")
