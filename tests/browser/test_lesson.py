"""Lessons by touch: from the lobby through every step, with wrong touches, Back, and leaving."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cogtable.engine.definition.lesson_file import FIRST
from cogtable.engine.play import registry

from .learner import Learner
from .live_server import LiveServer
from .person import Person, expect_home

OpenPage = Callable[..., Page]
Picture = Callable[[Page, str], None]


SIZES = {"phone": (390, 844), "desktop": (1280, 720)}
OTHERS = [("phone", game) for game in ("megaman", "recharge", "coalheart", "smashgear")] + [
    ("desktop", game) for game in ("splendor", "megaman", "recharge", "smashgear")
]
"""Lessons that take the same path through the code as those in every `make test`."""

FURTHER = [
    (size, game, name)
    for game in registry.names()
    for name in registry.find(game).lessons
    for size in SIZES
    if name != FIRST and (size, game, name) != ("phone", "splendor", "nobles")
]
"""Strategy lessons that take the same path through the code as the one in every `make test`."""


@pytest.fixture
def learner(server: LiveServer, open_page: OpenPage) -> Learner:
    """A newcomer on a phone who has opened the lesson of Splendor from the lobby."""
    server.ready("splendor", "easy")
    page = open_page(390, 844)
    person = Learner(page)
    page.goto(server.url)
    page.get_by_role("button", name="Learn it in 5 minutes: Splendor", exact=True).click()
    person.until(lambda: bool(person.lesson))
    return person


def play_steps(learner: Learner, *steps: int) -> None:
    """Does what the coach asks for in these steps."""
    for step in steps:
        learner.await_step(step)
        learner.see_whole()
        learner.do()


@pytest.mark.slow
def test_the_coach_answers_wrong_touches_and_shows_the_move(learner: Learner, picture: Picture) -> None:
    """Other pieces can't be chosen by mistake; the coach says when their turn comes, and points at the right ones."""
    play_steps(learner, 0, 1)
    learner.await_step(2)
    picture(learner.page, "lesson-phone")
    for _ in range(3):
        learner.page.locator("[data-piece='bank.5']").click()
    expect(learner.page.locator(".coach .reply")).to_contain_text("gold only comes with reserving a card")
    learner.page.get_by_role("button", name="Show me").click()
    learner.await_step(3)


@pytest.mark.slow
def test_back_undoes_the_move_and_the_lobby_remembers_the_step(learner: Learner) -> None:
    page = learner.page
    play_steps(learner, 0, 1, 2)
    learner.await_step(3)
    page.get_by_role("button", name="Back", exact=True).click()
    learner.await_step(2)
    assert learner.view["ply"] == 0
    page.locator(".coach").get_by_role("link", name="Skip").click()
    page.get_by_role("button", name="Go on with the lesson of Splendor, step 3").click()
    play_steps(learner, *range(2, 6))


