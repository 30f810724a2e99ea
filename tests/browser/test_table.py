"""A table besides its moves: reasons, rules, settings, coming back, rematches."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .live_server import LiveServer
from .person import Choice, Person, View
from .shown import DRAWN

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


def test_a_table_tells_the_seed_of_its_deal_and_why_something_cannot_be_chosen(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    person = Person(open_page())
    table = server.table("me", "greedy")
    person.page.goto(f"{server.url}/t/{table['table']}#{table['secret']}")
    expect(person.page.get_by_role("status")).to_contain_text("seed")
    person.page.get_by_role("button", name="Got it").click()
    expect(person.page.get_by_role("status")).to_have_count(0)
    assert person.await_turn()
    expect_names(person)
    expect_reasons(person, picture)
    expect_sheet(person)


def expect_names(person: Person) -> None:
    """Checks that screen readers get the names of zones and pieces."""
    names = person.page.locator("[aria-label]").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert any("You: reserved" in name for name in names)
    assert not any("[[" in name or "undefined" in name for name in names)


def lacking(person: Person) -> str:
    """A card on the table that the person can't pay for yet."""
    return next(piece["id"] for piece in person.view["pieces"] if piece["zone"] == "board" and piece.get("note"))


def expect_reasons(person: Person, picture: Picture) -> None:
    """Checks that a choice that isn't possible gives the reason, with the rule."""
    person.touch(lacking(person))
    bubble = person.page.locator(".bubble")
    expect(bubble).to_contain_text("You lack")
    expect(bubble).to_contain_text("Reserve it")
    picture(person.page, "splendor-lack")
    bubble.get_by_text("SP-R6").click()
    rules = person.page.get_by_role("dialog")
    expect(rules.locator("#SP-R6")).to_be_visible()
    picture(person.page, "rules")
    person.page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    person.touch("bank.5")
    expect(person.page.locator(".bubble")).to_contain_text("Gold comes only with a card that you reserve")
    person.page.keyboard.press("Escape")


def expect_sheet(person: Person) -> None:
    """Checks that a piece's sheet names it and explains its signs."""
    page = person.page
    card = page.locator('.piece.card[data-piece^="c"]').first
    label = str(card.get_attribute("aria-label")).partition(",")[0]
    card.click(button="right")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(label)
    expect(sheet).to_contain_text("The gem that this card pays from now on")
    sheet.get_by_role("link", name="Rule SP-R6").first.click()
    expect(page.get_by_role("dialog", name="Rules").locator("#SP-R6.sought")).to_be_in_viewport()
    page.keyboard.press("Escape")
    sheet.get_by_role("button", name="All symbols").click()
    expect(sheet).to_contain_text("Gold: counts as any colour")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    card.focus()
    page.keyboard.press("i")
    expect(sheet).to_contain_text(label)


