"""Bots at the table. They are stood in for, so that nothing is compiled here."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from cogtable import bots
from cogtable.engine.match import Match
from cogtable.server.botseats import seed_of

from .house import House


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Bots that take the first choice; who was asked, in which seat, after how many moves."""
    asked: list[tuple[str, int, int]] = []

    def choose(name: str, match: Match, seat: int, seed: int) -> int:
        asked.append((name, seat, match.ply))
        assert threading.current_thread().name.startswith("bot")
        if name == "greedy" and match.game.name == "tiny":
            raise RuntimeError("out of ideas")
        return match.choices(seat)[0].action

    monkeypatch.setattr(bots, "choose", choose)
    return asked


def test_bots_play_when_it_is_for_them(house: House, asked: Any) -> None:
    mine = house.new("splendor", "me", "greedy", "random")
    ada = house.sit(mine["table"], mine["secret"])
    assert [person["kind"] for person in ada.update["people"]] == ["person", "bot", "bot"]
    assert ada.update["people"][1]["level"] == dict(bots.names())["greedy"]
    ada.play().until(3)
    assert ada.view["waiting"] == [0]
    assert asked == [("greedy", 1, 1), ("random", 2, 2)]


def test_bots_wait_until_every_seat_is_taken(house: House, asked: Any) -> None:
    mine = house.new("tiny", "random", "open", "me")
    ada = house.sit(mine["table"], mine["secret"])
    assert not asked
    house.join(mine["table"])
    ada.until(1)


def test_bots_play_on_after_a_restart(house: House, asked: Any) -> None:
    mine = house.new("splendor", "me", "random")
    house.execute("DELETE FROM actions")
    with House(house.database) as other:
        other.sit(mine["table"], mine["secret"]).play().until(2)


def test_bots_think_at_the_same_time_and_hold_up_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Tiny all choose at once: both bots think together, and a person moves while they still do."""
    together, go_on = threading.Barrier(2), threading.Event()

    def choose(name: str, match: Match, seat: int, seed: int) -> int:
        if not match.ply:
            together.wait(10)
        assert go_on.wait(10)
        return match.choices(seat)[0].action

    monkeypatch.setattr(bots, "choose", choose)
    mine = house.new("tiny", "me", "random", "random")
    ada = house.sit(mine["table"], mine["secret"])
    ada.play()
    assert ada.ply == 1
    assert ada.view["waiting"] == [1, 2]
    go_on.set()
    ada.until(3)
    assert 0 in ada.view["waiting"]


def test_a_quick_bot_does_not_wait_for_a_slow_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def choose(name: str, match: Match, seat: int, seed: int) -> int:
        assert name == "random" or go_on.wait(10)
        return match.choices(seat)[0].action

    monkeypatch.setattr(bots, "choose", choose)
    mine = house.new("tiny", "me", "greedy", "random")
    ada = house.sit(mine["table"], mine["secret"]).until(1)
    assert ada.view["waiting"] == [0, 1]
    ada.play()
    assert ada.view["waiting"] == [1]
    go_on.set()
    ada.until(3)


def test_bots_among_themselves_play_while_somebody_watches(tmp_path: Path, asked: Any) -> None:
    with House(tmp_path / "db", pace_s=0.02) as house:
        table = house.new("tiny", "random", "random")["table"]
        assert house.execute("SELECT count(*) FROM actions") == [(0,)]
        watcher = house.sit(table).until(2)
        watcher.leave()
        threading.Event().wait(0.2)
        ((stopped,),) = house.execute("SELECT count(*) FROM actions")
        assert stopped < 6
        threading.Event().wait(0.2)
        assert house.execute("SELECT count(*) FROM actions") == [(stopped,)]
        house.sit(table).until(6)


def test_a_bot_that_fails_is_said_and_stood_in_for(house: House, asked: Any, caplog: Any) -> None:
    mine = house.new("tiny", "me", "greedy")
    ada = house.sit(mine["table"], mine["secret"]).until(1)
    assert "failed" in ada.update["notice"]
    assert f"table {mine['table']}, move 0: bot 'greedy' in seat 1 failed" in caplog.text
    assert asked == [("greedy", 1, 0), ("random", 1, 0)]
    ada.play()


def test_a_bot_seed_tells_nothing_of_the_deal() -> None:
    assert seed_of("table", 7, 0, 3) == seed_of("table", 7, 0, 3)
    assert len({seed_of("table", 7, seat, ply) for seat in range(4) for ply in range(50)}) == 200
    assert 0 <= seed_of("table", 7, 0, 3) < 2**63


@pytest.mark.native
def test_real_bots(house: House) -> None:
    mine = house.new("tiny", "me", "random", "greedy")
    ada = house.sit(mine["table"], mine["secret"])
    while not ada.view["over"]:
        while not ada.actions() and not ada.view["over"]:
            ada.hear()
        if not ada.view["over"]:
            ada.play()
    assert "notice" not in ada.update
