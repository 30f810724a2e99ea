"""The client as an app: it can be installed, has a page for being offline, and notifies the player who is to move."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .chromium import await_promised, await_worker
from .live_server import LiveServer
from .person import PATIENCE, Person, sensible
from .proxy import Network

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


@pytest.mark.xdist_group("whole")
def test_the_app_can_be_installed(server: LiveServer, open_page: OpenPage) -> None:
    """Chromium lists what an app lacks; the icons have the sizes that the manifest states."""
    page = open_page(workers="allow", whole=True)
    page.goto(server.url)
    await_worker(page)
    session = page.context.new_cdp_session(page)
    lacking = {error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert lacking <= {"in-incognito"}  # like all windows of tests
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    icons = json.loads(found["data"])["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        with urllib.request.urlopen(f"{server.url}/{icon['src']}", timeout=PATIENCE) as answer:
            drawing = answer.read()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(drawing[at : at + 4]) for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.slow
def test_a_table_opened_offline_loads_when_the_server_is_back(
    own_server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    """Only the offline page is cached: with the server back, everything comes from there."""
    server = own_server
    table = server.table("me", "greedy")
    page = open_page(workers="allow")
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if "Content Security" in message.text else None)
    person = Person(page)
    person.sit(server.url, table)
    await_worker(page)
    await_promised(page, "caches.keys().then(names => names.length === 1)")
    server.kill()
    page.goto(f"{server.url}/t/{table['table']}")
    expect(page.get_by_role("heading", name="The table waits for you")).to_be_visible()
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate("document.fonts.check('700 24px Vollkorn')")
    picture(page, "offline-desktop")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "offline-phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    person.view = {}
    server.start()
    person.until(lambda: bool(person.view))
    assert person.await_turn()
    assert page.evaluate("caches.keys().then(names => names.length)") == 1
    assert refused == []


@pytest.mark.large  # test_connection.py has a move that is sent when the network is back
def test_a_move_that_was_not_sent_can_be_cancelled(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    with Network(server.port) as network:
        table = server.table("me", "open")
        server.join(table, "Ben")
        ada = Person(open_page())
        ada.sit(network.url, table)
        assert ada.await_turn()
        network.off()
        pill = ada.page.locator("header .pill")
        expect(pill).to_contain_text("No connection")
        expect(pill).to_contain_text("Trying again in")
        for piece in ("bank.0", "bank.1", "bank.2", "bank.2"):
            ada.touch(piece)
        bar = ada.page.locator(".bar")
        expect(bar).to_contain_text("will be sent as soon as you are back online")
        picture(ada.page, "connection-kept-desktop")
        ada.page.set_viewport_size({"width": 390, "height": 844})
        expect(bar.get_by_role("button", name="Take back")).to_be_visible()
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        picture(ada.page, "connection-kept-phone")
        bar.get_by_role("button", name="Take back").click()
        ada.page.set_viewport_size({"width": 1280, "height": 800})
        ada.page.get_by_role("button", name="Try now").click()
        network.on()
        expect(pill).to_contain_text("Back online")
        picture(ada.page, "connection-back-desktop")
        expect(pill).to_contain_text("Your turn")
        assert ada.view["ply"] == 0
        for piece in ("bank.1", "bank.2", "bank.3", "bank.3"):
            ada.touch(piece)
        ada.reach(1)
        assert sum('"type":"act"' in text for text in ada.sent) == 1


HEARD = """
    window.heard = 0
    for (const kind of ['createOscillator', 'createBufferSource']) {
        const make = AudioContext.prototype[kind]
        AudioContext.prototype[kind] = function () {
            window.heard++
            return make.call(this)
        }
    }
"""
"""Counts the sounds that begin."""


def sound_offer(page: Page) -> Locator:
    """Returns the offer to play with sound."""
    return page.get_by_role("region", name="Play with sound?")


def test_the_first_game_asks_for_sound_and_then_plays_it(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    table = server.table("me", "open")
    server.join(table, "Ben")
    ada = Person(open_page(sound=None))
    ada.page.add_init_script(HEARD)
    ada.sit(server.url, table)
    expect(sound_offer(ada.page)).to_be_visible()
    picture(ada.page, "sound-offer-desktop")
    assert ada.await_turn()
    sound_offer(ada.page).get_by_role("button", name="Yes").click()
    expect(sound_offer(ada.page)).to_have_count(0)
    ada.page.wait_for_function("heard > 0")
    before = ada.page.evaluate("heard")
    ada.play(sensible(ada.view))
    ada.page.wait_for_function("before => heard > before", arg=before)


def test_a_player_who_plays_on_is_not_asked_for_sound_again(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    table = server.table("me", "open")
    server.join(table, "Ben")
    ada = Person(open_page(390, 844, sound=None))
    ada.sit(server.url, table)
    expect(sound_offer(ada.page)).to_be_visible()
    picture(ada.page, "sound-offer-phone")
    assert ada.await_turn()
    ada.play(sensible(ada.view))
    ada.page.reload()
    ada.page.locator(".scene [data-piece]").first.wait_for()
    expect(sound_offer(ada.page)).to_have_count(0)


def test_title_and_icon_of_the_tab_show_ones_turn(server: LiveServer, open_page: OpenPage) -> None:
    table = server.table("me", "open")
    server.join(table, "Ben")
    ada = Person(open_page())
    ada.sit(server.url, table)
    assert ada.await_turn()
    icon = ada.page.locator('link[rel="icon"]')
    expect(ada.page).to_have_title("● Your turn · Splendor")
    expect(icon).to_have_attribute("href", "/favicon-turn.svg")
    ada.play(sensible(ada.view))
    expect(ada.page).to_have_title("Splendor")
    expect(icon).to_have_attribute("href", "/favicon.svg")


def test_sound_can_be_switched_off_in_the_menu(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    ada = Person(open_page(sound=True))
    ada.sit(server.url, server.table("me", "greedy"))
    ada.page.get_by_role("button", name="Menu").click()
    menu = ada.page.get_by_role("dialog")
    menu.get_by_role("slider", name="Volume").fill("0.3")
    picture(ada.page, "sound-menu-desktop")
    menu.get_by_role("switch", name="Sound", exact=True).uncheck(force=True)
    expect(menu.get_by_role("slider", name="Volume")).to_have_count(0)


def test_the_first_table_needs_few_bytes(server: LiveServer, chromium: Browser) -> None:
    """Counts all bytes that a browser with an empty cache loads until a person can play Splendor and the offline page
    is cached.
    """
    with Network(server.port) as network, chromium.new_context(viewport={"width": 1280, "height": 720}) as context:
        person = Person(context.new_page())
        person.page.set_default_timeout(PATIENCE * 1000)
        person.sit(network.url, server.table("me", "greedy"))
        assert person.await_turn()
        await_worker(person.page)
        person.page.wait_for_load_state("networkidle")
        assert 60_000 < network.received < 250_000
