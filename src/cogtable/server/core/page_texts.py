"""The texts in the client's pages for browsers in which its scripts do not run, or not yet."""

from __future__ import annotations

import html

from cogtable.engine.text.words import say
from cogtable.server.core.robot import ROBOT


def page_texts(more: str = "") -> dict[str, str]:
    """Returns the HTML for each mark in a page: `slow` for a page that loads, and `without scripts`: that JavaScript is
    needed, and then `more`, which is HTML.
    """
    slow = say("Loading. If nothing happens, reload this page, and check whether something blocks its scripts.")
    title = say("To play, Cogtable needs JavaScript")
    why = say("It is off, or blocked, in this browser. Allow it for this site and reload the page.")
    return {
        "<!-- slow -->": html.escape(slow),
        "<!-- without scripts -->": f"{ROBOT}<h1>{html.escape(title)}</h1><p>{html.escape(why)}</p>{more}",
    }
