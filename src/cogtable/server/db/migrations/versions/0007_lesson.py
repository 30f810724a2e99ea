"""The step of a table's lesson; -1 for a table without one."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("ALTER TABLE tables ADD COLUMN lesson INTEGER NOT NULL DEFAULT -1")


def downgrade() -> None:
    op.execute("ALTER TABLE tables DROP COLUMN lesson")
