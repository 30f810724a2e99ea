"""Searches in the page: what a page is given, what comes of its results, and when the server searches instead."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest

import cogtable
from cogtable.bots import CancelToken
from cogtable.bots.mcts import SearchResult
from cogtable.engine.play.game import Game
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.rules import verbs
from cogtable.lab import analysis
from cogtable.lab.analysis import Advice, SearchOrder
from cogtable.server.rooms import page_searches
from cogtable.wasm import files

from .live_server import LiveServer, Person
from .test_analyses import Studies, ask, finished
from .test_hints import advice


def search(game: Game, order: SearchOrder) -> SearchResult:
    """Stands in for a search: of the actions it considers, the last is the best."""
    mask = game.mask()
    verbs.legal(order.hidden[0], game.box.record, max(order.seat, 0), mask)
    legal = np.flatnonzero(mask)[-analysis.CANDIDATES :]
    actions = legal if order.first < 0 else np.array([order.first])
    seats = np.linspace(0.2, 0.8, int(order.hidden[0].seats))
    visits = np.arange(1, actions.size + 1)
    return SearchResult(actions, visits, actions % 97 / 97, order.simulations, seats)


def outcome(game: Game, searches: analysis.Searches[Any]) -> Any:
    """The outcome of a computation with these searches."""
    found = None
    try:
        while True:
            found = [search(game, order) for order in analysis.advance(searches, found)]
    except StopIteration as end:
        return end.value


class Page:
    """Stands in for a person's page, and its engine."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.game = cogtable.game(game)
        self.orders: list[SearchOrder] = []
        """All searches that it was given."""

    @property
    def engine(self) -> dict[str, str]:
        return {"module": files.digest(self.game), "box": self.game.box.digest}

    def ask_hint(self, number: int = 90, **more: Any) -> None:
        self.person.send(**({"type": "hint", "id": number, "ply": self.person.ply, "engine": self.engine} | more))

    def task(self) -> dict[str, Any]:
        """The next task."""
        task = self.person.next("search", "advice", "error")
        assert task["type"] == "search", task
        return task

    def results(self, task: dict[str, Any]) -> list[dict[str, Any]]:
        orders = [self._order(**each) for each in task["searches"]]
        self.orders += orders
        return [_written(search(self.game, order)) for order in orders]

    def answer(self, task: dict[str, Any], **more: Any) -> None:
        self.person.send(**({"type": "searched", "id": 1000 + task["task"], "task": task["task"]} | more))

    def serve(self, *types: str) -> dict[str, Any]:
        """Does all tasks until a message of one of these types comes."""
        while (message := self.person.next("search", *types))["type"] == "search":
            self.answer(message, results=self.results(message))
        return message

    def _order(self, hidden: str, seat: int, seed: str, simulations: int, first: int = -1) -> SearchOrder:
        record: Any = self.game.state.new()
        record[:] = np.frombuffer(base64.b64decode(hidden), self.game.state.dtype)
        return SearchOrder(record, seat, int(seed), simulations, first)


