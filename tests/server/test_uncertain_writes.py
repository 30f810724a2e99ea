"""Uncertain writes: if the database fails during a write, people are told only what is known, and the table is
reloaded.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from cogtable.engine.play import undo
from cogtable.server.table.viewers import Viewers

from .live_server import PATIENCE, LiveServer, Person

SIDES = ("before", "after")
"""The database fails before the change is stored, or afterwards but before it has answered."""

IN_DOUBT = "the database failed, so it is not known yet whether that was stored; the table will show it"


@pytest.fixture(params=["SQLite", pytest.param("PostgreSQL", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return tmp_path / "db" if request.param == "SQLite" else str(request.getfixturevalue("machine").url)


@pytest.fixture(params=SIDES)
def side(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogtable.server.db.connection.PATIENCE_S", 0)
    monkeypatch.setattr("cogtable.server.rooms.uncertain_writes.FIRST_S", 0.01)


class Gone(OSError):
    """The connection to the database is lost."""


def fail_once(server: LiveServer, side: str) -> threading.Event:
    """Makes the next write transaction fail. Returns an event that is set when it has."""
    engine, failed = server.app.state.rooms.store.database.engine, threading.Event()
    writes: list[sa.Connection] = []

    def lost() -> None:
        failed.set()
        raise sa.exc.OperationalError("COMMIT", None, Gone("gone"))

    def execute(connection: sa.Connection, cursor: Any, statement: str, *more: Any) -> None:
        if statement.lstrip().startswith(("INSERT", "UPDATE", "DELETE", "WITH")) and "heartbeat" not in statement:
            writes.append(connection)

    def commit(connection: sa.Connection) -> None:
        if failed.is_set() or connection not in writes:
            return
        if side == "after":
            connection.connection.dbapi_connection.commit()
        lost()

    sa.event.listen(engine, "before_cursor_execute", execute)
    sa.event.listen(engine, "commit", commit)
    return failed


def ask(person: Person, **message: Any) -> dict[str, Any]:
    person.send(id=70, **message)
    while (answer := person.next("accepted", "error")).get("id") != 70:
        pass
    return answer


class Case(NamedTuple):
    """A request of the first person at a table, and a check whether the table shows that it was carried out."""

    prepare: Callable[[LiveServer], tuple[str, list[str]]]
    request: dict[str, Any]
    shown: Callable[[Person], bool]
    by: int = 0


def playing(server: LiveServer) -> tuple[str, list[str]]:
    takeover = {"bot": "random", "after_s": 60}
    return server.full("splendor", seed=1, takeover=takeover, time_control={"game_s": 3600})


def having_taken(server: LiveServer) -> tuple[str, list[str]]:
    table, secrets = server.full("splendor", seed=1)
    ada = server.sit(table, secrets[0])
    ada.play(next(each["action"] for each in ada.view["choices"] if each["text"].startswith("take white, blue, green")))
    return table, secrets


def asked(**question: Any) -> Callable[[LiveServer], tuple[str, list[str]]]:
    """Opens a request of the first person to the second."""

    def prepare(server: LiveServer) -> tuple[str, list[str]]:
        table, secrets = playing(server)
        assert ask(server.sit(table, secrets[0]), **question)["type"] == "accepted"
        return table, secrets

    return prepare


def over(server: LiveServer) -> tuple[str, list[str]]:
    """A game that has ended; the first person wants a rematch."""
    table, secrets = server.full("splendor", seed=1)
    ada = server.sit(table, secrets[0])
    assert ask(ada, type="resign")["type"] == "accepted"
    assert ask(ada, type="again", on=True)["type"] == "accepted"
    return table, secrets


def not_begun(server: LiveServer) -> tuple[str, list[str]]:
    mine = server.new("splendor", "me", "open", "open")
    return mine["table"], [mine["secret"]]


def is_paused(person: Person) -> bool:
    """Whether the clocks are stopped; then no request is open, and otherwise one is."""
    paused = person.update["clocks"].get("paused_by", -1) >= 0
    assert bool(person.update.get("question")) is not paused
    return paused


def has_said(person: Person) -> bool:
    return any('"hello there"' in text for text in person.received)


def has_rematch(person: Person) -> bool:
    return any('"type":"rematch"' in text and '"table"' in text for text in person.received)


CASES = {
    "a move": Case(playing, {"type": "act", "ply": 0, "action": 0}, lambda one: one.ply == 1),
    "an undo": Case(having_taken, {"type": "undo", "ply": 1}, lambda one: one.view.get("undone", 0) == 1),
    "a takeover": Case(
        playing, {"type": "takeover", "on": True}, lambda one: bool(one.update["occupants"][0].get("taken_over_by"))
    ),
    "a resignation": Case(playing, {"type": "resign"}, lambda one: bool(one.view.get("over"))),
    "a question": Case(playing, {"type": "offer-end"}, lambda one: bool(one.update.get("question"))),
    "an agreed end": Case(
        asked(type="offer-end"),
        {"type": "answer", "question": 1, "allow": True},
        lambda one: bool(one.view.get("over")),
        by=1,
    ),
    "an agreed pause": Case(
        asked(type="pause", seconds=60), {"type": "answer", "question": 1, "allow": True}, is_paused, by=1
    ),
    "a rematch": Case(over, {"type": "again", "on": True}, has_rematch, by=1),
    "a bot's seat": Case(
        not_begun,
        {"type": "seat", "seat": 1, "bot": "random"},
        lambda one: one.update["occupants"][1]["kind"] == "bot",
    ),
    "a message": Case(playing, {"type": "say", "text": "hello there"}, has_said),
}


ON_BOTH = ("a move", "an undo", "a rematch", "a bot's seat", "a message")
"""Cases that insert rows also run on PostgreSQL; the others use the same code or one UPDATE."""


@pytest.mark.parametrize(
    ("database", "name"),
    [
        *(("SQLite", name) for name in CASES),
        *(pytest.param("PostgreSQL", name, marks=pytest.mark.slow) for name in ON_BOTH),
        *(
            pytest.param("PostgreSQL", name, marks=[pytest.mark.slow, pytest.mark.large])
            for name in CASES
            if name not in ON_BOTH
        ),
    ],
    indirect=["database"],
)
def test_the_outcome_of_an_uncertain_write_is_shown_and_nothing_else(
    database: Path | str, side: str, name: str
) -> None:
    case = CASES[name]
    with LiveServer(database) as server:
        table, secrets = case.prepare(server)
        person = server.sit(table, secrets[case.by])
        failed = fail_once(server, side)
        answer = ask(person, **case.request)
        assert failed.is_set()
        assert (answer["code"], answer["words"]) == ("unavailable", IN_DOUBT)
        kind = "chat" if name == "a message" else "update"
        person.next(kind)  # it was reloaded, although nobody has made a request since
        stored = side == "after"
        while case.shown(person) is not stored:
            person.hear()
        newcomer = server.sit(table, secrets[case.by])
        ask(newcomer, type="takeover", on="?")  # all initial messages have arrived before its answer
        assert case.shown(newcomer) is stored
    with LiveServer(database) as server:  # and the database agrees
        newcomer = server.sit(table, secrets[case.by])
        ask(newcomer, type="takeover", on="?")
        assert case.shown(newcomer) is stored


def test_a_move_sent_again_after_that_is_played_once(database: Path | str, side: str) -> None:
    with LiveServer(database) as server:
        table, secrets = playing(server)
        ada, ben = (server.sit(table, secret) for secret in secrets)
        move = {"type": "act", "ply": 0, "action": ada.actions()[0], "submission": "mine"}
        fail_once(server, side)
        assert ask(ada, **move)["code"] == "unavailable"
        assert ask(ada, **move) == {"type": "accepted", "id": 70, "ply": 1}
        assert ask(ada, **move) == {"type": "accepted", "id": 70, "ply": 1}
        ben.until(1).play()
        assert ada.until(2).ply == 2


def test_an_error_after_a_move_was_stored_does_not_refuse_it(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LiveServer(database) as server:
        table, secrets = playing(server)
        ada = server.sit(table, secrets[0])
        action = ada.actions()[0]
        show = Viewers.show_move

        def fails(viewers: Viewers) -> None:
            monkeypatch.setattr(Viewers, "show_move", show)
            raise RuntimeError("nobody expected this")

        monkeypatch.setattr(Viewers, "show_move", fails)
        ada.send(type="act", id=70, ply=0, action=action)
        assert ada.next("accepted")["ply"] == 1
        assert ada.until(1).ply == 1  # it is reloaded and shown
        assert not [text for text in ada.received if '"error"' in text]
        assert server.sit(table, secrets[1]).until(1).play().ply == 2


# --- slow checks ----------------------------------------------------------------------------------------


def test_while_an_undo_is_checked_others_can_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All choose at the same time: Ben has chosen before it is known whether Ada's undo is free."""
    began, may_end, revealed = threading.Event(), threading.Event(), undo.revealed
    searches = []

    def slowly(match: Any, since: int, seat: int) -> bool:
        searches.append(match.ply)
        began.set()
        assert may_end.wait(PATIENCE)
        return revealed(match, since, seat)

    monkeypatch.setattr(undo, "revealed", slowly)
    with LiveServer(tmp_path / "db") as server:
        table, secrets = server.full("tiny", 3, seed=1)
        ada, ben, _ = (server.sit(table, secret) for secret in secrets)
        ada.play()
        ada.send(type="undo", id=70, ply=1)
        assert began.wait(PATIENCE)
        ben.until(1).play()
        may_end.set()
        while (answer := ada.next("accepted", "error")).get("id") != 70:
            pass
        assert answer["type"] == "accepted"
        assert searches == [1, 2]  # once for each position with a request
        while not ben.update.get("question"):
            ben.hear()


def test_each_position_is_checked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searches, revealed = [], undo.revealed

    def counted(match: Any, since: int, seat: int) -> bool:
        searches.append(match.revision)
        return revealed(match, since, seat)

    monkeypatch.setattr(undo, "revealed", counted)
    with LiveServer(tmp_path / "db") as server:
        table, secrets = server.full("splendor", seed=1)
        ada, ben = (server.sit(table, secret) for secret in secrets)
        ada.play(next(each["action"] for each in ada.view["choices"] if each["text"].startswith("reserve")))
        for _ in range(3):
            assert ask(ada, type="undo", ply=1)["type"] == "accepted"
            number = ben.until(1).update.get("question", {}).get("number", 0)
            while not (question := ben.update.get("question")) or question["number"] == number != 0:
                ben.hear()
            assert ask(ada, type="withdraw", question=question["number"])["type"] == "accepted"
            while ben.update.get("question"):
                ben.hear()
        assert len(searches) == 1
