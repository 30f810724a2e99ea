"""Bots at tables: a name, a face and a level for each strength; the games of a person against them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cogtable.server.core.limits import Rate
from cogtable.server.db.rows import NO_LESSON

from .authenticator import Browser
from .conftest import Browse, signed_up
from .live_server import LiveServer, Person, downgrade
from .test_people import ask

SHORT = {"length": 1}


def seated(server: LiveServer, table: str) -> list[tuple[str, int, str]]:
    """Returns the name, level and face of each bot at a table."""
    occupants = server.http.get(f"/tables/{table}").json()["occupants"]
    return [(each["name"], each.get("rung", 0), each["face"]) for each in occupants if each["kind"] == "bot"]


@pytest.mark.parametrize(
    ("bot", "name", "level"),
    [("easy", "Bolt", 1), ("medium", "Rivet", 2), ("hard", "Sprocket", 3), ("expert", "Piston", 4)],
)
def test_a_bot_is_called_after_its_level_whatever_its_seat(server: LiveServer, bot: str, name: str, level: int) -> None:
    for seats in (("me", bot), (bot, "me")):
        assert seated(server, server.new("splendor", *seats)["table"]) == [(name, level, name)]


def test_the_same_bot_twice_at_a_table_has_a_number_and_one_face(server: LiveServer) -> None:
    table = server.new("splendor", "me", "medium", "easy", "medium")["table"]
    assert seated(server, table) == [("Rivet", 2, "Rivet"), ("Bolt", 1, "Bolt"), ("Rivet 2", 2, "Rivet")]


def test_the_creator_who_fills_a_seat_gets_a_name_that_is_free(server: LiveServer) -> None:
    mine = server.new("splendor", "me", "medium", "open", "open")
    ada = server.sit(mine["table"], mine["secret"])
    assert ask(ada, type="seat", seat=2, bot="medium")["type"] == "accepted"
    assert ask(ada, type="seat", seat=2, bot="easy")["type"] == "accepted"
    assert ask(ada, type="seat", seat=3, bot="medium")["type"] == "accepted"
    assert [name for name, _, _ in seated(server, mine["table"])] == ["Rivet", "Bolt", "Rivet 2"]


def test_a_bot_that_takes_over_shows_its_level(server: LiveServer) -> None:
    table, secrets = server.full("splendor", takeover={"bot": "hard", "after_s": 600})
    ada = server.sit(table, secrets[0])
    ask(ada, type="takeover", on=True)
    occupant = server.http.get(f"/tables/{table}").json()["occupants"][0]
    assert (occupant["taken_over_by"], occupant["rung"], occupant["face"]) == ("Sprocket", 3, "Sprocket")


def test_the_list_of_games_has_the_named_bots_of_each_with_their_tempers(server: LiveServer) -> None:
    games = {game["name"]: game["ladder"] for game in server.http.get("/games").json()["games"]}
    assert [(each["name"], each["level"]) for each in games["splendor"]] == [
        ("Bolt", 1),
        ("Rivet", 2),
        ("Sprocket", 3),
        ("Piston", 4),
        ("Gizmo", 5),
    ]
    assert all(each["temper"] and each["measured"] for each in games["splendor"])
    assert all(60 <= each["ahead"] <= 85 for each in games["splendor"][1:])
    # The bots of a game that declares no habits have names and levels only.
    assert [each["name"] for each in games["tiny"]] == ["Bolt", "Rivet", "Sprocket", "Piston"]
    assert not any({"temper", "measured"} & set(each) for each in games["tiny"])


# --- one's games against bots ---------------------------------------------------------------------------


def against(server: LiveServer, secrets: dict[str, str]) -> list[dict[str, Any]]:
    answer = server.post("/bots/games", {"secrets": secrets})
    assert answer.status_code == 200, answer.text
    return list(answer.json())


def ended(server: LiveServer, table: str, places: str) -> None:
    """Gives a table the result of a game that ended with these places."""
    server.execute(f"UPDATE tables SET places = '{places}', scores = '[0, 0]', ended = 1 WHERE id = '{table}'")


def test_a_guest_sees_their_finished_games_against_bots(server: LiveServer) -> None:
    won, lost, going = (server.new("tiny", "me", bot) for bot in ("easy", "hard", "medium"))
    ended(server, won["table"], "[1, 2]")
    ended(server, lost["table"], "[2, 1]")
    secrets = {each["table"]: each["secret"] for each in (won, lost, going)}
    found = {each["bot"]: each.get("won", 0) for each in against(server, secrets)}
    assert found == {"easy": 1, "hard": -1}


def test_a_tie_is_neither_won_nor_lost_and_each_bot_counts_once(server: LiveServer) -> None:
    mine = server.new("tiny", "easy", "me", "easy")
    ended(server, mine["table"], "[1, 1, 3]")
    assert against(server, {mine["table"]: mine["secret"]}) == [{"table": mine["table"], "game": "tiny", "bot": "easy"}]


def test_bots_without_a_level_and_other_peoples_games_do_not_count(server: LiveServer) -> None:
    mine = server.new("tiny", "me", "random")
    ended(server, mine["table"], "[1, 2]")
    other = server.new("tiny", "me", "easy")
    ended(server, other["table"], "[1, 2]")
    assert against(server, {mine["table"]: mine["secret"], other["table"]: "guessed"}) == []


def test_a_branch_and_a_lesson_do_not_count(server: LiveServer) -> None:
    mine, lesson = server.new("tiny", "me", "easy"), server.new("tiny", "me", "easy")
    for each in (mine, lesson):
        ended(server, each["table"], "[1, 2]")
    secrets = {each["table"]: each["secret"] for each in (mine, lesson)}
    assert len(against(server, secrets)) == 2
    server.execute(f"UPDATE tables SET branch_of = 'x' WHERE id = '{mine['table']}'")
    server.execute(f"UPDATE tables SET lesson = {NO_LESSON + 1} WHERE id = '{lesson['table']}'")
    assert against(server, secrets) == []


def test_too_many_secrets_are_refused(server: LiveServer) -> None:
    answer = server.post("/bots/games", {"secrets": {str(number): "x" for number in range(401)}})
    assert answer.status_code == 422
    assert "expected at most 400 tables; found 401" in answer.text


def test_reading_games_against_bots_is_limited(server: LiveServer) -> None:
    server.limit(people_lists=Rate(1, 600))
    assert server.post("/bots/games", {"secrets": {}}).status_code == 200
    assert server.post("/bots/games", {"secrets": {}}).status_code == 429


def test_the_games_of_an_account_need_no_secrets(server: LiveServer, browse: Browse) -> None:
    ada: Browser = signed_up(server, browse, "Ada")
    table = ada.post("/tables", {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "easy"}]}).json()
    ended(server, table["table"], "[1, 2]")
    found = ada.post("/bots/games", {"secrets": {}}).json()
    assert [(each["bot"], each["won"]) for each in found] == [("easy", 1)]
    assert browse(server).post("/bots/games", {"secrets": {}}).json() == []


# --- one level up ---------------------------------------------------------------------------------------


def finished(server: LiveServer, *seats: str) -> tuple[dict[str, Any], Person]:
    mine = server.new("tiny", *seats, options=SHORT)
    ada = server.sit(mine["table"], mine["secret"])
    ada.play().until(2)
    return mine, ada


def test_the_rematch_can_be_against_the_bot_one_level_up(server: LiveServer) -> None:
    mine, ada = finished(server, "me", "random")
    assert ask(ada, type="again", on=True, bot="medium")["type"] == "accepted"
    table = ada.next("rematch", having="table")["table"]
    assert seated(server, table) == [("Rivet", 2, "Rivet")]
    assert server.http.get(f"/tables/{table}").json()["game"] == "tiny"
    assert server.execute(f"SELECT options FROM tables WHERE id = '{table}'") == server.execute(
        f"SELECT options FROM tables WHERE id = '{mine['table']}'"
    )


def test_only_a_person_alone_with_bots_chooses_another_bot(server: LiveServer) -> None:
    table, secrets = server.full("tiny", options=SHORT)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ben.until(1).play()
    ada.until(2)
    answer = ask(ada, type="again", on=True, bot="medium")
    assert answer["type"] == "error"
    assert "only a person alone with bots" in answer["words"]


def test_a_bot_that_does_not_exist_is_refused(server: LiveServer) -> None:
    _, ada = finished(server, "me", "random")
    answer = ask(ada, type="again", on=True, bot="sprocket")
    assert answer["type"] == "error"
    assert "there is no bot 'sprocket' for tiny; there are random, greedy, easy" in answer["words"]


# --- older databases ------------------------------------------------------------------------------------


def test_bots_of_an_older_database_get_the_names_of_their_levels(tmp_path: Path) -> None:
    database = tmp_path / "old.db"
    with LiveServer(database) as server:
        table = server.new("splendor", "me", "hard", "random", "hard")["table"]
    downgrade(database, "0023")
    names = "SELECT name FROM seats WHERE kind = 'bot' ORDER BY seat"
    with sqlite3.connect(database) as old:
        assert [name for (name,) in old.execute(names)] == ["Rivet", "Sprocket", "Piston"]  # after their seats
    with LiveServer(database) as server:
        assert [name for name, _, _ in seated(server, table)] == ["Sprocket", "Tinker", "Sprocket 2"]
        assert server.names(table)[0] == "Ada"
