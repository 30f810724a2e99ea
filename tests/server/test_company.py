"""People among themselves: who is here, following, blocking, invitations and reports, and what nobody else learns."""

from __future__ import annotations

import asyncio
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from cogtable.server.core.limits import Rate
from cogtable.server.db.reports import ReportRow, circles
from cogtable.server.db.store import Store
from cogtable.server.rooms import whereabouts

from .authenticator import Browser
from .conftest import Browse, signed_up
from .live_server import LiveServer, Person
from .test_accounts import sit
from .test_people import resign, table_of, won_by

DAY_ENDS = 4e9
"""A moment long after now: the server limits it to a day."""


@pytest.fixture(autouse=True)
def nobody_here(server: LiveServer) -> None:
    """Nobody is known to be here from an earlier test, and no host's order is in force."""
    server.app.state.whereabouts.heard.clear()
    server.app.state.rooms.service.take([])


def done(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def here(browser: Browser) -> Any:
    return done(browser.post("/here"))


def follow(browser: Browser, name: str) -> None:
    done(browser.post("/follow", {"name": name}))


def block(browser: Browser, name: str = "", kind: str = "block", **whom: Any) -> None:
    done(browser.post("/block", {"whom": {"name": name} | whom, "kind": kind}))


def set_to(browser: Browser, **settings: Any) -> Any:
    return done(browser.post("/people-settings", settings))


def followed(browser: Browser) -> dict[str, dict[str, Any]]:
    """Returns where the people are whom a reader follows."""
    return {each["name"]: each["where"] for each in browser.get("/people").get("follows", [])}


def state_of(browser: Browser, name: str) -> str:
    return str(followed(browser)[name].get("state", "away"))


def invite(browser: Browser, name: str, **more: Any) -> httpx.Response:
    return browser.post("/invitations", {"name": name, "game": "tiny", "day_ends": DAY_ENDS} | more)


def report(browser: Browser, reason: str = "words", **more: Any) -> httpx.Response:
    return browser.post("/reports", {"reason": reason} | more)


def open_table(browser: Browser, **more: Any) -> str:
    """Returns a listed table of a person, with an open seat."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    answer = browser.post("/tables", {"game": "tiny", "name": "Guest", "seats": seats, "listed": True} | more)
    return str(done(answer, 201)["table"])


def open_games(browser: Browser) -> dict[str, Any]:
    """Returns the open games that a reader sees, by the person who opened them."""
    return {each["name"]: each for each in browser.get("/open-games")}


def say(person: Person, text: str) -> str:
    """Says something; returns the type of the answer."""
    person.send(type="say", id=7, text=text)
    return str(person.next("accepted", "error")["type"])


def host(server: LiveServer, browser: Browser) -> Browser:
    """Makes a person a host of the server."""
    account = server.execute(f"SELECT id FROM accounts WHERE name = '{browser.account['name']}'")[0][0]
    server.execute(f"INSERT INTO orders (kind, about, words, given) VALUES ('host', '{account}', '', 0)")
    read_orders(server)
    return browser


def read_orders(server: LiveServer) -> None:
    """Lets the server read the host's orders now, which it otherwise does once a second."""
    import asyncio

    asyncio.run_coroutine_threadsafe(server.app.state.admin_commands.read(), server.loop).result(60)


# --- following and presence ---------------------------------------------------------------------------


def test_a_person_follows_another_by_their_whole_name(ada: Browser, ben: Browser) -> None:
    assert ada.post("/follow", {"name": "Be"}).status_code == 404
    follow(ada, "ben")
    assert list(followed(ada)) == ["Ben"]
    done(ada.post("/follow/end", {"name": "Ben"}))
    assert followed(ada) == {}


def test_following_tells_nobody_anything(ada: Browser, ben: Browser) -> None:
    follow(ada, "Ben")
    assert ben.get("/people") == {"account": True}
    assert "follows" not in ben.get("/account/export")["records"]


def test_guests_cannot_follow(server: LiveServer, guest: Browser, ben: Browser) -> None:
    assert guest.post("/follow", {"name": "Ben"}).status_code == 401
    assert guest.get("/people") == {}


def test_nobody_follows_themselves_or_too_many(server: LiveServer, ada: Browser, ben: Browser, cleo: Browser) -> None:
    assert ada.post("/follow", {"name": "Ada"}).status_code == 422
    own = server.execute("SELECT id FROM accounts WHERE name = 'Ada'")[0][0]
    rows = ", ".join(f"('{own}', 'other {number}', 0)" for number in range(500))
    server.execute(f"INSERT INTO follows (account_id, followed_id, since) VALUES {rows}")
    assert "500" in done(ada.post("/follow", {"name": "Ben"}), 409)["error"]


def test_a_person_is_here_at_a_table_or_away(server: LiveServer, ada: Browser, ben: Browser, clock: Any) -> None:
    follow(ada, "Ben")
    assert state_of(ada, "Ben") == "away"
    here(ben)
    assert state_of(ada, "Ben") == "here"
    table = open_table(ben)
    person = sit(server, table, ben)
    assert followed(ada)["Ben"] == {"state": "waiting", "game": "tiny", "table": table}
    done(ada.post(f"/tables/{table}/join", {"name": "x"}), 201)
    assert followed(ada)["Ben"] == {"state": "playing", "game": "tiny", "table": table}
    person.socket.close()


def test_a_page_that_is_silent_for_30_seconds_is_closed(
    ada: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(ada, "Ben")
    here(ben)
    now = time.monotonic()
    monkeypatch.setattr(whereabouts, "monotonic", lambda: now + 29)
    assert state_of(ada, "Ben") == "here"
    monkeypatch.setattr(whereabouts, "monotonic", lambda: now + 31)
    assert state_of(ada, "Ben") == "away"


def test_others_do_not_learn_at_which_private_table_somebody_plays(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    follow(ada, "Ben")
    table = table_of(ben, cleo)
    sit(server, table, ben)
    assert followed(ada)["Ben"] == {"state": "playing", "game": "tiny"}


def test_unseen_people_are_away_for_others_and_others_for_them(server: LiveServer, ada: Browser, ben: Browser) -> None:
    follow(ada, "Ben")
    follow(ben, "Ada")
    for browser in (ada, ben):
        here(browser)
    set_to(ben, unseen=True)
    assert (state_of(ada, "Ben"), state_of(ben, "Ada")) == ("away", "away")
    table = open_table(ben)
    sit(server, table, ben)
    shown = open_games(ada)["Ben"]
    assert "here" not in shown
    assert [each.get("here", False) for each in shown["table"]["occupants"]] == [False, False]
    assert [each.get("here", False) for each in ada.get("/tables")[0]["occupants"]] == [False, False]
    assert [each.get("here", False) for each in ada.get(f"/tables/{table}")["occupants"]] == [False, False]
    open_table(ada)
    assert "here" not in open_games(ben)["Ada"]
    set_to(ben, unseen=False)
    assert state_of(ben, "Ada") == "here"
    assert open_games(ada)["Ben"]["here"]


def test_public_games_of_unseen_people_are_not_listed_and_they_are_not_counted(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    table = table_of(ada, ben, public=True)
    sit(server, table, ada)
    watcher = sit(server, table, cleo)
    (shown,) = ben.get("/live")
    assert shown["watching"] == 1
    set_to(cleo, unseen=True)
    (shown,) = ben.get("/live")
    assert "watching" not in shown
    while watcher.next("occupants").get("watching"):
        pass
    set_to(ada, unseen=True)
    assert ben.get("/live") == []


def test_few_people_are_not_shown_as_a_number(server: LiveServer, browse: Browse) -> None:
    people = [signed_up(server, browse, f"Player {name}") for name in "ABCDE"]
    for browser in people[:4]:
        assert "people" not in here(browser)
    assert here(people[4])["people"] == 5
    set_to(people[0], unseen=True)
    assert "people" not in here(people[4])


# --- open games ---------------------------------------------------------------------------------------


def test_open_games_show_the_person_and_their_level(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser, guest: Browser
) -> None:
    for _ in range(5):
        won_by(server, ada, ben)
    for browser in (ada, cleo, guest):
        open_table(browser, rated=True, time_control={"game_s": 300})
    shown = open_games(ben)
    assert shown["Ada"]["rating"] > 0
    assert shown["Ada"]["margin"] > 0
    assert shown["Ada"]["table"]["time_control"]["game_s"] == 300
    assert (shown["Cleo"]["new"], shown["Cleo"]["learning"]) == (True, True)
    assert "rating" not in shown["Cleo"]
    assert (shown["Guest"]["guest"], shown["Guest"].get("page", False)) == (True, False)
    assert "near" not in shown["Cleo"]
    assert open_games(guest)["Cleo"]["near"]


def test_open_games_tell_nothing_of_the_level_of_a_person_with_a_hidden_page(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    for _ in range(5):
        won_by(server, ada, ben)
    for browser in (ada, cleo):
        open_table(browser)
        done(browser.post("/account/hide", {"hidden": True}))
    for name in ("Ada", "Cleo"):
        assert open_games(ben)[name].keys() == {"table", "name"}


# --- blocking -----------------------------------------------------------------------------------------


def test_blocked_people_see_nothing_of_each_other(server: LiveServer, ada: Browser, ben: Browser) -> None:
    follow(ada, "Ben")
    follow(ben, "Ada")
    tables = {ada: open_table(ada), ben: open_table(ben)}
    for browser, table in tables.items():
        sit(server, table, browser)
    block(ada, "Ben")
    for browser, other in ((ada, ben), (ben, ada)):
        assert followed(browser) == {}
        assert list(open_games(browser)) == [browser.account["name"]]
        assert [each["table"] for each in browser.get("/tables")] == [tables[browser]]
        assert browser.http.get(f"/tables/{tables[other]}").status_code == 404
        assert browser.post(f"/tables/{tables[other]}/join", {"name": "x"}).status_code == 404
        page = browser.http.get(browser.origin + f"/t/{tables[other]}")
        assert page.status_code == 404
        assert other.account["name"] not in page.text
    assert ben.http.get("/people/Ada").status_code == 404
    assert ben.post("/follow", {"name": "Ada"}).json() == ben.post("/follow", {"name": "Ada"}).json()
    assert ada.get("/people/Ben") == {
        "name": "Ben",
        "since": 0.0,
        "games": 0,
        "records": [],
        "months": [],
        "recent": [],
        "opponents": [],
        "blocked": True,
    }


def test_a_person_who_is_blocked_is_not_told(server: LiveServer, ada: Browser, ben: Browser) -> None:
    """The answers are the same as for a name that nobody has, and for a table that does not exist."""
    table = open_table(ada)
    before = ben.http.get("/people/Zoe").json()["error"]
    unknown = ben.http.get("/tables/nowhere").json()["error"]
    no_such = ben.post("/follow", {"name": "Zoe"}).json()["error"]
    block(ada, "Ben")
    assert ben.http.get("/people/Ada").json()["error"] == before.replace("Zoe", "Ada")
    assert ben.http.get(f"/tables/{table}").json()["error"] == unknown.replace("nowhere", table)
    assert ben.post("/follow", {"name": "Ada"}).json()["error"] == no_such.replace("Zoe", "Ada")
    exported = ben.get("/account/export")
    assert "blocks" not in exported["records"]
    assert ada.get("/account/export")["records"]["blocks"][0]["name"] == "Ben"


def test_a_running_game_goes_on_without_chat_between_the_two(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    table = table_of(ada, ben, cleo)
    people = [sit(server, table, browser) for browser in (ada, ben, cleo)]
    block(ada, "Ben")
    assert say(people[1], "from Ben") == "accepted"
    assert say(people[2], "from Cleo") == "accepted"
    assert people[0].next("said")["message"]["text"] == "from Cleo"
    assert say(people[0], "from Ada") == "accepted"
    heard = [people[1].next("said")["message"]["text"] for _ in range(2)]
    assert heard == ["from Ben", "from Cleo"]
    again = sit(server, table, ada).next("chat")["messages"]
    assert [each["text"] for each in again] == ["from Cleo", "from Ada"]
    mover = next(person for person in people if person.actions())
    mover.play()
    done(ada.post("/block/end", {"name": "Ben"}))
    again = sit(server, table, ada).next("chat")["messages"]
    assert [each["text"] for each in again] == ["from Ben", "from Cleo", "from Ada"]


def test_reactions_of_blocked_people_are_not_shown(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = table_of(ada, ben)
    people = [sit(server, table, browser) for browser in (ada, ben)]
    mover = next(person for person in people if person.actions())
    other = people[1 - people.index(mover)]
    mover.play()
    other.until(1)
    block(ada if mover is people[0] else ben, "Ben" if mover is people[0] else "Ada")
    other.send(type="react", id=8, ply=1, word="nice")
    assert other.next("accepted", "error")["type"] == "accepted"
    browser = ada if mover is people[0] else ben
    assert sit(server, table, browser).next("chat")["reactions"] == []


def test_muting_is_one_sided(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = table_of(ada, ben)
    one, other = (sit(server, table, browser) for browser in (ada, ben))
    block(ada, "Ben", kind="mute")
    say(one, "from Ada")
    assert other.next("said")["message"]["text"] == "from Ada"
    say(other, "from Ben")
    assert other.next("said")["message"]["text"] == "from Ben"
    assert one.next("said")["message"]["text"] == "from Ada"
    assert [each["text"] for each in sit(server, table, ada).next("chat")["messages"]] == ["from Ada"]
    assert ada.get("/people/Ben")["muted"]
    assert ben.get("/people/Ada")["name"] == "Ada"


def test_blocked_people_do_not_watch_each_others_private_tables(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    private, public = table_of(ada, cleo), table_of(ada, cleo, public=True)
    watcher = sit(server, private, ben)
    block(ada, "Ben")
    while (heard := watcher.hear())["type"] != "error":
        pass
    assert heard["code"] == "unknown-table"
    refused = Person(server.raw(private, additional_headers={"Cookie": ben.cookie}))
    refused.send(type="hello", protocol=4)
    assert refused.hear()["code"] == "unknown-table"
    assert sit(server, public, ben).update["view"]
    sit(server, public, ada)
    assert ben.get("/live") == []
    assert len(cleo.get("/live")) == 1


def test_blocked_watchers_are_not_counted(server: LiveServer, ada: Browser, ben: Browser, cleo: Browser) -> None:
    table = table_of(ada, cleo, public=True)
    sit(server, table, cleo)
    sit(server, table, ben)
    assert cleo.get("/live")[0]["watching"] == 1
    block(cleo, "Ben")
    assert "watching" not in ada.get(f"/tables/{table}") or ada.get(f"/tables/{table}")["watching"] == 1
    assert "watching" not in cleo.get(f"/tables/{table}")


def test_guests_block_and_are_blocked_by_their_browser(server: LiveServer, ada: Browser, guest: Browser) -> None:
    table = open_table(guest)
    done(ada.post(f"/tables/{table}/join", {"name": "x"}), 201)
    block(ada, table=table, seat=0)
    assert open_table(guest)
    assert open_games(ada) == {}
    other = open_table(ada)
    assert guest.post(f"/tables/{other}/join", {"name": "Guest"}).status_code == 404
    (shown,) = ada.get("/people-settings")["blocked"]
    assert (shown["name"], shown["kind"]) == ("Guest", "block")
    done(ada.post("/block/end", {"id": shown["id"]}))
    assert open_games(ada).keys() == {"Ada", "Guest"}
    block(guest, "Ada")
    assert open_games(guest).keys() == {"Guest"}


def test_a_guest_who_signs_up_keeps_their_blocks(server: LiveServer, ada: Browser, guest: Browser) -> None:
    block(guest, "Ada")
    guest.sign_up("Gil")
    assert [each["name"] for each in guest.get("/people-settings")["blocked"]] == ["Ada"]
    assert ada.http.get("/people/Gil").status_code == 404


def test_nobody_blocks_themselves(ada: Browser, guest: Browser) -> None:
    assert ada.post("/block", {"whom": {"name": "Ada"}}).status_code == 422
    table = open_table(ada)
    assert ada.post("/block", {"whom": {"table": table, "seat": 0}}).status_code == 422
    assert ada.post("/block", {"whom": {"table": table, "seat": 1}}).status_code == 422


def test_pages_of_others_do_not_name_blocked_people(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    won_by(server, ada, cleo, public=True)
    won_by(server, cleo, ben)
    names = [each["who"]["name"] for each in ben.get("/people/Cleo")["opponents"]]
    assert sorted(names) == ["Ada", "Ben"]
    block(ada, "Ben")
    found = ben.get("/people/Cleo")
    assert [each["who"]["name"] for each in found["opponents"]] == ["Ben"]
    assert "Ada" not in str(found)


def test_a_tournament_does_not_tell_who_is_there_and_stays_unseen(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    made = done(ada.post("/tournaments", {"name": "Cup", "game": "tiny", "rounds": 1, "by": "x"}), 201)
    cup = made["tournament"]
    done(ben.post(f"/tournaments/{cup}/join", {"name": "x"}), 201)
    done(ada.post(f"/tournaments/{cup}/next"))
    (pairing,) = ada.get(f"/tournaments/{cup}")["tables"]
    person = sit(server, pairing["table"], ben)
    assert cleo.get(f"/tournaments/{cup}")["tables"][0]["here"] == ada.get(f"/tournaments/{cup}")["tables"][0]["here"]
    assert len(cleo.get(f"/tournaments/{cup}")["tables"][0]["here"]) == 1
    set_to(ben, unseen=True)
    assert "here" not in cleo.get(f"/tournaments/{cup}")["tables"][0]
    assert len(ada.get(f"/tournaments/{cup}")["tables"][0]["here"]) == 1
    person.leave()


# --- invitations --------------------------------------------------------------------------------------


def test_an_invitation_leads_to_a_table(server: LiveServer, ada: Browser, ben: Browser) -> None:
    sent = done(invite(ada, "Ben", line="Revenge?", rated=True, time_control={"game_s": 720}), 201)
    (got,) = here(ben)["invitations"]
    assert (got["name"], got["line"], got["rated"], got["sent"]) == ("Ada", "Revenge?", True, False)
    seated = done(ben.post(f"/invitations/{got['id']}/answer", {"answer": "play"}), 201)
    (told,) = here(ada)["invitations"]
    assert (told["id"], told["answer"], told["table"]) == (sent["id"], "play", seated["table"])
    assert "invitations" not in here(ben)
    table = ada.get(f"/tables/{seated['table']}")
    assert not table["started"]
    done(ada.post(f"/tables/{seated['table']}/join", {"name": "x"}), 201)
    table = ada.get(f"/tables/{seated['table']}")
    assert (table["started"], table["rated"], table["time_control"]["game_s"]) == (True, True, 720)
    assert ben.post(f"/invitations/{got['id']}/answer", {"answer": "play"}).status_code == 404


def test_a_game_over_days_begins_with_the_answer(ada: Browser, ben: Browser) -> None:
    done(invite(ada, "Ben", time_control={"move_s": 86_400.0}), 201)
    (got,) = here(ben)["invitations"]
    seated = done(ben.post(f"/invitations/{got['id']}/answer", {"answer": "play"}), 201)
    assert ada.get(f"/tables/{seated['table']}")["started"]


def test_in_an_hour_reminds_both(ada: Browser, ben: Browser) -> None:
    done(invite(ada, "Ben"), 201)
    (got,) = here(ben)["invitations"]
    done(ben.post(f"/invitations/{got['id']}/answer", {"answer": "later"}))
    for browser in (ada, ben):
        (shown,) = here(browser)["invitations"]
        assert shown["answer"] == "later"
        assert 3500 < shown["at"] - time.time() <= 3600
        assert shown["until"] >= shown["at"] + 3600
    done(ben.post(f"/invitations/{got['id']}/answer", {"answer": "play"}), 201)


def test_not_today_and_withdrawing_end_an_invitation(ada: Browser, ben: Browser) -> None:
    done(invite(ada, "Ben"), 201)
    (got,) = here(ben)["invitations"]
    done(ben.post(f"/invitations/{got['id']}/answer", {"answer": "no"}))
    assert "invitations" not in here(ben)
    assert here(ada)["invitations"][0]["answer"] == "no"
    again = done(invite(ada, "Ben"), 201)
    done(ada.post(f"/invitations/{again['id']}/withdraw"))
    assert ben.post(f"/invitations/{again['id']}/answer", {"answer": "play"}).status_code == 404


def test_an_unanswered_invitation_ends_with_the_day(server: LiveServer, ada: Browser, ben: Browser) -> None:
    sent = done(invite(ada, "Ben", day_ends=time.time() + 7200), 201)
    assert 7100 < sent["until"] - time.time() <= 7200
    server.execute("UPDATE invitations SET until = 1")
    assert "invitations" not in here(ben)
    assert ben.post(f"/invitations/{sent['id']}/answer", {"answer": "play"}).status_code == 404
    late = done(invite(ada, "Ben", day_ends=time.time()), 201)
    assert late["until"] > time.time() + 3500


@pytest.mark.parametrize("line", ["see https://example.org", "www.example", "go to example.com now"])
def test_a_line_has_no_links(ada: Browser, ben: Browser, line: str) -> None:
    assert invite(ada, "Ben", line=line).status_code == 422


def test_a_line_has_120_characters(ada: Browser, ben: Browser) -> None:
    assert "120" in done(invite(ada, "Ben", line="a" * 121), 422)["error"]
    done(invite(ada, "Ben", line="Tonight? e.g. at 8. " + "a" * 100), 201)


def test_people_choose_who_invites_them(ada: Browser, ben: Browser) -> None:
    set_to(ben, invites="nobody")
    refused = done(invite(ada, "Ben"), 409)["error"]
    set_to(ben, invites="follows")
    assert invite(ada, "Ben").status_code == 409
    follow(ben, "Ada")
    done(invite(ada, "Ben"), 201)
    set_to(ben, invites="all")
    block(ben, "Ada")
    assert done(invite(ada, "Ben"), 409)["error"] == refused
    assert "invitations" not in here(ada)


def test_lines_of_strangers_can_be_switched_off(ada: Browser, ben: Browser) -> None:
    set_to(ben, lines=False)
    assert invite(ada, "Ben", line="Hello").status_code == 409
    done(invite(ada, "Ben"), 201)
    follow(ben, "Ada")
    done(invite(ada, "Ben", line="Hello"), 201)
    assert len(here(ben)["invitations"]) == 1


def test_twenty_invitations_an_hour(server: LiveServer, ada: Browser, ben: Browser) -> None:
    server.limit(invitations=Rate(2, 1800))
    for _ in range(2):
        done(invite(ada, "Ben"), 201)
    answer = invite(ada, "Ben")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1800")


# --- reports ------------------------------------------------------------------------------------------


def test_a_report_reaches_the_host_with_the_last_lines(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    host(server, cleo)
    table = table_of(ada, ben)
    person = sit(server, table, ben)
    for text in ("one", "two", "three", "four"):
        say(person, text)
    done(report(ada, whom={"table": table, "seat": 1}, lines=True, block=True), 201)
    (case,) = cleo.get("/reports")["open"]
    (told,) = case["reports"]
    assert (case["name"], told["by"], told["reason"], told["game"]) == ("Ben", "Ada", "words", "tiny")
    assert [line["text"] for line in told["said"]] == ["two", "three", "four"]
    assert [each["name"] for each in ada.get("/people-settings")["blocked"]] == ["Ben"]
    assert here(cleo)["open"] == 1


def test_a_report_never_acts_by_itself(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = table_of(ada, ben)
    done(report(ada, whom={"table": table, "seat": 1}), 201)
    assert ben.account["name"] == "Ben"
    assert say(sit(server, table, ben), "still here") == "accepted"
    assert "warned" not in here(ben)


def test_only_hosts_read_reports(server: LiveServer, ada: Browser, guest: Browser) -> None:
    for browser in (ada, guest):
        assert browser.http.get("/reports").status_code == 404
        assert browser.post("/reports/x/answer", {"answer": "out"}).status_code == 404
        assert "host" not in here(browser)


def test_a_host_who_is_reported_neither_reads_nor_answers_that(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    host(server, cleo)
    done(report(ada, whom={"name": "Cleo"}), 201)
    assert here(cleo).get("open", 0) == 0
    assert cleo.get("/reports") == {"open": [], "answered": []}
    (case,) = host(server, ben).get("/reports")["open"]
    assert cleo.post(f"/reports/{case['id']}/answer", {"answer": "nothing"}).status_code == 409
    done(ben.post(f"/reports/{case['id']}/answer", {"answer": "warning"}))
    assert cleo.get("/reports") == {"open": [], "answered": []}
    assert [each["answer"] for each in here(cleo)["warned"]] == ["warning"]


@pytest.mark.parametrize("answer", ["nothing", "warning", "quiet", "out"])
def test_the_answer_of_a_host(server: LiveServer, ada: Browser, ben: Browser, cleo: Browser, answer: str) -> None:
    host(server, cleo)
    table = table_of(ada, ben)
    done(report(ada, whom={"name": "Ben"}), 201)
    (case,) = cleo.get("/reports")["open"]
    queue = done(cleo.post(f"/reports/{case['id']}/answer", {"answer": answer, "words": "Be kind."}))
    assert queue["open"] == []
    assert queue["answered"][0]["answer"] == answer
    assert cleo.post(f"/reports/{case['id']}/answer", {"answer": answer}).status_code == 409
    read_orders(server)
    (heard,) = here(ada)["heard"]
    assert (heard["name"], heard["answer"], heard["words"]) == ("Ben", answer, "Be kind.")
    done(ada.post("/here/told", {"ids": [heard["id"]]}))
    assert "heard" not in here(ada)
    if answer == "out":
        assert ben.account == {}
        assert ben.sign_in().status_code == 403
        return
    warned = here(ben).get("warned", [])
    assert [each["answer"] for each in warned] == ([] if answer == "nothing" else [answer])
    assert "Ada" not in str(warned)
    done(ben.post("/here/told", {"ids": [each["id"] for each in warned]}))
    assert "warned" not in here(ben)
    assert say(sit(server, table, ben), "hello") == ("error" if answer == "quiet" else "accepted")
    assert invite(ben, "Cleo", line="hello").status_code == (422 if answer == "quiet" else 201)


def test_a_guest_who_is_out_cannot_play_with_others(
    server: LiveServer, ada: Browser, cleo: Browser, guest: Browser
) -> None:
    host(server, cleo)
    table = open_table(guest)
    done(ada.post(f"/tables/{table}/join", {"name": "x"}), 201)
    done(report(ada, whom={"table": table, "seat": 0}), 201)
    (case,) = cleo.get("/reports")["open"]
    assert case["guest"]
    looking = server.sit(open_table(ada), additional_headers={"Cookie": guest.cookie})
    done(cleo.post(f"/reports/{case['id']}/answer", {"answer": "out"}))
    read_orders(server)
    with suppress(ConnectionClosed):
        while looking.hear():
            pass
    assert guest.post(f"/tables/{open_table(ada)}/join", {"name": "Guest"}).status_code == 422


def test_five_reports_a_day(server: LiveServer, ada: Browser, ben: Browser, cleo: Browser) -> None:
    server.limit(reports=Rate(2, 43_200))
    for name in ("Ben", "Cleo"):
        done(report(ada, whom={"name": name}), 201)
    assert report(ada, whom={"name": "Ben"}).status_code == 429
    done(report(ben, whom={"name": "Ada"}), 201)


def test_guests_report_too(server: LiveServer, ada: Browser, cleo: Browser, guest: Browser) -> None:
    host(server, cleo)
    done(report(guest, "name", whom={"name": "Ada"}), 201)
    (case,) = cleo.get("/reports")["open"]
    assert case["reports"][0]["by"] == "a guest"


def test_a_line_of_an_invitation_can_be_reported(server: LiveServer, ada: Browser, ben: Browser, cleo: Browser) -> None:
    host(server, cleo)
    done(invite(ada, "Ben", line="You coward"), 201)
    done(report(ben, whom={"name": "Ada"}, lines=True), 201)
    (case,) = cleo.get("/reports")["open"]
    assert [line["text"] for line in case["reports"][0]["said"]] == ["You coward"]


def test_a_spectators_line_can_be_reported(server: LiveServer, ada: Browser, ben: Browser, cleo: Browser) -> None:
    """By those who can read it: other spectators, and once the game is over everybody."""
    host(server, cleo)
    table = table_of(ada, cleo, public=True)
    for browser, text in ((ben, "cheats!"), (None, "not Ben's")):
        watcher = sit(server, table, browser) if browser else server.sit(table)
        watcher.send(type="say", id=7, text=text, name="Somebody")
        watcher.next("accepted")
    message = server.sit(table).next("chat")["messages"][0]
    wanted = {"reason": "words", "lines": True, "whom": {"table": table, "message": message["number"]}}
    assert ada.post("/reports", wanted).status_code == 404
    resign(server, table, cleo)
    done(ada.post("/reports", wanted), 201)
    (case,) = cleo.get("/reports")["open"]
    assert case["name"] == "Ben"
    assert [line["text"] for line in case["reports"][0]["said"]] == ["cheats!"]


def test_reports_about_two_unknown_people_of_one_table_both_stay(tmp_path: Path) -> None:
    """A later report replaces an earlier one about the same person only."""

    def about(number: int, name: str) -> ReportRow:
        return msgspec.structs.replace(report_of(number, "ada", "a-table"), whom="", name=name)

    async def kept() -> list[str]:
        for row in (about(1, "Eve"), about(2, "Ida"), about(3, "Eve")):
            await store.reports.add(row)
        return sorted(each.id for case in await store.reports.open() for each in case.reports)

    with closing(Store(f"sqlite:///{tmp_path / 'cogtable.db'}")) as store:
        assert asyncio.run(kept()) == ["2", "3"]


def report_of(number: int, account: str, table: str = "") -> ReportRow:
    return ReportRow(id=str(number), account=account, whom="him", name="Him", reason="words", at=number, at_table=table)


def test_reports_of_one_circle_are_one() -> None:
    """People who follow one another, or who report the same game, are one circle, also through others."""
    rows = [report_of(1, "a", "x"), report_of(2, "b"), report_of(3, "c"), report_of(4, "d", "x"), report_of(5, "e")]
    found = circles(rows, {frozenset("ab"), frozenset("be")})
    assert sorted([row.account for row in circle] for circle in found) == [["a", "b", "d", "e"], ["c"]]


def test_reports_of_friends_are_answered_together(
    server: LiveServer, browse: Browse, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    dora = host(server, signed_up(server, browse, "Dora"))
    follow(ada, "Ben")
    for browser in (ada, ben):
        done(report(browser, whom={"name": "Cleo"}), 201)
    (case,) = dora.get("/reports")["open"]
    assert [each["by"] for each in case["reports"]] == ["Ada", "Ben"]
    done(dora.post(f"/reports/{case['id']}/answer", {"answer": "nothing"}))
    assert [here(browser)["heard"][0]["answer"] for browser in (ada, ben)] == ["nothing", "nothing"]


# --- profiles -----------------------------------------------------------------------------------------


def test_a_profile_shows_the_games_between_the_two(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    won_by(server, ada, ben)
    last = won_by(server, ben, ada)
    won_by(server, ben, cleo)
    met = ada.get("/people/Ben")["met"]
    assert (met["games"], met["won"], met["lost"]) == (2, 1, 1)
    assert met["records"] == [{"game": "tiny", "won": 1, "lost": 1}]
    assert [each.get("won", 0) for each in met["last"]] == [1, -1]
    assert met["last"][-1]["table"] == last
    assert "met" not in ada.get("/people/Ada")
    assert "finishes" not in ada.get("/people/Ben")


def test_the_share_of_finished_games(
    server: LiveServer, ada: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resigning ends a game; losing one's seat, or letting a bot end it, does not."""
    from cogtable.server.http import people

    monkeypatch.setattr(people, "SHARE_LEAST", 2)
    won_by(server, ada, ben)
    won_by(server, ada, ben)
    finished = {name: ada.get(f"/people/{name}").get("finishes") for name in ("Ada", "Ben")}
    assert finished["Ada"] == 1
    server.execute("UPDATE actions SET stood_in = 1 WHERE kind = 'move'")
    table = won_by(server, ada, ben)
    server.execute(f"UPDATE seats SET resigned = 1 WHERE table_id = '{table}' AND seat = 0")
    assert ada.get("/people/Ada")["finishes"] == pytest.approx(2 / 3)


# --- privacy ------------------------------------------------------------------------------------------


def test_deleting_an_account_deletes_what_it_left_among_people(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    follow(ben, "Ada")
    follow(ada, "Cleo")
    block(ada, "Ben", kind="mute")
    block(cleo, "Ada", kind="mute")
    done(invite(ada, "Ben", line="Hello"), 201)
    done(report(ada, whom={"name": "Ben"}), 201)
    done(report(ben, whom={"name": "Ada"}), 201)
    set_to(ada, unseen=True)
    own = server.execute("SELECT id FROM accounts WHERE name = 'Ada'")[0][0]
    assert any(own in line for line in server.stored())
    assert ada.delete().status_code == 200
    assert not [line for line in server.stored() if own in line]
    assert not [line for line in server.stored() if "'Ada'" in line]


def test_spectators_messages_go_with_their_account(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser
) -> None:
    table = table_of(ada, ben, public=True)
    watcher = sit(server, table, cleo)
    watcher.send(type="say", id=7, text="Well done", name="Cleo")
    watcher.next("accepted")
    assert cleo.get("/account/export")["records"]["chat_messages"][0]["text"] == "Well done"
    assert cleo.delete().status_code == 200
    assert server.execute("SELECT count(*) FROM chat_messages")[0][0] == 0


def test_requests_of_other_pages_are_refused(server: LiveServer, ada: Browser, ben: Browser) -> None:
    for path, body in (
        ("/follow", {"name": "Ben"}),
        ("/block", {"whom": {"name": "Ben"}}),
        ("/invitations", {"name": "Ben", "game": "tiny", "day_ends": 0}),
        ("/reports", {"whom": {"name": "Ben"}, "reason": "words"}),
        ("/people-settings", {"unseen": True}),
    ):
        answer = ada.http.post(path, json=body, headers={"Origin": "http://elsewhere.example"})
        assert answer.status_code == 403, path


def test_limits_apply(server: LiveServer, ada: Browser, ben: Browser) -> None:
    server.limit(follows=Rate(1, 60), people_lists=Rate(1, 60), reports_here=Rate(1, 60))
    follow(ada, "Ben")
    assert ada.post("/follow", {"name": "Ben"}).status_code == 429
    ada.get("/open-games")
    assert ada.http.get("/people").status_code == 429
    here(ada)
    assert ada.post("/here").status_code == 429


def test_guests_are_limited_by_address_as_each_could_be_a_new_one(
    server: LiveServer, browse: Browse, ada: Browser, guest: Browser
) -> None:
    server.limit(follows=Rate(1, 60))
    block(guest, "Ada")
    assert browse(server).post("/block", {"whom": {"name": "Ada"}}).status_code == 429
    assert browse(server).post("/block/end", {"name": "Ada"}).status_code == 429


def test_only_who_has_blocked_somebody_ends_that(
    server: LiveServer, ada: Browser, ben: Browser, guest: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    block(ada, "Ben")
    announced: list[Any] = []

    async def changed(people: Any) -> None:
        announced.append(people)

    monkeypatch.setattr(server.app.state.presence, "people_changed", changed)
    for browser in (ben, guest):
        browser.post("/block/end", {"name": "Ada"})
        browser.post("/block/end", {"id": "x" * 9000})
    assert announced == []
    assert ada.post("/block/end", {"name": "Ben"}).json().get("blocked", []) == []
    assert len(announced) == 1
