"""What happens to a match besides its moves: moves are taken back, something is remarked, the game ends early."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from cogtable.engine.words import say
from cogtable.view import Panel, Placement, Prompt, Result, Seat, View, Words

NOBODY_LAST = -1
"""Of a game that everybody agreed to end: nobody wins or loses it."""


class TakenBack(NamedTuple):
    """That a seat took moves back: to the position after `ply` moves. `seen`: those moves had shown something hidden,
    which is known now although it is hidden again.
    """

    ply: int
    seat: int
    seen: bool

    @property
    def words(self) -> Words:
        """What the log says of it."""
        if self.seen:
            return say("[[seat:{seat}]] took a move back, after it had shown something hidden", seat=self.seat)
        return say("[[seat:{seat}]] took a move back", seat=self.seat)


class Remark(NamedTuple):
    """What the log says about a seat after `ply` moves, such as that somebody left."""

    ply: int
    seat: int
    words: Words


class Ending(NamedTuple):
    """That a game ended before its rules ended it, and why. `last` is the seat that gave up, or `NOBODY_LAST`."""

    words: Words
    last: int = NOBODY_LAST


class Outside(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it, in the order in which it happened."""

    taken_back: tuple[TakenBack, ...] = ()
    remarks: tuple[Remark, ...] = ()
    ending: Ending | None = None

    def back(self, mark: TakenBack) -> Outside:
        """With one more time that moves were taken back. Remarks stay, and go back with the moves."""
        remarks = tuple(remark._replace(ply=min(remark.ply, mark.ply)) for remark in self.remarks)
        return msgspec.structs.replace(self, taken_back=(*self.taken_back, mark), remarks=remarks)

    def remarked(self, remark: Remark) -> Outside:
        """With one more remark."""
        return msgspec.structs.replace(self, remarks=(*self.remarks, remark))

    def ended(self, ending: Ending) -> Outside:
        """With the end."""
        return msgspec.structs.replace(self, ending=ending)

    def marks(self, now: int) -> list[TakenBack]:
        """Where moves were taken back, as it is shown after `now` moves: once for each seat and position.

        When more was taken back later, the mark goes back with it.
        """
        seen: dict[tuple[int, int], bool] = {}
        least = now
        for each in reversed(self.taken_back):
            least = min(least, each.ply)
            seen[least, each.seat] = seen.get((least, each.seat), False) or each.seen
        return sorted(TakenBack(ply, seat, was) for (ply, seat), was in seen.items())

    def until(self, ply: int, now: int) -> Outside:
        """What had happened by `ply`, of a match that is at `now`; with the end only there."""
        marks = tuple(mark for mark in self.marks(now) if mark.ply <= ply)
        remarks = tuple(remark for remark in self.remarks if remark.ply <= ply)
        return Outside(marks, remarks, self.ending if ply == now else None)

    def said(self, ply: int, now: int) -> list[Remark]:
        """What the log says of it after `ply` moves, of a match that is at `now`."""
        marks = [Remark(ply, mark.seat, mark.words) for mark in self.marks(now) if mark.ply == ply]
        remarks = [remark for remark in self.remarks if remark.ply == ply]
        end = [Remark(ply, self.ending.last, self.ending.words)] if self.ending and ply == now else []
        return [*marks, *remarks, *end]


def placed(ending: Ending, places: Sequence[int], left: Collection[int] = ()) -> tuple[int, ...]:
    """Each seat's place when a game ends early, of the places that they had by its rules: equal for all, or whoever
    gave up comes after the others. The seats that had `left` before come after everybody.
    """

    def standing(seat: int) -> tuple[int, int]:
        after = 2 if seat in left else int(seat == ending.last)
        return after, 0 if ending.last == NOBODY_LAST and not after else places[seat]

    all_of_them = [standing(seat) for seat in range(len(places))]
    return tuple(1 + sum(other < own for other in all_of_them) for own in all_of_them)


def show_left(view: View, left: Collection[int]) -> None:
    """Says of the seats that have left in the result of a view, if it has one, that they resigned."""
    for placement in view.result.placements if view.result else ():
        if placement.seat in left:
            placement.words = say("resigned")
            placement.short = ""


def show_ending(view: View, ending: Ending, ranks: Sequence[int], scores: Sequence[int]) -> None:
    """Makes a view one of a game that has ended early."""
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
    view.result = Result(words=ending.words, placements=placements)
