"""The list of finished games: its filters, its pages, who sees what, and the file with all games."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

import cogtable
from cogtable.server.core.limits import Rate

from .authenticator import Browser
from .conftest import Browse
from .live_server import LiveServer
from .test_accounts import refusal, sit
from .test_people import ask, resign, table_of, won_by


def listed(reader: Browser, name: str = "Ada", **filters: Any) -> list[str]:
    """Returns the tables in a person's list of games, for these filters."""
    return [game["table"] for game in page(reader, name, **filters)["games"]]


def page(reader: Browser, name: str = "Ada", **filters: Any) -> dict[str, Any]:
    """Returns a page of a person's list of games."""
    query = "&".join(f"{key}={value}" for key, value in filters.items())
    return dict(reader.get(f"/history/{name}?{query}"))


def lone_game(server: LiveServer, browser: Browser) -> str:
    """Plays a game against a bot that ends when the person resigns."""
    table = table_of(browser, seats=[{"kind": "me"}, {"kind": "bot", "bot": "easy"}], rated=False)
    resign(server, table, browser)
    return table


def test_finished_games_are_listed_the_last_one_first(server: LiveServer, ada: Browser, ben: Browser) -> None:
    assert page(ada)["games"] == []
    first, second = won_by(server, ada, ben), won_by(server, ben, ada, rated=False, time_control={"game_s": 600})
    unfinished = table_of(ada, ben)
    found = page(ada)
    assert [game["table"] for game in found["games"]] == [second, first]
    assert unfinished not in str(found)
    assert (found["total"], found["titles"], found["sizes"], found["own"]) == (2, ["tiny"], [2], True)
    lost, won = found["games"]
    assert (won["outcome"], won["others"], won["against"]) == ("won", [{"name": "Ben", "page": True}], "people")
    assert won["rating"] - won["gain"] == 1500
    assert (lost["outcome"], lost["time_control"]["game_s"], lost.get("rating")) == ("lost", 600, None)


def test_filters_choose_games(server: LiveServer, ada: Browser, ben: Browser, cleo: Browser) -> None:
    won, lost = won_by(server, ada, ben), won_by(server, cleo, ada, rated=False)
    alone = lone_game(server, ada)
    three = table_of(ada, ben, cleo, rated=False)
    for browser in (ben, ada, cleo):
        resign(server, three, browser)
    for filters, expected in (
        ({}, [three, alone, lost, won]),
        ({"result": "won"}, [won]),
        ({"result": "lost"}, [three, alone, lost]),
        ({"result": "tied"}, []),
        ({"result": "none"}, []),
        ({"company": "people"}, [three, lost, won]),
        ({"company": "bots"}, [alone]),
        ({"seats": 3}, [three]),
        ({"rated": "yes"}, [won]),
        ({"rated": "no"}, [three, alone, lost]),
        ({"opponent": "ben"}, [three, won]),
        ({"opponent": "Nobody"}, []),
        ({"game": "tiny", "opponent": "Cleo", "seats": 2}, [lost]),
        ({"game": "splendor"}, []),
        ({"days": 7}, [three, alone, lost, won]),
    ):
        assert listed(ada, **filters) == expected, filters
        assert page(ada, **filters)["total"] == len(expected), filters
    server.execute(f"UPDATE tables SET ended = ended - 8 * 86400 WHERE id = '{three}'")
    assert listed(ada, days=7) == [alone, lost, won]


def test_a_shared_first_place_and_a_game_without_a_winner_are_results(
    server: LiveServer, ada: Browser, ben: Browser
) -> None:
    tied, ended = won_by(server, ada, ben), won_by(server, ada, ben)
    server.execute(f"UPDATE tables SET places = '[1,1]' WHERE id = '{tied}'")
    server.execute(f"UPDATE tables SET places = '[]' WHERE id = '{ended}'")
    assert listed(ada, result="tied") == [tied]
    assert listed(ada, result="none") == [ended]
    assert listed(ada, result="won") == listed(ada, result="lost") == []
    server.execute(f"UPDATE seats SET resigned = 1 WHERE table_id = '{tied}' AND seat = 1")
    assert listed(ben, "Ben", result="lost") == [tied], "a person who has resigned has lost, whatever their place"
    assert listed(ben, "Ben", result="tied") == []


