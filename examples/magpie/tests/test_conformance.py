"""Magpie passes the conformance suite."""

from pathlib import Path

import pytest

import cogtable
from cogtable.testing import conformance, coverage

HERE = Path(__file__).parent


def census(s, b):
    """Every card is in one place."""
    return sorted(s.deck)


@pytest.mark.parametrize("point", conformance.POINTS)
def test_conforms(point):
    point(cogtable.game("magpie"), conformance.Plan(census=census, golden=HERE / "golden"))


def test_each_rule_has_a_scenario():
    coverage.check(cogtable.game("magpie"), HERE)
