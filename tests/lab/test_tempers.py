"""Tempers: lines about bots that follow from measured figures, and the measurement."""

import msgspec
import numpy as np
import pytest

import cogtable
from cogtable import BadOption
from cogtable.bots import named
from cogtable.cli import commands
from cogtable.engine.errors import BadTempers
from cogtable.engine.play import registry
from cogtable.lab import deals, habits, tempers
from cogtable.lab.compiled_games import play_tables
from cogtable.lab.simulate import players_of
from cogtable.lab.tempers import Figure, Measured
from cogtable.table import Habit, Study, Template, phrase

GAMES = [name for name in registry.names() if cogtable.game(name).temper_file.is_file()]
"""The games whose bots have been measured."""


def habit(name: str, more: Template | None, less: Template | None = None) -> Habit:
    return Habit(
        name,
        lambda made: made.seats >= 0,
        lambda made: made.actions == 0,
        phrase("{own} of 100, the others {others}."),
        more,
        less,
    )


def figure(share: float, margin: float = 0.01) -> Figure:
    return Figure(share=share, low=share - margin, high=share + margin, decisions=1000)


def measured(**bots: dict[str, Figure]) -> Measured:
    return Measured(
        game="tiny", version="1", box="", seats=2, games=96, against="medium", made="cogtable tempers tiny", bots=bots
    )


SAVES = habit("saves", phrase("Saves."), phrase("Spends."))
RUNS = habit("runs", phrase("Runs."))
BOTH = {"saves": SAVES, "runs": RUNS}


def lines(found: Measured, known: dict[str, Habit] = BOTH) -> dict[str, str]:
    return {bot: temper.words for bot, temper in tempers.chosen(found, known).items()}


# --- from figures to lines ----------------------------------------------------------------------------


def test_a_bot_gets_the_line_of_what_it_does_more_or_less_often_than_the_others():
    found = measured(easy={"saves": figure(0.1)}, medium={"saves": figure(0.2)}, hard={"saves": figure(0.4)})
    assert lines(found) == {"easy": "Spends.", "hard": "Saves."}


def test_the_figures_are_printed_with_the_line():
    found = measured(easy={"saves": figure(0.052)}, medium={"saves": figure(0.3)}, hard={"saves": figure(0.5)})
    chosen = tempers.chosen(found, BOTH)
    assert chosen["hard"].measured == "50 of 100, the others 18."
    assert chosen["easy"].measured == "5.2 of 100, the others 40."


def test_what_could_be_chance_is_not_said():
    found = measured(easy={"saves": figure(0.2, 0.15)}, medium={"saves": figure(0.4, 0.15)})
    assert lines(found) == {}


def test_a_certain_difference_that_nobody_would_notice_is_not_said():
    found = measured(easy={"saves": figure(0.50, 0.001)}, medium={"saves": figure(0.52, 0.001)})
    assert lines(found) == {}


def test_no_line_is_given_twice_and_as_many_bots_as_possible_have_one():
    found = measured(
        easy={"saves": figure(0.6), "runs": figure(0.1)},
        medium={"saves": figure(0.7), "runs": figure(0.7)},
        hard={"saves": figure(0.1), "runs": figure(0.1)},
    )
    # Both easy and medium save more than the others do on average; only medium also runs.
    assert lines(found) == {"easy": "Saves.", "medium": "Runs.", "hard": "Spends."}


def test_a_direction_without_words_is_not_said():
    found = measured(easy={"runs": figure(0.1)}, medium={"runs": figure(0.6)})
    assert lines(found) == {"medium": "Runs."}


def test_a_habit_that_the_game_no_longer_declares_is_left_out():
    found = measured(easy={"gone": figure(0.1)}, medium={"gone": figure(0.6)})
    assert lines(found) == {}


def test_without_another_bot_there_is_nothing_to_compare():
    assert lines(measured(easy={"saves": figure(0.1)})) == {}


# --- the games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_a_game_is_supported_by_its_recorded_figures(name):
    game = cogtable.game(name)
    found, chosen = tempers.measured_of(game), tempers.tempers(game)
    assert found
    assert chosen
    assert set(found.bots) == {each.bot for each in named.ladder(game)}
    assert len({temper.words for temper in chosen.values()}) == len(chosen)
    for bot, temper in chosen.items():
        own = found.bots[bot][temper.habit.name]
        others = [figures[temper.habit.name].share for each, figures in found.bots.items() if each != bot]
        mean = sum(others) / len(others)
        assert temper.words in (temper.habit.more, temper.habit.less)
        assert (temper.words == temper.habit.more) == (own.share > mean)
        assert own.low > mean or own.high < mean  # the whole interval is on one side


