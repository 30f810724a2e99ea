"""The benchmark of WebAssembly modules does the same work in Chromium as natively."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser

import cogtable
from bench import wasm
from bench.wasm_page import PageWork
from cogtable.bots import mcts
from cogtable.bots.bot import COMPILED
from cogtable.engine.batches import cpu
from cogtable.engine.compiled_play.kernels import padded
from cogtable.engine.play.game import Game
from cogtable.engine.records.state import copied

pytestmark = [pytest.mark.native, pytest.mark.xdist_group("engine")]


@pytest.fixture(scope="module")
def game() -> Game:
    return cogtable.game("tiny")


@pytest.fixture
def prepared(game: Game, module_of: Callable[[Game], Path], tmp_path: Path) -> Path:
    """The folder that a page loads."""
    module_of(game)
    wasm.prepare(tmp_path, game, wasm.dealt_of(game), list(wasm.positions_of(game)))
    return tmp_path


@pytest.fixture
def page(chromium: Browser, prepared: Path) -> Iterator[PageWork]:
    with PageWork(chromium, prepared) as page:
        yield page


def test_a_page_plays_the_moves_that_native_play_makes(page: PageWork, game: Game) -> None:
    dealt = copied(wasm.dealt_of(game))
    assert page.play(game.bound) == cpu.play_out(dealt, game.box.tables, padded(game, 1)[0], game.bound)


def test_a_page_grows_the_trees_that_native_search_grows(page: PageWork, game: Game) -> None:
    positions = list(wasm.positions_of(game))
    assert page.think() == wasm.SIMULATIONS * len(positions)
    settings, action = mcts.SearchConfig(wasm.SIMULATIONS), np.zeros(1, np.int64)
    work = mcts.workspace_for(game, settings, COMPILED)
    hidden, seat = positions[-1]
    last = (copied(hidden), np.array([seat], np.int8), np.array([len(positions) - 1]))
    mcts.decide_many(settings, game, *last, action, workspace=work, always=True)
    found = mcts.summed([work], int(hidden[0].seats), wasm.SIMULATIONS)
    rows = zip(found.actions.tolist(), found.visits.tolist(), strict=True)
    assert sorted(zip(*page.tried(), strict=True)) == list(rows)


def test_work_takes_cpu_time_of_the_page_and_waiting_does_not(page: PageWork, game: Game) -> None:
    assert wasm.timed(lambda: page.play(game.bound), page.cpu_s) > 2 * wasm.timed(page.rest, page.cpu_s)


def test_a_module_that_does_not_load_is_an_error(chromium: Browser, prepared: Path) -> None:
    (prepared / "game.wasm").write_bytes(b"?")
    with pytest.raises(LookupError, match="the page in Chromium cannot load the module"):
        PageWork(chromium, prepared)


def test_chromium_is_left_out_where_there_is_none(monkeypatch: pytest.MonkeyPatch, capsys, game: Game) -> None:
    monkeypatch.setattr(wasm, "chromium", chromium_that_is_missing)
    monkeypatch.setattr(wasm, "compressed", lambda file: 1000)
    monkeypatch.setattr(wasm, "folder_of", lambda game: Path())
    monkeypatch.setattr(wasm, "speeds", lambda game, browser: iter([browser]))
    assert [*wasm.measure([game])][1:] == [None]
    assert capsys.readouterr().err == "wasm: Chromium left out, there is no Chromium\n"


def chromium_that_is_missing() -> None:
    raise LookupError("there is no Chromium")
