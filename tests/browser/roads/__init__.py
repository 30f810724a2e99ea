"""The roads: tutorials of the documentation, walked word for word by tests and by whoever takes their pictures."""
