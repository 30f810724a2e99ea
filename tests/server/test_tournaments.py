"""Tournaments: created, joined, paired, played, scored; and refusals."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cogtable.server.core.limits import Rate
from cogtable.server.core.refusal import Refusal
from cogtable.server.rooms import service_time

from .authenticator import Browser
from .fakes import stand_in
from .live_server import PATIENCE, LiveServer, Person, downgrade, until
from .test_clocks import Time
from .test_leaving import ask, over

LIVE = {"game_s": 300, "move_s": 5}
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal"]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("tournaments") / "cogtable.db") as server:
        yield server


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> Time:
    moment = Time()
    monkeypatch.setattr(service_time, "now", moment)
    stand_in(monkeypatch, lambda name, match, seat, seed: match.choices(seat)[0].action)
    return moment


class Club:
    """A tournament with its people: the creator, who plays as number 0 unless told otherwise, and those who joined."""

    def __init__(self, server: LiveServer, players: int = 4, game: str = "splendor", **wanted: Any) -> None:
        self.server = server
        body = {"name": "Friday", "by": "Ada", "game": game} | wanted
        answer = server.post("/tournaments", body)
        assert answer.status_code == 201, answer.text
        self.id: str = answer.json()["tournament"]
        self.creator: str = answer.json()["secret"]
        self.secrets = {0: self.creator} if wanted.get("plays", True) else {}
        for name in NAMES[len(self.secrets) : players]:
            self.join(name)

    def join(self, name: str) -> int:
        answer = self.post("join", {"name": name})
        assert answer.status_code == 201, answer.text
        number = int(answer.json().get("number", -1))
        self.secrets[number] = answer.json()["secret"]
        return number

    def post(self, what: str, body: dict[str, Any] | None = None, secret: str = "") -> Any:
        return self.server.post(f"/tournaments/{self.id}/{what}", body or {}, secret)

    def done(self, what: str, body: dict[str, Any] | None = None, secret: str | None = None) -> dict[str, Any]:
        answer = self.post(what, body, self.creator if secret is None else secret)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def refused(self, what: str, body: dict[str, Any] | None = None, secret: str = "") -> tuple[int, str]:
        answer = self.post(what, body, secret)
        return answer.status_code, answer.json()["error"]

    def seen(self, secret: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        return dict(self.server.http.get(f"/tournaments/{self.id}", headers=headers).json())

    @property
    def info(self) -> dict[str, Any]:
        return dict(self.seen()["info"])

    def tables(self, number: int | None = None) -> list[dict[str, Any]]:
        """Returns the tables of a round, by default the current one."""
        wanted = self.info.get("round", 0) if number is None else number
        return [table for table in self.seen()["tables"] if table["round"] == wanted]

    def look(self) -> None:
        """Lets the server check what has to be done."""
        look = self.server.app.state.rounds.look()
        asyncio.run_coroutine_threadsafe(look, self.server.loop).result(PATIENCE)

    def sit(self, table: dict[str, Any], player: int) -> Person:
        return self.server.sit(table["table"], self.secrets[player])

    def lose(self, table: dict[str, Any], player: int) -> None:
        """Makes a move for a player if it is their turn, and resigns."""
        sits = self.sit(table, player)
        if sits.view["seat"] in sits.view["waiting"]:
            sits.play()
        assert ask(sits, "resign")["type"] == "accepted"
        sits.leave()

    def play_round(self) -> None:
        """At each table of two, lets the player with the higher number lose after one move of both."""
        for table in self.tables():
            if table.get("table") and not table.get("counted"):
                first, second = table["players"]
                one, two = self.sit(table, first), self.sit(table, second)
                one.play()
                two.until(one.ply).play()
                loser = max(first, second)
                assert ask(one if loser == first else two, "resign")["type"] == "accepted"
                one.leave()
                two.leave()
        self.look()

    def points(self) -> dict[str, float]:
        return {entrant["name"]: entrant["points"] for entrant in self.seen()["entrants"]}


# --- creating and joining -----------------------------------------------------------------------------


def test_a_tournament_can_be_listed_and_joined(server: LiveServer) -> None:
    club = Club(server, 2, time_control=LIVE, pause_s=60)
    (listed,) = server.http.get("/tournaments").json()
    assert listed["tournament"] == club.id
    assert (listed["name"], listed["by"], listed["state"], listed["players"]) == ("Friday", "Ada", "open", 2)
    assert "mine" not in listed
    assert [entrant["name"] for entrant in club.seen()["entrants"]] == ["Ada", "Ben"]
    assert club.seen(club.secrets[1])["me"] == 1
    assert club.seen(club.creator)["info"]["mine"]
    assert "me" not in club.seen()


def test_an_unlisted_tournament_needs_the_link(server: LiveServer) -> None:
    club = Club(server, 1, listed=False)
    assert server.http.get("/tournaments").json() == []
    (mine,) = server.post("/tournaments/mine", {"secrets": {club.id: club.creator, "nowhere": "x"}}).json()
    assert mine["mine"]
    assert mine["entered"]
    assert server.post("/tournaments/mine", {"secrets": {club.id: "guessed"}}).json() == []


def test_its_creator_can_join_later_or_not_play(server: LiveServer) -> None:
    club = Club(server, 0, plays=False)
    assert club.seen()["entrants"] == []
    joined = club.post("join", {"name": "Ada"}, club.creator).json()
    assert joined["number"] == 0
    assert "secret" not in joined, "one secret does"
    assert club.seen(club.creator)["me"] == 0


def test_joining_is_limited(server: LiveServer) -> None:
    """Somebody could join and leave a running tournament again and again, each time as another player."""
    club = Club(server, 1)
    server.limit(joins=Rate(1, 600))
    club.join("Ben")
    assert club.post("join", {"name": "Cleo"}).status_code == 429


def test_joining_twice_changes_nothing(server: LiveServer) -> None:
    club = Club(server, 2)
    assert club.post("join", {"name": "Other"}, club.secrets[1]).json() == {"tournament": club.id, "number": 1}
    assert len(club.seen()["entrants"]) == 2


def test_secrets_are_stored_as_hashes(server: LiveServer) -> None:
    club = Club(server, 2)
    stored = "\n".join(server.stored())
    assert club.id in stored
    assert not any(secret in stored for secret in club.secrets.values())


# --- playing ------------------------------------------------------------------------------------------


def test_in_a_round_robin_each_meets_each_and_the_standings_count_wins(server: LiveServer) -> None:
    club = Club(server, 4, method="robin", time_control=LIVE)
    club.done("next")
    assert club.info["rounds"] == 3
    for number in (1, 2, 3):
        assert club.info["round"] == number
        assert sorted(player for table in club.tables() for player in table["players"]) == [0, 1, 2, 3]
        club.play_round()
        if number < 3:
            assert all(table["counted"] for table in club.tables())
            club.done("next")
    found = club.seen()
    assert found["info"]["state"] == "over"
    assert [(entrant["name"], entrant["points"], entrant["rank"]) for entrant in found["entrants"]] == [
        ("Ada", 3, 1),
        ("Ben", 2, 2),
        ("Cleo", 1, 3),
        ("Dan", 0, 4),
    ]
    assert found["tiebreaks"] == ["sonneborn-berger", "wins", "score"]
    assert found["entrants"][0]["tiebreaks"][:2] == [3, 3]


def test_a_seat_belongs_to_the_player_with_the_tournaments_secret(server: LiveServer) -> None:
    club = Club(server, 2)
    club.done("next")
    (table,) = club.tables()
    for seat, player in enumerate(table["players"]):
        assert club.sit(table, player).view["seat"] == seat
    assert server.sit(table["table"]).view["seat"] == -1
    info = server.http.get(f"/tables/{table['table']}").json()
    assert info["tournament"] == club.id
    assert {seat["name"] for seat in info["occupants"]} == {"Ada", "Ben"}


def test_players_at_their_tables_are_shown_as_present(server: LiveServer) -> None:
    club = Club(server, 2)
    club.done("next")
    (table,) = club.tables()
    assert "here" not in table
    club.sit(table, 1)
    assert club.tables()[0]["here"] == [1]


def test_hints_need_the_creators_permission(server: LiveServer) -> None:
    club, other = Club(server, 2), Club(server, 2, options={"assists": 1})
    codes = []
    for each in (club, other):
        each.done("next")
        (table,) = each.tables()
        sits = each.sit(table, table["players"][0])
        sits.send(type="hint", id=5, ply=sits.ply)
        codes.append(sits.next("error", "advice").get("code"))
    assert codes == ["assists", None]


def test_the_next_round_begins_by_itself_after_the_pause(server: LiveServer, now: Time) -> None:
    club = Club(server, 4, rounds=2, pause_s=60)
    club.done("next")
    club.play_round()
    assert club.info["due"] == now.at + 60
    club.look()
    assert club.info["round"] == 1
    now.at += 61
    club.look()
    assert club.info["round"] == 2
    assert "due" not in club.info
    club.play_round()
    assert club.info["state"] == "over"


def test_it_begins_by_itself_at_the_chosen_time(server: LiveServer, now: Time) -> None:
    club = Club(server, 2, starts=now.at + 100)
    club.look()
    assert club.info["state"] == "open"
    now.at += 101
    club.look()
    assert club.info["state"] == "running"


def test_with_too_few_players_at_that_time_it_waits_for_the_creator(server: LiveServer, now: Time) -> None:
    club = Club(server, 1, starts=now.at + 100)
    now.at += 101
    club.look()
    assert club.info["state"] == "open"
    assert "due" not in club.info
    club.join("Ben")
    club.done("next")
    assert club.info["state"] == "running"


def test_in_a_swiss_winners_meet_and_a_bye_is_a_point(server: LiveServer) -> None:
    club = Club(server, 5)
    club.done("next")
    assert club.info["rounds"] == 3
    (bye,) = [table for table in club.tables() if len(table["players"]) == 1]
    assert bye["counted"]
    club.play_round()
    assert sorted(club.points().values()) == [0, 0, 1, 1, 1]
    club.done("next")
    (again,) = [table for table in club.tables() if len(table["players"]) == 1]
    assert again["players"] != bye["players"]


def test_a_game_that_ends_by_agreement_is_half_a_point_for_each(server: LiveServer) -> None:
    club = Club(server, 2)
    club.done("next")
    (table,) = club.tables()
    one, two = (club.sit(table, player) for player in table["players"])
    assert ask(one, "offer-end")["type"] == "accepted"
    until(two, lambda: two.update.get("question"))
    assert ask(two, "answer", question=two.update["question"]["number"], allow=True)["type"] == "accepted"
    club.look()
    assert club.points() == {"Ada": 0.5, "Ben": 0.5}
    assert [entrant["rank"] for entrant in club.seen()["entrants"]] == [1, 1]


def test_a_result_counts_once_whatever_comes_later(server: LiveServer) -> None:
    club = Club(server, 2, rounds=1, method="swiss")
    club.done("next")
    club.play_round()
    before = club.seen()
    club.look()
    server.execute("UPDATE tables SET over = 0")
    club.look()
    after = club.seen()
    assert {**before, "now": 0} == {**after, "now": 0}
    assert before["info"]["state"] == "over"


def test_tables_of_three_and_four_give_points_by_place(server: LiveServer) -> None:
    club = Club(server, 7, seats=4, rounds=2)
    club.done("next")
    assert sorted(len(table["players"]) for table in club.tables()) == [3, 4]
    for table in club.tables():
        for player in table["players"][1:]:
            club.lose(table, player)
    club.look()
    assert all(table["counted"] for table in club.tables())
    assert sum(club.points().values()) == pytest.approx(3.5, abs=0.01)
    first = {table["players"][0]: table["places"][0] for table in club.tables()}
    assert set(first.values()) == {1}, "the others gave up, whatever the bots did for them"


# --- knock-out ------------------------------------------------------------------------------------------


def test_a_knock_out_is_played_to_its_final_and_the_match_for_the_third_place(server: LiveServer) -> None:
    club = Club(server, 5, method="knockout", third=True, time_control=LIVE, pause_s=0)
    club.done("next")
    assert club.info["rounds"] == 3
    assert [len(table["players"]) for table in club.tables()].count(1) == 3, "the best three seeds have a bye"
    for number in (1, 2, 3):
        assert club.info["round"] == number
        club.play_round()
        club.look()
    found = club.seen()
    assert found["info"]["state"] == "over"
    ranks = {entrant["name"]: entrant["rank"] for entrant in found["entrants"]}
    assert ranks["Ada"] == 1, "the lower number wins each game"
    assert sorted(ranks.values()) == [1, 2, 3, 4, 5]
    assert sorted(entrant["seeded"] for entrant in found["entrants"]) == [1, 2, 3, 4, 5]
    final = next(table for table in club.tables() if table.get("match", 0) == 0)
    assert final["winner"] == 0


def test_in_a_match_of_two_games_the_seats_are_swapped_and_a_level_one_has_one_more(server: LiveServer) -> None:
    club = Club(server, 2, method="knockout", best_of=2, time_control=LIVE)
    club.done("next")
    for expected in (1, 2, 3):
        tables = club.tables()
        assert len(tables) == expected
        playing = tables[-1]
        assert not playing.get("counted")
        if expected > 1:
            assert playing["players"] == list(reversed(tables[-2]["players"]))
        words = "the next round begins when all tables of this one are over"
        assert club.refused("next", secret=club.creator) == (409, words)
        club.lose(playing, playing["players"][0])
        club.look()
        club.look()
    assert club.info["state"] == "over"
    assert [table.get("winner", -1) for table in club.tables()] == [club.tables()[1]["players"][0]] * 3


def test_a_player_who_leaves_a_knock_out_loses_their_match_and_nobody_joins_late(server: LiveServer) -> None:
    club = Club(server, 4, method="knockout", rounds=0)
    club.done("next")
    assert club.refused("join", {"name": "Eva"}) == (409, "nobody can join a knock-out once it has begun")
    club.play_round()
    winners = sorted(table["players"][table["places"].index(1)] for table in club.tables())
    club.done("withdraw", secret=club.secrets[winners[0]])
    club.done("next")
    assert club.info["state"] == "over"
    (final,) = club.tables()
    assert "table" not in final
    assert final["winner"] == winners[1]


def test_in_a_knock_out_of_tables_of_four_the_best_two_go_on(server: LiveServer) -> None:
    club = Club(server, 8, method="knockout", seats=4)
    club.done("next")
    assert club.info["rounds"] == 2
    for _ in (1, 2):
        for table in club.tables():
            for player in sorted(table["players"], reverse=True)[:3]:
                club.lose(table, player)
        club.look()
        if club.info["round"] == 1:
            club.done("next")
    (final,) = club.tables()
    assert len(final["players"]) == 4
    assert club.info["state"] == "over"
    assert club.seen()["entrants"][0]["name"] == "Ada"


# --- arena ----------------------------------------------------------------------------------------------


def arena(server: LiveServer, players: int = 4, **more: Any) -> Club:
    # No clock runs out before the arena does.
    wanted: dict[str, Any] = {"method": "arena", "length_s": 600, "time_control": {"game_s": 3600}} | more
    return Club(server, players, **wanted)


def playing(club: Club) -> list[dict[str, Any]]:
    return [table for table in club.tables() if not table.get("counted")]


def test_in_an_arena_who_is_free_is_paired_until_the_time_is_over(server: LiveServer, now: Time) -> None:
    club = arena(server)
    club.done("next")
    begin = now.at
    assert club.info["ends"] == begin + 600
    assert len(playing(club)) == 2
    assert club.refused("next", secret=club.creator) == (409, "an arena has begun; its tables begin by themselves")
    before = {frozenset(table["players"]) for table in playing(club)}
    for table in playing(club):
        club.lose(table, max(table["players"]))
    now.at += 1
    club.look()
    club.look()
    again = {frozenset(table["players"]) for table in playing(club)}
    assert len(again) == 2
    assert not again & before, "nobody meets the same player twice in a row"
    now.at = begin + 601
    club.look()
    assert club.info["state"] == "running", "games that have begun are played to their end"
    for table in playing(club):
        club.lose(table, max(table["players"]))
    club.look()
    found = club.seen()
    assert found["info"]["state"] == "over"
    assert sum(club.points().values()) == 4
    assert [entrant["games"] for entrant in found["entrants"]] == [2, 2, 2, 2]
    assert found["entrants"][0]["recent"] == [1, 1]


def test_in_an_arena_people_pause_and_join_late(server: LiveServer, now: Time) -> None:
    club = arena(server, 2)
    club.done("next")
    late = club.join("Cleo")
    club.look()
    assert len(playing(club)) == 1
    club.done("withdraw", secret=club.secrets[1])
    club.lose(playing(club)[0], 1)
    now.at += 1
    club.look()
    club.look()
    assert [set(table["players"]) for table in playing(club)] == [{0, late}], "the other one pauses"
    club.lose(playing(club)[0], late)
    club.done("return", secret=club.secrets[1])
    now.at += 1
    club.look()
    club.look()
    assert len(playing(club)) == 1


def test_a_draw_that_is_refused_is_tried_again(server: LiveServer, now: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the host has just closed the server for new games, and opens it again."""

    def closed() -> None:
        raise Refusal("unavailable", "no new games can begin here for now")

    club = arena(server, 2)
    club.done("next")
    with monkeypatch.context() as patch:
        patch.setattr(server.app.state.rooms.service, "check_open", closed)
        club.lose(playing(club)[0], 1)
        now.at += 1
        club.look()
        club.look()
        assert playing(club) == []
    club.look()
    assert len(playing(club)) == 1


