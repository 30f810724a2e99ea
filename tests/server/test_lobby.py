"""The lobby: creating, finding and joining tables."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from cogtable.engine.play.match import SPECTATOR
from cogtable.server.core.refusal import FAILED

from .live_server import PATIENCE, LiveServer


def error(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    return str(answer.json()["error"])


def offered(server: LiveServer) -> dict[str, dict[str, Any]]:
    """Returns the games of a server by name."""
    return {game["name"]: game for game in server.http.get("/games").json()["games"]}


def test_the_lobby_lists_games_and_bots(server: LiveServer) -> None:
    answer = server.http.get("/games").json()
    games = {game["name"]: game for game in answer["games"]}
    assert {"splendor", "tiny"} <= set(games)
    assert games["splendor"]["max_seats"] == 4
    assert {"name", "title", "text", "default", "low", "high", "choices"} == set(games["splendor"]["options"][1])
    assert [name for name, _ in answer["bots"]] == ["easy", "medium", "hard", "expert"]


def test_a_game_that_cannot_be_read_is_left_out(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from cogtable.engine.play import registry
    from cogtable.server.about import game_list

    with monkeypatch.context() as only:
        only.setattr(registry, "names", lambda: ["tiny", "broken"])
        game_list.reload_games()
    try:
        assert list(offered(server)) == ["tiny"]
    finally:
        game_list.reload_games()
    assert "broken" in caplog.text


def test_a_table_is_created_and_joined_by_its_link(server: LiveServer) -> None:
    mine = server.new("tiny", "me", "open")
    assert mine["seat"] == 0
    assert len(mine["secret"]) >= 32
    seen = server.http.get(f"/tables/{mine['table']}").json()
    assert [(person["kind"], person["name"]) for person in seen["occupants"]] == [("person", "Ada"), ("open", "")]
    assert (seen["started"], seen["over"], seen["game"]) == (False, False, "tiny")
    yours = server.join(mine["table"], "  Ben \t Bo ")
    assert yours["seat"] == 1
    assert yours["secret"] != mine["secret"]
    seen = server.http.get(f"/tables/{mine['table']}").json()
    assert seen["started"] is True
    assert seen["occupants"][1]["name"] == "Ben Bo"


def test_people_can_choose_their_seats(server: LiveServer) -> None:
    mine = server.new("tiny", "open", "me", "open")
    assert mine["seat"] == 1
    assert server.join(mine["table"], "Ben", seat=2)["seat"] == 2
    taken = server.post(f"/tables/{mine['table']}/join", {"name": "Cy", "seat": 2})
    assert error(taken, 409) == "seat 3 is not open; still open: 1"
    assert server.join(mine["table"], "Cy")["seat"] == 0
    assert "taken" in error(server.post(f"/tables/{mine['table']}/join", {"name": "Di"}), 409)


def test_the_list_shows_public_tables_with_an_open_seat(server: LiveServer) -> None:
    server.new("tiny", "me", "open")
    server.new("tiny", "me", "random", listed=True)
    first = server.new("tiny", "me", "open", listed=True)["table"]
    second = server.new("tiny", "me", "open", listed=True)["table"]
    assert [found["table"] for found in server.http.get("/tables").json()] == [second, first]
    server.join(second)
    assert [found["table"] for found in server.http.get("/tables").json()] == [first]


def test_the_list_shows_the_time_control(server: LiveServer) -> None:
    server.new("tiny", "me", "open", listed=True)
    server.new("tiny", "me", "open", listed=True, time_control={"move_s": 7 * 24 * 3600, "expired": "resign"})
    slow, free = server.http.get("/tables").json()
    assert (slow["time_control"]["move_s"], slow["time_control"]["expired"]) == (7 * 24 * 3600, "resign")
    assert "time_control" not in free


def test_mine_lists_the_tables_whose_secrets_are_right(server: LiveServer) -> None:
    table, secrets = server.full("splendor")
    other, _ = server.full("tiny")
    answer = server.post("/mine", {"secrets": {table: secrets[1], other: "wrong", "gone": "x"}}).json()
    assert [(found["table"], found["seat"], found["waiting"]) for found in answer] == [(table, 1, [0])]
    assert answer[0]["words"]
    server.sit(table, secrets[0]).play()
    assert server.post("/mine", {"secrets": {table: secrets[1]}}).json()[0]["waiting"] == [1]


def test_a_visitor_with_a_secret_sees_their_seat(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    for secret, seat in ((secrets[1], 1), ("wrong", None)):
        found = server.http.get(f"/tables/{table}", headers={"Authorization": f"Bearer {secret}"}).json()
        assert found.get("seat") == seat


def test_the_position_at_a_table_is_seen_from_ones_own_seat(server: LiveServer) -> None:
    table, secrets = server.full("splendor")
    seat = server.sit(table, secrets[1])

    def position(secret: str) -> Any:
        return server.http.get(f"/tables/{table}/position", headers={"Authorization": f"Bearer {secret}"})

    seen = position(secrets[1]).json()
    assert (seen["seat"], seen["pieces"]) == (1, seat.view["pieces"])
    assert (seen.get("log", []), seen.get("choices", [])) == ([], [])
    assert "secret of a seat" in error(position("wrong"), 401)
    device = server.new("splendor", seats=[{"kind": "me"}, {"kind": "me", "name": "Ben"}])
    shared = server.http.get(
        f"/tables/{device['table']}/position", headers={"Authorization": f"Bearer {device['secret']}"}
    )
    assert shared.json()["seat"] == SPECTATOR, "no one sees the hand of who sits beside them"


def test_a_chosen_seed_is_shown_to_everybody(server: LiveServer) -> None:
    assert "seed" in server.sit(server.new("tiny", "me", "open", seed=7)["table"]).update["notice"]
    assert "notice" not in server.sit(server.new("tiny", "me", "open")["table"]).update


def live(server: LiveServer) -> list[tuple[str, int]]:
    """Returns the tables that can be watched, with their numbers of spectators."""
    return [(each["table"], each.get("watching", 0)) for each in server.http.get("/live").json()]


def test_public_games_are_listed_while_they_are_played(server: LiveServer) -> None:
    table, secrets = server.full("tiny", public=True, options={"length": 1})
    server.full("tiny")
    assert live(server) == []  # nobody is connected
    ada, ben = (server.sit(table, secret) for secret in secrets)
    assert live(server) == [(table, 0)]
    watcher = server.sit(table)
    assert live(server) == [(table, 1)]
    assert watcher.view["seat"] == -1
    ada.play()
    ben.until(1).play()
    assert live(server) == []


def test_a_public_table_is_not_listed_before_it_begins(server: LiveServer) -> None:
    mine = server.new("tiny", "me", "open", public=True)
    server.sit(mine["table"], mine["secret"])
    assert live(server) == []
    server.join(mine["table"])
    assert live(server) == [(mine["table"], 0)]


def test_secrets_are_stored_only_as_hashes(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    server.sit(table, secrets[0]).play()
    everything = "".join(server.stored())
    assert not any(secret in everything for secret in secrets)


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"game": "chess"}, 404, 'no game "chess"'),
        ({"seats": []}, 422, "tiny is for 2 to 3 seats; found 0"),
        ({"seats": [{"kind": "me"}] * 2}, 422, "different names; found Ada twice"),
        ({"seats": [{"kind": "open"}] * 4}, 422, "found 4"),
        ({"seats": [{"kind": "open"}] * 4000}, 422, "seats"),
        ({"seats": [{"kind": "bot", "bot": "deep"}, {"kind": "me"}]}, 422, "no bot 'deep'"),
        ({"seats": [{"kind": "cat"}, {"kind": "me"}]}, 422, "cat"),
        ({"options": {"speed": 1}}, 422, "no option 'speed'"),
        ({"options": {"length": 99}}, 422, "expected 1 to 3; found 99"),
        ({"options": {"length": "1"}}, 422, "$.options"),
        ({"options": {"seats": 3}}, 422, "no option 'seats'"),
        ({"options": {"seed": 3}}, 422, "no option 'seed'"),
        ({"options": {"self": 3}}, 422, "no option 'self'"),
        ({"seed": -1}, 422, "seed"),
        ({"seed": 2**63}, 422, "seed"),
        ({"name": ""}, 422, "1 to 24 characters; found 0"),
        ({"name": "x" * 25}, 422, "found 25"),
        ({"name": "A\x07da"}, 422, "control"),
        ({"name": "A\u202eda"}, 422, "invisible"),
        ({"name": "\u3164\u2800"}, 422, "invisible"),
        ({"color": "red"}, 422, "color"),
        ({"takeover": {"bot": "deep", "after_s": 60}}, 422, "no bot 'deep'"),
        ({"takeover": {"bot": "medium", "after_s": 4.9}}, 422, "after 5 to 86400 seconds; found 4.9"),
        ({"takeover": {"bot": "medium", "after_s": 86401}}, 422, "found 86401"),
        ({"takeover": {"bot": "medium", "after_s": "soon"}}, 422, "takeover.after_s"),
        ({"takeover": {"bot": "medium"}}, 422, "after_s"),
        ({"takeover": {"bot": "medium", "after_s": 60, "seat": 1}}, 422, "seat"),
    ],
)
def test_an_invalid_table_is_refused(server: LiveServer, change: dict[str, Any], status: int, words: str) -> None:
    wanted = {"game": "tiny", "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert words in error(server.post("/tables", wanted | change), status)
    assert server.execute("SELECT count(*) FROM tables") == [(0,)]


def test_invalid_bodies_are_refused(server: LiveServer) -> None:
    as_json = {"Content-Type": "application/json"}
    assert "not JSON" in error(server.http.post("/tables", content=b"{", headers=as_json), 400)
    assert "not JSON" in error(server.http.post("/tables", content=b"\xff", headers=as_json), 400)
    assert "not JSON" in error(server.http.post("/tables", content=b'{"game": "\xff"}', headers=as_json), 400)
    assert "NewTable" in error(server.http.post("/tables", content=b"[]", headers=as_json), 422)
    server.limit(body_bytes=65536)
    assert "at most 65536 bytes" in error(server.http.post("/tables", content=b" " * 70_000, headers=as_json), 413)
    plain = server.http.post("/tables", content=json.dumps({}), headers={"Content-Type": "text/plain"})
    assert "application/json" in error(plain, 415)


def test_missing_resources_are_not_found(server: LiveServer) -> None:
    assert "nosuch" in error(server.http.get("/tables/nosuch"), 404)
    assert "nosuch" in error(server.post("/tables/nosuch/join", {"name": "Ada"}), 404)
    assert "/api/elsewhere" in error(server.http.get("/elsewhere"), 404)
    assert "does not take GET" in error(server.http.get("/mine"), 405)


def test_pages_of_other_sites_cannot_create_tables(server: LiveServer) -> None:
    body = {"game": "tiny", "seats": [{"kind": "open"}] * 2}
    foreign = server.http.post("/tables", json=body, headers={"Origin": "https://evil.example"})
    assert "evil.example" in error(foreign, 403)
    own = server.http.post("/tables", json=body, headers={"Origin": f"http://{server.address}"})
    assert own.status_code == 201


def test_a_health_check_succeeds(server: LiveServer) -> None:
    assert server.http.get("/health").json()["status"] == "ok"


def test_a_server_error_is_reported_without_details(own_server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    own_server.execute("DROP TABLE actions")
    table = own_server.new("tiny", "me", "open")["table"]
    answer = own_server.post(f"/tables/{table}/join", {"name": "Ben"})
    assert error(answer, 500) == FAILED
    end = time.monotonic() + PATIENCE
    while "no such table: actions" not in caplog.text:  # the answer is sent first
        assert time.monotonic() < end, "the log does not say why"
        time.sleep(0.01)


def test_a_game_with_a_network_offers_master_with_its_levels(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cogtable.bots import network_mcts

    monkeypatch.setattr(network_mcts, "is_trained", lambda game: game.name == "tiny")
    games = offered(server)
    master = games["tiny"]["bots"][0]
    assert (master["name"], master["label"]) == ("master", "Master")
    assert master["text"] == "Has learned from many thousands of games"
    assert not games["splendor"].get("bots")
