"""Smash Gear at a table: games by touch, answers across two browsers, and previews on the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .live_server import LiveServer
from .person import Choice, Person, View

pytestmark = pytest.mark.large  # see `make test-large`

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
SHORT: dict[str, Any] = {"cap": 6}
"""The number of turns after which a game is a draw, so that tests stay short."""

ORDER = ("use destroy", "attack", "keep", "lay", "assemble", "build", "install", "run", "flip", "slide", "leap", "buy")


def keen(view: View) -> Choice:
    """Builds, moves and fights before anything else, and then ends the turn."""

    def worth(choice: Choice) -> int:
        found = [place for place, start in enumerate(ORDER) if choice["text"].startswith(start)]
        ends = choice["text"] in ("pass", "end the turn", "let it happen", "do nothing now", "put no more units back")
        return len(ORDER) - found[0] if found else -ends

    return max(view["choices"], key=worth)


def of_text(view: View, start: str) -> list[Choice]:
    return [choice for choice in view["choices"] if choice["text"].startswith(start)]


def test_turns_on_a_phone_with_cards_from_the_store(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    """The first turns, which buy cards, and some in the middle, which move machines."""
    bought = 0
    for ahead in (0, 6):
        person = Person(open_page(*SIZES["phone"]))
        table = server.table("me", "random", game="smashgear", seed=5, **SHORT)
        person.sit(server.url, server.ahead(table, ahead, keen))
        for _ in range(4):
            assert person.await_turn()
            assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
            choice = keen(person.view)
            bought += in_the_store(person, choice)
            if in_the_store(person, choice) and drawer(person).count():
                by_drawer(person, choice)
            else:
                person.play(choice)
        picture(person.page, f"smashgear-phone-{ahead}")
    assert bought


def test_the_end_of_a_game_on_a_phone(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(open_page(*SIZES["phone"]))
    table = server.table("me", "random", game="smashgear", seed=5, **SHORT)
    person.sit(server.url, server.ahead(table, choose=keen))
    expect(person.page.get_by_role("button", name="Play again").first).to_be_visible()
    picture(person.page, "smashgear-over-phone")


def in_the_store(person: Person, choice: Choice) -> bool:
    zones = {piece["id"]: piece["zone"] for piece in person.view["pieces"]}
    return any(zones[piece] in ("machines", "programs", "supplies") for piece in choice.get("pieces", []))


def drawer(person: Person) -> Locator:
    """Returns the button that opens the store if it isn't on the table, as during preparation."""
    return person.page.locator('[data-drawer="store.drawer"]')


def by_drawer(person: Person, choice: Choice) -> None:
    """Opens the store, selects the card there, and confirms below."""
    ply = person.view["ply"]
    drawer(person).click()
    person.page.get_by_role("dialog").locator(f'[data-piece="{choice["pieces"][0]}"]').click()
    person.press(choice)
    person.reach(ply + 1)


