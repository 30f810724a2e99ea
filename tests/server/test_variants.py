"""Variants at a table: boxes that the host serves, and boxes that people upload."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest

import cogtable
from cogtable.engine.boxes import box
from cogtable.engine.definition import spec
from cogtable.server.app.reload import Reloader
from cogtable.server.core import variants as kept

from .live_server import PATIENCE, LiveServer

TINY = cogtable.game("tiny").box_file.read_text(encoding="utf-8")
ANT = '{name = "ant", value = 1},'
STRONG = TINY.replace(ANT, '{name = "ant", value = 9},').replace(
    'game = "tiny"', 'game = "tiny"\ntitle = "Strong ants"'
)
MORE = TINY.replace(ANT, '{name = "ant", value = 1, copies = 4},')


def upload(server: LiveServer, text: str = STRONG, **more: Any) -> dict[str, Any]:
    answer = server.post("/boxes", {"game": "tiny", "text": text, "file": "mine.toml", "name": "Ada"} | more)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(server: LiveServer, text: str, status: int = 422, **more: Any) -> str:
    answer = server.post("/boxes", {"game": "tiny", "text": text, "file": "mine.toml", "name": "Ada"} | more)
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"])


def served(tmp_path: Path, text: str = STRONG) -> Path:
    path = tmp_path / "ants.toml"
    path.write_text(text, encoding="utf-8")
    return path


def offered(server: LiveServer) -> list[dict[str, Any]]:
    games = {game["name"]: game for game in server.http.get("/games").json()["games"]}
    found: list[dict[str, Any]] = games["tiny"].get("variants", [])
    return found


def test_an_uploaded_box_can_be_played_with_a_friend(server: LiveServer) -> None:
    box = upload(server)
    assert (box["title"], box["by"], box["words"]) == ("Strong ants", "Ada", "1 card differs")
    (ant,) = box["differences"]
    assert (ant["kind"], ant["name"], ant["face"]["corner"]) == ("changed", "ant", "9")
    assert ant["fields"] == [{"field": "value", "old": "1", "new": "9"}]
    assert box["pieces"] == ["card-0"]
    mine = server.new("tiny", "me", "open", variant=box["key"])
    friend = server.join(mine["table"])
    shown = server.sit(mine["table"], friend["secret"]).update["variant"]
    assert shown == {"key": box["key"], "title": "Strong ants", "by": "Ada", "words": "1 card differs"}
    assert server.http.get(f"/boxes/{box['key']}").json() == box
    assert server.http.get(f"/boxes/{box['key']}/file").text == STRONG
    assert server.http.get(f"/tables/{mine['table']}").json()["variant"] == "Strong ants"


def test_a_table_without_a_variant_names_none(server: LiveServer) -> None:
    table, (ada, _) = server.full()
    assert "variant" not in server.sit(table, ada).update
    assert "variant" not in server.http.get(f"/tables/{table}").json()


def test_boxes_of_other_sizes_can_be_played(server: LiveServer) -> None:
    box = upload(server, MORE)
    assert box["title"] == "mine"
    assert box["differences"][0]["fields"] == [{"field": "copies", "old": "1", "new": "4"}]
    assert box["pieces"] == ["card-0", "card-1", "card-2", "card-3"]
    table, (ada, ben) = server.full(variant=box["key"])
    people = [server.sit(table, secret) for secret in (ada, ben)]
    while not people[0].view.get("over"):
        for person in people:
            if person.actions():
                person.act()
        ply = max(person.ply for person in people)
        for person in people:
            person.until(ply)


def test_a_variant_can_add_and_remove_a_card(server: LiveServer) -> None:
    text = TINY.replace(ANT, "").replace("\n]", '\n  {name = "asp", value = 4},\n]')
    box = upload(server, text)
    kinds = {(each["kind"], each["name"], each["face"]["corner"]) for each in box["differences"]}
    assert kinds == {("added", "asp", "4"), ("removed", "ant", "1")}


def test_a_variant_can_change_numbers_outside_cards(server: LiveServer) -> None:
    own = cogtable.game("splendor").box_file.read_text(encoding="utf-8")
    text = own.replace("gold = 5", "gold = 6").replace("gems = [0, 0, 4, 5, 7]", "gems = [0, 0, 4, 5, 8]")
    box = upload(server, text, game="splendor")
    assert box["words"] == "2 numbers differ"
    assert box["differences"] == [
        {"kind": "changed", "name": "gems", "fields": [{"old": "0, 0, 4, 5, 7", "new": "0, 0, 4, 5, 8"}]},
        {"kind": "changed", "name": "gold", "fields": [{"old": "5", "new": "6"}]},
    ]


@pytest.mark.parametrize(("text", "reason"), [
    (TINY.replace("value = 9", "value = 99"), "line 16: cards 11 \"kiwi\": value: 99 is out of range; expected 1 to 9"),
    (TINY.replace(ANT, ""), ""),
    (TINY.replace("game", "gome"), 'game: expected "tiny"; it is missing'),
    ("cards = [", "is not TOML"),
    (TINY.replace(ANT, '{name = "ant", value = 1, copies = 20},'), "line 5: cards: expected 9 to 20 entries; found 31"),
    (TINY, "is the same as the game’s own box"),
])  # fmt: skip
def test_mistakes_are_reported_line_by_line(server: LiveServer, text: str, reason: str) -> None:
    if reason:
        words = refused(server, text)
        assert words.startswith("mine.toml: ")
        assert reason in words
    else:
        assert upload(server, text)["words"] == "1 card differs"


def test_other_invalid_uploads_are_refused(server: LiveServer) -> None:
    server.limit(body_bytes=65536)
    assert "at most 65536 bytes" in refused(server, "# " + "x" * 70_000, status=413)
    assert "there is no game" in refused(server, STRONG, game="chess")
    assert refused(server, STRONG, name="\u0007") == "a name cannot contain control characters or invisible symbols"
    assert "upload it again" in server.http.get("/boxes/nothing").json()["error"]
    bots = [{"kind": "bot", "bot": "easy"}] * 2
    answer = server.post("/tables", {"game": "tiny", "variant": "nothing", "seats": bots})
    assert answer.status_code == 404
    box = upload(server)
    wrong = {"game": "splendor", "variant": box["key"], "seats": bots}
    assert "is for tiny, not for splendor" in server.post("/tables", wrong).json()["error"]


def test_a_title_cannot_contain_hidden_characters(server: LiveServer) -> None:
    box = upload(server, STRONG.replace('"Strong ants"', '"\\u202eevil\\u0000\\n' + "x" * 99 + '"'))
    assert box["title"] == "evil " + "x" * 35


def test_by_default_only_people_at_the_machine_can_upload(server: LiveServer) -> None:
    body = {"game": "tiny", "text": STRONG, "name": "Ada"}
    assert server.http.get("/games").json()["uploads"] is True
    for header in ({"X-Forwarded-For": "203.0.113.9"}, {"Host": "tower.local"}):
        answer = server.http.post("/boxes", json=body, headers=header)
        assert answer.status_code == 403
        assert "uploads" not in server.http.get("/games", headers=header).json()


@pytest.mark.parametrize(("uploads", "near", "far"), [("off", 403, 403), ("here", 201, 403), ("all", 201, 201)])
def test_the_host_decides_who_can_upload(tmp_path: Path, uploads: str, near: int, far: int) -> None:
    body = {"game": "tiny", "text": STRONG, "name": "Ada"}
    with LiveServer(tmp_path / "cogtable.db", uploads=uploads) as server:
        assert server.post("/boxes", body).status_code == near
        assert server.http.post("/boxes", json=body, headers={"X-Forwarded-For": "203.0.113.9"}).status_code == far


def test_the_numbers_of_uploads_and_sizes_are_limited(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT", 2)
    boxes = [upload(server, STRONG + f"\n# {i}") for i in range(3)]
    found = [server.http.get(f"/boxes/{box['key']}").status_code for box in boxes]
    assert found == [404, 200, 200]
    monkeypatch.setattr(kept, "SIZES", len(server.app.state.rooms.variants.sizes))
    assert "has reached its limit for resized boxes" in refused(server, TINY.replace(ANT, ANT[:-2] + ", copies = 7},"))


def test_a_table_continues_after_a_restart_without_the_file(tmp_path: Path) -> None:
    file = served(tmp_path)
    with LiveServer(tmp_path / "cogtable.db", boxes=(file,)) as server:
        key = offered(server)[0]["key"]
        table, (ada, _) = server.full(variant=key)
        ant = server.sit(table, ada)
        ply = ant.ply
    file.unlink()
    with LiveServer(tmp_path / "cogtable.db") as server:
        assert offered(server) == []
        again = server.sit(table, ada)
        assert again.ply == ply
        assert again.update["variant"]["title"] == "Strong ants"
        assert server.http.get(f"/boxes/{key}").json()["pieces"] == ["card-0"]
        assert server.http.get(f"/tables/{table}").json()["variant"] == "Strong ants"


def test_the_next_game_uses_the_edited_file(tmp_path: Path) -> None:
    file = served(tmp_path)
    with LiveServer(tmp_path / "cogtable.db", boxes=(file,)) as server:
        first = offered(server)[0]
        assert first["title"] == "Strong ants"
        table, (ada, ben) = server.full(variant=first["key"])
        reloader = Reloader(server.app.state.rooms)

        def look() -> None:
            asyncio.run_coroutine_threadsafe(reloader.look(), server.loop).result(60)

        def edit(text: str) -> None:
            file.write_text(text, encoding="utf-8")
            os.utime(file, (time.time(), time.time() + 10))

        edit(STRONG.replace("value = 9", "value = 99"))
        look()
        assert offered(server) == [first], "the old box stays while the new one has mistakes"
        edit(STRONG.replace("Strong ants", "Stronger ants").replace('"bee", value = 1', '"bee", value = 8'))
        look()
        second = offered(server)[0]
        assert (second["title"], second["words"]) == ("Stronger ants", "2 cards differ")
        people = [server.sit(table, secret) for secret in (ada, ben)]
        assert people[0].update["variant"] == first, "a game that has begun goes on with its own box"
        while not people[0].view.get("over"):
            for person in people:
                if person.actions():
                    person.act()
            ply = max(person.ply for person in people)
            for person in people:
                person.until(ply)
        for number, person in enumerate(people):
            person.send(type="again", id=100 + number, on=True)
        table = people[0].next("rematch", having="table")["table"]
        assert server.sit(table, ada).update["variant"] == second


def test_a_bot_can_play_a_variant_of_another_size(own_server: LiveServer, compiled: set[str]) -> None:
    compiled.clear()
    box = upload(own_server, MORE)
    mine = own_server.new("tiny", "me", "easy", variant=box["key"])
    person = own_server.sit(mine["table"], mine["secret"])
    person.act()
    assert person.until(2).ply == 2


def test_an_invalid_file_of_the_host_stops_the_start(tmp_path: Path) -> None:
    from cogtable.server.app.serve import serve

    with pytest.raises(cogtable.BadBox, match=r"line \d+: cards 1 \"ant\": value: 99 is out of range"):
        serve(database=tmp_path / "x.db", boxes=(served(tmp_path, TINY.replace("value = 1}", "value = 99}", 1)),))
    with pytest.raises(cogtable.BadBox, match=r"game: expected one of .*; found 'chess'"):
        serve(database=tmp_path / "x.db", boxes=(served(tmp_path, TINY.replace('"tiny"', '"chess"', 1)),))


def test_a_variant_requested_by_many_at_once_is_read_once(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    parse = box.read_box

    def counted(*given: Any, **more: Any) -> Any:
        read.append("a box")
        return parse(*given, **more)

    key = upload(server)["key"]
    server.new("tiny", "me", "open", variant=key)

    async def find() -> int:
        variants = kept.Variants(server.app.state.rooms.store)
        monkeypatch.setattr(spec, "read_box", counted)
        found = await asyncio.gather(*(variants.find(key) for _ in range(5)))
        variants.close()
        return len({id(one) for one in found})

    assert asyncio.run_coroutine_threadsafe(find(), server.loop).result(PATIENCE) == 1
    assert len(read) == 1
