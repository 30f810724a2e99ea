"""Bots from other packages are found by entry point, have names, see only what their seat sees, and are checked."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cogtable
from cogtable import bots
from cogtable.bots import BotFailed, BrokenBot, PlayStyle, UnknownBot, registry
from cogtable.bots.bot import CancelToken, start_thinking
from cogtable.lab import ladder as ladders
from cogtable.lab.simulate import simulate

SRC = Path(cogtable.__file__).parents[1]
TINY = Path(cogtable.game("tiny").folder).parent


class Dice:
    """Plays a random legal action, drawn with the decision's seed."""

    title = "Rolls dice"

    def choose(self, position):
        return random.Random(position.seed).choice(position.legal)


class Network:
    """Plays the legal action with the highest number, for many positions at once."""

    title = "Judges many at once"
    label = "Net"
    games = ("tiny", "splendor")

    def choose_many(self, positions):
        return np.where(positions.action_mask, np.arange(positions.action_mask.shape[1]), -1).argmax(axis=1)


@pytest.fixture(autouse=True)
def _nothing_added(monkeypatch):
    monkeypatch.setattr(registry, "added", {})


@pytest.fixture
def tiny():
    return cogtable.game("tiny")


# --- by name ----------------------------------------------------------------------------------------


def test_a_bot_added_in_code_can_be_used_by_name(tiny):
    bots.add("dice", Dice)
    bots.add("network", Network())
    assert bots.names()[-2:] == [("dice", "Rolls dice"), ("network", "Judges many at once")]
    assert [bot.label for bot in bots.installed()] == ["Dice", "Net"]
    assert [bot.name for bot in bots.installed(cogtable.game("recharge"))] == ["dice"]
    assert dict(bots.names(cogtable.game("recharge"))).keys() & {"dice", "network"} == {"dice"}
    match = tiny.start(seats=3, seed=1)
    assert match.legal(2)[bots.choose("dice", match, 2, 7)]
    assert bots.choose("dice", match, 2, 7) == bots.choose("dice", match, 2, 7)
    assert bots.choose("network", match, 2, 7) == np.flatnonzero(match.legal(2))[-1]


@pytest.mark.native
def test_external_bots_play_in_simulations_and_ladders_with_any_number_of_threads(tiny):
    bots.add("dice", Dice)
    bots.add("network", Network)
    seatings: dict[str, Any] = {"seats": 3, "bots": ["dice", "random", "network"], "games": 60, "seed": 3}
    one, two = (simulate(tiny, **seatings, threads=threads) for threads in (1, 2))
    assert one.wins == two.wins
    assert one.finished == 60
    ladder = ladders.begin_ladder(tiny, ["dice", "network", "greedy"], seats=2, seed=1)
    ladders.play_ladder(ladder, tiny, 12)
    assert {rating.bot for rating in ladders.bot_ratings(ladder)} == {"dice", "network", "greedy"}


def test_external_bots_are_not_among_the_compiled_ones():
    bots.add("dice", Dice)
    assert "own" not in {bot.kind for bot in bots.kinds(cogtable.game("tiny"))}
    assert [name for name, _ in bots.levels()] == ["easy", "medium", "hard", "expert"]


# --- what a bot receives ----------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.native)])
def test_a_position_contains_only_what_the_seat_knows(compiled):
    game = cogtable.game("splendor")
    match = game.start(seats=3, seed=5)
    for _ in range(7):
        match.play(match.waiting[0], match.choices(match.waiting[0])[-1].action)
    seat = match.waiting[0]
    met = []

    class Curious(Dice):
        def choose(self, position):
            met.append(position)
            return super().choose(position)

    bots.add("curious", Curious)
    bots.decide("curious", match, seat, 7, PlayStyle(compiled))
    (position,) = met
    assert (position.game, position.seat) == (game, seat)
    assert position.hidden.tobytes() == match.hidden(seat).tobytes()
    assert position.state.points.tolist() == match.state.points.tolist()
    assert (position.mask == match.legal(seat)).all()
    assert position.legal == np.flatnonzero(match.legal(seat)).tolist()
    assert (position.observation == match.observation(seat)).all()
    assert position.seconds == float("inf")
    thinking = match.hidden(seat)
    start_thinking(thinking[0], seat, 7)
    imagined = position.imagine(3)
    assert (imagined["deck"] >= 0).any()
    assert len({state.tobytes() for state in imagined}) == 3
    assert position.imagine(1, seed=4).tobytes() == position.imagine(1, seed=4).tobytes()
    assert position.imagine(0).size == 0


