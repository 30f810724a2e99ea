"""Reloading the tables of games."""

import importlib
import sys

import pytest

import cogtable
from cogtable import new_game
from cogtable.engine.errors import BrokenGame
from cogtable.engine.play.reload import fresh_tables


@pytest.fixture
def owl(tmp_path, monkeypatch):
    """A game of the test's own, whose files can be edited."""
    new_game.make("owl", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "owl"))
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    yield importlib.import_module("owl").game
    for name in [name for name in sys.modules if name.split(".")[0] == "owl"]:
        del sys.modules[name]


def edit(game, old, new):
    file = game.folder / "table.py"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def asks(match):
    return next(part.sentence for part in match.view(0).parts if part.id == "prompt")


def test_an_edited_table_shows_in_a_running_match(owl):
    match = owl.start(seed=1)
    match.play(0, match.choices(0)[0].action)
    assert asks(match) == "The others play"
    edit(owl, "The others play", "Wait")
    with fresh_tables([owl]):
        pass
    assert asks(match) == "Wait"


def test_tables_of_other_boxes_are_reloaded_too(owl):
    text = owl.box_file.read_text().replace('worth = 1, art = "plug"', 'worth = 2, art = "plug"')
    variant = owl.with_box_text(text, "mine.toml")
    assert owl.table
    match = variant.start(seed=1)
    match.play(0, match.choices(0)[0].action)
    assert asks(match) == "The others play"
    edit(owl, "The others play", "Wait")
    with fresh_tables([owl]):
        assert asks(match) == "Wait"
    edit(owl, "def scene(", "def scene((")
    with pytest.raises(BrokenGame), fresh_tables([owl]):
        pass
    assert asks(match) == "Wait"


def test_tables_of_boxes_of_other_sizes_are_reloaded_too():
    tiny = cogtable.game("tiny")
    text = tiny.box_file.read_text().replace("value = 1}", "value = 1, copies = 2}", 1)
    larger = tiny.with_box_text(text, "mine.toml")
    assert larger.package != tiny.package
    before = tiny.table, larger.table

    def look():
        with fresh_tables([tiny]):
            assert tiny.table is not before[0]
            assert larger.table is not before[1]
            raise KeyError  # restore everything for other tests

    with pytest.raises(KeyError):
        look()
    assert (tiny.table, larger.table) == before


def test_the_log_is_rewritten_after_a_reload(owl):
    match = owl.start(seed=1)
    match.play(0, match.choices(0)[0].action)
    assert "laid a trinket" in match.log(1)[0].words
    edit(owl, "laid a trinket", "put a trinket down")
    with fresh_tables([owl]):
        assert "laid a trinket" in match.log(1)[0].words
        assert "put a trinket down" in match.reworded().log(1)[0].words


@pytest.mark.parametrize(
    ("old", "new"),
    [("def scene(", "def scene(("), ("from cogtable.table import (", "from cogtable.table import (Nothing,")],
)
def test_a_table_that_cannot_be_loaded_leaves_the_old_one(owl, old, new):
    match, table = owl.start(seed=1), owl.table
    edit(owl, old, new)
    with pytest.raises(BrokenGame, match="the table of owl cannot be loaded"), fresh_tables([owl]):
        pass
    assert owl.table is table is importlib.import_module("owl.table")
    assert asks(match) == "Touch a trinket, then the worth you call it"


def test_a_table_that_fails_its_trial_leaves_the_old_one(owl):
    match, table = owl.start(seed=1), owl.table
    edit(owl, "def scene(s, box, seat):\n", "def scene(s, box, seat):\n    nothing_called_so()\n")
    with pytest.raises(NameError), fresh_tables([owl]):
        match.view(0)
    assert owl.table is table
    assert asks(match) == "Touch a trinket, then the worth you call it"
