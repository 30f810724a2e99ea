"""Leaving: people resign, or agree to end the game without a winner."""

from __future__ import annotations

from typing import Literal

from cogtable.bots import named
from cogtable.engine.play.interventions import NOBODY_LAST
from cogtable.engine.play.match import SPECTATOR, Match
from cogtable.engine.text.words import Template, phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import QuestionRow, TableRow
from cogtable.server.table import clock
from cogtable.server.table.agreement import Agreement
from cogtable.server.table.change import Change
from cogtable.server.table.rests import rests_of
from cogtable.server.table.seating import people, stand_in, written
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers

Why = Literal["resigned", "out-of-time", "absent"]
"""Why a person gives up."""

GAVE_UP: dict[Why, Template] = {
    "resigned": phrase("[[seat:{seat}]] resigned"),
    "out-of-time": phrase("[[seat:{seat}]] ran out of time"),
    "absent": phrase("[[seat:{seat}]] did not come"),
}
REPLACED: dict[Why, Template] = {
    "resigned": phrase("{name} resigned, and {bot} plays on"),
    "out-of-time": phrase("{name} ran out of time, and {bot} plays on"),
    "absent": phrase("{name} did not come, and {bot} plays on"),
}


def resigned_themselves(row: TableRow, match: Match) -> frozenset[int]:
    """Returns the seats whose people resigned, other than those who ran out of time or did not come."""
    bots = {stand_in(row), *named.NAMES.values()}  # in older games the bot's name came from its seat
    found: set[int] = set()
    ending = match.interventions.ending
    if ending and ending.words == say(GAVE_UP["resigned"], seat=ending.last):
        found.add(ending.last)
    for remark in match.interventions.remarks:
        name = written(row.seats[remark.seat].name)
        if remark.words in {say(REPLACED["resigned"], name=name, bot=bot) for bot in bots}:
            found.add(remark.seat)
    times = row.status.times
    # Dropping out is a move and has no text. Only a clock can make a seat drop out without resigning.
    return frozenset(found | {seat for seat in match.left if not times or times.left[seat] > 0})


class Leaving:
    """Resignations and early ends at one table."""

    def __init__(self, table: Table, takeovers: Takeovers, agreement: Agreement) -> None:
        self._table = table
        self._takeovers = takeovers
        self._agreement = agreement
        agreement.grant("end", self._granted)

    def resign(self, seat: int, why: Why = "resigned") -> Change:
        """Returns the change by which a seat resigns, permanently: the game ends, the seat drops out, or a bot plays
        on. Raises Refusal.
        """
        self._check(seat)
        match = self._table.match
        return self._give_up(seat, why, replaced=why == "absent" and match.seats - len(match.left) > 2)

    def _give_up(self, seat: int, why: Why, *, replaced: bool = False) -> Change:
        """Returns the change by which a seat gives up: the game ends, the seat drops out, or a bot plays on. If it is
        to be `replaced` and enough other people are left, a bot always plays on.
        """
        table = self._table
        after = table.match.copy()
        log = f"seat {seat} gave up at move {after.ply} ({why})"
        if self._decides(seat) or (self.ends(seat) and not replaced):
            after.end(say(GAVE_UP[why], seat=seat), last=seat)
            return table.ended(after, log)
        if after.game.leaving == "out" and not replaced:
            after.drop_out(seat)
            return table.dropped(after, seat, log)
        # the name, since the seat may have another person later
        name = written(table.row.seats[seat].name)
        after.remark(seat, say(REPLACED[why], name=name, bot=stand_in(table.row)))
        return table.resigned(after, seat, log)

    def run_out(self) -> Change | None:
        """Returns the change by which the next player who has run out of time resigns, or is replaced by a bot, as the
        creator of the table chose; None if there is no such player.
        """
        table = self._table
        out: list[int] = []
        if table.times and not table.match.over:
            out = clock.out(table.times, table.now(), rests_of(table.row))
        return self._give_up(out[0], "out-of-time", replaced=table.row.expired == "bot") if out else None

    def outcome(self, seat: int) -> Literal["", "end", "out", "bot"]:
        """Returns the effect of a seat's resignation: the game would end, the seat drop out, or a bot play on; empty if
        the seat cannot resign.
        """
        table = self._table
        if seat == SPECTATOR or not table.started or table.match.over or table.row.seats[seat].resigned:
            return ""
        return "end" if self.ends(seat) else "out" if table.match.game.leaving == "out" else "bot"

    def ends(self, seat: int) -> bool:
        """Whether the game ends when a seat resigns: with two seats left, if no other people are left (in a tournament,
        if only one is), or if the game requires it (`Seats(leaving="end")`).
        """
        match = self._table.match
        return match.seats - len(match.left) == 2 or self._decides(seat) or match.game.leaving == "end"

    def _decides(self, seat: int) -> bool:
        """Whether a person's leaving decides the game."""
        row = self._table.row
        others = [each for each in people(row) if each != seat]
        return len(others) <= (1 if row.tournament else 0)

    def offer_end(self, seat: int) -> Change:
        """Returns the change that asks the other people to end the game without a winner. Raises Refusal."""
        self._check(seat)
        if not self._agreement.others(seat, "end"):
            raise Refusal("illegal", say("there is nobody else to ask; you can resign instead"))
        self._agreement.check_may_ask(seat)
        return self._agreement.ask("end", seat)

    def _granted(self, question: QuestionRow) -> Change:
        after = self._table.match.copy()
        after.end(say("Everybody agreed to end the game"), last=NOBODY_LAST)
        return self._table.ended(after, f"ended by agreement at move {after.ply}")

    def _check(self, seat: int) -> None:
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can end the game"))
        self._table.check_started()
        self._table.check_not_over()
        self._takeovers.check_not_resigned(seat)
