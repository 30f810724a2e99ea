"""Takeover: bots play for people who are away or ask for it, and give the seat back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cogtable import bots
from cogtable.engine.play.match import Match
from cogtable.server.rooms import absence as absence_module

from .fakes import Clock, stand_in
from .live_server import PATIENCE, LiveServer, Person, until_here

AWAY_S = 10
SOON = {"bot": "greedy", "after_s": AWAY_S}
LATE = {"bot": "greedy", "after_s": 3600}


class Thinker:
    """Replaces all bots: takes the first choice as soon as the test allows it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, int]] = []
        self.thinking = threading.Event()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def __call__(self, name: str, match: Match, seat: int, seed: int) -> int:
        self.asked.append((name, seat, match.ply))
        self.thinking.set()
        assert self.may_go_on.wait(PATIENCE)
        return match.choices(seat)[0].action


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    thinker = Thinker()
    stand_in(monkeypatch, thinker)
    return thinker


class Away(Clock):
    """The time for which people have been away: it stands still until a test advances it."""

    def __init__(self) -> None:
        super().__init__()
        self.loop: asyncio.AbstractEventLoop | None = None

    def call_later(self, delay: float, callback: Callable[..., None], *arguments: Any) -> Any:
        self.loop = asyncio.get_running_loop()
        return super().call_later(delay, callback, *arguments)

    def let_pass(self, seconds: float) -> None:
        async def in_the_server() -> None:
            super(Away, self).let_pass(seconds)

        if self.loop:  # otherwise nobody has been away yet
            asyncio.run_coroutine_threadsafe(in_the_server(), self.loop).result(PATIENCE)


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Away:
    clock = Away()
    monkeypatch.setattr(absence_module, "call_later", clock.call_later)
    return clock


@pytest.fixture
def server(tmp_path: Path, thinker: Thinker, away: Away) -> Iterator[LiveServer]:
    with LiveServer(tmp_path / "cogtable.db", least_away_s=0, pace_s=0) as server:
        yield server


def taken_over_by(person: Person) -> list[str]:
    return [each.get("taken_over_by", "") for each in person.update["occupants"]]


def until(person: Person, *wanted: str) -> Person:
    """Receives messages until those bots play for the seats."""
    while taken_over_by(person) != list(wanted):
        person.hear()
    return person


def set_takeover(person: Person, on: bool = True) -> dict[str, Any]:
    person.send(type="takeover", id=50, on=on)
    answer = person.next("accepted", "error")
    assert answer["id"] == 50
    return answer


def moves(server: LiveServer) -> int:
    ((count,),) = server.execute("SELECT count(*) FROM actions")
    return int(count)


def settle(server: LiveServer, table: str) -> None:
    """Waits until no bot searches or plays any more."""
    while server.app.state.rooms.loaded[table].bots.busy:
        threading.Event().wait(0.002)


# --- lost connections -----------------------------------------------------------------------------------


def test_a_bot_takes_over_for_a_person_who_is_away_and_gives_the_seat_back(
    server: LiveServer, thinker: Thinker, away: Away
) -> None:
    table, secrets = server.full("splendor", takeover=SOON)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    assert ada.update["takeover"] == SOON
    ben.leave()
    until_here(ada, True, False)
    away.let_pass(AWAY_S - 1)
    away.let_pass(1)
    until(ada, "", "Spark")
    assert ada.update["occupants"][1]["name"] == "Friend 1"
    assert ada.update["occupants"][1]["level"] == dict(bots.names())["greedy"]
    assert ada.update["notice"] == "Spark is playing for Friend 1, who is not connected."
    assert server.http.get(f"/tables/{table}").json()["occupants"][1]["taken_over_by"] == "Spark"
    ada.play().until(2)
    assert thinker.asked == [("greedy", 1, 1)]

    again = server.sit(table, secrets[1])
    assert again.view["seat"] == 1
    assert taken_over_by(again) == ["", ""]
    until(ada, "", "")
    assert "notice" not in ada.update
    ada.play()
    again.until(3).play()
    ada.until(4)
    assert len(thinker.asked) == 1


def test_a_person_who_comes_back_in_time_keeps_the_seat(server: LiveServer, away: Away) -> None:
    table, secrets = server.full("splendor", takeover=SOON)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    until_here(ada, True, True)
    ben.leave()
    until_here(ada, True, False)
    away.let_pass(AWAY_S - 1)
    server.sit(table, secrets[1])
    until_here(ada, True, True)
    away.let_pass(AWAY_S)
    ada.play()
    assert not any('"taken_over_by"' in text for text in ada.received)


def test_a_person_with_another_open_tab_is_not_away(server: LiveServer, away: Away) -> None:
    table, secrets = server.full("splendor", takeover=SOON)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    tab = server.sit(table, secrets[1])
    room = server.app.state.rooms.loaded[table]
    ben.leave()
    while len(list(room.connections)) > 2:
        threading.Event().wait(0.002)
    away.let_pass(AWAY_S)
    ada.play()
    assert taken_over_by(tab.until(1)) == ["", ""]


