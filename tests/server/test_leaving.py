"""Leaving: resigning, ending by agreement, seats that the creator gives away, and seats of people who are gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cogtable import bots
from cogtable.server.rooms import absence as absence_module
from cogtable.server.wire.base import PROTOCOL

from .fakes import stand_in
from .live_server import PATIENCE, LiveServer, Person, rematch, until
from .test_takeover import Away


@pytest.fixture(autouse=True)
def _bots_take_the_first_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, lambda name, match, seat, seed: match.choices(seat)[0].action)


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Away:
    clock = Away()
    monkeypatch.setattr(absence_module, "call_later", clock.call_later)
    return clock


@pytest.fixture
def again(server: LiveServer) -> Iterator[LiveServer]:
    """Another server with the same database, as after a restart."""
    with LiveServer(server.database) as other:
        yield other


def ask(person: Person, kind: str, **message: Any) -> dict[str, Any]:
    """Sends a request; returns its answer."""
    person.send(type=kind, id=70, **message)
    answer = person.next("accepted", "error")
    while answer.get("id") != 70:
        answer = person.next("accepted", "error")
    return answer


def over(person: Person) -> Person:
    return until(person, lambda: person.view["over"])


def placed(person: Person) -> list[tuple[int, int]]:
    """Returns the seats with their places, best first."""
    return [(place["seat"], place["rank"]) for place in person.view["result"]["placements"]]


def table_of(server: LiveServer, game: str = "splendor", seats: int = 2, **more: Any) -> tuple[str, list[Person]]:
    table, secrets = server.full(game, seats, seed=1, **more)
    return table, [server.sit(table, secret) for secret in secrets]


def listed(server: LiveServer, table: str) -> dict[str, Any]:
    found: dict[str, Any] = server.http.get(f"/tables/{table}").json()
    return found


# --- resigning ------------------------------------------------------------------------------------------


def test_with_two_players_resigning_loses(server: LiveServer, again: LiveServer) -> None:
    table, (ada, ben) = table_of(server)
    ada.play()
    assert ada.update["resigning"] == "end"
    assert ask(ada, "resign")["type"] == "accepted"
    for person in (ada, ben):
        over(person)
        assert placed(person) == [(1, 1), (0, 2)]
        assert person.view["result"]["words"] == "[[seat:0]] resigned"
        assert person.log[-1]["words"] == "[[seat:0]] resigned"
        assert not person.view.get("choices")
        assert not person.update.get("undo")
        assert not person.update.get("resigning")
    assert ben.act(0)["code"] == "over"
    for each in (server, again):
        assert listed(each, table)["over"]
        watcher = each.sit(table)
        assert placed(watcher) == [(1, 1), (0, 2)]
    assert rematch(ada, ben)


def test_after_a_resignation_the_game_can_be_reviewed(server: LiveServer) -> None:
    _, (ada, ben) = table_of(server)
    ada.play()
    ask(ben, "resign")
    over(ada).send(type="look", id=80, ply=0)
    assert not ada.next("position", "error")["view"]["over"]


def test_with_several_people_a_bot_plays_on_to_the_end(server: LiveServer, again: LiveServer) -> None:
    table, (ada, ben, cleo) = table_of(server, seats=3)
    assert ada.update["resigning"] == "bot"
    assert ask(ada, "resign")["type"] == "accepted"
    ben.until(1)  # the bot has moved for Ada
    seat = ben.update["occupants"][0]
    assert (seat["name"], seat["taken_over_by"], seat["resigned"]) == ("Ada", "Rivet", True)
    assert seat["level"] == dict(bots.names())["medium"]
    assert "Ada resigned, and Rivet plays on" in [line["words"] for line in ben.log]
    assert "Rivet is playing for Ada, who resigned." in until(ben, lambda: ben.update.get("notice")).update["notice"]
    for kind, more in (("resign", {}), ("offer-end", {}), ("act", {"ply": 1, "action": 0}), ("undo", {"ply": 1})):
        answer = ask(ada, kind, **more)
        assert (answer["code"], answer["words"]) == (
            "taken-over",
            "you have resigned; Rivet is playing for you until the end",
        )
    assert listed(again, table)["occupants"][0]["resigned"]
    ask(ben, "resign")
    ask(cleo, "resign")  # nobody is left to continue
    assert placed(over(ben))[-1] == (2, 3)


def dropped(person: Person, seat: int) -> Person:
    """Receives messages until a seat has resigned by the rules."""
    return until(person, lambda: person.update["occupants"][seat].get("out"))


@pytest.mark.usefixtures("magpie")
def test_if_the_rules_allow_it_a_resigned_seat_leaves_the_game(server: LiveServer, again: LiveServer) -> None:
    table, (ada, ben, cleo) = table_of(server, "magpie", seats=3, replacing=True)
    assert ada.update["resigning"] == "out"
    assert ask(ada, "resign")["type"] == "accepted"
    seat = dropped(ben, 0).update["occupants"][0]
    assert seat["resigned"]
    assert not seat.get("taken_over_by")
    assert not seat.get("free")  # a resigned seat cannot be taken
    assert ben.until(1).view["waiting"] == [1]
    assert ben.log[-1]["words"] == "[[seat:0]] left the game [[rule:MP-R8]]"
    assert server.post(f"/tables/{table}/join", {"name": "Dora"}).status_code == 409
    for kind, more in (("resign", {}), ("offer-end", {}), ("act", {"ply": 1, "action": 0}), ("undo", {"ply": 1})):
        answer = ask(ada, kind, **more)
        assert (answer["code"], answer["words"]) == (
            "taken-over",
            "you have resigned, and your seat is out of the game",
        )
    ben.play()
    cleo.until(2)
    assert again.sit(table).view["ply"] == 2
    assert listed(again, table)["occupants"][0]["out"]
    assert cleo.update["resigning"] == "end"  # two are left
    ask(cleo, "resign")
    assert placed(over(ben)) == [(1, 1), (2, 2), (0, 3)]
    words = {place["seat"]: place.get("words", "") for place in ben.view["result"]["placements"]}
    assert words == {0: "resigned", 1: "", 2: "resigned"}


@pytest.mark.usefixtures("magpie")
def test_a_resigned_seat_stays_out_after_an_undo(server: LiveServer, again: LiveServer) -> None:
    table, (ada, ben, cleo) = table_of(server, "magpie", seats=3)
    ada.play()
    ben.until(1).play()
    ask(cleo.until(2), "resign")
    assert ask(dropped(ben, 2), "undo", ply=3)["type"] == "accepted"
    until(ben, lambda: ben.view.get("undone"))
    for person in (ben, again.sit(table)):
        assert person.view["ply"] == 2
        assert person.view["waiting"] == [1]
        assert person.log[-1]["words"].startswith("[[seat:2]] left the game")
    for ply in (2, 3):  # Ben answers, and boasts
        ben.send(type="act", id=71, ply=ply, undone=1, action=ben.view["choices"][0]["action"])
        ben.until(ply + 1)
    assert ada.until(4).view["waiting"] == [0]  # Cleo is skipped


@pytest.mark.usefixtures("magpie")
def test_a_request_ends_when_its_sender_leaves(server: LiveServer) -> None:
    _, (ada, ben, _cleo) = table_of(server, "magpie", seats=3)
    ask(ada, "offer-end")
    until(ben, lambda: ben.update.get("question"))
    ask(ada, "resign")
    assert not dropped(ben, 0).update.get("question")


@pytest.mark.usefixtures("magpie")
def test_a_resigned_player_can_branch_from_before_the_resignation(server: LiveServer) -> None:
    table, secrets = server.full("magpie", 3, seed=1)
    ada, ben, cleo = (server.sit(table, secret) for secret in secrets)
    ada.play()
    ask(ada, "resign")
    dropped(ben, 0).until(2).play()
    ask(ben, "resign")
    over(cleo)

    def branch(ply: int) -> Any:
        return server.post(f"/tables/{table}/branch", {"ply": ply, "bot": "random"}, secrets[0])

    assert "you had left the game by then" in branch(2).text
    seated = branch(1).json()
    assert server.sit(seated["table"], seated["secret"]).view["seat"] == 0


@pytest.mark.usefixtures("magpie")
def test_a_rematch_includes_resigned_players(server: LiveServer) -> None:
    _, secrets = server.full("magpie", 3)
    people = [server.sit(_, secret) for secret in secrets]
    ask(people[0], "resign")
    ask(dropped(people[1], 0), "resign")
    over(people[2])
    ada = server.sit(rematch(*people[1:]), secrets[0])
    assert not any(each.get("out") or each.get("resigned") for each in ada.update["occupants"])
    assert ada.update["resigning"] == "out"


def test_a_resigned_player_is_not_asked(server: LiveServer) -> None:
    _, (ada, ben, cleo) = table_of(server, seats=3)
    ask(ada, "resign")
    ask(ben, "offer-end")
    assert until(cleo, lambda: cleo.update.get("question")).update["question"]["asked"] == [2]


def test_against_bots_resigning_ends_the_game(server: LiveServer) -> None:
    mine = server.new("splendor", "me", "greedy", "greedy", seed=1)
    ada = server.sit(mine["table"], mine["secret"])
    ada.play().until(3)
    ask(ada, "resign")
    assert placed(over(ada))[-1] == (0, 3)


def test_a_game_can_end_for_all_when_one_player_resigns(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    import cogtable

    monkeypatch.setattr(cogtable.game("splendor"), "leaving", "end")
    _, (ada, ben, _cleo) = table_of(server, seats=3)
    ask(ada, "resign")
    assert placed(over(ben)) == [(1, 1), (2, 1), (0, 3)]


def test_resigning_is_possible_only_for_players_during_the_game(server: LiveServer) -> None:
    mine = server.new("splendor", "me", "open")
    ada = server.sit(mine["table"], mine["secret"])
    assert ask(ada, "resign")["code"] == "waiting"
    ben = server.sit(mine["table"], server.join(mine["table"])["secret"])
    assert ask(server.sit(mine["table"]), "resign")["code"] == "not-seated"
    ask(ben, "resign")
    assert ask(over(ada), "resign")["code"] == "over"


# --- by agreement ---------------------------------------------------------------------------------------


def test_all_can_agree_to_end_the_game(server: LiveServer, again: LiveServer) -> None:
    table, (ada, ben) = table_of(server)
    ada.play()
    assert ask(ada, "offer-end")["type"] == "accepted"
    question = until(ben, lambda: ben.update.get("question")).update["question"]
    assert question == {"number": 1, "kind": "end", "seat": 0, "asked": [1]}
    assert ask(ben, "answer", question=1, allow=True)["type"] == "accepted"
    for person in (ada, ben):
        assert placed(over(person)) == [(0, 1), (1, 1)]
        assert person.view["result"]["words"] == "Everybody agreed to end the game"
    assert placed(again.sit(table)) == [(0, 1), (1, 1)]


def test_declining_continues_the_game(server: LiveServer) -> None:
    _, (ada, ben) = table_of(server)
    ask(ada, "offer-end")
    until(ben, lambda: ben.update.get("question"))
    ask(ben, "answer", question=1, allow=False)
    assert ask(ada, "offer-end")["code"] == "refused"
    assert ask(ben, "offer-end")["type"] == "accepted"  # it is his own request
    until(ada, lambda: ada.update.get("question", {}).get("seat") == 1)
    ada.play()
    assert ask(ada, "offer-end")["type"] == "accepted"


def test_only_one_request_can_be_open(server: LiveServer) -> None:
    _, (ada, ben) = table_of(server)
    ask(ada, "offer-end")
    assert ask(ben, "offer-end")["words"] == "another request is open; wait for everyone to answer"


def test_bots_are_not_asked(server: LiveServer) -> None:
    mine = server.new("splendor", "me", "greedy")
    ada = server.sit(mine["table"], mine["secret"])
    assert ask(ada, "offer-end")["words"] == "there is nobody else to ask; you can resign instead"


# --- before the game ------------------------------------------------------------------------------------


def test_the_creator_can_replace_an_absent_friend_by_a_bot(server: LiveServer, again: LiveServer) -> None:
    mine = server.new("splendor", "me", "open", seed=1)
    ada = server.sit(mine["table"], mine["secret"])
    assert ada.update["creator"] == 0
    assert ask(ada, "seat", seat=1, bot="greedy")["type"] == "accepted"
    until(ada, lambda: ada.update.get("started", True))
    assert ada.update["occupants"][1]["kind"] == "bot"
    ada.play().until(2)
    assert listed(again, mine["table"])["started"]


def test_the_creator_can_remove_a_person_who_can_then_only_watch(server: LiveServer) -> None:
    mine = server.new("splendor", "me", "open", "open")
    ada = server.sit(mine["table"], mine["secret"])
    seat = server.join(mine["table"], "Ben")
    ben = server.sit(mine["table"], seat["secret"])
    assert ask(ben, "seat", seat=2, bot="greedy")["words"] == "only the creator of this table can do that"
    assert ask(ada, "seat", seat=1)["type"] == "accepted"
    error = ben.next("error")
    assert (error["code"], error["words"]) == ("secret", "This seat is no longer yours. You can watch.")
    assert ben.next("update")["view"]["seat"] == -1
    until(ada, lambda: ada.update["occupants"][1]["kind"] == "open")
    late = server.raw(mine["table"])
    late.send(f'{{"type": "hello", "protocol": {PROTOCOL}, "secret": "{seat["secret"]}"}}')
    assert "no seat at this table has that secret" in str(late.recv(timeout=PATIENCE))
    assert server.join(mine["table"], "Cleo")["seat"] == 1


def test_the_creator_cannot_give_seats_away_during_the_game(server: LiveServer) -> None:
    mine = server.new("splendor", "me", "open")
    ada = server.sit(mine["table"], mine["secret"])
    for seat in (0, 2, -1):
        assert ask(ada, "seat", seat=seat)["code"] == "malformed"
    assert ask(ada, "seat", seat=1, bot="nobody")["words"] == "there is no bot 'nobody'"
    assert ask(ada, "seat", seat=1, bot=7)["code"] == "malformed"
    server.join(mine["table"])
    assert ask(ada, "seat", seat=1)["words"] == "the game has begun; seats can be changed only before that"


def test_a_person_at_the_creators_device_can_give_seats_away_except_their_own(server: LiveServer) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}, {"kind": "open"}]
    mine = server.post("/tables", {"game": "splendor", "seats": seats}).json()
    ada = server.sit(mine["table"], mine["secret"])
    assert ask(ada, "seat", seat=1)["code"] == "malformed"
    assert ask(ada, "seat", seat=2, bot="greedy")["type"] == "accepted"


# --- others take the seat -------------------------------------------------------------------------------


def gone(server: LiveServer, away: Away, seconds: float = 300, **more: Any) -> tuple[str, list[str], Person]:
    """Ben has been gone for a time; Ada waits."""
    table, secrets = server.full("splendor", seed=1, **more)
    ada, ben = (server.sit(table, secret) for secret in secrets)
    ben.leave()
    until(ada, lambda: not ada.update["occupants"][1].get("here"))
    away.let_pass(seconds)
    return table, secrets, ada


def test_others_can_take_the_seat_of_an_absent_person(server: LiveServer, again: LiveServer, away: Away) -> None:
    table, secrets, ada = gone(server, away, replacing=True)
    until(ada, lambda: ada.update["occupants"][1].get("free"))
    assert server.sit(table).update["replacing"]
    seat = server.join(table, "Cleo")
    assert seat["seat"] == 1
    cleo = server.sit(table, seat["secret"])
    assert cleo.view["seat"] == 1
    until(ada, lambda: ada.update["occupants"][1]["name"] == "Cleo")
    until(ada, lambda: ada.log[-1]["words"] == "Cleo took the seat of Friend 1")
    ada.play()
    cleo.until(1).play()
    # The former player has no seat any more, here or on another server.
    for each in (server, again):
        late = each.raw(table)
        late.send(f'{{"type": "hello", "protocol": {PROTOCOL}, "secret": "{secrets[1]}"}}')
        assert "no seat at this table has that secret" in str(late.recv(timeout=PATIENCE))
    assert again.sit(table, seat["secret"]).log[-3]["words"] == "Cleo took the seat of Friend 1"


def test_names_are_not_markup_in_the_log(server: LiveServer, away: Away) -> None:
    table, _, ada = gone(server, away, replacing=True)
    until(ada, lambda: ada.update["occupants"][1].get("free"))
    server.join(table, "[[seat:0]]**")
    until(ada, lambda: ada.log[-1]["words"] == "seat:0 took the seat of Friend 1")


def test_before_that_time_the_seat_cannot_be_taken(server: LiveServer, away: Away) -> None:
    table, secrets, ada = gone(server, away, seconds=299, replacing=True)
    assert server.post(f"/tables/{table}/join", {"name": "Cleo"}).status_code == 409
    ben = server.sit(table, secrets[1])
    away.let_pass(1)
    assert server.post(f"/tables/{table}/join", {"name": "Cleo"}).status_code == 409
    assert not ben.update["occupants"][1].get("free")
    assert not ada.update["occupants"][1].get("free")


def test_taking_seats_must_be_allowed_by_the_creator(server: LiveServer, away: Away) -> None:
    table, _, _ = gone(server, away, seconds=9999)
    assert not server.sit(table).update.get("replacing")
    assert server.post(f"/tables/{table}/join", {"name": "Cleo"}).status_code == 409


def test_a_bot_takes_over_before_the_seat_can_be_taken(server: LiveServer, away: Away) -> None:
    """A short network failure costs no person their seat."""
    table, _, ada = gone(server, away, seconds=15, replacing=True, takeover={"bot": "greedy", "after_s": 15})
    until(ada, lambda: ada.update["occupants"][1].get("taken_over_by"))
    away.let_pass(284)
    assert server.post(f"/tables/{table}/join", {"name": "Cleo"}).status_code == 409
    away.let_pass(1)
    until(ada, lambda: ada.update["occupants"][1].get("free"))
    assert server.join(table, "Cleo")["seat"] == 1
    until(ada, lambda: ada.update["occupants"][1]["name"] == "Cleo")
    assert not ada.update["occupants"][1].get("taken_over_by")


def test_an_absent_person_can_return_if_the_seat_was_not_taken(server: LiveServer, away: Away) -> None:
    table, secrets, ada = gone(server, away, replacing=True)
    until(ada, lambda: ada.update["occupants"][1].get("free"))
    ben = server.sit(table, secrets[1])
    assert ben.view["seat"] == 1
    until(ada, lambda: not ada.update["occupants"][1].get("free"))
    assert server.post(f"/tables/{table}/join", {"name": "Cleo"}).status_code == 409


def test_the_seat_of_a_resigned_player_is_free_at_once(server: LiveServer) -> None:
    table, (ada, ben, _cleo) = table_of(server, seats=3, replacing=True)
    ask(ben, "resign")
    assert until(ada, lambda: ada.update["occupants"][1].get("free"))
    seat = server.join(table, "Dora")
    ben.next("error")
    assert ben.next("update")["view"]["seat"] == -1
    dora = server.sit(table, seat["secret"])
    assert not dora.update["occupants"][1].get("resigned")
    ada.play()
    assert dora.until(1).view["choices"]


def test_a_rematch_does_not_keep_resignations(server: LiveServer) -> None:
    table, secrets = server.full("tiny", 3, options={"length": 1})
    people = [server.sit(table, secret) for secret in secrets]
    ask(people[0], "resign")
    for person in people[1:]:
        person.play()
    over(people[1])
    ada = server.sit(rematch(*people), secrets[0])
    assert not any(each.get("resigned") for each in ada.update["occupants"])


def test_two_servers_do_not_give_a_seat_away_twice(server: LiveServer, again: LiveServer, away: Away) -> None:
    table, _, ada = gone(server, away, replacing=True)
    until(ada, lambda: ada.update["occupants"][1].get("free"))
    server.join(table, "Cleo")
    assert again.post(f"/tables/{table}/join", {"name": "Dora"}).status_code == 409
