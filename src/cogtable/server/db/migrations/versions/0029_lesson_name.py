"""The name of a table's lesson; empty for a table without one."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("tables", sa.Column("lesson_name", sa.String(32), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "lesson_name")
