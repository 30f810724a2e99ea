"""Analyses of finished games, and their positions. Every test but one replaces the search."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

import cogtable
from cogtable import bots
from cogtable.bots import CancelToken
from cogtable.engine.errors import BrokenGame
from cogtable.engine.play.match import Match
from cogtable.lab import analysis, reasons
from cogtable.lab.analysis import AnalysedPosition, AnalysisEffort, JudgedMove
from cogtable.server.table.studied_positions import cause_for, described

from .live_server import PATIENCE, LiveServer, Person
from .test_secrecy import seen


class Studies:
    """Replaces the search: the first choice is always best, and each other one loses a quarter."""

    def __init__(self) -> None:
        self.plies: list[int] = []
        self.begun = threading.Semaphore(0)
        self.cancelled = threading.Semaphore(0)
        self.at_once = 0
        self.most_at_once = 0
        self.go_on = threading.Event()
        self.go_on.set()

    def analyse_position(self, match: Match, ply: int, effort: AnalysisEffort, token: CancelToken) -> AnalysedPosition:
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        self.begun.release()
        while not self.go_on.wait(0.002) and not token.flag[0]:
            pass
        if token.flag[0]:
            self.cancelled.release()
        else:
            self.plies.append(ply)
        self.at_once -= 1
        chances = [1 / match.seats] * match.seats
        return AnalysedPosition(ply=ply, chances=chances, move=judged(match, ply) if ply < match.ply else None)


def judged(match: Match, ply: int) -> JudgedMove | None:
    move = match.moves[ply]
    choices = match.at(ply).choices(move.seat)
    if len(choices) == 1:
        return None
    best = choices[0]
    return JudgedMove(
        ply=ply,
        seat=move.seat,
        action=move.action,
        words=move.text,
        chance=0.75 if move.action == best.action else 0.5,
        best=best.action,
        best_words=best.text,
        best_chance=0.75,
    )


@pytest.fixture
def studies(monkeypatch: pytest.MonkeyPatch) -> Studies:
    studies = Studies()
    monkeypatch.setattr(analysis, "analyse_position", studies.analyse_position)
    return studies


def finished(server: LiveServer, game: str = "tiny", **more: Any) -> tuple[str, list[str], Match]:
    """Returns a finished table at which everybody took the last choice; its seats' secrets, and the match."""
    table, secrets = server.full(game, seats=2, **({"seed": 5} | more))
    people = [server.sit(table, secret) for secret in secrets]
    match = cogtable.game(game).start(seats=2, seed=5, **more.get("options", {}))
    while not match.over:
        seat = match.waiting[0]
        action = match.choices(seat)[-1].action
        people[seat].until(match.ply).play(action)
        match.play(seat, action)
    for person in people:
        person.leave()
    return table, secrets, match


def ask(person: Person) -> list[dict[str, Any]]:
    """Returns all parts of an analysis as they arrive."""
    person.send(type="analyse", id=70)
    positions: list[dict[str, Any]] = []
    while True:
        message = person.next("analysis", "error")
        assert message["type"] == "analysis", message
        assert message["first"] == len(positions)
        positions += message["positions"]
        if len(positions) == message["total"]:
            return positions


def rest(person: Person) -> dict[str, Any]:
    """Receives until the analysis is complete; returns its last part."""
    while (part := person.next("analysis"))["first"] + len(part["positions"]) < part["total"]:
        pass
    return part


def refusal(person: Person, **message: Any) -> dict[str, Any]:
    person.send(**message, id=71)
    answer = person.next("analysis", "position", "error")
    assert (answer["type"], answer["id"]) == ("error", 71)
    return answer


def test_before_the_end_there_is_no_analysis_and_no_review(server: LiveServer, studies: Studies) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0]).play()
    for person in (ada, server.sit(table)):
        for message in ({"type": "analyse"}, {"type": "look", "ply": 0}):
            answer = refusal(person, **message)
            assert answer["code"] == "playing"
            assert "when the game is over; it is at move 1" in answer["words"]
    assert not studies.plies


