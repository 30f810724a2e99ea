"""The rules of Splendor, by their numbers."""

import pytest

from cogtable import IllegalAction
from cogtable.engine.rules import rng, verbs
from cogtable.games.splendor.rules.actions import Action
from cogtable.testing.coverage import rule

COLORS = ("white", "blue", "green", "red", "black")
FULL = dict.fromkeys(COLORS, 4)

# --- setting up ---------------------------------------------------------------------------------------


@rule("SP-R1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_cards_of_each_level_lie_face_up(table, seats):
    game = table(seats)
    for level, left in ((1, 36), (2, 26), (3, 16)):
        row = game.row(level)
        assert len(set(row)) == 4
        assert {int(game.box.level[card]) for card in row} == {level}
        assert game.state.deck_left[level - 1] == left


@rule("SP-R1")
def test_each_deck_and_the_nobles_are_shuffled(table):
    games = [table(seed=seed) for seed in range(8)]
    for level in (1, 2, 3):
        assert len({tuple(game.row(level)) for game in games}) == 8
    assert len({tuple(game.state.nobles) for game in games}) > 4


@rule("SP-R1", "SP-Q2")
@pytest.mark.parametrize(("seats", "nobles"), [(2, 3), (3, 4), (4, 5)])
def test_there_is_one_noble_more_than_players(table, seats, nobles):
    shown = [piece for piece in table(seats).match.view().pieces if piece.id.startswith("noble")]
    assert len({piece.id for piece in shown}) == nobles


@rule("SP-R2")
@pytest.mark.parametrize(("seats", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_fewer_players_have_fewer_gems(table, seats, gems):
    assert [table(seats).in_bank(color) for color in COLORS] == [gems] * 5


@rule("SP-Q12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_always_five_gold_tokens(table, seats):
    assert table(seats).in_bank("gold") == 5


# --- the turn -----------------------------------------------------------------------------------------


@rule("SP-R3")
def test_a_turn_is_one_of_four_actions(table):
    game = table().tokens(0, green=4).face_up(0, table().card(1, "white", green=4))
    assert len(game.choices_to("take ")) == 10 + 5
    assert len(game.choices_to("reserve the level")) == 12
    assert len(game.choices_to("reserve the top")) == 3
    assert len(game.choices_to("buy ")) >= 1
    assert "pass" not in game.choices
    game.play("take white, blue, green")
    assert game.held(0) == {"white": 1, "blue": 1, "green": 5}
    assert [game.in_bank(color) for color in COLORS] == [3, 3, 3, 4, 4]


@rule("SP-R3")
def test_play_goes_clockwise(table):
    game = table(seats=3)
    order = []
    for _ in range(6):
        order.append(game.to_move)
        game.play("reserve the top card of level 1")
    assert order == [0, 1, 2, 0, 1, 2]


@rule("SP-R3", "SP-Q13")
def test_two_of_a_colour_need_four_in_the_bank(table):
    game = table().bank(white=4, blue=3, green=2, red=1)
    assert game.choices_to("take 2") == ["take 2 white"]
    game.play("take 2 white")
    assert game.held(0) == {"white": 2}
    assert game.in_bank("white") == 2
    assert game.choices_to("take 2") == []


@rule("SP-Q1")
def test_with_three_colours_left_exactly_three_are_taken(table):
    game = table().bank(white=1, blue=3, black=2, gold=5)
    assert game.choices_to("take") == ["take white, blue, black"]


@rule("SP-Q1")
def test_with_two_colours_left_one_of_each_is_taken(table):
    assert table().bank(white=1, red=3, gold=5).choices_to("take") == ["take white, red"]


@rule("SP-Q1")
def test_with_one_colour_left_one_gem_is_taken(table):
    game = table().bank(red=3, gold=5)
    assert game.choices_to("take") == ["take red"]
    assert game.play("take red").held(0) == {"red": 1}


@rule("SP-Q1", "SP-Q13")
def test_with_one_colour_left_two_of_four_can_be_taken(table):
    assert sorted(table().bank(red=4).choices_to("take")) == ["take 2 red", "take red"]


@rule("SP-Q4")
def test_the_steps_of_a_turn_come_in_order(table):
    """Nine tokens, cards for a noble, twelve points: three more tokens; then return, noble, end, in that order."""
    needs = {"white": 4, "blue": 4}
    game = table().bank(**FULL).tokens(0, white=9).bonus(0, **needs).points(0, 12, cards=8).nobles(needs)
    game.turn(0).play("take blue, green, red")
    assert (game.to_move, game.visited(0), game.score(0)) == (0, 0, 12)
    game.play("return 1 white")
    assert (game.to_move, game.visited(0)) == (0, 0)
    game.play("return 1 white")
    assert (game.to_move, game.visited(0), game.score(0)) == (1, 1, 15)
    assert not game.match.over
    game.play("take white, blue, green")
    assert game.match.over


@rule("SP-Q4")
def test_a_gap_is_filled_before_tokens_are_returned(table):
    game = table().tokens(0, white=10)
    card = game.row(1)[0]
    game.play("reserve the " + game.piece(f"c{card}").label)
    assert game.choices == ["return 1 white", "return 1 gold"]
    assert card not in game.row(1)
    assert -1 not in game.row(1)


# --- passing ------------------------------------------------------------------------------------------


def blocked(game, *seats):
    """Gives these seats three cards that they can't pay for, and empties the bank and the rows."""
    dear = [
        game.card(3, "white", black=7),
        game.card(3, "blue", white=7),
        game.card(3, "green", blue=7),
        game.card(3, "red", green=7),
        game.card(3, "black", red=7),
        game.card(3, "black", red=7, black=3),
    ]
    for seat in seats:
        game.reserved(seat, *[dear.pop(0) for _ in range(3)])
    return game.bank(gold=5).no_cards()


@rule("SP-Q8")
def test_passing_is_allowed_only_without_another_action(table):
    game = blocked(table(always_ask="on"), 0)
    assert game.choices == ["pass"]
    game.state.bank[0] = 1
    assert game.choices == ["take white"]


@rule("SP-Q8")
def test_passing_is_not_allowed_while_a_card_can_be_bought(table):
    game = blocked(table(always_ask="on"), 0).tokens(0, black=7)
    (only,) = game.choices
    assert only.startswith("buy the level 3 white card")


@rule("SP-Q8")
def test_a_seat_passes_if_it_has_room_but_nothing_to_reserve(table):
    assert table(always_ask="on").bank(gold=5).no_cards().choices == ["pass"]


@rule("SP-Q8")
def test_passing_is_not_allowed_while_the_top_of_a_deck_can_be_reserved(table):
    game = table(always_ask="on").bank(gold=5).no_cards(decks=False)
    assert game.choices == [f"reserve the top card of level {level}" for level in (1, 2, 3)]


@rule("SP-Q8")
def test_a_seat_that_can_only_pass_is_skipped(table):
    game = blocked(table(seats=3).bank(**FULL), 1)
    game.turn(0).state.bank[0] = 1
    game.play("take white")
    assert [move.text for move in game.match.moves][:2] == ["take white", "pass"]
    assert game.match.moves[1].seat == 1


@rule("SP-Q14")
def test_the_game_ends_when_all_have_passed_in_a_row(table):
    game = blocked(table(always_ask="on"), 0, 1).points(0, 3).points(1, 5)
    game.play("pass")
    assert not game.match.over
    game.play("pass")
    assert game.match.over
    assert game.match.ranks == (2, 1)


@rule("SP-Q14")
def test_an_action_in_between_restarts_the_count_of_passes(table):
    game = blocked(table(seats=2, always_ask="on"), 0, 1).tokens(1, red=7)
    game.play("pass", "buy the level 3 black card, 4 points, cost 7 red in your hand").bank(gold=5).play("pass")
    assert not game.match.over
    assert game.play("pass").match.over


@rule("SP-Q17")
def test_a_noble_can_visit_after_a_pass(table):
    needs = {"red": 4, "black": 4}
    game = blocked(table(seats=2, always_ask="on"), 0).nobles(needs)
    game.state.bonus[0] = [0, 0, 0, 4, 4]
    game.play("pass")
    assert (game.visited(0), game.score(0), game.to_move) == (1, 3, 1)


@rule("SP-Q17")
def test_the_game_can_end_after_a_pass(table):
    game = blocked(table(seats=2, always_ask="on"), 0, 1).points(0, 15).turn(1).play("pass")
    assert game.match.over
    assert game.match.ranks == (1, 2)


@rule("SP-R8")
def test_the_end_counts_everybodys_cards(table):
    game = table(seats=2).points(0, 15, cards=1).points(1, 3, cards=2).turn(1).play("take white, blue, green")
    assert [place.words for place in game.match.view().result.placements] == ["15 from 1 card", "3 from 2 cards"]


# --- ten tokens ---------------------------------------------------------------------------------------


@rule("SP-R4")
def test_tokens_beyond_ten_are_returned(table):
    game = table().bank(**FULL).tokens(0, white=4, gold=5)
    game.play("take blue, green, red")
    assert game.to_move == 0
    assert all(text.startswith("return 1 ") for text in game.choices)
    game.play("return 1 blue", "return 1 green")
    assert game.to_move == 1
    assert game.held(0) == {"white": 4, "red": 1, "gold": 5}
    assert (game.in_bank("blue"), game.in_bank("green"), game.in_bank("red")) == (4, 4, 3)


@rule("SP-R4")
def test_ten_tokens_can_be_kept(table):
    game = table().bank(**FULL).tokens(0, white=7).play("take blue, green, red")
    assert sum(game.held(0).values()) == 10
    assert game.to_move == 1


@rule("SP-Q5")
def test_gold_just_gained_can_be_returned(table):
    game = table().tokens(0, white=6, blue=4).play("reserve the top card of level 2")
    assert game.choices == ["return 1 white", "return 1 blue", "return 1 gold"]
    game.play("return 1 gold")
    assert game.held(0) == {"white": 6, "blue": 4}
    assert game.in_bank("gold") == 5


@rule("SP-Q5")
def test_old_tokens_can_be_returned_instead(table):
    game = table().tokens(0, white=6, blue=4).play("reserve the top card of level 2", "return 1 blue")
    assert game.held(0) == {"white": 6, "blue": 3, "gold": 1}


# --- reserving ----------------------------------------------------------------------------------------


@rule("SP-R5")
def test_a_face_up_card_can_be_reserved(table):
    game = table()
    card = game.row(2)[1]
    game.play("reserve the " + game.piece(f"c{card}").label)
    assert game.hand(0) == [card]
    assert game.held(0) == {"gold": 1}
    assert game.in_bank("gold") == 4


@rule("SP-R5")
def test_the_top_card_of_a_deck_can_be_reserved(table):
    game = table()
    card = game.card(3, "red", green=7)
    game.on_top(card).play("reserve the top card of level 3")
    assert game.hand(0) == [card]
    assert game.state.deck_left[2] == 15
    assert len(game.row(3)) == 4


@rule("SP-R5")
def test_a_hand_has_three_cards_at_most(table):
    game = table().reserved(0, 70, 71).play("reserve the top card of level 1", "reserve the top card of level 1")
    assert len(game.hand(0)) == 3
    assert game.choices_to("reserve") == []
    assert len(game.choices_to("take")) > 0


@rule("SP-R5")
def test_without_gold_reserving_is_still_possible(table):
    game = table().bank(white=4).play("reserve the top card of level 1")
    assert len(game.hand(0)) == 1
    assert game.held(0) == {}


@rule("SP-R5")
def test_gold_cannot_be_taken(table):
    game = table()
    with pytest.raises(IllegalAction, match="is not a choice"):
        game.play("take gold")
    assert not [text for text in game.choices_to("take") if "gold" in text]


@rule("SP-R5")
def test_nothing_can_be_reserved_from_an_empty_deck(table):
    game = table().no_cards(rows=False)
    assert game.choices_to("reserve the top") == []
    assert len(game.choices_to("reserve the level")) == 12


@rule("SP-Q16")
def test_only_its_owner_knows_an_unseen_card(table):
    game = table(seats=3)
    card = game.card(3, "red", green=7)
    game.on_top(card).play("reserve the top card of level 3")
    assert game.piece(f"c{card}", seat=0).zone == "hand0"
    assert game.piece(f"c{card}", seat=0).secret
    for seat in (1, 2, None):
        assert game.piece(f"c{card}", seat) is None
        back = game.piece("h0.0", seat)
        assert (back.face.kind, back.face.level) == ("back", 3)
        hidden = game.match.hidden(-1 if seat is None else seat)[0]
        assert card not in hidden.reserved
        assert (hidden.owner[card], set(hidden.deck)) == (-1, {-1, -2})
        assert "gem/red" not in "".join(line.words for line in game.match.log(seat))
    assert any("gem/red" in line.words for line in game.match.log(0))


@rule("SP-Q16")
def test_a_card_reserved_face_up_stays_known(table):
    game = table(seats=3)
    card = game.row(2)[0]
    game.play("reserve the " + game.piece(f"c{card}").label)
    for seat in (0, 1, 2, None):
        assert game.piece(f"c{card}", seat).zone == "hand0"


@rule("SP-Q16")
def test_an_unseen_card_stays_secret_while_it_is_paid(table):
    """Others must not infer the card from the gold laid aside for it: it could be any card of the level."""
    game = table(seats=2, payment="free")
    card = game.card(3, "red", green=7)
    game.reserved(0, card, blind=True).tokens(0, green=5, gold=4).play("buy the level 3 red card", "pay gold for green")
    assert game.to_move == 0
    for seat in (1, None):
        assert game.piece(f"c{card}", seat) is None
        hidden = game.match.hidden(-1 if seat is None else seat)[0]
        assert not hidden.gold_for.any()
    game.play("pay the rest")
    assert game.held(0) == {"green": 1, "gold": 1}
    assert not game.hand(0)


@rule("SP-Q16")
def test_others_consider_any_card_that_could_be_paid_like_that(table):
    game = table(payment="free")
    game.reserved(0, game.card(3, "red", green=7), blind=True).tokens(0, green=5, red=3, gold=4)
    game.play("buy the level 3 red card", "pay gold for green")
    known, determinized = game.match.hidden(1), set()
    for seed in range(40):
        world = known.copy()
        rng.seed(world[0], seed)
        verbs.determinize(world[0], game.box, 1)
        determinized.add(int(world[0].reserved[0, 0]))
        verbs.play(world[0], game.box, 0, Action.PAY_REST)
        assert world[0].tokens.min() >= 0
    assert determinized == {game.card(3, "red", green=7), game.card(3, "red", green=7, red=3)} - set(game.row(3))


@rule("SP-Q3")
def test_a_gap_is_filled_at_once(table):
    game = table()
    top, card = game.card(1, "green", red=3), game.card(1, "white", blue=3)
    game.face_up(2, card).on_top(top).tokens(0, blue=3).play("buy the level 1 white card, cost 3 blue")
    assert game.row(1)[2] == top
    assert game.state.deck_left[0] == 35


@rule("SP-Q3")
def test_a_gap_stays_when_the_deck_is_empty(table):
    game = table()
    card = game.row(3)[1]
    game.no_cards(rows=False).play("reserve the " + game.piece(f"c{card}").label)
    assert game.row(3)[1] == -1
    assert len(game.choices_to("reserve the level")) == 11


# --- buying -------------------------------------------------------------------------------------------


@rule("SP-R6")
def test_owned_cards_make_others_cheaper(table):
    """The rulebook's example: with two red cards, a card for three red costs one."""
    game = table()
    game.face_up(0, game.card(1, "green", red=3)).bonus(0, red=2).tokens(0, red=1).bank(red=3)
    game.play("buy the level 1 green card, cost 3 red")
    assert game.held(0) == {}
    assert game.in_bank("red") == 4
    assert game.bonuses(0) == {"red": 2, "green": 1}


@rule("SP-R6")
def test_a_card_can_be_free(table):
    game = table()
    game.face_up(0, game.card(1, "green", red=3)).bonus(0, red=5).tokens(0, red=2)
    game.play("buy the level 1 green card, cost 3 red")
    assert game.held(0) == {"red": 2}


@rule("SP-R6")
def test_a_card_that_cannot_be_paid_cannot_be_bought(table):
    game = table()
    game.face_up(0, game.card(1, "green", red=3)).tokens(0, red=2, white=8).reserved(0, 70, 71, 72)
    assert game.choices_to("buy the level 1 green card, cost 3 red") == []
    assert "lack 1\u00a0[[gem/red" in game.match.why_not(0, f"c{game.row(1)[0]}")


@rule("SP-R6")
def test_gold_replaces_any_colour(table):
    game = table()
    game.face_up(4, game.card(2, "white", red=5, black=3)).tokens(0, red=4, black=1, gold=3).bank(gold=2)
    game.play("buy the level 2 white card, 2 points, cost 5 red, 3 black")
    assert game.held(0) == {}
    assert (game.in_bank("red"), game.in_bank("black"), game.in_bank("gold")) == (4, 1, 5)
    assert game.score(0) == 2


@rule("SP-R6")
def test_a_card_one_gem_short_even_with_gold_cannot_be_bought(table):
    game = table()
    game.face_up(4, game.card(2, "white", red=5, black=3)).tokens(0, red=4, black=1, gold=2)
    assert game.choices_to("buy the level 2 white card, 2 points, cost 5 red, 3 black") == []


@rule("SP-R6")
def test_a_reserved_card_can_be_bought_in_a_later_turn(table):
    game = table()
    card = game.card(1, "white", blue=3)
    game.face_up(0, card).tokens(0, blue=3, red=7).play("reserve the level 1 white card, cost 3 blue")
    assert game.choices_to("buy") == []
    game.play("return 1 red", "take white, green, red")
    assert "buy the level 1 white card, cost 3 blue in your hand" in game.choices
    game.play("buy the level 1 white card, cost 3 blue in your hand")
    assert game.hand(0) == []
    assert game.bonuses(0) == {"white": 1}


@rule("SP-R6")
def test_no_player_can_buy_from_another_hand(table):
    game = table()
    game.reserved(1, game.card(1, "white", blue=3)).tokens(0, blue=3)
    assert "buy the level 1 white card, cost 3 blue in your hand" not in game.choices


@rule("SP-R6")
@pytest.mark.parametrize(("color", "points"), [("black", 5), ("white", 4)])
def test_a_cards_points_count(table, color, points):
    game = table()
    card = game.card(3, "black", red=7, black=3) if color == "black" else game.card(3, "white", black=7)
    game.reserved(0, card).tokens(0, red=7, black=7)
    game.play(f"buy the level 3 {color} card, {points} points")
    assert game.score(0) == points
    assert game.match.state.bought[0] == 1


@rule("SP-Q9")
def test_free_payment_allows_gold_in_place_of_gems(table):
    game = table(payment="free")
    game.face_up(0, game.card(1, "black", green=2, red=1)).tokens(0, green=2, red=1, gold=2)
    game.play("buy the level 1 black card, cost 2 green, 1 red")
    assert game.choices == ["pay gold for green", "pay gold for red", "pay the rest"]
    game.play("pay gold for red")
    assert game.choices == ["pay gold for green", "pay the rest"]
    game.play("pay gold for green")
    assert game.held(0) == {"green": 1, "red": 1}
    assert game.to_move == 1


@rule("SP-Q9")
def test_free_payment_needs_no_gold(table):
    game = table(payment="free")
    game.face_up(0, game.card(1, "green", red=3)).tokens(0, red=3, gold=1)
    game.play("buy the level 1 green card, cost 3 red", "pay the rest")
    assert game.held(0) == {"gold": 1}


@rule("SP-Q9")
def test_necessary_gold_is_paid_without_asking(table):
    game = table(payment="free")
    game.face_up(0, game.card(1, "green", red=3)).tokens(0, red=2, gold=1)
    game.play("buy the level 1 green card, cost 3 red")
    assert game.to_move == 1
    assert game.held(0) == {}


@rule("SP-Q9")
def test_a_free_card_asks_for_no_payment(table):
    game = table(payment="free")
    game.face_up(0, game.card(1, "green", red=3)).bonus(0, red=3).tokens(0, gold=2)
    game.play("buy the level 1 green card, cost 3 red")
    assert game.to_move == 1
    assert game.held(0) == {"gold": 2}


@rule("SP-Q9")
def test_automatic_payment_keeps_gold(table):
    game = table(payment="automatic")
    game.face_up(0, game.card(1, "green", red=3)).tokens(0, red=3, gold=1)
    game.play("buy the level 1 green card, cost 3 red")
    assert game.to_move == 1
    assert game.held(0) == {"gold": 1}


# --- nobles -------------------------------------------------------------------------------------------

WHITE_BLUE = {"white": 4, "blue": 4}
BLUE_GREEN = {"blue": 4, "green": 4}


@rule("SP-R7")
def test_a_noble_visits_at_the_end_of_the_turn(table):
    game = table()
    game.nobles(WHITE_BLUE).bonus(0, white=3, blue=4).face_up(0, game.card(1, "white", green=4)).tokens(0, green=4)
    game.play("buy the level 1 white card, 1 point")
    assert game.visited(0) == 1
    assert game.score(0) == 1 + 3
    assert game.to_move == 1


@rule("SP-R7")
def test_tokens_do_not_count_for_nobles(table):
    game = table().nobles(WHITE_BLUE).bonus(0, white=3, blue=4).tokens(0, white=4)
    game.play("take 2 white")
    assert game.visited(0) == 0


@rule("SP-R7")
def test_one_missing_card_is_not_enough(table):
    game = table().nobles(WHITE_BLUE).bonus(0, white=4, blue=3).play("take 2 white")
    assert game.visited(0) == 0


@rule("SP-R7")
def test_a_noble_visits_one_player_only(table):
    game = table().nobles(WHITE_BLUE).bonus(0, **WHITE_BLUE).bonus(1, **WHITE_BLUE)
    game.play("take 2 white", "take 2 blue")
    assert (game.visited(0), game.visited(1)) == (1, 0)


@rule("SP-R7")
def test_one_of_several_possible_nobles_is_chosen(table):
    game = table().nobles(WHITE_BLUE, BLUE_GREEN).bonus(0, white=4, blue=4, green=4)
    game.play("take white, red, black")
    assert game.choices == [
        "welcome the noble for 4 white and 4 blue",
        "welcome the noble for 4 blue and 4 green",
    ]
    game.play("welcome the noble for 4 blue and 4 green")
    assert (game.visited(0), game.score(0), game.to_move) == (1, 3, 1)
    assert list(game.state.noble_owner[:2]) == [-1, 0]


@rule("SP-Q7")
def test_the_second_noble_comes_in_a_later_turn(table):
    game = table().nobles(WHITE_BLUE, BLUE_GREEN).bonus(0, white=4, blue=4, green=4)
    game.play("take white, red, black", "welcome the noble for 4 white and 4 blue")
    assert game.visited(0) == 1
    game.play("take 2 green", "take blue, red, black")
    assert game.visited(0) == 2
    assert game.score(0) == 6


# --- the end ------------------------------------------------------------------------------------------


def about_to_score(game, seat, points):
    """Sets up a seat that can buy a card for 4 points and has this many."""
    return game.reserved(seat, game.card(3, "white", black=7)).tokens(seat, black=7).points(seat, points, cards=5)


@rule("SP-R8")
def test_the_round_is_played_to_its_end(table):
    game = about_to_score(table(seats=3), 0, 11)
    game.play("buy the level 3 white card, 4 points")
    assert game.score(0) == 15
    game.play("take white, blue, green")
    assert not game.match.over
    game.play("take white, blue, green")
    assert game.match.over
    assert game.match.ranks == (1, 2, 2)


@rule("SP-R8")
def test_fourteen_points_do_not_end_the_game(table):
    game = about_to_score(table(), 0, 10)
    game.play("buy the level 3 white card, 4 points", "take white, blue, green")
    assert not game.match.over
    assert not [line for line in game.match.log() if "SP-R8" in line.words]


@rule("SP-R8")
def test_the_last_round_is_announced_once(table):
    game = about_to_score(table(seats=3), 0, 11)
    game.play("buy the level 3 white card, 4 points", "take blue, green, red")
    assert [line.seat for line in game.match.log() if "SP-R8" in line.words] == [0]


@rule("SP-R8")
def test_a_tie_on_points_goes_to_fewer_cards(table):
    game = table().points(0, 15, cards=9).points(1, 15, cards=8).turn(1).play("take white, blue, green")
    assert game.match.over
    assert game.match.ranks == (2, 1)
    assert game.match.scores == (15, 15)


@rule("SP-Q10")
def test_the_last_player_of_the_round_ends_it_at_once(table):
    game = about_to_score(table(seats=3).started_by(1), 0, 11).turn(0)
    game.play("buy the level 3 white card, 4 points")
    assert game.match.over


@rule("SP-Q10")
def test_all_other_players_have_a_turn_after_the_first(table):
    game = about_to_score(table(seats=3), 1, 11).started_by(1)
    game.play("buy the level 3 white card, 4 points", "take white, blue, green")
    assert not game.match.over
    assert game.to_move == 0
    assert game.play("take white, blue, green").match.over


@rule("SP-Q11")
def test_another_player_can_overtake_in_the_last_round(table):
    game = about_to_score(table(), 1, 13).points(0, 15, cards=3).turn(1)
    game.play("buy the level 3 white card, 4 points")
    assert game.match.over
    assert game.match.ranks == (2, 1)


@rule("SP-Q6")
def test_a_complete_tie_shares_the_victory(table):
    game = table(seats=3).points(0, 15, cards=9).points(1, 15, cards=9).points(2, 3, cards=1).turn(2)
    game.play("take white, blue, green")
    assert game.match.ranks == (1, 1, 3)
    assert "shared" in game.match.view().result.words


@rule("SP-Q15")
def test_lower_places_follow_the_same_order(table):
    game = table(seats=4).points(0, 16, cards=9).points(1, 8, cards=5).points(2, 8, cards=4).points(3, 8, cards=5)
    game.turn(3).play("take white, blue, green")
    assert game.match.ranks == (1, 3, 2, 3)


# --- house rules --------------------------------------------------------------------------------------


@rule("SP-R9")
def test_competitor_mode_shows_no_hints(table):
    hints = {}
    for assists in ("on", "off"):
        game = table(assists=assists)
        game.face_up(0, game.card(1, "green", red=3)).face_up(1, game.card(1, "white", green=4)).tokens(0, red=3)
        pieces = game.match.view(0).pieces
        lacks = sum(pip.lack for piece in pieces for pip in piece.face.costs)
        hints[assists] = (sum(bool(piece.tag) for piece in pieces) > 0, lacks > 0, any(p.note for p in pieces))
        words = game.match.why_not(0, "bank.5")
        assert "SP-R5" in words
    assert hints == {"on": (True, True, True), "off": (False, False, False)}


@rule("SP-R9")
def test_competitor_mode_never_spends_gold_automatically(table):
    game = table(assists="off", payment="automatic")
    game.face_up(0, game.card(1, "green", red=3)).tokens(0, red=3, gold=1)
    game.play("buy the level 1 green card, cost 3 red")
    assert game.choices == ["pay gold for red", "pay the rest"]


@rule("SP-R9")
def test_competitor_mode_does_not_show_what_is_missing(table):
    game = table(assists="off")
    card = game.card(3, "red", green=7)
    game.reserved(0, card)
    assert "lack" not in game.match.why_not(0, f"c{card}")
    assert "SP-R6" in game.match.why_not(0, f"c{card}")


@rule("SP-X1")
def test_the_game_ends_after_the_agreed_rounds(table):
    game = table(seats=2, limit=2).points(1, 4)
    for _ in range(3):
        game.play("reserve the top card of level 1")
    assert not game.match.over
    game.play("reserve the top card of level 1")
    assert game.match.over
    assert game.match.ranks == (2, 1)


@rule("SP-X2")
def test_the_target_can_be_changed(table):
    game = table(target=8).points(0, 8).turn(1).play("take white, blue, green")
    assert game.match.over


@rule("SP-X2")
def test_the_first_player_is_an_option(table):
    assert {table(4, seed).to_move for seed in range(20)} == {0}
    assert {table(4, seed, first="random").to_move for seed in range(40)} == {0, 1, 2, 3}
