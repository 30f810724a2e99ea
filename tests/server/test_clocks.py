"""Clocks: time controls, running out of time, and pauses."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import Times
from cogtable.server.rooms import rooms, service_time
from cogtable.server.table.clock import at, go_on, out, pause, resume, times_at_start
from cogtable.server.wire.base import TimeControl

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
