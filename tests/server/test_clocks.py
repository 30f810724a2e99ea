"""Clocks: time controls, running out of time, and pauses."""

from __future__ import annotations

import asyncio
import re
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import Night, Rest, Times, Vacation
from cogtable.server.rooms import rooms, service_time
from cogtable.server.table.clock import at, go_on, out, pause, resume, times_at_start
from cogtable.server.table.rests import (
    back_from_vacation,
    counted,
    days_left,
    resting,
    with_night,
    with_vacation,
)
from cogtable.server.wire.base import TimeControl

from .authenticator import Browser
from .conftest import Browse
from .fakes import stand_in
from .live_server import PATIENCE, LiveServer, Person, rematch, until
from .test_leaving import ask, placed

LIVE = {"game_s": 300, "move_s": 10}
BY_POST = {"move_s": 3 * 24 * 3600}


class Time:
    """The current time, which advances only when a test lets it."""

    def __init__(self) -> None:
        self.at = time.time()

    def __call__(self) -> float:
        return self.at


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> Time:
    moment = Time()
    monkeypatch.setattr(service_time, "now", moment)
    stand_in(monkeypatch, lambda name, match, seat, seed: match.choices(seat)[0].action)
    return moment


def let_pass(server: LiveServer, now: Time, seconds: float) -> None:
    """Advances the time, and makes the server check its clocks."""
    now.at += seconds
    expiring = server.app.state.rooms.expire_overdue()
    asyncio.run_coroutine_threadsafe(expiring, server.loop).result(PATIENCE)


def table_of(server: LiveServer, game: str = "splendor", seats: int = 2, **wanted: Any) -> tuple[str, list[Person]]:
    table, secrets = server.full(game, seats, seed=1, **wanted)
    return table, [server.sit(table, secret) for secret in secrets]


def left(person: Person) -> list[float]:
    """Returns the seconds that each seat has left."""
    return [round(seconds) for seconds in person.update["clocks"]["left"]]


# --- arithmetic -----------------------------------------------------------------------------------------


def test_game_time_runs_during_a_decision_and_each_decision_adds_an_increment() -> None:
    settings = TimeControl(game_s=60, move_s=5)
    times = times_at_start(settings, 2, [0], 1000)
    assert times.deadline == 1060
    times = go_on(settings, times, [0], [1], 1020)
    assert times == Times(left=(45, 60), since=1020, running=(1,))
    assert times.deadline == 1080
    assert go_on(settings, times, [1], [], 1030).deadline is None


def test_move_time_starts_again_with_each_decision() -> None:
    settings = TimeControl(move_s=100)
    times = go_on(settings, times_at_start(settings, 2, [0], 0), [0], [1], 90)
    assert times.left == (100, 100)
    assert go_on(settings, times, [1], [0], 120).left == (100, 100)


def test_if_all_decide_at_once_all_times_run_until_each_has_decided() -> None:
    settings = TimeControl(game_s=60)
    times = go_on(settings, times_at_start(settings, 3, [0, 1, 2], 0), [1], [0, 2], 10)
    assert times.left == (50, 50, 50)
    assert at(times, 40).left == (20, 50, 20)
    assert out(times, 45) == []
    assert out(times, 61) == [0, 2]


def test_if_several_run_out_of_time_the_first_is_handled_first() -> None:
    assert out(Times(left=(30, 20, 40), since=0, running=(0, 1, 2)), 35) == [1, 0]


def test_no_time_runs_during_a_pause() -> None:
    times = pause(Times(left=(30, 20), since=0, running=(0,)), 1, until=500, moment=10)
    assert times.paused
    assert times.deadline == 500
    assert out(times, 499) == []
    assert at(resume(times, 400), 405).left == (15, 20)


def test_time_without_a_server_is_not_charged() -> None:
    times = Times(left=(30, 20), since=0, running=(0,)).shifted(1000)
    assert at(times, 1010).left == (20, 20)


# --- at the table ----------------------------------------------------------------------------------------


