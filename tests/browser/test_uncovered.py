"""Nothing covers what must be read or touched: offers and messages have a place of their own above the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .learner import Learner
from .live_server import LiveServer
from .person import Person, sooner
from .short import another, large, short_game

OpenPage = Callable[..., Page]
Home = Callable[[str], LiveServer]

SIZES = {"desktop": (1280, 720), "phone": (390, 844)}
COVERED = """() => {
    const boxOf = (each) => each.getBoundingClientRect()
    const touch = '[data-piece].open, .bar, .bar button, .coach .bubble button, .ending button'
    const offers = [...document.querySelectorAll('.slot > *, .hint')]
    const found = []
    for (const offer of offers)
        for (const each of document.querySelectorAll(touch)) {
            const [a, b] = [boxOf(offer), boxOf(each)]
            if (!a.width || !b.width || offer.contains(each)) continue
            const w = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            const name = each.dataset.piece ?? each.innerText ?? each.className
            if (w > 2 && h > 2) found.push(`${offer.className} on ${name}`)
        }
    return found
}"""
"""The elements that cover a target."""
HIT = """() => [...document.querySelectorAll('.coach .bubble button, .coach .bubble a')]
    .filter((each) => !each.disabled)
    .filter((each) => {
        const box = each.getBoundingClientRect()
        return !each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
    })
    .map((each) => each.innerText)"""
"""The buttons of the coach that another element covers."""


def expect_noticed(page: Page, *looks: str) -> None:
    """Checks that each of these checks finds an element that covers everything."""
    page.evaluate("""() => {
        const slot = document.createElement('div')
        slot.className = 'slot covering'
        slot.innerHTML = '<i style="position: fixed; inset: 0; z-index: 999"></i>'
        document.body.append(slot)
    }""")
    for look in looks:
        assert page.evaluate(look) != []
    page.evaluate("document.querySelector('.covering').remove()")


def offers(page: Page) -> int:
    """The number of offers and messages on the screen."""
    return page.locator(".slot > *").count()


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])
@pytest.mark.parametrize("game", ["splendor", *large("megaman", "recharge", "smashgear", "coalheart")])
def test_offers_cover_nothing_at_a_table(home: Home, open_page: OpenPage, game: str, size: str) -> None:
    """With the offer of sound and a notice, and with a message and a hint."""
    page = open_page(*SIZES[size], sound=None)
    person = Person(page)
    server = home(game)
    table = short_game(server, game)
    page.goto(f"{server.url}/t/{table['table']}#{table['secret']}")
    person.until(lambda: bool(person.view))
    seen = 0
    for _ in range(4):
        if not person.await_turn():
            break
        page.evaluate("scrollTo(0, 0)")
        seen += offers(page)
        assert page.evaluate(COVERED) == []
        person.play(another(person.view))
    assert seen
    expect_noticed(page, COVERED)


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])
@pytest.mark.parametrize("game", ["splendor", *large("megaman", "recharge", "smashgear", "coalheart")])
def test_the_coach_can_be_answered_at_each_step(server: LiveServer, open_page: OpenPage, game: str, size: str) -> None:
    """In a first lesson, with every offer that newcomers get."""
    learner = Learner(open_page(*SIZES[size], sound=None))
    steps = learner.begin(server, game)
    for step in range(steps):
        learner.await_step(step)
        assert learner.page.evaluate(HIT) == [], f"step {step}"
        assert learner.page.evaluate(COVERED) == [], f"step {step}"
        last = step + 1 == steps
        bubble = learner.page.locator(".coach .bubble")
        expect(bubble.locator("footer").get_by_role("link")).to_have_count(0 if last else 1)
        # At the end a further lesson is offered instead.
        expect(bubble.get_by_role("link", name=re.compile("^(Next lesson: .+|All lessons)$"))).to_have_count(int(last))
        if step == 0:
            expect_noticed(learner.page, COVERED, HIT)
        learner.do()


def test_the_first_bubble_stands_at_its_piece(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(1280, 720, motion="no-preference")
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => {
            window.seen = []
            const look = () => {
                const bubble = document.querySelector('.coach .bubble')
                if (bubble && getComputedStyle(bubble).visibility === 'visible') {
                    const { x, y } = bubble.getBoundingClientRect()
                    seen.push([x, y])
                }
                requestAnimationFrame(look)
            }
            look()
        })"""
    )
    learner = Learner(page)
    learner.begin(server, "splendor")
    learner.await_step(0)
    learner.until(lambda: len(page.evaluate("seen")) > 20)
    places = page.evaluate("seen")
    assert max(abs(x - places[-1][0]) + abs(y - places[-1][1]) for x, y in places) < 40


def waiting_for_bob(server: LiveServer) -> dict[str, Any]:
    """A game in which Bob is to move."""
    table = server.table("me", "open")
    server.join(table, "Bob")
    server.act(table)
    return table


