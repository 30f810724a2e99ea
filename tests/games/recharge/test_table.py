"""The table's texts in Recharge: questions, abilities of robots, and reasons why a piece can't be chosen."""

import pytest

from cogtable.games.recharge.rules.components import ACTIONS_OF_A_TURN
from cogtable.games.recharge.table import log_lines
from cogtable.games.recharge.table.layout import Counts, narrow, wide

ROBOTS = {
    "Miner": "gain 3",
    "Poet": "may-discard 2: crown 2",
    "Mirror": "copy",
    "Dear": {"cost": 12, "does": ["gain 1"]},
    "Cheap": {"cost": 1, "does": ["gain 1"]},
}


@pytest.fixture
def playing(table, look):
    """Sets up a table for two with these robots and empty hands, on which seats act before the test reads it."""

    class Playing:
        def __init__(self, **more):
            self.game = table(robots=ROBOTS, **more).hand(0).hand(1)

        def __getattr__(self, name):
            def do(*args, **kwargs):
                getattr(self.game, name)(*args, **kwargs)
                return self

            return do

        @property
        def seen(self):
            return look(self.game.game, self.game.array)

        def robot(self, name):
            return f"r{self.game.robots.index(name)}"

        def why_not(self, seat, name):
            """Returns the reason why a seat can't choose a robot, without the robot's own text."""
            piece = self.robot(name)
            about = self.game.game.table.about(self.game.s, self.game.game.box, piece)
            return self.seen.why_not(seat, piece).removeprefix(about).strip()

    return Playing


# --- own robots ---------------------------------------------------------------------------------------


def test_a_robot_that_has_acted_says_so(playing):
    game = playing().fleet(0, Miner=1, Poet=1, Mirror=1).hand(0, "Cheap", "Dear").act(0, "Stockpile", "Miner")
    assert "[[rule:RC-Q8]]" in game.why_not(0, "Miner")
    assert game.why_not(0, "Poet") == ""
    assert game.seen.piece(0, game.robot("Miner")).face.status == "done"


def test_a_robot_without_a_battery_says_so(playing):
    game = playing().fleet(0, "Miner", Poet=1, Mirror=1).hand(0, "Cheap", "Dear").act(0, "Stockpile")
    assert "[[rule:RC-R10]]" in game.why_not(0, "Miner")
    assert "battery" in game.why_not(0, "Miner")
    assert game.seen.piece(0, game.robot("Miner")).face.status == "no battery"


def test_robots_wait_for_the_event_and_for_the_action(playing):
    before = playing(events={"Fair": "draw 1", "Feast": "draw 1"}).fleet(0, Miner=1).round(0, "Fair", "Feast")
    assert "Event" in before.why_not(0, "Miner")
    after = playing().fleet(0, Miner=1)
    assert "Action" in after.why_not(0, "Miner")
    assert "Event" not in after.why_not(0, "Miner")


def test_an_open_question_comes_before_the_robots(playing):
    game = playing().fleet(0, Poet=1).hand(0, "Cheap", "Dear").act(0, "Stockpile")
    assert "**Poet:**" in game.why_not(0, "Poet")
    assert game.why_not(0, "Cheap") == ""


# --- other players' robots, cards in hand, the piles --------------------------------------------------


def test_another_players_robot_names_its_owner(playing):
    game = playing().fleet(1, Miner=1)
    assert "[[seat:1]]" in game.why_not(0, "Miner")


def test_a_robot_that_costs_too_much_names_the_missing_amount(playing):
    game = playing().hand(0, "Cheap", "Dear").coins(0, 8).act(0, "Construct")
    assert "$4" in game.why_not(0, "Dear")
    assert game.why_not(0, "Cheap") == ""
    unassisted = playing(options={"assists": 0}).hand(0, "Cheap", "Dear").coins(0, 8).act(0, "Construct")
    assert "$12" in unassisted.why_not(0, "Dear")


def test_a_card_in_hand_says_that_construct_plays_it(playing):
    game = playing().hand(0, "Cheap")
    assert "Construct" in game.why_not(0, "Cheap")
    assert "[[rule:RC-R9]]" in game.why_not(0, "Cheap")


def test_the_discard_pile_is_open_to_all(playing):
    game = playing().pile("Miner")
    assert "[[rule:RC-R4]]" in game.why_not(0, "Miner")
    assert game.seen.piece(0, "pile").opens == "discards.drawer"


