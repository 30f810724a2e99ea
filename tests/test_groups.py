"""Tests that share something costly run in one process, even if several processes share the tests."""

from collections.abc import Callable

import pytest


@pytest.fixture
def is_in_group(request: pytest.FixtureRequest) -> Callable[[str], bool]:
    """Whether a test is in a group. pytest-xdist recognizes a group by the end of its tests' names; with an unsuitable
    pytest it has none.
    """
    if not hasattr(request.config, "workerinput"):
        pytest.skip("there is one process")
    return lambda name: request.node.nodeid.endswith(f"@{name}")


@pytest.mark.xdist_group("groups")
def test_a_group_stays_together(is_in_group: Callable[[str], bool]) -> None:
    assert is_in_group("groups")


@pytest.mark.native
def test_tests_of_a_file_that_compile_stay_together(is_in_group: Callable[[str], bool]) -> None:
    """Otherwise several processes compile the same code at the same time."""
    assert is_in_group("tests/test_groups.py")
