"""Files from other editors and folders: byte order marks, other encodings, symbolic links."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest

import cogtable
from cogtable.engine import files
from cogtable.engine.definition.lesson_file import LessonFile
from cogtable.engine.errors import CogtableError
from cogtable.engine.lessons import puzzle
from cogtable.engine.play import saves
from cogtable.lab import aims
from cogtable.server.workbench.box_files import CannotSave, Desk

GAME = cogtable.game("splendor")
AIMS = '[[aims]]\nmeasure = "length"\nlow = 6\nhigh = 6\nwhy = "games are short"\n'


def saved() -> str:
    return saves.save(GAME.start(seats=2, seed=1))


def in_the_workbench(file: Path) -> str:
    desk = Desk(file.parent, file, GAME.name)
    return desk.begin(GAME.name)[0]


READERS: dict[str, tuple[Callable[[], str], Callable[[Path], object]]] = {
    "box": (GAME.box_file.read_text, lambda file: GAME.with_box(file).box.digest),
    "workbench": (GAME.box_file.read_text, in_the_workbench),
    "lesson": ((GAME.folder / "lesson.toml").read_text, lambda file: LessonFile(file).lesson),
    "puzzles": (GAME.puzzle_file.read_text, lambda file: puzzle.read(GAME, file)),
    "aims": (lambda: AIMS, lambda file: aims.load_aims(file, GAME)),
    "saved match": (saved, lambda file: saves.save(saves.load(file.read_bytes()))),
    "saved match as text": (saved, lambda file: saves.save(saves.load(file.read_text(encoding="utf-8")))),
}


@pytest.mark.parametrize("what", READERS)
def test_a_byte_order_mark_is_ignored(what: str, tmp_path: Path) -> None:
    write, read = READERS[what]
    plain, marked = tmp_path / "plain.toml", tmp_path / "marked.toml"
    plain.write_text(write(), encoding="utf-8")
    marked.write_bytes(codecs.BOM_UTF8 + plain.read_bytes())
    assert read(marked) == read(plain)


@pytest.mark.parametrize("what", [what for what in READERS if "as text" not in what])
def test_a_file_that_is_not_utf_8_is_refused_in_a_sentence(what: str, tmp_path: Path) -> None:
    _, read = READERS[what]
    file = tmp_path / "latin.toml"
    file.write_bytes('title = "Glück"'.encode("latin-1"))
    with pytest.raises(
        (CogtableError, CannotSave), match="is not text in UTF-8: found 0xfc at byte 12; save the file as"
    ):
        read(file)


def test_a_link_stays_a_link_when_its_file_is_replaced(tmp_path: Path) -> None:
    file, link = tmp_path / "file.json", tmp_path / "link.json"
    file.write_text("before", encoding="utf-8")
    link.symlink_to(file)
    with files.replacing(link) as new:
        new.write_text("after", encoding="utf-8")
        assert file.read_text(encoding="utf-8") == "before"
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "after"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file.json", "link.json"]


def test_a_file_is_unchanged_if_writing_fails(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_text("before", encoding="utf-8")

    def breaks_off() -> None:
        with files.replacing(file) as new:
            new.write_text("hal", encoding="utf-8")
            raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        breaks_off()
    assert file.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]
