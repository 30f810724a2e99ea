"""Several processes that serve one PostgreSQL database: who is alive, and how requests reach a table's owner."""
