"""After an upgrade, games end with the box they began with, and a table without its rules says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogtable.engine.play import registry
from cogtable.server.wire.base import PROTOCOL

from .live_server import LiveServer, Person


def release(folder: Path, monkeypatch: pytest.MonkeyPatch, *, keep_box: bool = True) -> tuple[str, str]:
    """Releases the game with another box; the old box is kept, as games do. Returns the digests of both."""
    game = registry.find("tiny")
    text = game.box_file.read_text(encoding="utf-8")
    before = game.box.digest
    if keep_box:
        (folder / "earlier").mkdir()
        (folder / "earlier" / f"{before}.toml").write_text(text, encoding="utf-8")
    changed = text.replace('{name = "ant", value = 1}', '{name = "ant", value = 2}')
    assert changed != text
    (folder / "box.toml").write_text(changed, encoding="utf-8")
    box = game.with_box(folder / "box.toml").box
    for name, value in {"folder": folder, "box_file": folder / "box.toml", "box": box}.items():
        monkeypatch.setitem(game.__dict__, name, value)
    return before, box.digest


def opened(server: LiveServer, table: str) -> dict[str, object]:
    """Returns the first answer to a person who opens a table."""
    person = Person(server.raw(table))
    person.send(type="hello", protocol=PROTOCOL)
    return person.hear()


def test_a_game_ends_with_the_box_it_began_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LiveServer(tmp_path / "db") as server:
        table, secrets = server.full()
        server.sit(table, secrets[0]).play()
    (folder := tmp_path / "game").mkdir()
    before, after = release(folder, monkeypatch)
    with LiveServer(tmp_path / "db") as server:
        people = [server.sit(table, secret) for secret in secrets]
        assert len(people[0].log) > 0  # it is replayed
        while not people[0].view["over"]:
            mover = next(person for person in people if person.actions()).play()
            for person in people:
                person.until(mover.ply)
        new = server.new("tiny", "me", "open")["table"]
        boxes = dict(server.execute("SELECT id, box FROM tables"))
        assert (boxes[table], boxes[new]) == (before, after)
        people[0].send(type="look", id=7, ply=1)
        assert people[0].next("position", "error")["type"] == "position"


@pytest.mark.parametrize("change", ["box", "version"])
def test_a_table_whose_rules_are_gone_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    with LiveServer(tmp_path / "db") as server:
        table, secrets = server.full()
        server.sit(table, secrets[0]).play()
        if change == "version":
            server.execute("UPDATE tables SET version = '0'")
    if change == "box":
        (folder := tmp_path / "game").mkdir()
        release(folder, monkeypatch, keep_box=False)
    with LiveServer(tmp_path / "db") as server:
        answer = opened(server, table)
        words = (
            "the rules of tiny have changed since this table was made, and this server no longer has the old "
            "ones, so it cannot be opened"
        )
        assert (answer["code"], answer["words"]) == ("outdated", words)
        joining = server.post(f"/tables/{table}/join", {"name": "Cy"})
        assert (joining.status_code, joining.json()["error"]) == (410, words)
        shown = server.http.get(f"/tables/{table}").json()
        assert [each["name"] for each in shown["occupants"]] == ["Ada", "Friend 1"]
        assert not shown["over"]


def test_a_table_of_a_game_that_is_not_installed_says_so(own_server: LiveServer) -> None:
    table, _ = own_server.full()
    own_server.execute("UPDATE tables SET game = 'gone'")
    with LiveServer(own_server.database) as server:
        assert opened(server, table)["words"] == (
            "gone is not installed on this server, so this table cannot be opened"
        )


def test_results_of_removed_games_stay_known(own_server: LiveServer) -> None:
    table, secrets = own_server.full()
    people = [own_server.sit(table, secret) for secret in secrets]
    people[1].send(type="resign", id=5)
    people[1].next("accepted")
    while not people[0].update["view"]["over"]:
        people[0].hear()
    own_server.execute("UPDATE tables SET version = '0'")
    with LiveServer(own_server.database) as server:
        assert opened(server, table)["code"] == "outdated"
        shown = server.http.get(f"/tables/{table}").json()
        assert (shown["over"], shown["places"]) == (True, [1, 2])
