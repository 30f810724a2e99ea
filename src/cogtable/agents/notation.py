"""Actions in words: a short notation that is stable and can be read back.

The words of an action are the `text` of its choice, which saved games contain too. In the short form, the description
of a piece is replaced by the piece's id: "buy the level 1 blue card, cost 3 black" is "buy c8". Both forms name the
action among all others of the same decision.

`listing` writes many actions in few lines. Actions that begin or end alike share these words; what differs stands
between braces, as in a shell:

    Taking gems:
    - take {white, blue, green | white, blue, red | 2 red}

`expanded` turns such a line back into its actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cogtable import terminal
from cogtable.agents.quoting import one_line
from cogtable.view import Choice, Words

OPEN, BETWEEN, CLOSE = "{", " | ", "}"

ITEM = "- "
"""The beginning of a line of actions; other lines are names of groups."""


def short_words(choices: Sequence[Choice], labels: Mapping[str, Words]) -> dict[int, str]:
    """The short form of each choice's words, by action. `labels` are those of pieces by id (`View.touchable`).

    A choice keeps its full words if its short ones would name another one too.
    """
    full = {choice.action: one_line(choice.text) for choice in choices}
    short = {choice.action: _shortened(full[choice.action], choice, labels) for choice in choices}
    taken: dict[str, list[int]] = {}
    for action in full:
        for words in {full[action].casefold(), short[action].casefold()}:
            taken.setdefault(words, []).append(action)
    return {action: words if len(taken[words.casefold()]) == 1 else full[action] for action, words in short.items()}


def _shortened(words: str, choice: Choice, labels: Mapping[str, Words]) -> str:
    """Words with the descriptions of the pieces that the choice touches replaced by their ids."""
    for piece in dict.fromkeys(choice.pieces):
        label = one_line(terminal.plain(labels.get(piece, "")))
        if len(label) > len(piece):
            described = rf"(?<!\w)(?:(?:the|a|an) )?{re.escape(label)}(?!\w)"
            words = piece.join(re.split(described, words))
    return words


def listing(choices: Iterable[Choice], words: Mapping[int, str]) -> Iterator[str]:
    """The choices in a few lines: each group of several after its name, then all others. `words` are their words by
    action.
    """
    groups: dict[str, list[str]] = {}
    for choice in choices:
        groups.setdefault(heading(choice), []).append(words[choice.action])
    others = [each for group, of_group in groups.items() if not group or len(of_group) == 1 for each in of_group]
    for group, of_group in groups.items():
        if group and len(of_group) > 1:
            yield f"{group}:"
            yield from _items(of_group)
    yield from _items(others)


def heading(choice: Choice) -> str:
    """The name of a choice's group, without a mark at its end; empty without a group."""
    return one_line(terminal.plain(choice.group)).rstrip(".:")


def _items(words: Sequence[str]) -> Iterator[str]:
    return (f"{ITEM}{line}" for line in _factored([each.split(" ") for each in words])) if words else iter(())


def _factored(phrases: list[list[str]]) -> list[str]:
    """Phrases in lines with braces, as short as possible: in one line, or in one for each first word that differs."""
    if len(phrases) == 1:
        return [" ".join(phrases[0])]
    start = _shared(phrases)
    end = _shared([phrase[start:][::-1] for phrase in phrases])
    rests = [phrase[start : len(phrase) - end] for phrase in phrases]
    begun, ended = phrases[0][:start], phrases[0][len(phrases[0]) - end :]
    if any(OPEN in phrase or "|" in phrase or CLOSE in phrase for rest in phrases for phrase in rest):
        return [" ".join(phrase) for phrase in phrases]
    together = [" ".join([*begun, OPEN + BETWEEN.join(" ".join(rest) for rest in rests) + CLOSE, *ended])]
    by_word: dict[str, list[list[str]]] = {}
    for phrase in phrases:
        by_word.setdefault(phrase[start], []).append(phrase)
    apart = [line for several in by_word.values() for line in _factored(several)]
    return min((together, apart) if start else (apart, together), key=lambda lines: len("\n".join(lines)))


def _shared(phrases: Sequence[Sequence[str]]) -> int:
    """The number of words that all phrases begin with; a word of each always remains."""
    most = min(map(len, phrases)) - 1
    return next((at for at in range(most) if len({phrase[at] for phrase in phrases}) > 1), max(most, 0))


def expanded(line: str) -> list[str]:
    """The words of all actions in a line of `listing`: with each of the words in braces in turn.

    Braces without alternatives are part of the words: names can contain them.
    """
    line = line.removeprefix(ITEM)
    before, _, rest = line.partition(OPEN)
    inside, _, after = rest.partition(CLOSE)
    return [before + each + after for each in inside.split(BETWEEN)] if BETWEEN in inside else [line]
