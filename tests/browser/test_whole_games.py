"""A whole short game of each game on the desktop, played by touch; test_splendor.py has that of Splendor."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Choice, Person, View, sensible
from .short import OPTIONS
from .test_coalheart import fierce
from .test_recharge import build_up
from .test_smashgear import keen

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


class Way(NamedTuple):
    """How a short game is played: against which bots, from which seed, with which choices."""

    bots: list[str]
    seed: int
    choose: Callable[[View], Choice]
    kinds: set[str]
    """The first words of preferred choices."""
    end: str
    """The text of the result."""


GAMES = {
    "megaman": Way(["greedy"], 5, sensible, {"take", "recruit"}, "without 16 points"),
    "recharge": Way(["random"], 5, build_up, {"choose", "play", "resolve"}, "Round 12 of 12"),
    "smashgear": Way(["greedy"], 5, keen, {"buy", "lay", "run", "flip"}, "Nobody won in 6 turns"),
    "coalheart": Way(["random"] * 2, 3, fierce, {"use", "build"}, "The last round is over"),
}


@pytest.mark.slow  # so that it starts before quicker tests
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_touch(server: LiveServer, open_page: OpenPage, picture: Picture, game: str) -> None:
    bots, seed, choose, kinds, end = GAMES[game]
    person = Person(open_page())
    page = person.page
    server.ready(game, bots[0])
    person.sit(server.url, server.table("me", *bots, game=game, seed=seed, **OPTIONS.get(game, {})))
    played = []
    while person.await_turn(last=True):  # the same game on every machine, even if all seats decide at the same time
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page scrolls down"
        picture(page, f"{game}-desktop")
        played.append(choose(person.view))
        person.play(played[-1])
    assert kinds <= {choice["text"].split()[0] for choice in played}
    expect(page.get_by_role("region", name="The game is over")).to_contain_text(end)
    expect(page.get_by_role("button", name="Play again").first).to_be_visible()
    picture(page, f"{game}-over-desktop")
