"""At the table: seeing, playing, leaving and coming back."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import time
import weakref
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cogtable import Match
from cogtable.server.app.serve import LARGEST_MESSAGE
from cogtable.server.core.limits import Rate
from cogtable.server.db.connection import Conflict, StoreError
from cogtable.server.db.store import Store
from cogtable.server.table.views import Views
from cogtable.server.wire.base import MAX_MESSAGE, PROTOCOL
from cogtable.view import View

from .fakes import stand_in
from .live_server import PATIENCE, LiveServer, Person, here, until, until_here


def finish(*people: Person) -> None:
    """Plays first choices for everybody to the end of the game."""
    while not people[0].view["over"]:
        seat = people[0].view["waiting"][0]
        for person in people:
            person.until(people[0].ply)
        people[seat].play()
        people[0].until(people[seat].ply)


def test_a_game_can_be_played_from_the_first_to_the_last_move(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    finish(ada, ben)
    assert ada.view["result"]["placements"]
    assert ada.view["waiting"] == []
    assert server.http.get(f"/tables/{table}").json()["over"] is True


def test_a_newcomer_gets_the_whole_log_and_then_only_new_lines(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    for _ in range(2):
        ada.play()
        ben.until(ada.ply).play()
        ada.until(ben.ply)
    late = server.sit(table, secrets[0])
    assert late.update["view"].get("log_from", 0) == 0
    assert late.log == ada.log
    assert json.loads(ada.received[-1])["view"]["log_from"] > 0


def test_no_one_can_play_before_every_seat_is_taken(server: LiveServer) -> None:
    mine = server.new("tiny", "me", "open")
    ada = server.sit(mine["table"], mine["secret"])
    assert ada.update["started"] is False
    assert ada.act(ada.actions()[0])["code"] == "waiting"
    server.join(mine["table"], "Ben")
    until(ada, lambda: "started" not in ada.update)
    assert [person["name"] for person in ada.update["occupants"]] == ["Ada", "Ben"]
    ada.play()


def test_people_see_who_is_present(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    assert here(ada) == [True, False]
    ben = server.sit(table, secrets[1])
    watcher = server.sit(table)
    until_here(ada, True, True, watching=1)
    watcher.leave()
    ben.leave()
    until_here(ada, True, False, watching=0)


def test_coming_and_going_changes_no_view(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table, secrets = server.full("splendor", seats=3)
    ada = server.sit(table, secrets[0])
    shown = ada.view
    views = count_views(monkeypatch)
    before = len(ada.received)
    ben = server.sit(table, secrets[1])
    until_here(ada, True, True, False)
    ben.leave()
    until_here(ada, True, False, False)
    assert views == [1]  # for Ben, who sees the table for the first time
    assert ada.view == shown
    heard = [json.loads(text) for text in ada.received[before:]]
    assert {message["type"] for message in heard} <= {"occupants", "chat"}
    assert not {"view", "takeover"} & {key for message in heard for key in (*message, *message.get("now", {}))}


def test_views_are_computed_only_for_seats_with_a_viewer(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table, secrets = server.full("splendor", seats=3)
    ada = server.sit(table, secrets[0])
    tabs = [server.sit(table, secrets[1]) for _ in range(2)]
    views = count_views(monkeypatch)
    ada.play()
    for tab in tabs:
        tab.until(1)
    assert sorted(views) == [0, 1]
    assert tabs[0].view == tabs[1].view
    assert server.http.get(f"/tables/{table}").json()["words"] == ada.view["clock"]["words"]


def count_views(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Records the seats for which a view is computed from now on; -1 is a spectator."""
    seats: list[int] = []
    whole = Match.view

    def counted(match: Match, seat: int | None = None) -> View:
        seats.append(-1 if seat is None else seat)
        return whole(match, seat)

    monkeypatch.setattr(Match, "view", counted)
    return seats


