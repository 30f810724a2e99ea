"""Tables from their stored rows and actions."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from cogtable.engine.definition.spec import GameSpec
from cogtable.engine.errors import BadBox, BadLesson, BrokenGame, CogtableError, UnknownGame
from cogtable.engine.lessons.script import script_of
from cogtable.engine.play.interventions import Ending, Interventions, Remark, TakenBack
from cogtable.engine.play.match import Match, Move
from cogtable.engine.play.saves import Saved, restored
from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.rows import NO_LESSON, ActionRow, TableRow
from cogtable.server.table.change import TableState
from cogtable.server.table.coach import lesson_of
from cogtable.server.table.table import status_of

log = logging.getLogger("cogtable.server")


def restore(row: TableRow, actions: Sequence[ActionRow], game: GameSpec | None = None) -> TableState:
    """Returns a table from its row and all its actions; `game` is that with the table's box, if that is not the game's
    own. If its lesson has changed in the meantime, the game continues without it. Raises CogtableError if the game
    cannot be played here; see `cannot_go_on`.
    """
    match = restored(saved_of(row, actions), game=game)
    if row.status.lesson != NO_LESSON and not _still_fits(row, match):
        log.warning("table %s: the lesson of %s has changed since; the game goes on without it", row.id, row.game)
        row = msgspec.structs.replace(row, status=status_of(match))
    return TableState(row, match, len(actions))


def saved_of(row: TableRow, actions: Sequence[ActionRow]) -> Saved:
    """Returns the match of a table as it is saved, without a position: reading it replays the actions."""
    moves, interventions = _played(actions)
    return Saved(
        game=row.game,
        version=row.version,
        box=row.box,
        seats=len(row.seats),
        seed=row.seed,
        options=row.options,
        actions=[(move.seat, move.action, move.text) for move in moves],
        interventions=interventions,
    )


def cannot_go_on(row: TableRow, error: CogtableError) -> Refusal:
    """Returns the refusal if a table cannot be restored. The text of the error is only logged, because it names files
    of the server.
    """
    if isinstance(error, BrokenGame | BadBox):
        log.error("table %s cannot be loaded: %s", row.id, error)
        words = phrase("this table cannot go on at the moment: {game} cannot be loaded; the server's log says why")
        return Refusal("unavailable", say(words, game=row.game))
    log.warning("table %s cannot go on: %s", row.id, error)
    if isinstance(error, UnknownGame):
        words = phrase("{game} is not installed on this server, so this table cannot be opened")
    else:
        words = phrase(
            "the rules of {game} have changed since this table was made, and this server no longer has the old "
            "ones, so it cannot be opened"
        )
    return Refusal("outdated", say(words, game=row.game))


def _played(actions: Sequence[ActionRow]) -> tuple[list[Move], Interventions]:
    """Returns the moves that were not taken back, and the events outside the rules."""
    moves: list[Move] = []
    interventions = Interventions()
    for each in actions:
        match each.kind:
            case "undo":
                del moves[each.action :]
                interventions = interventions.back(TakenBack(each.action, each.seat, each.seen))
            case "remark":
                interventions = interventions.remarked(Remark(len(moves), each.seat, each.words))
            case "end":
                interventions = interventions.ended(Ending(each.words, each.seat))
            case _:
                moves.append(Move(each.seat, each.action, each.words, ()))
    return moves, interventions


def actions_of(match: Match) -> list[ActionRow]:
    """Returns the actions of a table that `restore` makes this match of."""
    found: list[ActionRow] = []
    marks, remarks = match.interventions.marks(match.ply), match.interventions.remarks

    def add(seat: int, action: int, words: str = "", kind: str = "move", *, seen: bool = False) -> None:
        found.append(ActionRow(ply=len(found), seat=seat, action=action, words=words, kind=kind, seen=seen))

    for ply in range(match.ply + 1):
        for mark in marks:
            if mark.ply == ply:
                add(mark.seat, ply, kind="undo", seen=mark.seen)
        for remark in remarks:
            if remark.ply == ply:
                add(remark.seat, 0, remark.words, "remark")
        if ply < match.ply:
            move = match.moves[ply]
            add(move.seat, move.action, move.text)
    if ending := match.interventions.ending:
        add(ending.last, 0, ending.words, "end")
    return found


def stood_in(actions: Sequence[ActionRow]) -> frozenset[int]:
    """Returns the moves, by ply, that bots made for people."""
    moves: list[bool] = []
    for action in actions:
        if action.kind == "move":
            moves.append(action.stood_in)
        elif action.kind == "undo":
            del moves[action.action :]
    return frozenset(ply for ply, stood_in in enumerate(moves) if stood_in)


def _still_fits(row: TableRow, match: Match) -> bool:
    try:
        return script_of(match.game, lesson_of(row)).fits(match, row.status.lesson)
    except BadLesson as error:
        log.error("table %s: %s", row.id, error)
        return False