def test_an_arena_continues_after_a_restart(tmp_path: Path, now: Time) -> None:
    with LiveServer(tmp_path / "cogtable.db") as server:
        club = arena(server, 2)
        club.done("next")
        club.lose(playing(club)[0], 1)
    with LiveServer(server.database) as again:
        club.server = again
        club.look()
        club.look()
        assert len(playing(club)) == 1


# --- people who have blocked each other -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "points"),
    [
        ({"method": "robin"}, [0.5, 0.5]),
        ({"method": "swiss"}, [0.5, 0.5]),
        ({"method": "arena", "length_s": 600, "time_control": LIVE}, [0, 0]),
        ({"method": "knockout"}, [0, 1]),
    ],
)
def test_people_who_have_blocked_each_other_are_never_paired(
    server: LiveServer, browser: Browser, wanted: dict[str, Any], points: list[float]
) -> None:
    """Their game is not played: a tie; in a knock-out the better seed goes on."""
    ada = Browser(server)
    ada.sign_up("Ada")
    assert ada.post("/block", {"whom": {"name": "Grace"}, "kind": "block"}).status_code == 200
    made = browser.post("/tournaments", {"name": "Cup", "by": "", "game": "tiny"} | wanted).json()["tournament"]
    path = f"/tournaments/{made}"
    assert ada.post(f"{path}/join", {"name": ""}).status_code == 201
    assert browser.post(f"{path}/next", {}).status_code == 200
    seen = ada.http.get(path).json()
    assert not any(table.get("table") for table in seen["tables"])
    assert sorted(entrant["points"] for entrant in seen["entrants"]) == points
    assert seen["info"]["by"] == ""
    assert {entrant["name"] for entrant in seen["entrants"]} == {"Ada", "Player 1"}
    assert server.execute("SELECT id FROM tables") == []
    assert ada.http.get("/tournaments").json() == [seen["info"]], "they take part themselves"
    cleo = Browser(server)
    cleo.sign_up("Cleo")
    assert len(cleo.http.get("/tournaments").json()) == 1
    cleo.post("/block", {"whom": {"name": "Grace"}, "kind": "block"})
    assert cleo.http.get("/tournaments").json() == []
    ada.http.close()
    cleo.http.close()


