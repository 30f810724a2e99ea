"""The end of a game: what decided it, links to its moves, playing on, rematches; and premoves."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import cogtable

from .live_server import LiveServer
from .person import Person, View
from .short import another

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

SIZES = {"desktop": (1280, 720), "phone": (390, 844)}


def decided(server: LiveServer) -> dict[str, Any]:
    """A table at which a person has won."""
    ranks: list[int] = []

    def is_won(view: View) -> bool:
        ranks[:] = [place["rank"] for place in view["result"]["placements"]] if view["over"] else []
        return False

    for seed in count(1):
        table = server.ahead(server.table("me", "random", limit=4, seed=seed), until=is_won)
        if len(set(ranks)) > 1:
            break
    return table


def lost(server: LiveServer) -> dict[str, Any]:
    """A table at which a person has lost."""
    ranks: dict[int, int] = {}

    def is_over(view: View) -> bool:
        ranks.update({place["seat"]: place["rank"] for place in view["result"]["placements"]} if view["over"] else {})
        return False

    for seed in count(1):
        ranks.clear()
        table = server.ahead(server.table("me", "greedy", limit=4, seed=seed), choose=another, until=is_over)
        if ranks[0] > 1:
            break
    return table


def test_a_loss_ends_with_one_moment_to_try_again(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    """The game is played on from there, at a table of its own."""
    page = open_page(*SIZES["phone"])
    ada, table = Person(page), lost(server)
    ada.sit(server.url, table)
    again = page.get_by_role("button", name=re.compile("^Try again: "))
    expect(again).to_have_count(1)
    picture(page, "ending-try-again")
    again.click()
    page.wait_for_url(lambda url: table["table"] not in url)
    expect(page.get_by_role("link", name="Back to the finished game")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])
def test_the_result_shows_what_decided_it_and_links_to_the_moves(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    page = open_page(*SIZES[size])
    ada = Person(page)
    table = decided(server)
    ada.sit(server.url, table)
    result = page.get_by_role("region", name="The game is over")
    expect(result.get_by_role("heading", level=2)).to_have_text(re.compile(r"win by \d|point|wins"))
    page.keyboard.press("Escape")
    expect(result).to_have_count(0)
    page.get_by_role("button", name="Result").click()
    expect(result.get_by_text("What decided it")).to_be_visible()
    picture(page, f"ending-{size}")

    page.get_by_role("button", name="Analysis").click()
    page.get_by_role("slider", name="Chances of winning, move by move").press("Home")
    page.wait_for_url(re.compile(r"/analysis/0$"))
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"/analysis/1$"))
    ply = page.url.rsplit("/", 1)[1]
    watcher = open_page(name="Bob")
    watcher.goto(page.url.replace("analysis", "replay"))
    expect(watcher.get_by_role("banner")).to_contain_text(f"After move {ply}")
    expect(watcher.get_by_role("button", name="Play on after move")).to_have_count(0)
    page.get_by_role("button", name=f"Play on after move {ply}").click()
    page.wait_for_url(lambda url: table["table"] not in url)
    ada.until(lambda: not ada.over and ada.view["ply"] >= int(ply))
    assert f"from move {ply} of a finished game" in ada.notice


def test_a_rematch_waits_for_the_other_player_and_rotates_the_seats(server: LiveServer, open_page: OpenPage) -> None:
    table = server.table("me", "open", limit=1)
    held = [table, server.join(table, "Bob")]
    for seat in range(2):  # one turn each
        server.act(held[seat])
    people = [Person(open_page()), Person(open_page(name="Bob"))]
    for person, seated in zip(people, held, strict=True):
        person.sit(server.url, seated)
        assert person.over
    ada, bob = people
    first = ada.page.url
    ada.page.get_by_role("button", name="Play again").click()
    expect(ada.page.get_by_role("button", name="Waiting for Bob")).to_be_visible()
    expect(bob.page.get_by_text("Ada wants to play again.")).to_be_visible()
    bob.page.get_by_role("button", name="Play again").click()
    for person, seat in ((ada, 1), (bob, 0)):
        person.page.wait_for_url(lambda url: url != first)
        person.until(lambda person=person, seat=seat: not person.over and person.seat == seat)  # type: ignore[misc]


def test_a_premove_is_played_when_the_turn_comes(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    table = server.table("me", "open")
    friend = server.join(table, "Bob")
    server.act(table)
    planner = Person(open_page(*SIZES["phone"]))
    planner.sit(server.url, table)
    planner.until(lambda: planner.view["waiting"] == [1])
    planner.touch("bank.0")
    expect(planner.page.get_by_text("Planning your turn")).to_be_visible()
    for gem in ("bank.1", "bank.2"):
        planner.touch(gem)
    planner.touch("bank.2")
    expect(planner.page.get_by_text("Planned for your turn: take white, blue, green")).to_be_visible()
    picture(planner.page, "planned-move")
    planner.page.get_by_role("button", name="Take back").click()
    expect(planner.page.get_by_text("Planned for your turn")).to_have_count(0)
    for gem in ("bank.0", "bank.1", "bank.2", "bank.2"):
        planner.touch(gem)
    server.act(friend)
    planner.until(lambda: planner.view["ply"] >= 3)
    assert planner.accepted == 3


def test_after_a_resignation_no_move_is_shown_as_decisive(server: LiveServer, open_page: OpenPage) -> None:
    server.ready("splendor", "expert")
    table = server.table("me", "open", seed=3)
    friend = server.join(table, "Bob")
    for seat in (table, friend, table):
        server.act(seat)
    server.resign(friend)
    page = open_page()
    page.goto(f"{server.url}/t/{table['table']}#{table['secret']}")
    result = page.get_by_role("region", name="The game is over")
    expect(result.get_by_text(re.compile(r"Bob resigned\. Your chance was [3-6]\d% then"))).to_be_visible(
        timeout=120_000
    )
    expect(result).not_to_contain_text("to 100%")
    expect(result).not_to_contain_text("0 to 0")
    page.get_by_role("button", name="Analysis").click()
    moves = page.get_by_role("region", name="Moves", exact=True)
    expect(moves.get_by_role("listitem")).to_have_count(3)
    expect(moves).not_to_contain_text("resigned")
    page.get_by_role("slider").press("Home")
    expect(page.get_by_role("banner")).to_contain_text("After move 0")
    expect(page.get_by_role("banner")).not_to_contain_text("Game over")


def test_a_player_downloads_the_finished_game(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(*SIZES["phone"])
    ada = Person(page)
    table = decided(server)
    ada.sit(server.url, table)
    page.get_by_role("region", name="The game is over").wait_for()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download", exact=True).click()
    assert coming.value.suggested_filename == f"splendor-{table['table']}.json"
    match = cogtable.load(coming.value.path().read_bytes(), verify=True)
    assert match.over
    assert match.ply == ada.view["ply"]
    watcher = open_page(name="Bob")
    watcher.goto(f"{server.url}/t/{table['table']}")
    watcher.get_by_role("region", name="The game is over").wait_for()
    expect(watcher.get_by_role("button", name="Download")).to_have_count(0)
