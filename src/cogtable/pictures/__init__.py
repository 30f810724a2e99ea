"""Pictures drawn by the client's own faces: frames of a table, pages and cards to print.

The faces are HTML and CSS that only a browser lays out, so a headless Chromium draws them. It needs the extra
`pictures`. It starts with the first picture, stays open for the next ones, and takes no server and no network.
"""

from cogtable.pictures.browser import NoBrowser, close
from cogtable.pictures.tables import picture, pixels

__all__ = ["NoBrowser", "close", "picture", "pixels"]
