"""A puzzle over its socket: the question, a wrong move, the right ones, the solution, and what the solver can't see."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

import cogtable
from cogtable.engine.lessons import puzzle
from cogtable.lab.analysis import public
from cogtable.server.core.limits import Rate
from cogtable.server.rooms.rooms import Rooms
from cogtable.server.socket import puzzles
from cogtable.server.table.solving import Solving, difficulty_of
from cogtable.server.wire.base import PROTOCOL
from cogtable.server.wire.from_client import Act

from .fakes import stand_in
from .live_server import PATIENCE, LiveServer


def known() -> list[puzzle.Puzzle]:
    return puzzle.puzzles_of(cogtable.game("splendor")).puzzles


@pytest.fixture(autouse=True)
def replies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reply to a wrong move is the first one that is possible."""
    stand_in(monkeypatch, lambda bot, match, seat, seed: match.choices(seat)[0].action)


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


# --- tries ------------------------------------------------------------------------------------------


def at_puzzle(server: LiveServer, guest: str) -> Solver:
    """Returns a guest at the first puzzle, recognised by a cookie."""
    address = f"ws://{server.address}/api/puzzles/splendor/{known()[0].key}/ws"
    return Solver(server.keep(connect(address, additional_headers={"Cookie": f"cogtable-guest={guest}"})))


def tries(server: LiveServer, guest: str = "") -> dict[str, Any]:
    headers = {"Cookie": f"cogtable-guest={guest}"} if guest else {}
    found: dict[str, Any] = server.http.get(f"/puzzles/splendor/{known()[0].key}", headers=headers).json()
    return found


def solve(solver: Solver) -> dict[str, Any]:
    """Plays the first line to its end; returns the last state of the puzzle."""
    view = solver.hear()["view"]
    decision: puzzle.PuzzleDecision | None = known()[0].first
    update: dict[str, Any] = {}
    while decision:
        action, reply = next(iter(decision.keep.items()))
        assert solver.act(view, action)["type"] == "accepted"
        for _ in range(1 + len(reply.answers)):
            update = solver.hear()
            view = update["view"]
        decision = reply.then
    state: dict[str, Any] = update["puzzle"]
    return state


def fail(solver: Solver) -> dict[str, Any]:
    """Makes a wrong move; returns the answer."""
    return solver.act(solver.hear()["view"], next(iter(known()[0].first.lost)))


def test_tries_are_counted_for_each_person(server: LiveServer) -> None:
    assert tries(server, "ada") == {}
    fail(at_puzzle(server, "ada"))
    assert tries(server, "ada") == {"tries": 1}
    solve(at_puzzle(server, "ada"))
    assert tries(server, "ada") == {"tries": 2, "solved": True}
    fail(at_puzzle(server, "ada"))
    assert tries(server, "ada") == {"tries": 2, "solved": True}, "a solved puzzle is solved"
    assert tries(server, "ben") == {}


def test_a_guest_is_recognised_by_a_cookie_from_the_first_puzzle_on(server: LiveServer) -> None:
    with connect(f"ws://{server.address}/api/puzzles/splendor/{known()[0].key}/ws") as socket:
        assert socket.response
        (cookie,) = socket.response.headers.get_all("Set-Cookie")
        guest = cookie.partition(";")[0].partition("=")[2]
        fail(Solver(socket))
    assert tries(server, guest) == {"tries": 1}


def test_the_difficulty_is_known_from_the_first_tries_of_five_people(server: LiveServer) -> None:
    for name in ("ada", "ben", "cleo", "dan"):
        fail(at_puzzle(server, name))
    assert "difficulty" not in tries(server)
    solve(at_puzzle(server, "eve"))
    assert tries(server) == {"people": 5, "first": 1, "difficulty": "hard"}
    solve(at_puzzle(server, "ada"))
    assert tries(server)["first"] == 1, "found, but not at once"


@pytest.mark.parametrize(
    ("people", "first", "words"), [(4, 4, ""), (5, 3, "easy"), (5, 2, "medium"), (10, 3, "medium"), (10, 2, "hard")]
)
def test_difficulty_has_three_words(people: int, first: int, words: str) -> None:
    assert difficulty_of(people, first) == words


def test_showing_the_solution_counts_as_a_try(server: LiveServer) -> None:
    solver = at_puzzle(server, "ada")
    solver.hear()
    solver.ask(type="line")
    assert tries(server, "ada") == {"tries": 1}


def test_a_wrong_move_is_answered_by_what_the_other_side_would_do(server: LiveServer) -> None:
    words = fail(at_puzzle(server, "ada"))["words"]
    assert " Try again. The answer would be: [[seat:" in words


def test_without_a_reply_in_time_a_wrong_move_is_still_judged(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(self: Rooms, *asked: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Rooms, "choose", never)
    monkeypatch.setattr(puzzles, "PATIENCE_S", 0.01)
    assert fail(at_puzzle(server, "ada"))["words"].endswith(" Try again.")


def test_after_the_solution_the_reasons_are_told(server: LiveServer) -> None:
    *events, last = solve(at_puzzle(server, "ada"))["reasons"]
    assert 1 <= len(events) <= 2
    assert events[0].startswith(f"[[seat:{known()[0].seat}]]")
    assert re.match("The next best move, “.*”, (hardly ever wins|wins [0-9]{1,2} times in 100).", last)


def test_tries_beyond_the_limit_are_not_counted(server: LiveServer) -> None:
    server.limit(puzzle_tries=Rate(1, 60))
    fail(at_puzzle(server, "ada"))
    assert fail(at_puzzle(server, "ben"))["code"] == "puzzle"
    assert tries(server, "ada") == {"tries": 1}
    assert tries(server, "ben") == {}


def test_an_unknown_puzzle_has_no_tries(server: LiveServer) -> None:
    for path in ("/puzzles/splendor/00000000", "/puzzles/nothing/00000000"):
        assert server.http.get(path).status_code == 404


def test_old_tries_of_guests_are_removed(server: LiveServer) -> None:
    fail(at_puzzle(server, "ada"))
    removal = server.app.state.rooms.store.removal
    for before, left in ((time.time() - 60, 1), (time.time() + 60, 0)):
        asyncio.run_coroutine_threadsafe(removal.remove_old_tries(before), server.loop).result(PATIENCE)
        assert len(server.execute("SELECT 1 FROM puzzle_tries")) == left


def test_the_reply_to_a_wrong_move_does_not_show_what_another_player_hides() -> None:
    """The solver goes on from before it, and could use what they have read."""
    match = cogtable.game("splendor").start(seats=2, seed=3)
    solving = Solving(cogtable.game("splendor"), next(each.key for each in known() if each.seat == 0))
    match.play(0, next(each.action for each in match.choices(0) if each.text.startswith("take")))
    match.play(1, next(each.action for each in match.choices(1) if each.text == "reserve the top card of level 1"))
    secret = None
    while secret is None:
        (seat,) = match.waiting
        choices = match.choices(seat)
        if seat == 1:
            secret = next((each for each in choices if not public(match, 1, each.action)), None)
        if secret is None:
            match.play(seat, next((each for each in choices if each.text.startswith("take")), choices[-1]).action)
    assert solving.answered(match.copy(), 1, secret.action) == ""
    shown = next(each for each in match.choices(1) if each.text.startswith("take"))
    assert "took" in solving.answered(match.copy(), 1, shown.action)
