"""Undo: at once if nothing was revealed, otherwise by agreement of the other people; always against bots."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cogtable.server.db.connection import Conflict
from cogtable.server.db.rows import QuestionRow
from cogtable.server.db.store import Store

from .fakes import stand_in
from .live_server import LiveServer, Person, downgrade


@pytest.fixture(autouse=True)
def _bots_take_the_first_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, lambda name, match, seat, seed: match.choices(seat)[0].action)


def ask(person: Person, **message: Any) -> dict[str, Any]:
    """Sends a request; returns its answer."""
    person.send(id=70, **message)
    answer = person.next("accepted", "error")
    assert answer["id"] == 70
    return answer


def undo(person: Person, **more: Any) -> dict[str, Any]:
    return ask(person, **{"type": "undo", "ply": person.ply, "undone": person.view.get("undone", 0)} | more)


def undone(person: Person, times: int = 1) -> Person:
    """Receives messages until a number of undos have been made."""
    while person.view.get("undone", 0) < times:
        person.hear()
    return person


def until_asked(person: Person, **wanted: Any) -> dict[str, Any]:
    """Receives messages until a request is open that meets a condition."""
    while not (question := person.update.get("question")) or any(question.get(key) != wanted[key] for key in wanted):
        person.hear()
    return question


def until_unasked(person: Person) -> Person:
    while person.update.get("question"):
        person.hear()
    return person


def words(person: Person) -> list[str]:
    return [line["words"] for line in person.log]


def called(person: Person, start: str) -> int:
    return next(choice["action"] for choice in person.view["choices"] if choice["text"].startswith(start))


def act(person: Person, action: int) -> Person:
    """Plays a move with the current revision."""
    person.send(type="act", id=71, ply=person.ply, undone=person.view.get("undone", 0), action=action)
    answer = person.next("accepted", "error")
    assert answer["type"] == "accepted", answer
    return person.until(answer["ply"])


def two(server: LiveServer, game: str = "splendor", **more: Any) -> tuple[str, list[Person]]:
    table, secrets = server.full(game, seed=1, **more)
    return table, [server.sit(table, secret) for secret in secrets]


def reserved(server: LiveServer) -> tuple[str, Person, Person]:
    """Ada has reserved a card, so a new one was turned face up; it is Ben's turn."""
    table, (ada, ben) = two(server)
    ada.play(called(ada, "reserve"))
    return table, ada, ben.until(1)


# --- without asking -------------------------------------------------------------------------------------


def test_a_move_that_revealed_nothing_is_undone_at_once(server: LiveServer) -> None:
    _, (ada, ben) = two(server)
    before = ada.log[:]
    assert not ada.update.get("undo")
    ada.play(called(ada, "take white, blue, green"))
    assert ada.update["undo"]
    assert undo(ada) == {"type": "accepted", "id": 70, "ply": 0, "undone": 1}
    for person in (ada, ben):
        undone(person)
        assert person.ply == 0
        assert person.log[: len(before)] == before
        assert words(person)[len(before) :] == ["[[seat:0]] took a move back"]
    assert ada.view["choices"]
    assert not ada.update.get("undo")
    act(ada, called(ada, "take 2 red"))
    assert ben.until(1).view["choices"]


def test_a_secret_choice_can_be_undone_while_others_choose(server: LiveServer) -> None:
    _, (ada, ben) = two(server, "tiny")
    ada.play()
    assert undo(ada)["type"] == "accepted"
    act(undone(ada), 1)
    ben.play(ben.actions()[0])  # his decision has not changed
    assert ben.until(2).view["ply"] == 2


def test_two_quick_requests_undo_one_move(server: LiveServer) -> None:
    _, (ada, ben) = two(server)
    ada.play(called(ada, "take white, blue, green"))
    ben.until(1).play(called(ben, "take white, blue, green"))
    act(ada.until(2), called(ada, "take 2 red"))
    undo(ada)
    answer = undo(ada, ply=3, undone=0)
    assert (answer["type"], answer["code"]) == ("error", "late")
    assert answer["words"] == "moves have been taken back since; the table is at move 2 now"


