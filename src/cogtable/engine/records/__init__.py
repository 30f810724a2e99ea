"""Flat records of integers: states, the tables of a box, enumerations, and the space of actions."""
