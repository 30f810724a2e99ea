"""Before anything is compiled: bots move at once, and say quietly that they are warming up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person


@pytest.mark.parametrize(("size", "width", "height"), [("desktop", 1280, 720), ("phone", 390, 844)])
def test_a_bot_that_nothing_was_compiled_for_moves_and_says_so_at_its_seat(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    open_page: Callable[..., Page],
    picture: Callable[[Page, str], None],
    size: str,
    width: int,
    height: int,
) -> None:
    monkeypatch.setenv("COGTABLE_CACHE", str(tmp_path / "empty"))
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "expert"}]
    with LiveServer(tmp_path / "tables.db") as server:
        table = server.post("/api/tables", {"game": "splendor", "seats": seats, "name": "Ada", "seed": 1})
        ada = Person(open_page(width, height))
        ada.sit(server.url, table)
        ada.until(lambda: bool(ada.view.get("choices")))
        ada.page.keyboard.press("m")
        ada.page.locator("dialog [data-action]").first.click()
        ada.until(lambda: ada.view["ply"] >= 2)
        words = "warming up" if size == "desktop" else "warming"
        expect(ada.page.get_by_text(words, exact=True)).to_be_visible()
        expect(ada.page.locator(".banner")).to_have_count(0)
        picture(ada.page, f"warming-{size}")
        ada.page.keyboard.press("h")
        expect(ada.page.get_by_text("A quick thought: the server is still warming up")).to_be_visible()
        picture(ada.page, f"warming-hint-{size}")
    assert not list((tmp_path / "empty").rglob("*.nbc"))
