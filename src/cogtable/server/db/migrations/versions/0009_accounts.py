"""People can have accounts, with passkeys and sessions, and seats can belong to accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("skeleton", sa.String(128), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("recovery", sa.String(64), nullable=False, index=True),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("account_id", sa.String(24), sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("signs", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(24), nullable=False, unique=True),
        sa.Column("account_id", sa.String(24), sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("origin", sa.String(300), nullable=False),
        sa.Column("account_id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("expires", sa.Float, nullable=False, index=True),
    )
    op.add_column("seats", sa.Column("account", sa.String(24), nullable=False, server_default=""))
    op.create_index("seats_account", "seats", ["account"])


def downgrade() -> None:
    op.drop_index("seats_account", "seats")
    op.drop_column("seats", "account")
    for table in ("challenges", "sessions", "passkeys", "accounts"):
        op.drop_table(table)
