"""A bot may play for people who leave the table or hand their seat over."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("takeover", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("takeover_s", sa.Float, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("handed", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("seats", "handed")
    op.drop_column("tables", "takeover_s")
    op.drop_column("tables", "takeover")
