"""The danger map of Smash Gear: the cells that the rival's machines reach next turn, and by which of them."""

import pytest

from cogtable.engine.errors import IllegalAction
from cogtable.games.smashgear.table.labels import cell_name, place

from .conftest import cell

PLAIN = """
    .  .  .
    .  .  .
    Aw Ah .
    .  .  .
    .  .  .
"""
"""A machine of the rival, two cells wide and one high, on a3 and b3."""


@pytest.fixture
def seen(look):
    """Reads the table as people see it."""
    return lambda game: look(game.game, game.array)


@pytest.fixture
def danger(seen):
    """Returns the danger map of a seat, now or after an action."""

    def danger(game, seat=0, action=-1):
        (overlay,) = seen(game).match.overlays(seat, action)
        return overlay

    return danger


PLACES = {place(number): cell_name(number) for number in range(81)}


def cells(overlay):
    """Returns the hatched cells."""
    return {PLACES[each.at] for each in overlay.cells}


def rings(overlay):
    """Returns the words at each ring."""
    return {PLACES[mark.at]: mark.words for mark in overlay.marks}


def threats(overlay):
    """Returns the lines about hearts that can be hit."""
    return [line.words for line in overlay.outcomes if line.tone == "bad"]


def test_a_machine_reaches_the_cells_of_each_flip_that_it_can_pay_for(table, danger):
    game = table(PLAIN, A={"move": 2}).bases(1, "i9").gears(0, 0)  # 2 gears come with its base: one flip
    assert cells(danger(game)) == {"a2", "b2", "a4", "b4", "c3", "d3"}
    twice = cells(danger(game.gears(0, 2)))
    assert {"a1", "b1", "e3", "f3", "c4", "d2"} <= twice
    assert not {"a3", "b3"} - twice  # it can go and come back
    assert "g3" not in twice


def test_without_gears_nothing_is_in_reach(table, danger):
    assert cells(danger(table(PLAIN, A={"move": 3}).bases(1, "i9"))) == set()


def test_a_machine_whose_moves_are_free_moves_once(table, danger):
    assert cells(danger(table(PLAIN, A={"move": 0}).gears(0, 30))) == {"a2", "b2", "a4", "b4", "c3", "d3"}


def test_gears_that_its_cards_will_give_count(table, danger):
    game = table(PLAIN, A={"move": 3, "does": ["exploit: gears 1"]}).bases(1, "i9")
    assert "c3" in cells(danger(game))


def test_a_machine_that_is_stunned_reaches_nothing(table, danger):
    game = table(PLAIN, A={"move": 0})
    game.s.stunned[game.slot("A")] = 1
    assert cells(danger(game)) == set()


def test_its_own_machines_are_in_its_way_but_mine_are_not(table, danger):
    game = table(
        """
        .  .  .  .
        Aw Ah aw ah
        Bh Bw .  .
        """,
        A={"move": 0},
        B={"move": 9},
    )
    assert cells(danger(game)) == {"a3", "b3", "c2", "d2"}


def test_a_machine_that_would_be_destroyed_goes_no_further(table, danger):
    """On the right its heart would meet a weapon, whose cell it reaches, but not those beyond it."""
    alone = cells(danger(table("Aw\nAh", A={"move": 1}).bases(1, "i9")))
    assert {"b1", "b2", "c1", "c2"} <= alone
    stopped = cells(danger(table("Aw .\nAh aw ah", A={"move": 1}).bases(1, "i9")))
    assert {"b1", "b2"} <= stopped
    assert not {"c1", "c2"} & stopped


def test_each_cell_names_the_machines_that_reach_it_and_their_moves(table, danger):
    game = table(
        """
        Aw Ah
        .  .
        Bw Bh
        """,
        A={"move": 0},
        B={"move": 0, "does": ["slides"]},
    )
    (found,) = (each for each in danger(game).cells if PLACES[each.at] == "a2")
    assert found.words == "a2: A in 1 flip, B in 1 slide"
    assert found.pieces == ("m16", "m17")


def test_my_hearts_in_reach_have_rings_and_a_line_of_the_forecast(table, danger):
    game = table("Aw Ah\nah aw", A={"move": 2}).bases(1, "i9").gears(0, 1)
    overlay = danger(game)
    assert rings(overlay) == {"a1": "1 flip away"}
    line, hatched = overlay.outcomes
    assert (line.words, line.tone) == ("**A** can reach the heart of **a**", "bad")
    assert line.text == "1 flip for 2\u00a0[[gear|gears]]; [[seat:1]] will have 3\u00a0[[gear|gears]]"
    assert hatched.words == "Hatched: what [[seat:1]]’s machines can reach, by number"