@pytest.mark.parametrize(("piece", "rule"), [("deck", "RC-R3"), ("pile", "RC-R4")])
def test_piles_explain_themselves_to_a_player_who_decides(playing, piece, rule):
    game = playing()
    assert f"[[rule:{rule}]]" in game.seen.why_not(0, piece)
    game.act(0, "Stockpile")
    assert f"[[rule:{rule}]]" in game.seen.why_not(0, piece)


# --- Actions and Events -------------------------------------------------------------------------------


def test_an_action_closed_by_the_event_names_it(playing):
    game = playing(events={"Strike": "close Construct"}).round(0, "Strike")
    closed = game.seen.why_not(0, f"a{ACTIONS_OF_A_TURN.index('Construct')}")
    assert "Strike" in closed
    assert "Construct" in closed
    assert "Construct" not in game.seen.labels(0)
    assert game.seen.piece(0, f"a{ACTIONS_OF_A_TURN.index('Construct')}").face.words == "not this round"


def test_cards_say_what_a_player_lacks_only_in_rounds_in_which_construct_can_be_chosen(playing):
    def lacking(event, **events):
        game = playing(events=events).round(0, event).hand(0, "Cheap", "Dear")
        return [piece.face.lack for piece in game.seen.view(0).pieces if piece.zone == "hand"]

    assert None not in lacking("Fair", Fair="draw 1")
    assert lacking("Strike", Strike="close Construct") == [None, None]


def test_a_second_action_is_refused_with_the_rule(playing):
    game = playing().fleet(0, Poet=1).hand(0, "Cheap", "Dear").act(0, "Stockpile")
    chosen, other = (f"a{ACTIONS_OF_A_TURN.index(name)}" for name in ("Stockpile", "Research"))
    assert "Stockpile" in game.seen.why_not(0, other)
    assert game.seen.why_not(0, chosen) != game.seen.why_not(0, other)


def test_a_hidden_event_names_the_player_who_knows_it(playing):
    game = playing(events={"Fair": "draw 1"}).round(0, "Fair").give_events(1, "Blackout")
    assert "[[rule:RC-R6]]" in game.seen.why_not(0, "f1.0")
    assert "[[seat:1]]" in game.seen.why_not(0, "f1.0")
    assert "Blackout" not in str(game.seen.view(0).pieces)
    assert "Blackout" in str(game.seen.view(1).pieces)


def test_a_player_who_is_done_waits_for_the_others(playing):
    game = playing(events={"Strike": "close Construct"}).round(0, "Strike").act(0, "Stockpile")
    assert "[[seat:1]]" in game.seen.prompt(0)
    assert "[[rule:RC-R8]]" in game.seen.why_not(0, "a0")


# --- buttons and layouts ------------------------------------------------------------------------------


def test_a_button_shows_the_cost_of_playing_a_robot(playing):
    game = playing().hand(0, "Cheap", "Dear").coins(0, 12).act(0, "Construct")
    costs = {name: [label for label in game.seen.labels(0) if name in label] for name in ("Cheap", "Dear")}
    assert [len(labels) for labels in costs.values()] == [1, 1]
    assert "$1" in costs["Cheap"][0]
    assert "$12" in costs["Dear"][0]


def test_a_phone_shows_rivals_as_strips(playing):
    seen = playing().seen
    assert "seat1" in seen.drawn(0, "wide") - seen.drawn(0, "narrow")
    assert "strip1" in seen.drawn(0, "narrow") - seen.drawn(0, "wide")
    assert {"hand", "fleet0", "actions", "stock"} <= seen.drawn(0, "wide") & seen.drawn(0, "narrow")
    assert seen.part(0, "panel1").opens == seen.part(0, "rival1.drawer").id
    assert seen.part(0, "rival1.drawer").zones == ["fleet1", "events1"]


COUNTS = Counts(
    hand=4,
    fleets=[1, 1],
    events=[2, 2],
    picks=0,
    choosing=False,
    acting=True,
    playing=False,
    letters=40,
    asked=True,
)


