"""The engine: the parts of a game, and code that plays, compiles, saves and batches games."""
