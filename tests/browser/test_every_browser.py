"""The same journeys in Chromium, Firefox and WebKit: a newcomer's table, ten moves, a hint, the chat, a restart."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from .conftest import SCREENS
from .drivers.chromium import Chromium
from .drivers.firefox import Firefox, firefox
from .drivers.webkit import webkit_window
from .drivers.window import Window
from .live_server import LiveServer
from .test_connection import moves

pytestmark = pytest.mark.large

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}

WITHOUT_SERVER = re.compile(
    r"WebSocket|ERR_CONNECTION|NS_ERROR_CONNECTION|connection to .*wss?:|Load failed|/ws: status 426", re.IGNORECASE
)
"""What browsers report while there is no server, and the answer 426 to the client that asks over HTTP if it is back."""

OpenWindow = Callable[[str], Window]


@pytest.fixture(scope="module")
def firefoxes() -> Iterator[Callable[[str], Firefox]]:
    """Firefox on a device with a mouse and one with a touchscreen, started when first used."""
    with ExitStack() as stack:
        started: dict[str, Firefox] = {}

        def on(size: str) -> Firefox:
            if size not in started:
                started[size] = stack.enter_context(firefox(touch=size == "phone"))
            return started[size]

        yield on


@pytest.fixture(
    params=[
        "chromium",
        pytest.param("firefox", marks=pytest.mark.xdist_group("firefox")),
        pytest.param("webkit", marks=pytest.mark.xdist_group("webkit")),
    ]
)
def browser_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def open_window(request: pytest.FixtureRequest, browser_name: str) -> Iterator[OpenWindow]:
    """Opens a window of a newcomer. In the end no window has had an error on its console or a failed request."""
    opened: list[Window] = []
    with ExitStack() as stack:

        def open_window(size: str) -> Window:
            width, height = SIZES[size]
            found: Window
            try:
                if browser_name == "firefox":
                    found = stack.enter_context(request.getfixturevalue("firefoxes")(size).window(width, height))
                elif browser_name == "webkit":
                    found = stack.enter_context(webkit_window(width, height))
                else:
                    chromium = Chromium(request.getfixturevalue("chromium"))
                    found = stack.enter_context(chromium.window(width, height, touch=size == "phone"))
            except LookupError as error:
                pytest.fail(str(error))
            opened.append(found)
            return found

        yield open_window
        assert [fault for window in opened for fault in window.faults()] == []


@pytest.fixture
def keep(browser_name: str) -> Callable[[Window, str], None]:
    """Leaves a picture of a window where a person can look at it, if `COGTABLE_SCREENSHOTS` is set."""

    def keep(window: Window, name: str) -> None:
        if os.environ.get("COGTABLE_SCREENSHOTS"):
            SCREENS.mkdir(parents=True, exist_ok=True)
            (SCREENS / f"{name}-{browser_name}.png").write_bytes(window.screenshot())

    return keep


def sit(window: Window, server: LiveServer, table: dict[str, Any]) -> None:
    """Opens a table, with the seat's secret if there is one."""
    secret = f"#{table['secret']}" if table.get("secret") else ""
    window.visit(f"{server.url}/t/{table['table']}{secret}")


def await_turn(window: Window) -> None:
    """Waits until it is this person's turn and the page offers its moves."""
    window.await_text("header .pill.mine", "Your turn")
    window.until(lambda: bool(window.read(".bar .all, .bar [data-action]")), "moves to choose from")


def press_piece(window: Window, beginning: str) -> None:
    """Touches the piece whose accessible name begins so."""
    window.press("button", next(name for name in window.names("[data-piece]") if name.startswith(beginning)))


def best(texts: list[str]) -> str:
    """The choice that leads to an end: buy, else take many gems, else what there is."""
    kinds = ["pass", "reserve", "return", "choose", "take", "buy"]
    return max(texts, key=lambda text: (kinds.index(text.split()[0].lower()), text.count(",")))


def play(window: Window) -> None:
    """Plays a move from the list of all, or by a button below the table if there are few."""
    if every := window.names(".bar .all"):
        window.press("button", every[0])
        window.until(lambda: bool(window.read("dialog [data-action]")), "the list of all moves")
        window.press("button", best(window.names("dialog [data-action]")))
    else:
        window.press("button", best(window.names(".bar [data-action]")))


