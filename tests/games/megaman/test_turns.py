"""Setup, and turns: taking, reserving, recruiting."""

import pytest

from cogtable.engine.rules import rng, verbs
from cogtable.games.megaman.rules.components import COLORS
from cogtable.games.splendor.rules import events
from cogtable.games.splendor.rules.actions import Action
from cogtable.testing.coverage import rule

FULL = dict.fromkeys(COLORS, 4)

# --- setting up ---------------------------------------------------------------------------------------


@rule("MM-R1")
def test_the_box_has_the_printed_components(table):
    game = table(seats=4)
    assert [list(game.box.level).count(level) for level in (1, 2, 3)] == [40, 30, 20]
    assert [game.in_bank(color) for color in COLORS] == [7] * 5
    assert (game.in_bank("gray"), game.in_bank("green")) == (5, 4)
    assert len(game.box.noble_needs) == 2 * 4
    assert game.tile is None


@rule("MM-R2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_robots_of_each_level_lie_face_up(table, seats):
    game = table(seats)
    for level, left in ((1, 36), (2, 26), (3, 16)):
        assert len(set(game.row(level))) == 4
        assert {int(game.box.level[game.robot(name)]) for name in game.row(level)} == {level}
        assert game.state.deck_left[level - 1] == left


@rule("MM-R2")
def test_each_deck_is_shuffled(table):
    games = [table(seed=seed) for seed in range(8)]
    for level in (1, 2, 3):
        assert len({tuple(game.row(level)) for game in games}) == 8


@rule("MM-R2", "MM-Q19")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_as_many_helpers_as_players(table, seats):
    tiles = [[side // 2 for side in table(seats, seed).state.nobles if side >= 0] for seed in range(20)]
    assert all(len(set(drawn)) == len(drawn) == seats for drawn in tiles)
    assert {tile for drawn in tiles for tile in drawn} == {0, 1, 2, 3}


@rule("MM-R2")
def test_a_random_side_of_each_helper_is_up(table):
    assert {side for seed in range(40) for side in table(4, seed).state.nobles} == set(range(8))


@rule("MM-R3")
@pytest.mark.parametrize(("seats", "gems", "stars"), [(2, 4, 2), (3, 5, 3), (4, 7, 4)])
def test_fewer_players_have_fewer_tokens(table, seats, gems, stars):
    game = table(seats)
    assert [game.in_bank(color) for color in COLORS] == [gems] * 5
    assert (game.in_bank("gray"), game.in_bank("green")) == (5, stars)


@rule("MM-Q22", "MM-X2")
def test_the_first_player_is_drawn_at_random(table):
    assert {table(4, seed, first="random").to_move for seed in range(40)} == {0, 1, 2, 3}
    assert {table(4, seed).to_move for seed in range(10)} == {0}
    assert table().game.options["first"].default == 1


# --- the turn -----------------------------------------------------------------------------------------


@rule("MM-R4")
def test_a_turn_is_one_of_four_actions(table):
    game = table().face_up("Magic").tokens(0, blue=4)
    sets, twos = game.takes
    rows, decks = game.to_reserve
    assert (len(sets), len(twos), len(rows), len(decks)) == (10, 5, 12, 3)
    assert "Magic" in game.to_recruit
    assert not game.may_pass
    game.take("yellow", "blue", "red")
    assert game.held(0) == {"yellow": 1, "blue": 5, "red": 1}
    assert [game.in_bank(color) for color in COLORS] == [3, 3, 4, 3, 4]


@rule("MM-R4")
def test_play_goes_clockwise(table):
    game, order = table(seats=3), []
    for _ in range(6):
        order.append(game.to_move)
        game.reserve_top(1)
    assert order == [0, 1, 2, 0, 1, 2]


@rule("MM-R5", "MM-Q11")
def test_with_three_colours_left_exactly_three_are_taken(table):
    assert table().bank(yellow=1, orange=3, purple=2, gray=5, green=2).takes[0] == [{"yellow", "orange", "purple"}]


@rule("MM-R5", "MM-Q11")
def test_with_two_colours_left_one_of_each_is_taken(table):
    game = table().bank(blue=1, red=3, gray=5, green=2)
    assert game.takes == ([{"blue", "red"}], [])
    assert game.take("blue", "red").held(0) == {"blue": 1, "red": 1}


@rule("MM-R5", "MM-Q11")
def test_with_one_colour_left_one_gearstone_is_taken(table):
    game = table().bank(red=3, gray=5, green=2)
    assert game.takes == ([{"red"}], [])
    assert game.take("red").held(0) == {"red": 1}


@rule("MM-R5", "MM-R6")
def test_hearts_and_stars_cannot_be_taken(table):
    game = table(always_ask="on").bank(gray=5, green=4).no_cards()
    assert game.may_pass


@rule("MM-R6")
def test_two_of_a_colour_need_four_in_the_bank(table):
    game = table().bank(yellow=4, blue=3, orange=2, red=1)
    assert game.takes[1] == ["yellow"]
    game.take_two("yellow")
    assert game.held(0) == {"yellow": 2}
    assert game.in_bank("yellow") == 2
    assert game.takes[1] == []


# --- passing ------------------------------------------------------------------------------------------


def blocked(game, *seats):
    """Gives these seats three robots that they can't pay for, and empties the bank and the rows."""
    dear = ["Solar", "Blizzard", "Hard", "Punk", "Bass", "Shade"]
    for seat in seats:
        game.reserved(seat, *[dear.pop(0) for _ in range(3)])
    return game.bank(gray=5, green=2).no_cards()


@rule("MM-Q13")
def test_passing_is_allowed_only_without_another_action(table):
    game = blocked(table(always_ask="on"), 0)
    assert game.may_pass
    game.state.bank[0] = 1
    assert game.takes[0] == [{"yellow"}]
    assert not game.may_pass


@rule("MM-Q13")
def test_passing_is_not_allowed_while_a_robot_can_be_recruited(table):
    game = blocked(table(always_ask="on"), 0).tokens(0, blue=7, purple=3)
    assert game.to_recruit == ["Solar"]
    assert not game.may_pass


@rule("MM-Q13")
def test_passing_is_not_allowed_while_the_top_of_a_deck_can_be_reserved(table):
    game = table(always_ask="on").bank(gray=5).no_cards(decks=False)
    assert game.to_reserve == ([], [1, 2, 3])
    assert not game.may_pass


@rule("MM-Q13")
def test_a_seat_that_can_only_pass_is_skipped(table):
    game = blocked(table(seats=3), 1).turn(0)
    game.state.bank[0] = 1
    game.take("yellow")
    assert [move.seat for move in game.match.moves][:2] == [0, 1]
    assert (events.Event.PASSED, (1,)) in [(note.event, note.numbers) for note in game.match.moves[1].notes]


@rule("MM-Q25")
def test_the_game_ends_when_all_have_passed_in_a_row(table):
    game = blocked(table(always_ask="on"), 0, 1).points(0, 3).points(1, 5).pass_on()
    assert not game.match.over
    assert game.pass_on().match.over
    assert game.match.ranks == (2, 1)


@rule("MM-Q25")
def test_an_action_in_between_restarts_the_count_of_passes(table):
    game = blocked(table(always_ask="on"), 0, 1).tokens(1, blue=3, purple=7).pass_on().recruit("Punk")
    game.bank(gray=5, green=1).pass_on()
    assert not game.match.over
    assert game.pass_on().match.over


@rule("MM-Q25")
def test_a_helper_can_join_after_a_pass(table):
    game = blocked(table(always_ask="on"), 0).helpers("Roll")
    game.state.bonus[0] = [0, 4, 0, 4, 0]
    game.pass_on()
    assert (game.joined(0), game.score(0), game.to_move) == (["Roll"], 3, 1)


@rule("MM-Q25")
def test_the_game_can_end_after_a_pass(table):
    game = blocked(table(always_ask="on"), 1).complete(0, 16).turn(1).pass_on()
    assert game.match.over
    assert game.match.ranks == (1, 2)


@rule("MM-Q25")
def test_when_all_have_passed_no_player_counts_as_complete(table):
    """The first seat of a round is the last to pass, and a Helper completes it just then: points decide."""
    game = blocked(table(always_ask="on"), 0, 1).points(0, 20).complete(1, 13, robots=9).started_by(1).turn(0)
    game.pass_on().helpers("Roll").state.bonus[1] = [1, 4, 1, 4, 1]
    game.pass_on()
    assert (game.joined(1), game.is_complete(1), game.match.over) == (["Roll"], True, True)
    assert game.match.scores == (20, 16)
    assert game.match.ranks == (1, 2)


# --- ten tokens ---------------------------------------------------------------------------------------


@rule("MM-R11")
def test_tokens_beyond_ten_are_returned(table):
    game = table().bank(**FULL).tokens(0, yellow=4, gray=5).take("blue", "orange", "red")
    assert game.to_move == 0
    assert game.to_give_back == ["yellow", "blue", "orange", "red", "gray"]
    game.give_back("blue", "gray")
    assert game.to_move == 1
    assert game.held(0) == {"yellow": 4, "orange": 1, "red": 1, "gray": 4}
    assert (game.in_bank("blue"), game.in_bank("orange"), game.in_bank("gray")) == (4, 3, 1)


@rule("MM-R11")
def test_ten_tokens_can_be_kept(table):
    game = table().bank(**FULL).tokens(0, yellow=6, green=1).take("blue", "orange", "red")
    assert sum(game.held(0).values()) == 10
    assert game.to_move == 1


@rule("MM-R11", "MM-Q8")
def test_the_star_counts_but_is_never_returned(table):
    game = table().bank(**FULL).tokens(0, yellow=7, green=1).take("blue", "orange", "red")
    assert game.to_give_back == ["yellow", "blue", "orange", "red"]
    assert game.give_back("yellow").held(0) == {"yellow": 6, "blue": 1, "orange": 1, "red": 1, "green": 1}
    assert game.to_move == 1


@rule("MM-R11")
def test_everybody_sees_tokens(table):
    game = table(seats=3).tokens(0, yellow=4, gray=3, green=1)
    assert all((game.match.hidden(seat)["tokens"] == game.state.tokens).all() for seat in (-1, 1, 2))


@rule("MM-Q8")
def test_the_star_as_eleventh_token_returns_another(table):
    """A free robot with ten tokens in hand: with the star they are eleven."""
    game = table().face_up("Shade").bonus(0, orange=7).tokens(0, yellow=9, gray=1).recruit("Shade")
    assert game.has_star(0)
    assert (game.to_move, game.to_give_back) == (0, ["yellow", "gray"])
    game.give_back("gray")
    assert game.held(0) == {"yellow": 9, "green": 1}
    assert game.to_move == 1


@rule("MM-Q12")
def test_tokens_just_taken_can_be_returned(table):
    game = table().tokens(0, yellow=6, blue=4).reserve_top(2)
    assert game.to_give_back == ["yellow", "blue", "gray"]
    assert game.give_back("gray").held(0) == {"yellow": 6, "blue": 4}
    assert game.in_bank("gray") == 5


# --- reserving ----------------------------------------------------------------------------------------


@rule("MM-R7")
def test_a_face_up_robot_can_be_reserved(table):
    game = table().face_up("Heat").reserve("Heat")
    assert game.hand(0) == ["Heat"]
    assert game.held(0) == {"gray": 1}
    assert game.in_bank("gray") == 4


@rule("MM-R7")
def test_the_top_card_of_a_deck_can_be_reserved(table):
    game = table().on_top("Mega").reserve_top(3)
    assert game.hand(0) == ["Mega"]
    assert game.state.deck_left[2] == 15
    assert None not in game.row(3)


@rule("MM-R7", "MM-Q14")
def test_a_hand_has_three_cards_at_most(table):
    game = table().reserved(0, "Solar", "Hard").reserve_top(1).reserve_top(1)
    assert len(game.hand(0)) == 3
    assert game.to_reserve == ([], [])
    assert game.takes[0]


@rule("MM-R7")
def test_cards_in_hand_cost_nothing_at_the_end(table):
    game = table(limit=1).reserved(0, "Solar", "Hard", "Bass").points(0, 5).points(1, 4)
    game.take("yellow", "blue", "red").take("yellow", "blue", "red")
    assert game.match.over
    assert game.match.scores == (5, 4)


@rule("MM-Q15")
def test_without_hearts_reserving_is_still_possible(table):
    game = table().bank(yellow=4).reserve_top(1)
    assert len(game.hand(0)) == 1
    assert game.held(0) == {}


@rule("MM-Q20")
def test_only_its_owner_knows_an_unseen_card(table):
    game = table(seats=3).on_top("Mega").reserve_top(3)
    card = game.robot("Mega")
    assert card in game.match.hidden(0)[0].reserved[0]
    for seat in (1, 2, -1):
        hidden = game.match.hidden(seat)[0]
        assert card not in hidden.reserved
        assert hidden.blind[0, 0] == 3
        assert (hidden.owner[card], set(hidden.deck)) == (-1, {-1, -2})
        assert not [
            note for note in game.match.moves[-1].notes if note.event == events.Event.SAW and note.reaches(seat)
        ]


@rule("MM-Q20")
def test_a_robot_reserved_face_up_stays_known(table):
    game = table(seats=3).face_up("Heat").reserve("Heat")
    assert all(game.match.hidden(seat)[0].reserved[0, 0] == game.robot("Heat") for seat in (-1, 0, 1, 2))


@rule("MM-Q20")
def test_an_unseen_card_stays_secret_while_it_is_paid(table):
    """The hearts laid aside reveal nothing; other seats consider any card that could be paid like that."""
    game = table(payment="free").reserved(0, "Shade", blind=True).tokens(0, orange=5, yellow=3, gray=4)
    game.recruit("Shade").gray_for("orange")
    known, determinized = game.match.hidden(1), set()
    assert not known[0].gold_for.any()
    for seed in range(40):
        world = known.copy()
        rng.seed(world[0], seed)
        verbs.determinize(world[0], game.box, 1)
        determinized.add(game.name(int(world[0].reserved[0, 0])))
        verbs.play(world[0], game.box, 0, Action.PAY_REST)
        assert world[0].tokens.min() >= 0
    assert determinized == {"Shade", "Bass"} - set(game.row(3))
    assert game.pay_the_rest().held(0) == {"orange": 1, "yellow": 3, "gray": 1, "green": 1}


@rule("MM-Q21")
def test_nothing_can_be_reserved_from_an_empty_deck(table):
    rows, decks = table().no_cards(rows=False).to_reserve
    assert (len(rows), decks) == (12, [])


@rule("MM-R9")
@pytest.mark.parametrize("how", ["reserve", "recruit"])
def test_a_gap_is_filled_at_once(table, how):
    game = table().face_up("Torch").on_top("Oil").tokens(0, orange=3)
    place = game.row(1).index("Torch")
    getattr(game, how)("Torch")
    assert game.row(1)[place] == "Oil"
    assert game.state.deck_left[0] == 35


@rule("MM-R9")
@pytest.mark.parametrize("how", ["reserve", "recruit"])
def test_a_gap_stays_when_the_deck_is_empty(table, how):
    game = table().face_up("Torch").no_cards(rows=False).tokens(0, orange=3)
    place = game.row(1).index("Torch")
    getattr(game, how)("Torch")
    assert game.row(1)[place] is None
    assert len(game.to_reserve[0]) == 11


# --- recruiting ---------------------------------------------------------------------------------------


@rule("MM-R8")
def test_the_rulebooks_example_of_recruiting(table):
    """Two yellow, four blue and a purple gearstone recruit a robot with a red bonus and two points."""
    game = table().face_up("Heat").tokens(0, yellow=2, blue=4, purple=1, red=3).recruit("Heat")
    assert game.held(0) == {"red": 3}
    assert (game.score(0), game.bonuses(0)) == (2, {"red": 1})
    assert (game.in_bank("yellow"), game.in_bank("blue"), game.in_bank("purple")) == (6, 8, 5)


@rule("MM-R8")
def test_hearts_replace_missing_gearstones(table):
    game = table().face_up("Heat").tokens(0, yellow=2, blue=3, gray=3).recruit("Heat")
    assert game.held(0) == {"gray": 1}
    assert game.in_bank("gray") == 7


@rule("MM-R8")
def test_a_robot_that_cannot_be_paid_cannot_be_recruited(table):
    game = table().face_up("Heat").tokens(0, yellow=2, blue=3, gray=1, red=4)
    assert "Heat" not in game.to_recruit


@rule("MM-R8")
def test_a_reserved_robot_can_be_recruited_in_a_later_turn(table):
    game = table().face_up("Torch").tokens(0, orange=3).reserve("Torch")
    assert game.to_move == 1
    assert "Torch" not in game.to_recruit
    game.reserve_top(1).recruit("Torch")
    assert (game.hand(0), game.bonuses(0), game.held(0)) == ([], {"red": 1}, {"gray": 1})


@rule("MM-R10")
def test_recruited_robots_make_others_cheaper(table):
    game = table().face_up("Heat").bonus(0, yellow=1, blue=3).tokens(0, yellow=1, blue=1, purple=1).recruit("Heat")
    assert game.held(0) == {}
    assert game.bonuses(0) == {"yellow": 1, "blue": 3, "red": 1}


@rule("MM-R10")
def test_a_robot_can_be_free(table):
    game = table().face_up("Torch").bonus(0, orange=4).tokens(0, orange=2).recruit("Torch")
    assert game.held(0) == {"orange": 2}


@rule("MM-R10")
def test_the_star_cannot_pay(table):
    game = table().face_up("Torch").tokens(0, orange=2, green=1)
    assert "Torch" not in game.to_recruit
    game.tokens(0, orange=3, green=1).recruit("Torch")
    assert game.held(0) == {"green": 1}


@rule("MM-Q16")
def test_free_payment_allows_hearts_in_place_of_gearstones(table):
    game = table(payment="free").face_up("Oil").tokens(0, orange=2, red=1, gray=2).recruit("Oil")
    assert game.gray_may_pay == ["orange", "red"]
    game.gray_for("red")
    assert game.gray_may_pay == ["orange"]
    game.gray_for("orange")
    assert game.held(0) == {"orange": 1, "red": 1}
    assert game.to_move == 1


@rule("MM-Q16")
def test_free_payment_needs_no_heart(table):
    game = table(payment="free").face_up("Oil").tokens(0, orange=2, red=1, gray=2).recruit("Oil").pay_the_rest()
    assert game.held(0) == {"gray": 2}


@rule("MM-Q16")
def test_automatic_payment_keeps_hearts(table):
    game = table(payment="automatic").face_up("Oil").tokens(0, orange=2, red=1, gray=2).recruit("Oil")
    assert (game.held(0), game.to_move) == ({"gray": 2}, 1)


@rule("MM-Q17", "MM-Q24")
def test_exactly_the_price_is_paid(table):
    """A heart replaces one gearstone, so a price never takes more hearts than it has gearstones."""
    game = table(payment="free").face_up("Torch").tokens(0, orange=1, gray=5).recruit("Torch")
    assert game.gray_may_pay == ["orange"]
    game.gray_for("orange")
    assert game.held(0) == {"orange": 1, "gray": 2}
    assert game.to_move == 1
    assert (game.in_bank("orange"), game.in_bank("gray")) == (4, 8)


@rule("MM-X3")
def test_competitor_mode_never_spends_hearts_automatically(table):
    game = table(assists="off", payment="automatic").face_up("Torch").tokens(0, orange=3, gray=1).recruit("Torch")
    assert game.gray_may_pay == ["orange"]
    assert game.to_move == 0