# --- absent, leaving and late players -------------------------------------------------------------------


def test_a_player_who_does_not_come_in_time_loses_and_is_not_paired_again(server: LiveServer, now: Time) -> None:
    club = Club(server, 4, time_control=LIVE, late_s=180, rounds=3)
    club.done("next")
    first, other = club.tables()
    for table in (first, other):
        sits = club.sit(table, table["players"][0])
        if table is other:
            sits.play()
        sits.leave()
    absent = first["players"][0]
    now.at = time.time() + 181
    club.look()
    club.look()
    places = {table["number"]: table.get("places") for table in club.tables()}
    assert places[first["number"]] == [2, 1]
    gone = {entrant["number"]: entrant.get("gone", "") for entrant in club.seen()["entrants"]}
    assert gone[absent] == "absent"
    assert gone[first["players"][1]] == "", "it was never their turn"
    late = club.sit(first, absent)
    assert late.view["result"]["words"] == "[[seat:0]] did not come"


@pytest.mark.parametrize(("players", "seats"), [(4, 2), (4, 4)])
def test_a_player_who_resigns_before_their_first_move_counts_as_present(
    server: LiveServer, players: int, seats: int
) -> None:
    """They lose, are paired again, and count as a player of the tournament when it is over."""
    club = Club(server, players, seats=seats, rounds=2, time_control=LIVE)
    club.done("next")
    for table in club.tables():
        for player in table["players"][1:]:
            sits = club.sit(table, player)
            assert ask(sits, "resign")["type"] == "accepted"
            sits.leave()
    club.look()
    assert all(table["places"][0] == 1 for table in club.tables())
    assert [entrant.get("gone", "") for entrant in club.seen()["entrants"]] == [""] * players
    club.done("withdraw", {"number": 3})
    assert club.info["players"] == players - 1
    club.done("end")
    assert club.info["players"] == players, "so many have played"


