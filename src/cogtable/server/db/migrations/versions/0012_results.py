"""Finished games keep their places; those that are rated are kept with ratings. Profiles can be hidden, and it is kept
who had a seat before somebody else took it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("unrated", sa.String(12), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("ended", sa.Float))
    op.add_column("tables", sa.Column("places", sa.Text, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("scores", sa.Text, nullable=False, server_default="[]"))
    op.create_table(
        "departures",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("account", sa.String(24), nullable=False, index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("account", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("against", sa.String(8), nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("rating", sa.Float),
        sa.Column("deviation", sa.Float),
        sa.Column("gain", sa.Float),
    )
    op.create_index("results_account", "results", ["account", "game"])
    op.create_index("results_pending", "results", ["rating", "ended"])
    op.create_table(
        "standings",
        sa.Column("account", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("against", sa.String(8), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("standings_best", "standings", ["game", "against", "rating"])
    op.create_table("rating_formula", sa.Column("formula", sa.String(64), nullable=False))
    op.execute("INSERT INTO rating_formula (formula) VALUES ('')")


def downgrade() -> None:
    for table in ("rating_formula", "standings", "results", "departures"):
        op.drop_table(table)
    for column in ("scores", "places", "ended", "unrated", "rated"):
        op.drop_column("tables", column)
    op.drop_column("accounts", "hidden")
