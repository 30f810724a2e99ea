"""Every game passes the whole conformance suite, even the one from another package."""

import runpy
from functools import partial
from pathlib import Path

import pytest

import cogtable
from cogtable import bots
from cogtable.engine.play import registry
from cogtable.lab import analysis
from cogtable.testing import conformance, coverage

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"
QUICK = 25
"""The numbers of simulations for a hint and for a chance of winning."""


def hint(match, seat):
    return analysis.advise(match, seat, simulations=QUICK) if seat in match.waiting else None


def chances(match, seat):
    """Returns the public chances of a position, as in the graph of an analysis."""
    return analysis.chances(match, simulations=QUICK)


def census(name: str) -> conformance.Census:
    counting: conformance.Census = runpy.run_path(str(HERE / name / "census.py"))["census"]
    return counting


def foretold(name: str) -> conformance.Foretold | None:
    """Returns the function that checks a game's forecasts, if there is one."""
    file = HERE / name / "foretold.py"
    return runpy.run_path(str(file))["foretold"] if file.is_file() else None


def plan(name: str) -> conformance.Plan:
    players = {bot: partial(bots.choose, bot) for bot in ("random", "greedy", "medium")}
    reports = {"hint": hint, "chances": chances}
    return conformance.Plan(census(name), GOLDEN, bots=players, reports=reports, foretold=foretold(name))


INTERPRETED = (
    conformance.nothing_gets_lost,
    conformance.only_legal_actions_count,
    conformance.words_and_pieces_agree,
    conformance.golden_games_replay,
    conformance.lesson_plays,
    conformance.choices_are_told_apart,
    conformance.forecasts_come_true,
    conformance.reasons_hold,
)
"""Checks that need no compiling and take moments for one game, so that mistakes show at once."""


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("point", INTERPRETED)
def test_one_game_conforms(name, point):
    game = cogtable.game(name)
    point(game, conformance.Plan(census(name), GOLDEN, games=1, seats=(game.min_seats,), foretold=foretold(name)))


@pytest.mark.parametrize("name", [name for name in registry.names() if name != "tiny"])
def test_each_game_has_a_lesson_of_about_five_minutes(name):
    lesson = cogtable.game(name).lesson.lesson
    assert 12 <= len(lesson.steps) <= 16
    assert sum(bool(step.do) for step in lesson.steps) >= 6, "one learns by doing"
    assert not lesson.steps[-1].do, "the coach takes leave before the game goes on"


LARGE = {"megaman", "coalheart", "recharge", "smashgear"}
LENGTHY = {conformance.secrets_are_kept, conformance.games_end, conformance.matches_come_back}
"""Checks that take minutes for those games: see `make test-large`."""


def points():
    """For `make test`, each check that isn't a quick one, in one game with the maximum number of seats; for `make
    test-large` the whole suite.
    """
    for name in registry.names():
        game = cogtable.game(name)
        for point in conformance.POINTS:
            if point in (conformance.golden_games_replay, conformance.lesson_plays):
                continue  # all of them are among the quick ones
            if point not in INTERPRETED and not (name in LARGE and point in LENGTHY):
                one = {"games": 1, "seats": (game.max_seats,)}
                yield pytest.param(name, point, one, marks=pytest.mark.xdist_group(name), id=f"{name}-{point.__name__}")
            marks = [pytest.mark.xdist_group(name), pytest.mark.large]
            yield pytest.param(name, point, {}, marks=marks, id=f"{name}-{point.__name__}-all")


@pytest.mark.native
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "point", "more"), list(points()))
def test_conformance(name, point, more):
    point(cogtable.game(name), plan(name)._replace(**more))


@pytest.mark.parametrize("name", registry.names())
def test_each_rule_has_a_scenario(name):
    coverage.check(cogtable.game(name), HERE / name)
