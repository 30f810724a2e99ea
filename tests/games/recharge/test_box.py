"""The shipped box, and invalid boxes."""

import re

import pytest

import cogtable
from cogtable.games.recharge.rules.abilities import ABILITIES, ONLY_EVENTS
from cogtable.games.recharge.rules.yields import GAINS
from cogtable.games.recharge.table.labels import cards_of


@pytest.fixture(scope="module")
def box():
    return cogtable.game("recharge").box


def test_costs_crowns_and_batteries_use_their_full_ranges(box):
    b = box.record
    assert (b.cost.min(), b.cost.max()) == (2, 19)
    assert (b.crowns.min(), b.crowns.max()) == (-1, 10)
    assert (b.starts.min(), b.starts.max()) == (1, 5)


def test_each_robot_has_its_own_name_and_flavour_text(box):
    assert len(set(box.names["robots"])) == 60
    assert len(set(box.texts["flavour"])) == 60
    assert len(set(box.names["events"])) == 16
    assert len(set(box.texts["event_flavour"])) == 16


def test_robots_have_at_least_forty_different_abilities(box):
    assert len({rows.tobytes() for rows in box.record.does}) >= 40


def test_some_robots_have_negative_crowns(box):
    assert (box.record.crowns < 0).sum() >= 1


def test_cards_describe_their_abilities(box):
    texts = [" ".join(ABILITIES.words(rows.flat)) for rows in (*box.record.does, *box.record.binds)]
    assert all(re.fullmatch(r"[A-Z][^{}]*\.", words) for words in texts)
    assert max(len(words) for words in texts) <= 140


def test_small_cards_show_their_abilities_as_symbols(box):
    texts = dict(zip(box.names["robots"], cards_of(box).short, strict=True))
    assert texts["Lamplighter"] == "4[[battery]] → +2[[crown]]"
    assert texts["Parade Marshal"] == "per 3 robots ≤2×: +1[[crown]]"
    assert texts["Tax Collector"] == "per robot ≤4×: +$1"
    assert max(len(re.sub(r"\[\[\w+\]\]", "#", signs)) for signs in texts.values()) <= 26


def test_each_operation_of_robots_has_symbols():
    plain = [operation.name for operation in ABILITIES.operations if not operation.short]
    assert set(plain) == ONLY_EVENTS


def test_the_value_of_a_robot_is_estimated_for_bots(box):
    yields = dict(zip(box.names["robots"], box.record.yields.tolist(), strict=True))
    assert yields["Coin Press"][GAINS.index("coins")] > 0
    assert yields["Scout Owl"][GAINS.index("cards")] > 0
    assert yields["Dynamo Dora"][GAINS.index("batteries")] > 0
    assert yields["Grand Piano"][GAINS.index("cards")] < 0


@pytest.mark.parametrize(
    ("robots", "reason"),
    [
        ({"It": "fly 1"}, '"fly" is not a known operation'),
        ({"It": "draw 9"}, "expected <1 to 6>"),
        ({"It": "tireless"}, '"tireless" is for Events only'),
        ({"It": "choosing Research: draw 1"}, '"choosing" is for Events only'),
        ({"It": "at-end: draw 1"}, '"at-end" is for Events only'),
        ({"It": "copy, draw 1"}, '"copy" must stand last'),
        ({"It": "per-robot 1 3: may-pay 2: draw 1"}, '"per-robot" must be the last condition of its line'),
        ({"It": "look 2 2"}, '"look" must keep fewer cards than it looks at'),
        ({"It": {"does": []}}, "is empty"),
        ({"It": {"cost": 21, "does": ["draw 1"]}}, "21 is out of range; expected 0 to 20"),
        ({"It": {"crowns": -2, "does": ["draw 1"]}}, "-2 is out of range; expected -1 to 12"),
        ({"It": {"batteries": 0, "does": ["draw 1"]}}, "0 is out of range; expected 1 to 5"),
        ({"It": "draw 1, draw 2, draw 1, draw 2, draw 1, draw 2, draw 1"}, "there is room for"),
        ({"It": "draw 1", "That": "draw 1"}, 'is the same as robots 1 "It"; for more of it write copies = 2 there'),
    ],
)
def test_an_invalid_robot_is_refused(game_with, robots, reason):
    with pytest.raises(cogtable.BadBox, match=re.escape(reason)):
        game_with(robots=robots)


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("scrap", '"scrap" is for robots only'),
        ("per-here 1 3: draw 1", '"per-here" is for robots only'),
        ("if-have 2 cards: cheaper 1", '"cheaper" cannot depend on a condition'),
        ("may: choosing Research: draw 1", '"choosing" must be the first condition of its line'),
        ("at-end: may-pay 2: crown 1", '"may-pay" asks the players; nobody is asked at the end of a round'),
        ("at-end: draw 1, at-end: gain 1", "says the same of an Action, or of the end of the round, twice"),
        ("close Research, close Stockpile, close Recharge, close Construct", "closes all four Actions"),
        ("close Nothing", "expected <Research|Stockpile|Recharge|Construct>"),
    ],
)
def test_an_invalid_event_is_refused(game_with, does, reason):
    with pytest.raises(cogtable.BadBox, match=re.escape(reason)):
        game_with(events={"It": does})


def test_a_box_must_have_enough_robots_to_deal(game_with):
    with pytest.raises(cogtable.BadBox, match="hand: 4 seats with 10 cards each need more than the 24 robots there"):
        game_with(
            hand=10,
            robots={f"R{i}": {"copies": 0, "does": ["draw 1"], "cost": i % 12, "crowns": i // 12} for i in range(36)},
        )


def test_a_box_must_have_enough_events_to_deal(game_with):
    with pytest.raises(cogtable.BadBox, match="4 seats with 5 Events each need more than the 16 there are"):
        game_with(deal=[0, 0, 3, 2, 5])


@pytest.mark.parametrize(("changes", "coins", "cards"), [({"coins": 20}, 20, 4), ({"hand": 6}, 8, 6)])
def test_the_starting_resources_are_in_the_box(game_with, changes, coins, cards):
    s = game_with(**changes).deal(2, 1)[0]
    assert (s.coins[0], s.held[0]) == (coins, cards)


def test_two_cards_with_one_name_are_refused(tmp_path):
    """The log and typed moves distinguish cards by their names."""
    game = cogtable.game("recharge")
    mine = tmp_path / "mine.toml"
    mine.write_text(game.box_file.read_text(encoding="utf-8").replace('"Coin Press"', '"Tip Jar"', 1), encoding="utf-8")
    with pytest.raises(cogtable.BadBox, match=r'robots \d+ "Tip Jar": name: robots \d+ has it already'):
        game.with_box(mine)
