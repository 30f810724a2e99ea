"""Deals of the day and who played them, and people's tries at puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "deals",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("search", sa.String(120), nullable=False),
    )
    op.create_table(
        "deal_plays",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("hills", sa.String(16), nullable=False),
    )
    op.create_index("deal_plays_table", "deal_plays", ["table_id"])
    op.create_index("deal_plays_person", "deal_plays", ["person"])
    op.create_index("deal_plays_account", "deal_plays", ["account"])
    op.create_table(
        "puzzle_tries",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("at_once", sa.Boolean(), nullable=False),
        sa.Column("solved", sa.Float()),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("puzzle_tries_person", "puzzle_tries", ["person"])
    op.create_index("puzzle_tries_account", "puzzle_tries", ["account"])


def downgrade() -> None:
    for table in ("puzzle_tries", "deal_plays", "deals"):
        op.drop_table(table)
    op.drop_column("tables", "deal")
