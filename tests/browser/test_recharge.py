"""Recharge at a table: all players act at the same time, in real browsers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain

import pytest
from playwright.sync_api import Page, expect

import cogtable
from cogtable import bots

from .live_server import LiveServer
from .person import Choice, Person, View

pytestmark = pytest.mark.large  # see `make test-large`

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


@pytest.fixture(scope="module", autouse=True)
def _thought_once() -> None:
    """Compiles the bot, so that no test waits for it."""
    match = cogtable.game("recharge").start(seats=2, seed=1)
    bots.choose("random", match, match.waiting[0], 1)


def part(view: View, name: str) -> View:
    """Returns a part of the view."""
    return next(part for part in view["parts"] if part["id"] == name)


def asked(person: Person) -> str:
    """Returns the question above the buttons."""
    return str(part(person.view, "prompt")["sentence"])


def standing(person: Person, seat: int) -> str:
    """Returns the table's text about another seat's progress."""
    return str(part(person.view, f"seat{seat}")["text"]).split(" · ")[-1]


def choose(person: Person, *texts: str) -> Choice:
    """The first choice that begins with one of the texts; earlier texts have precedence."""
    for text in texts:
        for choice in person.view["choices"]:
            if choice["text"].startswith(text):
                return choice
    raise AssertionError(f"none of {texts} among {[choice['text'] for choice in person.view['choices']]}")


def build_up(view: View) -> Choice:
    """Keeps cards in hand and batteries on robots, builds when there is money, and takes offers."""
    _, coins, batteries, cards = (int(item["value"]) for item in part(view, f"stock{view['seat']}")["items"])
    playing = [choice for choice in view["choices"] if choice["text"].startswith("play ")]
    if len(playing) > 1:
        return playing[0]
    robots = sum(piece["zone"] == f"fleet{view['seat']}" for piece in view["pieces"])
    wanted = {"Research": cards < 2, "Stockpile": coins < 4, "Recharge": batteries < robots, "Construct": True}
    action = next(name for name, wants in wanted.items() if wants)
    for text in (f"choose {action}", "resolve the rest"):
        for choice in view["choices"]:
            if choice["text"].startswith(text):
                return choice
    return view["choices"][0]


def pair(server: LiveServer, open_page: OpenPage, seed: int) -> tuple[Person, Person]:
    """Two people at one table, each in their own browser; the first leads the first round."""
    table = server.table("me", "open", game="recharge", seed=seed)
    ada, ben = Person(open_page(name="Ada")), Person(open_page(name="Ben"))
    ada.sit(server.url, table)
    ben.page.goto(f"{server.url}/t/{table['table']}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    ben.until(lambda: bool(ben.view) and ben.view["seat"] == 1)
    ada.until(lambda: bool(ada.view["waiting"]))
    return ada, ben


def agree(*people: Person) -> None:
    """Waits until both pages have received the same move."""
    for person in people:
        person.until(lambda: len({other.view["ply"] for other in people}) == 1)


def to_the_actions(*people: Person) -> None:
    """Plays on until everybody can choose an Action; declines the Event's offers."""
    for _ in range(20):
        for person in people:
            if asked(person).startswith("Choose one of the four"):
                continue
            if person.seat in person.view["waiting"]:
                assert person.await_turn()
                person.play(choose(person, "reveal", "decline", "play no", "move no", "pass", ""))
        agree(*people)
        if all(asked(person).startswith("Choose one of the four") for person in people):
            return
    raise AssertionError("the Actions were never reached")


def test_two_people_act_at_the_same_time_in_their_own_order(server: LiveServer, open_page: OpenPage) -> None:
    """RC-R8: neither waits for the other within a round, and both end with the same table whoever is first."""
    ends = []
    for first in (0, 1):
        people = pair(server, open_page, seed=11)
        to_the_actions(*people)
        quick, slow = people[first], people[1 - first]
        before = slow.view["choices"]
        stockpile = slow.page.locator('[data-piece="a1"]')
        expect(stockpile).to_have_attribute("aria-pressed", "false")
        slow.touch("a1")  # in the middle of a choice of one's own
        expect(stockpile).to_have_attribute("aria-pressed", "true")
        finish_turn(quick)
        agree(quick, slow)
        assert standing(slow, quick.seat) == "done"
        assert slow.seat in slow.view["waiting"]
        assert slow.view["choices"] == before, "what others do leaves the choice as it was"
        expect(stockpile).to_have_attribute("aria-pressed", "true")
        finish_turn(slow)
        agree(*people)
        assert {person.view["clock"]["words"] for person in people} == {"Round 2 of 12"}
        ends.append([facts(person.view) for person in people])
    assert ends[0] == ends[1]


