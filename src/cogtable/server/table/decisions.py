"""Decisions: when the present decision of a seat began, and the seeds that bots use for it."""

from __future__ import annotations

import hashlib

from cogtable.engine.play.match import Match, Revision
from cogtable.server.db.rows import TableRow


def decisions_since(before: Match, after: Match, since: list[Revision]) -> list[Revision]:
    """Returns, for each seat, the revision at which its decision in `after` began.

    `since` has these revisions for `before`. A seat keeps its decision if it did not act or take an action back, and
    has the same choices as before, for example where all players choose at the same time.
    """
    acted = {move.seat for move in (*after.moves[before.ply :], *before.moves[after.ply :])}

    def same(seat: int) -> bool:
        waits = seat in before.waiting and seat in after.waiting and seat not in acted
        return waits and before.choices(seat) == after.choices(seat)

    return [since[seat] if same(seat) else after.revision for seat in range(after.seats)]


def decision_began(match: Match, seat: int) -> Revision:
    """Returns the revision at which the present decision of a seat began, computed from the moves alone, for example
    for a newly loaded match. If moves were taken back, the result may be too late, but never too early.
    """
    ply = match.ply
    if seat in match.waiting:
        choices = match.choices(seat)
        while ply and match.moves[ply - 1].seat != seat:
            before = match.at(ply - 1)
            if seat not in before.waiting or before.choices(seat) != choices:
                break
            ply -= 1
    return Revision(match.revision.undone, ply)


def seed_of(table: TableRow, seat: int, ply: int) -> int:
    """Returns a bot's seed for one decision: the same after a restart, and without information about the deal.

    At tables with the same chosen seed, bots play the same game.
    """
    return _hashed(f"{'' if table.chosen_seed else table.id} {table.seed} {seat} {ply}")


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
