"""When the connection is lost, everybody sees it, no move is lost, and play continues by itself when it is back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .live_server import LiveServer
from .person import PATIENCE, Person, sensible, sooner
from .proxy import Network

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

LOOKS = pytest.mark.parametrize(
    ("look", "width", "height", "theme"),
    [pytest.param("desktop", 1280, 800, "dark", marks=pytest.mark.large), ("phone", 390, 844, "light")],
)


@pytest.fixture
def network(server: LiveServer) -> Iterator[Network]:
    with Network(server.port) as network:
        yield network


def shows(page: Page, selector: str, words: str) -> None:
    expect(page.locator(selector)).to_contain_text(words, timeout=PATIENCE * 1000)


def soon_shows(page: Page, selector: str, words: str) -> None:
    """Waits for a text that the page shows only after some seconds, which its clock skips."""
    sooner(page, lambda: words in page.locator(selector).inner_text())
    shows(page, selector, words)


def choose(person: Person) -> None:
    """Chooses a move by touching its pieces, the last one twice to play it; this requests nothing from the server."""
    pieces = sensible(person.view)["pieces"]
    for piece in [*pieces, pieces[-1]]:
        person.touch(piece)


def moves(server: LiveServer, table: dict[str, Any]) -> int:
    """Returns the number of a table's stored moves."""
    with closing(sqlite3.connect(server.database)) as database:
        counted = database.execute("SELECT count(*) FROM actions WHERE table_id = ?", [table["table"]])
        return int(counted.fetchone()[0])


@pytest.mark.slow
@LOOKS
def test_a_lost_network_is_shown_and_play_continues_when_it_is_back(
    server: LiveServer,
    network: Network,
    open_page: OpenPage,
    picture: Picture,
    look: str,
    width: int,
    height: int,
    theme: str,
) -> None:
    table = server.table("me", "open")
    friend = server.join(table, "Ben")
    ada = Person(open_page(width, height, theme=theme, clock=True))
    ben = Person(open_page(width, height, theme=theme, name="Ben"))
    ada.sit(network.url, table)
    ben.sit(server.url, friend)
    assert ada.await_turn()
    network.off()
    choose(ada)
    shows(ada.page, ".bar", "Sending your move")
    shows(ada.page, "header .pill", "Sending")
    picture(ada.page, f"connection-sending-{look}")
    soon_shows(ada.page, "header .pill", "No connection")
    shows(ben.page, "header .pill", "Ada is away")
    picture(ada.page, f"connection-gone-{look}")
    picture(ben.page, f"connection-away-{look}")
    assert moves(server, table) == 0
    network.on()
    soon_shows(ada.page, "header .pill", "Ben’s turn")
    assert ben.await_turn()
    assert moves(server, table) == 1
    assert all(person.get("here") for person in ben.occupants)
    ben.play(sensible(ben.view))
    assert ada.await_turn()


@pytest.mark.slow
def test_a_move_whose_answer_was_lost_is_played_once_and_the_next_is_sent_when_the_network_is_back(
    server: LiveServer, network: Network, open_page: OpenPage
) -> None:
    table = server.table("me", "open")
    friend = server.join(table, "Ben")
    ada = Person(open_page(clock=True))
    ada.sit(network.url, table)
    assert ada.await_turn()
    network.lose_answers()
    choose(ada)
    ada.until(lambda: moves(server, table) == 1)
    soon_shows(ada.page, "header .pill", "No connection")
    network.on()
    sooner(ada.page, lambda: ada.view["ply"] == 1)
    shows(ada.page, "header .pill", "Ben is away")
    assert moves(server, table) == 1
    expect(ada.page.get_by_role("alert")).to_have_count(0)

    # The next move is chosen while there is no connection.
    server.act(friend)
    assert ada.await_turn()
    network.off()
    soon_shows(ada.page, "header .pill", "No connection")
    choose(ada)
    shows(ada.page, ".bar", "as soon as you are back online")
    network.on()
    sooner(ada.page, lambda: ada.view["ply"] == 3)
    assert moves(server, table) == 3


