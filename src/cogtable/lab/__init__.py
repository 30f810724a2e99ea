"""The lab: many games between bots, the figures of a game that they give, and reports."""
