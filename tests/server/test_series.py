"""Series of tournaments: the next ones are made by themselves, at the same time of day, with overall standings."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from cogtable.server.core.limits import Rate
from cogtable.server.db.series import SeriesRow, SeriesStore
from cogtable.server.db.store import Store
from cogtable.server.db.tournaments import EntrantRow, PairingRow, TournamentRow
from cogtable.server.rooms import service_time
from cogtable.server.tournaments.series import following, next_edition, series_standing

from .authenticator import Browser
from .live_server import LiveServer
from .test_clocks import Time
from .test_formats import tournament
from .test_tournaments import LIVE, Club

DAY = 24 * 3600


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Time:
    moment = Time()
    monkeypatch.setattr(service_time, "now", moment)
    return moment


@pytest.fixture
def grace(server: LiveServer) -> Iterator[Browser]:
    """A browser in which Grace is signed in."""
    browser = Browser(server)
    browser.sign_up("Grace")
    yield browser
    browser.http.close()


def local(zone: str, *moment: int) -> float:
    return datetime(*moment, tzinfo=ZoneInfo(zone)).timestamp()  # type: ignore[arg-type, misc]


# --- dates ----------------------------------------------------------------------------------------------


def test_friday_at_eight_stays_friday_at_eight_when_daylight_saving_time_ends() -> None:
    friday = local("Europe/London", 2026, 10, 23, 20, 0)
    assert following(friday, "week", "Europe/London", friday) == local("Europe/London", 2026, 10, 30, 20, 0)
    assert following(friday, "week", "Europe/London", friday) - friday == 7 * DAY + 3600
    assert following(friday, "week", "", friday) - friday == 7 * DAY


def test_dates_that_have_passed_are_left_out() -> None:
    first = local("America/New_York", 2026, 3, 1, 19, 30)
    later = first + 30 * DAY
    assert following(first, "fortnight", "America/New_York", later) == local("America/New_York", 2026, 4, 12, 19, 30)
    assert following(first, "day", "America/New_York", first) == local("America/New_York", 2026, 3, 2, 19, 30)


@given(
    st.integers(0, 2**31),
    st.integers(0, 400 * DAY),
    st.sampled_from(["day", "week", "fortnight"]),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"]),
)
def test_a_date_is_in_the_future_and_at_most_a_period_and_an_hour_away(
    starts: int, passed: int, every: Any, zone: str
) -> None:
    now = starts + passed
    found = following(starts, every, zone, now)
    days = {"day": 1, "week": 7, "fortnight": 14}[every]
    assert now < found <= now + days * DAY + 3600


def series_of(**about: Any) -> SeriesRow:
    row = SeriesRow(
        id="s", name="Friday", every="week", counts="places", best=0, editions=3, made=1, rounds=0, starts=0, due=0
    )
    return msgspec.structs.replace(row, **about)


def test_the_next_tournament_has_the_same_settings_and_nobody_in_it() -> None:
    last = msgspec.structs.replace(
        tournament("swiss", 4), series="s", account="ada", state="over", round=3, rounds=3, name="Friday 1"
    )
    after, made = next_edition(series_of(), last, 10)
    assert made is not None
    assert (made.name, made.state, made.round, made.rounds, made.due) == ("Friday 2", "open", 0, 0, 7 * DAY)
    assert (made.entrants, made.pairings, made.method, made.series) == ((), (), "swiss", "s")
    assert made.id != last.id
    assert (after.made, after.due) == (2, 7 * DAY)


def test_a_series_ends_with_its_last_tournament_or_with_its_creators_account() -> None:
    last = msgspec.structs.replace(tournament("swiss", 4), account="ada")
    assert next_edition(series_of(made=3), last, 10) == (series_of(made=3, due=None), None)
    assert next_edition(series_of(), msgspec.structs.replace(last, account=""), 10)[1] is None


# --- the standing ---------------------------------------------------------------------------------------


def edition(name: str, *order: str) -> TournamentRow:
    """A round robin that is over, in which each player beat those behind them in the `order`."""
    entrants = tuple(EntrantRow(number=at, name=who, account=who.lower()) for at, who in enumerate(order))
    pairs = [(one, other) for one in range(len(order)) for other in range(one + 1, len(order))]
    pairings = tuple(
        PairingRow(round=1, number=at, table_id="t", players=pair, places=(1, 2), counted=True)
        for at, pair in enumerate(pairs)
    )
    row = tournament("robin", 0)
    return msgspec.structs.replace(row, id=name, state="over", round=1, entrants=entrants, pairings=pairings)


def test_places_count_and_the_best_results_make_the_total() -> None:
    editions = [
        edition("a", "Ada", "Ben", "Cleo"),
        edition("b", "Ben", "Ada", "Cleo"),
        edition("c", "Cleo", "Ben"),
    ]
    found = {line.entrant.name: line for line in series_standing(editions, "places", 2)}
    assert found["Ada"].results == [10, 8, None]
    assert found["Ben"].results == [8, 10, 8]
    assert found["Ben"].counted == [True, True, False]
    assert [(name, line.rank, line.total) for name, line in found.items()] == [
        ("Ada", 1, Fraction(18)),
        ("Ben", 1, Fraction(18)),
        ("Cleo", 3, Fraction(16)),
    ]
    whole = series_standing(editions, "places", 0)
    assert [(line.entrant.name, int(line.total)) for line in whole] == [("Ben", 26), ("Cleo", 22), ("Ada", 18)]


def test_points_of_the_tournaments_can_count() -> None:
    editions = [edition("a", "Ada", "Ben", "Cleo"), edition("b", "Ben", "Ada")]
    found = series_standing(editions, "points", 0)
    assert [(line.entrant.name, int(line.total)) for line in found] == [("Ada", 2), ("Ben", 2), ("Cleo", 0)]
    assert found[0].results == [Fraction(2), Fraction(0)]


def test_a_person_is_one_line_under_their_latest_name_and_erased_ones_stay_apart() -> None:
    first, second = edition("a", "Ada", "Ben"), edition("b", "Ada", "Ben")
    renamed = tuple(
        msgspec.structs.replace(each, name="Adele" if each.number == 0 else each.name) for each in second.entrants
    )
    erased = tuple(msgspec.structs.replace(each, name="", account="") for each in second.entrants)
    found = series_standing([first, msgspec.structs.replace(second, entrants=renamed)], "places", 0)
    assert [line.entrant.name for line in found] == ["Adele", "Ben"]
    assert len(series_standing([first, msgspec.structs.replace(second, entrants=erased)], "places", 0)) == 4


# --- on a server ----------------------------------------------------------------------------------------


def made_by(browser: Browser, now: Time, **wanted: Any) -> str:
    """Returns the id of a new series, which begins in an hour."""
    series = {"every": "week", "editions": 3} | wanted.pop("series", {})
    body = {"name": "Friday", "by": "", "game": "tiny", "starts": now.at + 3600, "zone": "Europe/London", "rounds": 1}
    answer = browser.post("/tournaments", body | {"series": series, "time_control": LIVE, "pause_s": 0} | wanted)
    assert answer.status_code == 201, answer.text
    return str(browser.http.get(f"/tournaments/{answer.json()['tournament']}").json()["info"]["series"])


def seen(browser: Browser, series: str) -> dict[str, Any]:
    return dict(browser.http.get(f"/series/{series}").json())


def test_the_next_tournament_is_made_when_one_begins(server: LiveServer, grace: Browser, now: Time) -> None:
    series = made_by(grace, now)
    club = Club.__new__(Club)
    club.server = server
    (info,) = seen(grace, series)["tournaments"]
    assert (info["name"], info["zone"]) == ("Friday 1", "Europe/London")
    club.id, club.secrets = info["tournament"], {}
    club.join("Ben")
    now.at += 3601
    club.look()
    first, second = seen(grace, series)["tournaments"]
    assert (first["state"], second["state"], second["name"]) == ("running", "open", "Friday 2")
    assert second.get("players", 0) == 0
    assert abs(second["due"] - first["created"] - 3600 - 7 * DAY) < 3700, "an hour more or less at a change of time"
    table = club.tables()[0]
    club.lose(table, 1)
    club.look()
    found = seen(grace, series)
    assert [(each["name"], each["points"], each.get("me", False)) for each in found["players"]] == [
        ("Grace", 10, True),
        ("Ben", 8, False),
    ]


def test_a_tournament_to_which_nobody_comes_is_cancelled_and_the_series_goes_on_to_its_end(
    server: LiveServer, grace: Browser, now: Time
) -> None:
    series = made_by(grace, now, plays=False)
    club = Club.__new__(Club)
    club.server = server
    for _ in range(3):
        now.at = seen(grace, series)["tournaments"][-1]["due"] + 1
        club.look()
    found = seen(grace, series)
    assert [each["state"] for each in found["tournaments"]] == ["over"] * 3
    assert "due" not in found
    assert found["players"] == []


def test_a_series_is_read_with_as_many_queries_whatever_its_length(tmp_path: Path) -> None:
    """A page of a year of tournaments must not hold up the database."""
    queries: list[str] = []

    def read(store: Store) -> list[TournamentRow]:
        queries.clear()
        return asyncio.run(store.series.tournaments("series"))

    with closing(Store(f"sqlite:///{tmp_path / 'db'}")) as store:
        sa.event.listen(store.database.engine, "before_cursor_execute", lambda *given: queries.append(given[2]))
        counts = []
        for number in range(3):
            row = msgspec.structs.replace(
                edition(f"t{number}", "Ada", "Ben"), id=f"t{number}", series="series", created=number, pairings=()
            )
            asyncio.run(store.tournaments.add(row))
            assert [each.id for each in read(store)] == [f"t{each}" for each in range(number + 1)]
            counts.append(len(queries))
    assert len(set(counts)) == 1


def test_reading_series_is_limited(server: LiveServer, grace: Browser, now: Time) -> None:
    series = made_by(grace, now)
    server.limit(people_lists=Rate(1, 600))
    seen(grace, series)
    assert grace.http.get(f"/series/{series}").status_code == 429


def test_a_series_ends_although_its_next_tournament_is_made_just_then(
    server: LiveServer, grace: Browser, now: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    series, continue_with = made_by(grace, now), SeriesStore.continue_with
    seen_before: list[SeriesRow] = []

    async def late(self: SeriesStore, row: SeriesRow, after: SeriesRow, made: TournamentRow | None) -> bool:
        seen_before.append(row)
        if len(seen_before) == 1:
            assert await continue_with(self, row, msgspec.structs.replace(row, made=2, due=now.at + DAY), None)
        return await continue_with(self, row, after, made)

    monkeypatch.setattr(SeriesStore, "continue_with", late)
    assert grace.post(f"/series/{series}/end").status_code == 200
    assert [each.made for each in seen_before] == [1, 2]
    assert seen(grace, series).get("due") is None


def test_its_creator_can_end_a_series(server: LiveServer, grace: Browser, now: Time) -> None:
    series = made_by(grace, now)
    assert server.post(f"/series/{series}/end", {}).status_code == 401
    assert "due" not in grace.post(f"/series/{series}/end", {}).json()
    now.at += 3601
    club = Club.__new__(Club)
    club.server = server
    club.look()
    assert len(seen(grace, series)["tournaments"]) == 1


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"starts": None}, "expected a start and a time zone for a series"),
        ({"zone": ""}, "expected a start and a time zone for a series"),
        ({"series": {"editions": 1}}, "expected 2 to 52 tournaments in a series; found 1"),
        ({"series": {"editions": 4, "best": 5}}, "expected 1 to 4 results that count, or 0 for all; found 5"),
        ({"series": {"every": "year"}}, "year"),
    ],
)
def test_an_invalid_series_is_refused(
    server: LiveServer, grace: Browser, now: Time, wanted: dict[str, Any], expected: str
) -> None:
    body = {"name": "Friday", "by": "", "game": "tiny", "starts": now.at + 3600, "zone": "Europe/London", "series": {}}
    answer = grace.post("/tournaments", body | wanted)
    assert answer.status_code == 422
    assert expected in answer.json()["error"]
    assert server.execute("SELECT id FROM tournaments") == []


def test_a_series_needs_an_account(server: LiveServer, now: Time) -> None:
    body = {"name": "Friday", "by": "Ada", "game": "tiny", "starts": now.at + 3600, "zone": "Europe/London"}
    answer = server.post("/tournaments", body | {"series": {}})
    assert (answer.status_code, "you need an account" in answer.json()["error"]) == (422, True)
    assert server.http.get("/series/nowhere").status_code == 404