@pytest.mark.parametrize("hand", [1, 4, 5, 8])
def test_wherever_one_decides_about_the_hand_its_cards_have_room_for_all_their_words(hand):
    """On a phone the hand is in a drawer while no card can be chosen: when the robots act."""
    held = COUNTS._replace(hand=hand)
    deciding = {
        "event": held._replace(choosing=True, acting=False),
        "action": held._replace(acting=False),
        "play": held._replace(playing=True),
    }
    for counts in deciding.values():
        area = narrow(0, [1], counts).areas["hand"]
        columns, *style = area.style.removeprefix("columns-").split()
        across, rows = int(columns), -(-hand // int(columns))
        w, h = (area.w - 5 * (across - 1)) / across, (area.h - 5 * (rows - 1)) / rows
        # A line over the whole width has all the words, or a card with its picture.
        assert (w >= 340 and h >= 48) if style == ["list", "words"] else (w >= 110 and h >= 150)
        assert wide(0, [1], counts).areas["hand"].h >= 180
    robots = narrow(0, [1], held).areas
    assert "hand" not in robots
    assert "hand.drawer" in robots


@pytest.mark.parametrize("moment", ["event", "action", "robots"])
@pytest.mark.parametrize("rivals", [[1], [1, 2, 3]])
def test_my_numbers_and_those_of_rivals_stay_in_sight_beside_the_stage(rivals, moment):
    """Beams end at them."""
    counts = COUNTS._replace(
        choosing=moment == "event", acting=moment == "robots", fleets=[3] * 4, events=[2] * 4, letters=60
    )
    for layout, name in ((wide(0, rivals, counts), "stock{}"), (narrow(0, rivals, counts), "strip.stock{}")):
        stage = layout.areas["stage"]
        assert stage.y + stage.h <= layout.height
        for seat in (0, *rivals):
            assert not _meet(stage, layout.areas[name.format(seat)])


def test_the_head_of_a_rival_does_not_reach_the_counters():
    for rivals in ([1], [1, 2], [1, 2, 3]):
        areas = wide(0, rivals, COUNTS._replace(fleets=[1] * 4, events=[2] * 4)).areas
        for rival in rivals:
            head = areas[f"seat{rival}"]
            assert head.x + head.w + 6 <= areas[f"stock{rival}"].x


@pytest.mark.parametrize(("robots", "lines"), [(1, 1), (6, 1), (8, 2), (12, 2), (15, 3), (22, 4)])
def test_many_robots_that_act_are_shown_in_lines(robots, lines):
    area = wide(0, [1], COUNTS._replace(hand=6, fleets=[robots, 3])).areas["fleet0"]
    columns = int(area.style.split()[0].removeprefix("columns-"))
    assert -(-robots // columns) == lines
    assert (area.h - 6 * (lines - 1)) / lines >= 44
    assert (area.w - 6 * (columns - 1)) / columns >= 90


def test_nothing_overlaps_on_the_wide_table():
    for events, robots, hand in ((1, 0, 0), (3, 10, 6), (6, 22, 14)):
        counts = COUNTS._replace(hand=hand, fleets=[robots] * 4, events=[events] * 4, playing=True, letters=130)
        areas = wide(0, [1, 2, 3], counts).areas
        panels = ("panel1", "panel2", "panel3", "actions", "event", "fleet0.panel", "hand.panel", "turn", "log")
        boxes = [areas[name] for name in panels]
        assert not any(_meet(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
        inside = {
            "fleet0": "fleet0.panel",
            "hand": "hand.panel",
            "prompt": "turn",
            "fleet2": "panel2",
            "race": "fleet0.panel",
        }
        for name, panel in inside.items():
            a, b = areas[name], areas[panel]
            assert b.y <= a.y, name
            assert a.y + a.h <= b.y + b.h, name


def _meet(a, b):
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def test_a_robots_effects_are_logged_with_its_head(playing):
    game = playing().fleet(0, Miner=1, Poet=1, Mirror=1).hand(0, "Cheap", "Dear").act(0, "Stockpile", "Miner")
    notes = [notes for move in game.game.history for notes in move]
    told = [line for line in log_lines(game.game.s, game.game.game.box, notes) if line.piece == game.robot("Miner")]
    assert [line.words for line in told] == ["[[seat:0]]’s **Miner**: +3\u00a0[[coin]]"]
    assert told[0].icon.startswith("head/Miner/")


def test_the_robots_that_act_next_are_named(playing):
    seen = playing().fleet(0, Miner=1, Poet=1, Mirror=1).hand(0, "Cheap", "Dear").act(0, "Stockpile").seen
    assert seen.part(0, "next").text == "Next: **Miner** +$3, then Poet"