def test_running_out_of_time_loses(server: LiveServer, now: Time) -> None:
    club = Club(server, 2, time_control=LIVE)
    club.done("next")
    now.at += 301
    ring = server.app.state.rooms.expire_overdue()
    asyncio.run_coroutine_threadsafe(ring, server.loop).result(PATIENCE)
    club.look()
    assert club.tables()[0]["places"] == [2, 1]


def test_the_creator_can_let_an_absent_player_lose(server: LiveServer) -> None:
    club = Club(server, 2, rounds=1)
    club.done("next")
    (table,) = club.tables()
    absent = table["players"][1]
    found = club.done("forfeit", {"number": absent})
    assert found["tables"][0]["places"] == [1, 2]
    assert found["info"]["state"] == "over"


def test_the_creator_decides_a_table_that_cannot_be_played_any_more(server: LiveServer) -> None:
    club = Club(server, 2, rounds=1)
    club.done("next")
    server.execute("UPDATE tables SET game = 'gone'")
    assert club.done("forfeit", {"number": club.tables()[0]["players"][0]})["tables"][0]["places"] == [2, 1]


def test_a_player_who_leaves_before_the_start_is_removed(server: LiveServer) -> None:
    club = Club(server, 3)
    club.done("withdraw", secret=club.secrets[1])
    assert [entrant["name"] for entrant in club.seen()["entrants"]] == ["Ada", "Cleo"]


