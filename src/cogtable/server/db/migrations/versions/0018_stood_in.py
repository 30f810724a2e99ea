"""Moves that a bot made for the person in a seat are stored as such."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("actions", sa.Column("stood_in", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(  # after its person resigned, as the last remark about a seat says, a bot made its moves
        """
        UPDATE actions SET stood_in = true
        WHERE kind = 'move'
        AND EXISTS (
            SELECT 1 FROM seats WHERE seats.table_id = actions.table_id AND seats.seat = actions.seat AND seats.resigned
        )
        AND ply > (
            SELECT max(said.ply) FROM actions AS said
            WHERE said.table_id = actions.table_id AND said.seat = actions.seat AND said.kind = 'remark'
        )
        """
    )


def downgrade() -> None:
    op.drop_column("actions", "stood_in")