def test_everybody_sees_whose_time_runs_and_how_much_is_left(server: LiveServer, now: Time) -> None:
    _, (ada, ben) = table_of(server, time_control=LIVE)
    assert ada.update["clocks"] == {
        "control": LIVE | {"expired": "bot"},
        "left": [300, 300],
        "running": [0],
    }
    now.at += 40
    ada.play()
    ben.until(1)
    for person in (ada, ben):
        assert left(person) == [270, 300]
        assert person.update["clocks"]["running"] == [1]


def test_the_clock_starts_when_the_last_seat_is_taken(server: LiveServer, now: Time) -> None:
    mine = server.new("splendor", "me", "open", time_control=LIVE, seed=1)
    ada = server.sit(mine["table"], mine["secret"])
    assert left(ada) == [300, 300]
    let_pass(server, now, 9999)
    server.join(mine["table"])
    until(ada, lambda: ada.update["clocks"].get("running"))
    assert left(ada) == [300, 300]


def test_a_table_without_a_clock_has_none(server: LiveServer) -> None:
    _, (ada, _) = table_of(server)
    assert "clocks" not in ada.update
    assert ask(ada, "pause", seconds=60)["words"] == "this table has no clock"


def test_running_out_of_time_can_count_as_resigning(server: LiveServer, now: Time) -> None:
    table, (ada, ben) = table_of(server, time_control=LIVE | {"expired": "resign"})
    ada.play()
    ben.until(1)
    let_pass(server, now, 299)
    assert not ben.view["over"]
    let_pass(server, now, 2)
    for person in (ada, ben):
        until(person, lambda person=person: person.view["over"])
        assert placed(person) == [(0, 1), (1, 2)]
        assert person.view["result"]["words"] == "[[seat:1]] ran out of time"
        assert person.update["clocks"].get("running", []) == []
    assert server.http.get(f"/tables/{table}").json()["over"]


def test_a_bot_can_take_over_when_time_runs_out(server: LiveServer, now: Time) -> None:
    _, (ada, ben) = table_of(server, time_control=BY_POST)
    let_pass(server, now, 3 * 24 * 3600 + 1)
    until(ben, lambda: ben.view["waiting"] == [1])
    assert ben.update["occupants"][0]["resigned"]
    assert any("ran out of time, and " in line["words"] for line in ben.log)
    assert not ben.view["over"]
    assert ada.act(0)["code"] in ("taken-over", "late")
    ben.play()
    assert ben.update["clocks"].get("running", []) == []


def test_a_game_without_remaining_people_ends(server: LiveServer, now: Time) -> None:
    mine = server.new("splendor", "me", "random", time_control=LIVE, seed=1)
    ada = server.sit(mine["table"], mine["secret"])
    let_pass(server, now, 301)
    until(ada, lambda: ada.view["over"])


def test_of_simultaneous_players_only_the_undecided_run_out_of_time(server: LiveServer, now: Time) -> None:
    _, (ada, ben, cid) = table_of(server, "tiny", 3, time_control={"move_s": 60})
    assert ada.update["clocks"]["running"] == [0, 1, 2]
    now.at += 50
    ada.play()
    ben.until(1).play()
    let_pass(server, now, 11)
    until(cid, lambda: cid.update["occupants"][2].get("resigned"))
    assert not any(seat.get("resigned") for seat in cid.update["occupants"][:2])


def test_time_runs_out_even_if_nobody_is_connected(server: LiveServer, now: Time) -> None:
    table, (ada, ben) = table_of(server, time_control=LIVE | {"expired": "resign"})
    ada.leave()
    ben.leave()
    let_pass(server, now, 301)
    assert server.http.get(f"/tables/{table}").json()["over"]


