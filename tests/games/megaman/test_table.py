"""The table's texts about the tile, the conditions and the end."""

import re

import pytest

import cogtable
from cogtable import bots
from cogtable.games.splendor.rules.state import EMPTY


def logged(game, seat=None):
    """Returns the log as a seat reads it."""
    return [line.words for line in game.match.view(seat).log]


def piece(game, name, seat=0):
    return next(piece for piece in game.match.view(seat).pieces if piece.id == name)


def goals(game, of, seat=0):
    """Returns the three conditions of a seat as another sees them, and which are met."""
    part = next(part for part in game.match.view(seat).parts if part.id in (f"goals{of}", f"strip.goals{of}"))
    return [(goal.words, goal.met) for goal in part.goals]


def about_to_tag(game, seat, name):
    return game.reserved(seat, name).can_pay(seat, name)


# --- the tile -----------------------------------------------------------------------------------------


def test_the_tile_names_its_holder(table):
    game = about_to_tag(about_to_tag(table(), 0, "Jewel"), 1, "Mega").tags(0, 2).tags(1, 2)
    assert (piece(game, "yashichi").face.title, piece(game, "yashichi").face.words) == ("", "for 3 tags")
    game.recruit("Jewel")
    assert (piece(game, "yashichi").face.title, piece(game, "yashichi").face.words) == ("[[seat:0]]", "3 tags")
    game.recruit("Mega")
    assert (piece(game, "yashichi").face.title, piece(game, "yashichi").face.words) == ("[[seat:1]]", "4 tags")
    assert logged(game)[-1] == "[[seat:1]] took the [[yashichi|Yashichi tile]] over from [[seat:0]], 4 tags to 3"
    assert "[[seat:0]] took the [[yashichi|Yashichi tile]] with 3 tags: 3 points" in logged(game)


@pytest.mark.parametrize("holder", [0, 1])
def test_a_mark_stands_beside_its_holder(table, holder):
    view = table().tags(holder, 3, tile=True).match.view(0)
    marked = {part.seat for part in view.parts if type(part).__name__ == "Seat" and part.badge}
    assert marked == {holder}


def test_losing_the_end_with_the_tile_is_logged(table):
    game = table(seats=3).complete(0, 16).tags(0, 3, tile=True).tags(1, 3).turn(1)
    about_to_tag(game, 1, "Jewel").recruit("Jewel")
    assert logged(game)[-1] == "[[seat:0]] lost the tile, and now has too few points to end the game · [[rule:MM-R17]]"


def test_the_star_is_logged(table):
    game = table().face_up("Shade").can_pay(0, "Shade").recruit("Shade")
    assert logged(game)[-1] == "[[seat:0]] took the [[gem/green/star|star]]"


# --- Helpers and conditions ---------------------------------------------------------------------------


def test_a_helpers_place_names_its_owner(table):
    game = table().helpers("Roll").bonus(0, blue=4, red=4).wait()
    assert piece(game, "gone0").face.words == "Roll with [[seat:0]]"
    assert logged(game)[-1] == "Roll, a Helper, joined [[seat:0]]: 3 points"


def test_everybody_sees_everybodys_conditions(table):
    game = table(seats=3).complete(1, 12).bonus(2, yellow=2, red=1).points(2, 16)
    assert goals(game, 0) == [("0 of 16 points", False), ("0 of 5 colours", False), ("no star", False)]
    assert goals(game, 1) == [("12 of 16 points", False), ("5 of 5 colours", True), ("star", True)]
    assert goals(game, 2) == [("16 of 16 points", True), ("2 of 5 colours", False), ("no star", False)]


def test_the_race_shows_how_near_everybody_is(table):
    game = table(seats=3).complete(1, 12).bonus(2, yellow=2, red=1).points(2, 16)
    race = next(part for part in game.match.view(1).parts if part.id == "race")
    assert [lane.of or len(lane.icons) for lane in race.lanes] == [16, 5, 1]
    shown = [(each.seat, each.lanes[0].value, each.lanes[1].have, each.lanes[2].have) for each in race.runners]
    assert shown == [(1, 12, [0, 1, 2, 3, 4], [0]), (2, 16, [0, 3], []), (0, 0, [], [])]
    left = {each.seat: (each.text, each.near) for each in race.runners}
    assert left == {0: ("3 of 3 left", False), 1: ("1 of 3 left", True), 2: ("2 of 3 left", False)}


