"""A simulated month: people play, follow, block, come daily, play tournaments, leave and delete their accounts, on a
real server whose calendar is moved. Afterwards lists, ratings, dailies and histories have to add up.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cogtable.engine.play import registry
from cogtable.engine.play.match import Match
from cogtable.lab.player_rating import Skill, after, rested
from cogtable.server.matchmaking.parties import EVERYBODY_S
from cogtable.server.rooms import service_time
from cogtable.server.table import deals
from cogtable.server.thinking.pool import Pool
from cogtable.server.wire import daily_api

from .authenticator import Browser
from .fakes import stand_in
from .live_server import PATIENCE, LiveServer, Person, until
from .test_accounts import sit
from .test_leaving import ask
from .test_people import table_of

DAY = 24 * 3600
MONDAY = datetime(2026, 12, 7, 6, tzinfo=UTC).timestamp()
"""When the first day begins."""

METHODS: tuple[dict[str, Any], ...] = (
    {"method": "swiss", "rounds": 3},
    {"method": "knockout", "best_of": 2, "third": True},
    {"method": "arena", "length_s": 1200},
    {"method": "robin"},
)
"""The tournaments, one after the other."""

LIVE = {"game_s": 300, "move_s": 5, "expired": "resign"}
OVER_DAYS = {"move_s": 2 * DAY, "expired": "resign"}


class Calendar:
    """The calendar of the server. It stands still until a test moves it, except that no two moments are equal."""

    def __init__(self) -> None:
        self.now = MONDAY

    def time(self) -> float:
        self.now += 0.001
        return self.now


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    found = Calendar()
    monkeypatch.setattr(time, "time", found.time)
    monkeypatch.setattr(service_time, "now", found.time)
    monkeypatch.setattr(service_time, "calendar", found.time)
    return found


@pytest.fixture(autouse=True)
def simple(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play their first card, every deal is one of Tiny, all games are level, and cards follow from one seed."""

    async def judged(self: Pool, requester: Any, match: Match, seed: int) -> list[float]:
        return [0.5, 0.5]

    chance = random.Random(1)
    stand_in(monkeypatch, lambda bot, match, seat, seed: match.choices(seat)[0].action)
    monkeypatch.setattr(deals, "dealable", lambda: [registry.find("tiny")])
    monkeypatch.setattr(Pool, "chances", judged)
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)


@pytest.fixture
def server(tmp_path: Path, calendar: Calendar) -> Iterator[LiveServer]:
    """A server that drops a table at once when everybody has left."""
    with LiveServer(tmp_path / "cogtable.db", idle_s=0.01, pace_s=0.0) as found:
        yield found


