"""Tournaments: who meets whom, how they stand, and rounds that begin and end by themselves."""