def _written(result: SearchResult) -> dict[str, Any]:
    return {name: getattr(result, name).tolist() for name in ("actions", "visits", "chances", "seats")}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For which seats the server itself has searched for a hint."""
    asked: list[int] = []

    def advise(match: Match, seat: int, seed: int, token: CancelToken) -> Advice:
        asked.append(seat)
        return advice(match, seat)

    monkeypatch.setattr(analysis, "advise", advise)
    return asked


@pytest.fixture
def studies(monkeypatch: pytest.MonkeyPatch) -> Studies:
    """The positions that the server itself has studied."""
    studies = Studies()
    monkeypatch.setattr(analysis, "analyse_position", studies.analyse_position)
    return studies


# --- hints ------------------------------------------------------------------------------------------


def test_a_page_searches_and_the_server_only_says_the_words(server: LiveServer, asked: list[int]) -> None:
    table, secrets = server.full("splendor", seats=3, seed=4)
    page = Page(server.sit(table, secrets[0]), "splendor")
    page.ask_hint()
    hint = page.serve("advice")
    match = page.game.start(seats=3, seed=4)
    wanted = outcome(page.game, analysis.advising(match, 0))
    assert [(move["action"], move["words"]) for move in hint["moves"]] == [
        (move.action, move.words) for move in wanted.candidates
    ]
    assert hint["chances"] == [round(chance, 4) for chance in wanted.chances]
    assert hint["id"] == 90
    assert len(page.orders) == 1 + analysis.CANDIDATES
    assert not asked


def test_a_page_is_given_what_its_seat_may_know_and_nothing_else(server: LiveServer, asked: list[int]) -> None:
    table, secrets = server.full("tiny", seats=3, seed=5)
    match = cogtable.game("tiny").start(seats=3, seed=5)
    for seat in (1, 2):
        page = Page(server.sit(table, secrets[seat]), "tiny")
        page.ask_hint()
        page.serve("advice")
        assert {order.hidden.tobytes() for order in page.orders} == {match.hidden(seat).tobytes()}
        assert {order.seat for order in page.orders} == {seat}
        assert not any('"type":"search"' in text for text in server.sit(table).received)


def test_no_seed_of_a_page_tells_of_the_deal(server: LiveServer, asked: list[int]) -> None:
    seeds = []
    for dealt in (1, 2):
        table, secrets = server.full("tiny", seed=dealt)
        page = Page(server.sit(table, secrets[0]), "tiny")
        page.ask_hint()
        page.serve("advice")
        seeds.append(page.orders[0].seed)
    assert seeds == [analysis.SEED] * 2, "the same for every deal"


@pytest.mark.parametrize("part", ["module", "box"])
def test_with_another_engine_the_server_searches(server: LiveServer, asked: list[int], part: str) -> None:
    table, secrets = server.full("splendor")
    page = Page(server.sit(table, secrets[0]), "splendor")
    page.ask_hint(engine=page.engine | {part: "0123456789abcdef"})
    assert page.person.next("search", "advice")["type"] == "advice"
    assert asked == [0]


@pytest.mark.parametrize(
    "change",
    [
        {"actions": []},
        {"actions": [100_000]},
        {"actions": [0, 0, 0]},
        {"chances": [0.5]},
        {"chances": [1.5, 0.5, 0.5]},
        {"visits": [-1, 2, 3]},
        {"visits": [1, 2, 10**30]},
        {"seats": [1.0]},
        {"seats": [0.0, 0.0]},
    ],
)
def test_results_that_cannot_be_right_are_not_used(
    server: LiveServer, asked: list[int], caplog: pytest.LogCaptureFixture, change: dict[str, Any]
) -> None:
    table, secrets = server.full("splendor")
    page = Page(server.sit(table, secrets[0]), "splendor")
    page.ask_hint()
    task = page.task()
    [result] = page.results(task)
    with caplog.at_level("INFO", "cogtable.server"):
        page.answer(task, results=[result | change])
        assert page.person.next("search", "advice")["type"] == "advice"
    assert "its results cannot be right" in caplog.text
    assert asked == [0]


def test_too_few_results_are_not_used(server: LiveServer, asked: list[int]) -> None:
    table, secrets = server.full("splendor")
    page = Page(server.sit(table, secrets[0]), "splendor")
    page.ask_hint()
    task = page.task()
    page.answer(task, results=page.results(task))
    task = page.task()
    page.answer(task, results=page.results(task)[:1])
    assert page.person.next("search", "advice")["type"] == "advice"
    assert asked == [0]


def test_a_page_that_cannot_search_leaves_it_to_the_server(server: LiveServer, asked: list[int]) -> None:
    table, secrets = server.full("splendor")
    page = Page(server.sit(table, secrets[0]), "splendor")
    page.ask_hint()
    page.answer(page.task())
    assert page.person.next("search", "advice")["type"] == "advice"
    assert asked == [0]


def test_a_silent_page_is_not_waited_for_long(
    server: LiveServer, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_searches, "PATIENCE_S", 0.01)
    table, secrets = server.full("splendor")
    page = Page(server.sit(table, secrets[0]), "splendor")
    page.ask_hint()
    task = page.task()
    assert page.person.next("search", "advice")["type"] == "advice"
    page.answer(task, results=page.results(task))  # ignored
    page.person.play()
    assert asked == [0]


def test_a_page_that_wants_no_answer_any_more_costs_nothing(server: LiveServer, asked: list[int]) -> None:
    table, secrets = server.full("splendor")
    page = Page(server.sit(table, secrets[0]), "splendor")
    page.ask_hint()
    page.answer(page.task(), wanted=False)
    assert page.person.next("advice", "error")["code"] == "late"
    page.ask_hint(91)
    assert page.serve("advice", "error")["id"] == 91
    assert not asked


def test_a_decision_made_meanwhile_ends_the_search(server: LiveServer, asked: list[int]) -> None:
    table, secrets = server.full("splendor")
    page = Page(server.sit(table, secrets[0]), "splendor")
    page.ask_hint()
    task = page.task()
    page.person.play()
    while not any('"code":"late"' in text for text in page.person.received):
        page.person.hear()
    page.answer(task, results=page.results(task))  # ignored
    page.person.send(type="ping")
    assert page.person.next("pong", "advice", "error")["type"] == "pong"
    assert not asked


def test_when_a_page_goes_the_server_goes_on_for_the_other_one(server: LiveServer, asked: list[int]) -> None:
    table, secrets = server.full("splendor")
    page, other = (Page(server.sit(table, secrets[0]), "splendor") for _ in range(2))
    page.ask_hint()
    page.task()
    other.person.send(type="hint", id=91, ply=0)
    other.person.send(type="why", id=92, ply=0, piece="nothing")  # answered after the hint has been asked for
    other.person.next("error", "reason")
    page.person.leave()
    assert other.person.next("advice")["id"] == 91
    assert asked == [0]


# --- analyses ---------------------------------------------------------------------------------------


def positions_of(page: Page) -> list[dict[str, Any]]:
    """The whole analysis, as it comes."""
    page.person.send(type="analyse", id=70, engine=page.engine)
    positions: list[dict[str, Any]] = []
    while True:
        part = page.serve("analysis", "error")
        assert part["type"] == "analysis", part
        assert part["first"] == len(positions)
        positions += part["positions"]
        if len(positions) == part["total"]:
            return positions


def may_know(match: Match, reader: int) -> set[bytes]:
    """The records of a match that a reader may have: its own and those of spectators."""
    return {match.at(ply).hidden(seat).tobytes() for ply in range(match.ply + 1) for seat in (reader, SPECTATOR)}


@pytest.mark.parametrize("game", ["tiny", "splendor"])
def test_a_page_studies_what_it_may_know_and_the_server_the_rest(
    server: LiveServer, studies: Studies, game: str
) -> None:
    table, secrets, match = finished(server, game)
    for reader, secret in ((0, secrets[0]), (1, secrets[1]), (SPECTATOR, "")):
        page = Page(server.sit(table, secret), game)
        positions = positions_of(page)
        assert {order.hidden.tobytes() for order in page.orders} <= may_know(match, reader)
        for ply, position in enumerate(positions):
            if ply in studies.plies:
                continue
            wanted = outcome(page.game, analysis.analysing(match, ply))
            assert position["chances"] == [round(chance, 4) for chance in wanted.chances]
            assert bool(wanted.move) == bool(position.get("move"))
            if wanted.move:
                assert position["move"]["chance"] == round(wanted.move.chance, 4)
                assert position["move"]["best"] == round(wanted.move.best_chance, 4)


def test_a_page_that_looks_from_elsewhere_gets_no_more_records_of_its_seat(
    server: LiveServer, studies: Studies
) -> None:
    table, secrets, match = finished(server, "splendor")
    page = Page(server.sit(table, secrets[0]), "splendor")
    page.person.send(type="analyse", id=70, engine=page.engine)
    task = page.person.next("search")
    page.person.send(type="switch", id=71, seat=SPECTATOR)
    page.answer(task, results=page.results(task))
    given = {order.hidden.tobytes() for order in page.orders}
    known = 0
    while known < match.ply + 1:
        part = page.serve("analysis", "error")
        known = part["first"] + len(part["positions"])
    assert {order.hidden.tobytes() for order in page.orders} == given
    assert studies.plies


def test_what_one_page_found_is_shown_to_nobody_else(server: LiveServer, studies: Studies) -> None:
    table, secrets, match = finished(server, "splendor")
    assert positions_of(Page(server.sit(table, secrets[0]), "splendor"))
    assert len(studies.plies) < match.ply
    positions = ask(server.sit(table, secrets[1]))
    assert sorted(studies.plies) == list(range(match.ply + 1))
    assert all(position["chances"] == [0.5, 0.5] for position in positions)


def test_what_the_server_has_studied_no_page_studies_again(server: LiveServer, studies: Studies) -> None:
    table, secrets, _ = finished(server)
    ask(server.sit(table, secrets[0]))
    page = Page(server.sit(table, secrets[1]), "tiny")
    positions_of(page)
    assert not page.orders


def test_the_server_goes_on_where_a_page_fails(server: LiveServer, studies: Studies) -> None:
    table, secrets, match = finished(server)
    page = Page(server.sit(table, secrets[0]), "tiny")
    page.person.send(type="analyse", id=70, engine=page.engine)
    page.answer(page.person.next("search"))
    known = 0
    while known < match.ply + 1:
        part = page.person.next("search", "analysis")
        assert part["type"] == "analysis"
        known = part["first"] + len(part["positions"])
    assert sorted(studies.plies) == list(range(match.ply + 1))


def test_a_seat_that_looks_as_a_spectator_reads_what_a_spectator_reads(server: LiveServer, studies: Studies) -> None:
    table, secrets, _ = finished(server, "splendor")
    page = Page(server.sit(table, secrets[0]), "splendor")
    own = positions_of(page)
    page.person.send(type="switch", id=60, seat=-1)
    page.person.next("update")
    watched = positions_of(page)
    assert watched == positions_of(Page(server.sit(table), "splendor"))
    assert [bool(position.get("move")) for position in watched] == [bool(position.get("move")) for position in own]


def test_what_only_its_own_seat_reads_needs_no_sampled_deals(
    server: LiveServer, studies: Studies, monkeypatch: pytest.MonkeyPatch
) -> None:
    public, tried = analysis.public, set()

    def seen(match: Match, seat: int, action: int) -> bool:
        tried.add(seat)
        return public(match, seat, action)

    monkeypatch.setattr(analysis, "public", seen)
    table, secrets, _ = finished(server)
    positions_of(Page(server.sit(table, secrets[0]), "tiny"))
    assert tried == {1}  # by the server, for everybody