class Town:
    """The people of a server and what they have done, by their names."""

    def __init__(self, server: LiveServer, calendar: Calendar, people: int) -> None:
        self.server = server
        self.calendar = calendar
        self.chance = random.Random(people)
        self.all: dict[str, Browser] = {}
        for number in range(people):
            browser = Browser(server)
            browser.sign_up(f"Citizen{number:02}")
            self.all[f"Citizen{number:02}"] = browser
        self.accounts = dict(server.execute("SELECT name, id FROM accounts"))
        self.apart: set[frozenset[str]] = set()
        self.gone: set[str] = set()
        self.follows: set[tuple[str, str]] = set()
        self.deals: dict[int, set[str]] = {}
        self.slow: list[str] = []
        """Games over days that are not over."""
        self.played: Counter[str] = Counter()
        """How often each kind of thing was done."""

    @property
    def here(self) -> list[str]:
        return sorted(self.all.keys() - self.gone)

    def some(self, most: int) -> list[str]:
        return self.chance.sample(self.here, min(most, len(self.here)))

    def pairs(self, most: int) -> list[tuple[str, str]]:
        """Returns pairs of different people who have not blocked each other."""
        people = self.some(2 * most)
        found = zip(people[::2], people[1::2], strict=False)
        return [(one, other) for one, other in found if frozenset((one, other)) not in self.apart]

    def done(self, name: str, path: str, body: Any) -> Any:
        answer = self.all[name].post(path, body)
        assert answer.status_code in (200, 201), (name, path, answer.text)
        return answer.json()

    def on_server(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self.server.loop).result(PATIENCE)

    def pass_time(self, seconds: float) -> None:
        """Moves the calendar. Clocks that have run out expire, and tournaments go on."""
        self.calendar.now += seconds
        self.on_server(self.server.app.state.rooms.expire_overdue())
        self.look()

    def look(self) -> None:
        self.on_server(self.server.app.state.rounds.look())

    # --- games -------------------------------------------------------------------------------------

    def play_out(self, table: str, *names: str, most: int = 1000) -> None:
        """Plays a game until it is over, or for this number of moves. Now and then somebody resigns."""
        people = [sit(self.server, table, self.all[name]) for name in names]
        for _ in range(most):
            # The last one to act may have ended the game for all.
            if any(person.view["over"] for person in people):
                break
            mover = self._mover(people)
            if self.chance.random() < 0.05:
                answer = ask(mover, "resign")
                assert answer["type"] == "accepted", answer
                until(mover, lambda p=mover: p.view["over"])
                break
            mover.play(self.chance.choice(mover.actions()))
            for person in people:
                person.until(mover.ply)
        for person in people:
            person.leave()

    @staticmethod
    def _mover(people: list[Person]) -> Person:
        """Returns a person who can move, as soon as there is one: bots move by themselves."""
        while not (able := [person for person in people if person.actions()]):
            for person in people:
                person.hear()
        return able[0]

    def live_games(self, most: int) -> None:
        for one, other in self.pairs(most):
            rated = self.chance.random() < 0.8
            table = table_of(self.all[one], self.all[other], time_control=LIVE, rated=rated)
            self.played["live"] += 1
            if self.chance.random() < 0.1:  # both leave, and a clock runs out
                self.play_out(table, one, other, most=1)
                self.pass_time(400)
            else:
                self.play_out(table, one, other)

    def slow_games(self, most: int) -> None:
        """Begins games over days, and plays a move in those that have begun, unless somebody has forgotten theirs."""
        for table in list(self.slow):
            if self.server.execute(f"SELECT over FROM tables WHERE id = '{table}'")[0][0]:
                self.slow.remove(table)
            elif self.chance.random() < 0.7:
                names = [seat for (seat,) in self.server.execute(
                    f"SELECT name FROM seats WHERE table_id = '{table}' AND account <> '' ORDER BY seat"
                )]  # fmt: skip
                if len(names) == 2:
                    self.play_out(table, *names, most=1)
        for one, other in self.pairs(most):
            self.slow.append(table_of(self.all[one], self.all[other], time_control=OVER_DAYS))
            self.played["slow"] += 1

    def find_each_other(self) -> None:
        """Two people touch "Play" and are dealt afresh; before them somebody whom the first has blocked, if there is
        anyone. That person keeps playing with the bot.
        """
        (pair,) = self.pairs(1) or [None]
        if pair is None:
            return
        one, other = pair
        blocked = [name for name in self.here if frozenset((one, name)) in self.apart]
        third = [name for name in blocked[:1] if name != other]
        wanted = {"game": "tiny", "pace": "normal", "seats": 2, "bot": "easy", "name": "", "rated": True}
        sitting: dict[str, Person] = {}
        for name in [*third, one, other]:
            if name in third and frozenset((name, other)) not in self.apart:
                continue  # the other one would be paired with them
            if name == other:  # who has waited this long is paired with everybody, whatever their ratings
                self.calendar.now += EVERYBODY_S
                self.on_server(self.server.app.state.matchmaker.look())
            seat = self.done(name, "/play", wanted)
            sitting[name] = sit(self.server, seat["table"], self.all[name])
        for name in (one, other):
            person = sitting[name]
            found = until(person, lambda p=person: _asked(p)).update["seek"]["handover"]
            assert [each["name"] for each in found["people"]] == [other if name == one else one]
            person.send(type="handover", id=9, number=found["number"], choice="afresh")
            person.next("accepted")
        tables = {
            str(until(sitting[name], lambda p=sitting[name]: _seek(p).get("moved")).update["seek"]["moved"])
            for name in (one, other)
        }
        (table,) = tables
        self.play_out(table, one, other)
        self.played["found"] += 1
        for name, person in sitting.items():
            if name in third:
                assert not _seek(person).get("handover"), "they have blocked each other"
                person.send(type="stop-seek", id=8)
                person.next("accepted")
            person.leave()

    # --- dailies -----------------------------------------------------------------------------------

    def daily(self, most: int) -> None:
        number = int(self.calendar.now // DAY) - daily_api.FIRST_DAY
        for name in self.some(most):
            seat = self.done(name, f"/deals/{number}/play", {})
            if name in self.deals.setdefault(number, set()):
                continue
            person = sit(self.server, seat["table"], self.all[name])
            while not person.view["over"]:
                person.play(self.chance.choice(person.actions()))
                until(person, lambda p=person: p.view["over"] or p.actions())
            person.leave()
            self.deals[number].add(name)
            self.played["deal"] += 1

    # --- tournaments -------------------------------------------------------------------------------

    def tournament(self, number: int, most: int) -> None:
        """Plays a tournament from its start at a set time to its end. Two of its people have blocked each other, if any
        have; one leaves during it.
        """
        people = self.some(most)
        for pair in sorted(map(sorted, self.apart)):
            people = [*pair, *(name for name in people if name not in pair)][:most]
            break
        creator, *others = people
        wanted = METHODS[number % len(METHODS)] | {
            "name": f"Cup {number}", "by": "", "game": "tiny", "time_control": LIVE, "pause_s": 0, "late_s": 60,
            "starts": self.calendar.now + 600, "zone": "Europe/London",
        }  # fmt: skip
        tournament = str(self.done(creator, "/tournaments", wanted)["tournament"])
        for name in others:
            self.done(name, f"/tournaments/{tournament}/join", {"name": ""})
        self.pass_time(601)
        names = dict(self.server.execute(f"SELECT number, name FROM entrants WHERE tournament_id = '{tournament}'"))
        left = False
        for _ in range(100):
            seen = self.server.http.get(f"/tournaments/{tournament}").json()
            if seen["info"]["state"] == "over":
                break
            going = [each for each in seen["tables"] if each.get("table") and not each.get("counted")]
            for each in going:
                self.play_out(each["table"], *(names[player] for player in each["players"]))
                self.played["cup"] += 1
            if going and not left:
                self.done(people[-1], f"/tournaments/{tournament}/withdraw", {})
                left = True
            self.pass_time(60)
            self.look()
        assert seen["info"]["state"] == "over", seen
        self.played[wanted["method"]] += 1

    # --- people ------------------------------------------------------------------------------------

    def follow(self) -> None:
        for one, other in self.pairs(2):
            self.done(one, "/follow", {"name": other})
            self.follows.add((one, other))

    def block(self) -> None:
        for one, other in self.pairs(1):
            self.done(one, "/block", {"whom": {"name": other}, "kind": "block"})
            self.apart.add(frozenset((one, other)))
            self.follows -= {(one, other), (other, one)}

    def delete_account(self) -> None:
        (name,) = self.some(1)
        assert self.all[name].delete().status_code == 200
        self.gone.add(name)
        self.follows = {pair for pair in self.follows if name not in pair}
        self.apart = {pair for pair in self.apart if name not in pair}

    def live(self, days: int) -> None:
        """Lets some days pass."""
        for day in range(days):
            self.follow()
            if day % 3 == 1:
                self.block()
            self.live_games(4)
            self.slow_games(1)
            self.find_each_other()
            if day >= 2:  # accounts younger than a day are not in the lists
                self.daily(6)
            if day % 4 == 3:
                self.tournament(day // 4, 7)
            if day % 6 == 5:
                self.delete_account()
            self.pass_time(MONDAY + (day + 1) * DAY - self.calendar.now)
        self.pass_time(20 * DAY)  # what is still being played runs out of time
        for _ in range(3):
            self.pass_time(3 * DAY)

    def close(self) -> None:
        for browser in self.all.values():
            browser.http.close()

    # --- what adds up ------------------------------------------------------------------------------

    def check_no_blocked_pair_met(self) -> None:
        """Nobody sat with a person whom they had blocked before, or who had blocked them."""
        together = self.server.execute(
            "SELECT b.account, b.whom, t.id FROM blocks b JOIN seats s ON s.account = b.account"
            " JOIN seats o ON o.table_id = s.table_id AND o.account = b.whom JOIN tables t ON t.id = s.table_id"
            " WHERE b.kind = 'block' AND t.created > b.since"
        )
        assert together == []

    def check_histories(self) -> None:
        """Every finished game is once in the history of each of its players, with the same outcome for both."""
        seats = self.server.execute(
            "SELECT s.table_id, s.account, t.places FROM seats s JOIN tables t ON t.id = s.table_id WHERE t.over = 1"
        )
        by_account = {account: name for name, account in self.accounts.items() if name not in self.gone}
        expected: dict[str, Counter[str]] = {name: Counter() for name in self.here}
        for table, account, _ in seats:
            if account in by_account:
                expected[by_account[account]][table] += 1
        outcomes: dict[str, list[str]] = {}
        for name in self.here:
            found = self.history(name)
            assert Counter(game["table"] for game in found) == expected[name], name
            for game in found:
                outcomes.setdefault(game["table"], []).append(game["outcome"])
            months = self.all[name].get(f"/people/{name}")
            assert months["name"] == name
        for table, both in outcomes.items():
            if len(both) == 2:
                assert sorted(both) in (["lost", "won"], ["tied", "tied"], ["none", "none"]), (table, both)
        assert sum(map(len, outcomes.values())) > len(self.here), "people have played"

    def history(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        following, total = "", None
        while True:
            page = self.all[name].get(f"/history/{name}" + (f"?after={following}" if following else ""))
            total = page.get("total", 0) if total is None else total
            found += page["games"]
            following = page.get("next", "")
            if not following:
                break
        assert len(found) == total
        return found

    def check_ratings(self) -> None:
        """The list of rated games leads to the ratings that are stored and shown, by the formula alone."""
        for name in self.here:
            self.all[name].get(f"/people/{name}")  # brings the ratings up to date
        rows = self.server.execute(
            "SELECT table_id, account, seat, place, game, against, bots, ended FROM results WHERE ended IS NOT NULL"
            " ORDER BY ended, table_id, seat"
        )
        games: dict[str, list[Any]] = {}
        for row in rows:
            games.setdefault(row[0], []).append(row)
        skills: dict[tuple[str, str, str], tuple[Skill, float, int]] = {}
        wins = 0.0
        for played in games.values():
            keys = [(row[1], row[4], row[5]) for row in played]
            ended = played[0][7]
            stood = [skills.get(key, (Skill(), ended, 0)) for key in keys]
            before = [rested(skill, (ended - at) / DAY) for skill, at, _ in stood]
            bots = json.loads(played[0][6] or "[]")
            places = [row[3] for row in played] + [place for _, place in bots]
            now = after([*before, *(Skill(rating, 0) for rating, _ in bots)], places)
            for key, skill, (_, _, count) in zip(keys, now, stood, strict=False):
                skills[key] = skill, ended, count + 1
            if len(played) == 2:
                wins += sum(_share(own, other) for own, other in ((places[0], places[1]), (places[1], places[0])))
        assert wins == sum(len(played) == 2 for played in games.values()), "a point for each game"
        assert len(games) > 5
        stored = self.server.execute("SELECT account, game, against, rating, deviation, games FROM standings")
        for account, game, against, rating, deviation, count in stored:
            if account not in {self.accounts[name] for name in self.here}:
                continue
            skill, _, times = skills[account, game, against]
            assert (rating, deviation) == pytest.approx(skill, abs=1e-6)
            assert count == times
        assert {row[0] for row in stored} >= {
            account for (account, _, _), _ in skills.items() if account in {self.accounts[each] for each in self.here}
        }

    def check_dailies(self) -> None:
        """The list of each deal has everybody who has finished it, once, the best first."""
        for number, players in self.deals.items():
            (reader,) = self.here[:1]
            page = self.all[reader].get(f"/deals/{number}")
            shown = page.get("everybody", [])
            apart = {name for pair in self.apart if reader in pair for name in pair} - {reader}
            assert sorted(each["name"] for each in shown) == sorted(players - self.gone - apart), number
            ahead = [each["ahead"] for each in shown]
            assert ahead == sorted(ahead, reverse=True)
            for one, other in combinations(shown, 2):
                assert (one["rank"] == other["rank"]) == (one["ahead"] == other["ahead"]) or one["rank"] < other["rank"]

    def check_following(self) -> None:
        """People follow whom they chose, except those who have blocked or left."""
        for name in self.here:
            found = {each["name"] for each in self.all[name].get("/people").get("follows", [])}
            assert found == {other for one, other in self.follows if one == name}, name

    def check_nothing_remains_of_deleted_people(self) -> None:
        assert self.gone
        stored = "\n".join(self.server.stored())
        for name in self.gone:
            assert name not in stored
            assert self.accounts[name] not in stored
            assert self.server.http.get(f"/people/{name}").status_code == 404

    def check_nothing_is_left_in_memory(self) -> None:
        """No table stays in memory, nobody is looked for, and nothing waits."""
        rooms = self.server.app.state.rooms
        end = time.monotonic() + PATIENCE
        while rooms.loaded:
            assert time.monotonic() < end, f"these stay: {list(rooms.loaded)}"
            time.sleep(0.02)
        self.on_server(self.server.app.state.matchmaker.look())  # forgets where games of long ago went on
        for table in ("seeks", "seekers", "offers"):
            assert self.server.execute(f"SELECT * FROM {table}") == [], table
        unfinished = self.server.execute(
            "SELECT id FROM tables WHERE started = 1 AND over = 0 AND deadline IS NOT NULL"
        )
        assert unfinished == [], "their clocks have run out"
        assert self.server.execute("SELECT id FROM tournaments WHERE state <> 'over'") == []
        uncounted = self.server.execute("SELECT table_id FROM pairings WHERE NOT counted")
        assert uncounted == []


def _share(own: int, other: int) -> float:
    return 0.5 if own == other else float(own < other)


def _seek(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.update.get("seek") or {}
    return found


def _asked(person: Person) -> bool:
    found = _seek(person).get("handover")
    return bool(found) and not found.get("judging")


def adds_up(town: Town) -> None:
    """Checks everything that has to hold after some time."""
    town.check_no_blocked_pair_met()
    town.check_histories()
    town.check_ratings()
    town.check_dailies()
    town.check_following()
    town.check_nothing_remains_of_deleted_people()
    town.check_nothing_is_left_in_memory()


@pytest.mark.parametrize(
    ("people", "days"),
    [
        pytest.param(12, 8, marks=pytest.mark.slow, id="a week of twelve people"),
        pytest.param(40, 30, marks=[pytest.mark.slow, pytest.mark.large], id="a month of forty people"),
    ],
)
def test_lists_ratings_dailies_and_histories_add_up(
    server: LiveServer, calendar: Calendar, people: int, days: int
) -> None:
    town = Town(server, calendar, people)
    try:
        town.live(days)
        adds_up(town)
    finally:
        town.close()
    for kind in ("live", "slow", "found", "deal", "cup"):
        assert town.played[kind], f"nobody played: {kind}"
    assert town.apart or town.gone
    if days >= 16:
        assert all(town.played[each["method"]] for each in METHODS)
