"""The deal of the day: the same cards and the same bot for everybody, one try, and a list of those who have played."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from typer.testing import CliRunner

from cogtable import bots, cli
from cogtable.bots import PlayStyle
from cogtable.engine.errors import BadBox, BrokenGame
from cogtable.engine.play import registry
from cogtable.engine.play.match import Match
from cogtable.server.app import admin
from cogtable.server.core.limits import Rate
from cogtable.server.db.deals import SameGame
from cogtable.server.db.rows import PlayRow
from cogtable.server.table import deals
from cogtable.server.thinking.pool import Pool
from cogtable.server.wire import daily_api
from cogtable.server.wire.base import PROTOCOL

from .authenticator import Browser
from .conftest import Browse
from .fakes import stand_in
from .live_server import PATIENCE, LiveServer, Person, downgrade, until
from .postgres import Postgres

NOON = datetime(2026, 12, 4, 12, tzinfo=UTC).timestamp() - 1
"""A moment at which it is Friday, 4 December, almost everywhere."""

TODAY = date(2026, 12, 4)
NUMBER = 34


class Calendar:
    """The calendar of the server, which a test sets."""

    def __init__(self, now: float) -> None:
        self._real = time.time
        self.set(now)

    def set(self, now: float) -> None:
        self._ahead = now - self._real()

    def pass_days(self, days: float) -> None:
        self._ahead += 86_400 * days

    def time(self) -> float:
        return self._real() + self._ahead


@pytest.fixture(autouse=True)
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    found = Calendar(NOON - 3600)
    monkeypatch.setattr(time, "time", found.time)
    return found


@pytest.fixture(autouse=True)
def tiny_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal is one of Tiny, and bots play their first card."""
    monkeypatch.setattr(deals, "dealable", lambda: [registry.find("tiny")])
    stand_in(monkeypatch, lambda bot, match, seat, seed: match.choices(seat)[0].action)


