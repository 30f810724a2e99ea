"""The table's texts in Tiny."""

import cogtable


def start():
    return cogtable.game("tiny").start(seats=2, seed=1)


def pieces(match, seat, zone):
    return [piece for piece in match.view(seat).pieces if piece.zone == zone]


def test_own_cards_can_be_played_and_others_give_the_reason_why_not():
    match = start()
    assert [match.why_not(0, piece.id) for piece in pieces(match, 0, "hand-0")] == ["", ""]
    assert "[[rule:TN-R2]]" in match.why_not(0, pieces(match, 0, "hand-1")[0].id)


def test_a_seat_that_has_chosen_waits_for_the_others():
    match = start()
    match.play(0, match.choices(0)[0].text)
    reasons = {match.why_not(0, piece.id) for piece in match.view(0).pieces}
    assert reasons == {"The others are still choosing. [[rule:TN-R2]]"}


def test_others_see_a_chosen_card_as_a_back():
    match = start()
    match.play(0, match.choices(0)[0].text)
    assert [pieces(match, seat, "chosen-0")[0].face.kind for seat in (0, 1)] == ["card", "back"]
    assert "[[seat:0]] has chosen" in [line.words for line in match.log(1)]
