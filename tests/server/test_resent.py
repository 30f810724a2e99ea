"""A move that is sent again is accepted only if it was itself stored, never because another one was."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from .live_server import LiveServer, Person

Serve = Callable[[], AbstractContextManager[LiveServer]]
"""Starts another server with the same database."""


@pytest.fixture(params=["SQLite", pytest.param("PostgreSQL", marks=pytest.mark.slow)])
def serve(request: pytest.FixtureRequest, tmp_path: Path) -> Serve:
    if request.param == "SQLite":
        return lambda: LiveServer(tmp_path / "db")
    url = request.getfixturevalue("machine").url
    return lambda: LiveServer(url, shared=True)


def act(person: Person, action: int, submission: str, ply: int) -> dict[str, Any]:
    """Sends a move with this id, for the decision after `ply` moves; returns the answer."""
    person.send(type="act", id=7, ply=ply, action=action, submission=submission)
    while (answer := person.next("accepted", "error"))["id"] != 7:
        pass
    return answer


def first_of(person: Person) -> int:
    return person.actions()[0]


def test_a_stored_move_is_accepted_again(serve: Serve) -> None:
    with serve() as server:
        table, secrets = server.full("splendor", seed=1)
        ada = server.sit(table, secrets[0])
        action = first_of(ada)
        assert act(ada, action, "first", 0)["type"] == "accepted"
        assert act(ada, action, "first", 0) == {"type": "accepted", "id": 7, "ply": 1}
    with serve() as server:
        assert act(server.sit(table, secrets[0]), action, "first", 0) == {"type": "accepted", "id": 7, "ply": 1}
        ben = server.sit(table, secrets[1])
        assert ben.ply == 1  # it was played once
        ben.play()
        assert act(server.sit(table, secrets[0]), action, "first", 0) == {"type": "accepted", "id": 7, "ply": 2}


def test_another_move_of_the_seat_does_not_count_as_it(serve: Serve) -> None:
    """Ada has two pages open, and plays the same action in both."""
    with serve() as server:
        table, secrets = server.full("splendor", seed=1)
        ada = server.sit(table, secrets[0])
        action = first_of(ada)
        assert act(ada, action, "of one page", 0)["type"] == "accepted"
    with serve() as server:
        assert act(server.sit(table, secrets[0]), action, "of the other", 0)["code"] == "late"
        assert server.sit(table, secrets[1]).ply == 1


def test_a_move_of_another_seat_does_not_count_as_it(serve: Serve) -> None:
    with serve() as server:
        table, secrets = server.full("splendor", seed=1)
        assert act(server.sit(table, secrets[0]), 0, "mine", 0)["type"] == "accepted"
        assert act(server.sit(table, secrets[1]), 0, "mine", 0)["code"] == "late"


def test_a_move_of_the_bot_that_took_over_does_not_count_as_it(serve: Serve) -> None:
    with serve() as server:
        table, secrets = server.full("splendor", seed=1, takeover={"bot": "random", "after_s": 60})
        ada, ben = (server.sit(table, secret) for secret in secrets)
        action = first_of(ada)
        ada.send(type="takeover", id=1, on=True)
        ben.until(1)
        ada.send(type="takeover", id=2, on=False)
        assert act(ada, action, "mine", 0)["code"] == "late"


def test_if_all_decide_at_once_a_move_still_counts_after_a_change_of_server(serve: Serve) -> None:
    """Ben's choice is stored when the server stops, Ada's is on the way: her decision is still the one that she saw."""
    with serve() as server:
        table, secrets = server.full("tiny", seed=1)
        server.sit(table, secrets[1]).play()
    with serve() as server:
        ada = server.sit(table, secrets[0])
        action = first_of(ada)
        assert act(ada, action, "mine", 0)["ply"] == 2
        assert act(ada, action, "mine", 0)["ply"] == 2
        assert act(ada, action, "another", 0)["code"] == "late"


def test_an_undone_move_is_not_played_again(serve: Serve) -> None:
    with serve() as server:
        table, secrets = server.full("splendor", seed=1)
        ada = server.sit(table, secrets[0])
        action = next(each["action"] for each in ada.view["choices"] if each["text"].startswith("take white, blue, g"))
        assert act(ada, action, "first", 0)["type"] == "accepted"
        ada.send(type="undo", id=8, ply=1)
        assert ada.next("accepted", "error")["type"] == "accepted"
    with serve() as server:
        ada = server.sit(table, secrets[0])
        assert act(ada, action, "first", 0) == {"type": "accepted", "id": 7, "ply": 0, "undone": 1}
        assert ada.view["undone"] == 1
        assert act(ada, action, "another", 0)["code"] == "late"


def test_an_id_that_is_too_long_is_refused(serve: Serve) -> None:
    with serve() as server:
        table, secrets = server.full("splendor", seed=1)
        answer = act(server.sit(table, secrets[0]), 0, "x" * 33, 0)
        assert (answer["code"], answer["words"]) == (
            "malformed",
            "the name of a move has at most 32 characters; found 33",
        )
