"""The lab: many games between bots, what they say about a game, and how that is written down."""
