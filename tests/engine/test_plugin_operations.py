"""Operations from another package, in the box of a game that accepts them."""

import importlib
import sys

import pytest

import cogtable
from cogtable import BadBox
from cogtable.engine.compile import cache
from cogtable.engine.compile.jit import kernel
from cogtable.engine.play import saves

WORDS = """
from cogtable.engine.boxes.operations import Operation
from cogtable.engine.text.words import phrases

OPERATIONS = (Operation("spark", {"n": range(1, 5)}, phrases("gain {n} spark", "gain {n} sparks")),)
"""
EFFECTS = """
from cogtable.games.recharge.rules.tokens import crown

def spark(s, b, seat, count, second):
    crown(s, seat, 3 * count)
"""
FLARES = """
from cogtable.games.smashgear.rules.store import draw
from cogtable.games.smashgear.rules.components import Card
from cogtable.games.smashgear.rules.tokens import give_gears, give_honor

def spark(s, b, seat, count, second):
    give_gears(s, seat, 3 * count)
    give_honor(s, 1 - seat, 1)
    draw(s, seat, Card.PROGRAM)
"""
RECHARGE, SMASHGEAR = cogtable.game("recharge"), cogtable.game("smashgear")
TEXT = RECHARGE.box_file.read_text(encoding="utf-8")
PRESS = 'batteries = 3, does = ["gain 2"], flavour = "It prints money.'


@pytest.fixture
def sparks(tmp_path, monkeypatch):
    """An installed package that adds one operation to Recharge."""
    yield from installed(tmp_path, monkeypatch, EFFECTS)


@pytest.fixture
def flares(tmp_path, monkeypatch):
    """An installed package that adds one operation to Smash Gear."""
    yield from installed(tmp_path, monkeypatch, FLARES)


