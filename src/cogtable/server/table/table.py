"""A table in memory: its row, its match, and the changes that can be made to them. Nothing here is stored or sent."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from cogtable.engine.play.match import Match, Revision
from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.core.tokens import new_id
from cogtable.server.db.rows import (
    NO_LESSON,
    ActionRow,
    BoxRow,
    Conditional,
    QuestionRow,
    SeatRow,
    TableRow,
    TableStatus,
    Times,
)
from cogtable.server.table import clock
from cogtable.server.table.change import (
    Change,
    Event,
    NewActions,
    NewConditional,
    NewOccupant,
    NewQuestion,
    NewRematch,
    NewTakeover,
    NewTimes,
    NoLongerRated,
    TableState,
)
from cogtable.server.table.decisions import decision_began, decisions_since
from cogtable.server.table.rated import Why, finish_of, unrated_from_start, why_unrated
from cogtable.server.table.rests import rests_of


def status_of(match: Match, lesson: int = NO_LESSON, times: Times | None = None) -> TableStatus:
    """Returns the status of a match, its lesson and its clock, for lists of tables."""
    waiting = sum(1 << seat for seat in match.waiting)
    return TableStatus(over=match.over, waiting=waiting, words=match.clock.words, lesson=lesson, times=times)


def another(row: TableRow) -> TableRow:
    """Returns a table like `row` with an id of its own, without anything that happened there."""
    return msgspec.structs.replace(
        row,
        id=new_id(),
        listed=False,
        created=time.time(),
        rematch=None,
        question=None,
        branch_of="",
        branch_ply=0,
        tournament="",
        deal=0,
        lesson_name="",
        unrated="",
        ended=None,
        places=(),
        scores=(),
    )


RowWrite = NewTakeover | NewConditional | NewQuestion | NewTimes | NoLongerRated
"""What is stored with a change of a table's row alone."""


