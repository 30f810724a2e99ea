"""The application: all parts of the server put together, and the commands that run and administer it."""
