"""The log, and hands on the table."""

from collections import Counter

import pytest

from cogtable.engine.rules import verbs
from cogtable.games.smashgear.rules.actions import Action
from cogtable.games.smashgear.rules.state import Phase
from cogtable.games.smashgear.table import choices, log, prompts
from cogtable.games.smashgear.table.scene import scene
from cogtable.testing.coverage import rule

FACING = """
    .  Aw Ah
    .  .  .
    .  .  .
    ah aw .
"""
GEARS = {"does": ["gears 2"]}


def logged(game):
    """Returns the new lines of the log, without the rules that they name."""
    lines = [line.words.split(" · ")[0] for line in log.log_lines(game.s, game.game.box, game.notes)]
    game.notes.clear()
    return lines


def test_a_fetched_card_is_named_when_it_is_chosen(table):
    game = table(FACING, programs=[{"does": ["fetch machine"]}, GEARS]).holds(0, 0).holds(1, 1)
    name = game.game.box.names["machines"][game.s.shown[2]]
    assert logged(game.program(0)) == ["[[seat:0]] announced **P0**"]
    assert logged(game.play(Action.BUY + 2)) == [f"[[seat:0]] chose **{name}**"]


@pytest.mark.parametrize(("way", "words"), [("up", "to the right"), ("down", "to the left")])
def test_a_quarter_turn_names_its_direction(table, way, words):
    game = table("\n".join([". . .", ". aw .", ". ah .", ". . ."]), a={"does": ["once: turn it"]})
    logged(game.effect("a"))
    assert logged(game.at(way)) == [
        f"[[seat:0]] chose {words}",
        "**a’s effect** takes effect",
        f"**a** made a quarter turn {words} about b2",
    ]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"does": ["stun theirs"]}, "the machine is stunned"),
        ({"does": ["cancel move"]}, "it was cancelled"),
        ({"does": ["scrap any"]}, "the machine is gone"),
    ],
)
def test_a_move_that_fails_gives_the_reason(table, answer, why):
    game = table(FACING, programs=[answer]).holds(1, 0).gears(1)
    game.move("a", "right").program(0)
    if game.s.phase == Phase.TARGET:
        game.at("a")
    assert f"[[seat:0]]’s **a’s move** came to nothing: {why}" in logged(game)


@pytest.mark.parametrize(("kind", "did"), [("script", "ran"), ("plugin", "installed")])
def test_an_action_is_not_logged_as_done_while_it_can_be_answered(table, kind, did):
    program = {"kind": kind, "does": ["gears 2" if kind == "script" else "heavy"], "on": "machine"}
    game = table("ah aw", programs=[program, {"does": ["cancel anything"]}]).holds(0, 0).holds(1, 1)
    (announced,) = logged(game.program(0))
    assert announced.startswith("[[seat:0]] announced **P0**")
    assert "[[seat:0]]’s **P0** came to nothing: it was cancelled" in logged(game.program(1))
    game = table("ah aw", programs=[program]).holds(0, 0)
    assert logged(game.program(0))[0].startswith(f"[[seat:0]] {did} **P0**"), "nobody could answer it"


def test_an_attack_is_logged_as_used_only_when_it_cannot_be_cancelled(table):
    game = table("ah aw", programs=[{"does": ["cancel attack"]}]).bases(1, "b1", "e9").holds(0, destroy=2).holds(1, 0)
    assert logged(game.play(Action.CARD_DESTROY)) == ["[[seat:0]] announced **Destroy Base** on b1"]
    assert logged(game.program(0))[-1] == "[[seat:0]]’s **Destroy Base** came to nothing: it was cancelled"


def test_a_cancelled_announcement_is_named(table):
    game = table(FACING, programs=[GEARS, {"does": ["cancel script"]}]).holds(0, 0).holds(1, 1)
    logged(game.program(0))
    assert logged(game.program(1)) == [
        "[[seat:1]] ran **P1** on **P0**",
        "[[seat:0]]’s **P0** came to nothing: it was cancelled",
    ]


# --- questions and views ------------------------------------------------------------------------------


@rule("SG-Q52")
def test_passing_for_everything_has_a_button_of_its_own(table):
    game = table(FACING, programs=[GEARS]).holds(1, 0).gears(1).move("a", "right")
    words = {action: choices.choice(game.s, game.game.box, 1, action).text for action in game.legal}
    assert words[Action.LEAVE] == "let it happen"
    assert words[Action.LEAVE_ALL] == "let everything happen until my next turn"
    assert prompts.sentence(game.s, game.game.box, 1).startswith("**a’s move** waits. Will you respond?")


def pieces_of(game, seat):
    """Returns the pieces in the hands by zone, as a seat sees them."""
    array = game.state_like(game.s)
    verbs.hide(array[0], game.b, seat)
    return [piece for piece in scene(array[0], game.game.box, seat).pieces if piece.zone.startswith("hand")]


@rule("SG-Q54")
def test_a_rivals_hand_shows_known_cards_and_backs_for_the_rest(table):
    game = table(FACING).gears(40).holds(0, "c", 0, base=2)
    card = int(game.s.shown[0])
    game.play(Action.BUY)
    for seat in (1, -1):
        hand = {piece.id: piece for piece in pieces_of(game, seat) if piece.zone != "hand1.zone"}
        assert sorted(hand) == sorted([f"m{card}", "held0.machine0", "held0.program0", "held0.base"])
        assert Counter(piece.face.kind for piece in hand.values()) == Counter(card=2, back=2)
        assert {piece.zone for piece in hand.values()} == ({"hand0.zone"} if seat == 1 else {"hand"})
    secret = {piece.id: piece.secret for piece in pieces_of(game, 0) if piece.zone == "hand"}
    assert secret == {"m2": True, f"m{card}": False, "p0": True, "hand.base": False}
