"""Several people at one device: seats with one secret, and a curtain between their secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cogtable
from cogtable.server.wire.base import PROTOCOL

from .live_server import LiveServer, Person, until
from .test_secrecy import seen


def device(server: LiveServer, game: str = "tiny", *others: str, **more: Any) -> dict[str, Any]:
    """A table at which Ada and Bob share a device; `others` are "open" or bots."""
    seats: list[dict[str, str]] = [{"kind": "me"}, {"kind": "me", "name": "Bob"}]
    seats += [{"kind": other} if other == "open" else {"kind": "bot", "bot": other} for other in others]
    return server.new(game, seats=seats, **more)


def switch(person: Person, seat: int) -> dict[str, Any]:
    """Asks for the view of another seat; returns the first message with this view, or the error."""
    person.send(type="switch", id=3, seat=seat)
    while (message := person.next("update", "error"))["type"] == "update" and message["view"]["seat"] != seat:
        pass
    return message


def test_people_at_one_device_play_one_after_another(server: LiveServer) -> None:
    mine = device(server, seed=5)
    people = server.sit(mine["table"], mine["secret"])
    assert people.update["yours"] == [0, 1]
    assert [person["name"] for person in people.update["occupants"]] == ["Ada", "Bob"]
    assert all(person["here"] for person in people.update["occupants"])
    assert people.update.get("watching", 0) == 0
    while not people.view["over"]:
        seat = people.view["waiting"][0]
        assert switch(people, seat)["view"]["seat"] == seat
        people.log = people.view["log"]
        people.play()
    assert server.http.get(f"/tables/{mine['table']}").json()["over"] is True


def test_after_a_reload_the_device_first_shows_the_public_view(server: LiveServer) -> None:
    mine = device(server, seed=5)
    replica = cogtable.game("tiny").start(seats=2, seed=5)
    people = server.sit(mine["table"], mine["secret"])
    assert people.view["seat"] == -1
    assert seen(people.view) == seen(replica.view())
    assert seen(switch(people, 1)["view"]) == seen(replica.view(1))
    assert seen(switch(people, -1)["view"]) == seen(replica.view())


def test_a_reconnection_returns_to_the_current_seat_of_the_device(server: LiveServer) -> None:
    mine = device(server)
    again = Person(server.raw(mine["table"]))
    again.send(type="hello", protocol=PROTOCOL, secret=mine["secret"], seat=1)
    assert again.next("update")["view"]["seat"] == 1


def test_a_curtain_is_needed_while_people_have_secrets(server: LiveServer) -> None:
    mine = device(server, "splendor", seed=11)
    people = server.sit(mine["table"], mine["secret"])
    assert "curtain" not in people.update  # all cards are face up
    switch(people, 0)
    blind = next(choice["action"] for choice in people.view["choices"] if "top card" in choice["text"])
    people.log = people.view["log"]
    people.play(blind)
    assert people.update["curtain"] is True
    secret = next(json.dumps(piece["label"]) for piece in people.view["pieces"] if piece.get("secret"))
    for other in (-1, 1):
        assert secret not in json.dumps(switch(people, other))


def test_a_device_cannot_switch_to_another_persons_seat(server: LiveServer) -> None:
    mine = device(server, "tiny", "open")
    cy = server.join(mine["table"], "Cy")
    people = server.sit(mine["table"], mine["secret"])
    friend = server.sit(mine["table"], cy["secret"])
    watcher = server.sit(mine["table"])
    answer = switch(people, 2)
    assert (answer["code"], answer["id"]) == ("not-seated", 3)
    assert answer["words"] == "seat 3 is not yours; these are: 1 and 2"
    assert switch(friend, 0)["code"] == "not-seated"
    assert switch(watcher, 0)["words"] == "seat 1 is not yours; these are: none"
    assert switch(watcher, 99)["type"] == "error"
    stranger = Person(server.raw(mine["table"]))
    stranger.send(type="hello", protocol=PROTOCOL, secret=cy["secret"], seat=1)
    assert stranger.next("update")["view"]["seat"] == 2
    for other in (friend, watcher):
        assert "yours" not in other.update


def test_everybody_else_gets_every_line_of_the_log_once(server: LiveServer) -> None:
    """A device that is passed on and a spectator get the same view, at different times."""
    mine = device(server, seed=5)
    people = server.sit(mine["table"], mine["secret"])
    watcher = server.sit(mine["table"])
    between = server.sit(mine["table"], mine["secret"])
    for _ in range(2):
        seat = people.view["waiting"][0]
        switch(people, seat)
        people.log = people.view["log"]
        people.play()
        for other in (watcher, between):
            other.until(people.ply)
    assert watcher.log == between.log
    assert watcher.log == server.sit(mine["table"]).log


def test_the_lobby_shows_whose_turn_it_is_at_the_device(server: LiveServer) -> None:
    mine = device(server, "splendor", seed=11)
    people = server.sit(mine["table"], mine["secret"])
    for seat in (0, 1):
        (info,) = server.post("/mine", {"secrets": {mine["table"]: mine["secret"]}}).json()
        assert (info["waiting"], info.get("seat", -1)) == ([seat], seat)
        switch(people, seat)
        people.log = people.view["log"]
        people.play()


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([{"kind": "me"}, {"kind": "me", "name": "Ada"}], "different names; found Ada twice"),
        ([{"kind": "me"}, {"kind": "me", "name": "x" * 25}], "a name has 1 to 24 characters; found 25"),
        ([{"kind": "me"}, {"kind": "me", "name": 5}], "Expected `str | null`"),
    ],
)
def test_people_at_one_device_have_names_of_their_own(server: LiveServer, seats: Any, words: str) -> None:
    answer = server.post("/tables", {"game": "tiny", "name": "Ada", "seats": seats})
    assert answer.status_code == 422
    assert words.replace(" | null", "") in answer.json()["error"]


def ask(person: Person, **message: Any) -> dict[str, Any]:
    person.send(id=9, **message)
    return person.next("accepted", "error")


def test_the_creator_manages_seats_from_the_shared_device(server: LiveServer) -> None:
    mine = device(server, "tiny", "open")
    people = server.sit(mine["table"], mine["secret"])
    assert people.update["creator"] == 0
    cy = server.sit(mine["table"])
    assert ask(people, type="seat", seat=2, bot="random")["type"] == "accepted"
    until(cy, lambda: cy.update.get("started", True))


def test_people_at_the_same_device_agree_without_being_asked(server: LiveServer) -> None:
    mine = device(server, "splendor", seed=11)
    people = server.sit(mine["table"], mine["secret"])
    switch(people, 0)
    people.log = people.view["log"]
    people.play(next(choice["action"] for choice in people.view["choices"] if "top card" in choice["text"]))
    assert ask(people, type="undo", ply=1) == {"type": "accepted", "id": 9, "ply": 0, "undone": 1}
