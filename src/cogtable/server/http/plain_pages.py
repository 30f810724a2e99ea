"""Pages that the server writes itself. They need no script, file or database, so they can be shown when any of these is
missing.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterable

from starlette.responses import HTMLResponse, Response

from cogtable.engine.text.words import language, say
from cogtable.server.core.robot import ROBOT

STYLE = """
:root{color-scheme:light dark;--base:#f4efe4;--panel:#fffaf0;--line:#e0d6c2;--text:#23252b;--quiet:#5f5d56;
--link:#7d540a;--button:#85590c;--ink:#fffaf0}
@media(prefers-color-scheme:dark){:root{--base:#12161d;--panel:#1b212b;--line:#2b3442;--text:#e9e4d8;--quiet:#a3a79f;
--link:#f0c878;--button:#d9a441;--ink:#1d1406}}
*{box-sizing:border-box}
body{margin:0;background:var(--base);color:var(--text);font:16px/1.5 Inter,system-ui,sans-serif}
header{padding:10px 16px;border-bottom:1px solid var(--line)}
header{display:flex;flex-wrap:wrap;align-items:center;gap:0 22px}
header a{display:inline-flex;align-items:center;gap:10px;min-height:44px;color:var(--text);font:700 22px Georgia,serif;
text-decoration:none}
header nav{display:flex;flex-wrap:wrap;gap:0 18px}
header nav a{color:var(--quiet);font:600 15px Inter,system-ui,sans-serif}
header svg{width:32px;height:32px}
.robot{display:block;width:130px;height:156px;margin:0 0 14px}
h2{margin:20px 0 6px;font:700 20px/1.2 Georgia,serif}
main{max-width:720px;margin:0 auto;padding:12vh 20px 48px;overflow-wrap:anywhere}
main.long{padding-top:24px}
h1{margin:0 0 12px;font:700 30px/1.2 Georgia,serif}
p{margin:0 0 18px;color:var(--quiet)}
a{color:var(--link)}
.ways{display:flex;flex-wrap:wrap;gap:10px;margin:0;padding:0;list-style:none}
.ways a{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;border:1px solid var(--line);
border-radius:8px;background:var(--panel);color:var(--text);font-weight:600;text-decoration:none}
.ways li:first-child a{border-color:var(--button);background:var(--button);color:var(--ink)}
.long p,.long li{color:var(--text)}
td,th{padding:4px 10px;border:1px solid var(--line)}
"""
"""The colours are those of `web/src/tokens.css`."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        f"style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy of these pages: only their own style is allowed."""

_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Cogtable</title>
<style>{style}</style>
<header><a href="{base}/">{sign}Cogtable</a><nav aria-label="{pages}">{tabs}</nav></header>
<main{kind}>
{body}
{ways}
</main>
</html>
"""

_SIGN = (
    '<svg viewBox="0 0 100 100" aria-hidden="true"><g fill="#e0a93f" stroke="#b98024" stroke-width="3">'
    '<path d="M43 4h14l3 13 9 4 12-7 9 10-6 12 4 9 12 3v14l-12 4-4 9 6 12-9 9-12-6-9 4-3 12H43l-3-12-9-4-12 6-9-9'
    ' 6-12-4-9-12-4V48l12-3 4-9-6-12 9-10 12 7 9-4Z"/><circle cx="50" cy="50" r="23" fill="#171c25"/></g></svg>'
)


def page(title: str, body: str, base: str, ways: Iterable[tuple[str, str]] = (), *, long: bool = False) -> str:
    """Returns a whole page as HTML.

    Args:
        title: Its title, as text.
        body: Its content with the heading, as HTML.
        base: The path below which the server's pages lie, without a slash at its end.
        ways: The links at its end, each an address and its words as text; the first is the main one.
        long: Whether the page is for reading, and begins at the top.
    """
    tabs = (
        ("/", say("Play")),
        ("/people", say("People")),
        ("/puzzles", say("Daily")),
        ("/learn", say("Learn")),
        ("/tournaments", say("Tournaments")),
    )
    links = "".join(f'<li><a href="{html.escape(to)}">{html.escape(words)}</a></li>' for to, words in ways)
    return _PAGE.format(
        language=html.escape(language()),
        title=html.escape(title),
        style=STYLE,
        base=html.escape(base),
        sign=_SIGN,
        pages=html.escape(say("Pages")),
        tabs="".join(f'<a href="{html.escape(base + path)}">{html.escape(words)}</a>' for path, words in tabs),
        kind=' class="long"' if long else "",
        body=body,
        ways=f'<ul class="ways">{links}</ul>' if links else "",
    )


def response(text: str, status: int = 200) -> Response:
    """Returns a page that the server writes itself as an answer."""
    return HTMLResponse(text, status, {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"})


def failure(status: int, words: str, base: str) -> str:
    """Returns the page of an answer with an HTTP status of 400 or more.

    Args:
        status: That status.
        words: Why, as text; empty if there is no more to say.
        base: As for `page`.
    """
    titles = {
        403: say("You cannot open this page"),
        404: say("Page not found"),
        408: say("That took too long"),
        421: say("Wrong address"),
        429: say("Too many requests"),
        500: say("Something went wrong on the server"),
        503: say("The server is not ready"),
    }
    title = titles.get(status, say("This did not work"))
    heading = f"<h1>{html.escape(title)}</h1>"
    body = f"<p>{html.escape(sentence(words))}</p>" if words else ""
    return page(title, ROBOT + heading + body, base, [(f"{base}/", say("Go to the games")), ("", say("Try again"))])


def sentence(words: str) -> str:
    """Returns a message as a sentence: with a capital letter and a full stop."""
    whole = words[:1].upper() + words[1:]
    return whole if re.search(r"[.!?…]$", whole) else whole + "."
