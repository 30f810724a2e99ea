"""What all tests share: the game of another package is installed beside Cogtable, as pip would."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.packages import install_package

sys.path.append(str(Path(__file__).parent / "tiny"))

# The same cases on every run, on any machine: few of them in the quick tests, more in `make test`.
settings.register_profile("quick", derandomize=True, deadline=None, max_examples=20)
settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """Installs a package of a game as `pip install --editable` would, beside this environment and not into it.

    `installed(folder)` gives the PYTHONPATH with which processes find the package, its entry point included.
    """

    def install(folder):
        return install_package(folder, tmp_path_factory.mktemp(folder.name) / "site-packages")

    return install


def pytest_collection_modifyitems(items):
    """What compiles the same code runs in one process (`--dist loadgroup`): the tests of a file, or of one game."""
    for item in items:
        if item.get_closest_marker("native") and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