# --- by agreement ---------------------------------------------------------------------------------------


def test_a_move_that_revealed_something_is_undone_when_all_agree(server: LiveServer) -> None:
    table, ada, ben = reserved(server)
    assert undo(ada)["type"] == "accepted"
    question = until_asked(ben, seat=0)
    back = question.pop("goes_back")
    assert question == {"number": 1, "kind": "undo", "seat": 0, "asked": [1], "seen": True}
    assert {"piece": "bank.5", "words": "+1"} in back["changed"]  # the gold token goes back
    assert "goes_back" not in until_asked(server.sit(table), seat=0)  # a spectator decides nothing
    assert until_asked(ada) == question | {"goes_back": back}
    assert not ada.update.get("undo")
    assert ask(ben, type="answer", question=1, allow=True) == {"type": "accepted", "id": 70, "ply": 0, "undone": 1}
    for person in (ada, ben):
        assert undone(person).ply == 0
        assert words(person)[-1] == "[[seat:0]] took a move back that had revealed something hidden"
        assert not person.update.get("question")


def test_a_revealed_card_comes_again(server: LiveServer) -> None:
    _, ada, ben = reserved(server)
    seen = list(ada.view["pieces"])
    undo(ada)
    until_asked(ben)
    ask(ben, type="answer", question=1, allow=True)
    undone(ada)
    act(ada, called(ada, "reserve"))
    assert ada.view["pieces"] == seen


def test_a_refusal_is_final_until_the_next_move(server: LiveServer) -> None:
    _, ada, ben = reserved(server)
    undo(ada)
    until_asked(ben)
    assert ask(ben, type="answer", question=1, allow=False)["type"] == "accepted"
    assert until_asked(ada, refused=1)["seat"] == 0
    answer = undo(ada)
    assert (answer["code"], answer["words"]) == (
        "refused",
        "that was refused; you cannot ask again for the same move",
    )
    assert ask(ben, type="answer", question=1, allow=True)["code"] == "late"
    ben.play()
    assert until_unasked(ada.until(2)).update["undo"]


def test_a_move_counts_as_a_refusal(server: LiveServer) -> None:
    _, ada, ben = reserved(server)
    undo(ada)
    until_asked(ben)
    ben.play()
    for person in (ada, ben):
        assert not person.until(2).update.get("question")
    assert ask(ada, type="withdraw", question=1)["words"] == "question 1 is already settled"


def test_a_request_can_be_withdrawn_and_repeated(server: LiveServer) -> None:
    _, ada, ben = reserved(server)
    undo(ada)
    assert ask(ada, type="withdraw", question=1)["type"] == "accepted"
    until_asked(ben)
    until_unasked(ben)
    assert ask(ben, type="answer", question=1, allow=True)["code"] == "late"
    assert until_unasked(ada).update["undo"]
    undo(ada)
    assert until_asked(ben)["number"] == 2


def test_everybody_else_must_agree(server: LiveServer) -> None:
    table, secrets = server.full("splendor", 3, seed=1)
    ada, ben, cleo = (server.sit(table, secret) for secret in secrets)
    ada.play(called(ada, "reserve"))
    undo(ada)
    assert until_asked(ben)["asked"] == [1, 2]
    ask(ben, type="answer", question=1, allow=True)
    assert until_asked(cleo, allowed=[1])
    assert ada.view.get("undone", 0) == 0
    ask(cleo, type="answer", question=1, allow=True)
    assert undone(ada).ply == 0


def test_people_agree_for_bots_too(server: LiveServer) -> None:
    mine = server.new("splendor", "me", "greedy", "open", seed=1)
    ada = server.sit(mine["table"], mine["secret"])
    ben = server.sit(mine["table"], server.join(mine["table"])["secret"])
    ada.play(called(ada, "reserve"))
    ada.until(2)  # the bot has played
    undo(ada)
    assert until_asked(ben)["asked"] == [2]
    ask(ben, type="answer", question=1, allow=True)
    assert undone(ada).ply == 0


