"""People are called when it is their turn: by push to their browsers, and by e-mail."""