def test_the_reader_reads_what_they_lack(table):
    def lacks(game, seat):
        return next((part.text for part in game.match.view(seat).parts if part.id == "lacks"), None)

    game = table().complete(0, 12)
    assert lacks(game, 0) == "You lack **4** points."
    assert lacks(table().complete(0, 16), 0) == "You meet all three conditions."
    gems = ("yellow/round", "blue/square", "orange/hexagon", "red/triangle", "purple/drop")
    colors = " ".join(f"[[gem/{gem}]]" for gem in gems)
    assert lacks(game, 1) == f"You lack **16** points, robots in {colors} and the [[gem/green/star|star]]."
    game.bonus(1, yellow=1, blue=1, orange=1, purple=1)
    assert "a [[gem/red/triangle|red]] robot" in lacks(game, 1)
    assert lacks(game, None) is None, "a spectator lacks nothing"


# --- why not ------------------------------------------------------------------------------------------


def test_the_star_cannot_be_returned(table):
    game = table().tokens(0, yellow=9, green=1).wait()
    assert game.match.why_not(0, "t0.6") == "The star is never given back · [[rule:MM-R11]]"
    assert "return some of yours first" in game.match.why_not(0, "bank.0")


def test_no_player_gets_a_second_star(table):
    assert "comes with your first robot of level 3" in table().match.why_not(0, "bank.6")
    assert "nobody gets a second" in table().tokens(0, green=1).match.why_not(0, "bank.6")


# --- the end ------------------------------------------------------------------------------------------


def of_two(table, points, robots=(5, 5), tile=EMPTY):
    """A game that ends with two players who meet the conditions."""
    game = table().complete(0, points[0], robots[0]).complete(1, points[1], robots[1]).turn(1)
    game.state.yashichi = tile
    return game.wait()


@pytest.mark.parametrize(
    ("points", "robots", "tile", "words"),
    [
        ((17, 16), (5, 5), EMPTY, "most points"),
        ((16, 16), (7, 5), 0, "tied on 16, the Yashichi tile decides"),
        ((16, 16), (4, 5), EMPTY, "tied on 16, fewest robots"),
        ((16, 16), (5, 5), EMPTY, "tied on 16 and robots, the victory is shared"),
    ],
)
def test_with_several_qualified_players_the_end_names_the_tiebreak(table, points, robots, tile, words):
    result = of_two(table, points, robots, tile).match.view(None).result
    assert result.words == f"[[seat:0]] and [[seat:1]] met all three conditions: {words} · [[rule:MM-R16]]"


def test_the_end_names_the_only_qualified_player_and_what_others_lack(table):
    game = table().complete(0, 16).bonus(1, yellow=3).points(1, 20).turn(1).wait()
    result = game.match.view(None).result
    assert result.words == "Only one met all three conditions: [[seat:0]] · [[rule:MM-R15]]"
    assert [standing.seat for standing in result.placements] == [0, 1]
    assert result.placements[0].words == "all three conditions · 5 robots"
    lacks = [f"[[gem/{icon}]]" for icon in ("blue/square|blue", "orange/hexagon|orange", "red/triangle|red")]
    wanted = f"without {', '.join(lacks)}, [[gem/purple/drop|purple]] and the [[gem/green/star|star]] · 3 robots"
    assert result.placements[1].words == wanted


def test_if_no_player_qualified_the_end_says_so(table):
    game = table(limit=1).points(0, 9).wait().wait()
    assert game.match.view(None).result.words == "Nobody met all three conditions: most points · [[rule:MM-Q25]]"


def test_hearts_and_stars_have_one_name_each(table):
    """Gray and green are the colours of their drawings, and don't appear as words."""
    match = cogtable.game("megaman").start(seats=2, seed=4, payment="free")
    said = [entry.words for entry in match.game.table.legend(match.game.box)]
    for _ in range(120):
        if match.over:
            break
        seat = match.waiting[0]
        view = match.view(seat)
        said += [piece.label for piece in view.pieces]
        said += [words for choice in view.choices for words in (choice.text, choice.label)]
        match.play(seat, bots.decide("greedy", match, seat, match.ply, bots.PlayStyle(compiled=False)).action)
    said += [line.words for line in match.log()]
    shown = [re.sub(r"\[\[[^]|]*\|?|]]", "", words) for words in said]
    assert not [words for words in shown if re.search(r"\b(gray|green)\b", words, re.IGNORECASE)]
    assert any("heart" in words for words in shown)
    assert any("star" in words for words in shown)
