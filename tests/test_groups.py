"""Tests that share something costly run in one process, also when several processes share the tests."""

import pytest


@pytest.mark.xdist_group("groups")
def test_a_group_stays_together(request: pytest.FixtureRequest) -> None:
    """pytest-xdist knows a group by the end of its tests' names. With a pytest that it does not fit, it has none."""
    if not hasattr(request.config, "workerinput"):
        pytest.skip("there is one process")
    assert request.node.nodeid.endswith("@groups")
