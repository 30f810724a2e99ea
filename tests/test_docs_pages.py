"""`cogtable docs` shows the whole documentation without the site."""

import re

import pytest

from cogtable import docs


def test_every_page_is_complete():
    known = docs.pages()
    assert known["add-a-game"] == "Add a game"
    for name in known:
        text = docs.page(name)
        assert "```{eval-rst}" not in text
        assert "cannot be shown here" not in text


def test_the_reference_is_where_the_site_has_it():
    verbs = docs.page("verbs")
    assert "##### `Rules.legal(self, s: Any, b: Any, seat: int, mask: Mask) -> None`" in verbs
    assert "#### `known_to(who: str | Knower, *, of: str = '', by: str = '', alike:" in verbs
    table = docs.page("table")
    zone = table.partition("#### `Zone(")[2].partition("####")[0]
    assert "A place for pieces" in zone
    assert re.search(r"^- `overlap: float = 0`: How much of each piece the next one covers", zone, re.MULTILINE)


def test_for_a_missing_page_the_nearest_name_is_suggested():
    with pytest.raises(docs.NoPage, match=r'there is no page "tabel"; did you mean table\?'):
        docs.page("tabel")
