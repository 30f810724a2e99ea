"""A small tournament in the browser: created, joined, played, and won."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Person
from .test_accessible import found as violations
from .test_legible import measured
from .test_people import signed_up

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


COLOURS = """() => {
    const found = {}
    for (const each of document.querySelectorAll('.person')) {
        const name = each.querySelector('strong, .name [translate=no]').textContent.trim()
        const colour = [...each.querySelector('.avatar').classList].find(word => word.startsWith('seat-'))
        found[name] = (found[name] ?? new Set()).add(colour)
    }
    return Object.values(found).map(colours => colours.size)
}"""
"""The number of colours in which each player of a tournament is shown."""


def secret_of(page: Page, tournament: str) -> str:
    """The secret that identifies a page's browser in a tournament."""
    return str(json.loads(page.evaluate("localStorage.getItem('cogtable-seats')"))[tournament])


def end_round(server: LiveServer, tournament: str, secrets: dict[int, str]) -> None:
    """Ends all tables of the current round without a browser: each seat has a turn, and the first one resigns."""
    found: dict[str, Any] = server.get(f"/api/tournaments/{tournament}")
    for table in found["tables"]:
        if table.get("counted"):
            continue
        seats = [{"table": table["table"], "secret": secrets[player]} for player in table["players"]]
        for seat in seats:
            server.act(seat)
        server.resign(seats[0])


class Club(NamedTuple):
    """A tournament of four: the page of Ada, who made it, and of Ben on his phone; the secrets of all, by number."""

    ada: Page
    ben: Page
    tournament: str
    secrets: dict[int, str]


@pytest.fixture
def made(server: LiveServer, open_page: OpenPage, picture: Picture) -> Page:
    """The page of a tournament that Ada has made: two rounds, which she begins."""
    ada = open_page(1280, 720, name="Ada")
    ada.goto(server.url)
    ada.get_by_role("link", name="Tournaments", exact=True).click()
    ada.get_by_role("textbox", name="Name").fill("Friday Swiss")
    ada.get_by_role("combobox", name="Rounds").select_option("2")
    ada.get_by_role("radiogroup", name="Time control").get_by_text("No limit").click()
    ada.get_by_role("combobox", name="Next round").select_option("When I say so")
    picture(ada, "tournament-new")
    ada.get_by_role("button", name="Create the tournament").click()
    ada.wait_for_url(re.compile("/tournaments/.+"))
    return ada


@pytest.fixture
def club(server: LiveServer, made: Page, open_page: OpenPage, picture: Picture) -> Club:
    tournament = made.url.rpartition("/")[2]
    ben = open_page(390, 844, name="Ben")
    ben.goto(made.url)
    ben.get_by_role("button", name="Take part").click()
    expect(ben.get_by_text("This page shows your table as soon as the round begins.")).to_be_visible()
    picture(ben, "tournament-joined-phone")
    secrets = {0: secret_of(made, tournament), 1: secret_of(ben, tournament)}
    for name in ("Cleo", "Dan"):
        joined = server.post(f"/api/tournaments/{tournament}/join", {"name": name})
        secrets[joined["number"]] = joined["secret"]
    expect(made.get_by_role("row")).to_have_count(5)
    return Club(made, ben, tournament, secrets)


def test_a_tournament_waits_for_players(made: Page) -> None:
    expect(made.get_by_role("heading", name="Friday Swiss")).to_be_visible()
    expect(made.locator("main")).to_contain_text("At least 2 players are needed.")


def test_a_round_sends_its_players_to_their_tables(club: Club, picture: Picture) -> None:
    club.ada.get_by_role("button", name="Begin round 1").click()
    expect(club.ada.get_by_role("region", name="Tables of round 1").get_by_role("listitem")).to_have_count(2)
    picture(club.ada, "tournament-table")
    sits = Person(club.ben)
    club.ben.get_by_role("link", name="Go to my table").click()
    sits.until(lambda: bool(sits.view))
    assert sits.seat >= 0


