"""Whoever runs the service can tell its processes something: messages, bans, that no new games begin."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "orders",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("about", sa.String(64), primary_key=True),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("given", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=True),
    )


def downgrade() -> None:
    op.drop_table("orders")
