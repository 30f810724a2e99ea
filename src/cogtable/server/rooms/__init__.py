"""The tables in memory with everybody at them. `room.py` connects the parts of one; `rooms.py` manages all."""
