"""The packages contain everything that playing needs, and are built and installed without Node.js."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from try_wheel import EXTRAS

from .live_server import LiveServer
from .person import Person, sensible

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.xdist_group("package")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel built from it with npm unable to download anything."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    nowhere = os.environ | {"npm_config_registry": "http://127.0.0.1:9", "npm_config_offline": "true"}
    done = subprocess.run(command, env=nowhere, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Building the browser client" not in done.stdout
    return folder


@pytest.fixture(scope="module")
def environment(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel, which borrows the dependencies; returns the folder of its programs."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
    pip += ["--no-compile"]  # most of it never runs here
    subprocess.run([*pip, "--no-index", "--no-deps", *packages.glob("*.whl")], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin"


def test_the_wheel_contains_the_installed_files_and_nothing_else(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*") if path.is_file()}
    example = ROOT / "examples" / "magpie"
    package |= {f"cogtable/template/{path.relative_to(example)}" for path in example.rglob("*") if path.is_file()}
    package |= {f"cogtable/pages/{page.name}" for page in (ROOT / "docs").glob("*.md")}
    for game in (ROOT / "src" / "cogtable" / "games").glob("*/box.toml"):
        kinds = ("wasm", "json", "weights") if game.with_name("weights.npz").is_file() else ("wasm", "json")
        package |= {f"cogtable/wasm/modules/{game.parent.name}.{kind}" for kind in kinds}
    package = {name for name in package if "__pycache__" not in name and not name.endswith(".built-from")}
    assert {name for name in names if ".dist-info/" not in name} == package
    assert {"cogtable/py.typed", "cogtable/server/static/index.html", "cogtable/games/splendor/box.toml"} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_sdist_holds_sources_and_the_built_client(packages: Path) -> None:
    (sdist,) = packages.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "src/cogtable/server/static/index.html",
        "web/package.json",
        "docs/conf.py",
        "examples/magpie/pyproject.toml",
    } <= names
    assert {name.partition("/")[0] for name in names} <= {*(path.name for path in ROOT.iterdir()), "PKG-INFO"}
    assert not any(
        "node_modules" in name or "__pycache__" in name or name.startswith(".") for name in names - {".gitignore"}
    )


def test_the_installed_package_plays_without_extras(environment: Path, tmp_path: Path) -> None:
    without = "import runpy, sys; sys.modules.update(dict.fromkeys(%r)); runpy.run_path(%r, run_name='__main__')"
    code = without % (EXTRAS, str(ROOT / "tools" / "try_wheel.py"))
    run = [str(environment / "python"), "-c", code]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    size, *played, served = done.stdout.splitlines()
    assert size.endswith(f"in {next(environment.parent.glob('lib/python*/site-packages'))}")
    games = sorted(path.parent.name for path in (ROOT / "src" / "cogtable" / "games").glob("*/box.toml"))
    assert [line.partition(":")[0] for line in played] == games
    assert served.endswith("serves its pages and games")


def test_the_installed_package_creates_games(environment: Path, tmp_path: Path) -> None:
    run = [str(environment / "python"), "-m", "cogtable", "new", "red_fox"]
    subprocess.run(run, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "red_fox" / "red_fox" / "rules.py").is_file()


@pytest.mark.large  # `try_wheel.py` plays with it above, and requests its pages
def test_two_people_at_a_table_of_the_installed_package(
    environment: Path, tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    with LiveServer(tmp_path / "cogtable.db", python=environment / "python") as server:
        table = server.table("me", "open")
        friend = server.join(table, "Ben")
        person = Person(open_page())
        person.sit(server.url, table)
        for _ in range(2):
            assert person.await_turn()
            person.play(sensible(person.view))
            server.act(friend)
        person.reach(4)
