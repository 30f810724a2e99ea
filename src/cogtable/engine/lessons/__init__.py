"""Lessons played through on a match, and puzzles."""
