"""Conditional moves: in games over days, a seat plans its answers to moves of others."""

from __future__ import annotations

from typing import Any

import pytest

from cogtable.server.table import conditional

from .conftest import Browse
from .live_server import LiveServer, Person, until
from .test_leaving import ask
from .test_rematch import again

BY_POST = {"move_s": 2 * 24 * 3600}
ANYTHING = {"seat": -1, "action": -1}


def two(server: LiveServer, **wanted: Any) -> tuple[str, Person, Person]:
    """Returns a table of two, the person who decides, and the one who waits."""
    table, secrets = server.full("splendor", seed=3, **({"time_control": BY_POST} | wanted))
    people = [server.sit(table, secret) for secret in secrets]
    (mover,) = people[0].view["waiting"]
    return table, people[mover], people[1 - mover]


def after(person: Person, *moves: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns what could be played after the moves of a line."""
    person.send(type="ask-line", id=31, ply=person.ply, moves=[bare(move) for move in moves])
    answer = person.next("line-choices", "error")
    assert answer["type"] == "line-choices", answer
    assert all(choice["seat"] == answer["seat"] for choice in answer["choices"])
    choices: list[dict[str, Any]] = answer["choices"]
    return choices


def bare(move: dict[str, Any]) -> dict[str, Any]:
    return {"seat": move["seat"], "action": move["action"]}


def plan(person: Person, *lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Sets the lines of a person; returns the answer."""
    moves = [[bare(move) for move in line] for line in lines]
    return ask(person, "lines", ply=person.ply, lines=moves)


def texts(person: Person) -> list[list[str]]:
    """Returns a person's lines in words."""
    lines = person.update.get("lines", {}).get("lines", [])
    return [[move.get("words", "") for move in line] for line in lines]


def test_the_answer_to_a_move_is_played_at_once(server: LiveServer) -> None:
    _, ben, ada = two(server)
    theirs = after(ada)[0]
    own = after(ada, theirs)[2]
    assert plan(ada, [theirs, own])["type"] == "accepted"
    until(ada, lambda: texts(ada) == [[theirs["words"], own["words"]]])
    ben.play(theirs["action"])
    ada.until(2)
    ben.until(2)
    assert texts(ada) == []
    assert ben.view["waiting"] == [theirs["seat"]]


def test_a_line_goes_over_several_turns(server: LiveServer) -> None:
    _, ben, ada = two(server)
    line: list[dict[str, Any]] = []
    for number in range(4):
        line.append(after(ada, *line)[number])
    assert plan(ada, line)["type"] == "accepted"
    ben.play(line[0]["action"]).until(2)
    until(ada, lambda: len(texts(ada)) == 1 and len(texts(ada)[0]) == 2)
    ben.play(line[2]["action"]).until(4)


def test_after_another_move_nothing_is_played(server: LiveServer) -> None:
    _, ben, ada = two(server)
    theirs, other = after(ada)[:2]
    plan(ada, [theirs, after(ada, theirs)[0]])
    ben.play(other["action"])
    ada.until(1)
    assert texts(ada) == []
    assert ada.actions()
    ada.play()  # it is still theirs to decide


def test_an_answer_to_whatever_others_play(server: LiveServer) -> None:
    _, ben, ada = two(server)
    own = after(ada, ANYTHING)[0]
    plan(ada, [ANYTHING, own])
    ben.play(ben.actions()[-1])
    ben.until(2)
    assert ben.view["waiting"] == [1 - own["seat"]]


def test_of_two_lines_that_fit_the_first_is_followed(server: LiveServer) -> None:
    table, ben, ada = two(server)
    theirs = after(ada)[0]
    special, usual = after(ada, theirs)[1], after(ada, ANYTHING)[0]
    plan(ada, [theirs, special], [ANYTHING, usual])
    ben.play(theirs["action"])
    ada.until(2)
    match = server.app.state.rooms.loaded[table].table.match
    assert match.moves[1].text == special["words"]


def test_a_move_that_is_not_possible_is_dropped_with_a_reason(server: LiveServer) -> None:
    _, ben, ada = two(server)
    reserving = [move for move in after(ada) if "eserve" in move["words"]]
    theirs = reserving[0]
    own = next(move for move in after(ada, ANYTHING) if move["words"] == theirs["words"])
    plan(ada, [ANYTHING, own])
    ben.play(theirs["action"])  # the card that Ada wants
    until(ada, lambda: "dropped" in ada.update.get("lines", {}))
    assert "not possible now" in ada.update["lines"]["dropped"]
    assert (ada.ply, texts(ada)) == (1, [])
    ada.play()
    until(ben, lambda: ben.ply == 2)
    assert plan(ada)["type"] == "accepted"
    until(ada, lambda: "dropped" not in ada.update["lines"])


def test_taking_back_moves_drops_the_lines(server: LiveServer) -> None:
    _, ben, ada = two(server)
    ben.play()
    ada.until(1).play()
    ben.until(2)
    theirs = after(ada)[0]
    plan(ada, [theirs, after(ada, theirs)[0]])
    asked = ask(ada, "undo", ply=2)
    assert asked["type"] == "accepted", asked
    until(ada, lambda: "moves were taken back" in ada.update.get("lines", {}).get("dropped", ""))
    assert (ada.ply, texts(ada)) == (1, [])
    ask(ada, "act", ply=1, undone=1, action=ada.actions()[0])
    until(ben, lambda: ben.view.get("undone") == 1 and ben.ply == 2)
    assert ask(ben, "act", ply=2, undone=1, action=theirs["action"])["type"] == "accepted"
    until(ada, lambda: ada.ply == 3)
    assert ada.actions()  # Ada decides herself


def test_only_the_seat_itself_sees_its_lines(server: LiveServer) -> None:
    table, ben, ada = two(server)
    watching = server.sit(table)
    theirs = after(ada)[0]
    own = after(ada, theirs)[0]
    plan(ada, [theirs, own])
    until(ada, lambda: texts(ada))
    again = server.sit(table)
    ask(ben, "pause", seconds=60)  # everybody is shown the table again
    for person in (ben, watching, again):
        until(person, lambda person=person: person.update.get("question"))
        assert not any('"dropped"' in text for text in person.received)
        assert texts(person) == []
        assert not any(f'"words":"{own["words"]}"' in text for text in person.received)
    assert '"conditional"' not in server.http.get(f"/tables/{table}").text


def test_lines_outlast_a_restart(server: LiveServer, tmp_path: Any) -> None:
    with LiveServer(tmp_path / "db") as one:
        table, secrets = one.full("splendor", seed=3, time_control=BY_POST)
        people = [one.sit(table, secret) for secret in secrets]
        (mover,) = people[0].view["waiting"]
        theirs = after(people[1 - mover])[0]
        own = after(people[1 - mover], theirs)[0]
        plan(people[1 - mover], [theirs, own])
    with LiveServer(tmp_path / "db") as other:
        ben = other.sit(table, secrets[mover])
        ben.play(theirs["action"]).until(2)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([[ANYTHING]], "ends with a move of your own"),
        ([[]], "ends with a move of your own"),
        ([[ANYTHING, {"seat": 1, "action": 100_000}]], "not possible"),
        ([[{"seat": 0, "action": -1}, {"seat": 1, "action": 0}]], "expected seat -1"),
        ([[ANYTHING] * 10 + [{"seat": 1, "action": 0}]], "at most 10 moves; found 11"),
        ([[ANYTHING, {"seat": 1, "action": 0}]] * 9, "at most 8 lines; found 9"),
    ],
)
def test_invalid_lines_are_refused(server: LiveServer, lines: list[Any], words: str) -> None:
    _, ben, ada = two(server)
    assert (ben.view["seat"], ada.view["seat"]) == (0, 1)
    answer = ask(ada, "lines", ply=0, lines=lines)
    assert words in answer["words"]


