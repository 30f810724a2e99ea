"""Moves are stored with the name that the client gave them, so one that is sent again is known."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("actions", sa.Column("submission", sa.String(32), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("actions", "submission")
