"""Knock-out and arena tournaments, series of tournaments, and the time zones of their creators."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

TOURNAMENTS = (
    sa.Column("best_of", sa.Integer, nullable=False, server_default="1"),
    sa.Column("seeding", sa.String(8), nullable=False, server_default="lot"),
    sa.Column("third", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("advance", sa.Integer, nullable=False, server_default="0"),
    sa.Column("length_s", sa.Float, nullable=False, server_default="0"),
    sa.Column("ends", sa.Float),
    sa.Column("zone", sa.String(64), nullable=False, server_default=""),
    sa.Column("series", sa.String(24), nullable=False, server_default=""),
)
ENTRANTS = (
    sa.Column("seeded", sa.Integer, nullable=False, server_default="0"),
    sa.Column("device", sa.String(24), nullable=False, server_default=""),
)
PAIRINGS = (
    sa.Column("match", sa.Integer, nullable=False, server_default="0"),
    sa.Column("ended", sa.Float),
)
ADDED = {"tournaments": TOURNAMENTS, "entrants": ENTRANTS, "pairings": PAIRINGS}


def upgrade() -> None:
    for table, columns in ADDED.items():
        for column in columns:
            op.add_column(table, column)
    op.create_index("tournaments_series", "tournaments", ["series"])
    op.create_table(
        "series",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("every", sa.String(8), nullable=False),
        sa.Column("counts", sa.String(8), nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("editions", sa.Integer, nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("starts", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
    )
    op.create_index("series_due", "series", ["due"])


def downgrade() -> None:
    op.drop_table("series")
    op.drop_index("tournaments_series", "tournaments")
    for table, columns in ADDED.items():
        for column in columns:
            op.drop_column(table, column.name)
