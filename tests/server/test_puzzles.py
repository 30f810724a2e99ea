"""A puzzle over its socket: the question, a wrong move, the right ones, the solution, and what the solver can't see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

import cogtable
from cogtable.engine.lessons import puzzle
from cogtable.server.table.solving import Solving
from cogtable.server.wire.base import PROTOCOL
from cogtable.server.wire.from_client import Act

from .live_server import PATIENCE, LiveServer


def known() -> list[puzzle.Puzzle]:
    return puzzle.puzzles_of(cogtable.game("splendor")).puzzles


class Solver:
    """A person at a puzzle."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.say(type="hello", protocol=PROTOCOL)

    def say(self, **message: Any) -> None:
        self._socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._socket.recv(PATIENCE))
        return found

    def ask(self, **message: Any) -> dict[str, Any]:
        self._number += 1
        self.say(id=self._number, **message)
        answer = self.hear()
        assert answer["id"] == self._number
        return answer

    def act(self, view: dict[str, Any], action: int) -> dict[str, Any]:
        return self.ask(type="act", ply=view["ply"], action=action)


@pytest.fixture
def solver(server: LiveServer) -> Iterator[Solver]:
    with connect(f"ws://{server.address}/api/puzzles/splendor/{known()[0].key}/ws") as socket:
        yield Solver(socket)


def test_the_lobby_lists_the_puzzles_of_each_game(server: LiveServer) -> None:
    games = {game["name"]: game.get("puzzles", []) for game in server.http.get("/games").json()["games"]}
    assert games["splendor"] == [each.key for each in known()]
    assert games["tiny"] == []


def test_a_puzzle_is_solved_by_playing(solver: Solver) -> None:
    first, decision = known()[0], known()[0].first
    update = solver.hear()
    view = update["view"]
    assert (view["seat"], view["ply"], view["assists"]) == (first.seat, len(first.moves), False)
    assert update["puzzle"]["state"] == "open"
    assert (update["puzzle"]["number"], update["puzzle"]["of"]) == (1, len(known()))
    assert update["puzzle"]["words"] == "You win if you find the only right move."
    assert [each["kind"] for each in update["now"]["occupants"]].count("bot") == 1
    while decision:
        wrong = next(iter(decision.lost), None)
        if wrong is not None:
            answer = solver.act(view, wrong)
            assert (answer["type"], answer["code"]) == ("error", "puzzle")
            assert re.match(
                "“[A-Z].*” gives the win away: it (hardly ever wins|wins [0-9]{1,2} times in 100). Try", answer["words"]
            )
        action, reply = next(iter(decision.keep.items()))
        assert solver.act(view, action)["type"] == "accepted"
        for _ in range(1 + len(reply.answers)):
            update = solver.hear()
            assert update["view"]["ply"] == view["ply"] + 1
            view = update["view"]
        decision = reply.then
    assert update["puzzle"]["state"] == "solved"
    assert update["puzzle"]["following"] == (known()[1].key if len(known()) > 1 else update["puzzle"]["following"])
    assert (view.get("choices", []), view["waiting"], view["over"]) == ([], [], False)
    assert solver.act(view, 0)["words"] == "this puzzle is over"


def test_the_solution_is_shown_to_its_end(solver: Solver) -> None:
    solver.hear()
    assert solver.ask(type="line")["type"] == "accepted"
    while (update := solver.hear())["puzzle"]["state"] == "open":
        pass
    assert update["puzzle"]["state"] == "shown"
    assert update["puzzle"]["words"] == "This was the solution."
    assert solver.ask(type="line")["words"] == "this puzzle is over"


def test_an_invalid_move_is_refused_and_changes_nothing(solver: Solver) -> None:
    view = solver.hear()["view"]
    late = solver.ask(type="act", ply=view["ply"] - 1, action=0)
    assert late["code"] == "late"
    assert solver.act(view, 10**6)["code"] == "illegal"
    for kind in ({"type": "hint", "ply": view["ply"]}, {"type": "undo", "ply": view["ply"]}, {"type": "resign"}):
        assert solver.ask(**kind)["words"] == "in a puzzle you can only make moves"
    piece = view["pieces"][0]["id"]
    assert solver.ask(type="why", ply=view["ply"], piece=piece)["type"] == "reason"
    assert solver.ask(type="why", ply=view["ply"], piece="none")["code"] == "malformed"
    solver.say(type="ping")
    assert solver.hear()["type"] == "pong"


def test_a_solver_sees_what_the_seat_sees(solver: Solver) -> None:
    first = known()[0]
    match = puzzle.start(cogtable.game("splendor"), first)
    shown = {piece["id"]: piece for piece in solver.hear()["view"]["pieces"]}
    seen = {piece.id for piece in match.view(first.seat).pieces}
    assert shown.keys() == seen


def test_a_decision_in_which_all_moves_win_gives_no_warning() -> None:
    """Some lines lead through such decisions."""
    game, told = cogtable.game("coalheart"), set()
    for each in puzzle.puzzles_of(game).puzzles:
        solving, decision = Solving(game, each.key), each.first
        while decision:
            action, reply = next(iter(decision.keep.items()))
            revision = solving.match.revision
            update = solving.act(Act(id=1, ply=revision.ply, undone=revision.undone, action=action))[-1]
            decision = reply.then
            if decision and update.puzzle:
                told.add((update.puzzle.words, bool(decision.lost)))
    assert told == {("Right. Go on: the win can still be lost.", True), ("Right. Go on.", False)}


@pytest.mark.parametrize("path", ["splendor/00000000", "nothing/00000000"])
def test_an_unknown_puzzle_is_refused(server: LiveServer, path: str) -> None:
    with connect(f"ws://{server.address}/api/puzzles/{path}/ws") as socket:
        assert Solver(socket).hear()["code"] == "unknown-table"


def test_a_table_has_no_solution_to_show(server: LiveServer) -> None:
    table = server.new("tiny", "me", "greedy")
    person = server.sit(table["table"], table["secret"])
    person.send(type="line", id=7)
    assert person.next("error")["code"] == "puzzle"
