"""How each road is walked: the steps of a person who follows the page."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.learner import Learner
from tests.browser.passkeys import Passkeys
from tests.browser.person import Person, sensible

from .road import Road

LONG_MS = 900_000
"""The time limit of the first search on a busy machine."""
PHONE = (390, 844)
NEWS = "**/api/lab/games?*"


def dealt(page: Page, seed: int = 1) -> Page:
    """Gives tables opened on this page a fixed seed, so that a walk is the same each time."""

    def with_seed(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        body = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps({"seed": seed, **body}))

    page.route("**/api/tables", with_seed)
    return page


def seat(page: Page, number: int) -> Locator:
    """The lobby's list of players for a seat."""
    return page.get_by_role("combobox", name=f"Who sits in seat {number}")


def held(page: Page) -> dict[str, str]:
    """The table that a page shows, with its seat's secret."""
    table = page.url.rpartition("/t/")[2].partition("#")[0]
    return {"table": table, "secret": json.loads(page.evaluate("localStorage.getItem('cogtable-seats')"))[table]}


def seated(person: Person) -> None:
    """Waits for the person's turn, and closes the message about the deal's seed."""
    person.until(lambda: bool(person.view))
    if person.notice:
        person.page.get_by_role("button", name="Got it").click()
    assert person.await_turn()


def walk_first_game(road: Road) -> None:
    """Learns Splendor, plays it against a bot and with a friend."""
    road.ready("splendor", "easy")
    road.ready("splendor", "expert")
    road.run()
    me = Learner(dealt(road.page()))
    page = me.page
    road.open(page)
    page.locator(".tile .art").first.wait_for()
    road.see(page, "Five board games, ready when you are")
    road.picture(page, "first-game-lobby")

    road.touch(page, "Learn it", page.get_by_role("button", name="Learn it in 5 minutes: Splendor", exact=True))
    me.until(lambda: bool(me.lesson))
    steps = int(me.lesson["steps"])
    me.await_step(0)
    road.picture(page, "first-game-lesson")
    road.touch(page, "Go on")
    for step in range(1, steps - 1):
        me.await_step(step)
        me.do()
    me.await_step(steps - 1)
    assert steps == 14, "as the page says"
    road.touch(page, "Play on")
    me.until(lambda: not me.lesson)
    assert me.await_turn()  # bots play only while somebody is at the table

    road.touch(page, "Cogtable", page.get_by_role("link", name="Cogtable, to the lobby"))
    road.see(page, "Your move")
    road.touch(page, "Open a table")
    road.see(page, "A new Splendor table")
    road.choose(seat(page, 2), "Bot: Easy")
    road.touch(page, "Options", page.get_by_text("Options"))
    points = page.get_by_role("status", name="Points to reach")
    road.see_field(points, "Points to reach")
    while points.inner_text() != "5":
        page.get_by_role("button", name="Less: Points to reach").click()
    road.see(page, "5")
    me = Learner(page)
    road.touch(page, "Open the table")
    seated(me)
    me.play(sensible(me.view))
    assert me.await_turn()
    road.touch(page, "Hint")
    road.see(page, "Best move found")
    road.picture(page, "first-game-hint")

    before = me.view["ply"]
    with me.moving():
        page.locator(".bar [data-action].primary, .bar button.primary").first.click()
    assert me.await_turn()
    road.touch(page, "Undo")
    me.until(lambda: me.view["ply"] == before)
    road.see(page, "You took a move back")
    while me.await_turn():
        me.play(sensible(me.view))
    result = page.get_by_role("region", name="The game is over")
    expect(result.get_by_text("Best move")).to_be_visible(timeout=LONG_MS)
    road.see(page, "What decided it")
    road.touch(page, "Analysis")
    found = page.get_by_role("main", name="Analysis")
    road.see(page, "Chances of winning")
    expect(found.get_by_text("Analysing…")).to_have_count(0, timeout=LONG_MS)
    road.see(page, "Your best and your costliest move, and what others lost")
    found.get_by_role("region", name="The costliest moves").get_by_role("button").first.click()
    road.picture(page, "first-game-analysis")
    road.touch(page, "What if?")

    road.stop()
    road.run()
    road.open(page)
    road.touch(page, "Open a table")
    host = Person(page)
    road.touch(page, "Open the table")
    road.see(page, "What should the others call you?")
    road.write(page.get_by_label("What should the others call you?"), "Ada")
    road.touch(page, "OK")
    host.until(lambda: bool(host.view))
    road.see(page, "Everyone on your network can open this link.")
    road.touch(page, "Copy link")
    road.picture(page, "first-game-waiting")
    friend = Person(road.page(*PHONE))
    friend.page.goto(f"{road.server.url}/t/{held(page)['table']}")
    road.write(friend.page.get_by_label("Your name"), "Ben")
    road.touch(friend.page, "Join")
    friend.until(lambda: bool(friend.view))
    assert host.await_turn()
    host.play(sensible(host.view))
    assert friend.await_turn()
    road.picture(friend.page, "first-game-phone")


