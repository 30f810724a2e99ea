"""Boxes as people change them: an annotated copy to begin with, rows and cells, and edits of the text."""