def test_a_bot_takes_over_for_a_person_who_never_came(server: LiveServer, away: Away) -> None:
    table, secrets = server.full("splendor", takeover=SOON)
    ada = server.sit(table, secrets[0])
    away.let_pass(AWAY_S)
    until(ada, "", "Spark")


def test_with_takeover_off_a_table_waits(server: LiveServer, thinker: Thinker, away: Away) -> None:
    table, secrets = server.full("splendor")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    assert "takeover" not in ada.update
    ben.leave()
    until_here(ada, True, False).play()
    away.let_pass(365 * 24 * 3600)
    settle(server, table)
    assert moves(server) == 1
    assert taken_over_by(server.sit(table)) == ["", ""]


def test_there_is_no_takeover_before_the_game_begins(server: LiveServer, away: Away) -> None:
    mine = server.new("tiny", "me", "open", "open", takeover=SOON)
    ada = server.sit(mine["table"], mine["secret"])
    server.join(mine["table"], "Ben")
    away.let_pass(AWAY_S)
    assert taken_over_by(server.sit(mine["table"])) == ["", "", ""]
    server.join(mine["table"], "Cy")
    while not ada.update.get("started", True):
        ada.hear()
    away.let_pass(AWAY_S)
    until(ada, "", "Spark", "Spark")


def test_there_is_no_takeover_after_the_game(server: LiveServer, away: Away) -> None:
    table, secrets = server.full("tiny", takeover=SOON, options={"length": 1})
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ben.until(1).play()
    ben.leave()
    until_here(ada, True, False)
    away.let_pass(AWAY_S)
    seen = server.sit(table)
    assert seen.view["over"] is True
    assert taken_over_by(seen) == ["", ""]


def test_while_nobody_is_present_no_time_passes(server: LiveServer, thinker: Thinker, away: Away) -> None:
    """Nobody waits for those who are away, and people who come back should find the game where it was."""
    table, secrets = server.full("splendor", takeover=SOON)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    watcher = server.sit(table)
    ada.play()
    ben.until(1).leave()
    ada.leave()
    until_here(watcher, False, False)
    away.let_pass(365 * 24 * 3600)
    assert moves(server) == 1
    again = server.sit(table, secrets[0])
    assert taken_over_by(again) == ["", ""]
    away.let_pass(AWAY_S)
    again.until(2)
    assert taken_over_by(again) == ["", "Spark"]
    assert watcher.until(2).ply == 2


def test_bots_do_not_play_on_when_all_people_have_left(server: LiveServer, away: Away) -> None:
    table, secrets = server.full("splendor", takeover=SOON)
    ada, watcher = server.sit(table, secrets[0]), server.sit(table)
    away.let_pass(AWAY_S)
    set_takeover(until(ada, "", "Spark"))
    ada.until(3).leave()
    until_here(watcher, False, False)
    settle(server, table)
    stopped = moves(server)
    assert not server.app.state.rooms.loaded[table].table.match.over
    assert server.sit(table, secrets[0]).until(stopped + 2).ply >= stopped + 2


# --- takeover on request --------------------------------------------------------------------------------


def test_a_person_can_let_a_bot_play_and_take_the_seat_back(server: LiveServer, thinker: Thinker) -> None:
    table, secrets = server.full("splendor", takeover=LATE)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    assert set_takeover(ada)["type"] == "accepted"
    assert until(ben, "Spark", "").update["notice"] == "Spark is playing for Ada."
    assert "notice" not in until(ada, "Spark", "").update
    ben.until(1).play()
    ada.until(3)
    assert thinker.asked == [("greedy", 0, 0), ("greedy", 0, 2)]

    assert set_takeover(ada, on=False)["type"] == "accepted"
    until(ada, "", "")
    ben.until(3).play()
    ada.until(4).play()
    assert len(thinker.asked) == 2


def test_a_seat_handed_over_stays_with_the_bot_until_it_is_taken_back(server: LiveServer) -> None:
    table, secrets = server.full("splendor", takeover=SOON)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    set_takeover(ben)
    ben.leave()
    until_here(ada, True, False)
    again = server.sit(table, secrets[1])
    assert taken_over_by(again) == ["", "Spark"]
    ada.play().until(2)
    set_takeover(again, on=False)
    until(again.until(2), "", "")


def test_a_repeated_request_changes_nothing(server: LiveServer) -> None:
    table, secrets = server.full("splendor", takeover=LATE)
    ben = server.sit(table, secrets[1])
    for on, name in ((False, ""), (True, "Spark"), (True, "Spark"), (False, ""), (False, "")):
        assert set_takeover(ben, on)["type"] == "accepted"
        until(ben, "", name)


