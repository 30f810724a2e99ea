"""Interpreted bots choose the same moves as compiled ones, only more slowly, and keep to their thinking time."""

from typing import Any

import numpy as np
import pytest

import cogtable
from cogtable import bots
from cogtable.bots import CancelToken, PlayStyle
from cogtable.bots.mcts import NODE, SearchConfig, think
from cogtable.bots.tree import Nodes
from cogtable.engine.compiled_play import kernels


@pytest.fixture(autouse=True)
def no_compiler(request, monkeypatch):
    """Compiles nothing, except where a test asks for it."""
    if not request.node.get_closest_marker("native"):
        monkeypatch.setattr(kernels, "with_compile_notice", lambda what, game, run: pytest.fail(f"{what} was compiled"))


def halfway(name, seats, moves=15):
    """A match in which the seats have alternately taken their first and last choices."""
    match = cogtable.game(name).start(seats=seats, seed=4)
    while match.ply < moves:
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[-(match.ply % 2)].action)
    return match


@pytest.mark.parametrize("name", ["random", "greedy", "easy", "medium"])
@pytest.mark.parametrize(
    ("game", "seats"),
    [("tiny", 3), ("splendor", 2), ("megaman", 2), ("recharge", 2), ("smashgear", 2), ("coalheart", 3)],
)
def test_every_bot_plays_every_game_without_machine_code(name, game, seats):
    match = cogtable.game(game).start(seats=seats, seed=4)
    for _ in range(3):
        seat = match.waiting[0]
        found = bots.decide(name, match, seat, 7, PlayStyle(compiled=False))
        assert found.whole
        match.play(seat, found.action)  # refuses illegal actions


def test_a_search_ends_when_its_time_is_up():
    match = cogtable.game("splendor").start(seats=2, seed=4)
    found = bots.decide("expert", match, 0, 7, PlayStyle(False, CancelToken(seconds=0)))
    assert not found.whole
    assert match.legal(0)[found.action]


def test_a_halted_search_has_made_at_least_one_simulation():
    match = cogtable.game("tiny").start(seats=3, seed=4)
    token = CancelToken()
    token.cancel()
    thought = think(match.game, match.hidden(1), 1, 7, SearchConfig(1000), token=token, compiled=False)
    assert thought.simulations == 1
    assert match.legal(1)[thought.best]


def test_a_single_choice_is_played_without_a_search():
    match = cogtable.game("tiny").start(seats=2, seed=1)
    match.state.hand[0, 1] = -1
    token = CancelToken(seconds=0)
    assert bots.decide("expert", match, 0, 7, PlayStyle(False, token)).whole


def test_the_interpreted_tree_equals_an_array_of_records():
    nodes: Any = Nodes(NODE, 30)
    array = np.zeros(30, NODE)
    assert nodes.size == array.size
    for name in NODE.names:
        assert nodes[7][name] == array[7][name] == 0
        assert type(getattr(nodes[7], name)) is type(array[7][name].item())
    nodes[7].visits += 3
    assert nodes[7]["visits"] == 3
    assert nodes[8].visits == 0
    with pytest.raises(AttributeError):
        nodes[7].visit = 1


@pytest.mark.native
@pytest.mark.parametrize(("game", "seats"), [("tiny", 3), ("splendor", 2)])
@pytest.mark.parametrize("name", ["random", "greedy", "easy", "medium"])
def test_a_bots_choice_is_the_same_compiled_and_interpreted(name, game, seats):
    match = halfway(game, seats, moves=4)
    for _ in range(6):
        seat = match.waiting[0]
        compiled, interpreted = (bots.decide(name, match, seat, 7, PlayStyle(way)) for way in (True, False))
        assert compiled == interpreted
        match.play(seat, compiled.action)
        if match.over:
            break


@pytest.mark.native
@pytest.mark.parametrize(("game", "seats"), [("tiny", 3), ("splendor", 2)])
def test_a_search_gives_the_same_result_compiled_and_interpreted(game, seats):
    match = halfway(game, seats, moves=4)
    seat = match.waiting[0]
    one, other = (
        think(match.game, match.hidden(seat), seat, 7, SearchConfig(120), compiled=compiled)
        for compiled in (True, False)
    )
    for a, b in zip(one, other, strict=True):
        assert np.asarray(a).tolist() == np.asarray(b).tolist()
