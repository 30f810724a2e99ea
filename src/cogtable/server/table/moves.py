"""Moves: who can act now, playing actions, and why a piece cannot be chosen."""

from __future__ import annotations

from collections.abc import Callable

from cogtable.engine.errors import IllegalAction
from cogtable.engine.play.match import SPECTATOR, Match, Revision
from cogtable.engine.play.premoves import choices_ahead
from cogtable.engine.text.words import listed, phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import NO_LESSON
from cogtable.server.table.change import Change
from cogtable.server.table.coach import Advance, Coach
from cogtable.server.table.seating import nameless
from cogtable.server.table.table import Table
from cogtable.server.table.takeover import Takeovers
from cogtable.server.table.views import Views
from cogtable.server.wire import base, from_client
from cogtable.view import Choice, Overlay

NOW = -1
"""The action of a request about the present position."""
OFFERED = 8
"""The maximum number of choices that a refusal lists."""


class Moves:
    """The moves of people and bots at one table."""

    def __init__(
        self,
        table: Table,
        takeovers: Takeovers,
        coach: Coach,
        views: Views,
    ) -> None:
        self._table = table
        self._takeovers = takeovers
        self._coach = coach
        self._views = views

    def check_turn(self, seat: int, seen: Revision) -> None:
        """Raises Refusal unless `seat` has a decision to make, and had the same one when it saw the table."""
        match = self._table.match
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can play"))
        self._table.check_started()
        self._table.check_runs()
        if not self._table.is_same_decision(seat, seen):
            raise Refusal("late", late(seen, match.revision))
        self._table.check_not_over()
        self._takeovers.check_plays(seat)
        if seat not in match.waiting:
            who = listed([self._table.row.seats[other].name or nameless(other) for other in match.waiting])
            raise Refusal("waiting", say("you have nothing to decide now; the game waits for {who}", who=who))

    def act(self, seat: int, message: from_client.Act) -> Change:
        """Returns the change that plays a person's action. Raises Refusal if it cannot be played."""
        if len(message.submission) > base.MAX_SUBMISSION:
            words = phrase("the name of a move has at most {most} characters; found {found}")
            raise Refusal("malformed", say(words, most=base.MAX_SUBMISSION, found=len(message.submission)))
        self.check_turn(seat, Revision(message.undone, message.ply))
        played = self._played(seat, message.action)
        return self._table.moved(played.matches, played.lesson, submission=message.submission)

    def _played(self, seat: int, action: int) -> Advance:
        """Returns the result of a person's action. Raises Refusal."""
        if self._coach.teaches:
            return self._coach.done(seat, action)
        after = self._table.match.copy()
        try:
            after.play(seat, action)
        except IllegalAction as error:
            raise Refusal("illegal", not_possible(self._table.match, seat)) from error
        return Advance([after], NO_LESSON)

    def act_for_bot(self, seat: int, seen: Match, action: int) -> Change | None:
        """Returns the change that plays the action chosen by a bot in the match `seen`. None if the bot now has another
        decision, or none.
        """
        table = self._table
        is_late = seen.revision < table.decision_since(seat)
        if is_late or table.paused or seat not in table.match.waiting or not self._takeovers.bot_in(seat):
            return None
        after = table.match.copy()
        after.play(seat, action)
        return table.moved([after], stood_in=bool(self._takeovers.taken_over_by(seat)))

    def go_to_step(self, seat: int, step: int) -> Change:
        """Returns the change to an earlier step of the lesson or to the next. Raises Refusal if that step cannot be
        reached now.
        """
        table = self._table
        self._coach.check(seat, step)
        if step > table.lesson:
            advance = self._coach.advance()
            return table.moved(advance.matches, advance.lesson)
        before = self._coach.earlier(seat, step)
        return table.moved([table.match], step) if before is None else table.taken_back(before, step)

    def ahead(self, seat: int, ply: int) -> Callable[[], list[Choice]]:
        """Returns a function that computes the choices which a seat could have after the turn of the seat before it,
        using only pieces that are on the table now. It takes a while and can run in another thread. Raises Refusal.
        """
        match = self._table.match
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can plan a move"))
        self._table.check_started()
        self._table.check_not_over()
        if ply != match.ply:
            raise Refusal("late", late(match.revision._replace(ply=ply), match.revision))
        touchable = self._views.of(seat).touchable().keys()
        return lambda: [one for one in choices_ahead(match, seat) if one.pieces and touchable >= set(one.pieces)]

    def overlays(self, seat: int, seen: Revision, action: int) -> Callable[[], list[Overlay]]:
        """Returns a function that computes the overlays of a seat, now or after one of its choices, and can run in
        another thread. Raises Refusal.
        """
        table, match = self._table, self._table.match
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can switch this on"))
        if seen != match.revision:
            raise Refusal("late", late(seen, match.revision))
        if not match.options["assists"]:
            raise Refusal("assists", say("assists are off at this table"))
        if table.row.counts:
            raise Refusal("assists", say("this game is rated, so this cannot be switched on"))
        if action != NOW and not (0 <= action < match.game.actions and match.legal(seat)[action]):
            raise Refusal("illegal", not_possible(match, seat))
        return lambda: match.overlays(seat, action)

    def why_not(self, seat: int, seen: Revision, piece: str) -> str:
        """Returns why a seat cannot choose a piece or a zone that it sees. Raises Refusal."""
        match = self._table.match
        if seat == SPECTATOR:
            raise Refusal("not-seated", say("you are watching; only people with a seat can choose a piece"))
        if seen > match.revision:
            raise Refusal("late", late(seen, match.revision))
        if piece not in self._views.of(seat).touchable():
            raise Refusal("malformed", say("there is no piece '{piece}' on the table", piece=piece[:40]))
        return match.why_not(seat, piece)


def not_possible(match: Match, seat: int) -> str:
    """Returns the message for an illegal action, with the legal choices."""
    texts = [choice.text for choice in match.choices(seat)]
    shown = "; ".join(texts[:OFFERED])
    if len(texts) > OFFERED:
        shown = say("{choices}; and {n} more", choices=shown, n=len(texts) - OFFERED)
    return say("that is not possible now; you can: {choices}", choices=shown)


def late(seen: Revision, now: Revision) -> str:
    """Returns the message for a request about an earlier revision of the table."""
    if seen.undone != now.undone:
        return say("moves have been taken back since; the table is at move {now} now", now=now.ply)
    return say("your message is about the table after move {ply}; it is at move {now} now", ply=seen.ply, now=now.ply)
