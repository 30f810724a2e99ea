"""Several processes that serve one PostgreSQL database: which are alive, and how requests reach a table's owner."""