@pytest.mark.slow
@pytest.mark.large
def test_a_lesson_ends_in_a_game_and_is_no_longer_offered(server: LiveServer, learner: Learner) -> None:
    play_steps(learner, *range(learner.lesson["steps"]))
    learner.until(lambda: not learner.lesson)
    page = learner.page
    expect(page.locator(".coach")).to_have_count(0)
    assert learner.await_turn(), "the game goes on against a bot"
    page.goto(server.url)
    expect_home(page)
    expect(page.get_by_role("button", name="Learn it in 5 minutes: Splendor", exact=True)).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "game"), [("desktop", "coalheart"), *(pytest.param(*each, marks=pytest.mark.large) for each in OTHERS)]
)
def test_everything_that_a_lesson_points_at_is_fully_lit(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str, game: str
) -> None:
    person = Learner(open_page(*SIZES[size]))
    for step in range(person.begin(server, game)):
        person.await_step(step)
        person.see_whole()
        # The preview of a move is drawn in place of the last move's mark.
        expect(person.page.locator(".scene:has(.image) .marks:visible")).to_have_count(0)
        picture(person.page, f"lesson-{game}-{size}-{step + 1}")
        person.do()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "game", "name"),
    [("phone", "splendor", "nobles"), *(pytest.param(*each, marks=pytest.mark.large) for each in FURTHER)],
)
def test_a_strategy_lesson_answers_doubts(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str, game: str, name: str
) -> None:
    person = Learner(open_page(*SIZES[size]))
    for step in range(person.begin(server, game, name)):
        lesson = person.await_step(step)
        person.see_whole()
        picture(person.page, f"lesson-{game}-{name}-{size}-{step + 1}")
        for doubt in lesson.get("doubts", []):
            question = person.page.get_by_role("button", name=doubt["ask"], exact=True)
            question.click()
            expect(question).to_have_attribute("aria-expanded", "true")
            expect(person.page.locator(".coach .reply")).to_be_visible()
            picture(person.page, f"lesson-{game}-{name}-{size}-{step + 1}-doubt")
            question.click()
            expect(person.page.locator(".coach .reply")).to_have_count(0)
        person.do()


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.large)])
def test_the_learn_page_lists_all_lessons_and_continues_and_repeats_them(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str
) -> None:
    server.ready("splendor", "easy")
    person = Learner(open_page(*SIZES[size]))
    page = person.page
    page.goto(f"{server.url}/learn/splendor")
    lessons = page.get_by_role("list", name="Play better: lessons of Splendor", exact=True)
    nobles = lessons.get_by_role("button", name=re.compile("^Nobles .*Splendor$"))
    expect(lessons.get_by_role("button")).to_have_count(2)
    expect(nobles).to_contain_text("Cards that count for two nobles, and when to buy them.")
    expect(nobles).to_contain_text("6 steps")
    picture(page, f"learn-{size}")

    nobles.click()
    play_steps(person, 0, 1)
    person.await_step(2)
    page.locator(".coach").get_by_role("link", name="Leave").click()
    page.wait_for_url("**/learn")
    expect(nobles).to_contain_text("Go on, step 3")

    # The address of a lesson continues it, too, and Back skips that address.
    page.goto(f"{server.url}/learn/splendor/nobles")
    page.wait_for_url("**/t/*")
    play_steps(person, 2, 3, 4)
    person.await_step(5)
    picture(page, f"lesson-end-{size}")
    page.locator(".coach").get_by_role("link", name="Next lesson: From gems to points").click()
    person.until(lambda: person.lesson.get("name") == "from-gems-to-points")
    person.await_step(0)

    page.goto(f"{server.url}/learn")
    expect(nobles).to_contain_text("Done · 6 steps")
    nobles.press("Enter")
    person.until(lambda: person.lesson.get("name") == "nobles")
    person.await_step(0)


def test_an_unknown_lesson_is_not_there(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(390, 844)
    page.goto(f"{server.url}/learn/splendor/gold")
    expect(page.get_by_role("heading", name="This lesson isn’t here")).to_be_visible()
    page.goto(f"{server.url}/learn/chess")
    expect(page.get_by_role("heading", name="This game isn’t here")).to_be_visible()


def test_touching_another_piece_answers_the_doubt_about_it(server: LiveServer, open_page: OpenPage) -> None:
    person = Learner(open_page(1280, 720))
    person.begin(server, "splendor", "nobles")
    play_steps(person, 0, 1)
    doubt = person.await_step(2)["doubts"][0]
    question = person.page.get_by_role("button", name=doubt["ask"], exact=True)
    person.page.locator(f"[data-piece='{doubt['pieces'][0]}']").click()
    expect(question).to_have_attribute("aria-expanded", "true")
    expect(person.page.locator(".coach .reply")).to_contain_text("collects blue, too")
    expect(person.page.locator(".chip.later")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "width", "height"), [pytest.param("desktop", 1280, 720, marks=pytest.mark.large), ("phone", 390, 844)]
)
def test_a_lesson_can_be_played_while_waiting_for_a_friend(
    server: LiveServer, open_page: OpenPage, picture: Picture, size: str, width: int, height: int
) -> None:
    table = server.table("me", "open", seed=7)
    page = open_page(width, height)
    page.goto(f"{server.url}/t/{table['table']}#{table['secret']}")
    title = page.get_by_role("heading", name="Invite a friend to Splendor")
    expect(title).to_be_visible()
    notice = page.get_by_role("status").filter(has_text="The deal uses a seed")
    expect(notice).to_be_visible()
    above, below = notice.bounding_box(), title.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    picture(page, f"gathering-{size}")

    page.get_by_role("button", name="Start the lesson").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".coach .dots .done")).to_have_count(1)

    # The person isn't marked away; the way back leads to the same lesson.
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Back to the waiting room").click()
    expect(title).to_be_visible()
    page.get_by_role("button", name="Continue the lesson").click()
    expect(page.locator(".coach .dots .done")).to_have_count(1)

    ben = Person(open_page(width, height, name="Ben"))
    ben.sit(server.url, server.join(table, "Ben"))
    ben.until(lambda: ben.update["occupants"][0].get("here", False))
    called = page.get_by_role("status").filter(has_text="Your game has begun")
    expect(called).to_be_visible()
    assert page.title() == "● Your turn · Splendor"
    picture(page, f"gathering-called-{size}")
    called.get_by_role("button", name="Go to the game").click()
    expect(page.locator(".pill")).to_have_text("Your turn")
    expect(called).to_have_count(0)
    page.goto(server.url)
    expect(page.get_by_text("Go on, step 2")).to_be_visible()