def test_a_bots_search_is_dropped_when_the_person_is_back(server: LiveServer, thinker: Thinker, away: Away) -> None:
    table, secrets = server.full("splendor", takeover=SOON)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    thinker.may_go_on.clear()
    ben.leave()
    until_here(ada, True, False)
    away.let_pass(AWAY_S)
    ada.play()
    assert thinker.thinking.wait(PATIENCE)
    again = server.sit(table, secrets[1])
    thinker.may_go_on.set()
    settle(server, table)
    assert moves(server) == 1
    first, other, *_ = again.actions()
    again.play(other)
    assert server.execute("SELECT action FROM actions WHERE ply = 1") == [(other,)]
    assert first != other


def test_if_bots_play_for_all_they_play_slowly(tmp_path: Path, thinker: Thinker) -> None:
    """They play as in a game of bots only, so that people can follow."""
    with LiveServer(tmp_path / "slow.db", pace_s=3600) as server:
        mine = server.new("splendor", "me", "random", takeover=LATE)
        ada = server.sit(mine["table"], mine["secret"])
        set_takeover(ada)
        assert thinker.thinking.wait(PATIENCE)
        assert moves(server) == 0
        set_takeover(ada, on=False)
        ada.play()


def test_after_a_restart_requested_takeovers_continue_and_others_have_their_time(
    server: LiveServer, away: Away
) -> None:
    table, secrets = server.full("splendor", seats=3, takeover=SOON)
    ada, ben, cy = (server.sit(table, secret) for secret in secrets)
    set_takeover(ben)
    cy.leave()
    until_here(ada, True, True, False)
    away.let_pass(AWAY_S)
    until(ada, "", "Spark", "Spark")
    ben.leave()
    ada.leave()  # nobody is left, so no time passes there and the first server plays no more
    with LiveServer(server.database, pace_s=0) as other:
        again = other.sit(table, secrets[0])
        assert taken_over_by(again) == ["", "Spark", ""]
        again.play().until(2)
        away.let_pass(AWAY_S)
        until(again, "", "Spark", "Spark").until(3)


# --- refusals, which change nothing ---------------------------------------------------------------------


def refused(server: LiveServer, person: Person, on: bool = True) -> str:
    before = server.stored()
    answer = set_takeover(person, on)
    assert server.stored() == before
    assert answer["words"]
    return str(answer["code"])


def test_spectators_requests_are_refused(server: LiveServer) -> None:
    table, _ = server.full("splendor", takeover=LATE)
    assert refused(server, server.sit(table)) == "not-seated"


def test_a_request_for_another_persons_seat_is_refused(server: LiveServer) -> None:
    """A message applies to its connection's seat and cannot name another."""
    table, secrets = server.full("splendor", takeover=LATE)
    ada = server.sit(table, secrets[0])
    for more in ({"seat": 1}, {"secret": secrets[0]}, {"bot": "expert"}):
        ada.send(type="takeover", id=7, on=True, **more)
        answer = ada.next("error")
        assert (answer["code"], answer["id"]) == ("malformed", 7)
    ada.send(type="takeover", id=8)
    assert ada.next("error")["code"] == "malformed"
    ada.send(type="takeover", id=9, on="yes")
    assert ada.next("error")["code"] == "malformed"
    assert taken_over_by(server.sit(table)) == ["", ""]


@pytest.mark.parametrize("on", [True, False])
def test_requests_are_refused_if_takeover_is_off(server: LiveServer, on: bool) -> None:
    table, secrets = server.full("splendor")
    assert refused(server, server.sit(table, secrets[0]), on) == "no-takeover"


def test_requests_before_the_game_are_refused(server: LiveServer) -> None:
    mine = server.new("splendor", "me", "open", takeover=LATE)
    assert refused(server, server.sit(mine["table"], mine["secret"])) == "waiting"


@pytest.mark.parametrize("on", [True, False])
def test_requests_after_the_game_are_refused(server: LiveServer, on: bool) -> None:
    table, secrets = server.full("tiny", takeover=LATE, options={"length": 1})
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ben.until(1).play()
    assert refused(server, ada, on) == "over"


def test_moves_are_refused_while_a_bot_plays(server: LiveServer, thinker: Thinker) -> None:
    table, secrets = server.full("splendor", takeover=LATE)
    ada = server.sit(table, secrets[0])
    actions = ada.actions()
    thinker.may_go_on.clear()
    set_takeover(ada)
    answer = ada.act(actions[0], ply=0)
    assert answer["code"] == "taken-over"
    assert "Spark is playing for you" in answer["words"]
    thinker.may_go_on.set()
    ada.until(1)


def test_if_the_store_fails_the_seat_stays_as_it_was(own_server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    table, secrets = own_server.full("splendor", takeover=LATE)
    ada = own_server.sit(table, secrets[0])
    own_server.execute("ALTER TABLE seats RENAME TO gone")
    assert set_takeover(ada)["code"] == "internal"
    assert "no such table: seats" in caplog.text
    own_server.execute("ALTER TABLE gone RENAME TO seats")
    assert taken_over_by(own_server.sit(table)) == ["", ""]
    ada.play()
