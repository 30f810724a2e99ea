"""Saved matches that are opened at a table of their own."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cogtable
from cogtable.engine.play.interventions import Ending, Remark, TakenBack
from cogtable.engine.play.match import Match
from cogtable.server.table.opened_match import MOST_BYTES, opened_match, table_of
from cogtable.server.table.restore import actions_of, restore
from cogtable.server.wire.lobby_api import NewSeat, OpenMatch

from .live_server import LiveServer, Person
from .test_analyses import finished


def played(game: str = "tiny", moves: int = 2, **options: int) -> Match:
    match = cogtable.game(game).start(seats=2, seed=5, **options)
    for _ in range(moves):
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[0].action)
    return match


ANN_FIRST = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
ANN_SECOND = ANN_FIRST[::-1]


def opened(server: LiveServer, file: str, seats: Any = ANN_FIRST, **more: Any) -> Any:
    return server.post("/matches", {"file": file, "seats": seats, **more})


def changed(file: str, **fields: Any) -> str:
    return json.dumps(json.loads(file) | fields)


def sit_there(server: LiveServer, answer: Any) -> Person:
    assert answer.status_code == 201, answer.text
    return server.sit(answer.json()["table"], answer.json()["secret"])


def test_a_downloaded_match_is_reviewed_at_a_table_of_ones_own(server: LiveServer) -> None:
    table, secrets, match = finished(server)
    file = server.http.get(f"/tables/{table}/file", headers={"authorization": f"Bearer {secrets[1]}"}).text
    answer = opened(server, file, ANN_SECOND, name="Ann")
    ann = sit_there(server, answer)
    assert (ann.view["over"], ann.view["seat"]) == (True, 1)
    assert [(each["kind"], each["name"]) for each in ann.update["occupants"]] == [("bot", "Seat 1"), ("person", "Ann")]
    assert ann.log == server.sit(table, secrets[1]).log
    own, secret = answer.json()["table"], answer.json()["secret"]
    again = server.http.get(f"/tables/{own}/file", headers={"authorization": f"Bearer {secret}"})
    assert json.loads(again.text) == json.loads(file)
    branch = server.post(f"/tables/{own}/branch", {"ply": 2, "bot": "random"}, secret)
    assert branch.json()["seat"] == 1
    assert server.sit(branch.json()["table"], branch.json()["secret"]).log[:2] == [
        {"words": line.words, "ply": line.ply, "seat": line.seat} for line in match.at(2).log(1)[:2]
    ]


def test_its_table_is_private_and_counts_for_nothing(server: LiveServer) -> None:
    _, _, match = finished(server)
    own = opened(server, cogtable.save(match)).json()["table"]
    columns = "public, listed, rated, chosen_seed, ended"
    assert server.execute(f"SELECT {columns} FROM tables WHERE id = '{own}'") == [(0, 0, 0, 1, None)]
    assert server.http.get("/live").json() == server.http.get("/tables").json() == []


def test_a_match_that_is_not_over_goes_on_against_bots(server: LiveServer) -> None:
    answer = opened(server, cogtable.save(played()), ANN_SECOND)
    ann = sit_there(server, answer)
    assert (answer.json()["seat"], ann.view["seat"]) == (1, 1)
    while not ann.view["over"]:
        if 1 in ann.view["waiting"]:
            ann.play()
        else:
            ann.hear()


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([], "this match has 2 seats; found 0 in the request"),
        ([{"kind": "me"}], "this match has 2 seats; found 1 in the request"),
        ([{"kind": "me"}, {"kind": "open"}], "only you and bots can have seats in a saved match"),
        ([{"kind": "bot", "bot": "random"}] * 2, "only you and bots can have seats in a saved match"),
        ([{"kind": "me"}, {"kind": "bot", "bot": "deep"}], "there is no bot 'deep' for tiny"),
        ([{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ann"}], "different names; found Ann twice"),
    ],
)
def test_other_people_get_no_seat(server: LiveServer, seats: Any, words: str) -> None:
    answer = opened(server, cogtable.save(played()), seats, name="Ann")
    assert (answer.status_code, words in answer.text) == (422, True), answer.text


FILE = cogtable.save(played("splendor", 10))


@pytest.mark.parametrize(
    ("file", "status", "words"),
    [
        ("", 422, "this file is not a saved match"),
        ("<svg/>", 422, "this file is not a saved match"),
        ('{"game": "splendor"}', 422, "this file is not a saved match"),
        ("[" * 100_000, 422, "this file is not a saved match"),
        (FILE + " " * MOST_BYTES, 422, f"too big for a saved match: expected at most {MOST_BYTES} bytes"),
        (changed(FILE, game="chess"), 410, "a game that is not here: chess"),
        (changed(FILE, version="0.1"), 410, "by other rules of Splendor: version 0.1; here it has version"),
        (changed(FILE, box="0" * 64), 410, "with another box of Splendor; on your computer, `cogtable replay FILE"),
        (changed(FILE, laid_out={"layout": "x", "state": ""}), 422, "began at a position laid out by hand"),
        (changed(FILE, seats=9), 422, "this saved match is damaged: the match cannot be dealt"),
        (changed(FILE, seats=-1), 422, "this saved match is damaged"),
        (changed(FILE, seed=-1), 422, "this saved match is damaged: the match cannot be dealt: a seed is"),
        (changed(FILE, seed=1 << 80), 422, "this saved match is damaged: the match cannot be dealt: a seed is"),
        (changed(FILE, options={"speed": 2}), 422, "has no option 'speed'"),
        (changed(FILE, actions=[[0, 1 << 80, ""]]), 422, "this saved match is damaged: move 1 of the file"),
        (changed(FILE, actions=[[1, 0, ""]]), 422, "seat 1 has nothing to decide now"),
        (changed(FILE, actions=[[0, 0, ""]] * 20_000), 422, "moves; found 20000"),
        (changed(FILE, outside={"remarks": [[0, 7, "left"]]}), 422, "about a move or a seat that the match does not"),
        (changed(FILE, outside={"taken_back": [[99, 0, False]]}), 422, "about a move or a seat"),
        (changed(FILE, outside={"ending": ["over", 2]}), 422, "about a move or a seat that the match does not have"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_file_is_refused_with_the_reason(server: LiveServer, file: str, status: int, words: str) -> None:
    answer = opened(server, file)
    assert (answer.status_code, words in answer.json()["error"]) == (status, True), answer.text


def test_a_position_in_the_file_is_not_believed(server: LiveServer) -> None:
    """Its digest is no signature: anybody can compute it."""
    honest = played("splendor", 10)
    lie = honest.position.copy()
    lie["points"] = 14
    file = cogtable.save(Match.resumed(honest.game, honest.seed, honest.options, honest.moves, lie))
    assert cogtable.load(file).state.points[0] == 14
    assert opened_match(file).position.tobytes() == honest.position.tobytes()


SEATS = OpenMatch(file="", seats=[NewSeat(kind="me"), NewSeat(kind="bot", bot="random")])


def test_what_happened_outside_the_rules_stays() -> None:
    match = played(moves=4)
    marks = match.interventions.back(TakenBack(3, 0, True)).back(TakenBack(1, 1, False))
    match.interventions = marks.remarked(Remark(2, 1, "Ben left")).ended(Ending("Ann resigned", 0))
    found = opened_match(cogtable.save(match))
    row, actions = table_of(found, SEATS, {0: "Ann"}, "secret", "", 0.0)
    again = restore(row, actions).match
    assert [line.words for line in again.log(0)] == [line.words for line in match.log(0)]
    assert (again.over, again.ranks, row.places) == (True, match.ranks, match.ranks)
    kinds = [each.kind for each in actions_of(match)]
    assert kinds == [
        "move",
        "undo",
        "undo",
        "move",
        "remark",
        "move",
        "move",
        "end",
    ]