def walk_card_to_sheet(road: Road) -> None:
    """Makes a card cheaper, tries it in games, plays it, prints it and shows it to a friend."""
    road.run()
    page = dealt(road.page())
    road.open(page)
    find = page.get_by_role("searchbox", name="Find a card")
    road.see_field(find, "Find a card")
    road.write(find, "Turbine Tom")
    road.touch(page, "18", page.get_by_role("gridcell", name="18", exact=True))
    road.type(page, "99")
    road.see(page, "99 is out of range; expected 0 to 20")
    road.press(page, "Escape")
    road.type(page, "12")
    road.press(page, "Enter")
    road.see(page, "1 card differs")

    games = page.get_by_role("combobox", name="Games")
    road.see_field(games, "Games")
    road.choose(games, "200")
    road.touch(page, "Begin")
    expect(page.get_by_text("100 of 100 deals")).to_be_visible(timeout=LONG_MS)
    road.see(page, "What changed beyond noise")
    page.route(NEWS, lambda route: route.abort())  # it always polls for news, and a picture waits for requests to end
    page.locator("[id^=cell-]", has_text="12").first.click()
    road.picture(page, "card-to-sheet-workbench")
    page.unroute(NEWS)
    road.touch(page, "Save")
    expect(page.get_by_text("saved", exact=True)).to_be_visible()
    road.ready("recharge", "easy")
    road.touch(page, "Play it now")
    page.wait_for_url("**/t/*")
    road.see(page, "cheaper-tom")
    page.locator("[data-piece]").first.wait_for()
    road.picture(page, "card-to-sheet-table")
    road.stop()

    road.run()
    road.open(page)
    road.touch(page, "Open a table")
    recharge = page.locator("label", has_text="Recharge").locator("strong")
    road.touch(page, "Recharge", recharge)
    road.touch(page, "Options", page.get_by_text("Options"))
    box = page.get_by_label("Box", exact=True)
    road.see_field(box, "Box")
    road.choose(box, "cheaper-tom · 1 card differs")
    road.touch(page, "What differs")
    with page.expect_popup() as opened:
        road.touch(page, "Print it")
    sheet = opened.value
    ready = sheet.get_by_role("button", name="Print", exact=True)
    expect(ready).to_be_enabled()
    road.touch(sheet, "Only what differs", sheet.locator("form").get_by_text("Only what differs", exact=True))
    expect(ready).to_be_enabled()
    sheet.evaluate("window.print = () => {}")  # the browser's own print window would wait for a person
    road.touch(sheet, "Print", ready)
    road.picture(sheet, "card-to-sheet-sheet")

    road.open(page)
    page.get_by_role("link", name="Open a table").click()
    recharge.click()
    page.get_by_text("Options").click()
    box.select_option("cheaper-tom · 1 card differs")
    road.touch(page, "Open the table")
    road.write(page.get_by_label("What should the others call you?"), "Ada")
    road.touch(page, "OK")
    page.wait_for_url("**/t/*")
    friend = road.page(*PHONE)
    friend.goto(f"{road.server.url}/t/{held(page)['table']}")
    road.see(friend, "You play cheaper-tom: 1 card differs.")


