"""Games in plain Python: the registry, matches, saved matches, undo, and premoves."""
