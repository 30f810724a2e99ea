"""Chat: who receives a message, what is allowed, and how long messages are kept."""

from __future__ import annotations

import ast
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from cogtable.server.core.limits import Rate
from cogtable.server.core.text import cleaned
from cogtable.server.rooms import chat

from .live_server import LiveServer, Person, downgrade, rematch


def say(person: Person, text: str = "", **more: Any) -> dict[str, Any]:
    """Sends a message; returns the answer."""
    person.send(type="say", id=7, **({"text": text} if text else {}), **more)
    return person.next("accepted", "error")


def react(person: Person, ply: int, word: str = "nice") -> dict[str, Any]:
    person.send(type="react", id=8, ply=ply, **({"word": word} if word else {}))
    return person.next("accepted", "error")


def comes(server: LiveServer, table: str, secret: str = "") -> tuple[Person, dict[str, Any]]:
    """A person who enters the table, and the chat history that they receive."""
    person = server.sit(table, secret)
    return person, person.next("chat")


def texts(heard: dict[str, Any]) -> list[str]:
    return [message.get("text") or message["ready"] for message in heard["messages"]]


def finish(*people: Person) -> None:
    while not people[0].view["over"]:
        mover = people[people[0].view["waiting"][0]]
        mover.play()
        for person in people:
            person.until(mover.ply)


