"""People who look for others with "Play": their searches, the offers to play together, and what they declined."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "offers",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("host", sa.String(24), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("agreed", sa.String(8), nullable=False),
    )
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("rating", sa.Float()),
        sa.Column("leaves", sa.Boolean(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("declined", sa.Text(), nullable=False),
        sa.Column("offer", sa.String(24), nullable=False),
        sa.Column("moved", sa.String(24), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.UniqueConstraint("table_id"),
    )
    op.create_index("seeks_waiting", "seeks", ["moved", "game"])
    op.create_index("seeks_offer", "seeks", ["offer"])
    op.create_table(
        "seekers",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("seek_id", sa.String(24), sa.ForeignKey("seeks.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("answer", sa.String(8), nullable=False),
    )
    op.create_index("seekers_seek", "seekers", ["seek_id"])
    op.create_index("seekers_account", "seekers", ["account"])
    op.create_table(
        "declines",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    for table in ("declines", "seekers", "seeks", "offers"):
        op.drop_table(table)
