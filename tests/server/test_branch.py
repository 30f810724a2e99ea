"""Branches: a finished game continues from one of its positions, at a new table against bots."""

from __future__ import annotations

from typing import Any

import pytest

from .live_server import LiveServer, Person
from .test_analyses import finished


def branch(server: LiveServer, table: str, secret: str, ply: Any, bot: str = "random") -> Any:
    return server.post(f"/tables/{table}/branch", {"ply": ply, "bot": bot}, secret)


def sit_there(server: LiveServer, answer: Any) -> Person:
    assert answer.status_code == 201, answer.text
    seated = answer.json()
    return server.sit(seated["table"], seated["secret"])


def test_a_branch_begins_at_a_position_of_the_game(server: LiveServer) -> None:
    table, secrets, match = finished(server)
    answer = branch(server, table, secrets[1], 3)
    ben = sit_there(server, answer)
    assert answer.json()["seat"] == ben.view["seat"] == 1
    kinds = [(each["kind"], each["name"]) for each in ben.update["occupants"]]
    assert kinds == [("bot", "Tinker"), ("person", "Friend 1")]
    assert "after" not in ben.update["notice"]
    assert "from move 3 of a finished game" in ben.update["notice"]
    assert ben.update["branch_of"] == table
    assert "branch_of" not in server.sit(answer.json()["table"]).update, "a spectator was not in the finished game"
    assert [line["words"] for line in ben.log][:2] == [line.words for line in match.at(3).log(1)][:2]
    while 1 not in ben.view["waiting"]:
        ben.hear()
    ben.play()
    while not ben.view["over"]:
        if 1 in ben.view["waiting"]:
            ben.play()
        else:
            ben.hear()


def test_its_moves_are_stored_as_its_own(server: LiveServer) -> None:
    table, secrets, match = finished(server)
    again = branch(server, table, secrets[0], 4).json()["table"]
    stored = server.execute(f"SELECT seat, action FROM actions WHERE table_id = '{again}' ORDER BY ply")
    assert stored == [(move.seat, move.action) for move in match.moves[:4]]
    assert server.execute(f"SELECT branch_of, branch_ply, seed FROM tables WHERE id = '{again}'") == [(table, 4, 5)]
    assert server.sit(again).ply == 4


def test_only_players_can_branch(server: LiveServer) -> None:
    table, _, _ = finished(server)
    for secret in ("", "wrong"):
        answer = branch(server, table, secret, 3)
        assert (answer.status_code, "secret of a seat" in answer.text) == (401, True)


def test_a_running_game_cannot_be_branched(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    answer = branch(server, table, secrets[0], 0)
    assert (answer.status_code, "not over yet" in answer.text) == (409, True)


@pytest.mark.parametrize(
    ("ply", "bot", "words"),
    [
        (-1, "random", "after 0 to 5 moves; found -1"),
        (6, "random", "after 0 to 5 moves; found 6"),
        ("two", "random", "Expected `int`"),
        (2, "deep", "no bot 'deep'"),
    ],
)
def test_an_invalid_branch_is_refused(server: LiveServer, ply: Any, bot: str, words: str) -> None:
    table, secrets, _ = finished(server)
    answer = branch(server, table, secrets[0], ply, bot)
    assert (answer.status_code // 100, words in answer.text) == (4, True), answer.text


def test_a_rematch_of_a_branch_is_a_new_game(server: LiveServer) -> None:
    table, secrets, match = finished(server)
    ada = sit_there(server, branch(server, table, secrets[0], match.ply - 1))
    while not ada.view["over"]:
        if 0 in ada.view["waiting"]:
            ada.play()
        else:
            ada.hear()
    ada.send(type="again", id=9, on=True)
    heard = ada.next("rematch", having="table")
    seen = server.sit(heard["table"])
    assert seen.ply == 0
    assert "finished game" not in seen.update.get("notice", "")
