"""Several people at a table, without event loop, database or socket: seats, agreements, takeovers, clocks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cogtable.engine.play import undo
from cogtable.server.core.refusal import Refusal
from cogtable.server.table.change import NewActions, NewOccupant
from cogtable.server.wire import from_client
from cogtable.server.wire.base import Takeover, TimeControl

from .kept_table import KeptTable, make


def two(**wanted: Any) -> KeptTable:
    """A game of Ada and Ben, at a device of their own each."""
    table = KeptTable(make("splendor", "me", "open", seed=1, **wanted))
    table.keep(table.logic.seats.join(None, "Ben", "his secret"))
    return table


def move(table: KeptTable) -> None:
    """The seat whose turn it is plays its first choice."""
    (seat,) = table.table.match.waiting
    table.act(table.view(seat).choices[0].action, seat)


# --- seats ---


def test_the_game_begins_when_the_last_seat_is_taken() -> None:
    table = KeptTable(make("splendor", "me", "open", "open", seed=1, time_control=TimeControl(game_s=300)))
    assert not table.update().now.started
    with pytest.raises(Refusal, match="the game has not started"):
        table.act(table.view().choices[0].action)
    table.keep(table.logic.seats.join(2, "Ben", "his secret"))
    with pytest.raises(Refusal, match="seat 3 is not open; still open: 2"):
        table.logic.seats.join(2, "Cleo", "her secret")
    assert table.table.times is None
    table.send(from_client.SetSeat(id=1, seat=1, bot="easy"))
    assert table.update().now.started
    assert table.table.times
    assert table.table.times.left == (300, 300, 300)
    with pytest.raises(Refusal, match="every seat of this table is taken"):
        table.logic.seats.join(None, "Cleo", "her secret")
    assert table.reopened().views() == table.views()


def test_only_the_creator_changes_seats_and_only_those_of_others() -> None:
    table = KeptTable(make("splendor", "me", "open", "open", seed=1))
    table.keep(table.logic.seats.join(1, "Ben", "his secret"))
    with pytest.raises(Refusal, match="only the creator"):
        table.send(from_client.SetSeat(id=1, seat=2, bot="easy"), seat=1)
    with pytest.raises(Refusal, match="expected another seat of this table; found 1"):
        table.send(from_client.SetSeat(id=1, seat=0))
    with pytest.raises(Refusal, match="there is no bot 'nobody'"):
        table.send(from_client.SetSeat(id=1, seat=2, bot="nobody"))
    table.send(from_client.SetSeat(id=1, seat=1))
    assert [seat.kind for seat in table.row.seats] == ["person", "open", "open"]


def test_another_person_takes_the_seat_of_one_who_has_resigned() -> None:
    table = KeptTable(make("splendor", "me", "open", "open", seed=1, replacing=True))
    for name in ("Ben", "Cleo"):
        table.keep(table.logic.seats.join(None, name, name))
    table.send(from_client.Resign(id=1), seat=1)
    assert [each.free for each in table.update().now.occupants] == [False, True, False]
    change = table.logic.seats.join(None, "Dora", "her secret")
    assert isinstance(change.write, NewOccupant)
    table.keep(change)
    assert "Dora took the seat of Ben" in table.view().log[-1].words
    assert table.reopened().views() == table.views()


# --- agreements ---


def test_an_undo_that_others_must_allow() -> None:
    table = two()
    move(table)
    move(table)
    seat = table.table.match.moves[0].seat
    other = 1 - seat
    assert not undo.is_last(table.table.match, seat)
    table.undo(seat)
    question = table.update(other).now.question
    assert question
    assert (question.kind, question.seat, question.asked) == ("undo", seat, [other])
    with pytest.raises(Refusal, match="another request is open"):
        table.send(from_client.OfferEnd(id=1), other)
    with pytest.raises(Refusal, match="this question is not for you to answer"):
        table.send(from_client.Answer(id=1, question=question.number, allow=True), seat)
    table = table.reopened()
    table.send(from_client.Answer(id=1, question=question.number, allow=True), other)
    assert (table.table.match.ply, table.table.match.revision.undone) == (0, 1)
    assert table.update(other).now.question is None


def test_a_refused_question_and_a_withdrawn_one() -> None:
    table = two()
    table.send(from_client.OfferEnd(id=1))
    table.send(from_client.Answer(id=1, question=1, allow=False), seat=1)
    with pytest.raises(Refusal, match="you cannot ask again"):
        table.send(from_client.OfferEnd(id=1))
    table.send(from_client.OfferEnd(id=1), seat=1)
    with pytest.raises(Refusal, match="only they can withdraw it"):
        table.send(from_client.Withdraw(id=1, question=2))
    table.send(from_client.Withdraw(id=1, question=2), seat=1)
    with pytest.raises(Refusal, match="question 2 is already settled"):
        table.send(from_client.Answer(id=1, question=2, allow=True))


def test_everybody_agrees_to_end_the_game() -> None:
    table = two()
    move(table)
    table.send(from_client.OfferEnd(id=1))
    accepted = table.send(from_client.Answer(id=1, question=1, allow=True), seat=1)
    assert accepted.ply == 1
    assert table.view().over
    (end,) = [each.write.finish for each in table.changes if isinstance(each.write, NewActions) and each.write.finish]
    assert end.places == ()


def test_nobody_waits_for_the_answer_of_a_person_who_resigns() -> None:
    table = KeptTable(make("splendor", "me", "open", "open", seed=1))
    for name in ("Ben", "Cleo"):
        table.keep(table.logic.seats.join(None, name, name))
    table.send(from_client.OfferEnd(id=1))
    table.send(from_client.Answer(id=1, question=1, allow=True), seat=1)
    assert not table.logic.agreement.can_excuse()
    table.send(from_client.Resign(id=1), seat=2)
    assert table.logic.agreement.can_excuse()
    change = table.logic.agreement.excuse()
    assert change
    table.keep(change)
    assert table.view().over


# --- takeovers ---


def test_a_bot_plays_for_a_person_who_is_away() -> None:
    table = two(takeover=Takeover(bot="easy", after_s=60))
    draw = random.Random(1)
    table.here.seats = {0}
    table.logic.takeovers.update()
    assert (table.logic.takeovers.missing(), table.logic.takeovers.patience_s) == ({1}, 60)
    assert table.logic.takeovers.take_over(1)
    while 0 in table.table.match.waiting:
        move(table)
    assert table.let_bots_play(draw) > 0
    assert table.actions[-1].stood_in
    with pytest.raises(Refusal, match="is playing for you; take your seat back"):
        table.act(0, seat=1)
    table.here.seats = {0, 1}
    table.logic.takeovers.update()
    assert not table.logic.takeovers.bot_in(1)


def test_a_person_lets_a_bot_play_and_takes_the_seat_back() -> None:
    table = two(takeover=Takeover(bot="easy", after_s=60))
    table.send(from_client.SetTakeover(id=1, on=True))
    assert table.reopened().update().now.occupants[0].taken_over_by
    table.send(from_client.SetTakeover(id=1, on=False))
    assert table.row.seats[0].taken_over is False
    with pytest.raises(Refusal, match="bots do not take over seats at this table"):
        two().send(from_client.SetTakeover(id=1, on=True))


# --- clocks ---


def test_a_clock_runs_for_the_seat_that_decides() -> None:
    table = two(time_control=TimeControl(game_s=300, move_s=10))
    (seat,) = table.table.match.waiting
    table.page.time += 40
    clocks = table.update().now.clocks
    assert clocks
    assert (clocks.running, clocks.left[seat], clocks.left[1 - seat]) == ([seat], 260, 300)
    move(table)
    assert table.table.times
    assert table.table.times.left[seat] == 270


def test_a_pause_stops_the_clocks() -> None:
    table = two(time_control=TimeControl(game_s=300))
    (seat,) = table.table.match.waiting
    table.send(from_client.OfferPause(id=1, seconds=120))
    table.send(from_client.Answer(id=1, question=1, allow=True), seat=1)
    with pytest.raises(Refusal, match="the game is paused for Ada"):
        move(table)
    with pytest.raises(Refusal, match="only Ada, who asked for the pause, can end it now"):
        table.send(from_client.Resume(id=1), seat=1)
    assert table.logic.pauses.end_overdue() is None
    table.page.time += 121
    change = table.logic.pauses.end_overdue()
    assert change
    table.keep(change)
    clocks = table.update().now.clocks
    assert clocks
    assert clocks.left[seat] == 300
    move(table)


@pytest.mark.parametrize("expired", ["bot", "resign"])
def test_a_player_runs_out_of_time(expired: Any) -> None:
    table = KeptTable(
        make("splendor", "me", "open", "open", time_control=TimeControl(game_s=60, expired=expired), seed=1)
    )
    for name in ("Ben", "Cleo"):
        table.keep(table.logic.seats.join(None, name, name))
    (seat,) = table.table.match.waiting
    table.page.time += 59
    assert table.logic.leaving.run_out() is None
    table.page.time += 2
    change = table.logic.leaving.run_out()
    assert change
    table.keep(change)
    assert table.row.seats[seat].resigned
    assert table.logic.takeovers.bot_in(seat), "two others are left, and play on"
    assert not table.view(1 - seat).over