def test_a_player_who_leaves_gets_no_more_tables_and_can_come_back(server: LiveServer) -> None:
    club = Club(server, 5, rounds=4)
    club.done("next")
    club.play_round()
    club.done("withdraw", secret=club.secrets[1])
    club.done("next")
    assert sorted(player for table in club.tables() for player in table["players"]) == [0, 2, 3, 4]
    club.play_round()
    club.done("return", secret=club.secrets[1])
    club.done("next")
    assert sorted(player for table in club.tables() for player in table["players"]) == [0, 1, 2, 3, 4]


def test_a_removed_player_can_come_back_only_through_the_creator(server: LiveServer) -> None:
    club = Club(server, 4, rounds=2)
    club.done("next")
    club.done("withdraw", {"number": 3})
    assert club.refused("return", secret=club.secrets[3])[0] in (401, 403, 422)
    found = club.done("return", {"number": 3})
    assert not any(entrant.get("gone") for entrant in found["entrants"])


def test_a_late_player_plays_from_the_next_round_on(server: LiveServer) -> None:
    club = Club(server, 4, rounds=2)
    club.done("next")
    late = club.join("Eva")
    assert not any(late in table["players"] for table in club.tables())
    club.play_round()
    club.done("next")
    assert any(late in table["players"] for table in club.tables())
    (entrant,) = [each for each in club.seen()["entrants"] if each["number"] == late]
    assert entrant["since"] == 2