def finish_turn(person: Person) -> None:
    """Stockpile, and all robots in order; draws no card, so that the order of the seats doesn't matter."""
    clock = person.view["clock"]["words"]
    assert person.await_turn()
    selected = person.page.locator('[data-piece="a1"][aria-pressed="true"]').count()
    if selected:
        accepted = person.accepted
        person.touch("a1")
        person.until(lambda: person.accepted > accepted and person.view["ply"] >= person.accepted)
    else:
        person.play(choose(person, "choose Stockpile"))
    while person.seat in person.view["waiting"] and person.view["clock"]["words"] == clock:
        assert person.await_turn()
        person.play(choose(person, "resolve the rest", "decline", "pass", ""))


def facts(view: View) -> list[tuple[str, str, str]]:
    """Returns where everything lies, and what everybody has."""
    pieces = [(piece["id"], piece["zone"], piece["label"]) for piece in view["pieces"]]
    stocks = [
        (part["id"], "", json.dumps(part["items"]))
        for part in view["parts"]
        if part["id"].startswith("stock") and part["part"] == "counters"
    ]
    return sorted(pieces + stocks)


def test_both_choose_while_the_other_is_in_the_middle_of_a_choice(server: LiveServer, open_page: OpenPage) -> None:
    """Their moves cross: Ada chooses Construct and looks at her hand while Ben plays his whole turn."""
    ada, ben = pair(server, open_page, seed=5)
    to_the_actions(ada, ben)
    assert ada.await_turn()
    ada.play(choose(ada, "choose Construct"))
    playing = ada.view["choices"]
    assert "touch the card" in asked(ada)
    ben.until(lambda: standing(ben, 0) == "Construct")
    finish_turn(ben)
    ada.until(lambda: standing(ada, 1) == "done")
    assert ada.view["choices"] == playing
    assert ada.await_turn()
    ada.play(choose(ada, "play "))
    assert any(piece["zone"] == "fleet0" for piece in ada.view["pieces"])


@pytest.mark.parametrize(("rivals", "seed", "most"), [(2, 1, 4), (3, 2, 5)])
def test_abilities_of_rivals_robots_can_be_read_without_touching_them(
    server: LiveServer, open_page: OpenPage, picture: Picture, rivals: int, seed: int, most: int
) -> None:
    """Whatever the number of robots: in words, or in symbols where words don't fit, and never cut off."""
    person = Person(open_page())
    person.sit(server.url, server.table("me", *["greedy"] * rivals, game="recharge", seed=seed))
    robots = 0
    while person.await_turn():
        fleets = [rivals_robots(person.view, seat) for seat in range(1, rivals + 1)]
        if max(map(len, fleets)) > robots:
            robots = max(map(len, fleets))
            until_readable(person, list(chain(*fleets)))
            picture(person.page, f"recharge-{rivals}-rivals-{robots}")
        person.play(build_up(person.view))
    assert robots >= most


def rivals_robots(view: View, seat: int) -> list[str]:
    return [piece["id"] for piece in view["pieces"] if piece["zone"] == f"fleet{seat}"]


def until_readable(person: Person, pieces: list[str]) -> None:
    """Waits until pieces show what they do: their words are fitted after they are drawn."""
    person.until(lambda: not unreadable(person.page, pieces))


def unreadable(page: Page, pieces: list[str]) -> list[str]:
    """Pieces that don't fully show what they do. A piece that has just left shows no text."""
    return page.evaluate(
        """(pieces) => pieces.map((id) => document.querySelector(`[data-piece="${id}"]`)).filter((piece) => {
            if (!piece) return false
            const said = [...piece.querySelectorAll('.words, .short')].find((each) => each.checkVisibility())
            if (!said) return true
            const room = piece.getBoundingClientRect()
            const cut = [...said.getClientRects()].some((line) => line.bottom > room.bottom || line.top < room.top)
            return cut || said.scrollHeight > said.clientHeight + 1 || said.scrollWidth > said.clientWidth + 1
        }).map((piece) => piece.textContent)""",
        pieces,
    )


def test_a_round_on_a_phone(server: LiveServer, open_page: OpenPage, picture: Picture) -> None:
    person = Person(open_page(360, 740))
    person.sit(server.url, server.table("me", "random", "random", game="recharge", seed=2))
    while person.await_turn() and person.view["clock"]["words"] != "Round 4 of 12":
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        person.play(build_up(person.view))
    picture(person.page, "recharge-phone")


