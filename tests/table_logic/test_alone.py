"""One person against bots, from the new table to the rematch, without event loop, database or socket."""

from __future__ import annotations

import random

import msgspec
import pytest

from cogtable.engine.lessons import puzzle
from cogtable.engine.lessons.script import NO_ACTION, script_of
from cogtable.engine.play import registry
from cogtable.lab import analysis
from cogtable.lab.analysis import Advice, Candidate
from cogtable.lab.reasons import NamedReason
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import NO_LESSON
from cogtable.server.table.branch import branch
from cogtable.server.table.change import NewActions
from cogtable.server.table.new_table import new_lesson
from cogtable.server.table.solving import Solving
from cogtable.server.wire import from_client, from_server

from .kept_table import KeptTable, Page, make

GAMES = ("splendor", "megaman", "recharge", "smashgear", "coalheart")


@pytest.fixture
def draw() -> random.Random:
    return random.Random(7)


def alone(game: str, seed: int = 3) -> KeptTable:
    """A table of one person, in seat 0, and two bots, or one in a game for two."""
    bots = min(2, registry.find(game).max_seats - 1)
    return KeptTable(make(game, "me", *["easy"] * bots, seed=seed))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_alone_against_bots(game: str, draw: random.Random) -> None:
    table = alone(game)
    assert table.view().seat == 0
    assert [each.kind for each in table.update().now.occupants][:2] == ["person", "bot"]

    table.let_bots_play(draw)
    before = table.table.match.ply
    accepted = table.act(table.view().choices[0].action, submission="my first")
    assert (accepted.ply, table.actions[before].submission) == (before + 1, "my first")

    table.play_on(draw, most=3)
    again = table.reopened()
    assert again.views() == table.views(), "what is stored is all there is to a table"
    again.play_on(draw)
    over = again.view()
    assert over.over
    assert over.result
    assert not again.update().now.undo
    final = [each.write.finish for each in again.changes if isinstance(each.write, NewActions) and each.write.finish]
    assert [(end.places, end.scores) for end in final] == [(again.table.match.ranks, again.table.match.scores)]
    assert again.reopened().views() == again.views()


def test_a_move_that_is_not_possible_changes_nothing() -> None:
    table = alone("splendor")
    views, action = table.views(), table.view().choices[0].action
    with pytest.raises(Refusal, match="that is not possible now; you can:"):
        table.act(99_999)
    with pytest.raises(Refusal, match="your message is about the table after move 5; it is at move 0 now"):
        table.send(from_client.Act(id=1, ply=5, action=action))
    with pytest.raises(Refusal, match="you have nothing to decide now; the game waits for Ada"):
        table.act(action, seat=1)
    with pytest.raises(Refusal, match="you are watching"):
        table.act(action, seat=-1)
    with pytest.raises(Refusal, match="has at most 32 characters; found 33"):
        table.act(action, submission="x" * 33)
    assert (table.views(), table.actions, table.changes) == (views, [], [])


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_taken_back(game: str, draw: random.Random) -> None:
    table = alone(game)
    table.let_bots_play(draw)
    views, ply = table.views(), table.table.match.ply
    table.act(table.view().choices[0].action)
    assert table.update().now.undo
    accepted = table.undo(unrated=True)
    assert (accepted.undone, accepted.ply) == (1, ply)
    assert without_log(table.views()) == without_log(views)
    assert [each.kind for each in table.actions[-2:]] == ["move", "undo"]
    assert table.reopened().views() == table.views()
    with pytest.raises(Refusal, match="you have no move to take back"):
        table.undo()


def without_log(views: list[bytes]) -> list[object]:
    """The table in views: an undo leaves a line in the log, and counts."""
    found = [msgspec.json.decode(view) for view in views]
    return [{name: view[name] for name in ("parts", "pieces", "waiting")} for view in found]


def test_why_a_piece_cannot_be_chosen() -> None:
    table = alone("splendor")
    offered = {piece for choice in table.view().choices for piece in choice.pieces}
    others = [piece for piece in table.view().touchable() if piece not in offered]
    answers = [table.ask(from_client.AskWhy(id=1, ply=0, piece=piece)) for piece in others]
    assert answers
    assert all(answer.words for answer in answers)
    with pytest.raises(Refusal, match="there is no piece 'nothing' on the table"):
        table.ask(from_client.AskWhy(id=1, ply=0, piece="nothing"))