def test_a_bot_receives_its_thinking_time(tiny):
    left = []

    class Timed(Dice):
        def choose(self, position):
            left.append(position.seconds)
            return super().choose(position)

    bots.add("timed", Timed)
    token = CancelToken(seconds=5)
    bots.decide("timed", tiny.start(seats=3, seed=1), 0, 7, PlayStyle(False, token))
    token.cancel()
    bots.decide("timed", tiny.start(seats=3, seed=1), 0, 7, PlayStyle(False, token))
    assert 0 < left[0] <= 5
    assert left[1] == 0


def test_hidden_information_does_not_reach_a_bot(tiny):
    """A bot receives equal input in two matches that its seat cannot tell apart."""
    match = tiny.start(seats=3, seed=4)
    other = match.with_position(match.position.copy())
    hands = other.state.hand
    hands[1], hands[2] = hands[2].copy(), hands[1].copy()
    assert match.state.tobytes() != other.state.tobytes()
    met = []

    class Curious(Dice):
        def choose(self, position):
            met.append((position.hidden.tobytes(), position.seed, position.observation.tolist(), position.legal))
            return super().choose(position)

    bots.add("curious", Curious)
    for each in (match, other):
        bots.choose("curious", each, 0, 7)
    assert met[0] == met[1]


# --- mistakes of a bot ------------------------------------------------------------------------------


def given(action):
    return type("Given", (Dice,), {"choose": lambda self, position: action})


@pytest.mark.parametrize("action", [99, -1, None, "0", 1.0, True])
def test_an_illegal_action_is_refused_with_the_legal_ones(tiny, action):
    bots.add("wrong", given(action))
    match = tiny.start(seats=3, seed=1)
    with pytest.raises(
        cogtable.IllegalAction, match=rf"the bot wrong chose {action!r} in tiny, seat 1, move 0; legal are 0, 1"
    ):
        bots.choose("wrong", match, 1, 7)


def test_a_bot_must_return_one_action_for_each_position(tiny):
    bots.add("few", type("Few", (Network,), {"choose_many": lambda self, positions: []}))
    with pytest.raises(cogtable.IllegalAction, match="the bot few chose 0 actions for 1 positions"):
        bots.choose("few", tiny.start(seats=3, seed=1), 1, 7)


def test_a_bot_cannot_make_an_action_legal(tiny):
    class Cheat(Dice):
        def choose(self, position):
            position.mask[:] = 1
            position.state.hand[:] = 0
            return len(position.mask) - 1

    bots.add("cheat", Cheat)
    match = tiny.start(seats=3, seed=1)
    match.state.hand[1, 1] = -1
    with pytest.raises(cogtable.IllegalAction, match=r"legal are 0$"):
        bots.choose("cheat", match, 1, 7)
    assert match.state.hand[1, 1] == -1


def test_an_error_in_a_bot_names_the_position(tiny):
    def choose(self, position):
        return 1 // (position.seat - 1)

    bots.add("bad", type("Bad", (Dice,), {"choose": choose}))
    with pytest.raises(BotFailed, match="the bot bad failed in tiny, seat 1, move 0: ZeroDivisionError: ") as error:
        bots.choose("bad", tiny.start(seats=3, seed=1), 1, 7)
    assert isinstance(error.value.__cause__, ZeroDivisionError)


def test_a_bot_that_cannot_be_constructed_is_reported_with_the_reason(tiny):
    def fails(self):
        raise OSError("no such file: weights.pt")

    bots.add("empty", type("Empty", (Dice,), {"__init__": fails}))
    with pytest.raises(BrokenBot, match=r"the bot empty \(.*Empty\) cannot be used: OSError: no such file: weights.pt"):
        bots.choose("empty", tiny.start(seats=3, seed=1), 1, 7)