def test_secrets_are_shown_only_to_the_seats_that_know_them(server: LiveServer, open_page: OpenPage) -> None:
    """RC-Q18, RC-R15: others see the name of an Event when it is revealed, and of a card when it is played or
    discarded.
    """
    ada, ben = pair(server, open_page, seed=11)
    mine = [piece for piece in ada.view["pieces"] if piece["zone"] in ("hand", "events0", "choose")]
    shown = {piece["id"] for piece in ben.view["pieces"]}
    hidden = [piece for piece in mine if piece["id"] not in shown]
    assert len(hidden) >= 6
    for piece in hidden:
        for text in ben.received:
            assert piece["label"] not in text
            assert f'"{piece["id"]}"' not in text
    assert sum(piece["label"].startswith("hidden Event") for piece in ben.view["pieces"]) >= 2


def test_the_discard_pile_can_be_looked_through(server: LiveServer, open_page: OpenPage) -> None:
    """RC-R4: at any time, including when it isn't one's turn."""
    person = Person(open_page())
    person.sit(server.url, server.table("me", "random", "random", game="recharge", seed=9))
    while not discarded(person.view):
        assert person.await_turn()
        person.play(person.view["choices"][0])
    person.await_turn()
    names = discarded(person.view)
    expect(person.page.locator('[data-piece="pile"] .number')).to_have_text(str(len(names)))
    person.touch("pile")
    sheet = person.page.get_by_role("dialog")
    for name in names:
        expect(sheet.get_by_text(name, exact=True).first).to_be_visible()


def discarded(view: View) -> list[str]:
    """The names of the cards in the discard pile."""
    return [piece["face"]["title"] for piece in view["pieces"] if piece["zone"] == "discards"]


def test_a_robot_that_cannot_be_chosen_shows_its_ability_and_the_reason(
    server: LiveServer, open_page: OpenPage
) -> None:
    ada, ben = pair(server, open_page, seed=5)
    to_the_actions(ada, ben)
    card = next(piece for piece in ada.view["pieces"] if piece["zone"] == "hand")
    ada.touch(card["id"])
    bubble = ada.page.locator(".bubble")
    expect(bubble).to_contain_text(card["face"]["title"])
    expect(bubble).to_contain_text("choose Construct")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720)])
def test_a_chosen_action_can_be_read_in_the_choice_bar(
    server: LiveServer, open_page: OpenPage, picture: Picture, width: int, height: int, theme: str
) -> None:
    """Its icon is in the small picture, its name on the button; the picture has no tiny words."""
    person = Person(open_page(width, height, theme=theme))
    person.sit(server.url, server.table("me", "random", game="recharge", seed=0))
    to_the_actions(person)
    person.touch("a1")
    mini = person.page.locator(".bar .mini")
    expect(mini).to_be_visible()
    expect(mini).to_have_text("")
    assert mini.locator(".icon").bounding_box()["width"] >= 16
    expect(person.page.locator(".bar .primary")).to_contain_text("Stockpile")
    picture(person.page, f"recharge-action-{width}-{theme}")


def test_an_offer_that_costs_something_is_not_the_default(
    server: LiveServer, open_page: OpenPage, picture: Picture
) -> None:
    person = Person(open_page())
    person.sit(server.url, server.table("me", "random", game="recharge", seed=0))
    assert person.await_turn()
    person.play(choose(person, "reveal Crown Auction"))
    assert person.await_turn()
    buttons = person.page.locator(".bar [data-action]")
    expect(buttons).to_have_text(["Skip the offer", "Pay $6"])
    expect(person.page.locator(".bar .primary")).to_have_count(0)
    picture(person.page, "recharge-offer")


def test_the_log_has_one_entry_for_a_robots_action(server: LiveServer, open_page: OpenPage) -> None:
    """Recharge with two robots in play takes two decisions and gives one log entry."""
    person = Person(open_page())
    person.sit(server.url, server.table("me", "random", game="recharge", seed=5))
    while person.await_turn():
        robots = sum(piece["zone"] == "fleet0" for piece in person.view["pieces"])
        texts = [choice["text"] for choice in person.view["choices"]]
        if robots > 1 and "choose Recharge" in texts:
            break
        person.play(build_up(person.view))
    person.play(choose(person, "choose Recharge"))
    for _ in range(2):
        assert person.await_turn()
        person.play(choose(person, "add a battery"))
    lines = person.page.locator(".log .line").filter(has_text="chose Recharge").filter(has_text="You")
    mine = [words for words in lines.all_inner_texts() if words.startswith("You")]
    assert sum(int(added) for added in re.findall(r"\+(\d)", mine[0])) == 2, mine[0]