def test_the_list_comes_in_pages(
    server: LiveServer, ada: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogtable.server.http.finished_games.AT_ONCE", 2)
    tables = [won_by(server, ada, ben) for _ in range(5)]
    # Two games that ended at the same moment: none is left out, none comes twice.
    server.execute("UPDATE tables SET ended = 1700000000")
    found, after = [], ""
    while True:
        part = page(ada, after=after)
        found += [game["table"] for game in part["games"]]
        assert ("total" in part) == (not after)
        if not (after := part.get("next", "")):
            break
    assert found == sorted(tables)


def test_others_see_public_games_and_those_they_played(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser, browse: Browse
) -> None:
    private = won_by(server, ada, ben)
    public = won_by(server, ada, ben, public=True)
    guest = browse(server)
    assert listed(ben) == [public, private]
    for reader in (cleo, guest):
        found = page(reader)
        assert [game["table"] for game in found["games"]] == [public]
        assert (found["total"], found.get("own", False)) == (1, False)
    assert ben.post("/account/hide", {"hidden": True}).status_code == 200
    assert page(cleo)["games"][0]["others"] == [{}], "people with hidden profiles have no name for others"
    assert listed(cleo, opponent="Ben") == [], "and cannot be filtered by"
    assert listed(ada, opponent="Ben") == [public, private], "but for people who have met them they can"


def test_blocked_people_and_hidden_profiles_are_answered_as_if_there_were_nobody(
    server: LiveServer, ada: Browser, ben: Browser
) -> None:
    won_by(server, ada, ben, public=True)
    assert ada.post("/block", {"whom": {"name": "Ben"}}).status_code == 200
    unknown = ben.http.get("/history/Nobody")
    for reader, name in ((ben, "Ada"), (ada, "Ben")):
        found = reader.http.get(f"/history/{name}")
        assert found.status_code == unknown.status_code == 404
        assert found.text.replace(name, "Nobody") == unknown.text


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("result=great", "Invalid enum value 'great'"),
        ("seats=many", "Expected `int`, got `str`"),
        ("seats=-1", "expected seats from 0 to 1000; found -1"),
        ("seats=99999999999999999999", "expected seats from 0 to 1000; found 99999999999999999999"),
        ("days=-1", "expected days from 0 to 100000; found -1"),
        (f"days={'9' * 400}", "expected days from 0 to 100000; found 999999999999999999999999"),
        ("colour=red", "unknown field `colour`"),
        ("after=yesterday", "position that a page of games ends with; found yesterday"),
        ("after=nan-x", "position that a page of games ends with; found nan-x"),
    ],
)
def test_a_wrong_query_is_refused_with_the_reason(server: LiveServer, ada: Browser, query: str, words: str) -> None:
    answer = ada.http.get(f"/history/Ada?{query}")
    assert words in refusal(answer, 422)


# --- all games as files -------------------------------------------------------------------------------


def test_all_games_are_downloaded_as_saved_matches(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    table = table_of(ada, ben, rated=False)
    people = [sit(server, table, browser) for browser in (ada, ben)]
    while not people[0].view["over"]:
        mover = next(person for person in people if person.actions()).play()
        for person in people:
            person.until(mover.ply)
    won_by(server, ben, cleo)
    unfinished = table_of(ada, ben)
    answer = ada.http.get("/account/games")
    assert answer.status_code == 200, answer.text
    assert 'filename="cogtable-games.zip"' in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        (name,) = archive.namelist()
        text = archive.read(name).decode()
    assert name.endswith(f"-tiny-{table}.json")
    assert unfinished not in str(archive.namelist())
    match = cogtable.load(text, verify=True)
    own = ada.http.get(f"/tables/{table}/file").text
    assert [(move.seat, move.action) for move in match.moves] == [
        (move.seat, move.action) for move in cogtable.load(own).moves
    ]
    assert match.over
    for hidden in ("Ada", "Ben"):
        assert hidden not in text


def test_guests_cannot_download_all_games_and_nobody_too_often(
    server: LiveServer, ada: Browser, browse: Browse
) -> None:
    assert browse(server).http.get("/account/games").status_code == 401
    server.limit(exports=Rate(1, 600))
    assert ada.http.get("/account/games").status_code == 200
    assert "exported your data too often" in refusal(ada.http.get("/account/games"), 429)


def test_resigned_games_are_in_the_file(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = table_of(ada, ben)
    assert ask(sit(server, table, ada), type="resign")["type"] == "accepted"
    with zipfile.ZipFile(io.BytesIO(ada.http.get("/account/games").content)) as archive:
        match = cogtable.load(archive.read(archive.namelist()[0]).decode())
    assert match.over
