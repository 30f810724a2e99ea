"""Games in plain Python: the games that there are, matches, saved matches, undo, and looking ahead."""
