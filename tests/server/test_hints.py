"""Hints: who can ask, the answers, and that nobody is delayed. Every test but one replaces the search."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import cogtable
from cogtable import bots
from cogtable.bots import CancelToken
from cogtable.bots.mcts import full_simulations
from cogtable.engine.play.match import Match
from cogtable.lab import analysis
from cogtable.lab.analysis import Advice, Candidate
from cogtable.server.table.decisions import seed_of

from .live_server import PATIENCE, LiveServer, Person


def advice(match: Match, seat: int) -> Advice:
    """Recommends the last choice."""
    choice = match.choices(seat)[-1]
    return Advice(
        seat=seat,
        action=choice.action,
        words=choice.text,
        pieces=choice.pieces,
        chances=[1 / match.seats] * match.seats,
        candidates=[Candidate(action=choice.action, words=choice.text, chance=0.5)],
        simulations=full_simulations(match.game),
    )


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Records the seat and the number of moves of each search."""
    asked: list[tuple[int, int]] = []

    def advise(match: Match, seat: int, seed: int, token: CancelToken) -> Advice:
        assert threading.current_thread().name.startswith("bot")
        asked.append((seat, match.ply))
        return advice(match, seat)

    monkeypatch.setattr(analysis, "advise", advise)
    return asked


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """A search that begins, and continues when it is released."""
    begun, go_on = threading.Event(), threading.Event()

    def advise(match: Match, seat: int, seed: int, token: CancelToken) -> Advice:
        begun.set()
        assert go_on.wait(PATIENCE)
        return advice(match, seat)

    monkeypatch.setattr(analysis, "advise", advise)
    return begun, go_on


