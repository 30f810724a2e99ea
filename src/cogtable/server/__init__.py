"""The server: a lobby over HTTP, a WebSocket a table, and a database that has every move before it is acknowledged."""
