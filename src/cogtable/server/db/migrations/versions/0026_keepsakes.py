"""People get keepsakes, which others see if they want that; and the games of an account are found faster."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.create_table(
        "keepsakes",
        sa.Column("account_id", sa.String(24), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("keepsake", sa.String(24), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("at_table", sa.String(24), nullable=False),
        sa.Column("told", sa.Boolean, nullable=False),
    )
    op.create_table(
        "browsers",
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(24), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("ix_browsers_account_id", "browsers", ["account_id"])
    op.add_column("people_settings", sa.Column("keepsakes", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_index("seats_account", "seats")
    op.create_index("seats_account", "seats", ["account", "table_id"])


def downgrade() -> None:
    op.drop_index("seats_account", "seats")
    op.create_index("seats_account", "seats", ["account"])
    op.drop_column("people_settings", "keepsakes")
    op.drop_table("browsers")
    op.drop_table("keepsakes")
