"""Keepsakes: their rules, when they are told, and who sees them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cogtable.engine.play import registry
from cogtable.icons import PICTURES
from cogtable.server.core.keepsakes import KEEPSAKES, Progress
from cogtable.server.db.keepsakes import Fact

from .authenticator import Browser
from .conftest import Browse
from .live_server import LiveServer
from .test_people import resign, table_of, won_by

RULES = {each.key: each.rule for each in KEEPSAKES}


def game(number: int = 0, **about: Any) -> Fact:
    """Returns a game of two that Ada lost to Ben, played to the end; unless something else is said."""
    usual: dict[str, Any] = {
        "table": f"table {number}",
        "game": "tiny",
        "ended": float(number),
        "players": 2,
        "seat": 0,
        "outcome": "lost",
        "stayed": True,
        "whole": True,
        "others": 1,
        "people": frozenset({"ben"}),
    }
    return Fact(**usual | about)


def won(number: int = 0, **about: Any) -> Fact:
    return game(number, **{"outcome": "won"} | about)


def many(count: int, of: Callable[..., Fact] = game, **about: Any) -> list[Fact]:
    return [of(number, **about) for number in range(count)]


def different(count: int) -> list[Fact]:
    """Returns games with this many different people."""
    return [game(number, people=frozenset({f"person {number}"})) for number in range(count)]


LEFT = {"stayed": False, "whole": False}
GIVEN_UP = {"whole": False}
ALONE: dict[str, Any] = {"others": 0, "people": frozenset(), "bots": ("hard",)}
TINY = [each.name for each in registry.usable()]


@pytest.mark.parametrize(
    ("key", "enough", "not_enough"),
    [
        ("company", different(10), [*different(9), game(20, people=frozenset({"person 1"}))]),
        ("company", different(10), [*different(9), game(20, people=frozenset({"zoe"}), **GIVEN_UP)]),
        ("taught", [game(first_of_others=True)], [game(first_of_others=True, **GIVEN_UP)]),
        ("sport", [game(rematch="next")], [game(), won(rematch="next"), game(rematch="next", **ALONE)]),
        ("unhurried", many(50, over_days=True), [*many(49, over_days=True), game(60, over_days=True, **LEFT)]),
        ("polite", many(10, said_well_played=True), [*many(9, said_well_played=True), game(20)]),
        ("door", [game(with_guest=True)], [game(with_guest=True, **GIVEN_UP)]),
        ("stepped-in", [game(stepped_in=True)], [game(stepped_in=True, **LEFT)]),
        ("friends", many(10), [*many(9), *different(5)]),
        ("to-the-end", many(20), [*many(19), game(20, **LEFT), *many(19)]),
        ("to-the-end", [*many(19), game(20, **GIVEN_UP)], many(30, **ALONE)),
        ("shelf", [game(game=name) for name in TINY], [game(game=name) for name in TINY[1:]]),
        ("chairs", [game(players=n) for n in (2, 3, 4)], [game(players=2), game(players=3), game(game="x", players=4)]),
        ("full-table", [game(others=3)], [game(others=2)]),
        ("house-rules", [game(changed_box=True)], [game(changed_box=True, **GIVEN_UP)]),
        ("crown", [won()], [won(**ALONE), game(), won(fair=False), won(**GIVEN_UP)]),
        ("by-one", [won(ahead=1)], [won(ahead=2), game()]),
        ("level", [game(outcome="tied")], [game(outcome="tied", **ALONE), game()]),
        ("tall-order", [won(**ALONE)], [won(**ALONE | {"bots": ("easy", "random")}), game(**ALONE)]),
        ("all-won", [won(game=name) for name in TINY], [*(won(game=name) for name in TINY[1:]), game(game=TINY[0])]),
        ("round-table", [won(seat=0), won(seat=1)], [won(seat=0), won(seat=1, players=3), game(seat=1)]),
        ("odds", [won(rated_above=200)], [won(rated_above=199), game(rated_above=300)]),
        (
            "turned",
            [*many(3, behind=frozenset({"ben"})), won()],
            [*many(2, behind=frozenset({"ben"})), won(), game(behind=frozenset({"ben"})), won()],
        ),
        ("last-seat", [won(players=3, seat=2)], [won(players=2, seat=1), won(players=3, seat=1)]),
        ("crowd", [won(players=4)], [won(players=3), game(players=4)]),
        (
            "second-try",
            [game(0, rematch="table 1"), won(1)],
            [game(0), won(1), won(2, rematch="table 3"), won(3)],
        ),
    ],
)
def test_a_keepsake_needs_what_its_words_say(key: str, enough: Sequence[Fact], not_enough: Sequence[Fact]) -> None:
    got = RULES[key](enough)
    assert got.done is enough[-1], f"{key}: {got}"
    assert got.count == got.of
    missing = RULES[key](not_enough)
    assert missing.done is None, key
    assert missing.count < missing.of


def test_there_are_24_half_of_them_not_for_winning() -> None:
    assert len(KEEPSAKES) == len(RULES) == 24
    only_lost = [
        *different(50),
        *many(60, over_days=True, said_well_played=True, first_of_others=True, rematch="next", with_guest=True),
        *[game(game=name, others=3, stepped_in=True, changed_box=True) for name in TINY],
        *[game(players=n) for n in (2, 3, 4)],
    ]
    assert sum(rule(only_lost).done is not None for rule in RULES.values()) >= 12


def test_each_has_a_picture_and_words_of_its_own_and_none_is_had_without_a_game() -> None:
    for words in ("picture", "name", "words"):
        assert len({getattr(each, words) for each in KEEPSAKES}) == 24, words
    assert {each.picture for each in KEEPSAKES} <= set(PICTURES)
    for key, rule in RULES.items():
        empty = rule([])
        assert empty == Progress(count=0, of=empty.of), key


# --- on the server ------------------------------------------------------------------------------------


def played(server: LiveServer, winner: Browser, loser: Browser, places: str = "[1,2]") -> str:
    """Returns the table of a game that both have played to the end."""
    table = won_by(server, winner, loser, rated=False)
    server.execute(f"DELETE FROM actions WHERE table_id = '{table}' AND kind = 'end'")
    server.execute(f"UPDATE tables SET places = '{places}', scores = '[12,9]' WHERE id = '{table}'")
    return table


def told(browser: Browser, table: str) -> list[str]:
    """Returns the names of the keepsakes that a person is told at the end of a game."""
    answer = browser.post(f"/tables/{table}/keepsakes", {})
    assert answer.status_code == 200, answer.text
    return [each["name"] for each in answer.json()["keepsakes"]]


def names(browser: Browser) -> set[str]:
    return {each["name"] for each in browser.get("/keepsakes").get("own", [])}


def test_the_end_of_a_game_tells_a_new_keepsake_once(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = played(server, ada, ben)
    assert told(ada, table) == ["First crown", "Taught it"]
    assert told(ada, table) == []
    assert told(ben, table) == ["Taught it"]
    again = played(server, ada, ben)
    assert told(ada, again) == []
    assert names(ada) == {"First crown", "Taught it"}


def test_the_page_lists_what_one_has_and_how_far_one_got(server: LiveServer, ada: Browser, ben: Browser) -> None:
    for _ in range(3):
        table = played(server, ada, ben)
    found = ada.get("/keepsakes")
    assert len(found["own"]) + len(found["others"]) == 24
    friends = next(each for each in found["others"] if each["name"] == "Old friends")
    assert (friends["count"], friends["all"]) == (3, 10)
    crown = next(each for each in found["own"] if each["name"] == "First crown")
    assert crown["at"] == pytest.approx(time.time(), abs=600)
    assert told(ada, table) == [], "they came with earlier games"


def test_games_of_before_count_without_being_told(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = played(server, ada, ben)
    server.execute(f"UPDATE tables SET ended = ended - 1e6 WHERE id = '{table}'")
    assert names(ada) == {"First crown", "Taught it"}
    assert told(ada, table) == []


def test_keepsakes_stay_when_their_game_is_removed(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = played(server, ada, ben)
    assert told(ada, table)
    server.execute(f"DELETE FROM tables WHERE id = '{table}'")
    assert names(ada) == {"First crown", "Taught it"}


def test_others_see_them_only_if_their_person_wants_that(
    server: LiveServer, ada: Browser, ben: Browser, browse: Browse
) -> None:
    told(ada, played(server, ada, ben))
    for reader in (ben, browse(server)):
        assert "keepsakes" not in reader.get("/people/Ada")
    own = ada.get("/people/Ada")
    assert ({each["name"] for each in own["keepsakes"]}, own["keepsakes_all"]) == (names(ada), 24)
    shown = ada.post("/keepsakes", {"shown": True}).json()
    assert shown["shown"] is True
    for reader in (ben, browse(server)):
        found = reader.get("/people/Ada")
        assert {each["name"] for each in found["keepsakes"]} == names(ada)
        assert "figures" not in found
        assert "worth" not in found
    assert ada.post("/block", {"whom": {"name": "Ben"}}).status_code == 200
    assert ben.http.get("/people/Ada").status_code == 404
    ada.post("/keepsakes", {"shown": False})
    assert "keepsakes" not in browse(server).get("/people/Ada")


def test_a_game_between_two_accounts_of_one_browser_is_no_game_with_another_person(
    server: LiveServer, ada: Browser, browse: Browse
) -> None:
    second = browse(server)
    # The same browser: it keeps its cookies, and signs in to another account.
    second.http.cookies.update(ada.http.cookies)
    second.sign_up("Second")
    ada.sign_in()
    table = played(server, ada, second)
    assert told(ada, table) == told(second, table) == []
    assert names(ada) == set()


def test_a_game_from_a_chosen_deal_is_not_won_for_a_keepsake(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = played(server, ada, ben)
    server.execute(f"UPDATE tables SET chosen_seed = 1 WHERE id = '{table}'")
    assert told(ada, table) == ["Taught it"]


def test_guests_have_none(server: LiveServer, browse: Browse, ada: Browser) -> None:
    guest = browse(server)
    assert guest.get("/keepsakes") == {}
    assert guest.post("/keepsakes", {"shown": True}).status_code == 401
    table = table_of(ada, guest, rated=False)
    resign(server, table, ada)
    assert told(guest, table) == []


def test_they_are_in_the_download_of_ones_data_and_deleted_with_the_account(
    server: LiveServer, ada: Browser, ben: Browser
) -> None:
    told(ada, played(server, ada, ben))
    records = ada.get("/account/export")["records"]
    assert {each["keepsake"] for each in records["keepsakes"]} == {"crown", "taught"}
    assert all("browser" not in each for each in records["browsers"])
    assert ada.delete().status_code == 200
    assert server.execute("SELECT count(*) FROM keepsakes") == [(0,)]
