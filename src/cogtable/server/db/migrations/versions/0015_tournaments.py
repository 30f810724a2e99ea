"""Tournaments: their entrants, and the tables of each round with what came of them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(24), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("method", sa.String(8), nullable=False),
        sa.Column("twice", sa.Boolean, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("game_s", sa.Float, nullable=False),
        sa.Column("move_s", sa.Float, nullable=False),
        sa.Column("late_s", sa.Float, nullable=False),
        sa.Column("pause_s", sa.Float),
        sa.Column("chat", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("tournaments_due", "tournaments", ["due"])
    op.create_index("tournaments_state", "tournaments", ["state"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("gone", sa.String(8), nullable=False),
    )
    op.create_index("entrants_account", "entrants", ["account"])
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.String(24), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("places", sa.Text, nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
    )
    op.create_index("pairings_counted", "pairings", ["counted"])
    op.add_column("tables", sa.Column("tournament", sa.String(24), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "tournament")
    for table in ("pairings", "entrants", "tournaments"):
        op.drop_table(table)
