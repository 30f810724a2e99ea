"""Several processes can serve one database: which of them are alive, and which has which table."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("address", sa.String(255), nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", sa.String(24), sa.ForeignKey("processes.id", ondelete="SET NULL"), nullable=True),
        sa.Column("present", sa.Text, nullable=False, server_default=""),
    )
    op.create_index("owners_process", "owners", ["process"])


def downgrade() -> None:
    op.drop_index("owners_process", "owners")
    op.drop_table("owners")
    op.drop_table("processes")