def test_a_bots_move_is_not_an_answer(server: LiveServer) -> None:
    """The request is to people: it stays open while bots play, and includes the bots' moves."""
    mine = server.new("splendor", "me", "open", "greedy", seed=1)
    ada = server.sit(mine["table"], mine["secret"])
    ben = server.sit(mine["table"], server.join(mine["table"])["secret"])
    ada.play(called(ada, "take white, blue, green"))
    ben.until(1).play(called(ben, "take white, blue, green"))
    ben.until(3)
    assert undo(ben)["type"] == "accepted"
    assert until_asked(ada)["back_to"] == 1
    ask(ada, type="answer", question=1, allow=True)
    assert undone(ben).ply == 1


# --- people who leave after they were asked -------------------------------------------------------------


def three(server: LiveServer, game: str = "splendor", **more: Any) -> tuple[str, list[str], list[Person]]:
    """Ada, Ben and Cleo at three devices."""
    table, secrets = server.full(game, 3, seed=1, **more)
    return table, secrets, [server.sit(table, secret) for secret in secrets]


def asked(server: LiveServer, **more: Any) -> tuple[str, list[str], list[Person]]:
    """Ada has reserved a card, and asks Ben and Cleo for an undo."""
    table, secrets, (ada, ben, cleo) = three(server, **more)
    ada.play(called(ada, "reserve"))
    undo(ada)
    assert until_asked(ben)["asked"] == [1, 2]
    return table, secrets, [ada, ben, cleo]


def test_a_resigned_players_answer_is_not_needed(server: LiveServer) -> None:
    _, _, (ada, ben, cleo) = asked(server)
    ask(ben, type="resign")
    ada.until(2)  # the bot that plays on for Ben has moved, which isn't an answer
    assert until_asked(cleo, asked=[2])["number"] == 1
    ask(cleo, type="answer", question=1, allow=True)
    for person in (ada, ben, cleo):
        assert undone(person).ply == 0


def test_when_the_last_player_asked_resigns_the_request_is_granted(server: LiveServer) -> None:
    _, _, (ada, ben, cleo) = asked(server)
    ask(cleo, type="answer", question=1, allow=True)
    until_asked(ada, allowed=[2])
    ask(ben, type="resign")
    assert undone(ada).ply == 0
    assert "[[seat:0]] took a move back that had revealed something hidden" in words(ada)


@pytest.mark.usefixtures("magpie")
def test_a_resigned_seats_answer_is_not_needed(server: LiveServer) -> None:
    _, _, (ada, ben, cleo) = three(server, "magpie")
    ada.play()
    ask(ada, type="offer-end")
    until_asked(ben)
    ask(cleo, type="answer", question=1, allow=True)
    until_asked(ben, allowed=[2])
    ask(ben, type="resign")
    while not ada.view["over"]:
        ada.hear()
    assert ada.view["result"]["words"] == "Everybody agreed to end the game"


def test_a_bot_that_takes_over_agrees_with_the_others(server: LiveServer) -> None:
    _, _, (ada, ben, cleo) = asked(server, takeover={"bot": "greedy", "after_s": 60})
    ask(ben, type="takeover", on=True)
    ada.until(2)
    ask(cleo, type="answer", question=1, allow=True)
    assert undone(ada).ply == 0


def test_a_person_who_comes_back_is_asked_again_if_their_seat_has_not_moved(server: LiveServer) -> None:
    _, _, (ada, ben, cleo) = asked(server, takeover={"bot": "greedy", "after_s": 60})
    ask(cleo, type="takeover", on=True)
    until_asked(ben, asked=[1])
    ask(cleo, type="takeover", on=False)
    assert until_asked(ben, asked=[1, 2])
    ask(ben, type="answer", question=1, allow=True)
    assert until_asked(cleo, allowed=[1])["asked"] == [1, 2]
    ask(cleo, type="answer", question=1, allow=True)
    assert undone(ada).ply == 0


