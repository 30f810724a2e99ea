"""Shared by all parts of the server: limits, refusals, logs, metrics, and the boxes that people upload."""
