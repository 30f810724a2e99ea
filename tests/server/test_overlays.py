"""Overlays that are computed on request: for the seat that asks, about what it sees, and not in rated games."""

from __future__ import annotations

from typing import Any

import pytest

from .live_server import LiveServer, Person


def overlays(person: Person, **message: Any) -> dict[str, Any]:
    person.send(**{"type": "overlays", "id": 5, "ply": person.ply} | message)
    return person.next("overlaid", "error")


def in_battle(server: LiveServer, **more: Any) -> list[Person]:
    """A table of Smash Gear whose two people have bought nothing."""
    table, secrets = server.full("smashgear", seed=3, **more)
    people = [server.sit(table, secret) for secret in secrets]
    for ply in (1, 2):
        (mover,) = people[0].view["waiting"]
        (wanted,) = (choice for choice in people[mover].view["choices"] if choice["text"] == "pass")
        people[mover].send(type="act", id=1, ply=people[mover].ply, action=wanted["action"])
        for person in people:
            person.until(ply)
    return people


def test_a_seat_receives_its_overlays_now_and_after_a_choice(server: LiveServer) -> None:
    people = in_battle(server)
    for person in people:
        answer = overlays(person)
        assert (answer["type"], answer["id"], answer.get("action", -1)) == ("overlaid", 5, -1)
        assert [overlay["id"] for overlay in answer["overlays"]] == ["danger"]
    (mover,) = people[0].view["waiting"]
    action = people[mover].actions()[0]
    assert overlays(people[mover], action=action)["action"] == action


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"ply": 0}, "late"),
        ({"ply": 9}, "late"),
        ({"undone": 1}, "late"),
        ({"action": 99999}, "illegal"),
        ({"action": -2}, "illegal"),
        ({"action": "first"}, "malformed"),
    ],
)
def test_a_request_about_something_else_is_refused(server: LiveServer, message: dict[str, Any], code: str) -> None:
    person = in_battle(server)[0]
    assert overlays(person, **message)["code"] == code


def test_a_seat_that_does_not_decide_can_only_ask_about_now(server: LiveServer) -> None:
    people = in_battle(server)
    (mover,) = people[0].view["waiting"]
    action = people[mover].actions()[0]
    assert overlays(people[1 - mover], action=action)["code"] == "illegal"


def test_spectators_and_tables_without_assists_have_none(server: LiveServer) -> None:
    table, _ = server.full("smashgear", seed=3)
    assert overlays(server.sit(table))["code"] == "not-seated"
    person = in_battle(server, options={"assists": 0})[0]
    assert overlays(person)["code"] == "assists"


def test_a_game_without_overlays_answers_with_none(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=3)
    assert overlays(server.sit(table, secrets[0])).get("overlays", []) == []
