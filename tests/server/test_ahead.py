"""Premoves: planning a move while an earlier seat still has to play."""

from __future__ import annotations

from typing import Any

import pytest

from .live_server import LiveServer, Person


def ahead(person: Person, ply: Any = None) -> dict[str, Any]:
    person.send(type="ahead", id=5, ply=person.ply if ply is None else ply)
    return person.next("plan", "error")


def test_the_next_player_receives_their_coming_choices(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=3)
    people = [server.sit(table, secret) for secret in secrets]
    (mover,) = people[0].view["waiting"]
    answer = ahead(people[1 - mover])
    assert answer["type"] == "plan"
    there = {piece["id"] for piece in people[1 - mover].view["pieces"]}
    assert all(set(choice["pieces"]) <= there for choice in answer["choices"])
    people[mover].play()
    now = people[1 - mover].until(1).view["choices"]
    planned = {(choice["action"], choice["text"]) for choice in answer["choices"]}
    assert planned & {(choice["action"], choice["text"]) for choice in now}
    assert ahead(people[1 - mover])["choices"] == []  # it is their turn now


@pytest.mark.parametrize(("ply", "code"), [(7, "late"), (-1, "late"), ("one", "malformed")])
def test_a_question_about_another_table_is_refused(server: LiveServer, ply: Any, code: str) -> None:
    table, secrets = server.full("splendor", seed=3)
    assert ahead(server.sit(table, secrets[0]), ply)["code"] == code


def test_spectators_and_players_who_are_not_next_have_no_premoves(server: LiveServer) -> None:
    table, _ = server.full("splendor", seed=3)
    assert ahead(server.sit(table))["code"] == "not-seated"
    mine = server.new("splendor", "me", "open")
    assert ahead(server.sit(mine["table"], mine["secret"]))["code"] == "waiting"
