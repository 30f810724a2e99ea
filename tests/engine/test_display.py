"""Matches display themselves at a prompt and in a notebook."""

from __future__ import annotations

from html.parser import HTMLParser

import cogtable


class Tags(HTMLParser):
    """The tags of a text that are open, and all tags with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_match_describes_itself_in_a_line() -> None:
    match = cogtable.game("splendor").start(seed=123456789)
    assert repr(match) == "<Match of splendor: 2 seats, after 0 moves, waiting for seat 1>"
    match.play(0, match.choices(0)[0].action)
    assert repr(match) == "<Match of splendor: 2 seats, after 1 move, waiting for seat 2>"


def test_a_notebook_gets_text_and_self_contained_html() -> None:
    match = cogtable.game("splendor").start(seed=1)
    shown = match._repr_mimebundle_()
    assert shown["text/html"] == match._repr_html_()
    assert "Nobles" in shown["text/plain"]
    assert "waiting for seat 1" in shown["text/plain"]
    tags = Tags(shown["text/html"])
    assert tags.open == []
    assert not {tag for tag, _ in tags.found} & {"script", "link", "img", "iframe"}
    assert not any("src" in attributes or "href" in attributes for _, attributes in tags.found)


def test_private_information_is_shown_only_for_a_seat_that_is_asked_for() -> None:
    """Two deals that look the same to a spectator are displayed the same."""
    match = cogtable.game("recharge").start(seed=123456789)
    other = match.with_position(match.determinized(-1, 7))
    assert str(match.shown()) == str(other.shown())
    assert match._repr_html_() == other._repr_html_()
    assert str(match.shown(0)) != str(other.shown(0))
    assert str(match.shown(0)) != str(match.shown())
    assert "123456789" not in repr(match) + str(match.shown(0)) + match._repr_html_()


def test_a_finished_match_shows_its_ranks() -> None:
    match = cogtable.game("splendor").start(seed=1)
    match.end("agreed")
    assert "over" in repr(match)
    assert "1. seat 1" in str(match.shown())
    assert "1. seat 1" in match._repr_html_()
