"""Batches: many tables of a game stepped together, on the CPU or on a GPU."""
