"""The conformance suite: tests that every game must pass, including games from other packages.

In the tests of a game::

    import cogtable
    import pytest
    from cogtable.testing import conformance

    PLAN = conformance.Plan(census=my_census, golden=Path("tests/golden"))

    @pytest.mark.parametrize("point", conformance.POINTS)
    def test_conforms(point):
        point(cogtable.game("mine"), PLAN)

`check(game, plan)` tests all points of the suite; each is also a function of its own. A failure raises `Nonconformity`,
which gives the game, its seats, seed and options, the ply, and the difference.

A game needs a golden file: who knows what, and whole games as text for each number of seats, to be read as a diff when
rules change::

    python -m cogtable.testing.conformance --golden mine tests/golden
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from cogtable.engine.play.game import Game
from cogtable.testing.conformance.counts import nothing_gets_lost
from cogtable.testing.conformance.ending import compile_extremes, games_end
from cogtable.testing.conformance.golden import golden_games_replay
from cogtable.testing.conformance.interpreted_vs_compiled import compile_verbs, native_is_the_same
from cogtable.testing.conformance.legality import only_legal_actions_count
from cogtable.testing.conformance.lesson import lesson_plays
from cogtable.testing.conformance.observations import compile_observations, observations_hold_what_is_known
from cogtable.testing.conformance.reasons import reasons_hold
from cogtable.testing.conformance.render_check import draws_are_what_may_come
from cogtable.testing.conformance.save_round_trip import matches_come_back
from cogtable.testing.conformance.secrecy import secrets_are_kept
from cogtable.testing.conformance.telling import choices_are_told_apart, forecasts_come_true
from cogtable.testing.conformance.trials import Bot, Census, Dice, Foretold, Nonconformity, Plan, Report, digest
from cogtable.testing.conformance.words import words_and_pieces_agree

__all__ = [
    "POINTS",
    "Bot",
    "Census",
    "Dice",
    "Foretold",
    "Nonconformity",
    "Plan",
    "Report",
    "check",
    "choices_are_told_apart",
    "compile_points",
    "digest",
    "draws_are_what_may_come",
    "forecasts_come_true",
    "games_end",
    "golden_games_replay",
    "lesson_plays",
    "matches_come_back",
    "native_is_the_same",
    "nothing_gets_lost",
    "observations_hold_what_is_known",
    "only_legal_actions_count",
    "reasons_hold",
    "secrets_are_kept",
    "words_and_pieces_agree",
]

POINTS: tuple[Callable[[Game, Plan], None], ...] = (
    native_is_the_same,
    secrets_are_kept,
    nothing_gets_lost,
    only_legal_actions_count,
    games_end,
    matches_come_back,
    words_and_pieces_agree,
    golden_games_replay,
    lesson_plays,
    observations_hold_what_is_known,
    draws_are_what_may_come,
    choices_are_told_apart,
    forecasts_come_true,
    reasons_hold,
)
"""All points of the suite."""


def check(game: Game, plan: Plan) -> None:
    """Tests all points of the suite. Raises Nonconformity."""
    for point in POINTS:
        point(game, plan)


_COMPILED: dict[Callable[[Game, Plan], None], Callable[[Game], None]] = {
    native_is_the_same: compile_verbs,
    games_end: compile_extremes,
    observations_hold_what_is_known: compile_observations,
}


def compile_points(game: Game, points: Collection[Callable[[Game, Plan], None]] = POINTS) -> None:
    """Compiles the code that the points run natively, without checking the game."""
    for point, compiled in _COMPILED.items():
        if point in points:
            compiled(game)