def test_lines_are_for_those_who_wait_in_games_over_days(server: LiveServer) -> None:
    table, ben, ada = two(server)
    assert "it is your turn" in ask(ben, "lines", ply=0, lines=[])["words"]
    assert ask(ada, "lines", ply=5, lines=[])["code"] == "late"
    assert ask(server.sit(table), "lines", ply=0, lines=[])["code"] == "not-seated"
    _, _, live = two(server, time_control={"game_s": 300, "move_s": 5})
    assert "days for each move" in ask(live, "lines", ply=0, lines=[])["words"]
    assert "lines" not in live.update


def test_a_line_cannot_depend_on_a_choice_made_in_secret(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, ada = two(server)
    theirs = after(ada)[0]
    own = after(ada, theirs)[0]
    monkeypatch.setattr(conditional, "recognised", lambda match, mover, seat: set())
    assert after(ada) == []
    assert "only on moves that everybody sees" in plan(ada, [theirs, own])["words"]
    assert plan(ada, [ANYTHING, own])["type"] == "accepted"


def test_a_rematch_begins_without_the_lines_of_the_game_before(server: LiveServer) -> None:
    """Seats rotate, so a line would even play what was expected of the other person."""
    table, ben, ada = two(server)
    theirs = after(ada)[0]
    plan(ada, [theirs, after(ada, theirs)[0]])
    ask(ben, "resign")
    again(ben)
    again(ada)
    rematch = ada.next("rematch", having="table")["table"]
    lines = "SELECT conditional FROM seats WHERE table_id = '{table}' AND conditional != ''"
    assert len(server.execute(lines.format(table=table))) == 1
    assert server.execute(lines.format(table=rematch)) == []


def test_lines_of_a_deleted_account_are_gone(server: LiveServer, browse: Browse) -> None:
    browser = browse(server)
    browser.sign_up("Ada Conditional")
    body = {"game": "splendor", "seed": 3, "seats": [{"kind": "open"}, {"kind": "me"}], "time_control": BY_POST}
    table = browser.post("/tables", body).json()["table"]
    server.join(table, "Ben")
    ada = server.sit(table, additional_headers={"Cookie": browser.cookie})
    theirs = after(ada)[0]
    own = after(ada, theirs)[0]
    assert plan(ada, [theirs, own])["type"] == "accepted"
    assert own["words"] in str(browser.get("/account/export")["records"]["seats"])
    browser.delete()
    ada.leave()
    row = server.app.state.rooms.loaded[table].table.row
    assert row.seats[1].conditional is None
