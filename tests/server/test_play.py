"""Play: a table opens at once, a bot keeps the other seat warm, and people who want the same find each other."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogtable.server.thinking.pool import Pool

from .live_server import LiveServer, Person, until

LEVEL, AHEAD = [0.5, 0.5], [0.9, 0.1]


@pytest.fixture
def chances(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The chances that the server's search finds."""
    found = list(LEVEL)

    async def judged(self: Pool, requester: Any, match: Any, seed: int) -> list[float]:
        return found

    monkeypatch.setattr(Pool, "chances", judged)
    return found


@pytest.fixture
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Bots move only once this is set."""
    go = asyncio.Event()
    choose = Pool.choose

    async def chosen(self: Pool, *of: Any) -> Any:
        await go.wait()
        return await choose(self, *of)

    monkeypatch.setattr(Pool, "choose", chosen)
    return go


def play(server: LiveServer, name: str = "Mina", **wanted: Any) -> dict[str, Any]:
    """Touches "Play"; returns the seat."""
    order = {"game": "tiny", "pace": "normal", "seats": 2, "bot": "easy", "name": name, "guest": name} | wanted
    answer = server.post("/play", order)
    assert answer.status_code == 201, answer.text
    return answer.json()


def sit(server: LiveServer, name: str = "Mina", **wanted: Any) -> Person:
    """Touches "Play" and sits at the table."""
    seat = play(server, name, **wanted)
    person = server.sit(seat["table"], seat["secret"])
    person.table, person.secret = seat["table"], seat["secret"]  # type: ignore[attr-defined]
    return person


def seek(person: Person) -> dict[str, Any]:
    """Returns the search as a person last saw it."""
    return person.update.get("seek") or {}


def offer(person: Person) -> dict[str, Any]:
    """Returns the offer to a person, once there is one."""
    return until(person, lambda: seek(person).get("handover")).update["seek"]["handover"]


def answer(person: Person, choice: str) -> dict[str, Any]:
    person.send(type="handover", id=7, number=offer(person)["number"], choice=choice)
    return person.next("accepted", "error")


def moved(person: Person) -> str:
    """Returns the table where a person's game goes on, once there is one."""
    return until(person, lambda: seek(person).get("moved")).update["seek"]["moved"]


def test_a_table_opens_at_once_with_a_bot_in_the_other_seat(server: LiveServer) -> None:
    mina = sit(server)
    assert [each["kind"] for each in mina.update["occupants"]] == ["person", "bot"]
    assert (seek(mina)["wanted"], seek(mina).get("found", 0)) == (1, 0)
    assert "clocks" not in mina.update


def test_two_people_find_each_other_and_one_takes_the_bots_seat(server: LiveServer, chances: list[float]) -> None:
    mina = sit(server, "Mina")
    ben = sit(server, "Ben")
    assert offer(mina)["people"] == [{"name": "Ben", "guest": True}]
    assert offer(ben)["people"] == [{"name": "Mina", "guest": True}]
    assert offer(mina)["ours"]
    assert offer(mina)["seat"]
    assert answer(mina, "seat")["type"] == "accepted"
    assert answer(ben, "seat")["type"] == "accepted"
    if mina.actions():
        mina.play()
    assert moved(ben) == mina.table  # type: ignore[attr-defined]
    until(mina, lambda: [each["kind"] for each in mina.update["occupants"]] == ["person", "person"])
    sat = server.sit(moved(ben), ben.secret)  # type: ignore[attr-defined]
    assert sat.view["seat"] == 1
    assert [round(left, -1) for left in sat.update["clocks"]["left"]] == [60, 60]  # a minute each, a part of the game