def test_a_bots_move_counts_as_the_answer_of_the_person_who_comes_back(server: LiveServer) -> None:
    _, _, (ada, ben, _cleo) = asked(server, takeover={"bot": "greedy", "after_s": 60})
    ask(ben, type="takeover", on=True)
    ada.until(2)
    until_asked(ada, asked=[2])
    ask(ben, type="takeover", on=False)
    until_unasked(ada)
    assert ask(ada, type="withdraw", question=1)["code"] == "late"


def test_a_move_stays_an_answer_when_its_player_leaves(server: LiveServer) -> None:
    _, _, (ada, ben, cleo) = asked(server)
    ben.play()
    until_unasked(cleo.until(2))
    ask(ben, type="resign")
    while not any("resigned" in line for line in words(cleo)):
        cleo.hear()
    assert not cleo.update.get("question")
    assert undo(ada)["type"] == "accepted"  # a new request, to Cleo alone
    assert until_asked(cleo)["asked"] == [2]


def test_if_bots_play_for_all_the_others_nobody_is_asked(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=1, takeover={"bot": "greedy", "after_s": 60})
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ask(ben, type="takeover", on=True)
    ada.play(called(ada, "reserve")).until(2)
    undo(ada)
    assert undone(ada).ply == 0


def test_a_request_to_end_the_game_waits_for_people_who_may_come_back(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=1, takeover={"bot": "greedy", "after_s": 60})
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ask(ben, type="takeover", on=True)
    ask(ada, type="offer-end")
    assert until_asked(ben)["asked"] == [1]
    assert not ada.view["over"]


def test_a_request_settled_while_the_server_stopped_is_granted(server: LiveServer) -> None:
    """Ben's resignation was stored, but the server stopped before it carried out the request that all others had
    accepted.
    """
    table, secrets, (ada, _ben, cleo) = asked(server)
    ask(cleo, type="answer", question=1, allow=True)
    until_asked(ada, allowed=[2])
    with sqlite3.connect(server.database) as database:
        database.execute("UPDATE seats SET resigned = 1 WHERE table_id = ? AND seat = 1", (table,))
    with LiveServer(server.database) as again:
        assert undone(again.sit(table, secrets[0])).ply == 0


# --- against bots ---------------------------------------------------------------------------------------


def test_against_bots_every_move_can_be_undone(server: LiveServer) -> None:
    mine = server.new("splendor", "me", "greedy", "greedy", seed=1)
    ada = server.sit(mine["table"], mine["secret"])
    ada.play(called(ada, "reserve")).until(3)
    act(ada, called(ada, "take")).until(6)
    assert undo(ada)["ply"] == 3
    undone(ada)
    assert undo(ada)["ply"] == 0
    undone(ada, 2)
    assert words(ada)[-1] == "[[seat:0]] took a move back that had revealed something hidden"
    assert undo(ada)["words"] == "you have no move to take back"
    act(ada, called(ada, "take")).until(3)


def test_after_the_end_nothing_can_be_undone(server: LiveServer) -> None:
    mine = server.new("tiny", "me", "greedy", options={"length": 1})
    ada = server.sit(mine["table"], mine["secret"])
    ada.play()
    while not ada.view["over"]:
        ada.hear()
    assert not ada.update.get("undo")
    assert undo(ada)["code"] == "over"


# --- refusals -------------------------------------------------------------------------------------------


def test_spectators_can_neither_undo_nor_answer(server: LiveServer) -> None:
    table, ada, _ben = reserved(server)
    watcher = server.sit(table)
    undo(ada)
    assert until_asked(watcher)["seat"] == 0
    assert not watcher.update.get("undo")
    for message in (
        {"type": "undo", "ply": 1},
        {"type": "answer", "question": 1, "allow": True},
        {"type": "withdraw", "question": 1},
    ):
        assert ask(watcher, **message)["code"] == "not-seated"


