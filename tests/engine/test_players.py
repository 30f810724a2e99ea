"""The players around a table, from a reader's point of view."""

import cogtable
from cogtable.engine.text.words import phrase
from cogtable.table.players import around, others_decide


def state(seats=3):
    return cogtable.game("splendor").start(seats=seats, seed=7, first=0).state


def test_the_reader_comes_first_and_the_others_follow_in_turn_order():
    me, others = around(state(), 1)
    assert (me.seat, [other.seat for other in others]) == (1, [2, 0])
    assert (me.reads, any(other.reads for other in others)) == (True, False)


def test_a_spectator_views_the_table_from_seat_0():
    me, others = around(state(), -1)
    assert (me.seat, me.reads, [other.seat for other in others]) == (0, False, [1, 2])


def test_a_players_parts_carry_their_seat_and_glow_while_the_game_waits_for_it():
    s = state()
    s.waiting = 1 << 1
    me, (second, _) = around(s, 0)
    assert [(part.id, part.seat, part.active) for part in (me.panel(), second.head("strip"))] == [
        ("panel0", 0, False),
        ("strip1", 1, True),
    ]
    cards = second.zone("cards", phrase("{seat}: cards"), shape="row")
    assert (cards.id, cards.owner, cards.label) == ("cards1", 1, "[[seat:1]]: cards")


def test_a_prompt_names_everybody_the_game_waits_for():
    s = state()
    s.waiting = 0b110
    assert others_decide(s, 0, "paying") == "[[seat:1]] and [[seat:2]]: paying"
    assert others_decide(s, -1, "paying") == "You are watching · [[seat:1]] and [[seat:2]]: paying"
