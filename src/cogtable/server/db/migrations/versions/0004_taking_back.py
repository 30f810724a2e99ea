"""Moves can be taken back, some only if others agree. Moves that were taken back stay in the list of actions."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("actions", sa.Column("kind", sa.String(8), nullable=False, server_default="move"))
    op.add_column("actions", sa.Column("seen", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("question", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "question")
    op.drop_column("actions", "seen")
    op.drop_column("actions", "kind")
