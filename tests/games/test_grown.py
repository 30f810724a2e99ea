"""Games with more cards, fewer cards and copies: whole games, and the conformance suite."""

import json
import random
import tomllib

import pytest

import cogtable
from cogtable.engine.rules import verbs
from cogtable.testing import conformance


def written(data):
    """Returns a box as TOML."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines += [f"{key} = ["] + [f"  {inline(entry)}," for entry in value] + ["]"]
        else:
            lines.append(f"{key} = {inline(value)}")
    return "\n".join(lines)


def inline(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)


def boxed(name, change):
    game = cogtable.game(name)
    data = tomllib.loads(game.box_file.read_text(encoding="utf-8"))
    change(data)
    return game.with_box_text(written(data), f"{name}.toml")


def twenty_more_cards(data):
    more = [{**card, "points": card["points"] + 5} for card in data["cards"] if card["level"] == 3]
    data["cards"] += more


def copies_of_cards(data):
    data["cards"][0]["copies"] = 5
    data["nobles"][0]["copies"] = 2


def twelve_cards(data):
    data["cards"] = [card for level in (1, 2, 3) for card in [c for c in data["cards"] if c["level"] == level][:4]]
    data["nobles"] = data["nobles"][:5]


def recruits(data):
    data["cards"][0]["copies"] = 3
    data["cards"][1]["copies"] = 0


def one_robot_less_and_one_doubled(data):
    data["robots"][0]["copies"] = 0
    data["robots"][1]["copies"] = 2
    data["robots"][2]["copies"] = 2


def few_robots(data):
    data["robots"] = data["robots"][:24]
    data["events"] = data["events"][:8]


def many_robots(data):
    data["robots"] += [
        {**data["robots"][0], "name": f"Clone {i}", "cost": 3 + i % 8, "crowns": i // 8} for i in range(30)
    ]
    data["events"] += [{**data["events"][0], "name": f"Echo {i}"} for i in range(14)]


def more_machines(data):
    data["machines"][0]["copies"] = 22
    data["programs"][0]["copies"] = 31


def few_machines(data):
    data["machines"] = data["machines"][:10]
    data["programs"] = data["programs"][:6]


BOXES = [
    ("splendor", twenty_more_cards),
    ("splendor", copies_of_cards),
    ("splendor", twelve_cards),
    ("megaman", recruits),
    ("recharge", one_robot_less_and_one_doubled),
    ("recharge", few_robots),
    ("recharge", many_robots),
    ("smashgear", more_machines),
    ("smashgear", few_machines),
]

CHANGED = [
    pytest.param(
        name, change, id=f"{name}-{change.__name__}", marks=[pytest.mark.large] if change is more_machines else []
    )
    for name, change in BOXES
]

QUICK = (conformance.only_legal_actions_count, conformance.words_and_pieces_agree)


@pytest.mark.parametrize(("name", "change"), CHANGED)
def test_whole_games_of_a_changed_box_end(name, change):
    game = boxed(name, change)
    for seats in {game.min_seats, game.max_seats}:
        array = game.deal(seats, seats)
        chance = random.Random(seats)
        plies = 0
        while not array[0].over:
            seat = chance.choice([seat for seat in range(seats) if array[0].waiting >> seat & 1])
            mask = game.mask()
            verbs.legal(array[0], game.box.record, seat, mask)
            verbs.play(array[0], game.box.record, seat, int(chance.choice(mask.nonzero()[0])))
            plies += 1
            assert plies <= game.bound


@pytest.mark.parametrize("point", QUICK)
@pytest.mark.parametrize(("name", "change"), CHANGED)
def test_a_changed_box_conforms(name, change, point):
    game = boxed(name, change)
    point(game, conformance.Plan(None, None, games=1, seats=(game.max_seats,)))
