"""Play: a table opens at once, a bot keeps the other seat warm, and people who want the same find each other."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from cogtable.engine.play import registry
from cogtable.server.core.limits import Rate
from cogtable.server.core.tokens import new_id
from cogtable.server.db.seeks import KEPT_S
from cogtable.server.thinking.pool import Pool
from cogtable.server.wire.base import PROTOCOL

from .live_server import PATIENCE, LiveServer, Person, until, until_here
from .postgres import Postgres

LEVEL, AHEAD = [0.5, 0.5], [0.9, 0.1]


@pytest.fixture
def chances(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The chances that the server's search finds."""
    found = list(LEVEL)

    async def judged(self: Pool, requester: Any, match: Any, seed: int) -> list[float]:
        return found

    monkeypatch.setattr(Pool, "chances", judged)
    return found


class Seated(Person):
    """A person at a table, with their secret."""

    table: str
    secret: str


def play(server: LiveServer, name: str = "Mina", browser: str = "", **wanted: Any) -> dict[str, Any]:
    """Touches "Play" in a browser, by default one for each name; returns the seat."""
    order = {"game": "tiny", "pace": "normal", "seats": 2, "bot": "easy", "name": name} | wanted
    headers = {"Cookie": f"cogtable-guest={browser or name}"}
    answer = httpx.post(f"http://{server.address}/api/play", json=order, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return answer.json()


def sit(server: LiveServer, name: str = "Mina", **wanted: Any) -> Seated:
    """Touches "Play" and sits at the table."""
    seat = play(server, name, **wanted)
    person = Seated(server.raw(seat["table"]))
    person.table, person.secret = seat["table"], seat["secret"]
    person.send(type="hello", protocol=PROTOCOL, secret=person.secret)
    person.next("update")
    return person


def paces(server: LiveServer) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.http.get("/play/tiny").json()["paces"]
    return found


def waiting(server: LiveServer) -> int:
    """Returns how many searches there are."""
    return len(server.execute("SELECT 1 FROM seeks WHERE moved = ''"))


def seek(person: Person) -> dict[str, Any]:
    """Returns the search as a person last saw it."""
    return person.update.get("seek") or {}


def offer(person: Person) -> dict[str, Any]:
    """Returns the offer to a person, once they can answer."""

    def asked() -> bool:
        found = seek(person).get("handover")
        return bool(found) and not found.get("judging")

    found: dict[str, Any] = until(person, asked).update["seek"]["handover"]
    return found


def answer(person: Person, choice: str) -> dict[str, Any]:
    person.send(type="handover", id=7, number=offer(person)["number"], choice=choice)
    return person.next("accepted", "error")


def moved(person: Person) -> str:
    """Returns the table where a person's game goes on, once there is one."""
    return str(until(person, lambda: seek(person).get("moved")).update["seek"]["moved"])


def test_a_table_opens_at_once_with_a_bot_in_the_other_seat(server: LiveServer) -> None:
    mina = sit(server)
    assert [each["kind"] for each in mina.update["occupants"]] == ["person", "bot"]
    assert (seek(mina)["wanted"], seek(mina).get("found", 0)) == (1, 0)
    assert "clocks" not in mina.update


def test_two_people_find_each_other_and_one_takes_the_bots_seat(server: LiveServer, chances: list[float]) -> None:
    mina = sit(server, "Mina")
    ben = sit(server, "Ben")
    assert offer(mina)["people"] == [{"name": "Ben", "guest": True}]
    assert offer(ben)["people"] == [{"name": "Mina", "guest": True}]
    assert offer(mina)["ours"]
    assert offer(mina)["seat"]
    assert answer(mina, "seat")["type"] == "accepted"
    assert answer(ben, "seat")["type"] == "accepted"
    if mina.actions():
        mina.play()
    assert moved(ben) == mina.table
    until(mina, lambda: [each["kind"] for each in mina.update["occupants"]] == ["person", "person"])
    sat = server.sit(moved(ben), ben.secret)
    assert sat.view["seat"] == 1
    assert [round(left, -1) for left in sat.update["clocks"]["left"]] == [60, 60]  # a minute each, a part of the game


def test_dealt_afresh_both_sit_at_a_new_table_and_their_own_games_stay(
    server: LiveServer, chances: list[float]
) -> None:
    mina = sit(server, "Mina")
    ben = sit(server, "Ben")
    answer(mina, "seat")
    answer(ben, "afresh")  # both must want the seat
    assert moved(mina) == moved(ben)
    together = server.sit(moved(mina), mina.secret)
    assert sorted(server.names(moved(ben))) == ["Ben", "Mina"]
    assert together.ply == 0
    assert [each["kind"] for each in mina.update["occupants"]] == ["person", "bot"]  # the game with the bot goes on
    assert mina.actions()


def test_of_a_game_that_is_not_level_no_seat_is_offered(server: LiveServer, chances: list[float]) -> None:
    chances[:] = AHEAD
    mina = sit(server, "Mina")
    mina.play()
    ben = sit(server, "Ben")
    assert not offer(ben).get("seat")
    assert answer(ben, "seat") == {
        "type": "error",
        "code": "late",
        "words": "this game has gone too far; you can only deal afresh",
        "id": 7,
    }


def test_of_a_game_that_is_not_young_any_more_no_seat_is_offered(
    server: LiveServer, chances: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry.find("tiny"), "young", lambda state: False)
    sit(server, "Mina")
    assert not offer(sit(server, "Ben")).get("seat")


def test_people_who_declined_each_other_are_not_offered_again(server: LiveServer, chances: list[float]) -> None:
    mina = sit(server, "Mina")
    ben = sit(server, "Ben")
    answer(mina, "no")
    until(ben, lambda: not seek(ben).get("handover"))
    eve = sit(server, "Eve")
    assert offer(eve)["people"][0]["name"] == "Mina"  # she has waited longer than Ben
    assert not seek(ben).get("handover")


def test_after_three_declined_offers_the_search_rests(server: LiveServer, chances: list[float]) -> None:
    mina = sit(server, "Mina")
    for name in ("Ben", "Eve", "Ida"):
        other = sit(server, name)
        answer(mina, "no")
        until(mina, lambda: not seek(mina).get("handover"))
        other.send(type="stop-seek", id=8)
        other.next("accepted")
    assert 100 < seek(mina)["paused_s"] <= 120


def test_declined_offers_are_forgotten_after_a_day(server: LiveServer, chances: list[float]) -> None:
    mina = sit(server, "Mina")
    sit(server, "Ben")
    answer(mina, "no")
    until(mina, lambda: not seek(mina).get("handover"))
    assert "paused_s" not in seek(mina)

    def counted(later: float) -> int:
        seeks = server.app.state.rooms.store.seeks
        pairing = seeks.pair(time.time() + later, new_id, lambda waiting, blocked: [])
        asyncio.run_coroutine_threadsafe(pairing, server.loop).result(PATIENCE)
        ((number,),) = server.execute("SELECT count(*) FROM declines")
        return number

    assert counted(KEPT_S - 60) == 1
    sit(server, "Eve")
    assert counted(KEPT_S + 60) == 0


def test_a_person_looks_for_one_game_at_a_time(server: LiveServer) -> None:
    first = sit(server, "Mina")
    sit(server, "Mina")
    until(first, lambda: not seek(first))
    assert waiting(server) == 1


def test_one_browser_is_not_paired_with_itself(server: LiveServer, chances: list[float]) -> None:
    sit(server, "Mina", browser="one")
    again = sit(server, "Ben", browser="one")
    assert not seek(again).get("handover")


def test_stopping_ends_the_search_and_the_game_goes_on(server: LiveServer) -> None:
    mina = sit(server)
    mina.send(type="stop-seek", id=3)
    assert mina.next("accepted")["id"] == 3
    until(mina, lambda: not seek(mina))
    assert mina.play().ply > 0
    mina.send(type="stop-seek", id=4)
    assert mina.next("error")["words"] == "this table does not look for people any more"


def test_a_search_ends_when_its_person_has_gone(server: LiveServer) -> None:
    mina = sit(server, "Mina")
    watching = server.sit(mina.table)
    mina.leave()
    until_here(watching, False, False)
    server.execute("UPDATE seeks SET seen = seen - 60")  # a minute ago
    ben = sit(server, "Ben")
    assert not seek(ben).get("handover")
    assert server.execute("SELECT table_id FROM seeks") == [(ben.table,)]


def test_for_different_wishes_nobody_is_paired(server: LiveServer) -> None:
    sit(server, "Mina", pace="quick")
    ben = sit(server, "Ben", pace="normal")
    assert not seek(ben).get("handover")
    assert [each["waiting"][0] for each in paces(server)] == [1, 1, 0, 0]


def test_few_waiting_people_are_not_counted_out(server: LiveServer) -> None:
    for number in range(4):
        play(server, f"Guest {number}", pace="days", seats=3)  # they join one another
    counts = [each["waiting"] for each in paces(server)]
    assert counts[3] == [0, 1]


def test_over_days_people_sit_down_at_once_and_no_bot_plays(server: LiveServer) -> None:
    mina = sit(server, "Mina", pace="days")
    assert [each["kind"] for each in mina.update["occupants"]] == ["person", "open"]
    ben = play(server, "Ben", pace="days")
    assert ben["table"] == mina.table
    until(mina, lambda: mina.update.get("started", True))
    assert mina.update["clocks"]["control"] == {"game_s": 0.0, "move_s": 86400.0, "expired": "resign"}
    until(mina, lambda: not seek(mina))


def test_nobody_sees_the_seat_before_all_have_agreed(server: LiveServer, chances: list[float]) -> None:
    """A newcomer who looks on sees what every spectator sees, also with the secret of their own seat."""
    mina = sit(server, "Mina")
    ben = sit(server, "Ben")
    offer(ben)
    answer(mina, "seat")
    refused = server.raw(mina.table)
    refused.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "secret": ben.secret}))
    assert json.loads(refused.recv())["code"] == "secret"
    looking = server.sit(mina.table)
    assert looking.view["seat"] == -1
    assert "seek" not in looking.update
    looking.send(type="handover", id=9, number=offer(ben)["number"], choice="seat")
    assert looking.next("error")["code"] == "not-seated"


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [
        ({"game": "chess"}, 404, "chess"),
        ({"seats": 9}, 422, "tiny is for 2 to 3 seats; found 9"),
        ({"bot": "cheater"}, 422, "there is no bot 'cheater' for tiny"),
        ({"pace": "slow"}, 422, "pace"),
        ({"rated": True}, 422, "a rated game needs an account; sign in first"),
        ({"secret": "x"}, 422, "secret"),
    ],
)
def test_bad_wishes_are_refused_with_the_reason(
    server: LiveServer, wanted: dict[str, Any], status: int, words: str
) -> None:
    order = {"game": "tiny", "pace": "normal", "seats": 2, "bot": "easy"} | wanted
    refused = server.post("/play", order)
    assert refused.status_code == status
    assert words in refused.json()["error"]