def test_a_table_that_cannot_be_opened_is_retried_less_and_less_often(
    server: LiveServer, now: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = server.full("splendor", 2, seed=1, time_control=LIVE | {"expired": "resign"})
    asyncio.run_coroutine_threadsafe(forget(server, table), server.loop).result(PATIENCE)
    tried: list[float] = []
    moment = [0.0]

    async def cannot(*_: Any) -> Any:
        tried.append(moment[0])
        raise Refusal("outdated", "the rules have changed")

    with monkeypatch.context() as patch:
        patch.setattr(rooms, "load_table", cannot)
        patch.setattr(rooms, "monotonic", lambda: moment[0])
        now.at += 301
        for second in range(40):
            moment[0] = second
            let_pass(server, now, 0)
    assert tried == [0, 1, 3, 7, 15, 31]
    monkeypatch.setattr(rooms, "monotonic", lambda: moment[0] + 600)
    let_pass(server, now, 0)
    assert server.http.get(f"/tables/{table}").json()["over"]


async def forget(server: LiveServer, table: str) -> None:
    """Drops a table from memory."""
    server.app.state.rooms.give_away(table)


def test_after_a_restart_clocks_continue_without_the_time_in_between(tmp_path: Path, now: Time) -> None:
    with LiveServer(tmp_path / "cogtable.db") as server:
        table, secrets = server.full("splendor", 2, seed=1, time_control=LIVE)
        ada = server.sit(table, secrets[0])
        now.at += 100
        ada.play()
        let_pass(server, now, 20)
    now.at += 5000
    with LiveServer(server.database) as again:
        ben = again.sit(table, secrets[1])
        until(ben, lambda: ben.update["clocks"]["left"][1] > 0)
        assert left(ben) == [210, 280]
        let_pass(again, now, 290)
        until(ben, lambda: ben.update["occupants"][1].get("resigned"))


def test_undo_gives_no_time_back(server: LiveServer, now: Time) -> None:
    mine = server.new("splendor", "me", "random", time_control=LIVE, seed=1)
    ada = server.sit(mine["table"], mine["secret"])
    now.at += 100
    ada.play().until(2)
    assert ask(ada, "undo", ply=ada.ply)["type"] == "accepted"
    until(ada, lambda: ada.ply == 0)
    assert left(ada)[0] == 210
    assert ada.update["clocks"]["running"] == [0]


def test_a_rematch_has_the_same_time_control(server: LiveServer, now: Time) -> None:
    table, secrets = server.full("splendor", 2, seed=1, time_control=LIVE)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    now.at += 100
    ask(ada, "resign")
    again = rematch(ada, ben)
    assert left(server.sit(again, secrets[0])) == [300, 300]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"game_s": 5}, "a clock gives 30 to 21600 seconds for a game"),
        ({"game_s": 60, "move_s": -1}, "found 60 and -1"),
        ({"move_s": 1}, "a clock gives 5 to 2592000 seconds for a move; found 1"),
        ({}, "found 0"),
        ({"game_s": 60, "expired": "loses"}, "expired"),
        ({"game_s": 60, "left": 3}, "left"),
    ],
)
def test_an_invalid_clock_is_refused(server: LiveServer, settings: dict[str, Any], expected: str) -> None:
    wanted = {"game": "tiny", "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}], "time_control": settings}
    answer = server.post("/tables", wanted)
    assert answer.status_code == 422
    assert expected in answer.text


# --- pauses ----------------------------------------------------------------------------------------------


def paused(server: LiveServer, **wanted: Any) -> tuple[Person, Person]:
    """Two people, the second of whom has granted a pause of ten minutes."""
    _, (ada, ben) = table_of(server, time_control=LIVE, **wanted)
    assert ask(ben, "pause", seconds=600)["type"] == "accepted"
    until(ada, lambda: ada.update.get("question"))
    question = ada.update["question"]
    assert (question["kind"], question["seat"], question["seconds"]) == ("pause", 1, 600)
    assert "clocks" in ada.update
    assert ask(ada, "answer", question=question["number"], allow=True)["type"] == "accepted"
    for person in (ada, ben):
        until(person, lambda person=person: person.update["clocks"].get("paused_by") == 1)
        until(person, lambda person=person: not person.update.get("question"))
    return ada, ben


def test_in_an_agreed_pause_clocks_are_stopped_and_no_one_can_move(server: LiveServer, now: Time) -> None:
    ada, ben = paused(server)
    let_pass(server, now, 500)
    refused = ada.act()
    assert refused["code"] == "paused"
    assert refused["words"] == "the game is paused for Friend 1; nobody can move until it goes on"
    assert ask(ada, "go-on")["words"] == "only Friend 1, who asked for the pause, can end it now"
    assert ask(ben, "go-on")["type"] == "accepted"
    until(ada, lambda: "paused_by" not in ada.update["clocks"])
    assert left(ada) == [300, 300]
    ada.play()


def test_a_pause_ends_by_itself(server: LiveServer, now: Time) -> None:
    ada, _ = paused(server)
    let_pass(server, now, 601)
    until(ada, lambda: "paused_by" not in ada.update["clocks"])
    assert ada.update["clocks"]["running"] == [0]
    ada.play()


def test_a_declined_pause_stops_nothing(server: LiveServer) -> None:
    _, (ada, ben) = table_of(server, time_control=LIVE)
    ask(ben, "pause", seconds=60)
    until(ada, lambda: ada.update.get("question"))
    ask(ada, "answer", question=ada.update["question"]["number"], allow=False)
    until(ada, lambda: ada.update["question"].get("refused") == 0)
    assert "paused_by" not in ada.update["clocks"]
    ada.play()


def test_against_bots_a_pause_needs_no_agreement_and_bots_wait(server: LiveServer, now: Time) -> None:
    mine = server.new("splendor", "me", "random", time_control=LIVE, seed=1)
    ada = server.sit(mine["table"], mine["secret"])
    assert ask(ada, "pause", seconds=60)["type"] == "accepted"
    until(ada, lambda: ada.update["clocks"].get("paused_by") == 0)
    assert ask(ada, "go-on")["type"] == "accepted"
    until(ada, lambda: "paused_by" not in ada.update["clocks"])
    ada.play().until(2)


@pytest.mark.parametrize("seconds", [0, -5, 3601])
def test_a_pause_has_a_length(server: LiveServer, seconds: float) -> None:
    _, (ada, _) = table_of(server, time_control=LIVE)
    words = ask(ada, "pause", seconds=seconds)["words"]
    assert words == f"a pause at this table takes up to 3600 seconds; found {seconds}"


def test_a_spectator_cannot_stop_the_clocks(server: LiveServer) -> None:
    table, _ = table_of(server, time_control=LIVE)
    watcher = server.sit(table)
    assert ask(watcher, "pause", seconds=60)["code"] == "not-seated"


def test_a_request_stored_by_an_earlier_version_does_not_block_new_ones(server: LiveServer) -> None:
    _, (ada, ben) = table_of(server)
    ask(ada, "offer-end")
    until(ben, lambda: ben.update.get("question"))
    ask(ben, "answer", question=ben.update["question"]["number"], allow=False)
    server.execute("""UPDATE tables SET question = replace(question, '"seconds":0.0,', '')""")
    server.execute("""UPDATE tables SET question = replace(question, '"seconds":0,', '')""")
    assert "seconds" not in server.execute("SELECT question FROM tables")[0][0]
    assert ask(ben, "offer-end")["type"] == "accepted"


# --- nights and vacations -------------------------------------------------------------------------------

HOUR, DAY = 3600, 24 * 3600
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp()


def night(begin: int = 22, end: int = 6, zone: str = "UTC", since: float = 0) -> Rest:
    """Returns the rest of a person with a night between two hours."""
    return Rest(nights=(Night(zone=zone, begin=begin * 60, end=end * 60, since=since),))


def test_hours_of_the_night_do_not_count() -> None:
    rest = night()
    assert counted(rest, NOON, NOON + HOUR) == HOUR
    assert counted(rest, NOON, NOON + DAY) == 16 * HOUR
    assert counted(rest, NOON + 11 * HOUR, NOON + 12 * HOUR) == 0
    assert counted(None, NOON, NOON + DAY) == DAY
    times = Times(left=(DAY, DAY), since=NOON, running=(0,))
    assert at(times, NOON + DAY, {0: rest}).left == (8 * HOUR, DAY)
    assert out(times, NOON + DAY, {0: rest}) == []
    assert out(times, NOON + DAY, {1: rest}) == [0]


def test_a_night_is_in_its_persons_time_zone_and_follows_its_summer_time() -> None:
    rest = night(22, 6, "Europe/Berlin")
    assert resting(rest, NOON + 9.5 * HOUR) == ("night", NOON + 17 * HOUR)
    assert resting(rest, NOON) is None
    changed = datetime(2027, 3, 27, 12, tzinfo=UTC).timestamp()  # clocks go forward at one
    assert counted(rest, changed, changed + DAY) == 17 * HOUR


def test_vacations_and_nights_are_not_counted_twice() -> None:
    rest = Rest(nights=night().nights, vacations=(Vacation(begin=NOON, end=NOON + 2 * DAY, days=2),))
    assert counted(rest, NOON, NOON + 3 * DAY) == 16 * HOUR
    assert resting(rest, NOON) == ("vacation", NOON + 2 * DAY)


def test_other_hours_hold_a_day_later_so_nobody_stops_a_running_clock() -> None:
    rest = with_night(Rest(), "UTC", 11 * 60, 20 * 60, NOON)
    assert resting(rest, NOON + HOUR) is None
    assert resting(rest, NOON + DAY + HOUR) == ("night", NOON + DAY + 8 * HOUR)
    moved = with_night(rest, "UTC", 22 * 60, 6 * 60, NOON + DAY + HOUR)
    assert resting(moved, NOON + DAY + 2 * HOUR)  # the former hours still hold
    assert resting(moved, NOON + 2 * DAY + 2 * HOUR) is None
    assert counted(moved, NOON + DAY, NOON + DAY + 8 * HOUR) == 0  # what has been rested stays so
    again = with_night(moved, "UTC", 23 * 60, 6 * 60, NOON + DAY + 2 * HOUR)
    assert len(again.nights) == 2  # hours that never held are forgotten


@pytest.mark.parametrize(
    ("zone", "begin", "end", "words"),
    [
        ("UTC", 20 * 60, 6 * 60 + 1, "at most 10 hours; found 10.0167 hours"),
        ("UTC", -1, 60, "0 to 1439; found -1 and 60"),
        ("UTC", 0, 1440, "0 to 1439; found 0 and 1440"),
        ("Nowhere/City", 0, 60, 'found "Nowhere/City"'),
        ("../../etc/passwd", 0, 60, "expected a time zone"),
    ],
)
def test_nights_have_limits(zone: str, begin: int, end: int, words: str) -> None:
    with pytest.raises(Refusal, match=re.escape(words)):
        with_night(Rest(), zone, begin, end, NOON)


def test_days_of_vacation_are_counted_each_year() -> None:
    rest = with_vacation(Rest(), 20, 30, NOON)
    assert days_left(rest, 30, NOON) == 10
    with pytest.raises(Refusal, match="already"):
        with_vacation(rest, 1, 30, NOON + DAY)
    rest = back_from_vacation(rest, NOON + 1.5 * DAY)
    assert days_left(rest, 30, NOON) == 28
    assert counted(rest, NOON, NOON + 3 * DAY) == 1.5 * DAY
    with pytest.raises(Refusal, match="28 days of vacation left this year; found 29"):
        with_vacation(rest, 29, 30, NOON + 2 * DAY)
    assert days_left(rest, 30, NOON + 60 * DAY) == 30
    with pytest.raises(Refusal, match="not on vacation"):
        back_from_vacation(rest, NOON + 2 * DAY)
    rest = with_vacation(rest, 1, 30, NOON + 2 * DAY)
    assert days_left(back_from_vacation(rest, NOON + 2 * DAY + 60), 30, NOON) == 27  # a day that has begun counts


def person_with_account(
    server: LiveServer, browse: Browse, name: str, **wanted: Any
) -> tuple[Browser, str, Person, Person]:
    """Returns a person's browser, their table of two, and both people, the person first to move."""
    browser = browse(server)
    browser.sign_up(name)
    body = {"game": "splendor", "seed": 1, "seats": [{"kind": "me"}, {"kind": "open"}], **wanted}
    table = browser.post("/tables", body).json()["table"]
    other = server.join(table, "Ben")["secret"]
    own = server.sit(table, additional_headers={"Cookie": browser.cookie})
    return browser, table, own, server.sit(table, other)


def test_on_vacation_a_clock_stands_still_and_everybody_is_told(server: LiveServer, browse: Browse, now: Time) -> None:
    browser, table, ada, ben = person_with_account(server, browse, "Ada", time_control={"move_s": DAY})
    now.at += DAY - 60
    server.limit(vacation_days=30)
    answer = browser.post("/account/vacation", {"days": 3})
    assert answer.json()["rest"]["days_left"] == 27
    let_pass(server, now, 1)
    told = until(ben, lambda: "resting" in ben.update["clocks"]).update["clocks"]
    assert [(each["seat"], each["why"]) for each in told["resting"]] == [(0, "vacation")]
    assert told["left"][0] == pytest.approx(60, abs=2)
    let_pass(server, now, 2 * DAY)
    browser.post("/account/vacation", {"days": 0})
    let_pass(server, now, 30)
    assert not server.http.get(f"/tables/{table}").json().get("over")
    assert not server.app.state.rooms.loaded[table].table.row.seats[0].resigned
    let_pass(server, now, 60)
    assert server.app.state.rooms.loaded[table].table.row.seats[0].resigned
    server.limit()
    ada.leave()


def test_rests_count_only_in_games_over_days(server: LiveServer, browse: Browse, now: Time) -> None:
    browser, table, ada, _ = person_with_account(server, browse, "Bea", time_control={"game_s": 300})
    browser.post("/account/vacation", {"days": 3})
    let_pass(server, now, 301)
    assert server.app.state.rooms.loaded[table].table.row.seats[0].resigned
    ada.leave()


def test_a_pause_outlasts_a_change_of_rests(server: LiveServer, browse: Browse, now: Time) -> None:
    browser, table, ada, ben = person_with_account(server, browse, "Cleo", time_control={"move_s": DAY})
    assert ask(ada, "pause", seconds=5 * DAY)["type"] == "accepted"
    question = until(ben, lambda: "question" in ben.update).update["question"]
    assert ask(ben, "answer", question=question["number"], allow=True)["type"] == "accepted"
    until(ada, lambda: ada.update["clocks"].get("paused_by") == 0)
    browser.post("/account/vacation", {"days": 1})
    let_pass(server, now, 1)
    assert server.app.state.rooms.loaded[table].table.paused
    let_pass(server, now, 6 * DAY)
    assert not server.app.state.rooms.loaded[table].table.paused


def test_the_account_page_shows_and_exports_rests(server: LiveServer, browse: Browse, now: Time) -> None:
    browser = browse(server)
    browser.sign_up("Dora")
    answer = browser.post("/account/night", {"zone": "Europe/Berlin", "begin": 1320, "end": 360})
    rest = answer.json()["rest"]
    assert (rest["zone"], rest["begin"], rest["end"]) == ("Europe/Berlin", 1320, 360)
    assert rest["since"] == pytest.approx(now.at + DAY)
    assert browser.get("/account/export")["rest"] == rest
    refused = browser.post("/account/night", {"zone": "Europe/Berlin", "begin": 0, "end": 1200})
    assert (refused.status_code, "at most 10 hours" in refused.text) == (422, True)
    without = browser.post("/account/night", {"zone": "UTC", "begin": 0, "end": 0}).json()["rest"]
    assert "zone" not in without
    assert server.post("/account/night", {"zone": "UTC", "begin": 0, "end": 60}).status_code in (401, 403)


def test_the_host_chooses_how_much_vacation_there_is(server: LiveServer, browse: Browse) -> None:
    browser = browse(server)
    browser.sign_up("Edda")
    server.limit(vacation_days=0)
    refused = browser.post("/account/vacation", {"days": 1})
    assert "0 days of vacation left" in refused.json()["error"]
    server.limit()