def test_a_tournament_is_played_to_its_end(server: LiveServer, club: Club, picture: Picture) -> None:
    """The page updates by itself. A table of the last round links back to the standings."""
    ada = club.ada
    ada.get_by_role("button", name="Begin round 1").click()
    ada.get_by_role("link", name="Go to my table").wait_for()
    end_round(server, club.tournament, club.secrets)
    expect(ada.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    expect(ada.get_by_role("heading", name="Standings after round 1")).to_be_visible()
    ada.get_by_role("button", name="Begin round 2").click()
    ada.get_by_role("link", name="Go to my table").wait_for()
    end_round(server, club.tournament, club.secrets)
    ada.get_by_role("heading", name=re.compile("won|share first place")).wait_for()
    rows = ada.get_by_role("row").all()[1:]
    points = [row.locator(".points").inner_text() for row in rows]
    assert sum(float(each.replace("½", ".5")) for each in points) == 4, "a point for each of four games"
    assert all(row.locator(".chip").count() == 2 for row in rows)
    picture(ada, "tournament-over")
    ada.get_by_role("link", name=re.compile("^Round 2: ")).first.click()
    ada.get_by_role("link", name="To the tournament").click()
    expect(ada.get_by_role("heading", name="Friday Swiss")).to_be_visible()


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.large)])
def test_the_pages_are_accessible_and_legible(
    server: LiveServer, open_page: OpenPage, picture: Picture, theme: str
) -> None:
    called = f"Everybody, {theme}"
    body = {"name": called, "by": "Ada", "game": "splendor", "method": "robin", "late_s": 180}
    made = server.post("/api/tournaments", body)
    for name in ("Ben", "Cleo", "Dan with quite a name"):
        server.post(f"/api/tournaments/{made['tournament']}/join", {"name": name})
    for size, (width, height) in {"desktop": (1280, 720), "phone": (390, 844)}.items():
        page = open_page(width, height, theme=theme)
        seats = json.dumps({made["tournament"]: made["secret"]})
        page.add_init_script(f"localStorage.setItem('cogtable-seats', {seats!r})")
        page.goto(f"{server.url}/tournaments")
        page.get_by_role("link", name=re.compile(called)).wait_for()
        assert measured(page, size) == []
        if size == "phone":
            assert violations(page) == []
        page.get_by_role("link", name=re.compile(called)).click()
        begin = page.get_by_role("button", name="Begin round 1")
        if size == "desktop":
            begin.click()
        page.get_by_role("link", name="Go to my table").wait_for()
        picture(page, f"tournament-{size}-{theme}")
        assert set(page.evaluate(COLOURS)) == {1}, "each player has one colour, wherever they stand on the page"
        assert measured(page, size) == []
        if size == "phone":
            assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def looked_at(page: Page, size: str) -> None:
    """Checks that a page is legible and accessible, and fits its window."""
    assert measured(page, size) == []
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def made_by_ada(server: LiveServer, players: int, **wanted: Any) -> tuple[str, dict[int, str]]:
    """Creates a tournament of Ada and others. Returns its id, and the secrets by number."""
    made = server.post("/api/tournaments", {"name": "Cup night", "by": "Ada", "game": "splendor"} | wanted)
    tournament = str(made["tournament"])
    secrets = {0: str(made["secret"])}
    for name in ("Ben", "Cleo", "Dan with quite a name", "Eva")[: players - 1]:
        joined = server.post(f"/api/tournaments/{tournament}/join", {"name": name})
        secrets[joined["number"]] = joined["secret"]
    return tournament, secrets


def opened_by_ada(server: LiveServer, page: Page, tournament: str, secrets: dict[int, str]) -> Page:
    seats = json.dumps({tournament: secrets[0]})
    page.add_init_script(f"localStorage.setItem('cogtable-seats', {seats!r})")
    page.goto(f"{server.url}/tournaments/{tournament}")
    return page


THEMES = ["dark", pytest.param("light", marks=pytest.mark.large)]


@pytest.mark.parametrize("theme", THEMES)
def test_a_knock_out_shows_its_bracket_to_the_final(
    server: LiveServer, open_page: OpenPage, picture: Picture, theme: str
) -> None:
    """On a phone one round at a time, which the reader can choose; elsewhere side by side."""
    tournament, secrets = made_by_ada(server, 5, method="knockout", third=True, pause_s=0)
    phone = opened_by_ada(server, open_page(390, 844, theme=theme), tournament, secrets)
    phone.get_by_role("button", name="Begin round 1").click()
    bracket = phone.get_by_role("region", name="Bracket").first
    expect(bracket.get_by_text("Bye", exact=True)).to_have_count(3)
    picture(phone, f"tournament-knock-out-phone-{theme}")
    looked_at(phone, "phone")
    bracket.get_by_text("Semi-finals").first.click()
    expect(bracket.get_by_text("Not decided yet").first).to_be_visible()
    page = opened_by_ada(server, open_page(1280, 720, theme=theme), tournament, secrets)
    for following in ("Semi-finals", "Final"):
        end_round(server, tournament, secrets)
        expect(page.get_by_role("heading", name=following, exact=True)).to_be_visible()
        page.get_by_role("region", name=re.compile("Tables of round")).get_by_role("listitem").first.wait_for()
        expect(
            page.get_by_role("heading", name=f"Tables of round {2 if following == 'Semi-finals' else 3}")
        ).to_be_visible()
    end_round(server, tournament, secrets)
    page.get_by_role("heading", name=re.compile("won")).wait_for()
    final = page.get_by_role("region", name="Bracket").first
    expect(final.get_by_text("goes on")).to_have_count(3 + 1 + 2 + 1 + 1, timeout=10_000)
    expect(page.get_by_role("heading", name="Third place")).to_be_visible()
    picture(page, f"tournament-knock-out-{theme}")
    looked_at(page, "desktop")


