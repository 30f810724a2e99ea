"""Every text on a table can be translated: in a pseudo-language of strange letters, no plain ones are left."""

import importlib
import re
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

import cogtable
from cogtable.engine.text import words

MAGPIE = Path(__file__).parents[2] / "examples" / "magpie"
READ = re.compile("words|label|title|text|sentence|group|empty|note|tag|of|short|status|all|corner|value")
"""The fields of a view with text for people."""
NO_WORDS = re.compile(r"\[\[[^|\]]*\|?|\b[a-i][1-9]\b")
"""Markup, and the cells of a board."""
PLAIN = re.compile("[A-PR-WYZa-pr-wyz]")
LOOKS = 4
"""The number of moves between two checks."""


@pytest.fixture(autouse=True)
def _strange(monkeypatch):
    monkeypatch.syspath_prepend(str(MAGPIE))
    words.speak(words.pseudo())
    yield
    words.speak()


def plain(shown):
    """Returns plain letters in a view's texts, each with its field."""
    return only_plain(texts(shown, "", set()))


def texts(shown, field, found):
    """Adds all texts of a view to those found, each with its field."""
    if isinstance(shown, str):
        found.add((field, shown))
    elif isinstance(shown, dict):
        for key, value in shown.items():
            texts(value, key, found)
    elif isinstance(shown, list | tuple):
        for value in shown:
            texts(value, field, found)
    return found


def only_plain(found):
    return {each for each in found if READ.fullmatch(each[0]) and PLAIN.search(NO_WORDS.sub("", each[1]))}


def all_that_is_shown(match, seat):
    view = match.view(seat)
    reasons = [{"words": match.why_not(seat, piece.id)} for piece in view.pieces]
    return [msgspec.to_builtins(view), reasons]


def slow(*case):
    """A long game."""
    return pytest.param(*case, marks=pytest.mark.slow)


def again(*case):
    """Another match of a game that the tests already have."""
    return pytest.param(*case, marks=[pytest.mark.slow, pytest.mark.large])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("splendor", {"seats": 3, "payment": 1}),
        again("splendor", {"seats": 4, "assists": 0, "always_ask": 1}),
        ("megaman", {"seats": 2}),
        ("megaman", {"seats": 3, "payment": 1}),
        ("coalheart", {"seats": 3, "mode": 2}),
        again("coalheart", {"seats": 5, "mode": 1, "assists": 0, "always_ask": 1}),
        slow("coalheart", {"seats": 3, "robots": 1, "together": 1}),
        again("coalheart", {"seats": 6, "robots": 1, "together": 1}),
        ("magpie", {"seats": 3}),
        ("tiny", {"seats": 3}),
        slow("smashgear", {}),
        again("smashgear", {"assists": 0, "always_ask": 1}),
    ],
)
def test_no_text_has_plain_letters(name, options):
    random = Random(3)
    game = importlib.import_module("magpie").game if name == "magpie" else cogtable.game(name)
    match = game.start(seed=3, **options)
    found = set()
    while not match.over and match.ply < 300:
        if match.ply % LOOKS == 0:
            for seat in (-1, *range(match.seats)):
                texts(all_that_is_shown(match, seat), "", found)
        seat = random.choice(match.waiting)
        match.play(seat, random.choice(np.flatnonzero(match.legal(seat)).tolist()))
    assert not only_plain(texts(all_that_is_shown(match, 0), "", found))


def test_plain_letters_are_found():
    assert plain([{"label": "Bank", "id": "bank"}, {"words": "[[gem/red|ŕēď]] 3"}]) == {("label", "Bank")}