def test_another_game_is_offered_only_if_people_wait_there(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(390, 844, clock=True)
    person = Person(page)
    heard: list[str] = []
    page.on("response", lambda answer: heard.append(answer.url) if answer.url.endswith("/api/mine") else None)

    def visit(table: dict[str, Any]) -> None:
        page.goto(f"{server.url}/t/{table['table']}#{table['secret']}")
        page.locator("main:not(.unlaid) .scene").wait_for()

    here = waiting_for_bob(server)
    visit(server.table("me", "random"))  # a bot waits there
    heard.clear()
    visit(here)
    sooner(page, lambda: len(heard) > 1)  # the first game's answer is on the screen by then
    offer = page.locator(".next")
    expect(offer).to_have_count(0)

    with_people = server.table("me", "open")
    server.join(with_people, "Cleo")
    visit(with_people)
    visit(here)
    sooner(page, lambda: offer.count() == 1)
    expect(offer).to_contain_text("Your turn in Splendor with Cleo")
    assert person.page.evaluate(COVERED) == []
    offer.get_by_role("button", name="Dismiss").click()
    expect(offer).to_have_count(0)


def test_the_bar_keeps_the_height_of_its_text_while_planning_a_move(server: LiveServer, open_page: OpenPage) -> None:
    person = Person(open_page(*SIZES["phone"]))
    person.sit(server.url, waiting_for_bob(server))
    bar = person.page.locator(".bar").first
    for width, height in SIZES.values():
        person.page.set_viewport_size({"width": width, "height": height})
        person.until(person.prompt_fits)
        before = bar.bounding_box()
        for gem in ("bank.0", "bank.1", "bank.2"):
            person.touch(gem)
            assert person.prompt_fits()
        expect(person.page.get_by_text("Plan this for your turn?")).to_be_visible()
        assert person.prompt_fits()
        person.touch("bank.2")
        expect(person.page.get_by_text("Planned for your turn")).to_be_visible()
        assert person.prompt_fits()
        person.page.get_by_role("button", name="Take back").click()
        expect(person.page.get_by_text("Planned for your turn")).to_have_count(0)
        after = bar.bounding_box()
        assert before
        assert after
        assert after["height"] == before["height"]


def test_a_message_stays_on_a_phones_screen_until_it_is_read(server: LiveServer, open_page: OpenPage) -> None:
    table = server.table("me", "open")
    bob = Person(open_page(name="Bob"))
    seat = server.join(table, "Bob")
    ada = Person(open_page(390, 844))
    ada.sit(server.url, table)
    bob.sit(server.url, seat)
    bob.page.keyboard.press("c")
    bob.page.get_by_placeholder("Write to Ada").fill("Good luck!")
    bob.page.keyboard.press("Enter")
    news = ada.page.locator(".slot .said")
    expect(news).to_contain_text("Bob: Good luck!")
    expect(ada.page.get_by_role("button", name="Chat, 1 new message").locator("i")).to_have_text("1")
    assert ada.page.evaluate(COVERED) == []
    news.get_by_role("button", name="Read").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Good luck!")
    expect(news).to_have_count(0)


def test_ones_own_time_is_shown_during_anothers_turn(server: LiveServer, open_page: OpenPage) -> None:
    clock = {"game_s": 600, "move_s": 5}
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = server.post("/api/tables", {"game": "splendor", "seats": seats, "name": "Ada", "time_control": clock})
    server.join(table, "Bob")
    server.act(table)
    ada = Person(open_page(390, 844))
    ada.sit(server.url, table)
    expect(ada.page.locator(".bar").get_by_role("timer")).to_have_text(re.compile(r"^10:0\d$"))
    assert ada.prompt_fits()


@pytest.mark.parametrize(
    ("bot", "name", "level"), [("random", "Tinker", "Plays any legal move"), ("easy", "Bolt", "level 1")]
)
def test_the_level_of_a_bot_can_be_read(
    server: LiveServer, open_page: OpenPage, bot: str, name: str, level: str
) -> None:
    """Beside its name at the table and in the menu; of one without a level, how it plays."""
    ada = Person(open_page(*SIZES["phone"]))
    ada.sit(server.url, server.table("me", bot))
    for width, height in SIZES.values():
        ada.page.set_viewport_size({"width": width, "height": height})
        head = ada.page.locator(".scene .head.seat-1")
        expect(head.get_by_text(name, exact=True)).to_be_visible()
        expect(head.get_by_text(level)).to_be_visible()
        ada.page.get_by_role("button", name="Menu").click()
        sheet = ada.page.get_by_role("dialog")
        expect(sheet.get_by_role("term").filter(has_text=name)).to_be_visible()
        expect(sheet.get_by_role("definition").filter(has_text=f"bot · {level}")).to_be_visible()
        ada.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


@pytest.mark.parametrize("game", ["splendor", *large("megaman", "recharge")])
def test_a_table_fills_a_tablets_width(server: LiveServer, open_page: OpenPage, game: str) -> None:
    page = open_page(768, 1024)
    ada = Person(page)
    ada.sit(server.url, short_game(server, game))
    assert ada.await_turn()
    for width, height in ((768, 1024), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"({USED})() > {0.78 * width}")
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        title = page.locator("header .game")
        assert not title.count() or title.evaluate("(each) => each.scrollWidth <= each.clientWidth + 1"), (
            "the header is cut"
        )


USED = """() => {
    const boxes = [...document.querySelectorAll('.scene .part, .scene [data-piece], aside')]
        .map((each) => each.getBoundingClientRect()).filter((box) => box.width)
    return Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left))
}"""
"""The table's share of the window's width."""
