"""Alembic's entry point: runs the migrations on the connection that the store provides."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