@pytest.mark.parametrize("theme", THEMES)
def test_in_an_arena_the_next_table_comes_by_itself(
    server: LiveServer, open_page: OpenPage, picture: Picture, theme: str
) -> None:
    control = {"game_s": 300, "move_s": 5}
    tournament, secrets = made_by_ada(server, 4, method="arena", length_s=3600, time_control=control)
    pages = {}
    for size, (width, height) in {"desktop": (1280, 720), "phone": (390, 844)}.items():
        pages[size] = opened_by_ada(server, open_page(width, height, theme=theme), tournament, secrets)
    page = pages["desktop"]
    page.get_by_role("button", name="Begin now").click()
    page.get_by_role("link", name="Go to my table").wait_for()
    first = page.get_by_role("link", name="Go to my table").get_attribute("href")
    end_round(server, tournament, secrets)
    expect(page.get_by_role("link", name="Go to my table")).not_to_have_attribute("href", str(first))
    for size, each in pages.items():
        expect(each.get_by_text(re.compile("^Ends in 5"))).to_be_visible()
        expect(each.get_by_role("columnheader", name="Last results")).to_be_visible()
        picture(each, f"tournament-arena-{size}-{theme}")
        looked_at(each, size)


@pytest.mark.parametrize("method", ["Knock-out", "Arena"])
def test_each_format_is_chosen_with_one_sentence(
    server: LiveServer, open_page: OpenPage, picture: Picture, method: str
) -> None:
    page = open_page(390, 844, name="Ada")
    page.goto(f"{server.url}/tournaments")
    page.get_by_role("textbox", name="Name").fill("Sunday cup")
    choice = page.get_by_role("group", name="Pairing")
    expect(choice.get_by_role("radio")).to_have_count(4)
    choice.get_by_text(method, exact=True).click()
    setting = "Games in a match" if method == "Knock-out" else "Duration"
    page.get_by_role("combobox", name=setting).select_option(index=1)
    picture(page, f"tournament-new-{method}-phone")
    looked_at(page, "phone")
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url(re.compile("/tournaments/.+"))
    info = server.get(f"/api/tournaments/{page.url.rpartition('/')[2]}")["info"]
    assert info["method"] == method.lower().replace("-", "")
    assert (info.get("best_of"), info.get("length_s") or None) == ((2, None) if method == "Knock-out" else (None, 3600))


@pytest.mark.parametrize("theme", THEMES)
def test_a_series_is_made_at_a_time_in_a_named_zone(
    server: LiveServer, open_page: OpenPage, picture: Picture, theme: str
) -> None:
    """Its creator chooses the zone by name; each reader sees their own time too."""
    url = f"http://localhost:{server.port}"
    page = open_page(1280, 720, theme=theme, name=f"grace-{token_hex(4)}")
    signed_up(page, url)
    page.goto(f"{url}/tournaments")
    page.get_by_role("textbox", name="Name").fill("Friday cup")
    page.get_by_role("radiogroup", name="First round").get_by_text("At a set time").click()
    day = (datetime.now(UTC) + timedelta(days=20)).date()
    page.get_by_label("When it begins").fill(f"{day}T20:00")
    page.get_by_role("combobox", name="Time zone").select_option("Asia/Tokyo")
    expect(page.locator("#begin-both")).to_contain_text("your time; 8:00 PM in Tokyo")
    page.get_by_role("combobox", name="Repeat it").select_option("every week")
    page.get_by_role("spinbutton", name="Number of tournaments").fill("4")
    picture(page, f"tournament-series-new-{theme}")
    looked_at(page, "desktop")
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url(re.compile("/tournaments/.+"))
    expect(page.get_by_role("heading", name=re.compile("your time; 8:00 PM in Tokyo"))).to_be_visible()
    page.get_by_role("link", name=re.compile("The series")).click()
    page.get_by_role("link", name=re.compile("Friday cup 1")).wait_for()
    expect(page.get_by_text("every week · 4 times")).to_be_visible()
    looked_at(page, "desktop")
    page.get_by_role("button", name="End the series").click()
    page.get_by_role("button", name="End it").click()
    expect(page.get_by_text("No more tournaments follow.")).to_be_visible()
    phone = open_page(390, 844, theme=theme)
    phone.goto(page.url)
    phone.get_by_role("link", name=re.compile("Friday cup 1")).wait_for()
    picture(phone, f"tournament-series-phone-{theme}")
    looked_at(phone, "phone")
