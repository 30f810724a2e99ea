"""Tables can be played with boxes of people's own, which are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "boxes",
        sa.Column("key", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.add_column("tables", sa.Column("variant", sa.String(24), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "variant")
    op.drop_table("boxes")
