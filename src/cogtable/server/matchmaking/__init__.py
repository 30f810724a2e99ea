"""People who look for others with "Play": who is paired with whom, and when."""