def walk_sixth_game(road: Road) -> None:
    """Makes a game, changes its colours and a rule, tests it and plays it."""
    road.run()
    page = dealt(road.page())
    me = Person(page)
    road.open(page)
    road.touch(page, "Open a table")
    fox = page.locator("label", has_text="Fox").locator("strong")
    road.touch(page, "Fox", fox)
    road.choose(seat(page, 2), "Bot: Medium")
    road.touch(page, "Open the table")
    seated(me)
    road.picture(page, "sixth-game-table")
    me.play(me.view["choices"][0])
    assert me.await_turn()
    hand = page.locator("[data-piece='card1']")
    before = hand.inner_html()
    road.run()
    me.until(lambda: hand.inner_html() != before)
    road.picture(page, "sixth-game-colours")
    road.open(page)
    page.get_by_role("heading", name="Gallery").wait_for()
    road.stop()
    road.run()
    road.open(page)
    road.touch(page, "Open a table")
    road.touch(page, "Fox", fox)
    road.touch(page, "Open the table")
    road.write(page.get_by_label("What should the others call you?"), "Ada")
    road.touch(page, "OK")
    page.get_by_text("Everyone on your network can open this link.").wait_for()


def walk_batch_to_bot(road: Road) -> None:
    """Steps a batch, trains a network, and plays against it."""
    road.run()
    page = dealt(road.page())
    me = Person(page)
    road.open(page)
    road.touch(page, "Open a table")
    road.touch(page, "Magpie", page.locator("label", has_text="Magpie").locator("strong"))
    road.choose(seat(page, 2), "Bot: Master")
    road.touch(page, "Open the table")
    seated(me)
    me.play(me.view["choices"][0])
    assert me.await_turn()


def walk_club_server(road: Road) -> None:
    """Runs a server for a club: an account, a tournament, a message, a backup, a name, an upgrade."""
    road.run()
    page = road.page(name="Ada")
    road.open(page)
    page.locator(".tile .art").first.wait_for()
    road.open(page)
    Passkeys(page)
    road.touch(page, "Create a passkey")
    road.touch(page, "I have kept it")
    page.get_by_text("Used just now").wait_for()
    road.picture(page, "club-server-you")

    road.open(page)
    name = page.get_by_role("textbox", name="Name")
    road.see_field(name, "Name")
    road.write(name, "Friday Swiss")
    road.choose(page.get_by_role("combobox", name="Rounds"), "2")
    road.touch(page, "Create the tournament")
    page.wait_for_url("**/tournaments/*")
    road.touch(page, "Share the link")
    others = [road.page(*PHONE, name=each) for each in ("Mira", "Omar", "Lena")]
    for each in others:
        each.goto(page.url)
        each.get_by_role("button", name="Take part").wait_for()
    road.touch(others[0], "Take part")
    for each in others[1:]:
        each.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("row")).to_have_count(5)
    road.touch(page, "Begin round 1")
    page.get_by_role("link", name="Go to my table").wait_for()
    road.picture(page, "club-server-tournament")
    road.touch(page, "Go to my table")
    page.wait_for_url("**/t/*")
    road.run()
    road.see(page, "Pizza at eight. Your games wait for you.")
    road.touch(page, "Got it")
    road.run()
    road.stop()
    road.run()
    road.open(page)
    road.see(page, "Friday Swiss")
    road.stop()
    road.run()
    road.stop()
    road.run()
    road.open(page)
    page.locator(".tile .art").first.wait_for()


WALKS: dict[str, Callable[[Road], None]] = {
    "first-game": walk_first_game,
    "batch-to-bot": walk_batch_to_bot,
    "card-to-sheet": walk_card_to_sheet,
    "sixth-game": walk_sixth_game,
    "club-server": walk_club_server,
}
"""The walks by page, one for each door of the home page, in its order."""
