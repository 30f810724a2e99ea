"""Before anything is compiled, bots move at once, with a small note that the server is still preparing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveServer]:
    """A server that finds no compiled code, and stores none."""
    monkeypatch.setenv("COGTABLE_CACHE", str(tmp_path / "empty"))
    with LiveServer(tmp_path / "tables.db") as server:
        yield server
    assert not list((tmp_path / "empty").rglob("*.nbc"))


@pytest.mark.large  # tests/server/test_warmup.py tests the same without a page
def test_a_bot_without_compiled_code_moves_and_its_seat_says_so(
    server: LiveServer, open_page: Callable[..., Page], picture: Callable[[Page, str], None]
) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "expert"}]
    table = server.post("/api/tables", {"game": "splendor", "seats": seats, "name": "Ada", "seed": 1})
    ada = Person(open_page(height=720))
    ada.sit(server.url, table)
    ada.until(lambda: bool(ada.view.get("choices")))
    ada.page.keyboard.press("m")
    ada.page.locator("dialog [data-action]").first.click()
    ada.until(lambda: ada.view["ply"] >= 2)
    sizes = (("desktop", "quick move: server preparing", 1280, 720), ("phone", "quick move", 390, 844))
    for size, words, width, height in sizes:
        ada.page.set_viewport_size({"width": width, "height": height})
        expect(ada.page.get_by_text(words, exact=True)).to_be_visible()
        expect(ada.page.locator(".banner")).to_have_count(0)
        picture(ada.page, f"warming-{size}")
    ada.page.keyboard.press("h")
    expect(ada.page.get_by_text("This was only a quick look: the server is still preparing this game.")).to_be_visible()
    picture(ada.page, "warming-hint-phone")
