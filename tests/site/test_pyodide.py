"""A page's Python, in Node.js: with Pyodide, the stand-ins, and rules in WebAssembly, seats see the same as with NumPy
and rules in Python, to the byte.
"""

import json
import os
import subprocess
import sys
import zipfile

import pytest

from cogtable.engine.compile import cache
from cogtable.engine.play import registry
from cogtable.site import downloads, python_part
from tests.site import lab_games
from tests.site.conftest import HERE, STANDIN, WHOLE, play, play_in_pyodide, seen

BUILT_IN = ("coalheart", "megaman", "recharge", "smashgear", "splendor")
MOST = {"coalheart": 120, "smashgear": 120}
"""The most moves of games that would take minutes."""

pytestmark = [pytest.mark.native, pytest.mark.slow]


@pytest.fixture
def magpie(with_magpie):
    """The example game, installed for processes that are started, and known to this one."""
    with with_magpie():
        yield registry.find("magpie")


def test_a_whole_game_of_another_package(magpie, client_bundle, tmp_path):
    python_part.write([magpie], tmp_path / "page")
    wanted = [["magpie", 3, 3, WHOLE], ["magpie"]]
    own = play(wanted, os.environ["PYTHONPATH"])
    assert play_in_pyodide(client_bundle, tmp_path / "page", ["magpie"], wanted, tmp_path / "order.json") == seen(own)
    packed = zipfile.ZipFile(tmp_path / "page" / "cogtable.zip").namelist()
    assert "cogtable/engine/play/match.pyc" in packed
    assert [name for name in packed if "/games/" in name] == ["cogtable/games/__init__.pyc"]
    assert "cogtable/site/page_tables/page.pyc" in packed
    assert not [name for name in packed if "/server/http/" in name or "/rooms/" in name or "/learning/" in name]


def test_what_a_page_says_to_its_client(magpie, client_bundle, tmp_path):
    python_part.write([magpie], tmp_path / "page")
    own = subprocess.run(
        [sys.executable, HERE / "page_journey.py", "magpie"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(HERE.parents[1])])},
        check=True,
        capture_output=True,
        text=True,
    )
    sources = [(HERE / name).read_text("utf-8") for name in ("page_client.py", "page_journey.py")]
    script = "\n".join(sources).replace("from tests.site.page_client import Page\n", "")
    found = play_in_pyodide(
        client_bundle, tmp_path / "page", ["magpie"], ["magpie"], tmp_path / "order.json", script=script
    )
    assert found == [json.loads(own.stdout)]


def test_the_figures_of_games_at_the_workbench(magpie, client_bundle, tmp_path):
    python_part.write([magpie], tmp_path / "page")
    wanted = [{"game": "magpie", "edits": [], "games": 40, "bot": "random", "moves": None}]
    [own] = lab_games.run(wanted)
    wanted[0]["moves"] = own["moves"]
    script = (HERE / "lab_games.py").read_text("utf-8")
    order = tmp_path / "order.json"
    assert play_in_pyodide(client_bundle, tmp_path / "page", ["magpie"], wanted, order, script=script) == [own]
    assert own["news"]["phase"] == "done"
    assert {row["measure"] for row in own["news"]["rows"]} >= {"length", "wins", "winning score"}


def test_a_game_brings_the_modules_of_another_that_it_imports(tmp_path):
    code = "import sys; from cogtable.site.archives import write; write(['cogtable.games.megaman'], sys.argv[1], {})"
    env = os.environ | {"PYTHONPATH": str(STANDIN)}
    subprocess.run([sys.executable, "-c", code, tmp_path], check=True, env=env, timeout=100)
    known = json.loads((tmp_path / "archives.json").read_text("utf-8"))
    assert known == {"megaman": {"package": "cogtable.games.megaman", "archives": ["splendor", "megaman"]}}
    found = {file.stem: zipfile.ZipFile(file).namelist() for file in tmp_path.glob("*.zip")}
    assert sorted(found) == ["cogtable", "megaman", "python", "splendor", "workbench"]
    workbench = {"cogtable/lab/figures.pyc", "standin/numpy/functions.pyc", "tomlkit/__init__.pyc"}
    assert workbench <= {*found["workbench"]}
    assert not workbench & {*found["cogtable"], *found["python"]}
    assert not {*found["workbench"]} & {*found["cogtable"], *found["python"], *found["megaman"]}
    assert "cogtable/games/megaman/box.toml" in found["megaman"]
    assert "cogtable/games/splendor/rules/turn.pyc" in found["splendor"]
    assert not [name for name in found["cogtable"] if "/games/" in name and not name.endswith("games/__init__.pyc")]
    assert "json/__init__.pyc" in found["python"]
    assert "pdb.pyc" not in found["python"]


@pytest.mark.large
@pytest.mark.parametrize("name", BUILT_IN)
def test_whole_games_lessons_and_puzzles(name, client_bundle, tmp_path):
    game = registry.find(name)
    python_part.write([game], tmp_path / "page")
    wanted = [[name, game.min_seats, 4, MOST.get(name, WHOLE)], [name]]
    own = play(wanted)
    assert play_in_pyodide(client_bundle, tmp_path / "page", [name], wanted, tmp_path / "order.json") == seen(own)


def test_without_node_the_error_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(
        downloads.CannotBuild, match=r"building a site takes node, which was not found: install Node.js"
    ):
        downloads.node()


def test_a_node_that_is_too_old_is_refused(monkeypatch, tmp_path):
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho v16.20.2\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(downloads.CannotBuild, match=r"building a site takes Node.js 20 or newer; found v16.20.2 at"):
        downloads.node()


def test_a_failed_download_leaves_nothing_behind(monkeypatch, tmp_path):
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\nexit 7\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setattr(cache, "ROOT", tmp_path / "cache" / "native")
    with pytest.raises(
        downloads.CannotBuild, match=r"npm ci .* is above. The first time, .* downloads Pyodide from npm"
    ):
        downloads.downloaded()
    assert list((tmp_path / "cache" / "site").iterdir()) == []


def test_what_is_downloaded_is_pinned_with_digests():
    lock = json.loads((downloads.PACKAGES / "package-lock.json").read_text("utf-8"))
    packages = {name: about for name, about in lock["packages"].items() if name}
    assert "node_modules/pyodide" in packages
    assert all(about["integrity"].startswith("sha512-") and "resolved" not in about for about in packages.values())
    lines = (downloads.PACKAGES / "requirements.txt").read_text("utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    assert wanted
    assert all("==" in line and "--hash=sha256:" in line for line in wanted)