@pytest.mark.large  # test_app.py kills a server, and the test above has a move that waits for it
def test_pages_continue_after_the_server_restarted(own_server: LiveServer, open_page: OpenPage) -> None:
    server = own_server
    table = server.table("me", "open")
    server.join(table, "Ben")
    ada = Person(open_page())
    ada.sit(server.url, table)
    assert ada.await_turn()
    server.kill()
    shows(ada.page, "header .pill", "No connection")
    choose(ada)
    server.start()
    ada.until(lambda: ada.view["ply"] == 1)
    assert moves(server, table) == 1


@pytest.mark.large
def test_a_page_in_the_background_is_not_away(server: LiveServer, open_page: OpenPage) -> None:
    """Its scripts are stopped, as in a background tab; the browser itself answers the server's pings."""
    table = server.table("me", "open")
    friend = server.join(table, "Ben")
    ada, ben = Person(open_page()), Person(open_page(name="Ben"))
    ada.sit(server.url, table)
    ben.sit(server.url, friend)
    ben.until(lambda: all(person.get("here") for person in ben.occupants))
    received = len(ben.received)
    session = ada.page.context.new_cdp_session(ada.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    # Ben's own page asks every 2.5 s; after five answers Ada would long have been marked away.
    ben.until(lambda: sum('"pong"' in text for text in ben.received[received:]) >= 5)
    assert all(person.get("here") for person in ben.occupants)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    assert ada.await_turn()
    ada.play(sensible(ada.view))
    assert ben.await_turn()


def test_a_table_that_cannot_be_loaded_for_a_moment_is_requested_again(server: LiveServer, open_page: OpenPage) -> None:
    ada = Person(open_page())
    attempts: list[WebSocketRoute] = []

    def refuse_twice(route: WebSocketRoute) -> None:
        attempts.append(route)
        if len(attempts) > 2:
            route.connect_to_server()
            return
        words = "this table cannot go on at the moment: splendor cannot be loaded just now; the log says more"

        def refuse(_: str | bytes) -> None:
            route.send(json.dumps({"type": "error", "code": "unavailable", "words": words}))
            route.close(code=1013)

        route.on_message(refuse)

    ada.page.route_web_socket("**/ws", refuse_twice)
    table = server.table("me", "random")
    ada.page.goto(f"{server.url}/t/{table['table']}#{table['secret']}")
    expect(ada.page.locator("main")).to_be_attached()
    shows(ada.page, "body", "splendor cannot be loaded just now; the log says more. Trying again")
    shows(ada.page, "header .pill", "Your turn")
    assert len(attempts) == 3


def test_a_move_that_cannot_be_stored_for_a_moment_is_sent_again(server: LiveServer, open_page: OpenPage) -> None:
    ada = Person(open_page())
    refused: list[int] = []

    def refuse_once(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "act" and not refused:
                refused.append(message["id"])
                words = "the database is not answering; try again in a moment"
                error = {"type": "error", "code": "unavailable", "words": words, "id": message["id"]}
                route.send(json.dumps(error))
            else:
                server.send(text)

        route.on_message(pass_on)

    ada.page.route_web_socket("**/ws", refuse_once)
    table = server.table("me", "open")
    server.join(table, "Ben")
    ada.page.goto(f"{server.url}/t/{table['table']}#{table['secret']}")
    shows(ada.page, "header .pill", "Your turn")
    ada.page.get_by_role("button", name="Got it").click()
    ada.page.locator('[data-piece="bank.0"]').click()
    ada.page.locator('[data-piece="bank.1"]').click()
    ada.page.locator('[data-piece="bank.2"]').click()
    ada.page.locator('[data-piece="bank.2"]').click()
    expect(ada.page.get_by_role("alert")).to_contain_text("It will be sent again", timeout=PATIENCE * 1000)
    shows(ada.page, ".bar", "Sending your move")
    shows(ada.page, "header .pill", "Ben is away")
    assert len(refused) == 1
    assert moves(server, table) == 1