def test_a_bot_is_refused_for_a_game_that_it_does_not_support():
    bots.add("network", Network)
    with pytest.raises(BrokenBot, match="the bot network does not play recharge; it plays tiny, splendor"):
        bots.choose("network", cogtable.game("recharge").start(seats=2, seed=1), 0, 7)


@pytest.mark.parametrize(
    ("name", "lacks", "words"),
    [
        ("Dice!", {}, "a name has 1 to 32 small letters, digits, - and _, a letter first"),
        (
            "dice",
            {"title": None},
            "title: expected a line of 1 to 80 characters without brackets and braces; found None",
        ),
        ("dice", {"title": "{n} tricks"}, "title: expected a line"),
        ("dice", {"label": "x" * 21}, "label: expected a line of 1 to 20 characters"),
        ("dice", {"games": "tiny"}, r'games: expected names as in \("splendor",\); found \'tiny\''),
        ("dice", {"choose": None}, r"it has neither a method choose\(position\) nor choose_many\(positions\)"),
        ("greedy", {}, 'there is a bot "greedy" already'),
    ],
)
def test_an_invalid_bot_class_is_refused_with_the_reason(name, lacks, words):
    with pytest.raises(BrokenBot, match=words):
        bots.add(name, type("Lacking", (Dice,), lacks))


# --- bots of another package ------------------------------------------------------------------------

PACKAGE = """
class Modest:
    title = "Takes the first legal action"

    def choose(self, position):
        return position.legal[0]


class Silent:
    def choose(self, position):
        return position.legal[0]
"""

POINTS = """[cogtable.bots]
modest = shy_bots:Modest
silent = shy_bots:Silent
lost = shy_bots:Lost
absent = there_is_no_such_module:Bot
greedy = shy_bots:Modest
"""


@pytest.fixture
def package(tmp_path):
    """A package with one working bot and several broken ones, laid out as pip would install it."""
    info = tmp_path / "shy_bots-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shy_bots\nVersion: 0\n")
    (info / "entry_points.txt").write_text(POINTS)
    (tmp_path / "shy_bots.py").write_text(PACKAGE)
    return tmp_path


RUN = """
import contextlib, io, json
from cogtable.cli import main
found = []
for command in COMMANDS:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(command.split())
        except SystemExit as left:
            found.append((left.code, out.getvalue(), err.getvalue()))
print(json.dumps(found))
"""


def run(package, *commands):
    """Returns the exit status, stdout and stderr of each command, run in one process that can import the package."""
    found_at = f"import sys; sys.path[:0] = {[str(SRC), str(TINY), str(package)]}\nCOMMANDS = {commands}\n"
    done = subprocess.run(
        [sys.executable, "-I", "-c", found_at + RUN], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.native
def test_a_packages_bot_plays_by_name_and_broken_ones_do_no_harm(package):
    works, unknown, lost = run(
        package,
        "simulate tiny --seats 2 --bot modest,random --games 40 --json",
        "simulate tiny --bot nobody --games 1",
        "simulate tiny --bot lost --games 1",
    )
    code, out, err = works
    assert code == 0, err
    assert json.loads(out)["bots"] == ["modest", "random"]
    assert "Cogtable itself has a bot 'greedy'" in err
    code, _, err = unknown
    assert code == 2
    assert 'there is no bot "nobody"; there are random, greedy, easy, medium, hard, expert, master, modest' in err
    for words in (
        "the bot silent (shy_bots:Silent) cannot be used: title: expected a line",
        "the bot lost (shy_bots:Lost) cannot be loaded: AttributeError",
        "the bot absent (there_is_no_such_module:Bot) cannot be loaded: ModuleNotFoundError",
    ):
        assert words in err
    code, _, err = lost
    assert code == 2
    assert "the bot lost (shy_bots:Lost) cannot be loaded" in err


def test_an_unknown_name_is_refused_with_a_list_of_names():
    bots.add("dice", Dice)
    with pytest.raises(UnknownBot, match=r'no bot "grandmaster"; there are .*expert, master, dice'):
        bots.find("grandmaster")