@pytest.fixture
def cancelled(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """A search that runs until it is cancelled; released once for each cancellation."""
    cancelled = threading.Semaphore(0)

    def advise(match: Match, seat: int, seed: int, token: CancelToken) -> Advice:
        while not token.flag[0]:
            threading.Event().wait(0.002)
        cancelled.release()
        return advice(match, seat)

    monkeypatch.setattr(analysis, "advise", advise)
    return cancelled


def hint(person: Person, number: int = 90, ply: int | None = None) -> dict[str, Any]:
    person.send(type="hint", id=number, ply=person.ply if ply is None else ply)
    answer = person.next("advice", "error")
    assert answer["id"] == number
    return answer


def test_a_hint_names_a_choice_its_pieces_and_the_chances(server: LiveServer, asked: Any) -> None:
    table, secrets = server.full("splendor", seats=3)
    ada = server.sit(table, secrets[0])
    answer = hint(ada)
    last = ada.view["choices"][-1]
    assert answer["moves"] == [{"action": last["action"], "words": last["text"], "chance": 0.5}]
    assert answer["pieces"] == last["pieces"]
    assert answer["chances"] == [0.3333] * 3
    assert answer["ply"] == 0


def test_a_decision_is_searched_once(server: LiveServer, asked: Any) -> None:
    table, secrets = server.full("splendor")
    ada, again = (server.sit(table, secrets[0]) for _ in range(2))
    for number in range(5):
        hint(ada, number)
        hint(again, number)
    assert asked == [(0, 0)]
    ada.play()
    ben = server.sit(table, secrets[1])
    hint(ben)
    assert asked == [(0, 0), (1, 1)]


@pytest.mark.parametrize(
    ("scene", "code", "words"),
    [
        (lambda table, ada, ben, watcher: hint(watcher), "not-seated", "you are watching"),
        (
            lambda table, ada, ben, watcher: hint(ben),
            "waiting",
            "the game waits for Ada",
        ),
        (lambda table, ada, ben, watcher: hint(ada, ply=7), "late", "your message is about the table after move 7"),
        (lambda table, ada, ben, watcher: hint(ben.until(ada.play().ply), ply=0), "late", "it is at move 1 now"),
    ],
    ids=["watching", "not my turn", "from the future", "stale"],
)
def test_only_a_seat_with_a_decision_gets_a_hint(
    server: LiveServer, asked: Any, scene: Callable[..., dict[str, Any]], code: str, words: str
) -> None:
    table, secrets = server.full("splendor")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    answer = scene(table, ada, ben, server.sit(table))
    assert answer["code"] == code
    assert words in answer["words"]
    assert not asked


def test_without_assists_there_are_no_hints(server: LiveServer, asked: Any) -> None:
    table, secrets = server.full("splendor", options={"assists": 0})
    answer = hint(server.sit(table, secrets[0]))
    assert answer["code"] == "assists"
    assert "assists are off at this table" in answer["words"]
    assert not asked


def test_before_the_game_begins_there_are_no_hints(server: LiveServer, asked: Any) -> None:
    mine = server.new("tiny", "me", "open")
    assert hint(server.sit(mine["table"], mine["secret"]))["code"] == "waiting"


def test_a_search_delays_nobody_and_is_dropped_after_the_decision(server: LiveServer, slow: Any) -> None:
    begun, go_on = slow
    table, secrets = server.full("splendor")
    ada = server.sit(table, secrets[0])
    ada.send(type="hint", id=5, ply=0)
    assert begun.wait(PATIENCE)
    ada.play()  # the same connection
    go_on.set()
    answer = ada.next("advice", "error")
    assert (answer["id"], answer["code"]) == (5, "late")


def test_a_newer_request_replaces_an_older_one(server: LiveServer, slow: Any) -> None:
    begun, go_on = slow
    table, secrets = server.full("splendor")
    ada = server.sit(table, secrets[0])
    ada.send(type="hint", id=5, ply=0)
    assert begun.wait(PATIENCE)
    ada.send(type="hint", id=6, ply=0)
    answer = ada.next("advice", "error")
    assert (answer["id"], answer["code"]) == (5, "late")
    go_on.set()
    assert ada.next("advice", "error")["id"] == 6


def test_if_all_decide_at_once_anothers_choice_does_not_outdate_a_hint(server: LiveServer, slow: Any) -> None:
    begun, go_on = slow
    table, secrets = server.full("tiny")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.send(type="hint", id=5, ply=0)
    assert begun.wait(PATIENCE)
    ben.play()
    go_on.set()
    assert ada.next("advice", "error")["type"] == "advice"


def test_a_search_ends_when_its_client_is_gone(server: LiveServer, cancelled: threading.Semaphore) -> None:
    """A client that asks afterwards starts a new search."""
    table, secrets = server.full("splendor")
    ada, tab = (server.sit(table, secrets[0]) for _ in range(2))
    for person in (ada, tab):
        person.send(type="hint", id=5, ply=0)
    ada.leave()
    assert not cancelled.acquire(timeout=0.05)  # the other tab still waits
    tab.leave()
    assert cancelled.acquire(timeout=PATIENCE)


def test_a_search_ends_after_its_decision(server: LiveServer, cancelled: threading.Semaphore) -> None:
    table, secrets = server.full("splendor")
    ada, tab = (server.sit(table, secrets[0]) for _ in range(2))
    tab.send(type="hint", id=5, ply=0)
    while not server.app.state.rooms.loaded[table].hints.busy:
        threading.Event().wait(0.002)
    ada.play()
    assert cancelled.acquire(timeout=PATIENCE)
    answer = tab.next("advice", "error")
    assert (answer["id"], answer["code"]) == (5, "late")
    assert "has been made; the table is at move 1" in answer["words"]


def test_a_shortened_hint_says_so(server: LiveServer, asked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        analysis,
        "advise",
        lambda match, seat, seed, token: msgspec.structs.replace(advice(match, seat), whole=False),
    )
    table, secrets = server.full("tiny")
    assert hint(server.sit(table, secrets[0]))["short"] == "busy"


def test_before_the_code_is_compiled_a_hint_is_a_quick_search(
    server: LiveServer, compiled: set[str], asked: Any
) -> None:
    compiled.clear()
    table, secrets = server.full("splendor", seats=3, seed=4)
    ada = server.sit(table, secrets[0])
    answer = hint(ada)
    assert answer["short"] == "warming"
    assert answer["moves"][0]["action"] in ada.actions()
    assert len(answer["chances"]) == 3
    assert not asked
    compiled.add("splendor")
    ada.play()
    answer = hint(server.sit(table, secrets[1]))
    assert "short" not in answer
    assert asked == [(1, 1)]


def test_a_failure_is_reported_and_can_be_retried(
    server: LiveServer, asked: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    works = analysis.advise

    def fails(match: Match, seat: int, seed: int, token: CancelToken) -> Advice:
        raise RuntimeError("out of ideas")

    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    monkeypatch.setattr(analysis, "advise", fails)
    assert hint(ada)["code"] == "internal"
    assert "out of ideas" in caplog.text
    monkeypatch.setattr(analysis, "advise", works)
    assert hint(ada)["type"] == "advice"


@pytest.mark.native
def test_a_hint_is_experts_choice(server: LiveServer) -> None:
    game = cogtable.game("tiny")
    bots.compile_bot(bots.find("expert"), game)
    table, secrets = server.full("tiny", seats=3, seed=4)
    answer = hint(server.sit(table, secrets[1]))
    match = game.start(seats=3, seed=4)
    row = server.app.state.rooms.loaded[table].table.row
    expert = bots.choose("expert", match, 1, seed_of(row, 1, 0))
    assert answer["moves"][0]["action"] == expert
    assert answer["pieces"] == list(match.choice(1, expert).pieces)
