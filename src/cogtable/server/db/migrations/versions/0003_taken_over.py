"""A seat that its person has handed over to a bot is "taken over", as everywhere else."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute("ALTER TABLE seats RENAME COLUMN handed TO taken_over")


def downgrade() -> None:
    op.execute("ALTER TABLE seats RENAME COLUMN taken_over TO handed")
