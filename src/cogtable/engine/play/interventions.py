"""Interventions outside the rules of a match: undos, remarks in the log, an early end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from cogtable.engine.text.words import say
from cogtable.view import Panel, Placement, Prompt, Result, Seat, View, Words

NOBODY_LAST = -1
"""The last seat of a game that everybody agreed to end: nobody wins or loses."""


class TakenBack(NamedTuple):
    """A seat took moves back, to the position after `ply` moves. If `seen`, those moves had revealed hidden
    information, which people still know although it is hidden again.
    """

    ply: int
    seat: int
    seen: bool

    @property
    def words(self) -> Words:
        """The line of the log about it."""
        if self.seen:
            return say("[[seat:{seat}]] took a move back that had revealed something hidden", seat=self.seat)
        return say("[[seat:{seat}]] took a move back", seat=self.seat)


class Remark(NamedTuple):
    """A line of the log about a seat after `ply` moves, such as that its person has left."""

    ply: int
    seat: int
    words: Words


class Ending(NamedTuple):
    """The game ended early. `words` say why; `last` is the seat that gave up, or `NOBODY_LAST`."""

    words: Words
    last: int = NOBODY_LAST


class Interventions(msgspec.Struct, frozen=True, omit_defaults=True):
    """The interventions in a match, in order: undos, remarks, and an early end."""

    taken_back: tuple[TakenBack, ...] = ()
    remarks: tuple[Remark, ...] = ()
    ending: Ending | None = None

    def back(self, mark: TakenBack) -> Interventions:
        """A copy in which moves are taken back once more. Remarks stay, but move back to the position that is left."""
        remarks = tuple(remark._replace(ply=min(remark.ply, mark.ply)) for remark in self.remarks)
        return msgspec.structs.replace(self, taken_back=(*self.taken_back, mark), remarks=remarks)

    def remarked(self, remark: Remark) -> Interventions:
        """A copy with one more remark."""
        return msgspec.structs.replace(self, remarks=(*self.remarks, remark))

    def ended(self, ending: Ending) -> Interventions:
        """A copy with the early end."""
        return msgspec.structs.replace(self, ending=ending)

    def unended(self) -> Interventions:
        """A copy without the early end."""
        return msgspec.structs.replace(self, ending=None)

    def marks(self, now: int) -> list[TakenBack]:
        """Where the log shows, after `now` moves, that moves were taken back: once for each seat and position.

        If earlier moves were taken back later, the mark moves back to them.
        """
        seen: dict[tuple[int, int], bool] = {}
        least = now
        for each in reversed(self.taken_back):
            least = min(least, each.ply)
            seen[least, each.seat] = seen.get((least, each.seat), False) or each.seen
        return sorted(TakenBack(ply, seat, was) for (ply, seat), was in seen.items())

    def until(self, ply: int, now: int) -> Interventions:
        """The interventions up to `ply` moves, in a match that is now at `now`. The early end belongs to `now` only."""
        marks = tuple(mark for mark in self.marks(now) if mark.ply <= ply)
        remarks = tuple(remark for remark in self.remarks if remark.ply <= ply)
        return Interventions(marks, remarks, self.ending if ply == now else None)

    def said(self, ply: int, now: int) -> list[Remark]:
        """The lines of the log about it after `ply` moves, in a match that is now at `now`."""
        marks = [Remark(ply, mark.seat, mark.words) for mark in self.marks(now) if mark.ply == ply]
        remarks = [remark for remark in self.remarks if remark.ply == ply]
        end = [Remark(ply, self.ending.last, self.ending.words)] if self.ending and ply == now else []
        return [*marks, *remarks, *end]


def placed(ending: Ending, places: Sequence[int], left: Collection[int] = ()) -> tuple[int, ...]:
    """Each seat's place, 1 is best, when a game ends early. All are equal, or the seat that gave up comes after the
    others, which keep the order of `places` by the rules. Seats that had `left` before come last.
    """

    def standing(seat: int) -> tuple[int, int]:
        after = 2 if seat in left else int(seat == ending.last)
        return after, 0 if ending.last == NOBODY_LAST and not after else places[seat]

    all_of_them = [standing(seat) for seat in range(len(places))]
    return tuple(1 + sum(other < own for other in all_of_them) for own in all_of_them)


def show_left(view: View, left: Collection[int]) -> None:
    """Marks the seats that have left as resigned in the result of a view, if it has one."""
    for placement in view.result.placements if view.result else ():
        if placement.seat in left:
            placement.words = say("resigned")
            placement.short = ""


def show_ending(view: View, ending: Ending, ranks: Sequence[int], scores: Sequence[int]) -> None:
    """Changes a view to show that the game has ended early."""
    view.over, view.waiting, view.choices, view.previews = True, [], [], []
    for part in view.parts:
        if isinstance(part, Prompt):
            part.sentence, part.all = ending.words, ""
        elif isinstance(part, Panel | Seat):
            part.active = False
    order = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    gave_up = {ending.last: say("resigned")}
    placements = [
        Placement(seat=seat, rank=ranks[seat], score=scores[seat], words=gave_up.get(seat, "")) for seat in order
    ]
    view.result = Result(words=ending.words, placements=placements, outside=True)