def test_competitor_mode_hides_assists_and_hints(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(open_page())
    person.sit(server.url, server.ahead(server.table("me", "greedy", seed=1, assists=0), 7))
    assert person.await_turn()
    assert any(choice["text"].startswith("buy") for choice in person.view["choices"])
    assert not any(piece.get("tag") or piece.get("note") for piece in person.view["pieces"])
    expect(person.page.get_by_text("BUY", exact=True)).to_have_count(0)
    picture(person.page, "splendor-competitor")
    expect(person.page.get_by_role("button", name="All moves")).to_be_visible()
    expect(person.page.get_by_role("button", name="Hint")).to_have_count(0)
    person.page.keyboard.press("h")
    person.touch("bank.5")  # questions that follow from the answer
    expect(person.page.locator(".bubble")).to_contain_text("Gold comes only")
    expect(person.page.get_by_role("status", name="Hint")).to_have_count(0)
    assert not any('"hint"' in text for text in person.sent)


def test_a_single_touch_plays_if_preferred_and_a_closed_table_can_be_found_again(
    server: LiveServer, open_page: OpenPage
) -> None:
    page = open_page()
    page.add_init_script(
        "const kept = JSON.parse(localStorage.getItem('cogtable') ?? '{}');"
        "localStorage.setItem('cogtable', JSON.stringify({...kept, atOnce: true}))"
    )
    person = Person(page)
    table = server.table("me", "greedy")
    person.sit(server.url, table)
    assert person.await_turn()
    for piece in ("bank.0", "bank.1", "bank.2"):
        person.touch(piece)
    person.until(lambda: person.view["ply"] > 0)
    assert person.await_turn()
    context = page.context
    page.close()

    again = Person(context.new_page())
    again.page.goto(server.url)
    again.page.get_by_role("heading", name="Your move", exact=True).wait_for()
    again.page.locator(f'a[href="/t/{table["table"]}"]').first.click()
    again.until(lambda: bool(again.view))
    assert again.seat == 0
    assert again.await_turn()


def test_a_buyer_chooses_what_gold_pays_for(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    """SP-Q9 at the table: with free payment, gold is laid on colours by touch."""

    def free(view: View) -> list[Choice]:
        return [choice for choice in view["choices"] if "choosing what" in choice.get("label", "")]

    def gather(view: View) -> Choice:
        reserve = [choice for choice in view["choices"] if choice["text"].startswith("reserve")]
        takes = [choice for choice in view["choices"] if choice["text"].startswith(("take", "return"))]
        return next(iter([*reserve, *takes, *view["choices"]]))

    person = Person(open_page())
    table = server.table("me", "random", payment=1, seed=5)
    person.sit(server.url, server.ahead(table, choose=gather, until=lambda view: bool(free(view))))
    assert person.await_turn()
    person.play(free(person.view)[0])
    assert person.await_turn()
    picture(person.page, "splendor-paying")
    person.play(next(choice for choice in person.view["choices"] if choice["text"].startswith("pay gold")))


def test_on_a_small_screen_a_rival_can_be_viewed_and_tokens_are_returned_down_to_ten(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    def holds_too_many(view: View) -> bool:
        return bool(view["choices"][0]["text"].startswith("return")) and reserved_by(view, 2) != []

    def take(view: View) -> Choice:
        takes = [choice for choice in view["choices"] if choice["text"].startswith("take")]
        return next(iter([*takes, *view["choices"]]))

    person = Person(open_page(360, 740))
    table = server.table("me", "random", "random", "random", seed=2)
    person.sit(server.url, server.ahead(table, choose=take, until=holds_too_many))
    assert person.await_turn()
    expect_all_of_a_rival(person, 2, picture)
    picture(person.page, "splendor-returning-phone")
    expect(person.page.get_by_text(re.compile("Return [123]")).first).to_be_visible()
    person.play(person.view["choices"][0])


@pytest.mark.large  # test_legible.py measures a game that test_splendor.py plays
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("sizes", [[(1280, 800), (1920, 1080)], [(360, 740)]])
def test_looks(
    server: LiveServer,
    open_page: OpenPage,
    picture: Picture,
    theme: str,
    seats: int,
    sizes: list[tuple[int, int]],
) -> None:
    """Saves pictures of a game in the middle, and checks that nothing lies outside the page or is cut off at a side."""
    table = server.ahead(server.table("me", *["greedy"] * (seats - 1), seed=4), 9)
    person = Person(open_page(*sizes[0], theme=theme))
    person.sit(server.url, table)
    assert person.await_turn()
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate(DRAWN)
        picture(person.page, f"splendor-{seats}-seats-{width}-{theme}")
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        boxes = person.page.locator("[data-piece]").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().toJSON())"
        )
        assert len(boxes) > 30
        assert all(box["left"] >= 0 and box["right"] <= width for box in boxes)


def touch_the_middle(page: Page, button: str) -> None:
    """Touches the place of a button, whatever covers it there."""
    box = page.get_by_role("button", name=button).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def reserved_by(view: View, seat: int) -> list[str]:
    """The names of a player's reserved cards."""
    return [piece["label"] for piece in view["pieces"] if piece["zone"] == f"hand{seat}"]


def expect_all_of_a_rival(person: Person, seat: int, picture: Picture) -> None:
    """Checks that touching a rival shows all their pieces if the table has no room for them."""
    reserved = reserved_by(person.view, seat)[0]
    expect(person.page.get_by_label(reserved)).to_have_count(0)
    name = person.page.locator(f".head.seat-{seat} .name").inner_text()
    touch_the_middle(person.page, f"Look at {name}")
    panel = person.page.get_by_role("dialog", name=name)
    expect(panel.get_by_label(reserved).first).to_be_visible()
    expect(panel.get_by_label(re.compile("gold tokens: "))).to_be_visible()
    picture(person.page, "splendor-rival-phone")
    panel.get_by_role("button", name="Close").click()
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_motion_moves_pieces_and_leaves_the_focus_alone(server: LiveServer, open_page: OpenPage) -> None:
    person = Person(open_page(motion="no-preference"))
    person.sit(server.url, server.table("me", "greedy"))
    assert person.await_turn()
    card = next(piece["id"] for piece in person.view["pieces"] if piece["zone"] == "board")
    choice = next(c for c in person.view["choices"] if c["text"].startswith("reserve") and card in c["pieces"])
    person.page.locator(f'[data-piece="{card}"]').focus()
    where = f"""document.querySelector('[data-piece="{card}"]').getBoundingClientRect().y"""
    before = person.page.evaluate(where)
    person.play(choice)
    person.until(lambda: abs(before - person.page.evaluate(where)) > 50)
