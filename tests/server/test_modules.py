"""A server names a game's WebAssembly module, sends its files, and builds it when there is time."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest

import cogtable
from cogtable.engine.definition.spec import GameSpec
from cogtable.server.thinking import modules
from cogtable.server.thinking.modules import Modules
from cogtable.wasm import files

from .live_server import PATIENCE, LiveServer

TINY = cogtable.game("tiny")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of modules; it is empty at first, and so is the package's."""
    monkeypatch.setattr(files, "CARRIED", tmp_path / "carried")
    monkeypatch.setattr(files, "kept", lambda game: tmp_path / game.name)
    return tmp_path / "tiny"


def put(place: Path, game: GameSpec = TINY, digest: str = "") -> None:
    """Writes files that look like a built module."""
    place.mkdir(exist_ok=True)
    (place / f"{game.name}.wasm").write_bytes(b"\0asm" + b"module" * 500)
    (place / f"{game.name}.json").write_text(json.dumps({"digest": digest or files.digest(game)}))


def test_a_module_that_is_not_built_yet_is_not_named(server: LiveServer) -> None:
    assert server.http.get("/games/tiny/module").json() == {"digest": ""}


def test_a_module_is_named_with_its_box_and_its_files_never_change(server: LiveServer, place: Path) -> None:
    put(place)
    found = server.http.get("/games/tiny/module").json()
    box = files.box_of(TINY)
    assert found == {"digest": files.digest(TINY), "box": box["digest"], "tables": box["tables"]}
    address = f"/modules/tiny/{found['digest']}"
    answer = server.http.get(f"{address}/wasm")
    assert answer.content == (place / "tiny.wasm").read_bytes()
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert server.http.get(f"{address}/json").json() == {"digest": found["digest"]}


@pytest.mark.parametrize("path", ["nonsense/wasm", "{digest}/weights", "{digest}/py", "{digest}/..%2Ftiny.json"])
def test_other_files_are_not_found(server: LiveServer, place: Path, path: str) -> None:
    put(place)
    found = server.http.get("/games/tiny/module").json()
    assert server.http.get(f"/modules/tiny/{path.format(**found)}").status_code == 404


def test_a_module_of_other_sources_is_not_used(server: LiveServer, place: Path) -> None:
    put(place, digest="0" * 16)
    assert server.http.get("/games/tiny/module").json() == {"digest": ""}
    (place / "tiny.json").write_text("{")
    assert server.http.get("/games/tiny/module").json() == {"digest": ""}


def test_an_unknown_game_is_refused(server: LiveServer) -> None:
    answer = server.http.get("/games/chess/module")
    assert answer.status_code == 404
    assert "chess" in answer.json()["error"]


# --- building ---------------------------------------------------------------------------------------


def test_a_module_is_built_once_and_only_while_nothing_else_is_compiled(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Splendor, which is requested last, shows that no other module waited to be built."""
    built: list[str] = []
    refused = 0
    busy = True

    def may_build() -> bool:
        nonlocal refused
        refused += busy
        return not busy

    async def build(self: Modules, game: GameSpec, folder: Path) -> str:
        built.append(game.name)
        if game is TINY:
            put(folder, game)
        return ""

    async def scene() -> None:
        nonlocal busy
        own = Modules(may_build)
        assert own.digest(TINY) == ""
        own.want(TINY)
        own.want(TINY)
        async with asyncio.timeout(PATIENCE):
            while refused < 3:
                await asyncio.sleep(0.01)
            assert built == []
            busy = False
            while not own.digest(TINY):
                await asyncio.sleep(0.01)
            own.want(TINY)
            own.want(cogtable.game("splendor"))
            while "splendor" not in built:
                await asyncio.sleep(0.01)
        assert built == ["tiny", "splendor"]
        assert own.folder("tiny", files.digest(TINY)) == place
        await own.close()

    monkeypatch.setattr(modules, "LOOK_S", 0.01)
    monkeypatch.setattr(Modules, "build", build)
    asyncio.run(scene())


@pytest.mark.slow
def test_a_failed_build_is_logged_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        own = Modules(lambda: True)
        own.want(TINY)
        async with asyncio.timeout(PATIENCE):
            while not caplog.records:
                await asyncio.sleep(0.01)
            own.want(TINY)
            own.want(cogtable.game("splendor"))
            while "splendor" not in caplog.text:
                await asyncio.sleep(0.01)
        assert own.digest(TINY) == ""
        await own.close()

    monkeypatch.setattr(modules, "COMMAND", ("-c", "import sys; sys.exit('error: no such instruction')"))
    with caplog.at_level(logging.WARNING, "cogtable.server"):
        asyncio.run(scene())
    assert [record.getMessage() for record in caplog.records] == [
        f"the module of {name} cannot be built, and pages have the server think: error: no such instruction"
        for name in ("tiny", "splendor")
    ]


@pytest.mark.slow
def test_a_build_ends_with_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def scene() -> None:
        own = Modules(lambda: True)
        own.want(TINY)
        async with asyncio.timeout(PATIENCE):
            while not (tmp_path / "begun").exists():
                await asyncio.sleep(0.01)
            await own.close()

    begun = f"import pathlib, time; pathlib.Path({str(tmp_path / 'begun')!r}).touch(); time.sleep(600)"
    monkeypatch.setattr(modules, "COMMAND", ("-c", begun))
    asyncio.run(scene())
