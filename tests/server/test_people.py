"""Profiles and ratings: which games count, what others can see, and the rankings."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from cogtable.lab.player_rating import Skill, after
from cogtable.server.core import ratings
from cogtable.server.http import people
from cogtable.server.rooms import service_time
from cogtable.server.wire.base import RATED_LEAST

from .authenticator import Browser
from .conftest import Browse, signed_up
from .fakes import stand_in
from .live_server import PATIENCE, LiveServer, Person, until
from .test_accounts import refusal, sit


def table_of(*browsers: Browser, **more: Any) -> str:
    """Creates a rated table with a person in each seat, by the first; with only one, another seat stays open."""
    seats = [{"kind": "me"}, *[{"kind": "open"}] * max(1, len(browsers) - 1)]
    answer = browsers[0].post("/tables", {"game": "tiny", "seats": seats, "rated": True} | more)
    assert answer.status_code == 201, answer.text
    table = str(answer.json()["table"])
    for browser in browsers[1:]:
        assert browser.post(f"/tables/{table}/join", {"name": "Guest"}).status_code == 201
    return table


def ask(person: Person, **message: Any) -> dict[str, Any]:
    """Sends a message; returns the answer."""
    person.send(id=77, **message)
    while (answer := person.next("accepted", "error", "advice")).get("id") != 77:
        pass
    return answer


def resign(server: LiveServer, table: str, browser: Browser) -> None:
    """Resigns for a person."""
    answer = ask(sit(server, table, browser), type="resign")
    assert answer["type"] == "accepted", answer


def won_by(server: LiveServer, winner: Browser, loser: Browser, **more: Any) -> str:
    """Plays a game of two that ends when one resigns. Returns its table."""
    table = table_of(winner, loser, **more)
    resign(server, table, loser)
    return table


def gained(browser: Browser, table: str) -> dict[int, int]:
    """Returns how much the ratings of a game's seats rose."""
    return {each["seat"]: each["gain"] for each in browser.get(f"/tables/{table}/ratings")["seats"]}


def record(browser: Browser, name: str, against: str = "people") -> dict[str, Any]:
    """Returns what a profile shows of its person's rating."""
    (found,) = browser.get(f"/people/{name}")["records"]
    return dict(found[against])


def state(server: LiveServer, table: str, browser: Browser) -> tuple[str, str]:
    """Returns whether a game is rated, and the reason if not."""
    update = sit(server, table, browser).update
    return update.get("rated", ""), update.get("unrated", "")


# --- rated games --------------------------------------------------------------------------------------


