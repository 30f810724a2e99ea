"""People are called when it is their turn: by push to their browsers, and by e-mail."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("session", sa.String(24), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "subscribed_seats",
        sa.Column("subscription", sa.String(64), sa.ForeignKey("subscriptions.id"), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.create_index("subscribed_seats_table", "subscribed_seats", ["table_id"])
    op.create_table(
        "mail_addresses",
        sa.Column("account_id", sa.String(24), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("called", sa.Boolean, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
    )
    op.create_table(
        "calls",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False, index=True),
    )
    op.add_column("tables", sa.Column("called", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("tables", "called")
    op.drop_index("subscribed_seats_table", "subscribed_seats")
    for table in ("calls", "mail_addresses", "subscribed_seats", "subscriptions", "server_keys"):
        op.drop_table(table)
