"""People follow, block and mute one another, invite one another to games, and report one another to the host."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    def of_account(name: str) -> sa.Column[str]:
        key = sa.ForeignKey("accounts.id", ondelete="CASCADE")
        return sa.Column(name, sa.String(24), key, primary_key=True)

    op.create_table(
        "follows",
        of_account("account_id"),
        of_account("followed_id"),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("follows_followed", "follows", ["followed_id"])
    op.create_table(
        "blocks",
        sa.Column("account", sa.String(24), primary_key=True),
        sa.Column("whom", sa.String(24), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("blocks_whom", "blocks", ["whom"])
    op.create_table(
        "people_settings",
        of_account("account_id"),
        sa.Column("unseen", sa.Boolean, nullable=False),
        sa.Column("invites", sa.String(8), nullable=False),
        sa.Column("lines", sa.Boolean, nullable=False),
        sa.Column("called", sa.Boolean, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("account_id", sa.String(24), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("invited_id", sa.String(24), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("game_s", sa.Float, nullable=False),
        sa.Column("move_s", sa.Float, nullable=False),
        sa.Column("at", sa.Float),
        sa.Column("line", sa.String(120), nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("answer", sa.String(8), nullable=False),
        sa.Column("answered", sa.Float),
        sa.Column("at_table", sa.String(24), nullable=False),
    )
    op.create_index("invitations_account", "invitations", ["account_id"])
    op.create_index("invitations_invited", "invitations", ["invited_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("whom", sa.String(24), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(8), nullable=False),
        sa.Column("at_table", sa.String(24), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("answer", sa.String(8), nullable=False),
        sa.Column("answered", sa.Float),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("heard", sa.Boolean, nullable=False),
        sa.Column("warned", sa.Boolean, nullable=False),
    )
    op.create_index("reports_account", "reports", ["account"])
    op.create_index("reports_whom", "reports", ["whom"])
    op.create_table(
        "whereabouts",
        sa.Column("process", sa.String(24), sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("account", sa.String(24), primary_key=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("at_table", sa.String(24), nullable=False),
    )
    op.create_index("whereabouts_account", "whereabouts", ["account"])
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("device", sa.String(24), nullable=False, server_default=""))
    with op.batch_alter_table("chat_messages") as batch:
        batch.add_column(sa.Column("account", sa.String(24), nullable=False, server_default=""))
    op.create_index("chat_messages_account", "chat_messages", ["account"])


def downgrade() -> None:
    op.drop_index("chat_messages_account", "chat_messages")
    op.drop_column("chat_messages", "account")
    op.drop_column("seats", "device")
    for table in ("whereabouts", "reports", "invitations", "people_settings", "blocks", "follows"):
        op.drop_table(table)