def test_an_analysis_is_made_once_for_everybody(server: LiveServer, studies: Studies) -> None:
    table, secrets, match = finished(server)
    people = [server.sit(table, secret) for secret in (*secrets, "")]
    for person in people:
        positions = ask(person)
        assert len(positions) == match.ply + 1
        assert all(position["chances"] == [0.5, 0.5] for position in positions)
    assert studies.plies == list(range(match.ply + 1))
    people[0].leave()
    assert len(ask(server.sit(table))) == match.ply + 1
    assert len(studies.plies) == match.ply + 1


def test_it_marks_undone_moves(server: LiveServer, studies: Studies) -> None:
    table, secrets = server.full("tiny", options={"length": 1})
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ada.send(type="undo", id=60, ply=1)
    while not ada.view.get("undone"):
        ada.hear()
    ada.send(type="act", id=61, ply=0, undone=1, action=ada.actions()[1])
    ben.until(1)
    ben.play()
    assert [position.get("taken_back", []) for position in ask(ben)] == [["[[seat:0]] took a move back"], [], []]


def test_it_marks_moves_that_a_bot_made_for_a_person(server: LiveServer, studies: Studies) -> None:
    table, secrets = server.full("tiny", takeover={"bot": "greedy", "after_s": 3600})
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ben.until(1).play()
    ada.until(2).send(type="takeover", id=60, on=True)
    ben.until(3)
    ada.send(type="takeover", id=61, on=False)
    while not ben.view["over"]:
        for person in (ben, ada):
            person.until(ben.view["ply"])
            if not ben.view["over"] and person.view["seat"] in ben.view["waiting"]:
                person.play()
                ben.until(person.view["ply"])
    by_bots = [ply for ply, each in enumerate(ask(ben)) if each.get("move", {}).get("stood_in")]
    assert by_bots == [2]


def test_a_game_that_was_ended_early_is_analysed_to_its_end(server: LiveServer, studies: Studies) -> None:
    table, secrets = server.full("tiny")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ben.send(type="resign", id=60)
    while not ada.view["over"]:
        ada.hear()
    assert len(ask(ada)) == 2


def test_repeated_requests_do_not_disturb_others(server: LiveServer, studies: Studies) -> None:
    table, secrets, match = finished(server)
    ada, watcher = server.sit(table, secrets[0]), server.sit(table)
    ask(ada)
    received = len(ada.received)
    for _ in range(3):
        assert len(ask(watcher)) == match.ply + 1
    refusal(ada, type="look", ply=match.ply + 1)
    assert [json.loads(text)["type"] for text in ada.received[received:]] == ["error"]


