"""`cogtable serve --reload` shows edits to people who are looking at a table."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

import cogtable
from cogtable.server.wire.base import PROTOCOL

from .live_server import PATIENCE, Person

pytestmark = pytest.mark.slow

TINY = cogtable.game("tiny").folder.parent


class Author:
    """An author who edits a copy of Tiny, with a server that shows it."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(TINY, folder / "games", ignore=shutil.ignore_patterns("__pycache__"))
        self._stack = ExitStack()
        self.table = folder / "games" / "tiny" / "table.py"
        self.rules = folder / "games" / "tiny" / "rules.py"
        self._log = folder / "log"
        command = [sys.executable, "-m", "cogtable", "serve", "--reload", "--no-open", "--no-warm", "--port=0"]
        environment = os.environ | {"PYTHONPATH": str(folder / "games")}
        with self._log.open("w") as log:
            command.append(f"--database={folder / 'tables.db'}")
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        self.address = self.reads(r"Cogtable is at http://(\S+)")

    def reads(self, pattern: str) -> str:
        """Waits for output of the terminal that matches a pattern, and returns it."""
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self._log.read_text(), re.DOTALL)):
            assert time.monotonic() < end, f"nothing like {pattern}: {self._log.read_text()}"
            assert self.process.poll() is None, self._log.read_text()
            time.sleep(0.02)
        return found[found.lastindex or 0]

    def close(self) -> None:
        self._stack.close()
        self.process.terminate()
        self.process.wait(PATIENCE)

    def edit(self, file: Path, old: str, new: str) -> None:
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))

    def sits(self) -> Person:
        """Sits down at a new table."""
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"game": "tiny", "name": "Ada", "seats": seats}
        seat = httpx.post(f"http://{self.address}/api/tables", json=body, timeout=PATIENCE).json()
        socket = connect(f"ws://{self.address}/api/tables/{seat['table']}/ws")
        person = Person(self._stack.enter_context(socket))
        person.send(type="hello", protocol=PROTOCOL, secret=seat["secret"])
        person.next("update")
        return person


@pytest.fixture
def author(tmp_path: Path) -> Iterator[Author]:
    author = Author(tmp_path)
    author.reads("watching the tables of")
    yield author
    author.close()


def asks(person: Person) -> str:
    return next(part["sentence"] for part in person.view["parts"] if part["part"] == "prompt")


def test_an_edit_is_shown_at_open_tables_and_a_mistake_keeps_the_old_version(author: Author) -> None:
    person = author.sits()
    assert asks(person) == "Choose a card"

    def edit(old: str, new: str) -> None:
        author.edit(author.table, old, new)

    def mend(old: str, new: str) -> None:
        """Undoes an edit; the table is shown again."""
        edit(new, old)
        person.next("update")
        assert asks(person) == "Pick one"

    edit("Choose a card", "Pick one")
    person.next("update")
    assert asks(person) == "Pick one"

    broken = "def scene(", "def scene(("
    edit(*broken)
    author.reads(r"the old table stays, since the new one fails:.*SyntaxError")
    mend(*broken)

    not_shown = "for row, cards in (", "for row, cards in missing or ("
    edit(*not_shown)
    author.reads(r"the old table stays, since the new one fails:.*NameError: name 'missing' is not defined")
    assert author.sits().view["pieces"]
    mend(*not_shown)

    wrong_word = 'kind="card"', 'kind="cart"'
    edit(*wrong_word)
    author.reads(r"the old table stays, since the new one fails:.*Invalid enum value 'cart'")
    mend(*wrong_word)

    edit("zone=", 'zone="nowhere" + ')
    author.reads(r"piece \S+ lies in zone nowhere\S*, which is not there")
    assert author.sits().view["pieces"]

    author.edit(author.rules, "HAND = 2", "HAND = 3")
    author.reads(r"rules\.py: restart the server to use this change")