def test_in_a_round_robin_games_against_those_who_left_early_do_not_count(server: LiveServer) -> None:
    club = Club(server, 4, method="robin")
    club.done("next")
    club.play_round()
    club.done("withdraw", secret=club.secrets[3])
    found = {entrant["name"]: entrant for entrant in club.seen()["entrants"]}
    assert found["Dan"]["out"]
    assert sum(entrant["points"] for entrant in found.values()) == 1, "of two games one was against Dan"
    for _ in range(2):
        club.done("next")
        club.play_round()
    assert club.info["state"] == "over"
    assert club.points() == {"Ada": 2, "Ben": 1, "Cleo": 0, "Dan": 0}


def test_in_a_round_robin_games_against_those_who_leave_late_are_won(server: LiveServer) -> None:
    club = Club(server, 4, method="robin")
    for _ in range(2):
        club.done("next")
        club.play_round()
    club.done("withdraw", secret=club.secrets[0])
    club.done("next")
    walkover = next(table for table in club.tables() if 0 in table["players"])
    assert walkover["counted"]
    assert "table" not in walkover
    assert walkover["places"][walkover["players"].index(0)] == 2
    assert club.points()["Ada"] == 2


def test_when_all_but_one_have_left_it_is_over(server: LiveServer) -> None:
    club = Club(server, 3, rounds=3)
    club.done("next")
    club.play_round()
    for number in (1, 2):
        club.done("withdraw", secret=club.secrets[number])
    club.done("next")
    assert club.info["state"] == "over"


def test_the_creator_can_end_it_early(server: LiveServer) -> None:
    club = Club(server, 2)
    club.done("next")
    assert club.done("end")["info"]["state"] == "over"
    club.play_round()
    assert club.points() == {"Ada": 0, "Ben": 0}, "what was not over does not count"


# --- restarts, accounts, older databases ----------------------------------------------------------------


def test_it_continues_after_a_restart(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "cogtable.db") as server:
        club = Club(server, 4, method="robin", pause_s=0)
        club.done("next")
        tables = club.tables()
        club.lose(tables[0], tables[0]["players"][0])
    with LiveServer(server.database) as again:
        club.server = again
        club.look()
        assert [bool(table.get("counted")) for table in club.tables()] == [True, False]
        club.play_round()
        club.look()
        assert club.info["round"] == 2
        assert [table["number"] for table in club.tables()] == [0, 1]


