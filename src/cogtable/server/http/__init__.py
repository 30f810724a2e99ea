"""The HTTP interface: a module for each group of routes, and what they share."""
