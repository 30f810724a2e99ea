"""The table's texts in Splendor: missing gems, reasons why a piece can't be chosen, and log lines."""

import pytest

import cogtable


@pytest.fixture
def card(table):
    """Returns the number of a level 1 card that costs three red."""
    return table().card(1, "green", red=3)


@pytest.fixture
def offered(table, card):
    """Sets up a table with that card face up, and a seat 0 with these tokens."""
    return lambda **tokens: table().face_up(0, card).tokens(0, **tokens)


def log(game, seat=None):
    return [line.words for line in game.match.log(seat)]


def part(game, name, seat=0):
    return next(part for part in game.match.view(seat).parts if part.id == name)


# --- missing gems -------------------------------------------------------------------------------------


def test_missing_gems_are_noted_on_the_card_and_marked_in_its_price(offered, card):
    piece = offered(red=1).piece(f"c{card}", seat=0)
    assert "2\u00a0[[gem/red/triangle|red]]" in piece.note
    assert [pip.lack for pip in piece.face.costs] == [2]
    assert piece.tag == ""


def test_gems_covered_by_gold_are_not_missing(offered, card):
    game = offered(red=1, gold=2)
    piece = game.piece(f"c{card}", seat=0)
    assert (piece.tag, piece.note) == ("BUY", "")
    assert not any(pip.lack for pip in piece.face.costs)
    assert game.match.why_not(0, f"c{card}") == ""
    (buying,) = [choice for choice in game.match.choices(0) if choice.text.startswith("buy") and choice.pieces]
    assert buying.pieces == (f"c{card}",)
    assert "[[gem/gold/star|gold]]" in buying.label


def test_if_gold_does_not_cover_the_price_all_the_gold_is_named(offered, card):
    note = offered(red=1, gold=1).piece(f"c{card}", seat=0).note
    assert "2\u00a0[[gem/red/triangle|red]]" in note
    assert "1 gold" in note


def test_bought_cards_make_others_cheaper(offered, card):
    piece = offered().bonus(0, red=1).piece(f"c{card}", seat=0)
    assert [pip.lack for pip in piece.face.costs] == [2]


def test_without_assists_a_card_does_not_show_missing_gems(table, card):
    game = table(assists=0).face_up(0, card).tokens(0, red=3)
    assert {(piece.tag, piece.note) for piece in game.match.view(0).pieces} == {("", "")}
    lacking = table(assists=0).face_up(0, card).reserved(0, card)
    assert "[[gem/" not in lacking.match.why_not(0, f"c{card}")


def test_only_the_reader_sees_their_missing_gems(offered, card):
    for seat in (1, None):
        assert "1 gold" not in offered(red=1, gold=1).piece(f"c{card}", seat).note


def test_nobles_show_the_missing_cards(table):
    game = table().nobles({"red": 4, "green": 4}).bonus(0, red=4, green=1)
    (noble,) = [piece for piece in game.match.view(0).pieces if piece.id.startswith("noble")]
    assert sorted(pip.lack for pip in noble.face.costs) == [0, 3]


def test_a_price_is_marked_where_the_reader_can_pay_it(offered, card):
    def met(game, seat):
        return [pip.met for pip in game.piece(f"c{card}", seat).face.costs]

    assert met(offered(red=3), 0) == [True]
    assert met(offered(red=1), 0) == [False]
    assert met(offered(red=1, gold=2), 0) == [False], "gold is not red"
    assert met(offered(red=3), 1) == [False]


def test_everybody_sees_everybodys_progress_towards_a_noble(table):
    game = table().nobles({"red": 4, "green": 4}).bonus(0, red=5, green=1).bonus(1, green=3)
    for seat, progress in ((0, [(0, [1, 4]), (1, [3, 0])]), (1, [(1, [3, 0]), (0, [1, 4])])):
        (noble,) = [piece for piece in game.match.view(seat).pieces if piece.id.startswith("noble")]
        assert [(each.seat, each.have) for each in noble.face.progress] == progress
        assert "[[seat:0]]: 3 to go" in noble.label
        assert "[[seat:1]]: 5 to go" in noble.label


