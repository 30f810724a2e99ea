"""The coach runs the lesson of a table: it asks for one action at a time and plays for the bots."""

from __future__ import annotations

import logging
from typing import NamedTuple

from cogtable.engine.definition.lesson_file import FIRST, LessonFile
from cogtable.engine.errors import BadLesson
from cogtable.engine.lessons.script import NO_ACTION, Script, following, lesson_file, next_lesson, script_of
from cogtable.engine.play.match import Match
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import NO_LESSON, TableRow
from cogtable.server.table.table import Table
from cogtable.server.wire import from_server

log = logging.getLogger("cogtable.server")


def lesson_of(row: TableRow) -> str:
    """Returns the name of the lesson of a table that has one. Tables from before there were several have the first."""
    return row.lesson_name or FIRST


def title_of(file: LessonFile) -> str:
    """Returns the title of a lesson."""
    return say(file.lesson.title) if file.lesson.title else say("First game")


class Advance(NamedTuple):
    """The result of a completed step: the match after each of its moves, or the same match without any, and the next
    step.
    """

    matches: list[Match]
    lesson: int


class Coach:
    """The lesson of one table. The number of its step is stored with the table; the script contains everything else."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def teaches(self) -> bool:
        """Whether the lesson is still in progress. Then only the action that it asks for can be played."""
        return self._table.lesson != NO_LESSON

    @property
    def _script(self) -> Script:
        return script_of(self._table.match.game, lesson_of(self._table.row))

    def step_for(self, seat: int) -> from_server.Lesson | None:
        """Returns the step as a seat sees it; None for seats other than the learner's. While bots move, the coach is
        silent.
        """
        step, script = self._table.lesson, self._script if self.teaches else None
        if script is None or seat != script.lesson.learner:
            return None
        steps, name = len(script.steps), lesson_of(self._table.row)
        title = title_of(lesson_file(self._table.match.game, name))
        if self._table.match.ply != script.steps[step].ply:
            return from_server.Lesson(step=step, steps=steps, name=name, title=title)
        now = script.steps[step]
        return from_server.Lesson(
            step=step,
            steps=steps,
            name=name,
            title=title,
            heading=say(now.source.title) if now.source.title else "",
            words=say(now.source.say),
            action=now.action,
            pieces=list(now.pieces),
            tags=[from_server.Pointed(piece=piece, words=say(words)) for piece, words in now.tags],
            later=[from_server.Pointed(piece=piece, words=say(words)) for piece, words in now.later],
            doubts=[
                from_server.Doubt(ask=say(doubt.source.ask), answer=say(doubt.source.answer), pieces=list(doubt.pieces))
                for doubt in now.doubts
            ],
            following=self._following(name) if step + 1 == steps else None,
        )

    def _following(self, name: str) -> from_server.NextLesson | None:
        """Returns the lesson after this one; None if it is the last, or the next one cannot be read."""
        game = self._table.match.game
        try:
            found = next_lesson(game, name)
        except BadLesson as error:
            log.error("the lessons of %s cannot be used: %s", game.name, error)
            return None
        return from_server.NextLesson(name=found.name, title=title_of(found)) if found else None

    def done(self, seat: int, action: int) -> Advance:
        """Returns the result of a seat's action. Raises Refusal if the lesson asks for another action."""
        asked = self._script.steps[self._table.lesson]
        if action != asked.action or seat != self._script.lesson.learner:
            raise Refusal("lesson", say("the lesson asks for another action; the coach says which"))
        return self.advance()

    def check(self, seat: int, step: int) -> None:
        """Raises Refusal unless a seat can go to this step now."""
        if not self.teaches:
            raise Refusal("lesson", say("there is no lesson at this table, or it is over"))
        if seat != self._script.lesson.learner:
            raise Refusal("not-seated", say("only the learner can go to another step"))
        now = self._table.lesson
        asks = self._script.steps[now].action != NO_ACTION
        if not 0 <= step <= (now if asks else now + 1):
            words = phrase("the lesson is at step {now}; you can go back, or on after the action that it asks for")
            raise Refusal("lesson", say(words, now=now + 1))

    def earlier(self, seat: int, step: int) -> Match | None:
        """Returns the match with all moves since an earlier step taken back; None if there are none."""
        before, ply = self._table.match.copy(), self._script.steps[step].ply
        if ply == before.ply:
            return None
        before.take_back(seat, ply)
        return before

    def advance(self) -> Advance:
        """Returns the result of completing the present step."""
        script, step = self._script, self._table.lesson
        matches = following(script.steps[step], self._table.match, script.lesson.learner)
        return Advance(matches or [self._table.match], step + 1 if step + 1 < len(script.steps) else NO_LESSON)
