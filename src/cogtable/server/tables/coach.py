"""The coach: a lesson at a table, which asks for one action at a time, and plays for the bots."""

from __future__ import annotations

import logging
from typing import NamedTuple

from cogtable.engine.match import Match
from cogtable.engine.script import NOTHING, Script, following, script_of
from cogtable.engine.words import phrase, say
from cogtable.server import protocol
from cogtable.server.db.store import NO_LESSON
from cogtable.server.refusal import Refusal
from cogtable.server.tables.table import Table

log = logging.getLogger("cogtable.server")


class Advance(NamedTuple):
    """What a step that is done leads to: the match after each move, and the next step."""

    matches: list[Match]
    lesson: int


class Coach:
    """The lesson of one table, while it goes on. Its step is stored with each move; all else is in the script."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def teaches(self) -> bool:
        """Whether the lesson goes on; then nobody else plays, and nothing but what it asks for."""
        return self._table.lesson != NO_LESSON

    @property
    def _script(self) -> Script:
        return script_of(self._table.match.game)

    def told(self, seat: int) -> protocol.Lesson | None:
        """What a seat is told: the step if it is the learner's, without words while bots move."""
        step, script = self._table.lesson, self._script if self.teaches else None
        if script is None or seat != script.lesson.learner:
            return None
        steps = len(script.stops)
        if self._table.match.ply != script.stops[step].ply:
            return protocol.Lesson(step=step, steps=steps)
        stop = script.stops[step]
        return protocol.Lesson(
            step=step,
            steps=steps,
            words=say(stop.step.say),
            action=stop.action,
            pieces=list(stop.pieces),
            tags=[protocol.Pointed(piece=piece, words=say(words)) for piece, words in stop.tags],
            later=[protocol.Pointed(piece=piece, words=say(words)) for piece, words in stop.later],
        )

    def done(self, seat: int, action: int) -> Advance:
        """What the action of a seat leads to. Raises Refusal if the lesson asks for something else."""
        stop = self._script.stops[self._table.lesson]
        if action != stop.action or seat != self._script.lesson.learner:
            raise Refusal("lesson", say("the lesson asks for something else; the coach says what"))
        return self._advance()

    def check(self, seat: int, step: int) -> None:
        """Raises Refusal unless a seat can go to a step of the lesson now."""
        if not self.teaches:
            raise Refusal("lesson", say("this table is no lesson, or the lesson is done"))
        if seat != self._script.lesson.learner:
            raise Refusal("not-seated", say("only who takes the lesson can go to another step"))
        now = self._table.lesson
        asks = self._script.stops[now].action != NOTHING
        if not 0 <= step <= (now if asks else now + 1):
            words = phrase("the lesson is at step {now}; it can go back, and on once what it asks for is done")
            raise Refusal("lesson", say(words, now=now))

    def passed(self) -> Advance:
        """What a step leads to that asks for no action."""
        return self._advance()

    def earlier(self, seat: int, step: int) -> Match | None:
        """The match with all moves after an earlier step taken back; None if there are none."""
        before, ply = self._table.match.copy(), self._script.stops[step].ply
        if ply == before.ply:
            return None
        before.take_back(seat, ply)
        return before

    def _advance(self) -> Advance:
        script, step = self._script, self._table.lesson
        matches = following(script.stops[step], self._table.match, script.lesson.learner)
        return Advance(matches, step + 1 if step + 1 < len(script.stops) else NO_LESSON)
