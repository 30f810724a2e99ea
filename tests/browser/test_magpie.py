"""The game of `docs/add-a-game.md`, a package of its own, at a table with a bot that searches."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person

MAGPIE = Path(__file__).parents[2] / "examples" / "magpie"


@pytest.fixture
def server(tmp_path: Path, installed: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveServer]:
    """A server of an environment in which the package is installed."""
    paths = installed(MAGPIE), os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    with LiveServer(tmp_path / "cogtable.db") as server:
        yield server


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["desktop", "phone"])
def test_a_whole_game_against_medium(
    server: LiveServer, open_page: Callable[..., Page], picture: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    server.warm("magpie", "medium")
    page = open_page(*size)
    person = Person(page)
    page.goto(server.url)
    page.get_by_text("Magpie", exact=True).first.click()
    own = page.locator(".tile img")
    expect(own).to_have_count(1)
    assert own.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    picture(page, f"magpie-lobby-{size[0]}")
    page.get_by_role("button", name="Open the table").click()
    person.until(lambda: bool(person.view))
    turns = 0
    while person.await_turn():
        turns += 1
        choices = person.view["choices"]
        if turns == 4:
            picture(page, f"magpie-{size[0]}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        person.play(choices[turns % len(choices)])
    assert turns == 10
    assert any("MP-R7" in message for message in person.heard)
    expect(page.get_by_role("button", name="Play again").first).to_be_visible()