def test_an_earlier_database_gets_tournaments(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "cogtable.db") as server:
        table, _ = server.full("tiny")
    downgrade(tmp_path / "cogtable.db", "0014")
    with LiveServer(tmp_path / "cogtable.db") as again:
        assert again.http.get(f"/tables/{table}").status_code == 200
        Club(again, 2).done("next")


def test_a_tournament_of_an_earlier_database_goes_on(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "cogtable.db") as server:
        club = Club(server, 4, method="swiss")
        club.done("next")
    downgrade(tmp_path / "cogtable.db", "0023")
    with LiveServer(tmp_path / "cogtable.db") as again:
        club.server = again
        club.play_round()
        club.done("next")
        assert club.info["round"] == 2


@pytest.fixture
def browser(server: LiveServer) -> Iterator[Browser]:
    """A browser in which Grace is signed in."""
    browser = Browser(server)
    browser.sign_up("Grace")
    yield browser
    browser.http.close()


def test_a_player_who_signs_in_keeps_their_place_and_their_table(server: LiveServer, browser: Browser) -> None:
    club = Club(server, 2)
    club.done("next")
    (table,) = club.tables()
    claimed = browser.post("/account/claim", {"secrets": {club.id: club.secrets[1]}}).json()
    assert set(claimed["tables"]) == {club.id, table["table"]}
    seen = browser.http.get(f"/tournaments/{club.id}").json()
    assert seen["me"] == 1
    sits = server.sit(table["table"], additional_headers={"Cookie": browser.cookie})
    assert sits.view["seat"] == table["players"].index(1)
    assert browser.post("/tournaments/mine", {"secrets": {}}).json()[0]["entered"]
    (exported,) = browser.http.get("/account/export").json()["tournaments"]
    assert (exported["name"], exported["made"], exported["played_as"]) == ("Friday", False, "Ben")
    assert [(each["round"], each["table"]) for each in exported["games"]] == [(1, table["table"])]
    assert browser.delete().status_code == 200
    assert [entrant["name"] for entrant in club.seen()["entrants"]].count("Player 2") == 1


def test_a_signed_in_person_creates_and_plays_without_a_secret(server: LiveServer, browser: Browser) -> None:
    made = browser.post("/tournaments", {"name": "Cup", "by": "x", "game": "tiny"}).json()
    assert "secret" not in made
    path = f"/tournaments/{made['tournament']}"
    seen = browser.http.get(path).json()
    assert (seen["me"], seen["info"]["mine"], seen["entrants"][0]["name"]) == (0, True, "Grace")
    assert seen["entrants"][0]["account"]
    guest = server.post(f"{path}/join", {"name": "Grace"}).json()
    assert guest["number"] == 1
    assert server.http.get(path).json()["entrants"][1]["name"] == "Grace (guest)"


def test_its_games_are_rated_like_others(server: LiveServer, browser: Browser) -> None:
    club = Club(server, 1, time_control=LIVE)
    assert browser.post(f"/tournaments/{club.id}/join", {"name": ""}).status_code == 201
    club.done("next")
    (table,) = club.tables()
    assert "rated" not in server.http.get(f"/tables/{table['table']}").json(), "a guest has no rating"
    assert server.execute("SELECT rated, unrated FROM tables") == [(1, "guest")]


# --- refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "status", "expected"),
    [
        ({"game": "chess"}, 404, "chess"),
        ({"seats": 5}, 422, "expected 2 to 4 seats for splendor; found 5"),
        ({"seats": 1}, 422, "found 1"),
        ({"most": 1}, 422, "expected 2 to 128 players; found 1"),
        ({"rounds": 31}, 422, "expected 0 to 30 rounds; found 31"),
        ({"late_s": 5}, 422, "expected 30 to 3600 seconds for the first move, or 0; found 5"),
        ({"pause_s": -1}, 422, "expected 0 to 86400 seconds between rounds; found -1"),
        ({"starts": 5}, 422, "within 90 days"),
        ({"time_control": {"game_s": 1}}, 422, "a clock gives"),
        ({"options": {"wings": 1}}, 422, "wings"),
        ({"method": "ladder"}, 422, "ladder"),
        ({"method": "knockout", "best_of": 8}, 422, "expected 1 to 7 games in a match; found 8"),
        ({"method": "knockout", "seats": 4, "advance": 4}, 422, "expected 0 to 3 players who go on from a table"),
        ({"method": "arena", "time_control": LIVE}, 422, "expected 600 to 86400 seconds for an arena; found 0"),
        ({"method": "arena", "length_s": 3600}, 422, "an arena needs a time control for the whole game"),
        ({"length_s": 3600}, 422, "expected a length only for an arena; found 3600 seconds"),
        ({"zone": "Europe/Atlantis"}, 422, 'expected a time zone such as "Europe/Berlin"; found "Europe/Atlantis"'),
        ({"variant": "nothing"}, 404, ""),
        ({"name": ""}, 422, "a name has 1 to 40 characters; found 0"),
        ({"name": "x" * 41}, 422, "found 41"),
        ({"by": "\u202eevil"}, 422, "control characters"),
        ({"surprise": 1}, 422, "surprise"),
    ],
)
def test_an_invalid_tournament_is_refused_with_what_was_expected(
    server: LiveServer, wanted: dict[str, Any], status: int, expected: str
) -> None:
    answer = server.post("/tournaments", {"name": "Friday", "by": "Ada", "game": "splendor"} | wanted)
    assert answer.status_code == status, answer.text
    assert expected in answer.json()["error"]