def test_a_person_can_come_back_after_closing_the_tab(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ben.until(1).leave()
    again = server.sit(table, secrets[1])
    assert again.view["seat"] == 1
    assert again.view["ply"] == 1
    again.play()
    ada.until(2)


def test_a_person_can_come_back_after_the_server_was_stopped(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    ada.play()
    with LiveServer(server.database) as other:
        again = other.sit(table, secrets[0])
        assert _plain(again) == _plain(ada)


def _plain(person: Person) -> dict[str, Any]:
    """Returns a person's view of the table with the whole log and without animations."""
    return {key: item for key, item in person.view.items() if key not in ("log", "log_from", "flights", "sounds")} | {
        "log": person.log
    }


def test_an_unused_table_is_dropped_and_reloaded(tmp_path: Any) -> None:
    with LiveServer(tmp_path / "db", idle_s=0.05) as server:
        table, secrets = server.full("tiny")
        ada = server.sit(table, secrets[0])
        ada.play()
        rooms = server.app.state.rooms
        ada.leave()
        end = time.monotonic() + PATIENCE
        while rooms.loaded:
            assert time.monotonic() < end, "it stays in memory"
            time.sleep(0.01)
        assert server.sit(table, secrets[0]).ply == 1


def test_a_dropped_table_is_freed_without_the_garbage_collector(tmp_path: Any) -> None:
    with LiveServer(tmp_path / "db", idle_s=0.05) as server:
        table, secrets = server.full("tiny")
        ada = server.sit(table, secrets[0])
        ada.play()
        rooms = server.app.state.rooms
        held = weakref.ref(rooms.loaded[table].table.match)
        gc.collect()
        gc.disable()
        try:
            ada.leave()
            end = time.monotonic() + PATIENCE
            while held():
                assert time.monotonic() < end, "its match stays in memory"
                time.sleep(0.01)
        finally:
            gc.enable()


# --- refusals, which change nothing -------------------------------------------------------------------


@pytest.fixture
def unchanged(server: LiveServer) -> Any:
    """A table in the middle of a game, which must be unchanged after the test."""
    table, secrets = server.full("splendor", seed=7)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ben.until(ada.ply).play()
    ada.until(ben.ply)
    before = server.stored()
    yield table, secrets, ada, ben
    assert server.stored() == before
    for person, secret in ((ada, secrets[0]), (ben, secrets[1])):
        again = server.sit(table, secret)
        assert _plain(again) == _plain(person)
    ada.play()  # and the game continues


def code(person: Person, message: str | bytes) -> str:
    person.socket.send(message)
    answer = person.next("error")
    assert answer["words"]
    return str(answer["code"])


def test_an_illegal_move_is_refused(unchanged: Any) -> None:
    *_, ada, _ben = unchanged
    illegal = next(action for action in range(60) if action not in ada.actions())
    answer = ada.act(illegal)
    assert answer["code"] == "illegal"
    assert answer["words"].startswith("that is not possible now; you can: ")
    for action in (-1, 10**6, 2**70):
        assert ada.act(action)["code"] == "illegal"


def test_late_and_repeated_moves_are_refused(unchanged: Any) -> None:
    *_, ada, ben = unchanged
    for ply in (0, 1, -1, 3, 2**70):
        assert ada.act(ply=ply)["code"] == "late"
    assert ben.act(0, ply=1)["code"] == "late"  # Ben has already played this


def test_a_move_out_of_turn_is_refused(unchanged: Any) -> None:
    *_, ben = unchanged
    assert ben.act(0)["code"] == "waiting"


def test_spectators_moves_are_refused(server: LiveServer, unchanged: Any) -> None:
    table, _secrets, ada, _ben = unchanged
    watcher = server.sit(table)
    assert "choices" not in watcher.view
    assert watcher.act(ada.actions()[0])["code"] == "not-seated"
    watcher.send(type="why", id=4, ply=2, piece="x")
    assert watcher.next("error")["code"] == "not-seated"
    watcher.leave()


MALFORMED: list[str | bytes] = [
    "",
    "hello",
    "{",
    "[]",
    "null",
    "1",
    '{"type": "act"}',
    '{"type": "dance", "id": 1}',
    '{"type": "act", "id": 1, "ply": "2", "action": 0}',
    '{"type": "act", "id": 1, "ply": 2, "action": 0.5}',
    '{"type": "act", "id": 1, "ply": 2, "action": true}',
    '{"type": "act", "id": 1, "ply": 2, "action": null}',
    '{"type": "act", "id": 1, "ply": 2, "action": 0, "seat": 1}',
    '{"type": "act", "id": 1, "ply": 2, "action": 0} {}',
    '{"type": "hello", "protocol": 1}',
    '{"type": "accepted", "id": 1, "ply": 3}',
    '{"type": "why", "id": 1, "ply": 2, "piece": "no such piece"}',
    '{"type": "why", "id": 1, "ply": 2, "piece": 3}',
    "\x00\x00",
    "[" * 2000,
    '{"id": 1, "x": ' + "[" * 4000,
    '{"type": "act", "id": 1, "x": ' + '{"a":' * 800,
    '{"type": "act", "id": ' + "9" * 4000,
    '{"type": "\\ud800", "id": 1}',
    b'{"type": "act", "id": 1, "ply": 2, "action": 0}',
    b"\xff\xfe",
]


def test_malformed_messages_are_refused(unchanged: Any) -> None:
    *_, ada, _ben = unchanged
    assert {message: code(ada, message) for message in MALFORMED} == dict.fromkeys(MALFORMED, "malformed")


def test_a_message_cannot_forge_lines_of_the_log(unchanged: Any, caplog: pytest.LogCaptureFixture) -> None:
    *_, ada, _ben = unchanged
    caplog.set_level("INFO")
    ada.send(type="act", id=1, ply=2, action=0, **{"x\n2026-01-01 ERROR all is lost": 1})
    assert ada.next("error")["code"] == "malformed"
    refused = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
    assert refused
    assert not any("\n" in line for line in refused)


def test_a_message_cannot_control_the_terminal_that_shows_the_log(
    server: LiveServer, unchanged: Any, caplog: pytest.LogCaptureFixture
) -> None:
    _table, _secrets, ada, _ben = unchanged
    caplog.set_level("INFO")
    ada.send(type="\x1b[2J\x9b2Jdance", id=1)
    assert "dance" in ada.next("error")["words"]
    refused = [record.getMessage() for record in caplog.records if "dance" in record.getMessage()]
    assert refused
    assert all(line.isprintable() for line in refused)


def test_the_answer_to_a_malformed_message_has_its_number(unchanged: Any) -> None:
    *_, ada, _ben = unchanged
    ada.send(type="act", id=77, action="take white")
    answer = ada.next("error")
    assert (answer["code"], answer["id"]) == ("malformed", 77)
    assert "expected" in answer["words"].lower()


def test_oversized_messages_are_refused(unchanged: Any) -> None:
    *_, ada, _ben = unchanged
    start = f'{{"type": "act", "id": 1, "ply": 2, "action": {ada.actions()[0]}'
    for size in (MAX_MESSAGE + 1, 10_000, LARGEST_MESSAGE):
        assert code(ada, start + " " * (size - len(start) - 1) + "}") == "too-large"


def test_a_message_of_the_maximum_size_is_accepted(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    ada.socket.send('{"type": "act", "id": 1, "ply": 0, "action": 0}'.ljust(MAX_MESSAGE))
    assert ada.next("accepted", "error")["type"] == "accepted"


def test_an_invalid_frame_only_breaks_its_connection(server: LiveServer, unchanged: Any) -> None:
    table, secrets, _ada, _ben = unchanged
    rude = server.sit(table, secrets[0])
    rude.socket.send(" " * 2_000_000)
    with pytest.raises(ConnectionClosed):
        rude.next("never")


def test_moves_after_the_end_are_refused(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    finish(ada, ben)
    before = server.stored()
    assert ada.act(0)["code"] == "over"
    assert server.stored() == before


def test_too_many_messages_are_refused(server: LiveServer, unchanged: Any) -> None:
    table, secrets, *_ = unchanged
    server.limit(messages=Rate(60, 5))
    ada = server.sit(table, secrets[0])
    for number in range(100):
        ada.send(type="why", id=number, ply=2, piece="x")
    answers = [ada.next("error") for _ in range(100)]
    assert answers[-1]["words"] == "you are sending messages too fast; try again in 5 seconds"
    server.limit()
    codes = [answer["code"] for answer in answers]
    assert set(codes) == {"malformed", "busy"}
    assert codes.index("busy") >= 30
    assert [answer["id"] for answer in answers] == list(range(100))


# --- hello --------------------------------------------------------------------------------------------


def first_answer(server: LiveServer, table: str, message: str | bytes) -> tuple[str, int]:
    """Returns the code of the refusal of a first message, and the connection's close code."""
    socket = server.raw(table)
    socket.send(message)
    answer = json.loads(socket.recv(timeout=PATIENCE))
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd
    return answer["code"], closed.value.rcvd.code


def hello(**more: Any) -> str:
    return json.dumps({"type": "hello", "protocol": PROTOCOL} | more)


def test_hello_is_validated(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    assert first_answer(server, table, hello(protocol=PROTOCOL + 1)) == ("protocol", 1008)
    assert first_answer(server, table, hello(secret="wrong")) == ("secret", 1008)
    assert first_answer(server, table, hello(secret=secrets[0] + "x")) == ("secret", 1008)
    assert first_answer(server, table, '{"type": "act", "id": 1, "ply": 0, "action": 0}') == ("protocol", 1008)
    assert first_answer(server, table, "hello") == ("malformed", 1008)
    assert first_answer(server, table, b"\x00") == ("malformed", 1008)
    assert first_answer(server, table, " " * 5000) == ("too-large", 1008)
    assert first_answer(server, "nosuchtable", hello()) == ("unknown-table", 1008)


def test_a_secret_is_valid_only_at_its_own_table(server: LiveServer) -> None:
    table, _ = server.full("tiny")
    _, secrets = server.full("tiny")
    assert first_answer(server, table, hello(secret=secrets[0])) == ("secret", 1008)


def test_the_hash_of_a_secret_is_not_accepted_as_the_secret(server: LiveServer) -> None:
    table, _ = server.full("tiny")
    ((kept,), *_) = server.execute("SELECT secret FROM seats WHERE seat = 0")
    assert first_answer(server, table, hello(secret=kept)) == ("secret", 1008)


def test_a_connection_without_hello_is_closed(tmp_path: Any) -> None:
    with LiveServer(tmp_path / "db", hello_s=0.1) as server:
        table, _ = server.full("tiny")
        socket = server.raw(table)
        assert json.loads(socket.recv(timeout=PATIENCE))["code"] == "protocol"


def test_a_page_of_another_site_cannot_connect(server: LiveServer) -> None:
    from websockets.exceptions import InvalidStatus

    table, secrets = server.full("tiny")
    with pytest.raises(InvalidStatus) as refused:
        server.raw(table, origin="https://evil.example")
    assert refused.value.response.status_code == 403
    server.sit(table, secrets[0], origin=f"http://{server.address}")


# --- concurrency --------------------------------------------------------------------------------------


def test_of_two_simultaneous_moves_for_a_seat_one_is_accepted(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=7)
    people = [server.sit(table, secrets[0]) for _ in range(4)]
    together = threading.Barrier(4)
    answers: list[dict[str, Any]] = []

    def act(person: Person) -> None:
        together.wait()
        answers.append(person.act(ply=0))

    threads = [threading.Thread(target=act, args=[person]) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.get("code", "accepted") for answer in answers) == ["accepted", "late", "late", "late"]
    assert server.execute("SELECT count(*) FROM actions") == [(1,)]


def test_simultaneous_choices_of_different_seats_are_not_late(server: LiveServer) -> None:
    table, secrets = server.full("tiny", seats=3)
    people = [server.sit(table, secret) for secret in secrets]
    for person in people:  # each has seen only the table before any choice
        assert person.act(ply=0)["type"] == "accepted"
    assert [ply for (ply,) in server.execute("SELECT ply FROM actions ORDER BY ply")] == [0, 1, 2]
    for person in people:  # and each decision is made once
        assert person.act(0, ply=0)["code"] == "late"
        assert person.act(0, ply=1)["code"] == "late"


def test_a_broken_connection_does_not_affect_others(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    watcher = server.sit(table)
    watcher.socket.socket.close()  # no close frame
    ada.play()
    ben.until(ada.ply).play()
    ada.until(ben.ply)


def test_a_move_is_played_even_if_its_sender_is_gone(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.send(type="act", id=1, ply=0, action=ada.actions()[0])
    ada.socket.socket.close()
    ben.until(1)
    assert server.execute("SELECT count(*) FROM actions") == [(1,)]


def test_a_refusal_for_a_sender_who_is_gone_is_not_a_failure(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, done = threading.Event(), threading.Event()

    async def too_late(store: Store, *what: Any) -> None:
        begun.set()
        while here():
            await asyncio.sleep(0.01)
        done.set()
        raise Conflict("somebody else was first")

    def here() -> bool:
        return 0 in server.app.state.rooms.loaded[table].connections.seats

    table, secrets = server.full("tiny")
    ada, ben = (server.sit(table, secret) for secret in secrets)
    monkeypatch.setattr(Store, "append", too_late)
    ada.send(type="act", id=1, ply=0, action=ada.actions()[0])
    assert begun.wait(PATIENCE)
    ada.leave()
    end = time.monotonic() + PATIENCE
    while not done.wait(0.05) and time.monotonic() < end:
        server.sit(table).leave()  # her absence is noticed at the next message to her
    assert done.is_set()
    monkeypatch.undo()
    ben.play()
    gc.collect()
    assert "exception" not in caplog.text


def test_if_the_store_fails_nothing_changes(own_server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    table, secrets = own_server.full("tiny")
    ada, ben = (own_server.sit(table, secret) for secret in secrets)
    own_server.execute("ALTER TABLE actions RENAME TO gone")
    assert ada.act()["code"] == "internal"
    assert f"table {table}, move 0" in caplog.text
    assert secrets[0] not in caplog.text
    own_server.execute("ALTER TABLE gone RENAME TO actions")
    assert own_server.sit(table, secrets[0]).ply == 0
    ada.play()
    ben.until(1).play()


def test_bots_continue_after_a_move_with_an_uncertain_write(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, lambda name, match, seat, seed: match.choices(seat)[0].action)
    append = Store.append

    async def stores_and_fails(store: Store, *what: Any) -> None:
        await append(store, *what)
        raise StoreError("the connection to the database is gone")

    mine = server.new("splendor", "me", "random")
    ada = server.sit(mine["table"], mine["secret"])
    monkeypatch.setattr(Store, "append", stores_and_fails)
    assert ada.act()["code"] == "internal"
    monkeypatch.setattr(Store, "append", append)
    assert ada.act()["code"] == "late"  # the move was stored
    assert ada.until(2).view["waiting"] == [0]


def test_two_servers_with_one_database_agree(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=7)
    with LiveServer(server.database) as other:
        here, there = server.sit(table, secrets[0]), other.sit(table, secrets[0])
        here.play()
        assert there.act()["code"] == "late"
        assert there.until(1).ply == 1
        ben = other.sit(table, secrets[1])
        ben.play()
    assert here.act(0)["code"] == "waiting"


def test_people_who_join_through_two_servers_play_together(server: LiveServer) -> None:
    mine = server.new("tiny", "me", "open", "open")
    with LiveServer(server.database) as other:
        other.sit(mine["table"])
        server.join(mine["table"], "Ben", seat=1)
        cy = other.join(mine["table"], "Cy", seat=2)
        cy_there = other.sit(mine["table"], cy["secret"])
        assert "started" not in cy_there.update
        assert [person["name"] for person in cy_there.update["occupants"]] == ["Ada", "Ben", "Cy"]
        cy_there.play()


def test_a_table_of_another_version_is_refused_and_others_continue(server: LiveServer) -> None:
    old, _ = server.full("tiny")
    table, secrets = server.full("tiny")
    server.execute(f"UPDATE tables SET version = '0' WHERE id = '{old}'")
    with LiveServer(server.database) as other:
        assert first_answer(other, old, hello()) == ("outdated", 1008)
        assert other.http.get(f"/tables/{old}").status_code == 200
        other.sit(table, secrets[0]).play()


def test_the_reason_why_a_table_cannot_continue_is_reported_without_paths(
    server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    table, _ = server.full("splendor")
    server.execute("UPDATE tables SET box = 'another'")
    with LiveServer(server.database) as other:
        person = Person(other.raw(table))
        person.send(type="hello", protocol=PROTOCOL)
        words = person.next("error")["words"]
        joining = other.post(f"/tables/{table}/join", {"name": "Cy"}).json()["error"]
    assert words == joining
    assert words == (
        "the rules of splendor have changed since this table was made, and this server no longer has the old "
        "ones, so it cannot be opened"
    )
    assert "box.toml" not in words
    assert "box.toml" in caplog.text


def test_the_reason_why_a_piece_cannot_be_chosen_is_sent(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=7)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    touched = {piece for choice in ada.view["choices"] for piece in choice["pieces"]}
    dear = next(piece["id"] for piece in ada.view["pieces"] if piece["id"] not in touched)
    ada.send(type="why", id=5, ply=0, piece=dear)
    answer = ada.next("reason")
    assert (answer["id"], answer["piece"]) == (5, dear)
    assert answer["words"]
    ada.send(type="why", id=6, ply=0, piece=next(iter(touched)))
    assert ada.next("reason")["words"] == ""
    ben.send(type="why", id=7, ply=0, piece=dear)
    assert ben.next("reason")["words"]
    ada.send(type="why", id=8, ply=9, piece=dear)
    assert ada.next("error")["code"] == "late"


def test_players_can_enter_a_table_that_is_full_of_spectators(server: LiveServer) -> None:
    server.limit(spectators=2)
    table, secrets = server.full("tiny")
    for _ in range(2):
        server.sit(table)
    third = Person(server.raw(table))
    third.send(type="hello", protocol=PROTOCOL)
    assert third.next("error")["code"] == "busy"
    assert server.sit(table, secrets[0]).view["seat"] == 0


def nothing_for_seat_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every view for seat 1 fail."""
    whole = Views.of

    def broken(views: Views, seat: int) -> View:
        if seat == 1:
            raise ValueError("no picture of this")
        return whole(views, seat)

    monkeypatch.setattr(Views, "of", broken)


def test_a_move_counts_even_if_one_seats_view_fails(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, secrets = server.full("tiny")
    ada, _ben = (server.sit(table, secret) for secret in secrets)
    watcher = server.sit(table)
    nothing_for_seat_1(monkeypatch)
    ada.play()
    watcher.until(1)
    assert "seat 1 cannot be sent its view" in caplog.text


def test_a_person_whose_view_fails_is_not_present(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table, secrets = server.full("tiny")
    ada = server.sit(table, secrets[0])
    nothing_for_seat_1(monkeypatch)
    ben = Person(server.raw(table))
    ben.send(type="hello", protocol=PROTOCOL, secret=secrets[1])
    assert ben.next("error")["code"] == "internal"
    ada.play()
    assert here(ada) == [True, False]
