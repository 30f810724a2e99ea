"""The server: a lobby over HTTP, a WebSocket per table, and a database that stores every move before it is
acknowledged.
"""
