"""Robots act one after another on a stage, with beams to what they change; it can be paused and skipped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import cogtable
from cogtable.engine.play.match import Match

from .live_server import LiveServer
from .shown import Shown, played

pytestmark = [pytest.mark.large, pytest.mark.xdist_group("legible")]  # the games are played once

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

LONG_MS = 60_000
"""Longer than any move stays on the screen."""


def several_act() -> tuple[Match, int, int]:
    """A game, a move of it in which several robots act, and a seat that watches them."""
    match = played(cogtable.game("recharge"), 4)
    for ply in range(1, match.ply):
        after = match.at(ply)
        for seat in range(match.seats):
            if len(after.view(seat).frames) > 1:
                return match, ply, seat
    raise AssertionError("no move has several frames")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_robots_act_on_a_stage_that_can_be_paused_and_skipped(
    server: LiveServer, open_page: OpenPage, picture: Picture, width: int, height: int, motion: str
) -> None:
    match, ply, seat = several_act()
    page = open_page(width, height, motion=motion, clock=True)
    shown = Shown(page, server)
    shown.show(match.at(ply - 1), seat)
    first, *_ = shown.follow(match.at(ply), seat).frames
    actor = page.locator(".stage .title")
    expect(actor).to_have_text(first.ghosts[0].face.title)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(LONG_MS)
    expect(actor).to_have_text(first.ghosts[0].face.title)
    beams = page.locator(".beams .chip.nowrap")
    assert beams.count() == len(first.beams)
    picture(page, f"stage-{width}-{motion}")
    page.get_by_role("button", name="Go on").click()
    page.clock.run_for(LONG_MS)
    expect(actor).to_have_count(0)
    expect(beams).to_have_count(0)


def test_the_stage_is_left_by_a_touch(server: LiveServer, open_page: OpenPage) -> None:
    match, ply, seat = several_act()
    page = open_page(390, 844, clock=True)
    shown = Shown(page, server)
    shown.show(match.at(ply - 1), seat)
    shown.follow(match.at(ply), seat)
    page.locator(".stage").click()
    expect(page.locator(".stage")).to_have_count(0)
