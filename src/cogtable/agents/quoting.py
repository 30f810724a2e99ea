"""Words that people wrote, marked as quoted material for a language model that reads them.

A name, a chat message or the text of a box can say anything, also "ignore your rules". A model must be able to tell it
from what the table says. Single words and sentences stand in quotation marks (`quoted`), and whole texts have a mark at
the beginning of each line (`quoted_lines`). Neither can be closed from inside: quotation marks and line breaks in the
words are escaped, and control characters are removed.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator

LONGEST = 200
"""The number of characters after which quoted words are cut off."""

MARK = "> "
"""The beginning of each line of a quoted text, as in an e-mail."""


def one_line(words: str) -> str:
    """Words in one line: line breaks and other white space become a blank; control characters, and those that change
    the direction of writing or are invisible, are removed.
    """
    spaced = re.sub(r"\s+", " ", words)
    return "".join(each for each in spaced if unicodedata.category(each) not in ("Cc", "Cf", "Cs", "Co", "Cn")).strip()


def quoted(words: str, longest: int = LONGEST) -> str:
    """Words in quotation marks, in one line, cut off after `longest` characters: `"Ada"`.

    Quotation marks and backslashes in them are escaped as in JSON.
    """
    line = one_line(words)
    return json.dumps(line if len(line) <= longest else line[:longest] + "…", ensure_ascii=False)


def quoted_lines(lines: Iterable[str]) -> Iterator[str]:
    """Lines with the `MARK` of quoted material before each; a line with line breaks in it stays one."""
    return (f"{MARK}{one_line(line)}" for line in lines)
