"""The definition of a game, with the files that belong to it: its lesson, its picture, its search settings."""
