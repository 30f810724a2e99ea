"""Every game passes the whole conformance suite, also the one from another package."""

import runpy
from functools import partial
from pathlib import Path

import pytest

import cogtable
from cogtable import bots
from cogtable.engine import conformance, coverage, registry

HERE = Path(__file__).parent


def plan(name: str) -> conformance.Plan:
    census = runpy.run_path(str(HERE / name / "census.py"))["census"]
    players = {bot: partial(bots.choose, bot) for bot in ("random", "greedy")}
    return conformance.Plan(census=census, golden=HERE.parent / "golden", bots=players)


GAMES = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in registry.names()]


@pytest.mark.native
@pytest.mark.parametrize("point", conformance.POINTS, ids=lambda point: point.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_conformance(name, point):
    point(cogtable.game(name), plan(name))


@pytest.mark.parametrize("name", registry.names())
def test_each_rule_has_a_scenario(name):
    coverage.check(cogtable.game(name), HERE / name)
