"""People are notified when it is their turn: whom, when, and in which words."""
