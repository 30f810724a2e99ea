"""What the home page asks for, and finished games as pages in words."""

from __future__ import annotations

import html
import time
from typing import Any

import httpx
import pytest

from cogtable.server.http import busy_hours
from cogtable.server.http.busy_hours import BusyHours, counted
from cogtable.terminal import plain

from .conftest import Browse, signed_up
from .live_server import LiveServer, Person
from .test_people import won_by

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
DAY_S = 86_400


def mine(server: LiveServer, table: str, secret: str) -> dict[str, Any]:
    (found,) = server.post("/mine", {"secrets": {table: secret}}).json()
    return dict(found)


def resign(person: Person) -> None:
    person.send(type="resign", id=70)
    person.next("accepted")
    person.leave()


def ended(server: LiveServer, **more: Any) -> str:
    """A game that the second seat has resigned."""
    table, secrets = server.full("tiny", 2, **more)
    resign(server.sit(table, secrets[1]))
    return table


def test_the_readers_tables_say_when_they_were_moved_at_and_how_they_ended(server: LiveServer) -> None:
    before = time.time()
    table, secrets = server.full("tiny", 2)
    assert "moved" not in mine(server, table, secrets[0])
    ada = server.sit(table, secrets[0])
    ada.play()
    shown = mine(server, table, secrets[0])
    assert before <= shown["moved"] <= time.time()
    assert "ended" not in shown
    assert "scores" not in shown
    resign(ada)
    shown = mine(server, table, secrets[0])
    assert before <= shown["ended"] <= time.time()
    assert shown["places"] == [2, 1]
    assert len(shown["scores"]) == 2
    assert "moved" not in shown


def test_visits_are_counted_by_hour_each_person_once_and_only_if_there_are_enough() -> None:
    noon = 12 * 3600.0
    few = [(f"person {n}", noon + n) for n in range(busy_hours.LEAST_PEOPLE - 1)]
    assert counted(few) == []
    enough = [*few, ("the last", noon + DAY_S + 3600), ("the last", noon + DAY_S + 3660), ("the last", noon)]
    hours = counted(enough)
    assert len(hours) == 24
    assert (hours[12], hours[13]) == (20, 1)
    assert sum(hours) == 21


def test_a_server_tells_when_most_come_from_who_sat_down(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(busy_hours, "FRESH_S", 0)
    server.app.state.busy = BusyHours(server.app.state.rooms.store)
    assert server.http.get("/busy").json() == {}
    for n in range(busy_hours.LEAST_PEOPLE // 2):
        table = server.post(
            "/tables", {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}], "name": f"Ada {n}"}
        ).json()
        server.join(table["table"], f"Ben {n}")
    hours = server.http.get("/busy").json()["hours"]
    assert sum(hours) == busy_hours.LEAST_PEOPLE
    server.execute(f"UPDATE tables SET created = created - {15 * DAY_S}")
    assert server.http.get("/busy").json() == {}


def pages(server: LiveServer) -> httpx.Client:
    return httpx.Client(base_url=f"http://{server.address}", headers=BROWSER)


def test_public_games_that_have_ended_are_listed_as_a_page_and_read_move_by_move(server: LiveServer) -> None:
    public = ended(server, public=True)
    private = ended(server)
    going, _ = server.full("tiny", 2, public=True)
    with pages(server) as client:
        listed = client.get("/games")
        assert listed.status_code == 200
        assert f'href="/games/{public}"' in listed.text
        assert private not in listed.text
        assert going not in listed.text
        assert "script" not in listed.headers["content-security-policy"]
        for table in (public, private):  # as for the table itself, its link is enough
            game = client.get(f"/games/{table}")
            assert game.status_code == 200
            assert "<li>Friend 1 resigned</li>" in game.text
            assert "<script" not in game.text
        unfinished = client.get(f"/games/{going}")
        assert unfinished.status_code == 409
        assert "not over yet" in unfinished.text
        assert client.get("/games/nowhere").status_code == 404


def test_games_in_words_name_nobody_who_does_not_want_to_be_found(server: LiveServer, browse: Browse) -> None:
    mina, ben = signed_up(server, browse, "Mina"), signed_up(server, browse, "Ben")
    table = won_by(server, ben, mina, public=True)
    with pages(server) as client:
        for path in ("/games", f"/games/{table}"):
            assert "Mina" in client.get(path).text
        mina.post("/account/hide", {"hidden": True})
        for path in ("/games", f"/games/{table}"):
            text = client.get(path).text
            assert "Mina" not in text
            assert "Ben" in text


def test_a_finished_private_table_is_not_named_to_a_blocked_person(server: LiveServer, browse: Browse) -> None:
    ada, ben, cleo = (signed_up(server, browse, name) for name in ("Ada", "Ben", "Cleo"))
    table = won_by(server, ada, cleo)
    page = f"{ben.origin}/t/{table}"
    assert f"/games/{table}" in ben.http.get(page).text
    ada.post("/block", {"whom": {"name": "Ben"}})
    assert f"/games/{table}" not in ben.http.get(page).text


def test_a_game_in_words_shows_only_what_everybody_could_see(server: LiveServer) -> None:
    table, secrets = server.full("splendor", 2, seed=1)
    ada = server.sit(table, secrets[0])
    hidden = next(each["action"] for each in ada.view["choices"] if "top card" in each["text"])
    ada.play(hidden)
    own = plain(ada.log[-1]["words"], lambda seat: "Ada")
    resign(ada)
    with pages(server) as client:
        text = html.unescape(client.get(f"/games/{table}").text)
    assert "reserved" in own
    assert "Ada reserved" in text
    assert own not in text