def test_players_receive_each_others_messages_at_once(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada, ben = (comes(server, table, secret)[0] for secret in secrets)
    assert say(ada, "Good luck!")["type"] == "accepted"
    for person in (ada, ben):
        said = person.next("said")["message"]
        assert (said["seat"], said["text"], said["ply"]) == (0, "Good luck!", 0)
    ben.play()
    say(ben, ready="sure")
    answer = ada.next("said")["message"]
    assert (answer["seat"], answer["ready"], answer["ply"]) == (1, "sure", 1)


def test_spectators_have_their_own_chat_until_the_end_and_then_everybody_reads_all(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    ada, ben = (comes(server, table, secret)[0] for secret in secrets)
    eve, fay = (comes(server, table)[0] for _ in range(2))
    say(ada, "between us")
    say(eve, "Ben should take the five", name="Eve")
    heard = fay.next("said")["message"]
    assert (heard["name"], heard["text"]) == ("Eve", "Ben should take the five")
    assert texts(comes(server, table)[1]) == ["Ben should take the five"]
    assert texts(comes(server, table, secrets[1])[1]) == ["between us"]
    for person in (ada, ben):
        assert not any("take the five" in text for text in person.received)
    assert not any("between us" in text for text in eve.received + fay.received)

    finish(ada, ben)
    for person in (ada, eve):
        assert texts(person.next("chat")) == ["between us", "Ben should take the five"]
    say(fay, "Well done", name="Fay")
    assert ben.next("said")["message"]["text"] == "Well done"


def test_messages_are_stored_with_the_table(tmp_path: Path) -> None:
    database = tmp_path / "cogtable.db"
    with LiveServer(database) as server:
        table, secrets = server.full("tiny")
        ada, ben = (comes(server, table, secret)[0] for secret in secrets)
        say(ada, "Brb, “tea”; 茶")
        ada.play()
        react(ben, 1, "wow")
    with LiveServer(database) as server:
        ben, heard = comes(server, table, secrets[1])
        assert texts(heard) == ["Brb, “tea”; 茶"]
        assert heard["reactions"] == [{"ply": 1, "seat": 1, "word": "wow"}]
        assert say(ben, "back?")["type"] == "accepted"
        assert [message["number"] for message in comes(server, table, secrets[0])[1]["messages"]] == [0, 1]


def test_only_the_last_messages_of_players_and_of_spectators_are_kept(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "KEPT", 3)
    table, secrets = server.full("tiny")
    ada = comes(server, table, secrets[0])[0]
    eve = comes(server, table)[0]
    say(eve, "hello", name="Eve")
    for n in range(5):
        say(ada, f"message {n}")
    assert texts(comes(server, table, secrets[1])[1]) == ["message 2", "message 3", "message 4"]
    assert texts(comes(server, table)[1]) == ["hello"]
    assert sum('INTO "chat_messages"' in line for line in server.stored()) == 4


def test_the_creator_chooses_how_much_chat_is_allowed(server: LiveServer) -> None:
    quiet, secrets = server.full("tiny", chat="off")
    ada = server.sit(quiet, secrets[0])
    assert say(ada, "hello") == {
        "type": "error",
        "id": 7,
        "code": "no-chat",
        "words": "the creator of this table has switched chat off",
    }
    assert react(ada, 1)["code"] == "no-chat"
    assert not any('"type":"chat"' in text for text in ada.received)

    brief, secrets = server.full("tiny", chat="ready")
    ada, heard = comes(server, brief, secrets[0])
    assert heard["allowed"] == "ready"
    assert "only quick replies" in say(ada, "hello")["words"]
    assert say(ada, ready="moment")["type"] == "accepted"
    ben = server.sit(brief, secrets[1])
    finish(ada, ben)
    assert comes(server, rematch(ada, ben), secrets[0])[1]["allowed"] == "ready"


@pytest.mark.parametrize(
    ("message", "code", "words"),
    [
        ({"text": "x" * 201}, "malformed", "at most 200 characters; this one has 201"),
        ({"text": " \u200b\u202e \n"}, "malformed", "needs visible text; this one has none"),
        ({}, "malformed", "needs visible text; this one has none"),
        ({"text": "yes", "ready": "sure"}, "malformed", "found both"),
        ({"ready": "perhaps"}, "malformed", "Invalid enum value 'perhaps'"),
        ({"text": 5}, "malformed", "Expected `str`"),
        ({"text": "x" * 5000}, "too-large", "at most 4096 bytes"),
    ],
)
def test_an_invalid_message_is_refused(server: LiveServer, message: dict[str, Any], code: str, words: str) -> None:
    table, secrets = server.full("tiny")
    ada = comes(server, table, secrets[0])[0]
    answer = say(ada, **message)
    assert (answer["type"], answer["code"]) == ("error", code)
    assert words in answer["words"]
    assert comes(server, table, secrets[0])[1]["messages"] == []


def test_a_spectators_message_carries_their_name(server: LiveServer) -> None:
    table, _ = server.full("tiny")
    eve = comes(server, table)[0]
    assert "a name has 1 to 24 characters" in say(eve, "hello")["words"]
    assert "invisible" in say(eve, "hello", name="E\u202eve")["words"]


def test_a_person_who_sends_too_fast_is_asked_to_wait(server: LiveServer) -> None:
    server.limit(chat=Rate(2, 90))
    table, secrets = server.full("tiny")
    ada, other_tab = (comes(server, table, secrets[0])[0] for _ in range(2))
    ben = comes(server, table, secrets[1])[0]
    assert [say(person, "hi")["type"] for person in (ada, other_tab)] == ["accepted", "accepted"]
    answer = say(ada, "hi")
    assert (answer["code"], answer["words"]) == ("busy", "you are sending messages too fast; try again in 90 seconds")
    assert say(ben, "hi")["type"] == "accepted"
    assert ada.play().ply == 1  # moves aren't delayed


def test_all_spectators_together_have_a_limit_too(server: LiveServer) -> None:
    server.limit(chat=Rate(1, 1000))
    table, _ = server.full("tiny")
    answers = [say(comes(server, table)[0], "hi", name="Eve")["type"] for _ in range(5)]
    assert answers == ["accepted"] * chat.SPECTATORS_SHARE + ["error"]


def test_a_person_has_one_reaction_on_a_move(server: LiveServer) -> None:
    table, secrets = server.full("tiny", seats=3)
    ada, ben, cy = (comes(server, table, secret)[0] for secret in secrets)
    ada.play()
    react(ben, 1, "nice")
    react(cy, 1, "ouch")
    react(ben, 1, "wow")
    assert comes(server, table)[1]["reactions"] == [
        {"ply": 1, "seat": 1, "word": "wow"},
        {"ply": 1, "seat": 2, "word": "ouch"},
    ]
    react(ben, 1, "")
    assert comes(server, table)[1]["reactions"] == [{"ply": 1, "seat": 2, "word": "ouch"}]
    assert "not to your own" in react(ada, 1)["words"]
    assert "expected a move from 1 to 1; found 2" in react(ben, 2)["words"]
    assert react(comes(server, table)[0], 1)["code"] == "not-seated"
    assert "Invalid enum value" in react(ben, 1, "meh")["words"]


def test_two_servers_with_one_database_lose_no_message(tmp_path: Path) -> None:
    database = tmp_path / "cogtable.db"
    with LiveServer(database) as here, LiveServer(database) as there:
        table, secrets = here.full("tiny")
        ada = comes(here, table, secrets[0])[0]
        ben = comes(there, table, secrets[1])[0]
        say(ada, "one")
        say(ben, "two")
        say(ada, "three")
        assert texts(comes(there, table, secrets[0])[1])[:2] == ["one", "two"]
        assert sum('INTO "chat_messages"' in line for line in here.stored()) == 3


def test_chat_does_not_affect_the_game(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=11)
    ada, ben = (comes(server, table, secret)[0] for secret in secrets)
    room = server.app.state.rooms.loaded[table]
    before = room.table.match
    state = [before.hidden(seat).tobytes() for seat in (-1, 0, 1)]
    views = [json.dumps(person.view, sort_keys=True) for person in (ada, ben)]
    say(ada, "I have three reds")
    say(ben, ready="sure")
    assert room.table.match is before
    assert [before.hidden(seat).tobytes() for seat in (-1, 0, 1)] == state
    ada.next("said")
    again = [server.sit(table, secret) for secret in secrets]
    assert [json.dumps(person.view, sort_keys=True) for person in again] == views


def test_the_chat_does_not_import_the_game() -> None:
    """It imports neither matches nor views, so no secret can get into a message by accident."""
    wanted = {
        node.module
        for node in ast.walk(ast.parse(inspect.getsource(chat)))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("cogtable")
    }
    engine = {name for name in wanted if not name.startswith("cogtable.server")}
    assert engine == {"cogtable.engine.text.words"}
    assert not wanted & {f"cogtable.server.table.{name}" for name in ("table", "moves", "viewers", "room")}


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("  a \n b\tc ", "a b c"),
        ("abc\u202edef\u2066", "abcdef"),
        ("a\x00b\x07", "ab"),
        ("\ufeffhidden\u200b", "hidden"),
        ("\U000e0041tag", "tag"),
        ("e\u0301", "é"),
        ("a" + "\u0301\u0302\u0303\u0304\u0305" * 20, "á\u0302\u0303\u0304"),
        ("\U0001f469\u200d\U0001f52c", "\U0001f469\u200d\U0001f52c"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("\u200d\u200c\u3164", ""),
    ],
)
def test_a_message_is_cleaned(written: str, read: str) -> None:
    assert cleaned(written) == read


def test_a_reaction_is_removed_when_its_move_is_undone(tmp_path: Path) -> None:
    database = tmp_path / "cogtable.db"
    with LiveServer(database) as server:
        table, secrets = server.full("splendor", seed=11)
        ada, ben = (comes(server, table, secret)[0] for secret in secrets)
        ada.play()
        react(ben.until(1), 1)
        ada.send(type="undo", id=5, ply=1)
        ada.next("accepted")
        while not ben.view.get("undone"):
            if question := ben.update.get("question"):
                ben.send(type="answer", id=6, question=question["number"], allow=True)
            ben.hear()
        assert ben.next("chat")["reactions"] == []
    with LiveServer(database) as server:
        ada, heard = comes(server, table, secrets[0])
        assert heard["reactions"] == []
        ben = comes(server, table, secrets[1])[0]
        ada.send(type="act", id=9, ply=0, undone=1, action=ada.actions()[0])
        react(ben.until(1), 1, "wow")
        assert comes(server, table)[1]["reactions"] == [{"ply": 1, "seat": 1, "word": "wow"}]


def test_people_can_chat_at_a_table_of_an_earlier_version(tmp_path: Path) -> None:
    database = tmp_path / "old.db"
    with LiveServer(database) as server:
        table, secrets = server.full("tiny")
    downgrade(database, "0003")
    with LiveServer(database) as server:
        ada, heard = comes(server, table, secrets[0])
        assert (heard["allowed"], heard["messages"]) == ("all", [])
        assert say(ada, "still here?")["type"] == "accepted"
