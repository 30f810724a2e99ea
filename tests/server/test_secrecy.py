"""Hidden information is sent only to the seat that may know it."""

from __future__ import annotations

import json
from typing import Any

import msgspec

import cogtable

from .live_server import LiveServer, Person


def seen(view: Any) -> Any:
    """Returns a view as JSON, without the parts that depend on the time of arrival."""
    plain = json.loads(msgspec.json.encode(view))
    return {key: item for key, item in plain.items() if key not in ("log", "log_from", "flights", "sounds")}


def test_a_card_reserved_unseen_is_seen_by_its_owner_only(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seats=2, seed=11)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    watcher = server.sit(table)
    replica = cogtable.game("splendor").start(seats=2, seed=11)
    people: list[tuple[Person, int | None]] = [(ada, 0), (ben, 1), (watcher, None)]
    labels: dict[int, set[str]] = {0: set(), 1: set()}

    for _ in range(14):
        (seat,) = replica.waiting
        person = people[seat][0].until(replica.ply)
        choices = replica.choices(seat)
        action = next((choice.action for choice in choices if "top card" in choice.text), choices[0].action)
        person.play(action)
        replica.play(seat, action)
        for other, who in people:
            other.until(replica.ply)
            # Exactly the view of that seat is sent, made from a state hidden for it.
            assert seen(other.view) == seen(replica.view(who))
        for mine in (0, 1):
            own = [piece for piece in people[mine][0].view["pieces"] if piece.get("secret")]
            labels[mine] |= {json.dumps(piece["label"]) for piece in own}

    assert labels[0]
    assert labels[1]
    for mine, others in ((0, (ben, watcher)), (1, (ada, watcher))):
        for other in others:
            assert not any(label in text for label in labels[mine] for text in other.received)
    for other, _ in people:
        everything = "".join(other.received)
        assert '"seed"' not in everything
        assert not any(secret in everything for secret in secrets)


def test_a_secret_choice_is_shown_when_all_have_chosen(server: LiveServer) -> None:
    table, secrets = server.full("tiny", seats=2, seed=5)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    watcher = server.sit(table)
    before = {id(person): len(person.received) for person in (ben, watcher)}
    hands = ada.view["choices"]
    assert len(hands) == 2
    ada.play(hands[1]["action"])
    for person in (ben, watcher):
        person.until(1)
        received = "".join(person.received[before[id(person)] :])
        assert hands[1]["text"] not in received or hands[1]["text"] == hands[0]["text"]
    replica = cogtable.game("tiny").start(seats=2, seed=5)
    replica.play(0, hands[1]["action"])
    assert seen(ben.view) == seen(replica.view(1))
    assert seen(watcher.view) == seen(replica.view())


def test_lists_and_visitors_get_what_spectators_know(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=11)
    info = server.http.get(f"/tables/{table}").json()
    assert info["words"] == server.sit(table).view["clock"]["words"]
    assert set(info) <= {"table", "game", "occupants", "created", "started", "over", "words", "waiting"}
    assert not any(secret in json.dumps(info) for secret in secrets)