def test_without_assists_a_noble_shows_no_progress(table):
    game = table(assists=0).nobles({"red": 4, "green": 4})
    assert not any(piece.face.progress for piece in game.match.view(0).pieces)


def test_every_card_has_a_picture_of_its_own():
    game = cogtable.game("splendor")
    cards = game.table.cards(game.box)["cards"]
    assert len({card.face.art for card in cards}) == len(cards) == 90
    places = {(card.face.level, card.face.art.split("/")[1]) for card in cards}
    assert places == {(1, "mine"), (2, "port"), (2, "caravan"), (3, "palace"), (3, "workshop")}


# --- why not ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "rule"),
    [
        ("bank.5", "SP-R5"),  # gold comes with a reserved card
        ("bank.0", "SP-R3"),  # none left
        ("p0.0", "SP-R6"),  # cards are never given away
        ("t0.1", "SP-R6"),  # tokens are spent by buying
        ("noble", "SP-R7"),
    ],
)
def test_a_piece_that_cannot_be_chosen_names_its_rule(table, piece, rule):
    game = table().bank(blue=4, green=4, red=4, black=4, gold=5).tokens(0, blue=1)
    name = next(each.id for each in game.match.view(0).pieces if each.id.startswith(piece))
    assert f"[[rule:{rule}]]" in game.match.why_not(0, name)


def test_a_full_hand_cannot_reserve(table):
    game = table().reserved(0, 0, 1, 2)
    assert "[[rule:SP-R5]]" in game.match.why_not(0, "deck1")
    assert "[[rule:SP-Q3]]" in game.no_cards(rows=False).match.why_not(0, "deck1")


def test_a_card_in_anothers_hand_names_its_holder(table):
    game = table(seats=3).reserved(1, 0).reserved(2, 40, blind=True)
    assert "[[seat:1]]" in game.match.why_not(0, "c0")
    assert "[[seat:2]]" in game.match.why_not(0, "h2.0")


def test_in_anothers_turn_every_piece_names_the_player(table):
    game = table(seats=3).turn(1)
    assert {game.match.why_not(0, piece.id) for piece in game.match.view(0).pieces} == {
        game.match.why_not(0, "bank.0"),
    }
    assert "[[seat:1]]" in game.match.why_not(0, "bank.0")


def test_a_player_who_must_return_tokens_sees_how_many(table):
    game = table().tokens(0, white=4, blue=4, green=1).play("take green, red, black")
    assert "2 tokens" in part(game, "prompt").sentence
    assert "[[rule:SP-R4]]" in game.match.why_not(0, "bank.0")
    assert game.match.why_not(0, "t0.0") == ""


# --- the log and the layouts --------------------------------------------------------------------------


def test_a_purchase_is_logged_with_its_price(offered):
    game = offered(red=2, gold=1)
    game.play("buy the level 1 green card, cost 3 red")
    for part_of_it in ("[[seat:0]]", "[[gem/green/", "2\u00a0[[gem/red/", "1\u00a0[[gem/gold/"):
        assert part_of_it in log(game)[-1]


def test_only_its_reserver_sees_the_name_of_an_unseen_card(table):
    game = table().play("reserve the top card of level 3")
    assert log(game, 0)[-1] != log(game, 1)[-1] == log(game)[-1]
    assert "level 3" in log(game)[-1]


def test_a_phone_shows_rivals_as_strips(table):
    view = table(seats=3).match.view(0)
    drawn = [
        {part.id for part in view.parts if part.area in layout.areas and layout.areas[part.area].w}
        for layout in (view.wide, view.narrow)
    ]
    assert {"seat1", "seat2", "prompt", "log"} <= drawn[0] - drawn[1]
    assert {"strip1", "strip2"} <= drawn[1] - drawn[0]
    assert {"nobles", "board", "decks", "bank", "seat0", "tokens0", "piles0", "hand0"} <= drawn[0] & drawn[1]


def test_the_end_names_the_rule_that_decided(table):
    game = table(target=15).points(0, 15).points(1, 3).turn(1)
    game.play(game.choices_to("take")[0])
    result = game.match.view(None).result
    assert "[[rule:SP-" in result.words
    assert [(place.seat, place.rank, place.score) for place in result.placements] == [(0, 1, 15), (1, 2, 3)]
