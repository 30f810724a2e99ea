"""Bots are named after their strength, not their seat."""

from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

# As they were when this was written.
NAMES = {
    "easy": "Bolt",
    "medium": "Rivet",
    "hard": "Sprocket",
    "expert": "Piston",
    "master": "Gizmo",
    "greedy": "Spark",
    "random": "Tinker",
}
BY_SEAT = ("Bolt", "Rivet", "Sprocket", "Piston", "Gizmo", "Spark", "Tinker", "Flywheel")

SEATS = sa.table("seats", *map(sa.column, ("table_id", "seat", "kind", "bot", "name")))


def upgrade() -> None:
    bots = sa.select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.bot).where(SEATS.c.kind == "bot", SEATS.c.bot.in_(NAMES))
    met: Counter[tuple[str, str]] = Counter()
    found = []
    for table, seat, bot in op.get_bind().execute(bots.order_by(SEATS.c.table_id, SEATS.c.seat)):
        met[table, bot] += 1
        number = met[table, bot]
        found.append({"of": table, "at": seat, "now": NAMES[bot] if number == 1 else f"{NAMES[bot]} {number}"})
    _rename(found)


def downgrade() -> None:
    bots = sa.select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.kind == "bot", SEATS.c.bot.in_(NAMES))
    rows = op.get_bind().execute(bots).all()
    _rename([{"of": table, "at": seat, "now": BY_SEAT[seat % len(BY_SEAT)]} for table, seat in rows])


def _rename(found: list[dict[str, object]]) -> None:
    if found:
        own = (SEATS.c.table_id == sa.bindparam("of"), SEATS.c.seat == sa.bindparam("at"))
        op.get_bind().execute(SEATS.update().where(*own).values(name=sa.bindparam("now")), found)
