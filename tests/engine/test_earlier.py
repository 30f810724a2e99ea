"""Matches of earlier versions still load; each is named after the box that its game shipped with then."""

import json
from pathlib import Path

import pytest

import cogtable
from cogtable.engine.errors import BadSave
from cogtable.engine.play import registry
from cogtable.engine.play.saves import load

SAVED = sorted((Path(__file__).parent / "saved").glob("*.json"))


@pytest.mark.parametrize("file", SAVED, ids=lambda file: file.stem)
def test_an_earlier_match_can_be_continued(file):
    match = load(file.read_text(), verify=True)
    name, _, digest = file.stem.rpartition("-")
    assert (match.game.name, match.game.box.digest, len(match.moves)) == (
        name,
        digest,
        len(json.loads(file.read_text())["actions"]),
    )
    assert len(match.log()) > 10
    seat = match.waiting[0]
    match.play(seat, match.choices(seat)[0].action)
    assert load(cogtable.save(match)).game.box.digest == digest


def test_each_box_that_a_game_shipped_with_is_stored_under_its_digest():
    games = [cogtable.game(name) for name in registry.names()]
    boxes = [(game, file) for game in games for file in (game.folder / "earlier").glob("*")]
    assert {file.stem for _, file in boxes} >= {saved.stem.rpartition("-")[2] for saved in SAVED} > set()
    for game, file in boxes:
        assert file.name == f"{game.with_box(file).box.digest}.toml"


@pytest.mark.parametrize("digest", ["0123456789abcdef", "../box", "", "x" * 16])
def test_an_unknown_box_is_refused(digest):
    found = json.loads(SAVED[0].read_text()) | {"box": digest}
    with pytest.raises(BadSave, match="name the box file that it was played with"):
        load(json.dumps(found))
