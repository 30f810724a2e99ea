"""Texts in another language, from the games' catalogues."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import cogtable
from cogtable.engine.play import languages
from cogtable.engine.text import words
from cogtable.engine.text.words import listed, plural, say

MADE_UP = r"""
# Words that nobody speaks, with the three forms of counts that Polish has.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"

msgid "{seat} reserved {card}"
msgstr "{card} resero {seat}"

msgid "Clear"
msgstr "Klaro"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} kar"
msgstr[1] "{n} kari"
msgstr[2] "{n} karoj"
"""


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    words.speak()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that has the shared catalogues during the test."""
    monkeypatch.setattr(languages, "OURS", tmp_path)
    return tmp_path


def compile_into(folder: Path, source: str, language: str) -> None:
    po = folder / f"words.{language}.po"
    po.write_text(source, encoding="utf-8")
    with po.open("rb") as stream, languages.compiled(folder, language).open("wb") as out:
        write_mo(out, read_po(stream, language))


def test_words_are_english_by_default():
    assert words.language() == "en"
    assert say("{seat} reserved {card}", seat="Ada", card="a ruby") == "Ada reserved a ruby"


def test_a_made_up_language_shows_its_sentences_and_its_plural_forms(folder):
    compile_into(folder, MADE_UP, "pl")
    languages.choose("pl")
    assert words.language() == "pl"
    assert say("{seat} reserved {card}", seat="Ada", card="a ruby") == "a ruby resero Ada"
    assert say("Clear") == "Klaro"
    assert [plural(n, "{n} card", "{n} cards") for n in (1, 3, 7)] == ["1 kar", "3 kari", "7 karoj"]


def test_untranslated_texts_are_in_english(folder):
    compile_into(folder, MADE_UP, "pl")
    languages.choose("pl")
    assert say("{n} of {all}", n=1, all=2) == "1 of 2"
    assert plural(2, "{n} coin", "{n} coins") == "2 coins"


def test_a_games_words_are_in_its_own_folder(folder, monkeypatch):
    splendor = cogtable.game("splendor")
    monkeypatch.setattr(splendor, "folder", folder / "splendor")
    splendor.folder.mkdir()
    compile_into(folder, MADE_UP, "pl")
    compile_into(splendor.folder, 'msgid "Buy"\nmsgstr "Kupo"\n', "pl")
    languages.choose("pl")
    assert [say("Clear"), say("Buy")] == ["Klaro", "Kupo"]


@pytest.mark.parametrize("name", ["tlh", "../../x", ""])
def test_an_unknown_language_is_refused_with_a_list_of_languages(folder, name):
    compile_into(folder, MADE_UP, "pl")
    with pytest.raises(languages.UnknownLanguage, match="there are en, en-x-pseudo, pl"):
        languages.choose(name)


def test_the_pseudo_language_keeps_fields_and_markup(folder):
    languages.choose(words.PSEUDO)
    assert (
        say("{seat} took [[gem/red|red]] [[crown]]", seat="[[seat:1]]") == "[[seat:1]] ťōōķ [[gem/red|ŕēď]] [[crown]]"
    )
    assert listed(["1", "2"]) == "1 àńď 2"


def test_translations_can_be_passed_in_code():
    class Loud(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.upper()

    words.speak(Loud(), "en-loud")
    assert (say("Clear"), words.language()) == ("CLEAR", "en-loud")
