"""The end of the game: where the crowns came from, and where a seat fell behind."""

from cogtable.games.recharge.table.result import result
from cogtable.testing.coverage import rule

ROBOTS = {
    "Tower": {"crowns": 6, "does": ["gain 1"]},
    "Shed": {"crowns": 2, "does": ["gain 1"]},
    "Cheap": {"does": ["gain 1"]},
}


def places(game, seat):
    return {place.seat: place for place in result(game.hidden(seat), game.game.box, seat).placements}


@rule("RC-R18")
def test_a_place_says_which_crowns_are_printed_and_which_were_gained(table):
    game = table(robots=ROBOTS).hand(0).hand(1).fleet(0, Tower=1, Cheap=1)
    game.s.crowns[0] = -2
    game.s.over = 1
    printed = int(game.s.printed[0])
    assert places(game, 0)[0].words == f"{printed} on 2 robots, −2 gained"


def test_a_seat_that_lost_is_told_where_it_fell_behind_the_larger_part_first(table):
    game = table(robots=ROBOTS).hand(0).hand(1).fleet(0, Tower=1, Shed=1).fleet(1, Cheap=1).coins(1, 0)
    game.s.crowns[:2] = 3, 1
    game.s.over = 1
    more = int(game.s.printed[0] - game.s.printed[1])
    assert more > 2
    assert places(game, 1)[1].why == (
        f"[[seat:0]]’s robots have {more} crowns more printed on them (2 robots; you have 1). "
        "During the game [[seat:0]] gained 2 crowns more."
    )


@rule("RC-Q16")
def test_coins_and_cards_left_over_are_named(table):
    game = table(robots=ROBOTS).hand(0).hand(1, "Cheap").fleet(0, Tower=1).coins(1, 20)
    game.s.over = 1
    assert places(game, 1)[1].why.endswith("You had $20 and 1 card left, which count for nothing · [[rule:RC-Q16]]")


def test_winners_and_spectators_are_told_nothing_of_it(table):
    game = table(robots=ROBOTS).hand(0).hand(1).fleet(0, Tower=1)
    game.s.over = 1
    for seat in (0, -1):
        assert not any(place.why for place in places(game, seat).values())


def test_the_reasons_of_others_stay_with_them(table):
    """Another seat's hand is not counted for the reader."""
    game = table(robots=ROBOTS, seats=3).hand(0).hand(1, "Cheap").hand(2).fleet(0, Tower=1)
    game.s.over = 1
    assert places(game, 2)[1].why == ""
