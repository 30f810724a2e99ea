"""Fixtures and hooks of all tests. The example game of another package is installed beside Cogtable, as pip would."""

import gc
import importlib
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

from cogtable.engine.play import registry
from cogtable.wasm.files import RULES, kept
from tests.modules import build
from tests.packages import install_package
from tests.static_site import plain_host, site_of, strict_host

gc.disable()  # until everything is collected: see pytest_collection_finish
sys.path.append(str(Path(__file__).parent / "tiny"))

# The same cases on every run and machine: few in the quick tests, more in `make test`, most in `make test-large`.
settings.register_profile("quick", derandomize=True, deadline=None, max_examples=20)
settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("exhaustive", derandomize=True, deadline=None, max_examples=500)
settings.load_profile("quick")


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory):
    """Keeps servers without an explicit database away from the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def magpie(monkeypatch):
    """The example game, as if it were installed."""
    monkeypatch.syspath_prepend(Path(__file__).parent.parent / "examples" / "magpie")
    game = importlib.import_module("magpie").game
    monkeypatch.setitem(registry.added, "magpie", game)
    return game


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """Installs a game's package as `pip install --editable` would, beside this environment and not into it.

    `installed(folder)` returns the PYTHONPATH with which processes find the package and its entry point.
    """

    def install(folder):
        return install_package(folder, tmp_path_factory.mktemp(folder.name) / "site-packages")

    return install


@pytest.fixture(scope="session")
def module_of(installed):
    """`module_of(game)`: the folder with the module of a game, perhaps with a box of another size; with "--rules" the
    folder with that of its rules alone. Each is built once, and kept until the sources change.
    """

    def folder_of(game, *options):
        folder, suffix = kept(game), RULES if "--rules" in options else ""
        if not (folder / f"{game.name}{suffix}.json").exists():
            tests = Path(__file__).parent
            magpie = tests.parent / "examples" / "magpie"
            build(game, folder, installed(magpie) if game.name == "magpie" else str(tests / "tiny"), *options)
        return folder

    return folder_of


@pytest.fixture(scope="session")
def with_magpie(installed):
    """`with with_magpie():` the example game is installed for processes that are started, and known to this one."""

    folder = Path(__file__).parent.parent / "examples" / "magpie"
    path = installed(folder)

    @contextmanager
    def known():
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", path)
            patch.syspath_prepend(folder)
            patch.setitem(registry.added, "magpie", importlib.import_module("magpie").game)
            yield

    return known


@pytest.fixture(scope="session")
def site_folder(with_magpie):
    """A folder that `cogtable site` wrote, with Splendor and the example game, which is short. It is built once, and
    kept until the sources change.
    """
    with with_magpie():
        return site_of([registry.find("splendor"), registry.find("magpie")])


@pytest.fixture(scope="session")
def site_address(site_folder):
    """The address of that folder on a host that knows nothing about it, below a path."""
    with plain_host(site_folder) as address:
        yield address


@pytest.fixture(scope="session")
def strict_site_address(site_folder):
    """The address of that folder on a host with the headers that the documentation recommends, below a path."""
    with strict_host(site_folder) as address:
        yield address


def group(item):
    """Returns the name of the test's group, which runs in one process; empty if there is none."""
    mark = item.get_closest_marker("xdist_group")
    return mark.args[0] if mark else ""


def file_group(item):
    """Returns the group of a test that shares compiled or loaded code with others of its file; empty if it stands
    alone.
    """
    file = item.nodeid.partition("::")[0]
    if item.get_closest_marker("native"):
        return file
    alone = item.get_closest_marker("browser") or item.get_closest_marker("slow")
    return "" if alone else f"{file} quick"


def turn(item):
    """Returns a test's place in the order, as a sort key."""
    browser, slow, native, late = map(item.get_closest_marker, ("browser", "slow", "native", "timeout"))
    return bool(browser), bool(browser and not slow), bool(slow or native), not late, not group(item)


@pytest.hookimpl(tryfirst=True)  # runs before pytest-xdist reads the groups
def pytest_collection_modifyitems(items):
    """Groups tests that compile or load the same code, so that they run in one process (`--dist loadgroup`): the tests
    of a file, or of one game.

    Quick tests come first. Browser tests come last in each process too, because no other event loop can run in
    Playwright's process. Within both, the slowest tests start first, and tests without a group end: otherwise one
    process would wait for another at the end.
    """
    for item in items:
        if not group(item) and (name := file_group(item)):
            item.add_marker(pytest.mark.xdist_group(name))
    driving = {group(item) for item in items if item.get_closest_marker("browser")}
    if shared := driving & {group(item) for item in items if not item.get_closest_marker("browser")} - {""}:
        raise pytest.UsageError(f"groups with tests in the browser and others: {', '.join(sorted(shared))}")
    items.sort(key=turn)


def pytest_collection_finish():
    """Freezes everything loaded so far, so that the garbage collector doesn't scan it again and again.

    Garbage of the tests is collected less often than by default, which took a tenth of their time.
    """
    gc.freeze()
    gc.set_threshold(5_000, 10, 50)
    gc.enable()
