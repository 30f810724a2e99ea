"""The games that every adapter is tested with: those of Cogtable, and Magpie from another package."""

import pytest

import cogtable

GAMES = ("splendor", "megaman", "recharge", "coalheart", "smashgear")


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in (*GAMES, "magpie")])
def game(request):
    """A game; tests of one game run in one process, which compiles its code once."""
    return request.getfixturevalue("magpie") if request.param == "magpie" else cogtable.game(request.param)
