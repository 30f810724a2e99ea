"""Text in a hexagon stays within its outline: the parts of all robots of Coal Heart, as outlines and built."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

import cogtable
from cogtable.engine.play.match import Match
from cogtable.games.coalheart.rules.components import BODY, ROBOTS

from .live_server import LiveServer
from .shown import Shown

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

OUTLINES = (Path(__file__).parent / "hexes.js").read_text()
"""A function that names text that crosses the outline of its hexagon."""
HALVES = [sum(1 << slot for slot in range(first, BODY, 2)) for first in (0, 1)]
"""Every second part is built: each is seen as an outline and built, and no robot is complete."""


def position(robot: int, built: int) -> Match:
    """A position in which the seat to move has this robot with these slots built."""
    game = cogtable.game("coalheart")
    match = game.start(seats=3, seed=1)
    laid_out = match.position.copy()
    for other in range(match.seats):
        first = (robot + other) % ROBOTS * BODY
        laid_out["body"][0, (match.waiting[0] + other) % match.seats] = range(first, first + BODY)
    laid_out["built"][0, match.waiting[0]] = built
    return game.start_at(laid_out)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height"), [(1280, 720), pytest.param(390, 844, marks=pytest.mark.large)], ids=["desktop", "phone"]
)
def test_no_text_crosses_the_outline_of_its_hexagon(
    server: LiveServer, open_page: OpenPage, picture: Picture, width: int, height: int
) -> None:
    shown = Shown(open_page(width, height), server)
    found = []
    for robot in range(ROBOTS):
        for half in HALVES:
            shown.show(position(robot, half))
            found += shown.page.evaluate(OUTLINES)
            picture(shown.page, f"hexes-{width}-{robot}-{half}")
    assert found == []
