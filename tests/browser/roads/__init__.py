"""Tutorials ("roads") of the documentation: tests follow them word for word, and scripts take their pictures."""
