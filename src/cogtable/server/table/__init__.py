"""What people do at a table, without I/O: no sockets, no database, no tasks. `logic.py` connects the parts."""
