"""The star, the Yashichi tile, Helpers, and the end of the game."""

import pytest

from cogtable.games.megaman.rules import events
from cogtable.games.splendor.rules import events as shared
from cogtable.games.splendor.rules.actions import Action
from cogtable.testing.coverage import rule

# --- the star -----------------------------------------------------------------------------------------


@rule("MM-R13")
def test_the_first_robot_of_level_three_gives_a_star(table):
    game = table().face_up("Shade").can_pay(0, "Shade").recruit("Shade")
    assert game.held(0) == {"green": 1}
    assert game.in_bank("green") == 1
    assert (events.MegamanEvent.TOOK_STAR, 0) in game.events()


@rule("MM-R13")
def test_the_second_gives_none(table):
    game = table().face_up("Shade", "Bass").tokens(0, orange=7, green=1).recruit("Shade")
    assert game.held(0) == {"green": 1}
    assert game.in_bank("green") == 2
    assert (events.MegamanEvent.TOOK_STAR, 0) not in game.events()


@rule("MM-R13")
@pytest.mark.parametrize("name", ["Torch", "Skull"])
def test_lower_levels_give_none(table, name):
    game = table().face_up(name).can_pay(0, name).recruit(name)
    assert not game.has_star(0)


@rule("MM-R13")
def test_every_robot_of_level_three_shows_the_star(table):
    for name in table().game.box.names["cards"][70:]:
        game = table().reserved(0, name).can_pay(0, name).recruit(name.removesuffix(" Man"))
        assert game.has_star(0), name


