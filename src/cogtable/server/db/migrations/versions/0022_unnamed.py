"""People can leave their name out of link previews, and have nights and vacations in which their clocks rest."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("unnamed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("accounts", sa.Column("rest", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("accounts", "rest")
    op.drop_column("accounts", "unnamed")
