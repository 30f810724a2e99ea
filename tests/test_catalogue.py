"""The translators' catalogues: their contents, and what is compiled from them."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest

import cogtable
from cogtable.engine.play.game import Game
from cogtable.engine.play.languages import compiled
from cogtable.testing import catalogue
from cogtable.testing.catalogue import BadWords, Found, Words

CARDS = ["karta", "karty", "kart"]


@pytest.fixture
def splendor() -> Game:
    return cogtable.game("splendor")


def templates(folder: Path, source: str) -> list[Found]:
    """Returns the templates found in a package of one module."""
    (folder / "log.py").write_text(source, encoding="utf-8")
    return list(catalogue.templates(folder))


def translate(words: Words, language: str, **pairs: str) -> Path:
    """Begins a translation, and fills in some words as a translator does."""
    file = catalogue.begin(words, language)
    text = file.read_text(encoding="utf-8")
    for english, other in pairs.items():
        text = text.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{other}"')
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.slow
def test_all_catalogues_are_up_to_date():
    """If not: `cogtable words`."""
    assert [file for words in catalogue.all_words() for file in catalogue.stale(words)] == []


def test_templates_are_found_with_all_their_forms(tmp_path):
    found = templates(
        tmp_path,
        """
LABEL = phrase("Clear")
LOG = says("{seat} took {card}", fly=1)
def f(n, x):
    # For translators: a button,
    # which is small.
    say("Buy")
    say(LABEL)
    say("won" if x else "lost")
    plural(n, *COINS)
    return plural(n, "{n} card", "{n} " "cards")
COINS = phrases("{n} coin", "{n} coins")
""",
    )
    assert sorted(found) == [
        Found(("Buy",), ("a button, which is small.",)),
        Found(("Clear",)),
        Found(("lost",)),
        Found(("won",)),
        Found(("{n} card", "{n} cards")),
        Found(("{n} coin", "{n} coins")),
        Found(("{seat} took {card}",)),
    ]


@pytest.mark.parametrize("glued", ['say(f"{x} cards")', 'say("a " + x)', 'plural(n, "{n} card", MANY)'])
def test_a_concatenated_template_is_refused(tmp_path, glued):
    with pytest.raises(BadWords, match=r"log\.py, line 1: "):
        templates(tmp_path, glued)


def test_a_games_catalogue_has_its_title_options_and_box_words(splendor):
    words = catalogue.words_of(splendor)
    found = {form for each in words.found for form in each.forms}
    assert {splendor.title, splendor.tagline, "Points to reach"} <= found
    assert {name for entries in splendor.box.names.values() for name in entries} <= found


def test_texts_shared_by_all_games_are_in_one_catalogue(splendor):
    shared = {each.forms for each in catalogue.shared_words().found}
    assert ("{first} and {last}",) in shared
    assert ("off",) in shared
    assert shared.isdisjoint(each.forms for each in catalogue.words_of(splendor).found)


def test_a_translation_is_compiled_and_stays_up_to_date(tmp_path):
    words = Words(tmp_path, "Tiny", [Found(("Clear",)), Found(("{n} card", "{n} cards"))])
    file = translate(words, "pl", Clear="Czysto")
    text = file.read_text(encoding="utf-8")
    for i, form in enumerate(CARDS):
        text = text.replace(f'msgstr[{i}] ""', f'msgstr[{i}] "{{n}} {form}"')
    file.write_text(text, encoding="utf-8")

    changed = catalogue.write(words)
    assert compiled(tmp_path, "pl") in changed
    assert catalogue.stale(words) == []
    with compiled(tmp_path, "pl").open("rb") as stream:
        polish = gettext.GNUTranslations(stream)
    assert polish.gettext("Clear") == "Czysto"
    assert [polish.ngettext("{n} card", "{n} cards", n) for n in (1, 3, 7)] == [f"{{n}} {f}" for f in CARDS]


def test_new_words_are_added_to_translations_and_old_ones_removed(tmp_path):
    file = translate(Words(tmp_path, "Tiny", [Found(("Clear",)), Found(("Old",))]), "de", Clear="Leeren", Old="Alt")
    words = Words(tmp_path, "Tiny", [Found(("Clear",)), Found(("Buy this card",))])
    assert file in catalogue.stale(words)
    catalogue.write(words)
    text = file.read_text(encoding="utf-8")
    assert 'msgstr "Leeren"' in text
    assert 'msgid "Buy this card"' in text
    assert "Alt" not in text


def test_a_translation_with_an_unknown_field_is_refused(tmp_path):
    words = Words(tmp_path, "Tiny", [Found(("{seat} passed",))])
    translate(words, "de", **{"{seat} passed": "{sitz} passt"})
    with pytest.raises(BadWords, match=r"words.de.po: .*\{sitz\}.*expected \{seat\}"):
        catalogue.write(words)


def test_a_translation_is_begun_once_and_in_a_known_language(tmp_path):
    words = Words(tmp_path, "Tiny", [Found(("Clear",))])
    catalogue.begin(words, "pt-BR")
    with pytest.raises(BadWords, match="already exists"):
        catalogue.begin(words, "pt-BR")
    with pytest.raises(BadWords, match='no language "klingon"'):
        catalogue.begin(words, "klingon")