@rule("MM-Q9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_is_a_star_for_each_player(table, seats):
    game = table(seats)
    for seat, name in zip(range(seats), ["Shade", "Gravity", "Tundra", "Pharaoh"], strict=False):
        game.reserved(seat, name).can_pay(seat, name)
    for name in ["Shade", "Gravity", "Tundra", "Pharaoh"][:seats]:
        game.recruit(name)
    assert all(game.has_star(seat) for seat in range(seats))
    assert game.in_bank("green") == 0


@rule("MM-Q10")
@pytest.mark.parametrize("blind", [False, True])
def test_a_robot_from_the_hand_gives_it_too(table, blind):
    game = table().reserved(0, "Shade", blind=blind).can_pay(0, "Shade").recruit("Shade")
    assert game.has_star(0)
    assert game.hand(0) == []


# --- the Yashichi tile --------------------------------------------------------------------------------


def about_to_tag(game, seat, name="Jewel"):
    """Sets up a seat that can recruit a robot with a tag: Jewel Man has one, Mega Man two."""
    return game.reserved(seat, name).can_pay(seat, name)


@rule("MM-R14")
def test_two_tags_do_not_win_the_tile(table):
    game = about_to_tag(table(), 0).tags(0, 1).recruit("Jewel")
    assert (game.state.tags[0], game.tile, game.score(0)) == (2, None, 0)


@rule("MM-R14")
def test_the_third_tag_wins_the_tile(table):
    game = about_to_tag(table(), 0).tags(0, 2).recruit("Jewel")
    assert (game.state.tags[0], game.tile, game.score(0)) == (3, 0, 3)
    assert (events.MegamanEvent.TOOK_TILE, 0) in game.events()


@rule("MM-R14")
def test_two_tags_at_once_can_win_it(table):
    game = about_to_tag(table(), 0, "Mega").tags(0, 2).recruit("Mega")
    assert (game.state.tags[0], game.tile, game.score(0)) == (4, 0, 3 + 3)


@rule("MM-R14")
def test_the_rulebooks_example_of_the_tile(table):
    """One player has the tile with four tags. A second gets to four with Jewel Man: a draw; a third to five with Mega
    Man.
    """
    game = table(seats=3).tags(0, 4, tile=True).points(0, 9).tags(1, 3).tags(2, 3)
    about_to_tag(about_to_tag(game, 1), 2, "Mega").turn(1)
    game.recruit("Jewel")
    assert (game.state.tags[1], game.tile, game.match.scores) == (4, 0, (9, 0, 0))
    game.recruit("Mega")
    assert (game.state.tags[2], game.tile, game.match.scores) == (5, 2, (6, 0, 3 + 3))


@rule("MM-R14")
def test_the_tile_can_change_hands_twice_in_a_round(table):
    game = table(seats=3).tags(0, 2).tags(1, 2).tags(2, 3)
    about_to_tag(game, 0)
    about_to_tag(game, 1, "Mega")
    about_to_tag(game, 2, "Knight")
    owners = [(game.recruit(name).tile, game.match.scores) for name in ("Jewel", "Mega", "Knight")]
    assert owners == [(0, (3, 0, 0)), (1, (0, 6, 0)), (2, (0, 3, 6))]


@rule("MM-R14")
def test_its_owner_keeps_it_with_more_tags(table):
    game = about_to_tag(table(), 0).tags(0, 3, tile=True).points(0, 3).recruit("Jewel")
    assert (game.tile, game.score(0)) == (0, 3)
    assert (events.MegamanEvent.TOOK_TILE, 0) not in game.events()


@rule("MM-R14")
def test_getting_it_takes_no_action(table):
    game = about_to_tag(table(), 0).tags(0, 2).recruit("Jewel")
    assert game.to_move == 1


@rule("MM-R14")
def test_a_player_can_win_without_the_tile(table):
    game = table().complete(0, 16).turn(1).wait()
    assert (game.tile, game.match.over, game.match.ranks[0]) == (None, True, 1)


@rule("MM-Q6")
def test_only_the_player_who_moves_gains_tags(table):
    game = about_to_tag(table(seats=3), 0).tags(0, 2).tags(1, 2).tags(2, 2).recruit("Jewel")
    assert list(game.state.tags[:3]) == [3, 2, 2]
    assert game.tile == 0


@rule("MM-Q7")
def test_the_first_to_three_tags_keeps_it_against_others_with_three(table):
    game = about_to_tag(about_to_tag(table(), 0, "Jewel"), 1, "Wave").tags(0, 2).tags(1, 2)
    game.recruit("Jewel").recruit("Wave")
    assert (list(game.state.tags[:2]), game.tile) == ([3, 3], 0)


# --- the order of a turn ------------------------------------------------------------------------------


@rule("MM-Q23")
def test_the_steps_of_a_turn_come_in_order(table):
    """Ten tokens and a free robot: star and tile at once, the refilled row, the returned tokens, then the Helper."""
    game = table().face_up("Mega").helpers("Proto Man").bonus(0, yellow=3, blue=3, orange=1, red=5, purple=4)
    game.tags(0, 2).tokens(0, yellow=10).recruit("Mega")
    happened = [event for event, _ in game.events()]
    order = [shared.Event.BOUGHT, events.MegamanEvent.TOOK_STAR, events.MegamanEvent.TOOK_TILE, shared.Event.DEALT]
    assert [event for event in happened if event in order] == order
    assert (game.tile, game.score(0), game.joined(0)) == (0, 3 + 3, [])
    assert None not in game.row(3)
    game.give_back("yellow")
    assert (game.joined(0), game.score(0), game.to_move) == (["Proto Man"], 9, 1)


@rule("MM-Q23", "MM-Q1")
def test_the_end_is_checked_last(table):
    """The tile and a Helper give the missing points; only then the turn ends, and with it the round."""
    game = table().face_up("Mega").helpers("Proto Man", "Roll").complete(1, 7, robots=16)
    game.state.bonus[1] = [3, 4, 1, 5, 4]
    game.tags(1, 2).turn(1).recruit("Mega")
    assert (game.score(1), game.match.over) == (7 + 3 + 3, False)
    game.welcome("Roll")
    assert (game.score(1), game.match.over, game.match.ranks) == (16, True, (2, 1))


@rule("MM-Q1")
def test_a_star_that_comes_with_too_many_tokens_counts_after_the_return(table):
    game = table().face_up("Shade").complete(1, 14).tokens(1, yellow=10).turn(1)
    game.state.bonus[1] = [1, 1, 7, 1, 1]
    game.recruit("Shade")
    assert (game.is_complete(1), game.match.over) == (True, False)
    assert game.give_back("yellow").match.over


# --- Helpers ------------------------------------------------------------------------------------------

ROLL_AND_BEAT = {"yellow": 4, "blue": 4, "orange": 4, "red": 4}


@rule("MM-R12")
def test_a_helper_joins_at_the_end_of_the_turn(table):
    game = table().helpers("Roll").bonus(0, blue=4, red=3).face_up("Torch").can_pay(0, "Torch").recruit("Torch")
    assert (game.joined(0), game.score(0), game.to_move) == (["Roll"], 3, 1)


@rule("MM-R12")
def test_one_missing_bonus_is_not_enough(table):
    assert table().helpers("Roll").bonus(0, blue=4, red=3).wait().joined(0) == []


@rule("MM-R12")
def test_a_helper_joins_one_player_only(table):
    game = table().helpers("Roll").bonus(0, blue=4, red=4).bonus(1, blue=4, red=4).wait().wait()
    assert (game.joined(0), game.joined(1)) == (["Roll"], [])


@rule("MM-R12")
def test_one_of_several_possible_helpers_is_chosen(table):
    game = table().helpers("Roll", "Beat").bonus(0, **ROLL_AND_BEAT).wait()
    assert (game.to_move, game.to_welcome, game.joined(0)) == (0, ["Roll", "Beat"], [])
    assert all(Action.CHOOSE_NOBLE <= action < Action.CHOOSE_NOBLE + 2 for action in game.legal)
    game.welcome("Beat")
    assert (game.joined(0), game.score(0), game.to_move) == (["Beat"], 3, 1)


@rule("MM-R12")
def test_a_player_can_win_without_a_helper(table):
    game = table().complete(1, 16).turn(1).wait()
    assert (game.joined(1), game.match.ranks) == ([], (2, 1))


@rule("MM-Q18")
def test_the_second_helper_joins_next_turn_whatever_the_action(table):
    game = table().helpers("Roll", "Beat").bonus(0, **ROLL_AND_BEAT).wait().welcome("Roll")
    assert game.joined(0) == ["Roll"]
    game.wait().take("yellow", "blue", "red")
    assert (game.joined(0), game.score(0), game.to_move) == (["Roll", "Beat"], 6, 1)


@rule("MM-Q18")
def test_tokens_do_not_count_for_helpers(table):
    assert table().helpers("Roll").bonus(0, blue=4, red=3).tokens(0, red=4, gray=2).wait().joined(0) == []


@rule("MM-R2")
def test_the_face_down_side_does_not_count(table):
    """Rush and Roll are the two sides of one tile."""
    game = table().helpers("Rush").bonus(0, blue=4, red=4).wait()
    assert game.joined(0) == []


# --- the end ------------------------------------------------------------------------------------------


@rule("MM-R15")
def test_the_round_is_played_to_its_end(table):
    game = table(seats=3).reserved(0, "Shade").can_pay(0, "Shade").complete(0, 12).recruit("Shade")
    assert (game.score(0), game.is_complete(0)) == (16, True)
    assert (shared.Event.LAST_ROUND, 0) in game.events()
    game.wait()
    assert not game.match.over
    assert game.wait().match.over
    assert game.match.ranks == (1, 2, 2)


@rule("MM-R15")
def test_the_last_player_of_the_round_ends_it_at_once(table):
    game = table(seats=3).reserved(0, "Shade").can_pay(0, "Shade").complete(0, 12).started_by(1).turn(0)
    assert game.recruit("Shade").match.over
    assert game.match.ranks[0] == 1


@rule("MM-R15")
def test_fifteen_points_do_not_end_the_game(table):
    assert not table().complete(1, 15).turn(1).wait().match.over


@rule("MM-R15")
@pytest.mark.parametrize("color", range(5))
def test_a_missing_colour_does_not_end_the_game(table, color):
    game = table().complete(1, 20)
    game.state.bonus[1, color] = 0
    assert not game.turn(1).wait().match.over


@rule("MM-R15")
def test_a_missing_star_does_not_end_the_game(table):
    assert not table().complete(1, 20).tokens(1).turn(1).wait().match.over


@rule("MM-R15")
def test_the_last_round_is_announced_once(table):
    game = table(seats=3).reserved(0, "Shade").can_pay(0, "Shade").complete(0, 12).recruit("Shade").wait()
    events = [note["seat"] for move in game.match.moves for note in move.notes if note.event == shared.Event.LAST_ROUND]
    assert events == [0]


def lost_by_the_tile(table, seats=3, last="Wave"):
    """Seat 0 has met all conditions with the tile's points; seat 1 takes the tile. Seat 2 can recruit a robot."""
    game = table(seats).complete(0, 16).tags(0, 3, tile=True).tags(1, 3).turn(1)
    about_to_tag(game, 1)
    if seats > 2:
        game.reserved(2, last).can_pay(2, last)
    assert game.is_complete(0)
    return game.recruit("Jewel")


@rule("MM-R17", "MM-Q2")
def test_a_player_who_drops_below_the_points_does_not_end_the_game(table):
    game = lost_by_the_tile(table)
    assert (events.MegamanEvent.FELL_BACK, 0) in game.events()
    assert (game.match.scores, game.tile, game.is_complete(0)) == ((13, 3, 0), 1, False)
    game.recruit("Wave")
    assert not game.match.over
    assert (game.state.rounds, game.to_move) == (2, 0)


@rule("MM-R17")
def test_another_player_can_still_end_it_in_the_same_round(table):
    game = lost_by_the_tile(table, last="Shade").complete(2, 12).recruit("Shade")
    assert game.match.over
    assert (game.match.scores, game.match.ranks) == ((13, 3, 16), (2, 3, 1))


@rule("MM-R17")
def test_the_tile_itself_can_complete_its_taker(table):
    game = table().complete(0, 16).tags(0, 3, tile=True).complete(1, 13).tags(1, 3).turn(1)
    game = about_to_tag(game, 1).recruit("Jewel")
    assert game.match.over
    assert (game.match.scores, game.match.ranks) == ((13, 16), (2, 1))


@rule("MM-R17")
def test_a_player_with_enough_points_without_the_tile_ends_the_game(table):
    game = table().complete(0, 19).tags(0, 3, tile=True).tags(1, 3).turn(1)
    game = about_to_tag(game, 1).recruit("Jewel")
    assert (events.MegamanEvent.FELL_BACK, 0) not in game.events()
    assert game.match.over
    assert (game.match.scores, game.match.ranks) == ((16, 3), (1, 2))


@rule("MM-Q2")
def test_the_game_continues_until_a_round_ends_with_a_complete_player(table):
    game = lost_by_the_tile(table, seats=2)
    assert (game.match.over, game.state.rounds) == (False, 2)
    game.points(0, 16).wait()
    assert not game.match.over
    assert game.wait().match.over
    assert game.match.ranks == (1, 2)


@rule("MM-Q5")
def test_the_second_to_complete_can_lose_it_as_well(table):
    game = table(seats=3).complete(0, 17).complete(1, 16).tags(1, 3, tile=True).tags(2, 3).turn(2)
    game = about_to_tag(game, 2).recruit("Jewel")
    assert (events.MegamanEvent.FELL_BACK, 1) in game.events()
    assert game.match.over
    assert (game.match.scores, game.match.ranks) == ((17, 13, 3), (1, 2, 3))


@rule("MM-Q3")
def test_the_last_player_of_the_round_is_compared_with_those_before(table):
    game = table().complete(0, 18).reserved(1, "Shade").can_pay(1, "Shade").complete(1, 12).turn(1).recruit("Shade")
    assert game.match.over
    assert (game.match.scores, game.match.ranks) == ((18, 16), (1, 2))


@rule("MM-Q4")
def test_points_alone_do_not_win(table):
    game = table(seats=3).complete(0, 16).points(1, 25, robots=3).complete(2, 17).turn(2).wait()
    assert game.match.over
    assert (game.match.scores, game.match.ranks) == ((16, 25, 17), (2, 3, 1))


@rule("MM-R16")
def test_of_several_complete_players_the_most_points_win(table):
    assert table().complete(0, 16, robots=4).complete(1, 17, robots=9).turn(1).wait().match.ranks == (2, 1)


@rule("MM-R16")
def test_a_tie_on_points_goes_to_the_tiles_holder(table):
    game = table().complete(0, 17, robots=9).tags(0, 3, tile=True).complete(1, 17, robots=7).turn(1).wait()
    assert game.match.ranks == (1, 2)


@rule("MM-R16")
def test_another_players_tile_does_not_break_the_tie(table):
    game = table(seats=3).complete(0, 17, robots=9).complete(1, 17, robots=7).tags(2, 3, tile=True).points(2, 20)
    assert game.turn(2).wait().match.ranks == (2, 1, 3)


@rule("MM-R16")
def test_then_the_fewest_robots_win(table):
    game = table().complete(0, 17, robots=9).complete(1, 17, robots=8).reserved(1, "Solar", "Bass").turn(1).wait()
    assert game.match.ranks == (2, 1)
    assert game.match.scores == (17, 17)


@rule("MM-R16")
def test_then_the_victory_is_shared(table):
    game = table(seats=3).complete(0, 17, robots=8).complete(1, 17, robots=8).points(2, 3).turn(2).wait()
    assert game.match.ranks == (1, 1, 3)


@rule("MM-Q25")
def test_lower_places_follow_the_same_order(table):
    """Points, tile, fewest robots, shared."""
    game = table(seats=4).complete(0, 16).points(1, 9, robots=6).points(2, 9, robots=5).points(3, 9, robots=7)
    game.tags(3, 3, tile=True).turn(3).wait()
    assert game.match.ranks == (1, 4, 3, 2)
    level = table(seats=4).complete(0, 16).points(1, 9, robots=6).points(2, 9, robots=6).points(3, 12, robots=7)
    assert level.turn(3).wait().match.ranks == (1, 3, 3, 2)


# --- house rules --------------------------------------------------------------------------------------


@rule("MM-X1")
def test_the_game_ends_after_the_agreed_rounds(table):
    game = table(limit=2).points(0, 6, robots=3).points(1, 6, robots=4).tags(1, 3, tile=True)
    for _ in range(3):
        game.wait()
    assert not game.match.over
    assert game.wait().match.over
    assert game.match.ranks == (2, 1)


@rule("MM-X2")
def test_the_target_can_be_changed(table):
    assert table(target=8).complete(1, 8).turn(1).wait().match.over
