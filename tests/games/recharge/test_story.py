"""The log of a round: a block for each seat and robot, with effects, declined offers, and effects without a result."""

import pytest

from cogtable.games.recharge.table import log
from cogtable.games.recharge.table.prompts import question
from cogtable.testing.coverage import rule
from cogtable.view import Line

ROBOTS = {
    "Miner": "gain 3",
    "Smith": "may-pay 5: crown 1",
    "Poet": "may-discard 2: crown 2",
    "Crier": "if-most crowns: crown 1",
    "Foreman": "play-cheaper 1",
    "Thief": "take 2",
    "Heckler": "others-discard 1",
    "Post": "others-draw 1",
    "A": {"cost": 2, "does": ["gain 1"]},
    "B": {"cost": 3, "does": ["gain 1"]},
}


@pytest.fixture
def playing(table):
    """Sets up a table for two with these robots and empty hands."""
    return lambda **more: table(robots=ROBOTS, **more).hand(0).hand(1)


def test_each_line_names_the_robot_that_acted(playing):
    game = playing().fleet(0, Miner=1).act(0, "Stockpile")
    assert game.lines() == ["A chose **Stockpile**: +4\u00a0[[coin]]", "A’s **Miner**: +3\u00a0[[coin]]"]


def test_an_answer_given_later_still_names_the_robot(playing):
    game = playing().fleet(0, Poet=1).hand(0, "A", "B", "Post").act(0, "Stockpile", "A").act(1, "Stockpile").act(0, "B")
    assert game.lines()[1:] == [
        "A’s **Poet**: discarded A",
        "B chose **Stockpile**: +4\u00a0[[coin]]",
        "A’s **Poet**: discarded B, +2\u00a0[[crown]]",
    ]


def test_the_lines_of_one_robot_form_one_block(playing):
    game = playing().fleet(0, Poet=1).hand(0, "A", "B", "Post").act(0, "Stockpile", "A", "B")
    logged = [line for notes in game.history for line in log.log_lines(game.s, game.game.box, notes)]
    poet = [line for line in logged if "Poet" in line.words]
    assert all(isinstance(line, Line) and line.words.startswith(f"{line.block}: ") for line in poet)
    assert len({(line.group, line.block) for line in poet}) == 1
    assert len(poet) == 2


@pytest.mark.parametrize(
    ("robot", "declined"),
    [
        ("Smith", "declined to pay $5 (gain 1 crown)"),
        ("Poet", "declined to discard 2 cards (gain 2 crowns)"),
        ("Foreman", "declined to play a robot"),
    ],
)
def test_declined_offers_are_logged(playing, robot, declined):
    game = playing().fleet(0, **{robot: 1}).hand(0, "A", "B").act(0, "Stockpile", "no")
    assert game.lines()[-1] == f"A’s **{robot}**: {declined}"


@pytest.mark.parametrize(
    ("does", "brings"),
    [("gain 4", "gain $4"), ("others-uncrown 1", "each other player loses 1 crown")],
)
def test_an_offer_names_what_it_gives_in_return(table, does, brings):
    robots = ROBOTS | {"Poet": f"may-discard 1: {does}"}
    game = table(robots=robots).hand(1).fleet(0, Poet=1).hand(0, "A", "B").act(0, "Stockpile")
    asked = question(game.s, game.game.box, 0)
    assert asked == f"**Poet:** you may discard 1 card: touch it. In return: {brings}"


def test_if_nothing_happened_the_log_says_so(playing):
    game = playing().fleet(0, Crier=1, Smith=1).coins(0, 0).act(0, "Recharge", "Crier", "Crier", "Crier")
    assert game.lines()[-2:] == ["A’s **Crier**: no effect", "A’s **Smith**: no effect"]
    assert playing().act(0, "Recharge").lines() == ["A chose **Recharge**: no effect"]


def test_an_event_has_a_line_for_each_seat(playing):
    game = playing(events={"Fair": "may-pay 5: crown 1", "Strike": "close Construct"}).coins(1, 3).round(0, "Fair")
    assert game.act(0, "no").lines()[1:] == [
        "**Fair** for B: no effect",
        "**Fair** for A: declined to pay $5 (gain 1 crown)",
    ]
    changed = playing(events={"Fair": "may-pay 5: crown 1", "Strike": "close Construct"}).round(0, "Strike")
    assert changed.lines() == ["A chose **Strike**: Nobody may choose Construct this round."]


@rule("RC-Q31")
def test_effects_on_others_are_logged_with_the_robot_when_they_happen(playing):
    game = playing().fleet(0, Thief=1).fleet(1, Heckler=1, Post=1).hand(0, "A", "B").on_top("Miner")
    game.act(0, "Recharge")
    assert game.lines()[-1] == "A’s **Thief**: take $2 from each other player when everybody is done"
    game.act(1, "Stockpile", "rest")
    assert game.lines()[-3:] == [
        "B’s **Heckler**: each other player discards 1 card when everybody is done, A must discard 1 card",
        "B’s **Post**: each other player draws 1 card when everybody is done, A drew 1 card",
        "A’s **Thief**: B \u22122\u00a0[[coin]], A +2\u00a0[[coin]]",
    ]
    assert game.lines(0)[-2].endswith("A drew 1 card (Miner)")
    game.act(0, "B")
    assert game.lines()[-1] == "B’s **Heckler**: A discarded B"


def test_the_log_does_not_reveal_whether_a_card_could_be_played(table):
    """With "always ask" a seat is asked whether or not it can play, and both answers are logged alike."""
    robots = {"Cheap": {"cost": 1, "does": ["gain 1"]}, "Dear": {"cost": 12, "does": ["gain 1"]}}
    logged = []
    for card, answer in (("Cheap", "no"), ("Dear", "pass")):
        game = table(robots=robots, options={"always_ask": 1}).hand(0, card).act(0, "Construct", answer)
        logged.append(game.lines())
    assert logged[0] == logged[1] == ["A chose **Construct**: declined to play a robot"]