def test_a_game_of_two_people_with_accounts_is_rated(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = won_by(server, ada, ben)
    assert state(server, table, ada) == ("people", "")
    up = gained(ada, table)
    assert up[0] == -up[1] > 0
    expected = after([Skill(), Skill()], [1, 2])[0]
    server.execute("UPDATE standings SET games = 5")
    rating = record(ben, "Ada")
    assert (rating["rating"], rating["margin"]) == (round(expected.rating), round(expected.margin))


def test_games_are_rated_only_if_the_creator_wants_it(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = won_by(server, ada, ben, rated=False)
    assert state(server, table, ada) == ("", "The creator of the table chose that.")
    assert gained(ada, table) == {}


def test_without_a_clock_a_rated_game_gets_seven_days_for_a_move(
    server: LiveServer, ada: Browser, ben: Browser
) -> None:
    table = table_of(ada, ben)
    control = sit(server, table, ada).update["clocks"]["control"]
    assert (control["move_s"], control["expired"]) == (7 * 24 * 3600, "resign")
    quick = table_of(ada, ben, time_control={"game_s": 60})
    assert sit(server, quick, ada).update["clocks"]["control"]["game_s"] == 60


def test_a_game_with_a_guest_is_not_rated(server: LiveServer, ada: Browser, ben: Browser, guest: Browser) -> None:
    """As on other services: a guest has no rating, and could be anybody."""
    table = table_of(ada, ben, guest)
    assert state(server, table, ada) == ("", "Guests are playing, and they have no rating.")
    for wanted in (True, False):  # a guest isn't asked whether the game should be rated
        by_guest = table_of(guest, ben, name="Gil", rated=wanted)
        assert state(server, by_guest, ben) == ("", "Guests are playing, and they have no rating.")


def test_whether_a_game_is_rated_is_settled_when_it_begins(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = table_of(ada, seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    person = sit(server, table, ada)
    assert person.update["rated"] == "people"
    server.join(table, "Guest")
    until(person, lambda: person.update.get("unrated") == "Guests are playing, and they have no rating.")
    person.send(type="seat", id=1, seat=1)
    until(person, lambda: person.update.get("rated") == "people")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            {"seats": [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bo"}]},
            "Several people play at one device.",
        ),
        ({"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "easy"}]}, "Several people and bots play"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}, "Nobody has measured how strong this bot is."),
        (
            {"game": "splendor", "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": "master"}] * 2]},
            "Nobody has measured how strong this bot is.",  # its network is trained only for two
        ),
        ({"seats": [{"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "easy"}]}, "Only bots play."),
        ({"seed": 5}, "The creator of the table chose the deal."),
        ({"takeover": {"bot": "easy", "after_s": 60}}, "Bots may play for people here."),
    ],
)
def test_unrated_games_give_the_reason(server: LiveServer, ada: Browser, more: dict[str, Any], why: str) -> None:
    assert state(server, table_of(ada, **more), ada)[1].startswith(why)


def test_a_game_against_a_network_trained_for_it_is_rated(server: LiveServer, ada: Browser) -> None:
    table = table_of(ada, game="splendor", seats=[{"kind": "me"}, {"kind": "bot", "bot": "master"}])
    assert state(server, table, ada) == ("bots", "")


def test_a_rematch_is_rated_too(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = won_by(server, ada, ben)
    persons = [sit(server, table, browser) for browser in (ada, ben)]
    for person in persons:
        person.send(type="again", id=51, on=True)
    heard = persons[0].next("rematch", having="table")
    assert state(server, heard["table"], ada) == ("people", "")


# --- assistance ---------------------------------------------------------------------------------------


@pytest.fixture
def against_bot(ada: Browser, monkeypatch: pytest.MonkeyPatch) -> str:
    """A rated table with Ada and a bot that takes its first action."""
    stand_in(monkeypatch, lambda bot, match, seat, seed: match.choices(seat)[0].action)
    return table_of(ada, seats=[{"kind": "me"}, {"kind": "bot", "bot": "easy"}])


def test_a_hint_makes_a_game_against_bots_unrated_after_confirmation(
    server: LiveServer, ada: Browser, against_bot: str
) -> None:
    person = sit(server, against_bot, ada)
    assert person.update["rated"] == "bots"
    where = {"ply": person.ply, "undone": 0}
    refused = ask(person, type="hint", **where)
    assert (refused["type"], refused["code"]) == ("error", "rated")
    assert state(server, against_bot, ada) == ("bots", "")
    assert ask(person, type="hint", unrated=True, **where)["type"] == "advice"
    assert state(server, against_bot, ada) == ("", "A hint was given.")
    assert "no longer rated" in sit(server, against_bot, ada).update["notice"]


def test_rated_games_between_people_have_no_hints(server: LiveServer, ada: Browser, ben: Browser) -> None:
    """Otherwise a player about to lose could ask for one, and the game would count for no one."""
    person = sit(server, table_of(ada, ben), ada)
    refused = ask(person, type="hint", ply=person.ply, unrated=True)
    assert (refused["code"], refused["words"]) == ("assists", "this game is rated, so there are no hints")


def test_rated_games_have_no_overlays(server: LiveServer, ada: Browser, ben: Browser, against_bot: str) -> None:
    """Nor have those against bots, which stay rated."""
    for table in (table_of(ada, ben, game="smashgear"), against_bot):
        person = sit(server, table, ada)
        person.send(type="overlays", id=77, ply=person.ply)
        refused = person.next("overlaid", "error")
        assert (refused["code"], refused["words"]) == ("assists", "this game is rated, so this cannot be switched on")
    assert state(server, against_bot, ada)[0] == "bots"


def test_undoing_a_revealing_move_against_bots_makes_the_game_unrated(
    server: LiveServer, ada: Browser, against_bot: str
) -> None:
    person = sit(server, against_bot, ada).play().until(2)
    refused = ask(person, type="undo", ply=person.ply)
    assert (refused["type"], refused["code"]) == ("error", "rated")
    assert ask(person, type="undo", ply=person.ply, unrated=True)["type"] == "accepted"
    assert state(server, against_bot, ada) == ("", "A move was taken back without anybody's consent.")


def test_with_the_others_agreement_a_move_is_undone_and_the_game_stays_rated(
    server: LiveServer, ada: Browser, ben: Browser
) -> None:
    table = table_of(ada, ben)
    hers, his = sit(server, table, ada), sit(server, table, ben)
    hers.play()
    his.until(1).play()
    hers.until(2)
    assert ask(hers, type="undo", ply=hers.ply)["type"] == "accepted"
    question = his.next("occupants", having="question")["question"]
    assert question["asked"] == [1], "two accounts are two people, though neither has a secret"
    assert ask(his, type="answer", question=question["number"], allow=True)["type"] == "accepted"
    assert state(server, table, ada) == ("people", "")


# --- leaving ------------------------------------------------------------------------------------------


def test_the_first_to_resign_comes_last(server: LiveServer, ada: Browser, ben: Browser, cleo: Browser) -> None:
    """Whatever the result of the bot that plays on."""
    table = table_of(ada, ben, cleo)
    resign(server, table, ben)
    resign(server, table, ada)
    resign(server, table, cleo)
    up = gained(ada, table)
    assert up[2] > up[0] > up[1]
    assert [each[0] for each in server.execute("SELECT place FROM results ORDER BY seat")] == [2, 3, 1]


def test_a_player_out_of_time_has_lost_even_if_a_bot_plays_on(
    server: LiveServer, ada: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(ada, ben, time_control={"game_s": 60, "expired": "bot"})
    hers = sit(server, table, ada)
    hers.play()
    later = time.time() + 100
    monkeypatch.setattr(service_time, "now", lambda: later)
    ring = server.app.state.rooms.expire_overdue()
    asyncio.run_coroutine_threadsafe(ring, server.loop).result(PATIENCE)
    until(hers, lambda: hers.update["occupants"][1].get("resigned"))
    resign(server, table, ada)  # the bot plays on for him
    assert gained(ada, table)[0] > 0


def test_a_player_who_loses_their_seat_comes_last_and_their_successor_is_not_rated(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser, browse: Browse
) -> None:
    table = table_of(ada, ben, cleo, replacing=True)
    resign(server, table, ben)
    dora = signed_up(server, browse, "Dora")
    assert dora.post(f"/tables/{table}/join", {"name": "x"}).json()["seat"] == 1
    for browser in (ada, cleo, dora):
        resign(server, table, browser)
    accounts = server.execute(
        "SELECT name, place FROM results JOIN accounts ON accounts.id = results.account ORDER BY place"
    )
    assert accounts == [("Cleo", 1), ("Ada", 2), ("Ben", 3)]
    game = ben.get("/people/Ben")["recent"][0]
    assert (game["outcome"], game["resigned"], game["place"]) == ("lost", True, 3)


def test_a_game_ended_by_agreement_changes_no_rating(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table = table_of(ada, ben)
    hers, his = sit(server, table, ada), sit(server, table, ben)
    hers.send(type="offer-end", id=1)
    question = his.next("occupants", having="question")["question"]
    ask(his, type="answer", question=question["number"], allow=True)
    assert gained(ada, table) == {}
    assert state(server, table, ada) == ("", "Everybody agreed to end it without a winner.")
    game = ada.get("/people/Ada")["recent"][0]
    assert (game["outcome"], game["unrated"]) == ("none", "Everybody agreed to end it without a winner.")


def test_a_person_among_bots_has_a_separate_rating(server: LiveServer, ada: Browser, against_bot: str) -> None:
    resign(server, against_bot, ada)
    expected = after([Skill(), Skill(1400, 0)], [2, 1])[0]
    assert gained(ada, against_bot) == {0: round(expected.rating - 1500)}
    (record,) = ada.get("/people/Ada")["records"]
    assert record["bots"] == {"games": 1}
    assert "people" not in record


# --- recalculation ------------------------------------------------------------------------------------


def test_ratings_follow_from_the_results_alone(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for winner, loser in [(ada, ben), (ben, cleo), (ada, cleo), (cleo, ada)]:
        won_by(server, winner, loser)
    everything = "SELECT * FROM results ORDER BY table_id, account", "SELECT * FROM standings ORDER BY account"
    ada.get("/people/Ada")
    before = [server.execute(one) for one in everything]
    server.execute("UPDATE standings SET rating = 9999")
    monkeypatch.setattr(ratings, "FORMULA", "another")
    ada.get("/people/Ada")
    assert [server.execute(one) for one in everything] == before


def test_a_deleted_account_leaves_others_results_unchanged(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for winner, loser in [(ada, ben), (ben, cleo)]:
        won_by(server, winner, loser)
    server.execute("UPDATE standings SET games = 5")
    ben.get("/people/Ben")
    before = server.execute("SELECT rating FROM standings ORDER BY rating")
    assert ada.delete().status_code == 200
    monkeypatch.setattr(ratings, "FORMULA", "another")
    profile = ben.get("/people/Ben")
    assert server.execute("SELECT rating FROM standings ORDER BY rating") == before
    assert "Ada" not in str(profile)
    assert [each["outcome"] for each in profile["recent"]] == ["won", "lost"]
    assert [each["who"]["name"] for each in profile["opponents"]] == ["Cleo"]
    assert ada.passkey.account not in "\n".join(server.stored())


def test_data_of_an_earlier_owner_of_a_seat_is_deleted_too(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser, browse: Browse
) -> None:
    table = table_of(ada, ben, cleo, replacing=True)
    hers = sit(server, table, ada)
    ask(hers, type="say", text="my secret garden")
    resign(server, table, ada)
    alan = signed_up(server, browse, "Adam")  # whose name begins like hers
    assert alan.post(f"/tables/{table}/join", {"name": "x"}).json()["seat"] == 0
    ask(sit(server, table, alan), type="say", text="hello")
    exported = next(game for game in ada.get("/account/export")["games"] if game["table"] == table)
    assert [each["text"] for each in exported["messages"]] == ["my secret garden"]
    assert [(each["seat"], each["name"]) for each in exported["seats"]] == [(0, "Ada")]
    assert ada.delete().status_code == 200
    stored = "\n".join(line for line in server.stored() if "alembic" not in line)
    assert "'Ada" not in stored.replace("'Adam", "")
    assert "Ada " not in stored
    assert "secret garden" not in stored
    ben_sees = sit(server, table, ben)
    words = [line["words"] for line in ben_sees.log]
    assert any(line.startswith("Seat 1 resigned, and ") for line in words)
    assert "Adam took the seat of Seat 1" in words
    assert "hello" in "".join(server.stored())


# --- privacy ------------------------------------------------------------------------------------------


def test_a_profile_shows_a_persons_games(server: LiveServer, ada: Browser, ben: Browser, guest: Browser) -> None:
    for winner, loser in [(ada, ben), (ada, ben), (ben, ada)]:
        won_by(server, winner, loser, public=True)
    profile = guest.get("/people/ada")
    assert (profile["name"], profile["games"], profile["won"], profile["people"]) == ("Ada", 3, 2, 3)
    (record,) = profile["records"]
    assert {key: record[key] for key in ("game", "games", "won", "lost")} == {
        "game": "tiny",
        "games": 3,
        "won": 2,
        "lost": 1,
    }
    assert record["people"] == {"games": 3}, "a rating of three games says little"
    assert sum(month["won"] for month in profile["months"]) == 2
    assert [each["outcome"] for each in profile["recent"]] == ["lost", "won", "won"]
    assert [each["others"] for each in profile["recent"]] == [[{"name": "Ben", "page": True}]] * 3
    assert all(each["table"] for each in profile["recent"])
    assert profile["opponents"][0] | {"last": 0} == {
        "who": {"name": "Ben", "page": True},
        "games": 3,
        "won": 2,
        "lost": 1,
        "last": 0,
    }


def test_after_some_games_a_rating_is_shown_with_its_history(server: LiveServer, ada: Browser, ben: Browser) -> None:
    for _ in range(5):
        won_by(server, ada, ben)
    rating = record(ben, "Ada")
    assert rating["games"] == 5
    assert rating["rating"] > 1500
    assert [point["rating"] for point in rating["points"]] == sorted(point["rating"] for point in rating["points"])
    assert rating["points"][0]["margin"] > rating["points"][-1]["margin"] == rating["margin"]


def test_a_hidden_person_is_not_shown(server: LiveServer, ada: Browser, ben: Browser, guest: Browser) -> None:
    won_by(server, ada, ben, public=True)
    assert ada.post("/account/hide", {"hidden": True}).json()["hidden"] is True
    nobody = refusal(guest.http.get("/people/Nobody"), 404)
    assert refusal(guest.http.get("/people/Ada"), 404) == nobody.replace("Nobody", "Ada")
    refusal(ben.http.get("/people/Ada"), 404)
    assert ada.get("/people/Ada")["hidden"] is True
    # Nor on her opponents' pages, except to themselves.
    public = guest.get("/people/Ben")
    assert "Ada" not in str(public)
    assert public["opponents"] == []
    assert ben.get("/people/Ben")["recent"][0]["others"] == [{"name": "Ada"}]
    ada.post("/account/hide", {"hidden": False})
    assert guest.get("/people/Ada")["games"] == 1


def test_the_link_of_a_private_table_is_only_for_its_players(
    server: LiveServer, ada: Browser, ben: Browser, cleo: Browser, guest: Browser
) -> None:
    """A person with the link could read the chat."""
    table = won_by(server, ada, ben)
    assert ada.get("/people/Ada")["recent"][0]["table"] == table
    assert ben.get("/people/Ada")["recent"][0]["table"] == table
    for stranger in (cleo, guest):
        assert table not in stranger.http.get("/people/Ada").text


def test_names_of_guests_are_only_for_those_who_played_with_them(
    server: LiveServer, ada: Browser, cleo: Browser
) -> None:
    table = table_of(ada, seats=[{"kind": "me"}, {"kind": "open"}], public=True)
    server.join(table, "Shy")
    resign(server, table, ada)
    assert "Shy" not in cleo.http.get("/people/Ada").text
    assert ada.get("/people/Ada")["recent"][0]["others"] == [{"name": "Shy"}]


@pytest.mark.parametrize("name", ["Nobody", "a" * 5000, "%00", "..%2f..", "'; DROP TABLE accounts; --", "💥"])
def test_an_unknown_person_has_no_profile(server: LiveServer, ada: Browser, name: str) -> None:
    answer = ada.http.get(f"/people/{name}")
    assert answer.status_code == 404
    assert len(answer.text) < 200
    assert ada.get("/people/Ada")["games"] == 0


def test_invalid_privacy_settings_are_refused(ada: Browser) -> None:
    assert "hidden" in refusal(ada.post("/account/hide", {"hidden": "perhaps"}), 422)
    refusal(ada.post("/tables", {"game": "tiny", "rated": "very", "seats": [{"kind": "me"}]}), 422)


def test_unfinished_games_are_not_shown(ada: Browser, ben: Browser, guest: Browser) -> None:
    table = table_of(ada, ben, public=True)
    assert table not in guest.http.get("/people/Ada").text


# --- rankings -----------------------------------------------------------------------------------------


def test_a_ranking_lists_people_with_reliable_ratings(
    server: LiveServer, ada: Browser, ben: Browser, guest: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "LEAST_GAMES", 3)
    monkeypatch.setattr(people, "MOST_DEVIATION", 300.0)
    for _ in range(2):
        won_by(server, ada, ben)
    board = ben.get("/leaderboards/tiny")
    assert (board["people"], board["missing"]) == ([], 1)
    won_by(server, ada, ben)
    board = guest.get("/leaderboards/tiny")
    assert [(each["place"], each["name"], each["games"]) for each in board["people"]] == [(1, "Ada", 3), (2, "Ben", 3)]
    assert "missing" not in board
    monkeypatch.setattr(people, "MOST_DEVIATION", 100.0)
    assert ben.get("/leaderboards/tiny")["people"] == []
    monkeypatch.setattr(people, "MOST_DEVIATION", 300.0)
    ada.post("/account/hide", {"hidden": True})
    assert [each["name"] for each in ben.get("/leaderboards/tiny")["people"]] == ["Ben"]
    assert "no game" in refusal(ben.http.get("/leaderboards/chess"), 404)


# --- deleting one's account ---------------------------------------------------------------------------


def test_deleting_an_account_needs_a_fresh_passkey_signature(server: LiveServer, ada: Browser, ben: Browser) -> None:
    """A person who finds a browser open can't delete it."""
    signed_in = ada.passkey.sign(ada.ask("/account/sign-in"), ada.origin)
    refusal(ada.post("/account/delete/finish", {"credential": signed_in}), 401)
    options = ada.ask("/account/delete")
    assert [each["id"] for each in options["allowCredentials"]] == [ada.account["passkeys"][0]["id"]]
    refusal(ada.post("/account/delete/finish", {"credential": ben.passkey.sign(options, ada.origin)}), 403)
    refusal(
        ben.post("/account/delete/finish", {"credential": ada.passkey.sign(ada.ask("/account/delete"), ada.origin)}),
        403,
    )
    for nothing in ({}, {"code": "AAAA-AAAA"}, {"credential": {}}):
        refusal(ada.post("/account/delete/finish", nothing), 401)
    refusal(ada.post("/account/delete/finish", {"credential": "yes"}), 422)
    assert ada.account["name"] == "Ada"
    assert ada.delete().status_code == 200
    assert ada.account == {}


def test_an_account_can_be_deleted_with_the_recovery_code_without_a_passkey(server: LiveServer, browse: Browse) -> None:
    browser = browse(server)
    code = browser.sign_up("Ada")
    server.execute("UPDATE passkeys SET host = 'elsewhere.example'")
    assert "none of your passkeys" in refusal(browser.post("/account/delete"), 409)
    assert browser.post("/account/delete/finish", {"code": code.lower()}).status_code == 200
    assert browser.account == {}


# --- clocks in lists ----------------------------------------------------------------------------------


def test_lists_show_the_persons_remaining_time(server: LiveServer, ada: Browser, ben: Browser) -> None:
    table_of(ada, ben, time_control={"game_s": 300})
    (mine,) = ada.post("/mine", {"secrets": {}}).json()
    assert 290 < mine["left_s"] <= 300
    assert mine["rated"] is True
    table_of(ada, ben, rated=False)
    assert "left_s" not in ada.post("/mine", {"secrets": {}}).json()[0]


def test_games_of_the_best_rated_people_are_first_among_those_to_watch(
    server: LiveServer, ada: Browser, ben: Browser, guest: Browser
) -> None:
    for _ in range(RATED_LEAST):
        won_by(server, ada, ben)
    record(ada, "Ada")  # the ratings are up to date
    rated = table_of(ada, ben, public=True)
    there = [sit(server, rated, browser) for browser in (ada, ben)]
    newer, secrets = server.full("tiny", public=True)
    there += [server.sit(newer, secret) for secret in secrets]
    assert [each["table"] for each in guest.get("/live")] == [rated, newer]