def test_two_browsers_answer_each_others_scripts(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    """One player announces, the other answers, and the last announced Script is resolved first."""
    table = server.table("me", "open", game="smashgear", seed=3, chooser=1)
    ada, ben = Person(open_page(name="Ada")), Person(open_page(name="Ben"))
    ada.sit(server.url, table)
    ben.page.goto(f"{server.url}/t/{table['table']}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    ben.until(lambda: bool(ben.view) and ben.seat == 1)
    answered = False
    for _ in range(160):
        person = ada if 0 in waiting_of(ada, ben) else ben
        assert person.await_turn()
        answers = of_text(person.view, "respond with")
        stack = next((part for part in person.view["parts"] if part["part"] == "stack"), None)
        if answers and stack:
            depth = len(stack["entries"])
            expect(person.page.locator(".stack li")).to_have_count(depth)
            expect(person.page.get_by_role("button", name=re.compile("^let it happen", re.I))).to_be_visible()
            picture(person.page, "smashgear-respond")
            person.play(answers[0])
            other = ben if person is ada else ada
            other.reach(person.view["ply"])
            answered = True
            break
        person.play(quarrelsome(person.view))
    assert answered, "nobody could ever answer"
    log = [line["words"] for line in person.view["log"]]
    assert log
    both = [ada.view["ply"], ben.view["ply"]]
    assert both[0] == both[1]


def waiting_of(*people: Person) -> list[int]:
    newest = max(people, key=lambda person: person.view["ply"])
    for person in people:
        person.reach(newest.view["ply"])
    return list(newest.view["waiting"])


def quarrelsome(view: View) -> Choice:
    """Buys Scripts, and runs them."""
    scripts = {piece["id"] for piece in view["pieces"] if "Script" in piece["label"]}
    buys = [choice for choice in of_text(view, "buy") if set(choice["pieces"]) & scripts]
    runs = of_text(view, "run")
    if view["clock"]["words"].startswith("Prepare"):
        machines = [choice for choice in of_text(view, "buy") if choice["pieces"][0].startswith("m")]
        return [*buys, *machines, *of_text(view, "pass")][0]
    return [*runs, *of_text(view, "assemble"), *of_text(view, "lay"), *buys, keen(view)][0]


def test_pointing_at_a_move_shows_where_it_leads(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    """The ghost of the machine, its target cells as text, and the same by keyboard; nothing after it is dismissed."""
    person = Person(open_page())
    person.sit(server.url, server.table("me", "random", game="smashgear", seed=5))
    while True:
        assert person.await_turn()
        moves = of_text(person.view, "flip")
        if moves:
            break
        person.play(keen(person.view))
    machine, handle = moves[0]["pieces"]
    expect(person.page.locator(f'[data-piece="{handle}"]')).to_be_hidden()
    person.touch(machine)
    person.page.locator(f'[data-piece="{handle}"]').hover()
    expect(person.page.locator(".image").first).to_be_visible()
    expect(person.page.locator(".forecast")).to_contain_text(re.compile("If .* lands"))
    picture(person.page, "smashgear-preview")
    preview = next(each for each in person.view["previews"] if each["action"] == moves[0]["action"])
    assert preview["outcomes"]
    person.page.keyboard.press("Escape")
    expect(person.page.locator(f'[data-piece="{handle}"]')).to_be_hidden()

    person.page.locator(f'[data-piece="{machine}"]').focus()
    person.page.keyboard.press("Enter")
    person.page.locator(f'[data-piece="{handle}"]').focus()
    expect(person.page.locator(".forecast")).to_contain_text(re.compile("If .* lands"))


def test_landfills_can_be_looked_at(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(open_page())
    person.sit(server.url, server.table("me", "random", game="smashgear", seed=5))
    assert person.await_turn()
    while person.view["clock"]["words"].startswith("Prepare"):  # nothing is used up before the Battle
        person.play(of_text(person.view, "pass")[0])
        assert person.await_turn()
    person.page.locator('[data-drawer="landfill0"]').click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Nothing here yet")
    expect(dialog.get_by_role("heading")).to_contain_text("landfill")


def two_people(server: LiveServer, open_page: OpenPage, **size: int) -> tuple[Person, Person]:
    """Ada and Ben at a table; Ada moves first."""
    ada, ben = Person(open_page(**size)), Person(open_page(name="Ben", **size))
    table = server.table("me", "open", game="smashgear", seed=5, chooser=1)
    ada.sit(server.url, table)
    ben.page.goto(f"{server.url}/t/{table['table']}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    ben.until(lambda: bool(ben.view) and ben.seat == 1)
    return ada, ben


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720)])
def test_prompts_fit_into_their_box(
    server: LiveServer, open_page: OpenPage, picture: Picture, width: int, height: int
) -> None:
    """The first prompt of all, and the longest row of buttons: an answer that also allows passing until the end."""
    ada, ben = two_people(server, open_page, width=width, height=height)
    assert ada.await_turn()
    expect(ada.page.locator(".bar .sentence")).to_contain_text("Buy a card, or pass")
    picture(ada.page, f"smashgear-first-{width}")
    assert ada.prompt_fits()
    for _ in range(60):
        person = ada if 0 in waiting_of(ada, ben) else ben
        assert person.await_turn()
        assert person.prompt_fits(), person.view["choices"]
        if of_text(person.view, "let everything happen"):
            expect(person.page.get_by_role("button", name="Let everything happen until my next turn")).to_be_visible()
            picture(person.page, f"smashgear-answer-{width}")
            return
        choice = quarrelsome(person.view)
        if in_the_store(person, choice) and drawer(person).count():
            by_drawer(person, choice)
        else:
            person.play(choice)
    pytest.fail("nobody was ever asked for an answer")


def test_a_bought_card_is_shown_in_the_rivals_hand(server: LiveServer, open_page: OpenPage) -> None:
    ada, ben = two_people(server, open_page)
    assert ada.await_turn()
    choice = of_text(ada.view, "buy")[0]
    name = choice["text"].removeprefix("buy ").split(" for ")[0]
    ada.play(choice)
    assert ben.await_turn()
    ben.page.locator('[data-drawer="hand0"]').click()
    dialog = ben.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ada: hand")
    expect(dialog).to_contain_text(name)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800), (1920, 1080)])
