"""Lessons teach good moves: an analysis of the same game marks no move that the coach asks for, and none of the moves
that learners may have in mind instead is better.
"""

import pytest

import cogtable
from cogtable.engine.definition.lesson_file import FIRST
from cogtable.engine.lessons.script import NO_ACTION, script_of
from cogtable.engine.play import registry
from cogtable.lab import analysis
from cogtable.server.wire.base import LOSS_LEAST

pytestmark = pytest.mark.native

LESSONS = [(game, lesson) for game in registry.names() for lesson in cogtable.game(game).lessons]
FURTHER = [each for each in LESSONS if each[1] != FIRST]

MARGIN = 0.02
"""How much better a move that is only thought of can look in a search, which is not exact."""

SIMULATIONS = 1500
"""The simulations of each of two moves that are compared."""


def by_game(lessons):
    return [pytest.param(*each, marks=pytest.mark.xdist_group(each[0])) for each in lessons]


def marked(game, name):
    """Returns the learner's moves that the analysis marks, with the loss in percent, by step."""
    script = script_of(cogtable.game(game), name)
    found = {}
    for number, step in enumerate(script.steps, 1):
        if step.action != NO_ACTION:
            move = analysis.judge_moves(script.end.at(step.ply), script.lesson.learner, step.action)
            if move and move.lost >= LOSS_LEAST:
                found[number] = f"{move.words}: {move.lost:.0%} less than {move.best_words}"
    return found


def chances_after(match, seat, actions):
    """Searches each action of a seat alone, with the same deals. Its outcome is the seat's chance after each."""
    orders = [analysis.SearchOrder(match.hidden(seat), seat, 1, SIMULATIONS, action) for action in actions]
    found = yield orders
    return [float(each.chances[0]) for each in found]


@pytest.mark.parametrize(("game", "name"), by_game(LESSONS))
def test_the_analysis_marks_no_move_that_a_lesson_asks_for(game, name):
    assert marked(game, name) == {}


@pytest.mark.parametrize(("game", "name"), by_game(FURTHER))
def test_no_move_in_doubt_is_better_than_the_one_that_the_lesson_asks_for(game, name):
    script = script_of(cogtable.game(game), name)
    seat = script.lesson.learner
    for number, step in enumerate(script.steps, 1):
        match = script.end.at(step.ply)
        for doubt in step.doubts:
            if NO_ACTION not in (step.action, doubt.action):
                both = [step.action, doubt.action]
                taught, other = analysis.run(chances_after(match, seat, both), match.game)
                assert other <= taught + MARGIN, f"step {number}, {doubt.source.ask}: {other:.1%}, not {taught:.1%}"


@pytest.mark.parametrize(("game", "name"), by_game(FURTHER))
def test_a_strategy_lesson_is_short_asks_twice_at_least_and_answers_doubts(game, name):
    script = script_of(cogtable.game(game), name)
    assert 5 <= len(script.steps) <= 8
    assert sum(step.action != NO_ACTION for step in script.steps) >= 2
    assert sum(len(step.doubts) for step in script.steps) >= 3
    assert all(step.source.title for step in script.steps)


def test_every_game_has_two_strategy_lessons():
    games = [game for game, _ in FURTHER]
    assert {game: games.count(game) for game in games} == dict.fromkeys(
        (game for game, name in LESSONS if name == FIRST), 2
    )


def test_the_lesson_of_magpie_has_no_marked_move_either(magpie):
    assert marked(magpie.name, FIRST) == {}
