"""Seats of games over days can have conditional moves."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("seats", sa.Column("conditional", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "conditional")