def test_it_is_sent_in_parts(server: LiveServer, studies: Studies, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogtable.server.rooms.analyses.BATCH_S", 0)
    table, _, match = finished(server)
    watcher = server.sit(table)
    watcher.send(type="analyse", id=70)
    parts = [watcher.next("analysis") for _ in range(match.ply + 2)]
    assert [len(part["positions"]) for part in parts] == [0] + [1] * (match.ply + 1)
    assert [part["first"] for part in parts] == [0, *range(match.ply + 1)]


def test_positions_are_analysed_one_at_a_time(server: LiveServer, studies: Studies) -> None:
    tables = [finished(server)[0] for _ in range(3)]
    people = [server.sit(table) for table in tables]
    for person in people:
        person.send(type="analyse", id=70)
    for person in people:
        rest(person)
    assert studies.most_at_once == 1


def test_the_work_stops_without_listeners_and_resumes(server: LiveServer, studies: Studies) -> None:
    table, _, match = finished(server)
    studies.go_on.clear()
    watcher = server.sit(table)
    watcher.send(type="analyse", id=70)
    assert studies.begun.acquire(timeout=PATIENCE)
    watcher.leave()
    assert studies.cancelled.acquire(timeout=PATIENCE)
    studies.go_on.set()
    assert len(ask(server.sit(table))) == match.ply + 1
    assert studies.plies == list(range(match.ply + 1))


def test_it_continues_for_the_remaining_listeners(server: LiveServer, studies: Studies) -> None:
    table, _, match = finished(server)
    studies.go_on.clear()
    watcher, other = server.sit(table), server.sit(table)
    for person in (watcher, other):
        person.send(type="analyse", id=70)
        person.next("analysis")
    watcher.leave()
    studies.go_on.set()
    rest(other)
    assert studies.plies == list(range(match.ply + 1))


def test_until_the_search_is_compiled_it_waits_and_says_so(
    server: LiveServer, studies: Studies, compiled: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = threading.Event()

    async def compile_tiny(name: str, file: str | None) -> None:
        await asyncio.to_thread(may_end.wait, PATIENCE)
        compiled.add(name)

    monkeypatch.setattr("cogtable.server.thinking.warmup.compile_apart", compile_tiny)
    monkeypatch.setattr("cogtable.server.thinking.warmup.LOOK_S", 0.002)
    table, _, match = finished(server)
    compiled.clear()
    watcher = server.sit(table)
    watcher.send(type="analyse", id=70)
    assert watcher.next("analysis")["warming"] is True
    assert not studies.plies
    may_end.set()
    assert "warming" not in rest(watcher)
    assert studies.plies == list(range(match.ply + 1))


def test_if_the_search_cannot_be_compiled_there_is_no_analysis(
    own_server: LiveServer,
    studies: Studies,
    compiled: set[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("cogtable.server.thinking.warmup.COMMAND", ("-c", "import sys; sys.exit('out of memory')"))
    table, _, _ = finished(own_server)
    compiled.clear()
    watcher = own_server.sit(table)
    watcher.send(type="analyse", id=70)
    answer = watcher.next("error")
    assert answer["id"] == 70
    assert "code for it could not be compiled" in answer["words"]
    assert "the bots of tiny cannot be compiled, and play without that: out of memory" in caplog.text
    assert not studies.plies


def test_the_numbers_of_stored_and_active_analyses_are_limited(
    server: LiveServer, studies: Studies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogtable.server.rooms.analyses.KEPT", 1)
    first, second = (finished(server)[0] for _ in range(2))
    studies.go_on.clear()
    watcher = server.sit(first)
    watcher.send(type="analyse", id=70)
    watcher.next("analysis")
    answer = refusal(server.sit(second), type="analyse")
    assert answer["code"] == "busy"
    assert "1 games are being analysed already" in answer["words"]
    studies.go_on.set()
    ask(watcher)
    assert ask(server.sit(second))


def test_a_failure_is_reported_and_can_be_retried(
    server: LiveServer, studies: Studies, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(match: Match, ply: int, effort: AnalysisEffort, token: CancelToken) -> AnalysedPosition:
        raise RuntimeError("out of ideas")

    table, _, match = finished(server)
    watcher = server.sit(table)
    monkeypatch.setattr(analysis, "analyse_position", fails)
    watcher.send(type="analyse", id=70)
    answer = watcher.next("error")
    assert (answer["id"], answer["code"]) == (70, "internal")
    assert "the analysis failed" in answer["words"]
    assert "out of ideas" in caplog.text
    monkeypatch.setattr(analysis, "analyse_position", studies.analyse_position)
    assert len(ask(watcher)) == match.ply + 1


# --- public and private parts ----


def test_moves_with_hidden_cards_are_shown_to_their_owner_only(server: LiveServer, studies: Studies) -> None:
    """In Tiny the best move is a card that stays in the hand."""
    table, secrets, match = finished(server)
    received = [ask(server.sit(table, secret)) for secret in (*secrets, "")]
    for ply, move in enumerate(match.moves):
        better = match.at(ply).choices(move.seat)[0]
        for reader, positions in enumerate(received):
            verdict = positions[ply].get("move")
            if verdict is None:
                continue
            assert (verdict["seat"], verdict["chance"], verdict["best"]) == (move.seat, 0.5, 0.75)
            if reader == move.seat:
                assert (verdict["words"], verdict["better"]) == (move.text, better.text)
                assert verdict["better_pieces"] == list(better.pieces)
            else:
                assert not {"words", "pieces", "better", "better_pieces"} & set(verdict)
    assert any(position.get("move") for position in received[0])


def test_public_moves_are_shown_to_all(server: LiveServer, studies: Studies) -> None:
    table, _, match = finished(server, "splendor", options={"target": 1})
    positions = ask(server.sit(table))
    first = positions[0]["move"]
    assert first["words"] == match.moves[0].text
    assert first["better"] == match.at(0).choices(0)[0].text
    assert first["better_pieces"] == list(match.at(0).choices(0)[0].pieces)


def test_a_position_shows_what_the_seat_saw_then(server: LiveServer, studies: Studies) -> None:
    table, secrets, match = finished(server)
    for who, secret in ((0, secrets[0]), (1, secrets[1]), (None, "")):
        person = server.sit(table, secret)
        for ply in range(match.ply + 1):
            person.send(type="look", id=ply, ply=ply)
            answer = person.next("position", "error")
            assert (answer["id"], answer["ply"]) == (ply, ply)
            view = seen(match.at(ply).view(who))
            view.pop("choices", None)
            assert seen(answer["view"]) == view
            assert not {"choices", "log", "previews"} & set(answer["view"])
            for other in {0, 1} - {who}:
                hidden = [f"card-{card}" for card in match.at(ply).state.hand[other] if card >= 0]
                assert not any(f'"{card}"' in json.dumps(answer) for card in hidden)


@pytest.mark.parametrize("ply", [-1, 99])
def test_an_unreached_position_is_refused(server: LiveServer, studies: Studies, ply: int) -> None:
    table, _, _ = finished(server)
    answer = refusal(server.sit(table), type="look", ply=ply)
    assert answer["code"] == "malformed"
    assert f"there is no position after move {ply}; there are 0 to 6" in answer["words"]


@pytest.mark.native
def test_an_analysis_by_the_real_search(tmp_path: Path) -> None:
    bots.compile_bot(bots.find("expert"), cogtable.game("tiny"))
    effort = AnalysisEffort(look=20, search=30, compare=30)
    with LiveServer(tmp_path / "db", effort=effort) as server:
        table, secrets, match = finished(server)
        positions = ask(server.sit(table, secrets[0]))
        wanted = list(analysis.analyse(match, effort=effort))
    assert [position["chances"] for position in positions] == [
        [round(c, 4) for c in position.chances] for position in wanted
    ]
    assert [position["move"]["best"] for position in positions if position.get("move")] == [
        round(position.move.best_chance, 4) for position in wanted if position.move
    ]


def test_a_measure_that_is_no_number_leaves_the_rest_of_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> object:
        raise BrokenGame("splendor: the measure of the reason 'points' must return a whole number; found 0.5")

    monkeypatch.setattr(reasons, "of_move", broken)
    monkeypatch.setattr(reasons, "of_result", broken)
    match = cogtable.game("splendor").start(seats=2, seed=1)
    first, second = (choice.action for choice in match.choices(0)[:2])
    match.play(0, first)
    move = JudgedMove(
        ply=0,
        seat=0,
        action=first,
        words="",
        chance=0.4,
        best=second,
        best_words="",
        best_chance=0.6,
        compared=(second,),
    )
    found = described(match, AnalysedPosition(ply=0, chances=[0.5, 0.5], move=move)).position_for(0)
    assert found.move is not None
    assert (found.move.chance, found.move.reasons) == (0.4, [])
    assert cause_for(match, 0) is None
