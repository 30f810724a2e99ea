"""Rematches: agreed on by all people of a finished game, with rotated seats."""

from __future__ import annotations

from typing import Any

from .live_server import LiveServer, Person
from .test_analyses import finished as played_out
from .test_device import device, switch

SHORT = {"length": 1}


def again(person: Person, on: bool = True) -> dict[str, Any]:
    """Asks for a rematch, or withdraws the request; returns the answer."""
    person.send(type="again", id=9, on=on)
    return person.next("accepted", "error")


def finished(server: LiveServer, **more: Any) -> tuple[list[str], list[Person]]:
    """The people of a short game that is over, and their secrets."""
    table, secrets = server.full("tiny", options=SHORT, **more)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ben.until(1).play()
    ada.until(2)
    for person in (ada, ben):
        assert person.next("rematch")["missing"] == [0, 1]
    return secrets, [ada, ben]


def test_all_people_must_agree(server: LiveServer) -> None:
    secrets, (ada, ben) = finished(server, seed=7)
    assert again(ada)["type"] == "accepted"
    for person in (ada, ben):
        heard = person.next("rematch")
        assert (heard["wanted"], heard["missing"]) == ([0], [1])
        assert "table" not in heard
    assert again(ben)["type"] == "accepted"
    table = ada.next("rematch")["table"]
    assert ben.next("rematch")["table"] == table
    assert server.sit(table, secrets[0]).ply == 0
    (first, first_options), (second, second_options) = server.execute(
        "SELECT seed, options FROM tables ORDER BY created"
    )
    assert first == 7
    assert second != 7
    assert first_options == second_options


def test_the_seats_rotate_as_announced(server: LiveServer) -> None:
    table, secrets, _ = played_out(server, "splendor", options={"target": 1})
    people = [server.sit(table, secret) for secret in secrets]
    starts = people[0].next("rematch")["starts"]
    for person in people:
        again(person)
    heard = people[0].next("rematch", having="table")
    seats = [server.sit(heard["table"], secret).view["seat"] for secret in secrets]
    assert seats == [1, 0]
    assert server.sit(heard["table"]).view["waiting"] == [seats[starts]]


def test_a_person_who_withdraws_is_left_out(server: LiveServer) -> None:
    _, (ada, ben) = finished(server)
    again(ada)
    again(ada, on=False)
    again(ben)
    heard = ben.next("rematch")
    assert (heard["wanted"], heard["missing"]) == ([1], [0])
    assert server.execute("SELECT count(*) FROM tables") == [(1,)]


def test_against_bots_it_starts_at_once_and_the_bot_keeps_its_name(server: LiveServer) -> None:
    mine = server.new("tiny", "me", "random", options=SHORT)
    ada = server.sit(mine["table"], mine["secret"])
    ada.play().until(2)
    again(ada)
    heard = ada.next("rematch", having="table")
    occupants = server.sit(heard["table"], mine["secret"]).update["occupants"]
    assert [each["name"] for each in occupants] == ["Tinker", "Ada"]


def test_a_bot_that_took_over_gets_its_own_name_in_the_rematch(server: LiveServer) -> None:
    takeover = {"bot": "random", "after_s": 600}
    mine = server.new("tiny", "me", "random", options=SHORT, takeover=takeover)
    ada = server.sit(mine["table"], mine["secret"])
    ada.play().until(2)
    again(ada)
    heard = ada.next("rematch", having="table")
    new = server.sit(heard["table"], mine["secret"])
    new.send(type="takeover", id=1, on=True)
    while not any("taken_over_by" in each for each in new.update["occupants"]):
        new.hear()
    assert [each.get("taken_over_by") or each["name"] for each in new.update["occupants"]] == ["Tinker", "Tinker"]


def test_people_for_whom_a_bot_played_are_in_the_rematch_without_being_asked(server: LiveServer) -> None:
    takeover = {"bot": "random", "after_s": 600}
    table, secrets = server.full("tiny", options=SHORT, takeover=takeover)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.send(type="takeover", id=1, on=True)
    ben.until(1).play()
    again(ben)
    heard = ben.next("rematch", having="table")
    seen = server.sit(heard["table"], secrets[0])
    assert not any("taken_over_by" in each for each in seen.update["occupants"])
    assert seen.update["takeover"] == takeover


def test_a_person_who_comes_later_sees_the_open_request(server: LiveServer) -> None:
    secrets, (ada, ben) = finished(server)
    table = server.execute("SELECT id FROM tables")[0][0]
    again(ada)
    assert server.sit(table, secrets[1]).next("rematch")["wanted"] == [0]
    again(ben)
    assert server.sit(table).next("rematch")["table"]


def test_it_is_refused_before_the_end_and_to_spectators(server: LiveServer) -> None:
    table, secrets = server.full("tiny", options=SHORT)
    refused = again(server.sit(table, secrets[0]))
    assert (refused["code"], "not over" in refused["words"]) == ("playing", True)
    refused = again(server.sit(table))
    assert (refused["code"], "watching" in refused["words"]) == ("not-seated", True)


def test_an_invalid_request_is_refused(server: LiveServer) -> None:
    _, (ada, _ben) = finished(server)
    ada.send(type="again", id=9, on="yes")
    refused = ada.next("error")
    assert (refused["code"], "bool" in refused["words"]) == ("malformed", True)


def test_people_at_one_device_agree_for_each_other(server: LiveServer) -> None:
    mine = device(server, options=SHORT)
    people = server.sit(mine["table"], mine["secret"])
    while not people.view["over"]:
        switch(people, people.view["waiting"][0])
        people.log = people.view["log"]
        people.play()
    again(people)
    heard = people.next("rematch", having="table")
    assert server.sit(heard["table"], mine["secret"]).ply == 0
