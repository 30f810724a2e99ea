"""With the stand-ins for NumPy and Numba, seats see the same as with NumPy, to the byte."""

import os
import subprocess
import sys

import pytest

from cogtable.engine.play import registry
from tests.site.conftest import MAGPIE, STANDIN, WHOLE, play, seen

BUILT_IN = [name for name in registry.names() if registry.find(name).package.startswith("cogtable.games.")]

pytestmark = pytest.mark.slow


def compare(wanted, *paths):
    own, stands = play(wanted, *paths), play(wanted, STANDIN, *paths)
    expected, found = seen(own), seen(stands)
    assert len(expected) == len(wanted)
    assert found == expected


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_first_moves_of_a_game(name):
    compare([[name, registry.find(name).min_seats, 3, 13]])


def test_a_whole_game_of_another_package(installed):
    compare([["magpie", 3, 3, WHOLE], ["magpie"]], installed(MAGPIE))


@pytest.mark.large
@pytest.mark.parametrize("name", BUILT_IN)
def test_whole_games_lessons_and_puzzles(name):
    game = registry.find(name)
    compare([[name], [name, game.min_seats, 4, WHOLE], [name, game.max_seats, 5, WHOLE]])


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("numpy.linalg", "a page has no numpy.linalg; it has arange, array,"),
        ("numpy.sort(numpy.zeros((3, 2)), axis=0)", "a page sorts along the last axis only; found axis 0 of 2"),
        ("numpy.zeros(3)[numpy.zeros(2, bool)]", "a mask of shape (2,) for an array of shape (3,)"),
        ("numpy.zeros((2, 2), [('a', 'i1', ())])", "a page has arrays of records with one axis; found (2, 2)"),
        ("numpy.zeros(3, 'c16')", "a page has no arrays of 'c16'; it has i1, i2,"),
        ("numpy.zeros(3, 'i1')[3]", "index 3 is out of bounds for axis of size 3"),
        ("numpy.zeros(3) + numpy.zeros(2)", "operands could not be broadcast together with shapes ((3,), (2,))"),
    ],
)
def test_what_a_page_lacks_is_named(code, message):
    done = subprocess.run(
        [sys.executable, "-c", f"import numpy; {code}"],
        env=os.environ | {"PYTHONPATH": str(STANDIN)},
        capture_output=True,
        text=True,
    )
    assert message in done.stderr.splitlines()[-1]


def test_a_number_that_does_not_fit_is_refused():
    code = "import numpy; numpy.zeros(3, 'i1')[0] = 128"
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(STANDIN)}, stderr=-1)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(b"ValueError")