def test_play_has_a_limit_by_address(server: LiveServer) -> None:
    server.limit(plays=Rate(1, 60))
    play(server)
    refused = server.post("/play", {"game": "tiny", "pace": "normal", "seats": 2, "bot": "easy"})
    assert refused.status_code == 429


def test_tables_over_days_count_among_those_that_an_address_has_listed(server: LiveServer) -> None:
    server.limit(tables_listed=1)
    mina = play(server, "Mina", pace="days", seats=3)
    order = {"game": "tiny", "pace": "days", "seats": 2, "name": "Ben"}
    refused = server.post("/play", order)
    assert refused.status_code == 429
    assert "already listed" in refused.json()["error"]
    assert server.post("/play", order | {"seats": 3}).json()["table"] == mina["table"]  # there is a seat


def test_a_restart_loses_no_search(tmp_path: Path, chances: list[float]) -> None:
    database = tmp_path / "db"
    with LiveServer(database) as before:
        mine = play(before, "Mina")
    with LiveServer(database) as after:
        mina = after.sit(mine["table"], mine["secret"])
        ben = sit(after, "Ben")
        assert offer(ben)["people"][0]["name"] == "Mina"
        assert offer(mina)["people"][0]["name"] == "Ben"


@pytest.mark.xdist_group("cluster")
def test_people_at_several_servers_find_each_other(chances: list[float]) -> None:
    """Mina's table is at one process, Ben's at another; the answers and the new table reach both."""
    with (
        Postgres() as postgres,
        LiveServer(postgres.url, shared=True) as one,
        LiveServer(postgres.url, shared=True) as two,
    ):
        mina, ben = sit(one, "Mina"), sit(two, "Ben")
        assert offer(mina)["people"][0]["name"] == "Ben"
        assert offer(ben)["people"][0]["name"] == "Mina"
        assert answer(ben, "seat")["type"] == "accepted"
        assert answer(mina, "seat")["type"] == "accepted"
        mina.play()
        assert moved(ben) == mina.table
        assert two.sit(mina.table, ben.secret).view["seat"] == 1  # through the process that does not own the table
        eve, ida = sit(one, "Eve"), sit(two, "Ida")
        answer(eve, "afresh")
        answer(ida, "afresh")
        assert moved(eve) == moved(ida)
        waits = sit(one, "Ann", pace="days")
        assert play(two, "Bea", pace="days")["table"] == waits.table
        many = [f"{number:024}" for number in range(1000)]  # more than one message of PostgreSQL holds
        asyncio.run_coroutine_threadsafe(one.app.state.presence.seeks_changed(many), one.loop).result(PATIENCE)
