"""A table in a list, as a visitor can see it."""

from __future__ import annotations

from cogtable.server.db.rows import NO_LESSON, TableRow
from cogtable.server.table import clock
from cogtable.server.table.coach import lesson_of
from cogtable.server.wire import from_server, lobby_api


def table_info(
    row: TableRow,
    occupants: list[from_server.Occupant],
    watching: int,
    seat: int,
    variant: str,
    now: float,
    moved: float | None = None,
) -> lobby_api.TableInfo:
    """Returns a table for its reader, who is in `seat`, -1 for none. `watching` is the number of spectators, `variant`
    the title of the variant, `now` the present time of people's clocks, and `moved` the time of the last move, if the
    list has it.
    """
    return lobby_api.TableInfo(
        table=row.id,
        game=row.game,
        occupants=occupants,
        created=row.created,
        started=row.started,
        over=row.status.over,
        words=row.status.words,
        waiting=[other.seat for other in row.seats if row.status.waiting >> other.seat & 1],
        seat=seat,
        lesson=row.status.lesson,
        lesson_name=lesson_of(row) if row.status.lesson != NO_LESSON else "",
        watching=watching,
        variant=variant,
        rated=row.rated and not row.unrated,
        left_s=clock.left_of(row, seat, now),
        for_move=row.move_s > 0 and not row.game_s,
        tournament=row.tournament,
        places=list(row.places),
        time_control=clock.control_of(row),
        scores=list(row.scores) if row.status.over else [],
        ended=row.ended if row.status.over else None,
        moved=moved,
    )
