"""Text for people: sentences in the reader's language, and suggestions for misspelt names."""
