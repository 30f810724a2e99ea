"""Tournaments: pairings, standings, and rounds that begin and end automatically."""
