"""Recharge: twelve rounds of robots that run on batteries, for two to four."""