@pytest.mark.parametrize("name", GAMES)
def test_the_figures_hold_for_every_declared_habit_of_a_game(name):
    game = cogtable.game(name)
    declared = {each.name for each in deals.study_of(game).habits}
    assert all(set(figures) <= declared for figures in tempers.measured_of(game).bots.values())
    assert all("{own}" in each.figure and "{others}" in each.figure for each in deals.study_of(game).habits)


def test_bots_of_a_game_without_figures_have_no_tempers():
    assert tempers.tempers(cogtable.game("tiny")) == {}
    assert tempers.measured_of(cogtable.game("tiny")) is None


@pytest.mark.large
@pytest.mark.parametrize("name", GAMES)
def test_the_figures_come_out_again_with_other_deals(name):
    """Each bot's temper points the same way in a few games of its own."""
    game = cogtable.game(name)
    again = habits.measure(game, games=16, seed=5000)
    for bot, temper in tempers.tempers(game).items():
        fresh = again.bots[bot][temper.habit.name]
        assert fresh.high > temper.others if temper.more else fresh.low < temper.others


# --- the file -----------------------------------------------------------------------------------------


@pytest.fixture
def tiny(monkeypatch, tmp_path):
    game = cogtable.game("tiny")
    monkeypatch.setattr(game, "temper_file", tmp_path / "tempers.json")
    monkeypatch.setattr(game.table, "study", Study(habits=(SAVES, RUNS)))
    return game


def test_figures_are_read_as_they_were_written(tiny):
    figures = {"saves": figure(0.25), "runs": figure(0.5)}
    found = msgspec.structs.replace(measured(easy=figures, medium=figures), version=tiny.version, box=tiny.box.digest)
    tempers.save(tiny.temper_file, found)
    assert tempers.measured_of(tiny) == found


@pytest.mark.parametrize(("field", "value"), [("game", "chess"), ("version", "0"), ("box", "another")])
def test_figures_of_another_game_or_box_are_refused_with_the_command_that_measures_them_again(tiny, field, value):
    own = msgspec.structs.replace(measured(), version=tiny.version, box=tiny.box.digest)
    tempers.save(tiny.temper_file, msgspec.structs.replace(own, **{field: value}))
    with pytest.raises(BadTempers, match=f"{value}.*run: cogtable tempers tiny"):
        tempers.tempers(tiny)


def test_a_file_that_is_none_is_refused(tiny):
    tiny.temper_file.write_text('{"game": "tiny"}')
    with pytest.raises(BadTempers, match=r"tempers\.json: this is not a file of tempers"):
        tempers.tempers(tiny)


# --- the measurement ----------------------------------------------------------------------------------


def test_a_game_without_habits_cannot_be_measured():
    with pytest.raises(BadOption, match="tiny declares no habits"):
        habits.measure(cogtable.game("tiny"))


@pytest.mark.native
def test_the_share_counts_the_bots_own_decisions_from_every_seat(tiny):
    found = habits.measure(tiny, games=16, seed=3, against="random")
    assert list(found.bots) == ["easy", "medium", "hard", "expert"]
    shown = counted = 0
    for seat in (0, 1):  # eight games from each seat, one after the other
        names = ["medium" if each == seat else "random" for each in (0, 1)]

        def watched(states, tables, seats, actions, seat=seat):
            nonlocal shown, counted
            shown += int(np.count_nonzero(actions[seats == seat] == 0))
            counted += int(np.count_nonzero(seats == seat))

        play_tables(tiny, tiny.blank(2, {}), players_of(names, 2), 3 + 8 * seat, 8, watched=watched)
    own = found.bots["medium"]["saves"]
    assert own.decisions == counted
    assert own.share == pytest.approx(shown / counted, abs=0.0001)
    assert own.low <= own.share <= own.high


@pytest.mark.native
def test_the_command_measures_writes_and_prints(tiny, tmp_path, capsys):
    file = tmp_path / "new.json"
    commands()(["tempers", "tiny", "--measure", "--games", "4", "--out", str(file)], standalone_mode=False)
    found = msgspec.json.decode(file.read_bytes(), type=Measured)
    assert (found.games, found.seats, found.against) == (4, 2, "medium")
    assert found.made == "cogtable tempers tiny --measure --games 4 --out new.json"
    assert "tiny: each bot in 4 games of 2 seats against medium" in capsys.readouterr().out


def test_the_command_says_what_belongs_together(tiny):
    with pytest.raises(Exception, match="--measure and --out belong together"):
        commands()(["tempers", "tiny", "--measure"], standalone_mode=False)
