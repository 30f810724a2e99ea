"""Rows are deleted with the row that they belong to. Earlier versions could leave rows behind; these are deleted first.
A call names its browser or its account in a column of its own.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

KEYS = (
    ("seats", {"table_id": "tables.id"}),
    ("actions", {"table_id": "tables.id"}),
    ("chat_messages", {"table_id": "tables.id"}),
    ("chat_reactions", {"table_id": "tables.id"}),
    ("departures", {"table_id": "tables.id"}),
    ("results", {"table_id": "tables.id"}),
    ("entrants", {"tournament_id": "tournaments.id"}),
    ("pairings", {"tournament_id": "tournaments.id", "table_id": "tables.id"}),
    ("passkeys", {"account_id": "accounts.id"}),
    ("sessions", {"account_id": "accounts.id"}),
    ("mail_addresses", {"account_id": "accounts.id"}),
    ("subscriptions", {"session": "sessions.id"}),
    ("subscribed_seats", {"subscription": "subscriptions.id", "table_id": "tables.id"}),
    ("calls", {"table_id": "tables.id", "subscription": "subscriptions.id", "account_id": "mail_addresses.account_id"}),
)
"""The columns of each table that name the row to which a row belongs. A table comes after those that it names."""

BEFORE = {
    *(("seats", "table_id"), ("actions", "table_id"), ("chat_messages", "table_id"), ("chat_reactions", "table_id")),
    *(("passkeys", "account_id"), ("sessions", "account_id"), ("mail_addresses", "account_id")),
    ("subscribed_seats", "subscription"),
}
"""The columns that were foreign keys before, without ON DELETE."""

NAMES = {"fk": "%(table_name)s_%(column_0_name)s_fkey"}
"""The names that PostgreSQL gives to foreign keys. SQLite gives none."""


def upgrade() -> None:
    op.add_column("calls", sa.Column("subscription", sa.String(64)))
    op.add_column("calls", sa.Column("account_id", sa.String(24)))
    op.execute("UPDATE calls SET subscription = target WHERE way = 'push'")
    op.execute("UPDATE calls SET account_id = target WHERE way = 'mail'")
    for table, column in (("subscriptions", "session"), ("pairings", "table_id")):
        with op.batch_alter_table(table, naming_convention=NAMES) as batch:
            batch.alter_column(column, existing_type=sa.String(24), nullable=True)
        op.execute(f"UPDATE {table} SET {column} = NULL WHERE {column} = ''")
    on_sqlite = op.get_bind().dialect.name == "sqlite"  # there, foreign keys are off and part of the table's definition
    if not on_sqlite:
        for table, column in sorted(BEFORE):
            op.drop_constraint(f"{table}_{column}_fkey", table, type_="foreignkey")
    _delete_left_behind()
    for table, keys in KEYS:
        with op.batch_alter_table(table, naming_convention=NAMES) as batch:
            for column, parent in keys.items():
                if on_sqlite and (table, column) in BEFORE:
                    batch.drop_constraint(f"{table}_{column}_fkey", type_="foreignkey")
                name, key = parent.split(".")
                batch.create_foreign_key(f"{table}_{column}_fkey", name, [column], [key], ondelete="CASCADE")
            if table == "calls":
                batch.drop_column("way")
                batch.drop_column("target")
    op.create_index("pairings_table", "pairings", ["table_id"])


def _delete_left_behind() -> None:
    for table, keys in KEYS:
        for column, parent in keys.items():
            name, key = parent.split(".")
            op.execute(f"DELETE FROM {table} WHERE {column} NOT IN (SELECT {key} FROM {name})")


def downgrade() -> None:
    op.drop_index("pairings_table", "pairings")
    op.add_column("calls", sa.Column("way", sa.String(8), nullable=False, server_default="push"))
    op.add_column("calls", sa.Column("target", sa.String(64), nullable=False, server_default=""))
    op.execute("UPDATE calls SET target = subscription WHERE subscription IS NOT NULL")
    op.execute("UPDATE calls SET target = account_id, way = 'mail' WHERE account_id IS NOT NULL")
    for table, keys in KEYS:
        with op.batch_alter_table(table, naming_convention=NAMES) as batch:
            for column, parent in keys.items():
                batch.drop_constraint(f"{table}_{column}_fkey", type_="foreignkey")
                if (table, column) in BEFORE:
                    name, key = parent.split(".")
                    batch.create_foreign_key(f"{table}_{column}_fkey", name, [column], [key])
            if table == "calls":
                batch.drop_column("subscription")
                batch.drop_column("account_id")
    for table, column in (("subscriptions", "session"), ("pairings", "table_id")):
        op.execute(f"UPDATE {table} SET {column} = '' WHERE {column} IS NULL")
        with op.batch_alter_table(table, naming_convention=NAMES) as batch:
            batch.alter_column(column, existing_type=sa.String(24), nullable=False)