def test_the_machines_that_reach_cells_are_numbered_with_how_far_they_get(table, danger):
    game = table(
        """
        Aw Ah
        .  .
        Bw Bh
        """,
        A={"move": 0},
        B={"move": 0, "does": ["slides"]},
    )
    overlay = danger(game)
    assert [(reason.piece, reason.words) for reason in overlay.reasons] == [
        ("m16", "**A**: 1 flip"),
        ("m17", "**B**: 1 slide"),
    ]
    assert {piece for each in overlay.cells for piece in each.pieces} == {"m16", "m17"}


def test_the_switch_says_whose_turn_it_shows(table, danger):
    game = table(PLAIN, A={"move": 2}).bases(1, "i9").gears(0, 2)
    assert danger(game).text == "[[seat:1]]’s next turn"
    assert danger(game.turn(1)).text == "[[seat:1]]’s turn"


def test_a_base_has_a_ring_if_a_weapon_reaches_it(table, danger):
    game = table(". Ah Aw", A={"move": 0})
    assert rings(danger(game.bases(0, "d1", "a9"))) == {"d1": "base: 1 flip away"}
    assert rings(danger(game.bases(0, "e1", "a9"))) == {}  # the heart would lie on it


def test_after_a_move_it_shows_the_danger_to_the_moved_machine(table, danger):
    drawing = """
        Aw Ah
        .  .
        ah aw
    """
    game = table(drawing, A={"move": 0}).gears(9)
    assert (rings(danger(game)), threats(danger(game))) == ({}, [])
    assert danger(game).outcomes[0].words == "None of your hearts is in reach"
    closer = danger(game, action=game.moving("a", "up"))
    assert rings(closer) == {"a2": "1 flip away"}
    assert threats(closer) == ["**A** can reach the heart of **a**"]
    assert threats(danger(game, action=game.moving("a", "right"))) == []
    assert game.shows(drawing)  # nothing has moved


def test_a_machine_that_the_move_destroys_is_no_danger(table, danger):
    game = table("Aw Ah\nah aw", A={"move": 0}, a={"move": 1}).gears(9)
    assert cells(danger(game))
    assert cells(danger(game, action=game.moving("a", "up"))) == set()


def test_in_the_rivals_own_turn_it_has_the_gears_that_it_has(table, danger):
    game = table(PLAIN, A={"move": 2}).gears(0, 1).turn(1)
    assert cells(danger(game)) == set()
    assert cells(danger(game.gears(0, 2))) == {"a2", "b2", "a4", "b4", "c3", "d3"}


def test_both_seats_have_one_and_spectators_have_none(table, danger, seen):
    game = table("ah aw .\n. . .\nAw Ah", a={"move": 0}, A={"move": 0})
    assert cells(danger(game, seat=0)) != cells(danger(game, seat=1))
    assert seen(game).match.overlays(-1) == []
    assert seen(game).match.view(None).overlays == []


def test_there_is_none_while_preparing_or_without_assists(table, seen):
    game = table(PLAIN)
    assert [overlay.id for overlay in seen(game).view(0).overlays] == ["danger"]
    game.s.assists = 0
    assert seen(game).view(0).overlays == []
    assert seen(game).match.overlays(0) == []
    assert seen(table(setup=True)).view(0).overlays == []


def test_the_view_has_only_the_switch(table, seen):
    (overlay,) = seen(table(PLAIN)).view(0).overlays
    assert overlay.computed
    assert not overlay.cells
    assert "danger" in seen(table(PLAIN)).view(0).wide.areas.keys() & seen(table(PLAIN)).view(0).narrow.areas.keys()


def test_it_depends_only_on_what_the_seat_may_know(table, danger):
    """Cards in the rival's hand change nothing."""
    game = table(PLAIN, programs=[{"does": ["gears 9"]}], A={"move": 2}).bases(1, "i9")
    held = table(PLAIN, programs=[{"does": ["gears 9"]}], A={"move": 2}).bases(1, "i9").holds(1, 0)
    assert danger(game) == danger(held)


def test_an_action_that_is_not_legal_is_refused(table, danger):
    game = table(PLAIN)
    with pytest.raises(IllegalAction, match="seat 0 may not play action"):
        danger(game, action=game.moving("A", "up"))
    with pytest.raises(IllegalAction, match="99999"):
        danger(game, action=99999)


@pytest.mark.parametrize("name", ["a1", "i9", "e5"])
def test_places_count_from_the_top_left(name):
    assert PLACES[place(cell(name))] == name
