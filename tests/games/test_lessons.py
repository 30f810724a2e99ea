"""Lessons teach good moves: an analysis of the same game marks no move that the coach asks for."""

import pytest

import cogtable
from cogtable.engine.lessons.script import NO_ACTION, script_of
from cogtable.engine.play import registry
from cogtable.lab import analysis
from cogtable.server.wire.base import LOSS_LEAST

pytestmark = pytest.mark.native

TAUGHT = [name for name in registry.names() if cogtable.game(name).lesson]


def marked(name):
    """Returns the learner's moves that the analysis marks, with the loss in percent, by step."""
    script = script_of(cogtable.game(name))
    found = {}
    for number, step in enumerate(script.steps, 1):
        if step.action != NO_ACTION:
            move = analysis.judge_moves(script.end.at(step.ply), script.lesson.learner, step.action)
            if move and move.lost >= LOSS_LEAST:
                found[number] = f"{move.words}: {move.lost:.0%} less than {move.best_words}"
    return found


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in TAUGHT])
def test_the_analysis_marks_no_move_that_the_lesson_asks_for(name):
    assert marked(name) == {}


def test_the_lesson_of_magpie_has_no_marked_move_either(magpie):
    assert marked(magpie.name) == {}
