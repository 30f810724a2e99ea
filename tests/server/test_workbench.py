"""The workbench: a box as rows, its mistakes, saving it, and games with it."""

from __future__ import annotations

import base64
import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

import cogtable
from cogtable.engine.box_editing.annotated_copy import copy_of
from cogtable.engine.play import registry
from cogtable.server.workbench.box_files import CannotSave, Desk
from tests.lab.test_recorded_moves import moves_of

from .live_server import LiveServer

TINY = cogtable.game("tiny").box_file.read_text(encoding="utf-8")
ANT = '{name = "ant", value = 1}'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("boxes")


@pytest.fixture(scope="module")
def bench(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with a workbench, whose file for Tiny doesn't exist yet."""
    desk = Desk(folder, folder / "mine.toml", "tiny")
    with LiveServer(tmp_path_factory.mktemp("bench") / "cogtable.db", desk=desk) as server:
        yield server


def looked(bench: LiveServer, *edits: dict[str, Any], text: str = TINY, game: str = "tiny") -> dict[str, Any]:
    answer = bench.post(f"/lab/{game}/box", {"text": text, "edits": list(edits)})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def table(box: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in box["tables"] if each["table"] == name)
    return found


def ant(value: str, **more: Any) -> dict[str, Any]:
    return {"table": "cards", "entry": 0, "field": "value", "value": value} | more


def test_the_workbench_must_be_enabled(server: LiveServer) -> None:
    assert server.http.get("/lab/tiny").status_code == 404
    assert not server.http.get("/games").json().get("workbench")
    assert server.post("/lab/tiny/save", {"text": TINY, "file": "a.toml"}).status_code == 404
    assert server.post("/lab/tiny/games", {"text": TINY}).status_code == 404


def test_it_begins_with_a_copy_of_the_games_box(bench: LiveServer) -> None:
    assert bench.http.get("/games").json()["workbench"]
    start = bench.http.get("/lab/tiny").json()
    assert (start["file"], start.get("digest", ""), start["seats"]) == ("mine.toml", "", [2, 3])
    assert start["box"]["text"] == start["original"] == copy_of(cogtable.game("tiny"))
    assert not start["box"].get("words")
    assert "greedy" in start["bots"]


def test_a_box_is_shown_as_rows_with_their_limits_and_cards(bench: LiveServer) -> None:
    cards = table(looked(bench), "cards")
    assert [field["field"] for field in cards["fields"]] == ["name", "value", "copies"]
    value, copies = cards["fields"][1:]
    assert (value["kind"], value["low"], value["high"]) == ("number", 1, 9)
    assert (copies["optional"], copies["usual"]) == (True, "1")
    assert (cards["low"], cards["most"], cards["count"]) == (9, 20, 12)
    first = cards["entries"][0]
    assert (first["title"], first["cells"], first["face"]["corner"]) == ("ant", ["ant", "1", ""], "1")


def test_a_change_redraws_the_card_and_shows_the_old_value(bench: LiveServer) -> None:
    box = looked(bench, ant("9"))
    assert box["text"] == TINY.replace(ANT, '{name = "ant", value = 9}')
    first = table(box, "cards")["entries"][0]
    assert (first["cells"][1], first["was"][1], first["face"]["corner"]) == ("9", "1", "9")
    assert box["words"] == "1 card differs"
    assert box["differences"][0]["fields"] == [{"field": "value", "old": "1", "new": "9"}]


def test_a_mistake_is_shown_at_its_cell_and_line_and_the_other_cards_stay(bench: LiveServer) -> None:
    box = looked(bench, ant("99"), ant("5", entry=1))
    (mistake,) = box["mistakes"]
    assert mistake == {
        "line": TINY.splitlines().index(f"  {ANT},") + 1,
        "where": 'cards 1 "ant": value',
        "reason": "99 is out of range; expected 1 to 9",
        "table": "cards",
        "entry": 0,
        "field": "value",
    }
    entries = table(box, "cards")["entries"]
    assert [entry["cells"][1] for entry in entries[:2]] == ["99", "5"]
    assert entries[1]["face"]["corner"] == "5"


def test_entries_are_added_copied_and_removed_within_the_limits(bench: LiveServer) -> None:
    box = looked(bench, {"kind": "copy", "table": "cards", "entry": 0}, {"kind": "add", "table": "cards", "entry": 0})
    titles = [entry["title"] for entry in table(box, "cards")["entries"][:3]]
    assert titles == ["ant", "New", "ant 2"]
    assert table(box, "cards")["count"] == 14
    assert [entry.get("added", False) for entry in table(box, "cards")["entries"][:3]] == [False, True, True]
    few = looked(bench, *[{"kind": "remove", "table": "cards", "entry": 0}] * 4)
    assert few["mistakes"][0]["reason"] == "expected 9 to 20 entries; found 8"


def test_each_line_is_explained_or_corrected(bench: LiveServer) -> None:
    does = {"table": "robots", "entry": 0, "field": "does", "value": "gain 2\nchrage 1"}
    box = looked(bench, does, text=cogtable.game("recharge").box.text, game="recharge")
    entry = table(box, "robots")["entries"][0]
    good, bad = entry["lines"][0]["lines"]
    assert good["words"] == "Gain $2."
    assert bad["wrong"] == '"chrage" is not a known operation; did you mean charge?'
    assert (bad["fix"], bad["fix_words"]) == ("charge 1", "Add 1 battery to your robots.")
    assert entry["face"]["words"] == "Gain $2."


@pytest.mark.parametrize("game", registry.names())
def test_the_box_of_every_game_can_be_edited(bench: LiveServer, game: str) -> None:
    start = bench.http.get(f"/lab/{game}").json()
    assert not start["box"].get("mistakes")
    for each in start["box"]["tables"]:
        for entry in each["entries"]:
            assert len(entry["cells"]) == len(each["fields"])
            assert not any(line.get("wrong") for lines in entry.get("lines", []) for line in lines["lines"])


def test_invalid_toml_is_reported_with_its_line(bench: LiveServer) -> None:
    box = looked(bench, text='game = "tiny"\ncards = [\n  {name = }\n]')
    assert "tables" not in box
    assert box["mistakes"][0]["line"] == 3


def test_a_box_of_another_game_is_a_single_mistake(bench: LiveServer) -> None:
    box = looked(bench, text=TINY.replace('"tiny"', '"splendor"'))
    assert [mistake["reason"] for mistake in box["mistakes"]] == ["expected \"tiny\"; found 'splendor'"]


@pytest.mark.parametrize(
    ("path", "body", "status", "reason"),
    [
        ("/lab/nothing/box", {"text": ""}, 404, "there is no game"),
        ("/lab/tiny/box", {"text": TINY, "edits": [ant("1", entry=99)]}, 422, "expected an entry from 0 to 11"),
        ("/lab/tiny/box", {"text": TINY, "edits": [{"kind": "burn"}]}, 422, "Invalid enum value 'burn'"),
        ("/lab/tiny/box", {"text": 7}, 422, "Expected `str`"),
        ("/lab/tiny/box", {"text": "x" * 70_000}, 413, "a body has at most"),
        ("/lab/tiny/save", {"text": TINY, "file": "../mine.toml"}, 422, "expected a file name"),
        ("/lab/tiny/save", {"text": TINY, "file": "/etc/passwd"}, 422, "expected a file name"),
        ("/lab/tiny/save", {"text": TINY, "file": ".hidden.toml"}, 422, "expected a file name"),
        ("/lab/tiny/games", {"text": TINY, "games": 1}, 422, "expected 2 to 1000000 games; found 1"),
        ("/lab/tiny/games", {"text": TINY, "seats": 9}, 422, "tiny is for 2 to 3 seats; found 9"),
        ("/lab/tiny/games", {"text": TINY, "bot": "nobody"}, 422, "nobody"),
        ("/lab/tiny/games", {"text": TINY.replace("value = 1", "value = 99")}, 422, "99 is out of range"),
        ("/lab/tiny/games", {"text": TINY, "workers": 999}, 422, "expected 0 to 256 workers; found 999"),
        ("/lab/orders", {}, 422, "missing required field `page`"),
        ("/lab/moves", {"page": "mine", "number": 1}, 409, "these games are not played in this page any more"),
        ("/lab/moves", {"page": "mine", "number": 1, "moves": "?!"}, 422, "Invalid base64"),
    ],
)
def test_invalid_requests_are_refused(
    bench: LiveServer, path: str, body: dict[str, Any], status: int, reason: str
) -> None:
    bench.limit(body_bytes=65_536)
    answer = bench.post(path, body)
    assert answer.status_code == status, answer.text
    assert reason in answer.json()["error"]


def test_requests_from_other_machines_and_names_are_refused(bench: LiveServer) -> None:
    neighbour = bench.http.get("/lab/tiny", headers={"Host": "tower.local"})
    assert (neighbour.status_code, neighbour.json()["error"]) == (403, "the workbench is for people at this machine")
    rebound = bench.http.get("/lab/tiny", headers={"Host": "evil.example.org"})
    assert rebound.status_code == 421
    foreign = bench.http.post(
        "/lab/tiny/save", json={"text": TINY, "file": "a.toml"}, headers={"Origin": "https://evil.example.org"}
    )
    assert foreign.status_code == 403
    forwarded = bench.http.get("/lab/games", headers={"X-Forwarded-For": "10.1.2.3"})
    assert forwarded.status_code == 403
    for path, body in (("/lab/orders", {"page": "x"}), ("/lab/moves", {"page": "x", "number": 1})):
        assert bench.http.post(path, json=body, headers={"Host": "tower.local"}).status_code == 403


# --- saving ---------------------------------------------------------------------------------------


def save(bench: LiveServer, text: str = TINY, file: str = "mine.toml", **more: Any) -> httpx.Response:
    return bench.post("/lab/tiny/save", {"text": text, "file": file} | more)


def test_a_box_is_saved_without_losing_others_changes(bench: LiveServer, folder: Path) -> None:
    saved = save(bench).json()
    assert saved["file"] == "mine.toml"
    assert (folder / "mine.toml").read_text(encoding="utf-8") == TINY
    again = save(bench, TINY + "\n", digest=saved["digest"]).json()
    (folder / "mine.toml").write_text(TINY + "# by an editor\n", encoding="utf-8")
    late = save(bench, TINY, digest=again["digest"])
    assert (late.status_code, late.json()["error"]) == (409, "mine.toml has changed since it was read")
    assert save(bench, TINY, digest=again["digest"], replace=True).status_code == 200
    start = bench.http.get("/lab/tiny").json()
    assert (start["box"]["text"], start["digest"]) == (TINY, saved["digest"])


def test_an_existing_file_is_replaced_only_on_request(bench: LiveServer, folder: Path) -> None:
    (folder / "other.toml").write_text("mine!", encoding="utf-8")
    refused = save(bench, file="other.toml")
    assert (refused.status_code, refused.json()["error"]) == (409, "other.toml already exists")
    assert (folder / "other.toml").read_text(encoding="utf-8") == "mine!"
    assert save(bench, file="other.toml", replace=True).status_code == 200


def test_the_shipped_box_of_a_game_is_never_written(tmp_path: Path) -> None:
    game = cogtable.game("tiny")
    before = game.box_file.read_bytes()
    with pytest.raises(CannotSave, match="give yours another name"):
        Desk(game.folder).save("tiny", "box.toml", TINY + "#", "", replace=True)
    (tmp_path / "link.toml").symlink_to(game.box_file)
    with pytest.raises(CannotSave, match="give yours another name"):
        Desk(tmp_path).save("tiny", "link.toml", TINY + "#", "", replace=True)
    assert game.box_file.read_bytes() == before


# --- games ----------------------------------------------------------------------------------------


def await_run(bench: LiveServer, *phases: str) -> dict[str, Any]:
    """Waits until the run is in one of these phases."""
    version = -1
    while True:
        run: dict[str, Any] = bench.http.get(f"/lab/games?after={version}").json()
        if run.get("phase", "none") in phases:
            return run
        version = run["version"]


def play(bench: LiveServer, **more: Any) -> httpx.Response:
    text = TINY.replace(ANT, '{name = "ant", value = 9}')
    return bench.post("/lab/tiny/games", {"text": text, "games": 400, "bot": "random"} | more)


@pytest.mark.native
@pytest.mark.slow
def test_games_are_played_reported_and_stopped_one_run_at_a_time(
    bench: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    assert play(bench).json()["phase"] == "compiling"
    done = await_run(bench, "done", "failed")
    assert (done["phase"], done["done"], done["total"], done["compared"]) == ("done", 200, 200, True)
    ants = next(row for row in done["rows"] if (row["measure"], row["what"]) == ("wins when dealt", "ant"))
    assert ants["difference"][1] > 0

    assert play(bench, games=1_000_000).status_code == 200
    second = play(bench)
    assert (second.status_code, second.json()["error"]) == (409, "other games are being played; stop them first")
    assert await_run(bench, "playing", "failed")["phase"] == "playing"
    assert play(bench, games=1_000_000, seats=3, replace=True).json()["seats"] == 3
    stopped = bench.post("/lab/games/stop", {}).json()
    assert stopped["phase"] == "stopped"
    assert bench.post("/lab/games/stop", {}).json()["version"] == stopped["version"]


# --- games that a page plays ----------------------------------------------------------------------


@pytest.fixture
def with_module(bench: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules seem to be built: these tests need none, since their page plays in plain Python."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    monkeypatch.setattr(bench.app.state.rooms.modules, "digest", lambda game: "d1")


def ordered(bench: LiveServer, page: str = "mine") -> dict[str, Any] | None:
    """The next order for the page; None once it is over."""
    while True:
        answer = bench.post("/lab/orders", {"page": page}).json()
        if answer.get("over"):
            return None
        if order := answer.get("order"):
            return dict(order)


def moves_for(order: dict[str, Any]) -> dict[str, Any]:
    """The moves of random bots for an order."""
    tables = np.frombuffer(base64.b64decode(order["module"]["tables"]), cogtable.game("tiny").box.tables.dtype)
    game = next(game for game in boxes() if game.box.tables.tobytes() == tables.tobytes())
    states = game.state.new(order["games"])
    states[:] = np.frombuffer(base64.b64decode(order["states"]), states.dtype)
    games = [moves_of(game, states[i : i + 1], order["first"] + i) for i in range(order["games"])]
    actions = np.array([action for each in games for action in each], np.uint8)
    counts = [len(each) for each in games]
    return {"number": order["number"], "counts": counts, "moves": base64.b64encode(actions.tobytes()).decode()}


def boxes() -> list[Any]:
    own = cogtable.game("tiny")
    return [own, own.with_box_text(TINY.replace(ANT, '{name = "ant", value = 9}'), "mine.toml")]


@pytest.mark.native
@pytest.mark.slow
@pytest.mark.usefixtures("with_module")
def test_a_page_plays_the_games_of_a_run(bench: LiveServer) -> None:
    play(bench, games=100)
    by_server = await_run(bench, "done", "failed")
    begun = play(bench, games=100, page="mine", workers=1).json()
    assert (begun["phase"], begun["by"]) == ("compiling", "page")
    assert bench.post("/lab/orders", {"page": "another"}).json() == {"over": True}
    numbers = []
    while order := ordered(bench):
        assert order["module"]["function"] == "play_on"
        numbers.append(order["number"])
        assert bench.post("/lab/moves", {"page": "mine", **moves_for(order)}).status_code == 200
    assert numbers == [1, 2, 3, 4]  # with each box both hands
    by_page = await_run(bench, "done", "failed")
    assert (by_page["phase"], by_page["by"]) == ("done", "page")
    assert by_page["rows"] == by_server["rows"]


@pytest.mark.native
@pytest.mark.slow
@pytest.mark.usefixtures("with_module")
def test_wrong_moves_are_refused_and_the_server_plays(bench: LiveServer) -> None:
    play(bench, games=100)
    by_server = await_run(bench, "done", "failed")
    play(bench, games=100, page="mine", workers=1)
    order = ordered(bench)
    assert order
    wrong = moves_for(order) | {"counts": [1] * order["games"]}
    refused = bench.post("/lab/moves", {"page": "mine", **wrong})
    assert refused.status_code == 422
    assert "expected the moves of 50 games, 1 bytes each; found 50 games with 50 moves in" in refused.json()["error"]
    assert ordered(bench) is None
    run = await_run(bench, "done", "failed")
    assert (run["phase"], run.get("by")) == ("done", None)
    assert run["note"] == "The page sent wrong moves. The server plays the rest."
    assert run["rows"] == by_server["rows"]


@pytest.mark.native
@pytest.mark.slow
@pytest.mark.usefixtures("with_module")
def test_a_page_that_leaves_before_the_process_has_begun_is_not_waited_for(bench: LiveServer) -> None:
    play(bench, games=100, page="mine", workers=1)
    assert bench.post("/lab/orders", {"page": "mine", "leaves": "closed"}).json() == {"over": True}
    run = await_run(bench, "done", "failed")
    assert run["note"] == "The page that played these games was closed. The server plays the rest."
    assert run["done"] == 50


@pytest.mark.usefixtures("with_module")
def test_a_run_that_is_stopped_is_over_for_its_page(bench: LiveServer) -> None:
    play(bench, page="mine", workers=1)
    assert not bench.post("/lab/orders", {"page": "mine", "busy": True}).json().get("over")
    assert bench.post("/lab/games/stop", {}).json()["phase"] == "stopped"
    assert ordered(bench) is None


def test_the_server_plays_while_a_module_is_being_built(bench: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[Any] = []
    monkeypatch.setattr(bench.app.state.rooms.modules, "digest", lambda game: "")
    monkeypatch.setattr(bench.app.state.rooms.modules, "want", wanted.append)
    begun = play(bench, page="mine", workers=1).json()
    assert begun.get("by") is None
    assert begun["note"] == "The server plays while the games' module for this box is being built."
    assert [game.name for game in wanted] == ["tiny"]
    bench.post("/lab/games/stop", {})


def test_news_is_requested_by_version(bench: LiveServer) -> None:
    answer = bench.http.get("/lab/games?after=soon")
    assert answer.status_code == 422
    assert "expected a version" in answer.json()["error"]


def test_only_a_playable_box_can_be_saved(bench: LiveServer, folder: Path) -> None:
    text = looked(bench, ant("4"))["text"]
    save(bench, text, file="played.toml")
    assert cogtable.game("tiny").with_box(folder / "played.toml").box.record.value[0] == 4
    assert tomllib.loads(text)["cards"][0]["value"] == 4
