"""Observations: offsets, ranges, names and documentation follow from one declared layout."""

import numpy as np
import pytest

import cogtable
from cogtable import IllegalAction
from cogtable.engine.compiled_play.dry_run import rehearse
from cogtable.engine.definition.parts import About, Observation, Rules, Seats
from cogtable.engine.errors import BrokenGame, BrokenRule
from cogtable.engine.play.game import Game
from cogtable.engine.rules.observation import Features, feature, markdown
from tiny import rules


class CardSeen(Features):
    """A card."""

    POINTS = feature("Its points", high=20)
    COST = feature("What it costs, by colour", 2, low=-1, high=9)


class Seen(Features):
    """What a seat observes."""

    ROUND = feature("The round", high=500)
    GRID = feature("The board", 2, 3, of=CardSeen)
    TOP = feature("The top card", of=CardSeen)
    OVER = feature("Whether the game is over")


def test_each_feature_begins_where_the_previous_one_ends():
    assert CardSeen.count() == 3
    assert (Seen.ROUND, Seen.GRID, Seen.TOP, Seen.OVER, Seen.count()) == (0, 1, 19, 22, 23)
    assert type(Seen.GRID) is int


def test_blocks_are_views_of_the_row():
    rows = np.zeros((4, Seen.count()), np.int16)
    rows[2, Seen.GRID + 3 * CardSeen.count() + CardSeen.COST + 1] = 7
    found = Seen.read(rows)
    assert {name: block.shape for name, block in found.items()} == {
        "round": (4,), "grid.points": (4, 2, 3), "grid.cost": (4, 2, 3, 2),
        "top.points": (4,), "top.cost": (4, 2), "over": (4,),
    }  # fmt: skip
    assert np.argwhere(found["grid.cost"]).tolist() == [[2, 1, 0, 1]]
    found["over"][3] = 1
    assert rows[3, 22] == 1
    assert Seen.read(rows[3])["over"] == 1


def test_each_number_belongs_to_one_block():
    layouts: list[type[Features]] = [Seen, *(cogtable.game(name).layout for name in ("splendor", "recharge"))]
    for layout in layouts:
        places = np.concatenate([block.places().reshape(-1) for block in layout.blocks()])
        assert sorted(places) == list(range(layout.count()))


def test_numbers_have_names_and_ranges():
    assert [Seen.name_of(place) for place in (0, 12, 20)] == ["round", "grid.cost[1, 0, 1]", "top.cost[0]"]
    low, high = Seen.bounds()
    assert (low[12], high[12], low[0], high[0], high[22]) == (-1, 9, 0, 500, 1)
    with pytest.raises(IndexError, match="there is no number 23; Seen has 0 to 22"):
        Seen.name_of(23)
    with pytest.raises(ValueError, match=r"expected rows of 23 numbers; found an array of shape \(22,\)"):
        Seen.read(np.zeros(22))


def test_the_documentation_follows_from_the_layout():
    text = markdown(Seen)
    assert "| 1 | `grid` | 2 × 3 | CardSeen | The board |" in text
    assert "**CardSeen**, 3 numbers: a card." in text
    assert text.count("**CardSeen**") == 1
    assert "| 1 | `cost` | 2 | -1 to 9 | What it costs, by colour |" in text


@pytest.mark.parametrize("name", ["coalheart", "megaman", "recharge", "smashgear", "splendor", "tiny"])
def test_every_number_of_a_game_is_documented(name):
    layout = cogtable.game(name).layout
    lines = markdown(layout).splitlines()
    for block in layout.blocks():
        leaf = block.name.rpartition(".")[2]
        assert any(
            f"| `{leaf}` |" in line and f"{block.low} to {block.high} | {block.text} |" in line for line in lines
        )


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (lambda: feature("Coins", high=40_000), "within -32768 to 32767, the low end first; found 0 to 40000"),
        (lambda: feature("Coins", low=3, high=3), "the low end first; found 3 to 3"),
        (lambda: feature("Coins", 0), r"each axis has 1 entry or more; found the shape \(0,\)"),
        (lambda: feature(" "), "say in words what it means"),
    ],
)  # fmt: skip
def test_an_invalid_declaration_is_refused(declared, message):
    with pytest.raises(TypeError, match=message):
        declared()


def test_a_match_can_be_observed_by_each_seat():
    match = cogtable.game("tiny").start(seats=3, seed=4)
    read = match.game.layout.read
    own, other, spectator = (read(match.observation(seat))["seats.hand"] for seat in (0, 2, -1))
    assert (own[0] > 0).all()
    assert (own[1:] == -1).all()
    assert (other[1] == -1).all()
    assert (spectator == -1).all()
    assert (read(match.with_position(match.position).observation(0))["seats.hand"] == own).all()
    with pytest.raises(IllegalAction, match="there is no seat 3; there are 0 to 2, and -1 for a spectator"):
        match.observation(3)


def game(observation=None):
    return Game(
        "tiny",
        about=About(name="tiny", title="", tagline="", minutes=1, art="", version="1"),
        seats=Seats(2, 3),
        rules=Rules(
            verbs=rules,
            state=type("Blind", (rules.Tiny,), {"__module__": __name__}),
            tables=rules.TinyTables,
            actions=2,
            bound=9,
            draws={"deck": "cards"},
            tallies={"card": "cards", "points": ("some", "none")},
        ),
        observation=observation,
    )


def test_a_game_can_have_no_observations():
    with pytest.raises(BrokenGame, match=r"tiny has no observations; Game.observation="):
        game().start(seats=2, seed=1).observation(0)


def test_layout_and_verb_must_be_given_together():
    with pytest.raises(TypeError, match=r"Observation.* missing 1 required positional argument: 'observe'"):
        Observation(Seen)  # type: ignore[call-arg]

    def observe(s, b, out):
        pass

    with pytest.raises(TypeError, match=r"observe takes \(s, b, out\); expected \(s, b, seat, out\)"):
        game(Observation(Seen, observe))


def test_every_observation_begins_with_the_boxs_constants(tmp_path):
    own = cogtable.game("recharge")
    text = own.box_file.read_text()
    assert '"Coin Press", cost = 12' in text
    (tmp_path / "mine.toml").write_text(text.replace('"Coin Press", cost = 12', '"Coin Press", cost = 13'))
    mine = own.with_box(tmp_path / "mine.toml")
    costs = [each.layout.read(each.start(seats=2, seed=1).observation(0))["robots.cost"] for each in (own, mine)]
    assert [row.tolist() for row in costs] == [each.box.record.cost.tolist() for each in (own, mine)]
    assert (costs[0] != costs[1]).sum() == 1
    assert not own.constant_row.flags.writeable


def test_constants_are_part_of_observations():
    with pytest.raises(TypeError, match=r"Observation.* missing 2 required .*: 'layout' and 'observe'"):
        Observation(constants=lambda b, out: None)  # type: ignore[call-arg]


@pytest.mark.parametrize("wrong", [-1, np.int64(-2), slice(-3, None)])
def test_an_index_before_the_row_is_refused(wrong):
    def observe(s, b, seat, out):
        out[wrong] = 1

    with pytest.raises(BrokenRule, match=r"goes to place -\d of its row; places count from 0"):
        rehearse(game(Observation(Seen, observe)))


def test_a_mistake_is_found_before_anything_is_compiled():
    def observe(s, b, seat, out):
        out[0] = s.pionts[0]

    with pytest.raises(BrokenRule, match=r"has no field pionts; did you mean points\?\n.*out\[0\] = s.pionts\[0\]\n"):
        rehearse(game(Observation(Seen, observe)))