@pytest.fixture(autouse=True)
def chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search finds that chances rise evenly in the course of a game."""

    async def judged(self: Pool, requester: Any, match: Match, seed: int) -> list[float]:
        return [match.ply / 7, 1 - match.ply / 7]

    monkeypatch.setattr(Pool, "chances", judged)


@pytest.fixture
def ada(server: LiveServer, browse: Browse, calendar: Calendar) -> Browser:
    return long_here(server, browse, calendar, "Ada")


@pytest.fixture
def ben(server: LiveServer, browse: Browse, calendar: Calendar) -> Browser:
    return long_here(server, browse, calendar, "Ben")


def long_here(server: LiveServer, browse: Browse, calendar: Calendar, name: str) -> Browser:
    """Returns the browser of a person whose account is older than a day."""
    browser = browse(server)
    browser.sign_up(name)
    server.execute(f"UPDATE accounts SET created = {calendar.time() - 3 * 86_400} WHERE name = '{name}'")
    return browser


def begin(browser: Browser, number: int = NUMBER, **more: str) -> dict[str, Any]:
    """Begins the deal; returns the seat."""
    answer = browser.post(f"/deals/{number}/play", more)
    assert answer.status_code in (200, 201), answer.text
    seat: dict[str, Any] = answer.json()
    return seat


def refused(browser: Browser, number: int = NUMBER) -> tuple[int, str]:
    answer = browser.post(f"/deals/{number}/play")
    assert answer.status_code >= 400
    return answer.status_code, answer.json()["error"]


def sit(server: LiveServer, browser: Browser, seat: dict[str, Any]) -> Person:
    """Opens the table of a deal."""
    person = Person(server.raw(seat["table"], additional_headers={"Cookie": browser.cookie}))
    person.send(type="hello", protocol=PROTOCOL, secret=seat.get("secret", ""))
    person.next("update")
    return person


def play_deal(server: LiveServer, browser: Browser, cards: tuple[int, ...] = (0, 0, 0), number: int = NUMBER) -> str:
    """Plays a deal to its end: in each round the first or the second card. Returns the table."""
    seat = begin(browser, number)
    person = sit(server, browser, seat)
    for at, card in enumerate(cards, 1):
        person.play(person.actions()[min(card, len(person.actions()) - 1)])
        until(person, lambda at=at: person.view.get("over") or (person.ply >= 2 * at and person.actions()))
    assert person.view["over"]
    person.leave()
    return str(seat["table"])


def page(browser: Browser, number: int = NUMBER) -> dict[str, Any]:
    found: dict[str, Any] = browser.get(f"/deals/{number}")
    return found


def today(browser: Browser, day: date = TODAY, zone: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = browser.get(f"/daily?day={day}&zone={zone}")
    return found


def follow(one: Browser, other: str) -> None:
    assert one.post("/follow", {"name": other}).status_code == 200


def names(scores: list[dict[str, Any]]) -> list[str]:
    return [each["name"] for each in scores]


# --- the deal ---------------------------------------------------------------------------------------


def test_everybody_gets_the_same_cards_and_meets_the_same_bot(
    server: LiveServer, ada: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int, int, bytes]] = []

    def choose(bot: str, match: Match, seat: int, seed: int) -> int:
        asked.append((bot, seat, seed, match.hidden(seat).tobytes()))
        return int(match.choices(seat)[0].action)

    stand_in(monkeypatch, choose)
    play_deal(server, ada)
    first, asked[:] = list(asked), []
    play_deal(server, ben)
    assert first
    assert first == asked
    assert {bot for bot, *_ in first} == {deals.BOT}


def test_the_person_has_the_first_seat_and_bots_have_the_others(server: LiveServer, ada: Browser) -> None:
    person = sit(server, ada, begin(ada))
    assert person.view["seat"] == 0
    assert [each["kind"] for each in person.update["occupants"]] == ["person", "bot"]


def test_every_day_has_another_deal(server: LiveServer, ada: Browser, calendar: Calendar) -> None:
    one = begin(ada, NUMBER)
    calendar.pass_days(1)
    other = begin(ada, NUMBER + 1)
    assert one["table"] != other["table"]
    seeds = {row[0] for row in server.execute("SELECT seed FROM tables")}
    assert len(seeds) == 2


def test_each_game_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [registry.find(name) for name in ("recharge", "splendor", "tiny")]
    monkeypatch.setattr(deals, "dealable", lambda: games)
    dealt = [deals.deal_of(number) for number in range(1, 7)]
    assert [row.game for row in dealt if row] == ["splendor", "tiny", "recharge"] * 2


def test_games_of_other_packages_have_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert {"splendor", "tiny"} <= {game.name for game in deals.dealable()}


def test_the_cards_follow_from_a_secret_of_the_server() -> None:
    assert deals.seed_of("one", NUMBER) == deals.seed_of("one", NUMBER)
    assert deals.seed_of("one", NUMBER) != deals.seed_of("one", NUMBER + 1)
    assert deals.seed_of("one", NUMBER) != deals.seed_of("other", NUMBER)
    assert 0 <= deals.seed_of("one", NUMBER) < 2**63


def test_the_secret_is_kept_in_the_database(own_server: LiveServer, browse: Browse) -> None:
    begin(browse(own_server))
    ((value,),) = own_server.execute("SELECT value FROM server_keys WHERE name = 'deals'")
    ((seed,),) = own_server.execute("SELECT seed FROM tables")
    assert deals.seed_of(value, NUMBER) == seed


def test_what_a_deal_was_is_kept_with_its_number(server: LiveServer, ada: Browser) -> None:
    begin(ada)
    ((number, game, version, bot, search),) = server.execute("SELECT number, game, version, bot, search FROM deals")
    tiny = registry.find("tiny")
    assert (number, game, version, bot) == (NUMBER, "tiny", tiny.version, "medium")
    assert search == deals.search_of(tiny, "medium")
    assert search.split()[1] == str(tiny.levels.medium)  # simulations, not seconds


def test_a_deal_ends_when_the_bot_is_no_longer_the_same(
    server: LiveServer, ada: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(ada)
    monkeypatch.setattr("cogtable.bots.mcts.VERSION", 2)
    status, words = refused(ben)
    assert status == 410
    assert "changed since this deal began" in words
    assert begin(ada)["table"]  # who has begun goes on


def test_a_deal_that_was_fixed_stays_when_another_game_is_installed(
    server: LiveServer, ada: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(ada)
    monkeypatch.setattr(deals, "dealable", lambda: [registry.find("splendor")])
    assert page(ben)["deal"]["game"] == "tiny"
    begin(ben)
    assert {row[0] for row in server.execute("SELECT game FROM tables")} == {"tiny"}


@pytest.mark.native
def test_the_bot_needs_no_time_limit_to_be_the_same() -> None:
    """The same moves get the same replies, compiled or interpreted."""
    tiny = registry.find("tiny")
    match = Match(tiny, 2, 5, tiny.checked_options({}))
    replies = {bots.decide("medium", match, 1, 77, PlayStyle(compiled)).action for compiled in (True, False)}
    assert len(replies) == 1


# --- one try ----------------------------------------------------------------------------------------


def test_a_person_has_one_try(server: LiveServer, ada: Browser) -> None:
    table = play_deal(server, ada)
    assert begin(ada) == {"table": table, "seat": 0}
    assert page(ada)["deal"]["state"] == "over"
    assert len(server.execute("SELECT 1 FROM tables")) == 1


def test_a_guest_has_one_try(server: LiveServer, browse: Browse) -> None:
    guest = browse(server)
    seat = begin(guest, name="Gus")
    assert seat["secret"]
    assert begin(guest) == {"table": seat["table"], "seat": 0}


def test_a_guest_who_signs_up_has_no_second_try(server: LiveServer, browse: Browse) -> None:
    guest = browse(server)
    seat = begin(guest, name="Gus")
    guest.sign_up("Gus")
    assert begin(guest)["table"] == seat["table"]


def test_a_game_that_a_guest_brings_along_is_not_in_the_list(
    server: LiveServer, browse: Browse, calendar: Calendar
) -> None:
    """Somebody could play as several guests and sign in with the best game."""
    gus = long_here(server, browse, calendar, "Gus")
    guest = browse(server)
    seat = begin(guest, name="Guest")
    person = sit(server, guest, seat)
    for at in range(1, 4):
        person.play(person.actions()[0])
        until(person, lambda at=at: person.view.get("over") or (person.ply >= 2 * at and person.actions()))
    assert gus.post("/account/claim", {"secrets": {seat["table"]: seat["secret"]}}).status_code == 200
    found = page(gus)
    assert found["deal"]["state"] == "over"
    assert found["result"]["why"] == "guest"
    assert "everybody" not in found
    (play,) = gus.get("/account/export")["records"]["deal_plays"]
    assert play["table_id"] == seat["table"]


def test_a_game_can_be_paused(server: LiveServer, ada: Browser) -> None:
    seat = begin(ada)
    person = sit(server, ada, seat)
    person.play(person.actions()[0])
    person.leave()
    assert page(ada)["deal"]["state"] == "begun"
    again = sit(server, ada, begin(ada))
    until(again, lambda: again.ply >= 2)


def test_there_is_no_undo(server: LiveServer, ada: Browser) -> None:
    person = sit(server, ada, begin(ada))
    person.play(person.actions()[0])
    until(person, lambda: person.ply >= 2)
    assert not person.update.get("undo")
    person.send(type="undo", id=7, ply=person.ply)
    assert "one try" in person.next("error", "accepted")["words"]


def test_there_are_no_hints(server: LiveServer, ada: Browser) -> None:
    person = sit(server, ada, begin(ada))
    person.send(type="hint", id=7, ply=person.ply)
    assert "one try" in person.next("error", "hint")["words"]
    assert not person.view.get("assists")


def test_a_branch_must_wait_for_the_end(server: LiveServer, ada: Browser) -> None:
    seat = begin(ada)
    answer = ada.post(f"/tables/{seat['table']}/branch", {"ply": 0, "bot": "easy"})
    assert answer.status_code == 409
    play_deal(server, ada)
    assert ada.post(f"/tables/{seat['table']}/branch", {"ply": 0, "bot": "easy"}).status_code == 201


def test_the_file_must_wait_for_the_end(server: LiveServer, ada: Browser) -> None:
    seat = begin(ada)
    assert ada.http.get(f"/tables/{seat['table']}/file").status_code == 409
    play_deal(server, ada)
    assert ada.http.get(f"/tables/{seat['table']}/file").status_code == 200


def watched(server: LiveServer, browser: Browser, table: str) -> dict[str, Any]:
    """Returns the first message to a spectator."""
    person = Person(server.raw(table, additional_headers={"Cookie": browser.cookie}))
    person.send(type="hello", protocol=PROTOCOL)
    return person.next("update", "error")


def test_nobody_sees_the_cards_before_they_have_played(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = play_deal(server, ada)
    assert watched(server, ben, table)["code"] == "playing"
    assert ben.http.get(f"/tables/{table}").status_code == 404
    begin(ben)
    assert watched(server, ben, table)["code"] == "playing"
    play_deal(server, ben)
    assert watched(server, ben, table)["type"] == "update"
    assert ben.http.get(f"/tables/{table}").status_code == 200


def test_nobody_sees_the_cards_in_a_branch_before_they_have_played(
    server: LiveServer, ada: Browser, ben: Browser
) -> None:
    table = play_deal(server, ada)
    branch = ada.post(f"/tables/{table}/branch", {"ply": 1, "bot": "easy"}).json()["table"]
    assert watched(server, ben, branch)["code"] == "playing"
    assert watched(server, ada, branch)["type"] == "update"


def test_everybody_can_watch_when_a_deal_is_no_longer_open(
    server: LiveServer, ada: Browser, ben: Browser, calendar: Calendar
) -> None:
    table = play_deal(server, ada)
    calendar.pass_days(9)
    assert watched(server, ben, table)["type"] == "update"


def test_scores_lead_to_games_only_for_those_who_have_played(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = play_deal(server, ada)
    assert "table" not in page(ben)["everybody"][0]
    play_deal(server, ben)
    assert {each["table"] for each in page(ben)["everybody"]} >= {table}


def test_the_same_person_who_resigns_has_no_second_try(server: LiveServer, ada: Browser) -> None:
    person = sit(server, ada, begin(ada))
    person.send(type="resign", id=7)
    person.next("accepted")
    found = page(ada)
    assert found["deal"]["state"] == "gave-up"
    assert "result" not in found
    assert "everybody" not in found


# --- days -------------------------------------------------------------------------------------------


def test_a_deal_has_the_number_of_its_day() -> None:
    assert deals.number_of(TODAY) == NUMBER
    assert deals.day_of(NUMBER) == TODAY
    assert deals.day_of(1) == date(2026, 11, 1)


def test_it_is_a_day_from_the_first_time_zone_to_the_last() -> None:
    begins, ends = deals.begins_at(NUMBER), deals.closes_at(NUMBER)
    assert datetime.fromtimestamp(begins, UTC) == datetime(2026, 12, 3, 10, tzinfo=UTC)
    assert datetime.fromtimestamp(ends, UTC) == datetime(2026, 12, 5, 12, tzinfo=UTC)
    assert [deals.is_day(NUMBER, at) for at in (begins - 1, begins, ends - 1, ends)] == [False, True, True, False]


def test_midnight_is_the_players_own(ada: Browser, calendar: Calendar) -> None:
    calendar.set(datetime(2026, 12, 4, 11, tzinfo=UTC).timestamp())
    assert [today(ada, TODAY + timedelta(days=each))["deal"]["number"] for each in (-1, 0, 1)] == [33, 34, 35]
    answer = ada.http.get(f"/daily?day={TODAY + timedelta(days=2)}&zone=0")
    assert answer.status_code == 422
    assert "it is not 2026-12-06 anywhere" in answer.json()["error"]


@pytest.mark.parametrize("asked", ["", "?day=soon", "?day=2026-12-04&zone=x", "?day=2026-12-04&zone=900"])
def test_a_wrong_day_is_refused_with_what_was_expected(ada: Browser, asked: str) -> None:
    answer = ada.http.get(f"/daily{asked}")
    assert answer.status_code == 422
    assert "minutes" in answer.json()["error"]


@pytest.mark.parametrize(
    "number",
    [0, NUMBER + 2, 10_000, 999_999_999, "9" * 30, pytest.param("9" * 5_000, id="5000 digits")],
)
def test_a_deal_that_is_not_there_yet_is_not_told(server: LiveServer, ada: Browser, number: int | str) -> None:
    assert ada.http.get(f"/deals/{number}").status_code == 404
    assert ada.post(f"/deals/{number}/play").status_code == 404
    assert ada.http.get(f"/previews/daily/{number}.png").status_code < 400


def test_the_page_of_a_deal_that_is_not_there_yet_is_not_found(server: LiveServer, ada: Browser) -> None:
    for number, status in ((NUMBER, 200), (NUMBER + 2, 404), (999_999_999, 404)):
        assert ada.http.get(f"{ada.origin}/daily/{number}").status_code == status


def test_a_game_without_a_readable_box_has_no_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unreadable:
        max_seats = 2

        @property
        def box(self) -> Any:
            raise BadBox("not a box")

    monkeypatch.undo()
    monkeypatch.setattr(registry, "names", lambda: ["broken"])
    monkeypatch.setattr(registry, "find", lambda name: Unreadable())
    assert deals.deal_of(NUMBER) is None


def test_a_puzzle_of_a_game_that_cannot_be_loaded_is_not_there(
    server: LiveServer, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> Any:
        raise BrokenGame("not a game")

    monkeypatch.setattr(registry, "find", broken)
    answer = ada.http.get("/puzzles/tiny/any")
    assert (answer.status_code, answer.json()["error"]) == (404, "tiny has no puzzle 'any'")


def test_last_weeks_deals_stay_open(server: LiveServer, ada: Browser, calendar: Calendar) -> None:
    calendar.set(datetime(2026, 12, 12, 11, tzinfo=UTC).timestamp())
    assert NUMBER in [each["number"] for each in today(ada, date(2026, 12, 12))["earlier"]]
    begin(ada)
    calendar.set(datetime(2026, 12, 12, 13, tzinfo=UTC).timestamp())
    assert NUMBER not in [each["number"] for each in today(ada, date(2026, 12, 12))["earlier"]]
    status, words = refused(ada, NUMBER - 1)
    assert (status, words) == (409, "deal 33 is no longer open")


def test_a_game_that_ends_after_the_day_is_not_in_the_list(
    server: LiveServer, ada: Browser, ben: Browser, calendar: Calendar
) -> None:
    calendar.set(deals.closes_at(NUMBER) - 60)
    play_deal(server, ada)
    calendar.set(deals.closes_at(NUMBER) + 60)
    play_deal(server, ben)
    assert names(page(ben)["everybody"]) == ["Ada"]
    assert page(ben)["result"]["why"] == "late"


# --- results ----------------------------------------------------------------------------------------


def test_the_list_has_those_one_follows_first(
    server: LiveServer, browse: Browse, ada: Browser, ben: Browser, calendar: Calendar
) -> None:
    cleo = long_here(server, browse, calendar, "Cleo")
    for each in (ada, ben, cleo):
        play_deal(server, each)
    follow(ada, "Ben")
    found = page(ada)
    assert set(names(found["follows"])) == {"Ada", "Ben"}
    assert set(names(found["everybody"])) == {"Ada", "Ben", "Cleo"}
    assert [each["name"] for each in found["everybody"] if each.get("you")] == ["Ada"]
    assert "follows" not in page(cleo)


def test_equal_results_share_a_rank(server: LiveServer, ada: Browser, ben: Browser) -> None:
    for each in (ada, ben):
        play_deal(server, each)
    scores = page(ada)["everybody"]
    assert [each["rank"] for each in scores] == [1, 1]
    assert scores[0]["ahead"] == scores[1]["ahead"]


def standing(ahead: int, *, won: bool, tied: bool = False) -> deals.Standing:
    play = PlayRow(
        number=NUMBER,
        person=f"{ahead} {won}",
        account="a",
        table=f"{ahead} {won} {tied}",
        hills="",
        ended=1,
        places=(1, 2),
        scores=(0, 0),
        words="",
        gave_up=False,
    )
    return deals.Standing(play, ahead, won, tied)


def test_who_won_comes_first_and_then_the_points_decide() -> None:
    found = [
        standing(-3, won=False),
        standing(2, won=True),
        standing(0, won=False, tied=True),
        standing(6, won=True),
        standing(3, won=False),  # more points, but not the win
    ]
    assert [(rank, each.ahead) for rank, each in deals.ranked(found)] == [(1, 6), (2, 2), (3, 0), (4, 3), (5, -3)]


def test_blocked_people_never_appear(server: LiveServer, ada: Browser, ben: Browser) -> None:
    for each in (ada, ben):
        play_deal(server, each)
    assert ben.post("/block", {"whom": {"name": "Ada"}, "kind": "block"}).status_code == 200
    assert names(page(ada)["everybody"]) == ["Ada"]
    assert names(page(ben)["everybody"]) == ["Ben"]


def test_new_accounts_count_only_in_the_distribution(server: LiveServer, browse: Browse, ada: Browser) -> None:
    new = browse(server)
    new.sign_up("Nia")
    play_deal(server, new)
    assert page(new)["result"]["why"] == "new"
    assert "everybody" not in page(ada)


def test_hidden_profiles_count_only_in_the_distribution(server: LiveServer, ada: Browser, ben: Browser) -> None:
    play_deal(server, ada)
    assert ada.post("/account/hide", {"hidden": True}).status_code == 200
    server.app.state.deal_results.forget()
    assert "everybody" not in page(ben)
    assert page(ada)["result"]["why"] == "hidden"


def guests_play(server: LiveServer, browse: Browse, count: int) -> None:
    for at in range(count):
        guest = browse(server)
        seat = begin(guest, name=f"Guest {at}")
        person = sit(server, guest, seat)
        for move in range(1, 4):
            person.play(person.actions()[0])
            until(person, lambda move=move, p=person: p.view.get("over") or (p.ply >= 2 * move and p.actions()))
        person.leave()


def test_guests_count_in_the_distribution(server: LiveServer, browse: Browse, ada: Browser) -> None:
    guests_play(server, browse, 5)
    play_deal(server, ada)
    found = page(ada)
    assert found["deal"]["played"] == 6
    assert sum(bar["n"] for bar in found["bars"]) == 6
    assert [bar.get("own", False) for bar in found["bars"]].count(True) == 1
    assert names(found["everybody"]) == ["Ada"]
    assert found["result"]["people"] == 5
    assert found["result"].get("before", 0) == 0  # all played the same


def test_few_people_are_not_counted_out(server: LiveServer, browse: Browse, ada: Browser) -> None:
    guests_play(server, browse, 2)
    play_deal(server, ada)
    found = page(ada)
    assert "played" not in found["deal"]
    assert "bars" not in found
    assert "people" not in found["result"]


def test_a_distribution_has_at_most_nine_bars_of_one_width() -> None:
    found = [standing(ahead, won=ahead > 0) for ahead in range(-20, 21)]
    bars = deals.bars_of(found, found[25])
    assert len(bars) <= deals.MOST_BARS
    assert sum(bar.n for bar in bars) == 41
    assert {bar.most - bar.least + 1 for bar in bars} == {5}
    assert [(bar.least, bar.most) for bar in bars if bar.own] == [(5, 9)]


def test_the_hills_are_the_chances_in_the_course_of_the_game(server: LiveServer, ada: Browser) -> None:
    table = play_deal(server, ada)
    hills = page(ada)["result"]["hills"]
    assert len(hills) == daily_api.HILLS
    assert hills == sorted(hills)
    assert set(hills) <= set(range(1, 9))
    ((kept,),) = server.execute(f"SELECT hills FROM deal_plays WHERE table_id = '{table}'")
    assert kept == "".join(map(str, hills))


def test_chances_become_heights_from_one_to_eight() -> None:
    assert deals.hills_of([0, 0.1, 0.5, 0.99, 1]) == "11588"


def test_yesterday_has_its_first_results(server: LiveServer, ada: Browser, ben: Browser, calendar: Calendar) -> None:
    play_deal(server, ada)
    calendar.pass_days(1)
    found = today(ben, TODAY + timedelta(days=1))
    assert found["yesterday"]["deal"]["number"] == NUMBER
    assert names(found["yesterday"]["everybody"]) == ["Ada"]
    assert found["deal"]["number"] == NUMBER + 1


def test_the_page_says_how_those_one_follows_have_done(server: LiveServer, ada: Browser, ben: Browser) -> None:
    play_deal(server, ben)
    assert "best" not in today(ada)
    follow(ada, "Ben")
    assert today(ada)["best"]["name"] == "Ben"
    play_deal(server, ada)
    assert "best" not in today(ada)


# --- the week ---------------------------------------------------------------------------------------


def dots(browser: Browser, day: date = TODAY, zone: int = 0) -> str:
    return "".join("x" if each.get("done") else "." for each in today(browser, day, zone)["week"])


def test_a_week_of_dots_begins_on_monday(server: LiveServer, ada: Browser) -> None:
    assert [each["day"] for each in today(ada)["week"]][:1] == ["2026-11-30"]
    assert dots(ada) == "......."
    play_deal(server, ada)
    assert dots(ada) == "....x.."


def test_a_deal_of_another_day_fills_the_dot_of_its_day(server: LiveServer, ada: Browser) -> None:
    play_deal(server, ada, number=NUMBER - 2)
    assert dots(ada) == "..x...."


# --- what is stored ---------------------------------------------------------------------------------


def test_an_export_has_the_deals(server: LiveServer, ada: Browser) -> None:
    table = play_deal(server, ada)
    records = ada.get("/account/export")["records"]
    assert [(each["number"], each["table_id"]) for each in records["deal_plays"]] == [(NUMBER, table)]


def test_a_deleted_account_still_counts_without_a_name(server: LiveServer, ada: Browser, ben: Browser) -> None:
    play_deal(server, ada)
    ((account,),) = server.execute("SELECT id FROM accounts WHERE name = 'Ada'")
    assert ada.delete().status_code == 200
    server.app.state.deal_results.forget()
    assert "everybody" not in page(ben)
    ((person, of_account),) = server.execute("SELECT person, account FROM deal_plays")
    assert person != account
    assert of_account == ""


def test_a_database_from_before_has_no_deals(tmp_path: Any) -> None:
    database = tmp_path / "cogtable.db"
    with LiveServer(database) as server:
        table = server.new("tiny", "me", "easy")["table"]
    downgrade(database, "0023")
    with LiveServer(database) as server:
        assert server.http.get(f"/tables/{table}").status_code == 200
        assert server.execute("SELECT deal FROM tables") == [(0,)]


def test_beginning_deals_is_limited(server: LiveServer, browse: Browse) -> None:
    server.limit(deals=Rate(1, 60))
    begin(browse(server))
    status, words = refused(browse(server))
    assert status == 429
    assert "too many deals" in words


# --- for the host -----------------------------------------------------------------------------------


def same_moves(server: LiveServer, least: int) -> list[SameGame]:
    found = server.app.state.rooms.store.deals.same_moves([NUMBER], least)
    return asyncio.run_coroutine_threadsafe(found, server.loop).result(PATIENCE)


def test_the_same_moves_are_marked_for_the_host(server: LiveServer, ada: Browser, ben: Browser) -> None:
    for each in (ada, ben):
        play_deal(server, each)
    found = same_moves(server, 3)
    assert [(each.names, each.moves) for each in found] == [(("Ada", "Ben"), 3)]
    assert not same_moves(server, 4)


def test_different_moves_are_not_marked(server: LiveServer, ada: Browser, ben: Browser) -> None:
    play_deal(server, ada, (0, 0, 0))
    play_deal(server, ben, (1, 0, 0))
    assert not same_moves(server, 1)


def test_the_host_reads_of_the_same_moves_on_the_command_line(
    own_server: LiveServer, browse: Browse, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = (long_here(own_server, browse, calendar, name) for name in ("Ada", "Ben"))
    for each in (ada, ben):
        play_deal(own_server, each)
    now = datetime.now(UTC).date()
    own_server.execute(f"UPDATE deal_plays SET number = {deals.number_of(now)}")
    listed = ("admin", "reports", "list", "--database", str(own_server.database))
    assert "the same" not in CliRunner().invoke(cli.app, listed).output
    monkeypatch.setattr(admin, "SAME_MOVES", 3)
    words = f"Deal {deals.number_of(now)} (tiny): Ada and Ben made the same 3 moves."
    assert words in CliRunner().invoke(cli.app, listed).output


@pytest.mark.xdist_group("cluster")
def test_two_processes_deal_the_same_and_give_one_try(browse: Browse) -> None:
    with (
        Postgres() as postgres,
        LiveServer(postgres.url, shared=True) as one,
        LiveServer(postgres.url, shared=True) as two,
    ):
        guest, other = browse(one), browse(two)
        seat = begin(guest, name="Gus")
        there = two.http.post(f"/deals/{NUMBER}/play", json={}, headers={"Cookie": guest.cookie})
        assert there.json() == {"table": seat["table"], "seat": 0}
        begin(other, name="Hedi")

        async def seeds() -> set[int]:
            found = await one.app.state.rooms.store.listing(10)
            return {each.table.seed for each in found}

        assert len(asyncio.run_coroutine_threadsafe(seeds(), one.loop).result(PATIENCE)) == 1
        solver = one.app.state.rooms.store.deals.tried_puzzle("splendor", "1", "~x", "", time.time(), right=True)
        asyncio.run_coroutine_threadsafe(solver, one.loop).result(PATIENCE)
        tried = two.app.state.rooms.store.deals.tried("splendor", "1")
        assert asyncio.run_coroutine_threadsafe(tried, two.loop).result(PATIENCE).first == 1
