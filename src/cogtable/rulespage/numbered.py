"""The numbered rules of a game (`rules.md`) as HTML, with an anchor for each of them."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

_NUMBER = re.compile(r"[A-Z]{2,4}-[A-Z]\d+")
_markdown = MarkdownIt("commonmark", {"html": False}).enable(["table"])


def rules_html(text: str) -> str:
    """Markdown as HTML; a paragraph or list item that begins with **SP-R6** gets the id `SP-R6`. HTML in it is text."""
    tokens = _markdown.parse(text)
    seen: set[str] = set()
    for place, token in enumerate(tokens):
        number = _number(token)
        if number and number not in seen:
            seen.add(number)
            _holder(tokens, place).attrSet("id", number)
    html: str = _markdown.renderer.render(tokens, _markdown.options, {})
    return html


def _number(token: Token) -> str:
    """The rule number at the beginning of a paragraph, heading or cell."""
    if token.type != "inline" or not token.children:
        return ""
    words = [child for child in token.children if child.content or child.type == "strong_open"]
    if len(words) > 1 and words[0].type == "strong_open" and _NUMBER.fullmatch(words[1].content):
        return str(words[1].content)
    return ""


def _holder(tokens: list[Token], place: int) -> Token:
    """The element to link to: the list item whose first paragraph this is, or the paragraph itself."""
    opening = place - 1
    if opening and tokens[opening - 1].type == "list_item_open":
        opening -= 1
    return tokens[opening]
