"""Turn notifications, and the page that shows the games waiting for a player."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Worker, expect

from .chromium import await_worker
from .live_server import LiveServer
from .person import PATIENCE, Person
from .test_accessible import found as violations
from .test_legible import measured

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

CALL = {"title": "Your turn in Splendor", "body": "With Ben.", "path": "/t/somewhere", "tag": "somewhere"}

# No push service can be reached from here, so the test puts one of its own into the page.
SUBSCRIBES = """
const made = { endpoint: 'https://fcm.googleapis.com/fcm/send/test', keys: KEYS }
let on = null
const subscription = { ...made, toJSON: () => made, unsubscribe: async () => { on = null } }
PushManager.prototype.subscribe = async (options) => { window.asked = options; return (on = subscription) }
PushManager.prototype.getSubscription = async () => on
"""
AGAIN_S = 5.0
"""The time in seconds after which the push service repeats a message."""
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


AT_REST = """async game => {
    const track = document.querySelector('.track')
    for (let before = NaN; before !== track.scrollLeft;) {
        before = track.scrollLeft
        for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame)
    }
    const middle = each => { const box = each.getBoundingClientRect(); return box.left + box.width / 2 }
    const shown = [...track.children].find(each => Math.abs(middle(each) - middle(track)) < 2)
    return shown && (!game || shown.querySelector('.about h2').textContent.trim() === game)
}"""
"""Whether the games are at rest, with this one in the middle or any. Until they are, the page shows which one is."""


def swipe(page: Page, far: int) -> None:
    """Swipes across the page; to the left if `far` is negative.

    By the events' timestamps, the finger moves for a second and then rests, whatever the speed of the machine.
    """
    session = page.context.new_cdp_session(page)
    begin, y = (330, 300) if far < 0 else (60, 300)
    now = time.time()

    def touch(kind: str, after: float, *at: float) -> None:
        points = [{"x": x, "y": y} for x in at]
        event = {"type": kind, "touchPoints": points, "timestamp": now + after}
        session.send("Input.dispatchTouchEvent", event)

    touch("touchStart", 0, begin)
    for step in range(1, 11):
        touch("touchMove", step / 10, begin + far * step / 10)
    touch("touchEnd", 2)


def wait_for_me(server: LiveServer, page: Page, *games: str) -> list[str]:
    """Opens tables with Ben at which it is this person's turn; returns them in the order of creation."""
    tables = []
    for game in games:
        table = server.table("me", "open", game=game, seed=3 if game == "smashgear" else 1)
        server.join(table, "Ben")
        tables.append(table)
    held = json.dumps({table["table"]: table["secret"] for table in tables})
    page.goto(f"{server.url}/you")
    page.evaluate("held => localStorage.setItem('cogtable-seats', held)", held)
    return [table["table"] for table in tables]


def in_the_middle(page: Page) -> Any:
    return page.locator("li.at .about h2")


def expect_at_rest(page: Page, game: str) -> None:
    """Waits until the games are at rest, with this one in the middle."""
    page.wait_for_function(AT_REST, arg=game)
    expect(in_the_middle(page)).to_have_text(game)