def test_moves_are_planned_while_the_bot_before_decides() -> None:
    table = alone("splendor")
    table.act(table.view().choices[0].action)
    for seat in (1, 2):
        while seat in table.table.match.waiting and len(table.table.match.waiting) == 1:
            match = table.table.match
            planned = table.ask(from_client.AskPremoves(id=1, ply=match.ply))
            assert bool(planned.choices) == (seat == 2), "only after the turn of the seat before"
            change = table.logic.moves.act_for_bot(seat, match, match.choices(seat)[0].action)
            assert change
            table.keep(change)


def ask_hint(table: KeptTable, *, unrated: bool = False) -> from_client.AskHint:
    undone, ply = table.table.match.revision
    return from_client.AskHint(id=1, ply=ply, undone=undone, unrated=unrated)


def test_a_hint_says_what_the_adviser_found() -> None:
    table = alone("splendor")
    choice = table.view().choices[0]
    asked, hinting = ask_hint(table), table.logic.hinting
    hinting.check(0, asked)
    assert hinting.given(0, asked) is None
    advice = Advice(
        seat=0,
        action=choice.action,
        words=choice.text,
        pieces=choice.pieces,
        chances=[0.5, 0.25, 0.25],
        candidates=[Candidate(action=choice.action, words=choice.text, chance=0.51234)],
        simulations=100,
        reasons=[NamedReason(name="noble", title="It counts for a noble.", words="It wants 3 red.")],
    )
    hint = hinting.hint(0, asked, advice)
    assert [(reason.title, reason.words) for reason in hint.reasons] == [("It counts for a noble.", "It wants 3 red.")]
    assert (hint.pieces, hint.chances) == (list(choice.pieces), [0.5, 0.25, 0.25])
    assert [(move.action, move.chance) for move in hint.moves] == [(choice.action, 0.5123)]
    table.act(choice.action)
    with pytest.raises(Refusal, match="your message is about the table after move 0"):
        hinting.hint(0, asked, advice)


def test_the_seed_of_a_hint_says_nothing_about_the_deal() -> None:
    """It is the same at every table."""
    matches = [alone("splendor", seed).table.match for seed in (3, 4)]
    searches = [next(analysis.advising(match, 0))[0] for match in matches]
    assert searches[0].hidden.tobytes() != searches[1].hidden.tobytes()
    assert [search.seed for search in searches] == [analysis.SEED] * 2


def test_with_a_hint_a_game_is_no_longer_rated() -> None:
    table = KeptTable(make("splendor", "me", "easy", account="ada", rated=True))
    assert table.update().now.rated == "bots"
    with pytest.raises(Refusal, match="with a hint this game is no longer rated"):
        table.logic.hinting.check(0, ask_hint(table))
    table.let_bots_play(random.Random(1))
    table.logic.hinting.check(0, ask_hint(table, unrated=True))
    change = table.logic.hinting.given(0, ask_hint(table, unrated=True))
    assert change
    table.keep(change)
    assert (table.update().now.rated, table.row.unrated) == ("", "hint")
    assert "This game is no longer rated. A hint was given." in table.reopened().update().now.notice