class Table:
    """One table in memory. `now` returns the present time of its clock, in seconds since 1970.

    The methods that return a `Change` change nothing; `adopt` does. `match` is replaced, never modified: a move is
    played on a copy, the copy is stored, and then it replaces the match. So a failure half-way leaves no trace, and
    readers of a match are never disturbed.
    """

    def __init__(self, state: TableState, now: Callable[[], float]) -> None:
        self.now = now
        self.read(state)

    def read(self, state: TableState) -> None:
        """Replaces the whole table by what is stored."""
        self._take(state)
        self._decisions_since = [state.match.revision] * state.match.seats
        self._loaded = state.match

    def adopt(self, state: TableState) -> None:
        """Replaces the table by its state after a change, which is stored already."""
        if state.match is not self.match:
            self._decisions_since = decisions_since(self.match, state.match, self._decisions_since)
        self._take(state)

    def forget_words(self) -> None:
        """Clears all cached views and log lines of the match."""
        self._take(self.state._replace(match=self.match.reworded()))

    def _take(self, state: TableState) -> None:
        self.state = state
        self.row, self.match = state.row, state.match

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.row.id

    @property
    def started(self) -> bool:
        """Whether every seat is taken."""
        return self.row.started

    @property
    def lesson(self) -> int:
        """The step of the lesson; `NO_LESSON` if there is none or it is over."""
        return self.row.status.lesson

    @property
    def times(self) -> Times | None:
        """The times of the clock; None if there is no clock, or the game has not begun."""
        return self.row.status.times

    @property
    def paused(self) -> bool:
        """Whether the clocks are stopped."""
        return bool(self.times and self.times.paused)

    @property
    def why_unrated(self) -> str:
        """Returns why the game is not rated, or would not be if it began now; empty if it is."""
        return why_unrated(self.row, self.match.game)

    def decision_since(self, seat: int) -> Revision:
        """Returns the revision at which the present decision of a seat began."""
        return self._decisions_since[seat]

    def is_same_decision(self, seat: int, seen: Revision) -> bool:
        """Whether a seat that saw the table at the revision `seen` had the same decision then as now."""
        since = self._decisions_since[seat]
        if since > seen and since == self._loaded.revision:  # it may have begun before the table was loaded
            since = decision_began(self._loaded, seat)
        return since <= seen <= self.match.revision

    # --- checks ----------------------------------------------------------------------------------

    def check_started(self) -> None:
        """Raises Refusal before the game has begun."""
        if not self.started:
            raise Refusal("waiting", say("the game has not started; it starts when every seat is taken"))

    def check_not_over(self) -> None:
        """Raises Refusal when the game is over."""
        if self.match.over:
            raise Refusal("over", say("the game is over"))

    def check_runs(self) -> None:
        """Raises Refusal while the clocks are stopped."""
        if self.times and self.times.paused:
            name = self.row.seats[self.times.paused_by].name
            raise Refusal("paused", say("the game is paused for {name}; nobody can move until it goes on", name=name))

    # --- changes with actions --------------------------------------------------------------------

    def moved(
        self, matches: Sequence[Match], lesson: int = NO_LESSON, *, submission: str = "", stood_in: bool = False
    ) -> Change:
        """Returns the change to the last of `matches`, which are shown one after another, and to a step of the lesson.
        `submission` and `stood_in` are stored with the first move.
        """
        last = matches[-1]
        moves = self._moves(last, self.match.ply, self.state.stored)
        moves[:1] = [msgspec.structs.replace(move, submission=submission, stood_in=stood_in) for move in moves[:1]]
        ranks = ", ".join(f"seat {seat} is {rank}." for seat, rank in enumerate(last.ranks)) if last.over else ""
        log = f"over after {last.ply} moves; {ranks}" if last.over else ""
        return self._with_actions("moved", moves, matches, lesson=lesson, log=log)

    def taken_back(self, after: Match, lesson: int = NO_LESSON, unrated: Why | None = None, log: str = "") -> Change:
        """Returns the change that stores the last undo of `after`, the step of the lesson, and why the game is no
        longer rated, if that changes.
        """
        back, stored = after.interventions.taken_back[-1], self.state.stored
        undo = ActionRow(ply=stored, kind="undo", seat=back.seat, action=back.ply, seen=back.seen)
        stays_out = self._moves(after, back.ply, stored + 1)
        return self._with_actions("moved", [undo, *stays_out], [after], lesson=lesson, unrated=unrated, log=log)

    def ended(self, after: Match, log: str) -> Change:
        """Returns the change that stores the early end of `after`."""
        ending = after.interventions.ending
        assert ending
        end = ActionRow(ply=self.state.stored, kind="end", seat=ending.last, action=0, words=ending.words)
        return self._with_actions("left", [end], [after], log=log)

    def resigned(self, after: Match, seat: int, log: str) -> Change:
        """Returns the change after which a seat has resigned and a bot plays on, with the last remark of `after`."""
        gone = msgspec.structs.replace(self.row.seats[seat], resigned=True)
        return self._with_actions("left", [self._remark(after)], [after], gone=gone, log=log)

    def dropped(self, after: Match, seat: int, log: str) -> Change:
        """Returns the change after which a seat has resigned and dropped out, with the last moves of `after`."""
        gone = msgspec.structs.replace(self.row.seats[seat], resigned=True, kind="left")
        moves = self._moves(after, self.match.ply, self.state.stored)
        return self._with_actions("left", moves, [after], gone=gone, log=log)

    def _moves(self, after: Match, since: int, number: int) -> list[ActionRow]:
        """Returns the moves after the first `since`, as rows numbered from `number` on."""
        moves = enumerate(after.moves[since:], number)
        return [ActionRow(ply=ply, seat=move.seat, action=move.action, words=move.text) for ply, move in moves]

    def _remark(self, after: Match) -> ActionRow:
        """Returns the last remark of a match, as a row."""
        remark = after.interventions.remarks[-1]
        return ActionRow(ply=self.state.stored, kind="remark", seat=remark.seat, action=0, words=remark.words)

    def _with_actions(
        self,
        event: Event,
        actions: list[ActionRow],
        matches: Sequence[Match],
        lesson: int = NO_LESSON,
        gone: SeatRow | None = None,
        unrated: Why | None = None,
        log: str = "",
    ) -> Change:
        row, last = self.row, matches[-1]
        times = self._times_after(actions, last, gone)
        finish = finish_of(row, last) if last.over else None
        unrated = unrated if row.counts else None
        write = NewActions(actions, status_of(last, lesson, times), gone, finish, unrated or "")
        if finish and not finish.places and row.counts:
            unrated = "agreed"
        row = msgspec.structs.replace(row, seats=self._seats_with(gone), unrated=unrated or row.unrated)
        states = [
            self.state._replace(
                row=msgspec.structs.replace(row, status=status_of(match, lesson, times)),
                match=match,
                stored=self.state.stored + len(actions),
            )
            for match in matches
        ]
        return Change(write, states, event, log)

    def _times_after(self, actions: list[ActionRow], after: Match, gone: SeatRow | None) -> Times | None:
        """Returns the times after actions that are about to be stored. `gone` is the seat of a person who leaves with
        them.
        """
        if self.times is None:
            return None
        decided = {each.seat for each in actions if each.kind == "move"}
        control = clock.control_of(self.row)
        assert control
        running = clock.running(after, self._seats_with(gone))
        return clock.go_on(control, self.times, decided, running, self.now(), rests_of(self.row))

    def _seats_with(self, changed: SeatRow | None) -> tuple[SeatRow, ...]:
        """Returns the seats with one of them changed."""
        return tuple(changed if changed and changed.seat == each.seat else each for each in self.row.seats)

    def with_seats(self, seats: tuple[SeatRow, ...]) -> TableState:
        """Returns the table with other occupants."""
        return self.state._replace(row=msgspec.structs.replace(self.row, seats=seats))

    # --- other changes ---------------------------------------------------------------------------

    def _with_row(self, write: RowWrite, row: TableRow, log: str) -> Change:
        return Change(write, [self.state._replace(row=row)], "seats", log)

    def no_longer_rated(self, why: Why, log: str = "") -> Change:
        """Returns the change after which a rated game is no longer rated."""
        return self._with_row(NoLongerRated(why), msgspec.structs.replace(self.row, unrated=why), log)

    def timed(self, times: Times, question: QuestionRow | None = None, log: str = "") -> Change:
        """Returns the change to other times of the clock, for example when they are stopped, and with them the
        `question` that asked for it, as it is now.
        """
        asked = None if question is None else NewQuestion(self.row.question, question)
        status = msgspec.structs.replace(self.row.status, times=times)
        row = msgspec.structs.replace(self.row, status=status, question=question or self.row.question)
        return self._with_row(NewTimes(times, asked), row, log)

    def asked(self, question: QuestionRow) -> Change:
        """Returns the change that stores a question or an answer to it."""
        row = msgspec.structs.replace(self.row, question=question)
        return self._with_row(NewQuestion(self.row.question, question), row, "")

    def with_conditional(self, seat: int, conditional: Conditional) -> Change:
        """Returns the change to other conditional moves of a seat."""
        seats = self._seats_with(msgspec.structs.replace(self.row.seats[seat], conditional=conditional))
        return self._with_row(NewConditional(seat, conditional), msgspec.structs.replace(self.row, seats=seats), "")

    def taken_over(self, seat: int, on: bool, log: str) -> Change:
        """Returns the change after which the person in a seat lets a bot play, or plays again."""
        seats = self._seats_with(msgspec.structs.replace(self.row.seats[seat], taken_over=on))
        return self._with_row(NewTakeover(seat, on), msgspec.structs.replace(self.row, seats=seats), log)

    def seated(self, seat: SeatRow, log: str) -> Change:
        """Returns the change that seats a person or a bot before the game begins, or opens the seat."""
        seats = self._seats_with(seat)
        row = msgspec.structs.replace(self.row, seats=seats)
        times = clock.begun(clock.control_of(row), self.match, seats, self.now())
        if not any(each.kind == "open" for each in seats):
            status = msgspec.structs.replace(row.status, times=times)
            why = unrated_from_start(row, self.match.game)
            row = msgspec.structs.replace(row, started=True, unrated=why, status=status)
            log += "; the game starts"
        write = NewOccupant(self.row.seats[seat.seat], seat, self.started, None, times)
        return Change(write, [self.state._replace(row=row)], "seats", log)

    def replaced(self, seat: SeatRow, after: Match, log: str, times: Times | None = None) -> Change:
        """Returns the change that gives a seat to another person, with the last remark of `after`. If there are
        `times`, the clock has them from now on.
        """
        row = msgspec.structs.replace(self.row, seats=self._seats_with(seat))
        if times:
            row = msgspec.structs.replace(row, status=msgspec.structs.replace(row.status, times=times))
        write = NewOccupant(self.row.seats[seat.seat], seat, self.started, self._remark(after), times)
        return Change(write, [self.state._replace(row=row, match=after, stored=self.state.stored + 1)], "left", log)

    def wished(
        self, wishes: frozenset[int], rematch: tuple[TableRow, BoxRow | None] | None = None, log: str = ""
    ) -> Change:
        """Returns the change of the wishes for a rematch and, once there is one, its row and its box."""
        state = self.state._replace(wishes=wishes)
        if rematch is None:
            return Change(None, [state], "rematch")
        state = state._replace(row=msgspec.structs.replace(self.row, rematch=rematch[0].id))
        return Change(NewRematch(*rematch), [state], "rematch", log)