def test_no_one_can_answer_for_another(server: LiveServer) -> None:
    _, ada, ben = reserved(server)
    undo(ada)
    until_asked(ben)
    assert ask(ada, type="answer", question=1, allow=True)["words"] == "this question is not for you to answer"
    assert (
        ask(ben, type="withdraw", question=1)["words"]
        == "another player asked this question; only they can withdraw it"
    )
    assert ask(ben, type="answer", question=2, allow=True)["code"] == "late"
    assert undo(ben)["code"] == "illegal"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "undo"},
        {"type": "undo", "ply": "1"},
        {"type": "answer", "question": 1, "allow": "yes"},
        {"type": "answer", "question": 1.5, "allow": True},
        {"type": "withdraw"},
    ],
)
def test_an_invalid_request_is_refused(server: LiveServer, message: dict[str, Any]) -> None:
    _, ada, _ben = reserved(server)
    assert ask(ada, **message)["code"] == "malformed"


def test_a_request_for_a_later_position_is_refused(server: LiveServer) -> None:
    _, ada, _ben = reserved(server)
    for later in ({"ply": 9}, {"undone": 1}, {"ply": 0}):
        assert undo(ada, **later)["code"] == "late"


def test_a_move_for_an_undone_position_is_late(server: LiveServer) -> None:
    """The number of moves is the same again, but it is another decision."""
    _, (ada, ben) = two(server)
    ada.play(called(ada, "take white, blue, green"))
    sent = ben.until(1).actions()[0]
    undo(ada)
    act(undone(ada), called(ada, "take 2 red"))
    undone(ben).until(1)
    answer = ben.act(sent)  # without the revision's undo count: he hadn't seen the undo
    assert (answer["type"], answer["code"]) == ("error", "late")


# --- storage --------------------------------------------------------------------------------------------


def test_undos_survive_a_restart(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=1)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ada.play(called(ada, "take white, blue, green"))
    undo(ada)
    act(undone(ada), called(ada, "reserve"))
    undo(ada)
    until_asked(ben)
    with LiveServer(server.database) as again:
        ben = again.sit(table, secrets[1])
        assert ben.update["question"]["number"] == 1
        assert "[[seat:0]] took a move back" in words(ben)
        assert ask(ben, type="answer", question=1, allow=True)["type"] == "accepted"
        assert undone(ben, 2).ply == 0
    with LiveServer(server.database) as third:
        ada = third.sit(table, secrets[0])
        assert (ada.ply, ada.view["undone"]) == (0, 2)
        assert ada.view["choices"]


def test_another_server_does_not_continue_an_undone_position(server: LiveServer) -> None:
    table, secrets = server.full("splendor", seed=1)
    ada = server.sit(table, secrets[0])
    ada.play(called(ada, "take white, blue, green"))
    with LiveServer(server.database) as other:
        ben = other.sit(table, secrets[1])
        undo(ada)
        assert ben.act()["words"] == "the game was continued by another server; it is at move 0 now"
        assert undone(ben).ply == 0
        act(undone(ada), called(ada, "take 2 red"))


def test_an_earlier_database_is_upgraded(tmp_path: Path) -> None:
    database = tmp_path / "old.db"
    with LiveServer(database) as server:
        table, secrets = server.full("splendor", seed=1)
        server.sit(table, secrets[0]).play()
    downgrade(database, "0003")
    with LiveServer(database) as server:
        ada = server.sit(table, secrets[0])
        assert ada.ply == 1
        assert undo(ada)["type"] == "accepted"
        assert ask(undone(ada), type="resign")["type"] == "accepted"


def test_of_two_simultaneous_answers_one_is_refused(tmp_path: Path) -> None:
    """If two servers store different requests or answers, the second one is told."""
    question = QuestionRow(number=1, kind="undo", seat=0, undone=0, ply=1)

    async def both(table: str, store: Store) -> None:
        await store.ask(table, None, question)
        await store.ask(table, None, question)  # the same again, as after a lost connection
        with pytest.raises(Conflict):
            await store.ask(table, None, QuestionRow(number=1, kind="undo", seat=1, undone=0, ply=1))

    with LiveServer(tmp_path / "cogtable.db") as server:
        table = server.new("splendor", "me", "open")["table"]
        store = Store(f"sqlite:///{tmp_path / 'cogtable.db'}")
        try:
            asyncio.run(both(table, store))
        finally:
            store.close()
