"""People can resign, a table has a creator, and others may take the seats of those who are gone."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("seats", sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("maker", sa.Integer, nullable=False, server_default="-1"))
    op.add_column("tables", sa.Column("replacing", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("tables", "replacing")
    op.drop_column("tables", "maker")
    op.drop_column("seats", "resigned")
