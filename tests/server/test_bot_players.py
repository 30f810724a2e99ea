"""Bots at the table. Fakes decide for them, so that nothing is compiled."""

from __future__ import annotations

import math
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import cogtable
from cogtable import bots
from cogtable.bots import Decision, PlayStyle
from cogtable.engine.play.match import Match
from cogtable.server.rooms import bot_players
from cogtable.server.table.decisions import seed_of
from cogtable.server.thinking import pool

from .fakes import stand_in
from .live_server import PATIENCE, LiveServer, Person
from .test_store import ROW


def play_to_the_end(person: Person) -> None:
    """Plays for a person as long as there are decisions, and waits for the others in between."""
    while not person.view["over"]:
        while not person.actions() and not person.view["over"]:
            person.hear()
        if not person.view["over"]:
            person.play()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Bots that take the first choice; records the bot, the seat and the number of moves of each request."""
    asked: list[tuple[str, int, int]] = []

    def choose(name: str, match: Match, seat: int, seed: int) -> int:
        asked.append((name, seat, match.ply))
        assert threading.current_thread().name.startswith("bot")
        if name == "greedy" and match.game.name == "tiny":
            raise RuntimeError("out of ideas")
        return match.choices(seat)[0].action

    stand_in(monkeypatch, choose)
    return asked


class Thoughts:
    """Bots that search until they are released or cancelled, and then take the first choice."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.cancelled = threading.Semaphore(0)
        self.go_on = threading.Event()
        self.asked: list[tuple[int, int]] = []

    def decide(self, name: str, match: Match, seat: int, seed: int, how: PlayStyle) -> Decision:
        self.asked.append((seat, match.ply))
        self.begun.release()
        assert how.token
        while not self.go_on.wait(0.002):
            if how.token.flag[0]:
                self.cancelled.release()
                return Decision(match.choices(seat)[0].action, whole=False)
        return Decision(match.choices(seat)[0].action)


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Thoughts:
    thoughts = Thoughts()
    monkeypatch.setattr(bots, "decide", thoughts.decide)
    monkeypatch.setattr(bot_players, "ROUND_S", math.inf)
    return thoughts


def crowd(server: LiveServer) -> int:
    """Returns the number of running and waiting searches of a server."""
    return sum(server.app.state.rooms.searches)


def short(person: Person) -> list[str]:
    return [each.get("short", "") for each in person.update["occupants"]]


def test_bots_play_when_it_is_their_turn(server: LiveServer, asked: Any) -> None:
    mine = server.new("splendor", "me", "greedy", "random")
    ada = server.sit(mine["table"], mine["secret"])
    assert [person["kind"] for person in ada.update["occupants"]] == ["person", "bot", "bot"]
    assert ada.update["occupants"][1]["level"] == dict(bots.names())["greedy"]
    ada.play().until(3)
    assert ada.view["waiting"] == [0]
    assert asked == [("greedy", 1, 1), ("random", 2, 2)]
    assert short(ada) == ["", "", ""]


