"""Moves that were chosen elsewhere are played again: they give the same rows, and nonsense is refused."""

from typing import Any

import numpy as np
import pytest

import cogtable
from cogtable import bots
from cogtable.engine.compiled_play.kernels import next_seat
from cogtable.engine.records.state import copied
from cogtable.engine.rules import verbs
from cogtable.lab import study
from cogtable.lab.recorded_moves import BadMoves, moves_dtype, replay

pytestmark = pytest.mark.native

TINY = cogtable.game("tiny")


def moves_of(game: Any, state: Any, seed: int, bot: str = "random") -> list[int]:
    """The moves of a game, decided one by one in plain Python."""
    state, b, seat, found = copied(state), game.box.record, -1, []
    while (seat := int(next_seat(state[0], seat))) >= 0:
        hidden = copied(state)
        verbs.hide(hidden[0], b, seat)
        found.append(bots.find(bot).search(game, hidden, seat, seed).action)
        verbs.play(state[0], b, seat, found[-1])
    return found


@pytest.fixture(scope="module")
def series() -> study.Series:
    """Three games of Tiny, with the hands passed on by one seat."""
    plan = study.plan_study(TINY, games=6, bots=["random"], skill=0, restricted=0)
    return study.series_of(study.parts(plan)[0])[1]


@pytest.fixture(scope="module")
def moves(series: study.Series) -> list[list[int]]:
    return [moves_of(TINY, series.states[i : i + 1], i) for i in range(3)]


def replayed(series: study.Series, moves: list[list[int]]) -> list[dict[str, Any]]:
    actions = np.array([action for each in moves for action in each], moves_dtype(TINY))
    return replay(series, [len(each) for each in moves], actions.tobytes())


def test_the_rows_are_those_of_games_played_here(series: study.Series, moves: list[list[int]]) -> None:
    assert replayed(series, moves) == series.play([bots.find("random")] * 2)


def test_a_game_that_is_not_over_is_refused(series: study.Series, moves: list[list[int]]) -> None:
    with pytest.raises(BadMoves, match="game 1 is not over after its last move"):
        replayed(series, [moves[0], moves[1][:-1], moves[2]])


def test_moves_after_the_end_are_refused(series: study.Series, moves: list[list[int]]) -> None:
    with pytest.raises(BadMoves, match="game 2 is over 1 moves before its last"):
        replayed(series, [moves[0], moves[1], [*moves[2], 0]])


def test_an_illegal_move_is_refused() -> None:
    splendor = cogtable.game("splendor")
    plan = study.plan_study(splendor, games=2, bots=["random"], skill=0, restricted=0)
    (series,) = study.series_of(study.parts(plan)[0])
    mask = splendor.mask()
    verbs.legal(series.states[0], splendor.box.record, 0, mask)
    illegal = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(BadMoves, match=r"chose an action that is not legal \(seed 0\)"):
        replay(series, [1, 1], bytes([illegal, illegal]))


def test_an_action_that_the_game_does_not_have_is_refused(series: study.Series, moves: list[list[int]]) -> None:
    with pytest.raises(BadMoves, match=f"expected actions from 0 to {TINY.actions - 1}; found {TINY.actions}"):
        replayed(series, [[TINY.actions, *moves[0][1:]], *moves[1:]])


@pytest.mark.parametrize(
    ("counts", "moves", "found"),
    [
        ([1, 1], b"\0\0", "found 2 games with 2 moves in 2 bytes"),
        ([1, 1, 2], b"\0\0\0", "found 3 games with 4 moves in 3 bytes"),
        ([4, -1, 0], b"\0\0\0", "found 3 games with 3 moves in 3 bytes"),
        ([], b"", "found 0 games with 0 moves in 0 bytes"),
    ],
)
def test_numbers_that_do_not_fit_each_other_are_refused(
    series: study.Series, counts: list[int], moves: bytes, found: str
) -> None:
    with pytest.raises(BadMoves, match=f"expected the moves of 3 games, 1 bytes each; {found}"):
        replay(series, counts, moves)
