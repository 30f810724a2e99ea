"""The engine: what a game is made of, and how games are played, compiled, saved and stepped in batches."""