def test_some_actions_need_the_creator(server: LiveServer) -> None:
    club = Club(server, 3)
    for what, body in (("next", {}), ("end", {}), ("forfeit", {"number": 0}), ("withdraw", {"number": 0})):
        for secret in ("", "guessed", club.secrets[1]):
            assert club.refused(what, body, secret) == (401, "only the creator of this tournament can do that")
    assert club.info["state"] == "open"


def test_some_people_cannot_join(server: LiveServer) -> None:
    club = Club(server, 2, most=3, method="robin")
    assert club.refused("join", {"name": "BEN"}) == (
        409,
        "another player in this tournament has the name BEN, or one that looks like it",
    )
    club.join("Cleo")
    assert club.refused("join", {"name": "Dan"}) == (409, "this tournament is full: it has 3 players")
    club.done("next")
    assert club.refused("join", {"name": "Dan"})[1] == "nobody can join a round robin once it has begun"
    club.done("end")
    assert club.refused("join", {"name": "Dan"}) == (409, "this tournament is over")
    swiss = Club(server, 2, rounds=1)
    swiss.done("next")
    assert swiss.refused("join", {"name": "Dan"}) == (409, "the last round has begun; nobody can join any more")


def test_impossible_rounds_cannot_begin(server: LiveServer) -> None:
    club = Club(server, 1)
    assert club.refused("next", secret=club.creator) == (409, "tables of this size need at least 2 players")
    club.join("Ben")
    club.done("next")
    words = "the next round begins when all tables of this one are over"
    assert club.refused("next", secret=club.creator) == (409, words)
    club.done("end")
    assert club.refused("next", secret=club.creator) == (409, "this tournament is over")
    large = Club(server, 2, seats=4)
    assert large.refused("next", secret=large.creator)[1] == "tables of this size need at least 3 players"


def test_an_unknown_player_can_neither_leave_nor_lose(server: LiveServer) -> None:
    club = Club(server, 2)
    assert club.refused("withdraw")[1] == "you are not in this tournament"
    assert club.refused("forfeit", {"number": 9}, club.creator)[1] == "there is no player number 9 in this tournament"
    assert club.refused("withdraw", {"number": "x"}, club.creator)[0] == 422
    club.done("end")
    assert club.refused("withdraw", secret=club.secrets[1]) == (409, "this tournament is over")
    assert club.refused("return", secret=club.secrets[1]) == (409, "the last round has begun")


def test_an_unknown_tournament_is_not_found(server: LiveServer) -> None:
    for answer in (server.http.get("/tournaments/nowhere"), server.post("/tournaments/nowhere/join", {"name": "Ada"})):
        assert answer.status_code == 404
        assert answer.json()["error"] == "there is no tournament 'nowhere' here"


def test_new_tournaments_are_limited_by_address(server: LiveServer) -> None:
    server.limit(tournaments=Rate(2, 600))
    made = [server.post("/tournaments", {"name": "A", "by": "Ada", "game": "tiny"}) for _ in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    assert made[2].headers["retry-after"] == "600"
    assert made[2].json()["error"] == ("too many tournaments were made from your address; try again in 10 minutes")


def test_a_rematch_of_a_table_does_not_count(server: LiveServer) -> None:
    club = Club(server, 2, rounds=1)
    club.done("next")
    (table,) = club.tables()
    one, two = (club.sit(table, player) for player in table["players"])
    ask(one, "resign")
    for person in (one, two):
        over(person).send(type="again", id=99, on=True)
    heard = one.next("rematch", having="table")
    assert "tournament" not in server.http.get(f"/tables/{heard['table']}").json()
