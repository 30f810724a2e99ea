"""The printable components of each game: correct numbers of copies, in their true size."""

import importlib
from collections import Counter
from pathlib import Path

import msgspec
import pytest

import cogtable
from cogtable.table.components import POKER, components_of
from cogtable.view import Component

MAGPIE = Path(__file__).parents[2] / "examples" / "magpie"
GAMES = ("splendor", "megaman", "recharge", "coalheart", "smashgear", "magpie")
PAPER = {"A4": (210, 297), "Letter": (215.9, 279.4)}
MARGIN, NOTES = 7.5, 22
"""The margin at each edge in millimetres, and the room of a ruler and a sheet's name."""


def found(name, monkeypatch):
    monkeypatch.syspath_prepend(str(MAGPIE))
    return importlib.import_module("magpie").game if name == "magpie" else cogtable.game(name)


@pytest.fixture(params=GAMES)
def game(request, monkeypatch):
    return found(request.param, monkeypatch)


def by_id(game):
    return {each.id: each for each in components_of(game.table, game.box)}


def key(face):
    return msgspec.json.encode(face)


def test_every_entry_of_the_box_is_printed_in_its_number_of_copies(game):
    for table, cards in game.table.cards(game.box).items():
        mine = [each for each in by_id(game).values() if each.table == table]
        sides = Counter()
        for each in mine:
            for card in each.cards:
                for face in [card.face, card.back] if card.back else [card.face]:
                    sides[key(face)] += card.copies
        missing = [card.face for card in cards if not sides[key(card.face)]]
        assert not missing
        both = all(card.back for each in mine for card in each.cards)
        assert sum(sides.values()) >= len(cards)
        assert both or sum(sides.values()) == len(cards)


def test_components_follow_the_protocol(game):
    listed = components_of(game.table, game.box)
    assert len({each.id for each in listed}) == len(listed)
    for each in listed:
        assert msgspec.convert(msgspec.to_builtins(each), Component) == each
        assert each.title
        assert (each.form == "supply") == (not each.cards and not each.boards)
        assert bool(each.boards) == (each.form == "board")
        for view in each.boards:
            view.check()


@pytest.mark.parametrize("paper", PAPER)
def test_every_piece_fits_on_a_sheet_with_room_for_a_ruler(game, paper):
    across, down = PAPER[paper]
    for each in components_of(game.table, game.box):
        rest = across - each.width, down - each.height
        assert min(rest) >= 2 * MARGIN, each.id
        assert max(rest) >= 2 * MARGIN + NOTES, each.id


def test_a_board_has_the_proportions_of_its_layout(game):
    for each in components_of(game.table, game.box):
        for view in each.boards:
            assert view.wide.width / view.wide.height == pytest.approx(each.width / each.height, rel=0.001)


CONTENTS = {
    "splendor": {"cards1": 40, "cards2": 30, "cards3": 20, "nobles": 10, "tokens": 40},
    "megaman": {"cards1": 40, "cards2": 30, "cards3": 20, "helpers": 4, "goals": 2, "tokens": 44},
    "recharge": {"robots": 60, "events": 16, "actions": 4},
    # CH-R1
    "coalheart": {"gear": 32, "parts": 66, "mats": 6, "hexes": 7, "heart": 1, "others": 3, "cubes0": 15, "bag": 1},
    # SG-R1
    "smashgear": {"machines": 39, "programs": 30, "bases": 20, "destroy": 20, "board": 1},
    "magpie": {"trinkets": 24},
}


def test_the_components_match_the_rulebook(game):
    assert {name: each.total for name, each in by_id(game).items() if name in CONTENTS[game.name]} == CONTENTS[
        game.name
    ]


def test_cards_have_a_standard_size(game):
    sizes = {(each.width, each.height) for each in by_id(game).values() if each.form == "card"}
    assert sizes == {POKER}


def boxed(game, *changes):
    text = game.box_file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return game.with_box_text(text, f"{game.name}.toml")


def test_a_card_with_copies_is_one_card_printed_several_times():
    game = boxed(cogtable.game("recharge"), ('{name = "Coin Press", ', '{name = "Coin Press", copies = 3, '))
    robots = by_id(game)["robots"]
    (press,) = [card for card in robots.cards if card.face.title.startswith("Coin Press")]
    assert (press.face.title, press.copies) == ("Coin Press", 3)
    assert robots.total == 62
    assert len(robots.cards) == 60


def test_a_removed_card_is_not_printed():
    game = boxed(cogtable.game("recharge"), ('{name = "Coin Press", ', '{name = "Coin Press", copies = 0, '))
    robots = by_id(game)["robots"]
    assert robots.total == 59
    assert "Coin Press" not in {card.face.title for card in robots.cards}


def test_kinds_of_gear_are_printed_as_often_as_the_box_counts_them():
    game = boxed(
        cogtable.game("coalheart"),
        ('name = "Chainsaw", deluxe = 1, count = 3', 'name = "Chainsaw", deluxe = 1, count = 5'),
    )
    assert by_id(game)["gear"].total == 34


def test_helpers_are_printed_two_to_a_tile():
    helpers = by_id(cogtable.game("megaman"))["helpers"]
    assert all(card.back and card.back != card.face for card in helpers.cards)


def test_a_robot_part_has_its_price_on_the_front_and_its_picture_on_the_back():
    parts = by_id(cogtable.game("coalheart"))["parts"]
    assert all(card.face.costs and not card.face.built and card.back.built and card.back.art for card in parts.cards)


class Bare:
    """A table without a list of components."""


class Decked:
    """A table that has only cards."""

    def __init__(self, table):
        self.cards = table.cards


def test_a_table_without_components_prints_its_cards():
    game = cogtable.game("recharge")
    decks = components_of(Decked(game.table), game.box)
    assert [(each.id, each.title, each.total, each.form) for each in decks] == [
        ("robots", "Robots", 60, "card"),
        ("events", "Events", 16, "card"),
    ]
    assert components_of(Bare(), game.box) == []
