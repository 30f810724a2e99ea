"""The part that compares alternatives: its text in the terminal, and mistakes in it."""

import pytest

from cogtable import gallery, terminal
from cogtable.table import Alternative, Compare, Share


@pytest.fixture
def shown():
    """Returns a view with a comparison of three sites for three seats; the last one is used."""
    (found,) = [each.view for each in gallery.examples() if each.title == "Compare"]
    return found


def comparison(view):
    return next(part for part in view.parts if isinstance(part, Compare))


def test_the_terminal_lists_each_alternative_with_its_share_for_every_seat(shown):
    lines = list(terminal.scene(shown))
    assert "Choose a site · what each player gets" in lines
    assert "  Well: seat 1 −1 heart; seat 2 +1 heart; seat 3 nothing" in lines
    assert "  Forge: Used by seat 2" in lines


def test_a_row_about_a_missing_piece_is_found(shown):
    comparison(shown).rows[0].piece = "site-mine"
    with pytest.raises(ValueError, match="compare: a row is about piece site-mine, which is not there"):
        shown.check()


def test_a_row_without_a_share_for_each_column_is_found(shown):
    comparison(shown).rows[0].shares.pop()
    with pytest.raises(ValueError, match="the row of site-mint must have 3 shares; found 2"):
        shown.check()


def test_a_row_with_words_for_all_and_shares_is_found(shown):
    comparison(shown).rows[2] = Alternative(piece="site-forge", title="Forge", all="used", shares=[Share(words="1")])
    with pytest.raises(ValueError, match="must have no shares beside its words for all; found 1"):
        shown.check()
