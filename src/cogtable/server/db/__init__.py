"""What the server stores, in SQLite or PostgreSQL."""
