"""The bench of what hints and analyses cost the server: its pages search, and it notices if they don't."""

from __future__ import annotations

import asyncio
import os

import pytest

import cogtable
from bench import page_searches
from bench.serving import Server
from cogtable.bots import CancelToken
from cogtable.engine.play.match import Match
from cogtable.lab import analysis
from cogtable.lab.analysis import Advice
from cogtable.server.wire import from_client

from .live_server import LiveServer
from .test_analyses import Studies
from .test_hints import advice


@pytest.fixture(autouse=True)
def quick_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_searches, "PLAYER", "random")


@pytest.fixture
def found(server: LiveServer) -> Server:
    return Server(server.address, os.getpid())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats for which the server itself searches for a hint."""
    asked: list[int] = []

    def advise(match: Match, seat: int, seed: int, token: CancelToken) -> Advice:
        asked.append(seat)
        return advice(match, seat)

    monkeypatch.setattr(analysis, "advise", advise)
    monkeypatch.setattr(analysis, "analyse_position", Studies().analyse_position)
    return asked


@pytest.mark.parametrize(("by_page", "by_server"), [(True, 0), (False, 3)])
def test_the_expected_side_searches(found: Server, asked: list[int], by_page: bool, by_server: int) -> None:
    game = cogtable.game("splendor")
    cost = asyncio.run(page_searches.cost(found, game, by_page=by_page, people=3, moves=2, finished=1))
    assert cost.hint > 0
    assert cost.analysis > 0
    assert len(asked) == by_server


def test_pages_that_get_no_searches_are_an_error(found: Server, asked: list[int]) -> None:
    game, engine = cogtable.game("tiny"), from_client.PageEngine(module="0123456789abcdef", box="0123456789abcdef")
    question = page_searches.cost_of(found, game, 2, 1, lambda ply: from_client.AskHint(id=1, ply=ply, engine=engine))
    with pytest.raises(LookupError, match="tiny: expected 2 pages that search; found 0"):
        asyncio.run(question)


def test_a_refusal_is_an_error(found: Server) -> None:
    game = cogtable.game("tiny")
    with pytest.raises(LookupError, match="the server refused: you can ask for that when the game is over"):
        asyncio.run(page_searches.cost_of(found, game, 1, 1, lambda ply: from_client.Analyse(id=1)))
