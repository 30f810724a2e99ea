"""Reads the action in a model's reply; says what is wrong with one that has none, and which actions come near it.

    reply  = [ text "[" ] action [ "]" text ]
    action = words | "#" number | beginning | piece { " " piece }

The action is in square brackets; of several, the last one counts. Without brackets it is the whole reply, or its last
line. Upper and lower case, extra blanks, quotation marks and a full stop at the end make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher

from cogtable.agents.quoting import one_line, quoted
from cogtable.engine.errors import IllegalAction
from cogtable.view import Choice

NEAREST = 3
"""The number of actions that are suggested in place of one that is not understood."""

LONGEST = 100_000
"""The number of characters of a reply that are read: the last ones, because the action stands at the end."""

_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
_LINE_IN_BRACKETS = re.compile(r"\[(.+)\]")
_NUMBER = re.compile(r"#(\d{1,9})")
_AROUND = " \t\"'`*_“”‘’«»"
_APOSTROPHES = str.maketrans("’‘", "''")


class NotUnderstood(IllegalAction):
    """A reply without an action that is legal now. `nearest` are the actions that come near it, best first."""

    def __init__(self, message: str, nearest: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest


def plain(words: str) -> str:
    """Words as they are compared: in one line and in small letters, without what may stand around them."""
    folded = one_line(unicodedata.normalize("NFKC", words)).translate(_APOSTROPHES).casefold().strip(_AROUND)
    return re.sub(r" +", " ", folded.removesuffix(".")).strip(_AROUND)


def candidates(reply: str) -> list[str]:
    """The parts of a reply that can be its action, the likeliest first. None in a reply without words."""
    reply = reply[-LONGEST:]
    written = [line for line in reply.splitlines() if plain(line)]
    if not written:
        return []
    last = written[-1]
    whole = _LINE_IN_BRACKETS.fullmatch(last.strip())  # names can contain brackets
    in_brackets = [*_BRACKETS.findall(reply)[-1:], *([whole[1]] if whole else [])]
    after_a_colon = [last.partition(":")[2], last.rpartition(":")[2]]
    return list(dict.fromkeys(filter(plain, [*in_brackets, reply, *after_a_colon, last])))


class Reader:
    """Reads replies for one decision.

    Args:
        choices: the legal actions.
        short: the short words of each, by action (see `notation.short_words`).
        pieces: the ids that a reply can name, whether or not an action touches them.
    """

    def __init__(self, choices: Sequence[Choice], short: Mapping[int, str], pieces: Collection[str]) -> None:
        self._choices = choices
        self._short = short
        self._pieces = {piece.casefold(): piece for piece in pieces}
        self._full = {choice.action: plain(choice.text) for choice in choices}
        self._brief = {action: plain(words) for action, words in short.items()}

    def read(self, reply: str) -> int:
        """The action in a reply. Raises NotUnderstood, and TypeError for a reply that is not a text."""
        if not isinstance(reply, str):
            raise TypeError(f"expected an action in words; found {reply!r}")
        possible = candidates(reply)
        for part in possible:
            found = self._matches(plain(part))
            if len(found) == 1:
                return found[0]
        raise self._not_understood(possible, bracketed=_BRACKETS.search(reply) is not None)

    def named(self, reply: str) -> str:
        """The piece that a reply names, if it names one, as its last; empty without one."""
        words = [word for part in candidates(reply)[:1] for word in plain(part).replace(",", " ").split()]
        return next((self._pieces[word] for word in reversed(words) if word in self._pieces), "")

    def _matches(self, words: str) -> list[int]:
        """The actions that words can mean: exactly, else by their beginning, else by the pieces that they touch."""
        if not words:
            return []
        if number := _NUMBER.fullmatch(words):
            return [action for action in self._full if action == int(number[1])]
        for known in (self._full, self._brief):
            if exact := [action for action, text in known.items() if text == words]:
                return exact
        begun = [a for a in self._full if self._full[a].startswith(words) or self._brief[a].startswith(words)]
        return begun or self._touching(words.replace(",", " ").split())

    def _touching(self, words: list[str]) -> list[int]:
        """The actions that begin with the first words, and touch exactly the pieces that the others name."""
        pieces = [self._pieces[word] for word in words if word in self._pieces]
        first = " ".join(word for word in words if word not in self._pieces)
        if not pieces:
            return []
        fitting = [c for c in self._choices if self._full[c.action].startswith(first) and set(pieces) <= set(c.pieces)]
        return [c.action for c in fitting if sorted(c.pieces) == sorted(pieces)] or [c.action for c in fitting]

    def _not_understood(self, possible: list[str], bracketed: bool) -> NotUnderstood:
        if not possible:
            nearest = tuple(choice.action for choice in self._choices[:NEAREST])
            return NotUnderstood(
                f"the reply is empty; expected a legal action, such as {self._those(nearest)}", nearest
            )
        said = possible[0] if bracketed else possible[-1]
        found = self._matches(plain(said))
        if found:
            shown = self._those(found[:NEAREST])
            more = f"; and {len(found) - NEAREST} more" if len(found) > NEAREST else ""
            return NotUnderstood(
                f"{quoted(said)} could be any of {len(found)} actions; say which: {shown}{more}", tuple(found[:NEAREST])
            )
        nearest = self.nearest(said)
        return NotUnderstood(
            f"{quoted(said)} is not a legal action now; expected one of the {len(self._choices)} legal actions, in its"
            f" words; the nearest: {self._those(nearest)}",
            nearest,
        )

    def nearest(self, words: str) -> tuple[int, ...]:
        """The legal actions nearest to some words, at most `NEAREST`, best first: those that touch a piece which the
        words name, then those that share most words and letters.
        """
        said = plain(words)[:200]
        heard = set(re.findall(r"\w+", said))

        def likeness(choice: Choice) -> tuple[float, float]:
            texts = (self._full[choice.action], self._brief[choice.action])
            touched = sum(piece.casefold() in heard or piece.casefold() in said.split() for piece in choice.pieces)
            shared = max(len(heard & set(re.findall(r"\w+", text))) / (len(text.split()) + 1) for text in texts)
            alike = max(SequenceMatcher(None, said, text, autojunk=False).ratio() for text in texts)
            return -touched, -(shared + alike)

        return tuple(choice.action for choice in sorted(self._choices, key=likeness)[:NEAREST])

    def _those(self, actions: Sequence[int]) -> str:
        return "; ".join(f"[{self._short[action]}]" for action in actions)