def test_waiting_games_are_swiped_through_on_a_phone(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(390, 844)
    page.goto(f"{server.url}/waiting")
    expect(page.get_by_role("heading", name="No games are waiting for you")).to_be_visible()
    picture(page, "waiting-none-phone")
    wait_for_me(server, page, "splendor", "recharge", "smashgear")
    page.goto(server.url)
    page.get_by_role("link", name="3 games", exact=True).click()
    expect(in_the_middle(page)).to_have_text("Splendor")
    picture(page, "waiting-phone")
    assert (violations(page), measured(page, "phone")) == ([], [])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.wait_for_function(AT_REST)  # reading scrolled the page
    page.keyboard.press("Home")
    expect_at_rest(page, "Splendor")
    swipe(page, -250)
    expect_at_rest(page, "Recharge")
    page.get_by_role("button", name="The next game").click()
    expect_at_rest(page, "Smash Gear")
    expect(page.get_by_text("3 of 3", exact=True)).to_be_visible()
    swipe(page, 250)
    expect_at_rest(page, "Recharge")
    page.locator("li.at").get_by_role("link", name="Play").click()
    assert Person(page).page.url.startswith(f"{server.url}/t/")


def test_keys_move_through_the_waiting_games_and_from_a_table_to_the_next(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(1280, 720)
    person = Person(page)
    splendor, recharge = wait_for_me(server, page, "splendor", "recharge")
    page.goto(f"{server.url}/waiting")
    expect(in_the_middle(page)).to_have_text("Splendor")
    for card in page.locator(".track > li").all():
        expect(card.locator(".scene")).to_be_visible()
    picture(page, "waiting")
    assert measured(page, "desktop") == []
    page.keyboard.press("ArrowRight")
    expect(in_the_middle(page)).to_have_text("Recharge")
    page.keyboard.press("Home")
    expect(in_the_middle(page)).to_have_text("Splendor")
    page.locator("li.at").get_by_role("link", name="Play").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{splendor}")
    person.until(lambda: bool(person.view))
    assert person.await_turn()
    person.play(person.view["choices"][0])
    expect(page.get_by_role("button", name="Next game")).to_be_visible()
    expect(page.get_by_text("Your turn in Recharge with Ben")).to_be_visible()
    picture(page, "waiting-next")
    page.keyboard.press("n")
    page.wait_for_url(f"**/t/{recharge}")


@pytest.fixture
def account(server: LiveServer, open_page: OpenPage) -> Page:
    """The account page in the full Chromium, of a guest with a seat; its server's push service is a fake."""
    page = open_page(workers="allow", whole=True)
    page.context.grant_permissions(["notifications"], origin=server.url)
    page.add_init_script(SUBSCRIBES.replace("KEYS", json.dumps(KEYS)))
    table = server.table("me", "open")
    page.goto(f"{server.url}/you")
    held = json.dumps({table["table"]: table["secret"]})
    page.evaluate("held => localStorage.setItem('cogtable-seats', held)", held)
    await_worker(page)
    return page


def notify_switch(page: Page) -> Locator:
    """Returns the switch for notifications, with the focus."""
    switch = page.get_by_role("switch", name="Notify me in this browser")
    switch.focus()
    return switch


@pytest.mark.xdist_group("whole")
def test_a_browser_is_subscribed_by_a_switch_and_unsubscribed_again(
    server: LiveServer, account: Page, picture: Picture
) -> None:
    (table,) = account.evaluate("Object.keys(JSON.parse(localStorage.getItem('cogtable-seats')))")
    switch = notify_switch(account)
    account.keyboard.press("Space")
    expect(account.get_by_text("This browser notifies you")).to_be_visible()
    expect(switch).to_be_checked()
    assert account.evaluate("window.asked.userVisibleOnly")
    assert ("https://fcm.googleapis.com/fcm/send/test", table) in subscriptions(server)
    account.locator("#calls").scroll_into_view_if_needed()
    picture(account, "calls")
    notify_switch(account)
    account.keyboard.press("Space")
    expect(account.get_by_text("A notification comes even when no page of Cogtable is open.")).to_be_visible()
    assert table not in {each for _, each in subscriptions(server)}


@pytest.mark.xdist_group("whole")
def test_a_push_service_that_fails_leaves_the_switch_off_with_the_reason(account: Page) -> None:
    account.evaluate("void (PushManager.prototype.subscribe = () => Promise.reject(new Error('no push service')))")
    switch = notify_switch(account)
    account.keyboard.press("Space")
    expect(account.get_by_text("Notifications could not be turned on: no push service")).to_be_visible()
    expect(switch).not_to_be_checked()


@pytest.mark.xdist_group("whole")
def test_a_notification_is_shown_and_opens_its_table(server: LiveServer, account: Page) -> None:
    """The server's message arrives in the service worker, as from a push service."""
    notify_switch(account)
    account.keyboard.press("Space")
    expect(account.get_by_text("This browser notifies you")).to_be_visible()
    (worker,) = account.context.service_workers
    shown = "registration.getNotifications().then(all => all.map(({title, body, tag}) => ({title, body, tag})))"
    deliver(account, server.url, CALL, lambda: bool(worker.evaluate(shown)))
    assert worker.evaluate(shown) == [{key: CALL[key] for key in ("title", "body", "tag")}]
    # Scripts can't open windows by themselves, so the test records the address.
    worker.evaluate(
        """registration.getNotifications().then(([notification]) => {
            clients.openWindow = async (path) => { self.opened = path }
            dispatchEvent(new NotificationEvent('notificationclick', { notification }))
        })"""
    )
    wait(worker, "self.opened ?? ''", CALL["path"])
    wait(worker, f"{shown}.then(all => all.length)", 0)


def subscriptions(server: LiveServer) -> list[tuple[str, str]]:
    """Returns the browsers that get notifications, and their tables."""
    wanted = "SELECT endpoint, table_id FROM subscriptions JOIN subscribed_seats ON subscription = id"
    with closing(sqlite3.connect(server.database)) as connection:
        return connection.execute(wanted).fetchall()


def deliver(page: Page, origin: str, call: dict[str, str], arrived: Callable[[], bool]) -> None:
    """Makes the browser believe that its push service has sent a message.

    Chromium sometimes loses one, perhaps when it is asked for its notifications while it makes one. So the test asks
    rarely, and repeats the message until it has `arrived`.
    """
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            each["registrationId"] for each in event["registrations"] if each["scopeURL"] == f"{origin}/"
        ),
    )
    session.send("ServiceWorker.enable")
    end, sent = time.monotonic() + PATIENCE, -AGAIN_S
    while not arrived():
        assert time.monotonic() < end, "the browser knows no service worker of this server, or loses every message"
        if found and time.monotonic() > sent + AGAIN_S:
            message = {"origin": origin, "registrationId": found[-1], "data": json.dumps(call)}
            session.send("ServiceWorker.deliverPushMessage", message)
            sent = time.monotonic()
        page.wait_for_timeout(100)


def wait(worker: Worker, expression: str, wanted: Any) -> None:
    """Waits until a condition holds in the service worker."""
    worker.evaluate(
        f"""async (wanted) => {{
            const end = Date.now() + {1000 * PATIENCE}
            while ((await ({expression})) !== wanted) {{
                if (Date.now() > end) throw new Error('this did not come to be: ' + wanted)
                await new Promise((then) => setTimeout(then, 10))
            }}
        }}""",
        wanted,
    )
