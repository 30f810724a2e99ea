"""Turn notifications: whom to notify, when, and with which text."""
