"""What all tests share: the game of another package is installed beside Cogtable, as pip would."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.append(str(Path(__file__).parent / "tiny"))

settings.register_profile("cogtable", derandomize=True, deadline=None)  # the same cases on every run, on any machine
settings.load_profile("cogtable")


LARGE = {"coalheart", "recharge", "smashgear"}
"""Games whose whole conformance and tables in the browser take minutes: see `make test-large`."""


def pytest_collection_modifyitems(items):
    """What compiles the same code runs in one process (`--dist loadgroup`): the tests of a file, or of one game."""
    for item in items:
        if item.path.parent.name == "browser" and item.path.stem.removeprefix("test_") in LARGE:
            item.add_marker(pytest.mark.large)
        if item.get_closest_marker("native") and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
