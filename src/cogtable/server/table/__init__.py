"""A table: one game in progress with everybody at it. `room.py` connects its parts; `rooms.py` manages all tables."""