def test_looks(server: LiveServer, open_page: OpenPage, picture: Picture, theme: str, width: int, height: int) -> None:
    """Saves pictures of the first turns, and checks that nothing lies outside the page or is cut off at a side."""
    person = Person(open_page(width, height, theme=theme))
    person.sit(server.url, server.table("me", "random", game="smashgear", seed=4, chooser=1))
    assert person.await_turn()
    picture(person.page, f"smashgear-{width}-{theme}")
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    pieces = person.page.locator("[data-piece]:visible")
    boxes = pieces.evaluate_all("all => all.map(each => each.getBoundingClientRect())")
    assert len(boxes) >= 2
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def has_enemies(view: View) -> bool:
    """Whether seat 0 acts in the Battle, and the other has a machine on the board."""
    theirs = [piece for piece in view["pieces"] if piece["zone"] == "board" and "seat:1" in piece["label"]]
    return bool(theirs) and any(choice["text"] == "end the turn" for choice in view["choices"])


@pytest.mark.parametrize("size", SIZES)
def test_the_danger_map_is_drawn_on_request(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    """Its cells and their reasons appear with the switch, and disappear with it; a touch on a cell gives the reason.
    The machines that reach them have numbers, on the board and in the forecast.
    """
    person = Person(open_page(*SIZES[size]))
    table = server.table("me", "greedy", game="smashgear", seed=5, chooser=1)
    person.sit(server.url, server.ahead(table, choose=keen, until=has_enemies))
    assert person.await_turn()
    page, hatched = person.page, person.page.locator(".hatch")
    switch = page.get_by_role("switch", name="Danger map")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(hatched).to_have_count(0)
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(hatched.first).to_be_attached()
    told = page.get_by_role("list", name="Danger map").get_by_role("listitem")
    expect(told).to_have_count(hatched.count())
    expect(told.first).to_contain_text(re.compile(r"^\s*[a-i][1-9]: .* in \d+ (flip|slide|leap)"))
    reasons = page.locator(".forecast .reasons li")
    expect(reasons.first).to_contain_text(re.compile(r"^\s*1\s*\S+.*: \d+ (flip|slide|leap)"))
    expect(page.locator(".name .reason")).to_have_count(reasons.count())
    expect(page.locator(".numbers .reason").first).to_be_attached()
    picture(page, f"smashgear-danger-{size}")
    free = hatched.evaluate_all(
        """all => all.findIndex((each) => {
            const box = each.getBoundingClientRect()
            return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === each
        })"""
    )
    assert free >= 0
    hatched.nth(free).click()
    expect(page.locator(".bubble")).to_contain_text(re.compile("in [0-9]+ (flip|slide|leap)"))
    switch.click()
    expect(hatched).to_have_count(0)


def test_a_finger_beside_a_cell_means_the_nearest_one(server: LiveServer, open_page: OpenPage) -> None:
    """On a phone, cells are a little smaller than a finger needs: 22 pixels from the middle of one still count."""
    person = Person(open_page(*SIZES["phone"]))
    table = server.table("me", "greedy", game="smashgear", seed=5, chooser=1)

    def moves(view: View) -> bool:
        return any(len(choice.get("pieces", [])) == 2 for choice in view["choices"])

    person.sit(server.url, server.ahead(table, choose=keen, until=moves))
    assert person.await_turn()
    machine = next(choice["pieces"][0] for choice in person.view["choices"] if len(choice.get("pieces", [])) == 2)
    piece = person.page.locator(f'[data-piece="{machine}"]')
    for unit in piece.locator(".unit").all():
        box = unit.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for dx, dy in ((0, -21.5), (0, 21.5), (-21.5, 0), (21.5, 0)):
            there = person.page.evaluate(
                "([x, y]) => !document.elementFromPoint(x, y)?.closest('.piece, button, .bar')", [x + dx, y + dy]
            )
            if there:
                person.page.touchscreen.tap(x + dx, y + dy)
                expect(piece).to_have_attribute("aria-pressed", "true")
                return
    pytest.fail("every unit has neighbours on all sides")


def test_in_the_battle_the_store_is_a_sheet_of_two_columns(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    """All cards are in it, in one grid, on a phone without scrolling sideways."""
    person = Person(open_page(*SIZES["phone"]))
    table = server.table("me", "greedy", game="smashgear", seed=5, chooser=1)
    person.sit(server.url, server.ahead(table, choose=keen, until=has_enemies))
    assert person.await_turn()
    drawer(person).click()
    cards = person.page.get_by_role("dialog").locator("[data-piece]")
    expect(cards).to_have_count(10)
    boxes = cards.evaluate_all("all => all.map((each) => each.getBoundingClientRect()).map(({x, y}) => [x, y])")
    assert len({round(x) for x, _ in boxes}) == 2
    assert len({round(y) for _, y in boxes}) == 5
    picture(person.page, "smashgear-store-sheet")
