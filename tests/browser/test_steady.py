"""The layout doesn't shift during a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from .live_server import LiveServer
from .person import Person
from .short import GAMES, another, short_game

OpenPage = Callable[..., Page]
Home = Callable[[str], LiveServer]

SHIFT = 0.05
"""The limit for the layout shifts of a whole game (web.dev calls 0.1 good for the worst few seconds of a visit)."""
STEADINESS = (Path(__file__).parent / "steadiness.js").read_text()
"""Sums up layout shifts."""


@pytest.mark.large  # test_splendor.py watches turns of Splendor
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_the_layout_does_not_shift_during_a_game(
    home: Home, open_page: OpenPage, game: str, size: tuple[int, int]
) -> None:
    page = open_page(*size, motion="no-preference", sound=None)
    page.add_init_script(STEADINESS)
    server, person = home(game), Person(page)
    person.sit(server.url, short_game(server, game))
    while person.await_turn():
        person.play(another(person.view))
    page.get_by_role("button", name="Play again").first.wait_for()
    assert page.evaluate("shift") < SHIFT, "\n".join(page.evaluate("shifted"))
