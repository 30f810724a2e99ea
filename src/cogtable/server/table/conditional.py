"""Conditional moves: in games over days, a seat that waits can say what it plays after certain moves of others.

Lines are made from what the seat knows alone (`engine.play.premoves`), and only the seat sees them. They depend only on
moves of others that everybody may know, and that the seat sees when they are made. A move of the seat is played only if
it reads as it did when it was planned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.match import SPECTATOR, Match, Revision
from cogtable.engine.play.premoves import ANYTHING, Step, imagine, left_of, recognised
from cogtable.engine.text.words import phrase, say
from cogtable.lab.analysis import public
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import Conditional, ConditionalMove
from cogtable.server.table.change import Change
from cogtable.server.table.moves import late
from cogtable.server.table.seating import is_played_by_person
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.wire import base, from_client, from_server


class ConditionalMoves:
    """The conditional moves at one table."""

    def __init__(self, table: Table, takeovers: Takeovers) -> None:
        self._table = table
        self._takeovers = takeovers

    def shown(self, seat: int) -> from_server.Lines | None:
        """Returns the lines of a seat, for itself; None if it can have none."""
        if seat == SPECTATOR or not self._is_offered(seat):
            return None
        planned = self._table.row.seats[seat].conditional or Conditional()
        shown = [
            [from_server.LineMove(seat=step.seat, action=step.action, words=step.text) for step in left]
            for line in planned.lines
            if (left := self._left(planned, line, seat))
        ]
        return from_server.Lines(lines=shown, dropped=planned.dropped)

    # --- planning --------------------------------------------------------------------------------

    def choices(self, seat: int, message: from_client.AskLine) -> Callable[[], from_server.LineChoices]:
        """Returns a function that computes what can be played after the moves of a line. It takes a while and can run
        in another thread. Raises Refusal.
        """
        match = self._checked(seat, message.undone, message.ply)

        def work() -> from_server.LineChoices:
            imagined, _ = _imagined(match, seat, message.moves)
            if len(imagined.waiting) != 1:
                return from_server.LineChoices(id=message.id, seat=SPECTATOR, choices=[])
            (mover,) = imagined.waiting
            seen = recognised(imagined, mover, seat)
            found = [
                from_server.LineMove(seat=mover, action=choice.action, words=choice.text)
                for choice in imagined.choices(mover)
                if mover == seat or (choice.action in seen and public(imagined, mover, choice.action))
            ]
            return from_server.LineChoices(id=message.id, seat=mover, choices=found)

        return work

    def planned(self, seat: int, message: from_client.SetLines) -> Callable[[], Conditional]:
        """Returns a function that computes the conditional moves which a message asks for. It takes a while and can run
        in another thread. Raises Refusal, and so does the function.
        """
        match = self._checked(seat, message.undone, message.ply)
        if len(message.lines) > base.MOST_LINES:
            words = phrase("you can plan at most {most} lines; found {found}")
            raise Refusal("malformed", say(words, most=base.MOST_LINES, found=len(message.lines)))

        def work() -> Conditional:
            lines = tuple(_line(match, seat, moves) for moves in message.lines)
            return Conditional(undone=message.undone, ply=message.ply, lines=lines)

        return work

    def keep(self, seat: int, planned: Conditional) -> Change:
        """Returns the change to other conditional moves of a seat. Raises Refusal."""
        self._checked(seat, planned.undone, planned.ply)
        return self._table.with_conditional(seat, planned)

    def _checked(self, seat: int, undone: int, ply: int) -> Match:
        """Returns the match, if a seat can plan now. Raises Refusal."""
        table, match = self._table, self._table.match
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can plan a move"))
        table.check_started()
        table.check_not_over()
        if not self._is_offered(seat):
            raise Refusal("malformed", say("conditional moves are for games with days for each move"))
        if Revision(undone, ply) != match.revision:
            raise Refusal("late", late(Revision(undone, ply), match.revision))
        if seat in match.waiting:
            raise Refusal("malformed", say("it is your turn; plan conditional moves when others decide"))
        return match

    def _is_offered(self, seat: int) -> bool:
        row = self._table.row
        over_days = not row.game_s and row.move_s >= base.DAY_S
        return over_days and row.started and not self._table.match.over and is_played_by_person(row.seats[seat])

    # --- playing ---------------------------------------------------------------------------------

    @property
    def due(self) -> bool:
        """Whether the seat that decides now has lines that may say what it plays."""
        match = self._table.match
        if len(match.waiting) != 1 or match.over or not self._table.started or self._table.paused:
            return False
        planned = self._table.row.seats[match.waiting[0]].conditional
        return bool(planned and planned.lines)

    def follow(self) -> Change | None:
        """Returns the change that plays the move which the lines of the seat that decides now say; or drops those that
        say a move which is not possible now. None if no line was followed.
        """
        if not self.due:
            return None
        table, match = self._table, self._table.match
        (seat,) = match.waiting
        planned = table.row.seats[seat].conditional
        if planned is None or not self._is_offered(seat) or self._takeovers.bot_in(seat):
            return None
        if planned.undone != match.revision.undone:
            words = say("Your conditional moves were dropped, because moves were taken back.")
            return table.with_conditional(seat, Conditional(dropped=words))
        impossible = []
        for line in planned.lines:
            left = self._left(planned, line, seat)
            if not left or left[0].seat != seat:
                continue
            if after := _played(match, left[0]):
                return table.moved([after])
            impossible.append((line, left[0].text))
        if not impossible:
            return None
        words = say("A conditional move was dropped, because it is not possible now: {move}.", move=impossible[0][1])
        gone = [line for line, _ in impossible]
        kept = tuple(line for line in planned.lines if line not in gone)
        return table.with_conditional(seat, msgspec.structs.replace(planned, lines=kept, dropped=words))

    def _left(self, planned: Conditional, line: Sequence[ConditionalMove], seat: int) -> Sequence[Step] | None:
        """Returns the steps of a line that are left after the moves since it was planned; None if others were made."""
        match = self._table.match
        if planned.undone != match.revision.undone:
            return None
        steps = [Step(move.seat, move.action, move.words) for move in line]
        return left_of(steps, match.moves[planned.ply :], seat)


def _imagined(match: Match, seat: int, moves: Sequence[base.ThoughtMove]) -> tuple[Match, list[Step]]:
    """Returns what a seat thinks of. Raises Refusal for a move that is not possible, or that not everybody may know."""
    if len(moves) > base.MOST_LINE_MOVES:
        words = phrase("a line has at most {most} moves; found {found}")
        raise Refusal("malformed", say(words, most=base.MOST_LINE_MOVES, found=len(moves)))

    def check(before: Match, step: Step) -> None:
        if step.seat == seat:
            return
        seen = recognised(before, step.seat, seat)
        if step.action not in seen or not public(before, step.seat, step.action):
            raise Refusal("illegal", say("a conditional move can depend only on moves that everybody sees"))

    try:
        return imagine(match, seat, [Step(move.seat, move.action) for move in moves], check)
    except IllegalAction as error:
        raise Refusal("illegal", say("that line of moves is not possible")) from error


def _line(match: Match, seat: int, moves: Sequence[base.ThoughtMove]) -> tuple[ConditionalMove, ...]:
    """Returns a line as it is stored. Raises Refusal."""
    if not moves or moves[-1].seat != seat:
        raise Refusal("malformed", say("a line of conditional moves ends with a move of your own"))
    if any(move.action == ANYTHING and move.seat != ANYTHING for move in moves):
        raise Refusal("malformed", f"expected seat {ANYTHING} beside action {ANYTHING}")
    _, steps = _imagined(match, seat, moves)
    last = max(at for at, step in enumerate(steps) if step.seat == seat)
    return tuple(ConditionalMove(seat=step.seat, action=step.action, words=step.text) for step in steps[: last + 1])


def _played(match: Match, step: Step) -> Match | None:
    """Returns the match after a planned move; None if it is not possible, or reads otherwise than it did."""
    after = match.copy()
    try:
        after.play(step.seat, step.action)
    except IllegalAction:
        return None
    return after if after.moves[match.ply].text == step.text else None
