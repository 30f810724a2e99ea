"""Tables can be listed for spectators, and can continue a finished game from one of its positions."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("branch_of", sa.String(24), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("branch_ply", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    for column in ("branch_ply", "branch_of", "public"):
        op.drop_column("tables", column)
