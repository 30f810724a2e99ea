"""Text for people: sentences in the reader's language, counts and lists.

Every sentence is a template with named fields, written in English where it is used::

    say("{seat} reserved {card}", seat=..., card=...)
    plural(count, "{n} card", "{n} cards")

The catalogue of a game holds its templates (`cogtable words GAME` collects them), and `speak` chooses the language that
they are shown in (`languages.choose` by its name). Mark words that are chosen long before they are shown with `phrase`,
or with `phrases` where they are for a count: `say` shows both.

Only templates that are written in code have fields. Text from elsewhere, such as a name from a box, is translated by
`say(name)` without fields: braces in it have no meaning. The mypy plugin reports a call with fields whose template is
neither a literal nor a `phrase`.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NewType, cast

ENGLISH = "en"

PSEUDO = "en-x-pseudo"
"""A language for tests: English with strange letters. Plain letters on screen were not translated."""

_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_STRANGE = str.maketrans(_PLAIN, "ÀƁĆĎĒƑĜĤĪĴĶĹḾŃŌƤǪŔŠŤŨṼŴẊÝŽàƀćďēƒĝĥīĵķĺḿńōƥǫŕšťũṽŵẋýž")
_KEPT = re.compile(r"(\{[^{}]*\}|\[\[[^\][|]*(?:\||\]\]))")


class _Pseudo(gettext.NullTranslations):
    """Every template in strange letters; its fields and the names of icons, seats and rules stay."""

    def gettext(self, message: str) -> str:
        return "".join(part if at % 2 else part.translate(_STRANGE) for at, part in enumerate(_KEPT.split(message)))

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(super().ngettext(one, many, n))


_UNTRANSLATED = gettext.NullTranslations()
_language, _name = _UNTRANSLATED, ENGLISH
_here: ContextVar[gettext.NullTranslations | None] = ContextVar("language", default=None)
"""The language of one piece of work, if not that of the process."""


def speak(translations: gettext.NullTranslations | None = None, name: str = ENGLISH) -> None:
    """Shows all words in this language from now on, in the whole process; in English when there is none."""
    global _language, _name
    _language, _name = translations or _UNTRANSLATED, name


def translations() -> gettext.NullTranslations:
    """The translations in use now. Caches of words have them in their keys."""
    return _here.get() or _language


@contextmanager
def in_english() -> Iterator[None]:
    """Shows words in English inside a `with` block, in a process with any language."""
    before = _here.set(_UNTRANSLATED)
    try:
        yield
    finally:
        _here.reset(before)


def language() -> str:
    """The language that words are shown in, as browsers name languages: "en", "pt-BR"."""
    return _name


def pseudo() -> gettext.NullTranslations:
    """The language for tests (see `PSEUDO`)."""
    return _Pseudo()


Template = NewType("Template", str)
"""A sentence written in code, whose fields `say` fills in. Only `phrase` makes one."""

NOTHING = Template("")
"""A sentence without words."""

Counted = tuple[Template, Template]
"""The words for one, and for many."""


def phrase(template: str) -> Template:
    """Marks words for the catalogue that are shown later, by `say`. Returns them as they are."""
    return Template(template)


def phrases(one: str, many: str) -> Counted:
    """Marks words for a count that are shown later, by `plural`. Returns them as they are."""
    return Template(one), Template(many)


def say(template: str | Counted, /, **fields: object) -> str:
    """A sentence in the reader's language, with its fields filled in; or that of `phrases` for the count `n`.

    Without fields it is only translated, so any text can be given. Raises KeyError for a field that is missing.
    """
    if isinstance(template, tuple):
        one, many = template
        return translations().ngettext(one, many, cast(int, fields["n"])).format_map(fields)
    language = _here.get() or _language  # not by way of `translations`: a table says two hundred things at every move
    translated = template if language is _UNTRANSLATED else language.gettext(template) if template else ""
    return translated.format_map(fields) if fields else translated


def plural(n: int, one: str, many: str, /, **fields: object) -> str:
    """The sentence for a count, which stands for `{n}`: `plural(2, "{n} card", "{n} cards")` is "2 cards"."""
    return translations().ngettext(one, many, n).format_map({"n": n, **fields})


def counted(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: "1 card", "2 cards"; `plural` where that is not the noun with an s."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def capital(words: str) -> str:
    """Words as they stand at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def series(words: Sequence[str]) -> str:
    """Words in a row: "a, b, c"."""
    row = "".join(words[:1])
    for word in words[1:]:
        row = say("{first}, {next}", first=row, next=word)
    return row


def listed(words: Sequence[str]) -> str:
    """Words joined by commas and "and": "a, b and c"."""
    return say("{first} and {last}", first=series(words[:-1]), last=words[-1]) if len(words) > 1 else series(words)
