"""Tables can have a clock: how long people may think, how much of it each has left, and when somebody runs out."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("tables", sa.Column("game_s", sa.Float, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("move_s", sa.Float, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("expired", sa.String(8), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("times", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("deadline", sa.Float))
    op.create_index("tables_deadline", "tables", ["deadline"])
    op.create_table("heartbeat", sa.Column("at", sa.Float, nullable=False))
    op.execute("INSERT INTO heartbeat (at) VALUES (0)")


def downgrade() -> None:
    op.drop_table("heartbeat")
    op.drop_index("tables_deadline")
    for column in ("deadline", "times", "expired", "move_s", "game_s"):
        op.drop_column("tables", column)
