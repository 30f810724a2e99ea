"""The database, in SQLite or PostgreSQL."""