def test_bots_in_a_row_share_a_limit_so_that_people_do_not_wait_long(
    server: LiveServer, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long each would like to search, together they have a limited time until it is the person's turn again."""
    monkeypatch.setattr(bot_players, "ROUND_S", 0.5)
    mine = server.new("splendor", "me", "random", "random", "random")
    ada = server.sit(mine["table"], mine["secret"])
    ada.play().until(4)
    assert ada.view["waiting"] == [0]
    assert thoughts.asked == [(1, 1), (2, 2), (3, 3)]
    assert short(ada) == ["", "busy", "busy", "busy"]


def test_bots_wait_until_every_seat_is_taken(server: LiveServer, asked: Any) -> None:
    mine = server.new("tiny", "random", "open", "me")
    ada = server.sit(mine["table"], mine["secret"])
    assert not asked
    server.join(mine["table"])
    ada.until(1)


def test_bots_play_on_after_a_restart(tmp_path: Path, thoughts: Thoughts) -> None:
    """The server stops during a bot's search. The next server repeats the search, without a move by the person."""
    database = tmp_path / "cogtable.db"
    with LiveServer(database) as server:
        mine = server.new("splendor", "me", "random")
        server.sit(mine["table"], mine["secret"]).play()
        assert thoughts.begun.acquire(timeout=PATIENCE)
    with LiveServer(database) as server:
        assert server.execute("SELECT count(*) FROM actions") == [(1,)]
        ada = server.sit(mine["table"], mine["secret"])
        assert ada.ply == 1
        thoughts.go_on.set()
        ada.until(2)
    assert thoughts.asked == [(1, 1), (1, 1)]


def test_bots_search_in_parallel_and_do_not_delay_people(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Tiny all choose at the same time: both bots search together, and a person moves meanwhile."""
    together, go_on = threading.Barrier(2), threading.Event()

    def choose(name: str, match: Match, seat: int, seed: int) -> int:
        if not match.ply:
            together.wait(PATIENCE)
        assert go_on.wait(PATIENCE)
        return match.choices(seat)[0].action

    stand_in(monkeypatch, choose)
    mine = server.new("tiny", "me", "random", "random")
    ada = server.sit(mine["table"], mine["secret"])
    ada.play()
    assert ada.ply == 1
    assert ada.view["waiting"] == [1, 2]
    go_on.set()
    ada.until(3)
    assert 0 in ada.view["waiting"]


def test_a_quick_bot_does_not_wait_for_a_slow_one(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def choose(name: str, match: Match, seat: int, seed: int) -> int:
        assert name == "random" or go_on.wait(PATIENCE)
        return match.choices(seat)[0].action

    stand_in(monkeypatch, choose)
    mine = server.new("tiny", "me", "greedy", "random")
    ada = server.sit(mine["table"], mine["secret"]).until(1)
    assert ada.view["waiting"] == [0, 1]
    ada.play()
    assert ada.view["waiting"] == [1]
    go_on.set()
    ada.until(3)


def test_bots_play_against_each_other_while_a_person_watches(tmp_path: Path, asked: Any) -> None:
    with LiveServer(tmp_path / "db", pace_s=0.001) as server:
        table = server.new("tiny", "random", "random")["table"]
        assert server.execute("SELECT count(*) FROM actions") == [(0,)]
        server.sit(table).until(2).leave()
        room = server.app.state.rooms.loaded[table]
        while room.connections or room.bots.busy:
            threading.Event().wait(0.002)
        ((stopped,),) = server.execute("SELECT count(*) FROM actions")
        assert stopped == room.table.match.ply
        assert not room.table.match.over
        server.sit(table).until(6)


def test_a_bot_that_fails_is_reported_and_replaced(server: LiveServer, asked: Any, caplog: Any) -> None:
    mine = server.new("tiny", "me", "greedy")
    ada = server.sit(mine["table"], mine["secret"]).until(1)
    assert "failed" in ada.update["notice"]
    assert f"table {mine['table']}, move 0: the bot 'greedy' in seat 1 failed" in caplog.text
    assert asked == [("greedy", 1, 0), ("random", 1, 0)]
    ada.play()


def test_a_bots_seed_reveals_nothing_about_the_deal() -> None:
    row = replace(ROW, seed=7)
    assert seed_of(row, 0, 3) == seed_of(row, 0, 3)
    assert len({seed_of(row, seat, ply) for seat in range(4) for ply in range(50)}) == 200
    assert 0 <= seed_of(row, 0, 3) < 2**63


def test_at_tables_with_the_same_seed_bots_play_the_same_game(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds: list[int] = []

    def choose(name: str, match: Match, seat: int, seed: int) -> int:
        seeds.append(seed)
        return match.choices(seat)[0].action

    stand_in(monkeypatch, choose)
    chosen: tuple[dict[str, int], ...] = ({"seed": 5}, {"seed": 5}, {}, {})
    for more in chosen:
        mine = server.new("splendor", "me", "random", **more)
        server.sit(mine["table"], mine["secret"]).play().until(2)
    assert seeds[0] == seeds[1]
    assert len(set(seeds)) == 3


# --- searches that are no longer needed -----------------------------------------------------------------


def test_with_several_people_a_bot_moves_even_while_one_is_away(server: LiveServer, thoughts: Thoughts) -> None:
    mine = server.new("splendor", "me", "expert", "open")
    friend = server.join(mine["table"])
    ada = server.sit(mine["table"], mine["secret"]).play()
    assert thoughts.begun.acquire(timeout=PATIENCE)
    ada.leave()
    thoughts.go_on.set()
    while server.execute("SELECT count(*) FROM actions") != [(2,)]:
        threading.Event().wait(0.002)
    server.sit(mine["table"], friend["secret"]).play()


def test_searches_end_when_everybody_has_left(server: LiveServer, thoughts: Thoughts) -> None:
    mine = server.new("splendor", "me", "expert")
    ada = server.sit(mine["table"], mine["secret"]).play()
    assert thoughts.begun.acquire(timeout=PATIENCE)
    ada.leave()
    assert thoughts.cancelled.acquire(timeout=PATIENCE)
    assert server.execute("SELECT count(*) FROM actions") == [(1,)]
    thoughts.go_on.set()
    server.sit(mine["table"], mine["secret"]).until(2)
    assert thoughts.asked == [(1, 1), (1, 1)]


def test_queued_searches_end_too(server: LiveServer, thoughts: Thoughts) -> None:
    most = pool.THREADS
    tables = [server.new("splendor", "me", "expert") for _ in range(most + 3)]
    people = [server.sit(mine["table"], mine["secret"]).play() for mine in tables]
    for _ in range(most):
        assert thoughts.begun.acquire(timeout=PATIENCE)
    while crowd(server) < most + 3:
        threading.Event().wait(0.002)
    for ada in people[most:]:
        ada.leave()
    while crowd(server) > most:
        threading.Event().wait(0.002)
    assert len(thoughts.asked) == most
    thoughts.go_on.set()
    for ada in people[:most]:
        ada.until(2)


def test_a_search_ends_when_the_person_takes_the_seat_back(server: LiveServer, thoughts: Thoughts) -> None:
    mine = server.new("splendor", "me", "random", takeover={"bot": "greedy", "after_s": 3600})
    ada = server.sit(mine["table"], mine["secret"])
    for on, ended in ((True, thoughts.begun), (False, thoughts.cancelled)):
        ada.send(type="takeover", id=1, on=on)
        assert ended.acquire(timeout=PATIENCE)
    thoughts.go_on.set()
    assert ada.play().until(2).ply == 2
    assert thoughts.asked == [(0, 0), (1, 1)]


def test_a_search_shortened_for_others_is_shown_at_the_seat(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = [False, True]

    def decide(name: str, match: Match, seat: int, seed: int, how: PlayStyle) -> Decision:
        return Decision(match.choices(seat)[0].action, whole.pop(0))

    monkeypatch.setattr(bots, "decide", decide)
    mine = server.new("splendor", "me", "expert")
    ada = server.sit(mine["table"], mine["secret"]).play().until(2)
    assert short(ada) == ["", "busy"]
    assert server.http.get(f"/tables/{mine['table']}").json()["occupants"][1]["short"] == "busy"
    assert short(ada.play().until(4)) == ["", ""]


# --- before the code is compiled ------------------------------------------------------------------------


def test_until_the_machine_code_is_ready_bots_play_interpreted_and_say_so(
    server: LiveServer, compiled: set[str]
) -> None:
    """With real bot processes; a bot that doesn't search needs no machine code."""
    compiled.clear()
    mine = server.new("splendor", "me", "expert", "random", seed=3)
    ada = server.sit(mine["table"], mine["secret"]).play().until(3)
    assert short(ada) == ["", "warming", ""]
    assert "notice" in ada.update  # of the deal's seed, and nothing else
    assert "ready" not in ada.update["notice"]


def test_the_switch_to_machine_code_happens_between_two_moves(
    server: LiveServer, compiled: set[str], asked: Any
) -> None:
    compiled.clear()
    mine = server.new("splendor", "me", "expert")
    ada = server.sit(mine["table"], mine["secret"]).play().until(2)
    assert short(ada) == ["", "warming"]
    assert not asked
    compiled.add("splendor")
    ada.play().until(4)
    assert asked == [("expert", 1, 3)]
    assert short(ada) == ["", ""]


def test_if_no_process_can_be_started_a_thread_is_used(
    own_server: LiveServer,
    compiled: set[str],
    asked: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def no_process(*command: Any, **more: Any) -> Any:
        raise OSError("too many processes")

    monkeypatch.setattr("asyncio.create_subprocess_exec", no_process)
    compiled.clear()
    mine = own_server.new("splendor", "me", "medium")
    own_server.sit(mine["table"], mine["secret"]).play().until(2)
    assert asked == [("medium", 1, 1)]
    assert "a bot thinks in the server's own process: no process can be started: too many processes" in caplog.text


def test_bots_without_compiled_code_can_play_a_whole_game(server: LiveServer, compiled: set[str]) -> None:
    compiled.clear()
    mine = server.new("tiny", "me", "random", "greedy")
    ada = server.sit(mine["table"], mine["secret"])
    play_to_the_end(ada)
    assert "notice" not in ada.update


@pytest.mark.native
def test_real_bots_play(server: LiveServer) -> None:
    for bot in bots.kinds(cogtable.game("tiny")):
        bots.compile_bot(bot, cogtable.game("tiny"))
    mine = server.new("tiny", "me", "random", "expert")
    ada = server.sit(mine["table"], mine["secret"])
    play_to_the_end(ada)
    assert "notice" not in ada.update
    assert short(ada) == ["", "", ""]