@pytest.mark.parametrize("size", SIZES)
def test_a_newcomer_plays_ten_moves_and_takes_a_hint(
    server: LiveServer, open_window: OpenWindow, keep: Callable[[Window, str], None], size: str
) -> None:
    server.ready("splendor", "medium")
    server.ready("splendor", "expert")  # thinks about hints
    window = open_window(size)

    def played(move: Callable[[], None]) -> None:
        """Makes a move, and waits until it is stored and the next is due."""
        before = moves(server, table)
        move()
        window.until(lambda: moves(server, table) > before, "a move to be stored")
        await_turn(window)
        assert window.overflow()[0] <= 0, "the page scrolls sideways"

    window.visit(server.url)
    window.press("button", "Play Splendor")
    window.press("button", "Play")
    await_turn(window)
    table = {"table": window.call("() => location.pathname").rpartition("/")[2]}
    keep(window, f"splendor-begin-{size}")

    def take_three() -> None:
        for color in ("white", "green", "red", "red"):  # the last once more to confirm
            press_piece(window, f"{color} in the bank: ")

    def take_the_hint() -> None:
        window.press("button", "Hint")
        window.await_text("[role=status]", "Best move found")
        keep(window, f"splendor-hint-{size}")
        assert window.overflow()[0] <= 0, "the page scrolls sideways"
        (advised,) = window.names(".bar [data-action].primary")
        window.press("button", advised)

    played(take_three)
    played(take_the_hint)
    for _ in range(8):
        played(lambda: play(window))
    keep(window, f"splendor-ten-{size}")


def test_the_page_searches_for_a_hint(thoughtless: LiveServer, open_window: OpenWindow) -> None:
    """The server has no time for it."""
    window = open_window("desktop")
    sit(window, thoughtless, thoughtless.table("me", "random"))
    await_turn(window)
    window.press("button", "Hint")
    window.await_text("[role=status]", "Best move found")


def test_two_people_write_to_each_other(
    server: LiveServer, open_window: OpenWindow, keep: Callable[[Window, str], None]
) -> None:
    """Ada at her computer, Ben at his phone."""
    ada, ben = open_window("desktop"), open_window("phone")
    table = server.table("me", "open")
    sit(ada, server, table)
    sit(ben, server, {"table": table["table"]})
    ben.press("textbox", "Your name")
    ben.type("Ben")
    ben.press("button", "Join")
    await_turn(ada)
    ada.press("tab", "Chat")
    ada.press("textbox", "Write to Ben")
    ada.type("Good luck, Ben!\n")
    ben.press("button", "Chat, 1 new message")
    ben.await_text(".bubble", "Good luck, Ben!")
    ben.press("button", "Sure!")
    ada.await_text(".bubble", "Sure!")
    ben.press("textbox", "Write to Ada")
    ben.type("Have fun, Ada.\n")
    ada.await_text(".bubble", "Have fun, Ada.")
    for window, size in ((ada, "desktop"), (ben, "phone")):
        keep(window, f"chat-{size}")
        assert window.overflow()[0] <= 0, f"the page scrolls sideways on the {size}"


@pytest.mark.parametrize("size", SIZES)
def test_a_table_goes_on_after_the_server_restarts(own_server: LiveServer, open_window: OpenWindow, size: str) -> None:
    server, window = own_server, open_window(size)
    table = server.table("me", "random")
    sit(window, server, table)
    await_turn(window)
    before = moves(server, table)
    assert window.faults() == []
    server.kill()
    window.await_text("header .pill", "No connection")
    server.start()
    await_turn(window)
    assert [fault for fault in window.faults() if not WITHOUT_SERVER.search(fault)] == []
    play(window)
    window.until(lambda: moves(server, table) > before, "a move to be stored")
    await_turn(window)


FAULTS = """() => {
    console.error('a word on the console')
    setTimeout(() => { throw new Error('an exception') })
    Promise.reject(new Error('a rejection'))
    fetch('/api/nowhere')
}"""


def test_faults_of_a_page_are_reported(server: LiveServer, open_window: OpenWindow) -> None:
    window = open_window("desktop")
    window.visit(server.url)
    assert window.faults() == []
    window.call(FAULTS)
    expected = ("a word on the console", "an exception", "a rejection", "/api/nowhere: status 404")
    found: list[str] = []

    def are_all_reported() -> bool:
        found.extend(window.faults())
        return all(any(words in fault for fault in found) for words in expected)

    window.until(are_all_reported, f"faults: {expected}")