def installed(tmp_path, monkeypatch, effects):
    name = f"sparks_{tmp_path.name.replace('-', '_')}"
    package, meta = tmp_path / name, tmp_path / f"{name}-1.dist-info"
    package.mkdir()
    meta.mkdir()
    (package / "__init__.py").write_text(WORDS)
    (package / "effects.py").write_text(effects)
    (meta / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (meta / "entry_points.txt").write_text(f"[cogtable.operations]\n{name} = {name}\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    cache.source_of.cache_clear()
    yield name
    for module in [module for module in sys.modules if name in module]:
        del sys.modules[module]


def with_sparks(name, does="spark 2", names=None):
    assert PRESS in TEXT
    text = TEXT.replace(PRESS, PRESS.replace("gain 2", does))
    return RECHARGE.with_box_text(f'operations = ["{names or name}"]\n{text}', "mine.toml")


def act(game):
    """Returns the crowns of seat 0 after the first robot of the box has acted for it."""
    array = game.deal(2, 1)
    array[0].asks[:] = 0
    before = int(array[0].crowns[0])
    effects = importlib.import_module(f"{game.package}.rules.effects")
    script = importlib.import_module(f"{game.package}.rules.script")
    script.start(array[0], 0, 0, 0, 0, game.box.record.rows[0])
    effects.run(array[0], game.box.record, 0)
    return int(array[0].crowns[0]) - before


def test_a_box_uses_operations_of_an_installed_package(sparks):
    game = with_sparks(sparks)
    assert act(game) == 6
    cards = game.table.cards(game.box)["robots"]
    assert cards[0].face.words == "Gain 2 sparks."
    assert game.state is not RECHARGE.state


def test_conditions_can_precede_them(sparks):
    assert act(with_sparks(sparks, "if-have 1 coins: spark 4")) == 12
    assert act(with_sparks(sparks, "if-under 1 coins: spark 4")) == 0


def test_whole_games_can_be_played_and_saved(sparks, tmp_path):
    game = with_sparks(sparks)
    path = tmp_path / "mine.toml"
    path.write_text(game.box.text, encoding="utf-8")
    match = cogtable.game("recharge", path).start(seats=2, seed=1)
    for _ in range(30):
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[-1].action)
    again = saves.load(saves.save(match), box=path, verify=True)
    assert again.position.tobytes() == match.position.tobytes()


def test_digests_include_the_code(sparks, tmp_path):
    one = with_sparks(sparks).box.digest
    assert one != RECHARGE.with_box_text(TEXT.replace("It prints money.", "It prints."), "x").box.digest
    (tmp_path / sparks / "effects.py").write_text(EFFECTS.replace("3 * count", "4 * count"))
    assert with_sparks(sparks).box.digest != one


@pytest.mark.native
def test_they_can_be_compiled(sparks):
    game = with_sparks(sparks)
    effects = importlib.import_module(f"{game.package}.rules.effects")
    carry_out, number = effects.do_added, effects.ADDED

    @kernel
    def spark_once(states):
        carry_out(states[0], 0, 1, number, 2, 0)
        carry_out(states[0], 0, 1, number + 1, 2, 0)

    states = game.deal(2, 1)
    spark_once(states)
    assert states[0].crowns.tolist()[:2] == [0, 6]


@pytest.mark.parametrize(("names", "does", "reason"), [
    ("nothing", "gain 2", 'line 1: operations: "nothing" is not installed here; there are '),
    (None, "spark 9", '"spark 9": expected <1 to 4>; found "9"'),
    (None, "sprak 2", '"sprak" is not a known operation; did you mean spark?'),
])  # fmt: skip
def test_invalid_operations_are_refused(sparks, names, does, reason):
    with pytest.raises(BadBox) as refused:
        with_sparks(sparks, does, names)
    assert reason in str(refused.value)


def test_an_unusable_package_is_reported(sparks, tmp_path):
    (tmp_path / sparks / "effects.py").write_text("")
    with pytest.raises(
        BadBox, match=r"operations: cannot be loaded: TypeError: .*: spark: expected a function of that"
    ):
        with_sparks(sparks)


# --- in Smash Gear ----------------------------------------------------------------------------------------


def machines_with(name, does):
    """Smash Gear with one more operation, whose first machine and first Script have these abilities."""
    text = SMASHGEAR.box_file.read_text(encoding="utf-8")
    machine, script = 'does = ["armour 1", "kill: honor 4"]', 'does = ["cancel script"]'
    assert text.count(machine) == 1
    assert text.count(script) == 1
    own, played = does
    text = text.replace(machine, f'does = ["{own}"]').replace(script, f'does = ["{played}"]')
    return SMASHGEAR.with_box_text(f'operations = ["{name}"]\n{text}', "mine.toml")


def holdings(state):
    return state.gears.tolist(), state.honor.tolist(), int(state.program_left)


@pytest.mark.parametrize("trigger", ["kill", "exploit", "assembled", "lost", "raid"])
def test_machines_can_have_them_as_automatic_abilities(flares, trigger):
    game = machines_with(flares, (f"{trigger}: spark 2; gears 1", "spark 1"))
    assert game.table.cards(game.box)["machines"][0].face.words.endswith("gain 2 sparks and take 1 gear.")
    rules = {name: importlib.import_module(f"{game.package}.rules.{name}") for name in ("abilities", "effects")}
    state = game.deal(2, 1)[0]
    state.card[0] = 0
    (gears, honor, left), tables = holdings(state), game.box.record
    rules["effects"].run_triggers(state, tables, 0, 0, rules["abilities"].Op[trigger.upper()])
    assert holdings(state) == ([gears[0] + 7, gears[1]], [honor[0], honor[1] + 1], left - 1)


def test_effects_and_scripts_can_use_them(flares):
    """Also beside an operation with a target."""
    game = machines_with(flares, ("once: own-turn: shield it; spark 1", "own-turn: shield yours; spark 4"))
    rules = {
        name: importlib.import_module(f"{game.package}.rules.{name}")
        for name in ("abilities", "answers", "stack", "state")
    }
    tables, op = game.box.record, rules["abilities"].Op
    assert tables.aim[0].tolist()[0] == tables.program_aim[0].tolist()[0] == op.SHIELD
    state = game.deal(2, 1)[0]
    state.card[0], state.turn, state.asked = 0, 0, 0
    gears, shields = state.gears.tolist(), int(state.shields[0])
    rules["stack"].push(state, 0, rules["state"].Kind.SCRIPT, 0, -1)
    rules["stack"].start_aiming(state, tables)
    rules["stack"].resolve(state, tables)
    assert (state.gears.tolist(), int(state.shields[0])) == ([gears[0] + 12, gears[1]], shields + 1)


def test_an_effect_with_only_such_an_operation_can_be_used(flares):
    game = machines_with(flares, ("once: spark 1", "spark 1"))
    answers = importlib.import_module(f"{game.package}.rules.answers")
    state = game.deal(2, 1)[0]
    state.card[0], state.occupied = 0, 1
    assert answers.effects_ready(state, game.box.record, 0) == 1
    assert answers.is_of_use(state, game.box.record, 0)


def test_whole_games_of_smash_gear_can_be_played_and_saved(flares, tmp_path):
    game = machines_with(flares, ("exploit: spark 1", "spark 3"))
    path = tmp_path / "mine.toml"
    path.write_text(game.box.text, encoding="utf-8")
    match = cogtable.game("smashgear", path).start(seats=2, seed=1)
    for _ in range(60):
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[0].action)
        match.view(seat)
    again = saves.load(saves.save(match), box=path, verify=True)
    assert again.position.tobytes() == match.position.tobytes()


@pytest.mark.parametrize(("does", "reason"), [
    (("spark 2", "spark 1"), 'machines 1 "Doorstop": "spark" is not allowed here (what it is'),
    (("kill: snap", "spark 1"), "(what happens by itself); expected one of gears, steal, honor, draw, spark"),
])  # fmt: skip
def test_invalid_operations_are_refused_in_smash_gear(flares, does, reason):
    with pytest.raises(BadBox) as refused:
        machines_with(flares, does)
    assert reason in str(refused.value)


@pytest.mark.native
def test_they_can_be_compiled_in_smash_gear(flares):
    game = machines_with(flares, ("exploit: spark 1", "spark 3"))
    effects = importlib.import_module(f"{game.package}.rules.effects")
    carry_out, number = effects.do_added, effects.ADDED

    @kernel
    def spark_once(states):
        carry_out(states[0], 0, 1, number, 2, 0)
        carry_out(states[0], 0, 1, number + 1, 2, 0)

    states = game.deal(2, 1)
    before = states[0].gears.tolist()
    spark_once(states)
    assert states[0].gears.tolist() == [before[0], before[1] + 6]


def test_games_that_accept_none_say_so():
    splendor = cogtable.game("splendor")
    text = splendor.box_file.read_text(encoding="utf-8")
    with pytest.raises(BadBox, match="operations: is not known"):
        splendor.with_box_text(f'operations = ["sparks"]\n{text}', "mine.toml")
