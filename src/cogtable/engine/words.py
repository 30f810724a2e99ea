"""Words that people read: sentences in the reader's language, counts and lists.

Every sentence is a template with named fields, written in English where it is used::

    say("{seat} reserved {card}", seat=..., card=...)
    plural(count, "{n} card", "{n} cards")

The catalogue of a game holds its templates (`cogtable words GAME` collects them), and `speak` chooses the language that
they are shown in. Words that are chosen long before they are shown stand in `phrase`.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Sequence
from functools import reduce

PSEUDO = "pseudo"
"""A language for tests: English with strange letters. What shows plain letters has escaped translation."""

_PLAIN = "ABCDEFGHIJKLMNOPRSTUVWYZabcdefghijklmnoprstuvwyz"
_STRANGE = str.maketrans(_PLAIN, "ÀƁĆĎĒƑĜĤĪĴĶĹḾŃŌƤŔŠŤŨṼŴÝŽàƀćďēƒĝĥīĵķĺḿńōƥŕšťũṽŵýž")
_KEPT = re.compile(r"(\{[^{}]*\}|\[\[[^\][|]*(?:\||\]\]))")


class _Pseudo(gettext.NullTranslations):
    """Every template in strange letters; its fields and the names of icons, seats and rules stay."""

    def gettext(self, message: str) -> str:
        return "".join(part if at % 2 else part.translate(_STRANGE) for at, part in enumerate(_KEPT.split(message)))

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(super().ngettext(one, many, n))


_language: gettext.NullTranslations = gettext.NullTranslations()


def speak(language: gettext.NullTranslations | None = None) -> None:
    """Shows all words in this language from now on, in the whole process; in English when there is none."""
    global _language
    _language = language or gettext.NullTranslations()
    for forget in _forgetting:
        forget()


_forgetting: list[Callable[[], object]] = []


def forget_with_language(forget: Callable[[], object]) -> None:
    """Has this called when another language is spoken, since what was kept holds words of the one before."""
    _forgetting.append(forget)


def pseudo() -> gettext.NullTranslations:
    """The language for tests (see `PSEUDO`)."""
    return _Pseudo()


def phrase(template: str) -> str:
    """Marks words for the catalogue that are shown later, by `say`. Returns them as they are."""
    return template


Counted = tuple[str, str]
"""The words for one, and for many."""


def phrases(one: str, many: str) -> Counted:
    """Marks words for a count that are shown later, by `plural`. Returns them as they are."""
    return one, many


def in_language(template: str) -> str:
    """A template in the reader's language, its fields not yet filled in."""
    return _language.gettext(template) if template else ""


def say(template: str, /, **fields: object) -> str:
    """A sentence in the reader's language, with its fields filled in. Raises KeyError for a field that is missing."""
    return in_language(template).format_map(fields)


def plural(n: int, one: str, many: str, /, **fields: object) -> str:
    """The sentence for a count, which stands for `{n}`: `plural(2, "{n} card", "{n} cards")` is "2 cards"."""
    return _language.ngettext(one, many, n).format_map({"n": n, **fields})


def counted(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: "1 card", "2 cards"; `plural` where that is not the noun with an s."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def capital(words: str) -> str:
    """Words as they stand at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def in_a_row(words: Sequence[str]) -> str:
    """Words in a row: "a, b, c"."""
    return reduce(lambda first, last: say("{first}, {next}", first=first, next=last), words) if words else ""


def listed(words: Sequence[str]) -> str:
    """Words in a row, the last of them after "and": "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return say("{first} and {last}", first=in_a_row(words[:-1]), last=words[-1])