def test_there_are_no_hints_where_assists_are_off() -> None:
    table = KeptTable(make("splendor", "me", "easy", seed=3, options={"assists": 0}))
    with pytest.raises(Refusal, match="assists are off at this table"):
        table.logic.hinting.check(0, ask_hint(table))


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_looked_at_continued_and_played_again(game: str, draw: random.Random) -> None:
    table = alone(game)
    with pytest.raises(Refusal, match="when the game is over"):
        table.ask(from_client.AskPosition(id=1, ply=0))
    with pytest.raises(Refusal, match="a rematch follows a finished game"):
        table.send(from_client.RequestRematch(id=1, on=True))
    table.play_on(draw, most=5)
    table.send(from_client.Resign(id=1))
    assert table.view().over
    assert table.update().now.resigning == ""

    last = table.table.match.ply
    for ply in (0, last // 2, last):
        view = table.ask(from_client.AskPosition(id=1, ply=ply)).view
        assert (view.ply, view.choices, view.log) == (ply, [], [])
    with pytest.raises(Refusal, match=f"there is no position after move {last + 1}"):
        table.ask(from_client.AskPosition(id=1, ply=last + 1))

    row, actions = branch(table.row, table.table.match, last // 2, 0, "easy", "another secret")
    what_if = KeptTable(row, actions)
    assert what_if.view().ply == last // 2
    assert what_if.update().branch_of == table.row.id
    what_if.play_on(draw, most=2)
    assert what_if.table.match.ply > last // 2

    table.send(from_client.RequestRematch(id=1, on=True))
    (rematch,) = table.others
    assert table.logic.rematches.shown() == from_server.Rematch(table=rematch.id)
    kinds = [seat.kind for seat in rematch.seats]
    assert kinds == [*["bot"] * (len(kinds) - 1), "person"], "everybody has moved by one seat"
    assert not KeptTable(rematch).view(len(kinds) - 1).over


def test_a_rematch_waits_for_all_people() -> None:
    table = KeptTable(make("splendor", "me", "open", seed=1))
    table.keep(table.logic.seats.join(None, "Ben", "his secret"))
    table.send(from_client.Resign(id=1))
    table.send(from_client.RequestRematch(id=1, on=True))
    shown = table.logic.rematches.shown()
    assert shown
    assert (shown.wanted, shown.missing, table.others) == ([0], [1], [])
    table.send(from_client.RequestRematch(id=1, on=False))
    table.send(from_client.RequestRematch(id=1, on=True), seat=1)
    assert table.others == []
    table.send(from_client.RequestRematch(id=1, on=True))
    assert [row.id for row in table.others] == [table.row.rematch]


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in registry.find(game).lessons])
def test_a_lesson(game: str, name: str) -> None:
    script = script_of(registry.find(game), name)
    table = KeptTable(*new_lesson(script, "Ada", "my secret", "", Page().now()))
    seat, steps = script.lesson.learner, len(script.steps)
    while (step := table.table.lesson) != NO_LESSON:
        lesson = table.update(seat).lesson
        assert lesson
        assert (lesson.step, lesson.steps, bool(lesson.words)) == (step, steps, True)
        if lesson.action == NO_ACTION:
            table.send(from_client.SetStep(id=1, step=step + 1), seat)
            continue
        others = [each.action for each in table.view(seat).choices if each.action != lesson.action]
        for action in others[:1]:
            with pytest.raises(Refusal, match="the lesson asks for another action"):
                table.act(action, seat)
        if step == steps // 2:
            table.send(from_client.SetStep(id=1, step=0), seat)
            assert (table.table.lesson, table.table.match.ply) == (0, script.steps[0].ply)
            for back in range(step):
                again = table.update(seat).lesson
                assert again
                assert again.step == back
                if again.action == NO_ACTION:
                    table.send(from_client.SetStep(id=1, step=back + 1), seat)
                else:
                    table.act(again.action, seat)
        assert table.reopened().update(seat).lesson == table.update(seat).lesson
        table.act(lesson.action, seat)
    assert table.update(seat).lesson is None


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle(game: str) -> None:
    found = registry.find(game)
    first = puzzle.puzzles_of(found).puzzles[0]
    solving = Solving(found, first.key)
    shown = solving.begin()
    assert shown.puzzle
    assert shown.puzzle.state == "open"
    ply, undone = shown.view.ply, shown.view.undone
    lost, kept = next(iter(first.first.lost)), next(iter(first.first.keep))
    with pytest.raises(Refusal, match="gives the win away"):
        solving.answer(from_client.Act(id=1, ply=ply, undone=undone, action=lost))
    accepted, *updates = solving.answer(from_client.Act(id=2, ply=ply, undone=undone, action=kept))
    assert accepted == from_server.Accepted(id=2, ply=ply + 1, undone=undone)
    *_, end = [*updates, *(solving.answer(from_client.ShowLine(id=3)) if end_of(updates) == "open" else [])]
    assert end_of([end]) in ("shown", "solved")
    with pytest.raises(Refusal, match="this puzzle is over"):
        solving.answer(from_client.ShowLine(id=4))


def end_of(updates: list[from_server.FromServer]) -> str:
    """The state of a puzzle after these updates."""
    last = updates[-1]
    assert isinstance(last, from_server.Update)
    assert last.puzzle
    return last.puzzle.state
