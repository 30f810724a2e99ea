"""The games that every adapter is tried on: those that come with Cogtable, and Magpie as another package's."""

import pytest

import cogtable

GAMES = ("splendor", "megaman", "recharge", "coalheart", "smashgear")


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in (*GAMES, "magpie")])
def game(request):
    """A game; what is compiled of one is tested in one process."""
    return request.getfixturevalue("magpie") if request.param == "magpie" else cogtable.game(request.param)
