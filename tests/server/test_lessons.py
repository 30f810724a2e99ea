"""Lessons at a table: one step at a time, back, after a restart, and into a normal game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cogtable
from cogtable.engine.lessons.script import NO_ACTION, script_of

from .fakes import stand_in
from .live_server import LiveServer, Person


@pytest.fixture(autouse=True)
def bots_take_the_first_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, lambda name, match, seat, seed: match.choices(seat)[0].action)


def script() -> Any:
    return script_of(cogtable.game("splendor"))


def learner(server: LiveServer) -> tuple[dict[str, Any], Person]:
    table = server.new("splendor", lesson=True)
    return table, server.sit(table["table"], table["secret"])


def at(person: Person, step: int) -> Person:
    """Receives messages until the coach shows a step."""
    while not (person.update.get("lesson") or {}).get("words") or person.update["lesson"]["step"] != step:
        person.next("update")
    return person


def go(person: Person, step: int) -> dict[str, Any]:
    person.send(type="step", id=99, step=step)
    return person.next("accepted", "error")


def through(person: Person, until: int) -> Person:
    """Does what the coach asks for."""
    for step in range(at(person, person.update["lesson"]["step"]).update["lesson"]["step"], until):
        lesson = at(person, step).update["lesson"]
        answer = go(person, step + 1) if lesson.get("action", NO_ACTION) == NO_ACTION else person.act(lesson["action"])
        assert answer["type"] == "accepted", answer
    return person


def test_the_lobby_offers_the_lesson(server: LiveServer) -> None:
    games = {game["name"]: game.get("lesson", 0) for game in server.http.get("/games").json()["games"]}
    assert games["splendor"] == len(script().steps)
    assert games["tiny"] == 0
    refused = server.post("/tables", {"game": "tiny", "lesson": True, "name": "Ada"})
    assert (refused.status_code, refused.json()["error"]) == (404, "tiny has no lesson that can be played")
    nameless = server.post("/tables", {"game": "splendor", "lesson": True})
    assert nameless.status_code == 201


def test_the_coach_asks_for_one_thing_at_a_time_and_the_bots_answer(server: LiveServer) -> None:
    _, person = learner(server)
    through(person, 2)
    lesson = at(person, 2).update["lesson"]
    assert lesson["pieces"] == ["bank.2", "bank.3", "bank.4"]
    assert lesson["tags"][0]["words"] == "for this card"
    refused = person.act(person.actions()[-1])
    assert (refused["code"], refused["words"]) == ("lesson", "the lesson asks for another action; the coach says which")
    assert go(person, 3)["code"] == "lesson", "what it asks for is not done"
    assert person.act(lesson["action"])["ply"] == 1
    assert "words" not in person.until(1).update["lesson"], "the coach is silent while bots move"
    assert at(person, 3).ply == 2


def test_others_see_the_table_but_not_the_coach(server: LiveServer) -> None:
    table, person = learner(server)
    watcher = server.sit(table["table"])
    assert "lesson" not in watcher.update
    watcher.send(type="step", id=1, step=1)
    assert watcher.next("error")["code"] == "not-seated"
    person.send(type="hint", id=5, ply=0)
    assert person.next("error")["code"] == "lesson"


def test_back_also_undoes_the_step_on_the_table(server: LiveServer) -> None:
    _, person = learner(server)
    through(person, 4)
    before = at(person, 4).update["lesson"]
    assert go(person, 3)["ply"] == 2
    assert at(person, 3).ply == 2
    assert [person.view["undone"], go(person, 4)["code"]] == [1, "lesson"]
    person.send(type="undo", id=7, ply=2, undone=1)
    assert person.next("error")["words"] == "there is no undo in a lesson; go back a step instead"
    person.send(type="act", id=8, ply=2, undone=1, action=person.update["lesson"]["action"])
    assert at(person, 4).update["lesson"] == before
    assert go(person, 0)["ply"] == 0
    assert at(person, 0).log[-1]["ply"] == 0
    assert not person.update.get("undo"), "the coach's Back takes the place of Undo"


@pytest.mark.parametrize("step", [-1, 2, 50])
def test_steps_cannot_be_skipped(server: LiveServer, step: int) -> None:
    _, person = learner(server)
    refused = go(person, step)
    assert refused["code"] == "lesson"
    assert "the lesson is at step 1" in refused["words"]


def test_a_lesson_continues_after_a_restart_and_is_listed(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "cogtable.db") as server:
        table, person = learner(server)
        at(through(person, 4), 4)
    with LiveServer(tmp_path / "cogtable.db") as server:
        mine = server.post("/mine", {"secrets": {table["table"]: table["secret"]}}).json()
        assert [found["lesson"] for found in mine] == [4]
        person = server.sit(table["table"], table["secret"])
        assert person.update["lesson"]["step"] == 4
        at(through(person, 5), 5)


def test_a_lesson_ends_in_a_normal_game_against_a_bot(server: LiveServer) -> None:
    table, person = learner(server)
    steps = len(script().steps)
    through(person, steps)
    while "lesson" in person.update:
        person.next("update")
    while person.view["waiting"] != [0] or person.ply <= script().end.ply:
        person.hear()
    person.play()
    assert server.http.get(f"/tables/{table['table']}").json().get("lesson", -1) == -1
    assert go(person, 1)["code"] == "lesson"


NOBLES = "nobles"


def strategist(server: LiveServer) -> tuple[dict[str, Any], Person]:
    """A person at the table of a strategy lesson."""
    table = server.new("splendor", lesson=True, lesson_name=NOBLES)
    return table, server.sit(table["table"], table["secret"])


def test_the_lobby_lists_all_lessons_of_a_game(server: LiveServer) -> None:
    games = {game["name"]: game.get("lessons", []) for game in server.http.get("/games").json()["games"]}
    assert [lesson["name"] for lesson in games["splendor"]] == ["first", NOBLES, "from-gems-to-points"]
    first, nobles, _ = games["splendor"]
    assert (first["title"], first["steps"], "about" in first) == ("First game", len(script().steps), False)
    assert (nobles["title"], nobles["steps"]) == ("Nobles", 6)
    assert nobles["about"] == "Cards that count for two nobles, and when to buy them."
    assert games["tiny"] == []
    wanted = {"game": "splendor", "lesson": True, "lesson_name": "gold", "name": "Ada"}
    refused = server.post("/tables", wanted)
    assert (refused.status_code, refused.json()["error"]) == (
        404,
        "splendor has no lesson “gold” that can be played",
    )


def test_a_strategy_lesson_begins_at_its_position_with_titles_and_doubts(server: LiveServer) -> None:
    table, person = strategist(server)
    assert person.ply == script_of(cogtable.game("splendor"), NOBLES).steps[0].ply > 0
    lesson = at(person, 0).update["lesson"]
    assert (lesson["name"], lesson["title"], lesson["heading"]) == (NOBLES, "Nobles", "Nobles are a plan, not luck")
    through(person, 2)
    doubts = at(person, 2).update["lesson"]["doubts"]
    assert [doubt["ask"] for doubt in doubts] == ["Why not the 4 points now?", "Why not a white card?"]
    assert all(doubt["answer"] and doubt["pieces"] for doubt in doubts)
    [mine] = server.post("/mine", {"secrets": {table["table"]: table["secret"]}}).json()
    assert (mine["lesson"], mine["lesson_name"]) == (2, NOBLES)


def test_the_last_step_offers_the_next_lesson(server: LiveServer) -> None:
    _, person = strategist(server)
    through(person, 5)
    following = at(person, 5).update["lesson"]["following"]
    assert following == {"name": "from-gems-to-points", "title": "From gems to points"}
    assert go(person, 6)["type"] == "accepted"


def test_back_in_a_strategy_lesson_never_goes_before_its_position(server: LiveServer) -> None:
    _, person = strategist(server)
    begin = person.ply
    through(person, 4)
    assert at(person, 4).ply > begin
    assert go(person, 0)["type"] == "accepted"
    assert at(person, 0).ply == begin


def test_a_strategy_lesson_continues_after_a_restart(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "cogtable.db") as server:
        table, person = strategist(server)
        at(through(person, 3), 3)
    with LiveServer(tmp_path / "cogtable.db") as server:
        person = server.sit(table["table"], table["secret"])
        lesson = person.update["lesson"]
        assert (lesson["step"], lesson["name"]) == (3, NOBLES)
        at(through(person, 4), 4)


def test_a_lesson_from_before_games_had_several_is_the_first(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "cogtable.db") as first:
        table, person = learner(first)
        at(through(person, 3), 3)
        first.execute("UPDATE tables SET lesson_name = ''")
    with LiveServer(tmp_path / "cogtable.db") as second:
        lesson = second.sit(table["table"], table["secret"]).update["lesson"]
        assert (lesson["step"], lesson["name"]) == (3, "first")


def test_a_lesson_whose_file_has_changed_ends(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "cogtable.db") as first:
        table, person = learner(first)
        at(through(person, 3), 3)
        first.execute("UPDATE tables SET lesson = 7")
    with LiveServer(tmp_path / "cogtable.db") as second:
        assert "lesson" not in second.sit(table["table"], table["secret"]).update
