"""The packages hold all that playing takes, and are built and installed without Node.js."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from cogtable.server.protocol import PROTOCOL

ROOT = Path(__file__).parents[1]

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("package")]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was made from it where no npm could fetch anything."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    nowhere = os.environ | {"npm_config_registry": "http://127.0.0.1:9", "npm_config_offline": "true"}
    done = subprocess.run(command, env=nowhere, capture_output=True, text=True, check=False, timeout=250)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Building the browser client" not in done.stdout
    return folder


@pytest.fixture(scope="module")
def environment(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel in it, which borrows what that depends on; gives the folder of its programs."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    pip = [sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", *packages.glob("*.whl")], check=True, timeout=200)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin"


def test_the_wheel_holds_what_is_installed_and_nothing_else(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*") if path.is_file()}
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


@pytest.fixture
def address(environment: Path, tmp_path: Path) -> Iterator[str]:
    """`cogtable serve` of that environment, started from another folder."""
    command = [environment / "cogtable", "serve", "--no-open", "--no-warm", "--port", "0", "--database", "tables.db"]
    how: dict[str, Any] = {"cwd": tmp_path, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    server = subprocess.Popen(command, env=os.environ | {"PYTHONUNBUFFERED": "1"}, **how)
    said = ""
    while not (found := re.search(r"http://(127\.0\.0\.1:\d+)", said)):
        line = server.stdout.readline() if server.stdout else ""
        assert line, f"the server did not start: {said}"
        said += line
    yield found[1]
    server.terminate()
    server.communicate(timeout=30)


def test_it_is_the_installed_package_that_runs(environment: Path, tmp_path: Path) -> None:
    code = "import cogtable; print(cogtable.__file__, *cogtable.game_names())"
    run = [environment / "python", "-c", code]
    file, *games = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()
    assert Path(file).is_relative_to(environment.parent)
    assert games == sorted(path.parent.name for path in (ROOT / "src" / "cogtable" / "games").glob("*/box.toml"))


def test_a_table_of_the_installed_package(address: str) -> None:
    """The page with its scripts and styles, and a move at a table."""
    page = urllib.request.urlopen(f"http://{address}/", timeout=30).read().decode()
    parts = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg))"', page)
    assert any(part.endswith(".js") for part in parts)
    for part in parts:
        with urllib.request.urlopen(f"http://{address}{part}", timeout=30) as answer:
            assert answer.status == 200
            assert answer.read()

    table = {"game": "splendor", "name": "Ada", "seed": 1, "seats": [{"kind": "me"}, {"kind": "open"}]}
    body, kind = json.dumps(table).encode(), {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://{address}/api/tables", body, kind)
    seat = json.load(urllib.request.urlopen(request, timeout=30))
    join = urllib.request.Request(f"http://{address}/api/tables/{seat['table']}/join", b'{"name": "Ben"}', kind)
    urllib.request.urlopen(join, timeout=30).close()
    with connect(f"ws://{address}/api/tables/{seat['table']}/ws") as socket:
        socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "secret": seat["secret"]}))
        heard: dict[str, Any] = {"type": ""}
        while heard["type"] != "update":
            heard = json.loads(socket.recv(timeout=30))
        choice = heard["view"]["choices"][0]
        socket.send(json.dumps({"type": "act", "id": 1, "ply": 0, "action": choice["action"]}))
        while heard["type"] not in ("accepted", "error"):
            heard = json.loads(socket.recv(timeout=30))
        assert heard["type"] == "accepted"
