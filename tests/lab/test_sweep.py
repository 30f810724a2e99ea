"""Sweeps and tuning: a planted card is found, errors, playable boxes, and resuming."""

import json
import re

import pytest

import cogtable
from cogtable.engine.errors import BadOption
from cogtable.lab import sweep, tune
from cogtable.lab.aims import Aim, JudgedFigure
from cogtable.lab.figures import Figure
from cogtable.lab.report import page
from cogtable.lab.report import sweep as sweep_report
from cogtable.lab.report import tune as tune_report
from cogtable.lab.statistics import Estimate, verdict
from cogtable.lab.trials import reach

pytestmark = [pytest.mark.native, pytest.mark.xdist_group("sweep")]

CAT = '[[aims]]\nmeasure = "wins when dealt"\nkind = "cards"\nwhat = "cat"\nlow = 45\nhigh = 55\nwhy = "cat is fair"\n'
LENGTH = '[[aims]]\nmeasure = "length"\nlow = 6\nhigh = 6\nwhy = "games are short"\n'
LONG = '[[aims]]\nmeasure = "length"\nlow = 9\nwhy = "games are long"\n'


@pytest.fixture(scope="module")
def tiny():
    return cogtable.game("tiny")


@pytest.fixture(scope="module")
def even(tiny, tmp_path_factory):
    """Tiny with all cards worth 5 except for cat, which has 9."""
    text = re.sub(r"value = \d", "value = 5", tiny.box_file.read_text(encoding="utf-8"))
    file = tmp_path_factory.mktemp("even") / "even.toml"
    file.write_text(text.replace('"cat", value = 5', '"cat", value = 9'), encoding="utf-8")
    return tiny.with_box(file)


@pytest.fixture
def aims(tmp_path):
    def aims(text):
        file = tmp_path / "some.aims.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return aims


# --- a sweep --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def swept(even, tmp_path_factory):
    folder = tmp_path_factory.mktemp("swept")
    aims = folder / "some.aims.toml"
    aims.write_text(CAT + LENGTH, encoding="utf-8")
    plan = sweep.plan_sweep(even, ["cards.cat.value=3..9..2"], folder, aims=aims, games=1000)
    found = sweep.run_sweep(plan, folder)
    return found, sweep_report.report_sweep(found), folder


def test_a_planted_card_is_made_fair(swept):
    found, report, _ = swept
    verdicts = {each.variant.numbers[0]: each.watched.verdict for each in found.found}
    assert verdicts[5] == "holds"
    assert verdicts[9] == "misses"
    assert found.key == ("wins when dealt", "cards", "cat")
    assert found.chosen.variant.numbers == (5,)
    gap = next(each for each in found.found if each.variant.numbers == (5,)).gap
    assert gap.high < 0, "on the same deals the difference is certain"
    assert report.headlines[0].state == "holds"
    assert report.headlines[0].head == "cat holds its aim at value 5."
    assert "5 holds" in report.headlines[0].text


def test_every_box_can_be_played(swept, tiny):
    found, _, folder = swept
    files = sorted(folder.glob("boxes/*.toml"))
    assert [file.name for file in files] == [f"cat-value-{n}.toml" for n in (3, 5, 7, 9)]
    digests = {tiny.with_box(file).box.digest for file in files}
    assert digests == {each.variant.digest for each in found.found}
    best = sweep.write_chosen(found, folder)
    game = tiny.with_box(best)
    assert game.box.title == "cat: value 5"
    assert game.start(seats=2, seed=1).waiting


def test_the_report_of_a_sweep_is_a_page_like_that_of_a_study(swept):
    _, report, folder = swept
    text = page.write_report(report, folder, "1 May 2026").read_text(encoding="utf-8")
    assert "A sweep, 1 May 2026" in text
    assert "cogtable sweep tiny --set cards.cat.value=3..9..2 --seats 2 --bot greedy --games 1000" in text
    titles = [section.title for section in report.sections]
    assert titles[:4] == ["Wins when dealt, cat", "Every box", "All aims", "What it changes"]
    for section in report.sections:
        assert all(len(row) == len(section.table.heads) for row in section.table.rows), section.title
    rows = json.loads((folder / "figures.json").read_text(encoding="utf-8"))["figures"]
    assert {row["cat: value"] for row in rows} == {3, 5, 7, 9}


def test_a_stopped_sweep_can_be_resumed_with_more_values(even, aims, tmp_path):
    calls = []

    def stop(now):
        calls.append(now.done)
        if now.done > 250:
            raise KeyboardInterrupt

    how = {"aims": aims(CAT), "games": 200}
    with pytest.raises(KeyboardInterrupt):
        sweep.run_sweep(sweep.plan_sweep(even, ["cards.cat.value=4..6"], tmp_path, **how), tmp_path, stop)
    again = []
    sweep.run_sweep(sweep.plan_sweep(even, ["cards.cat.value=4..7"], tmp_path, **how), tmp_path, again.append)
    assert again[0].done >= 250
    third = []
    sweep.run_sweep(sweep.plan_sweep(even, ["cards.cat.value=5,7"], tmp_path, **how), tmp_path, third.append)
    assert third[-1].done == third[-1].total == third[0].done * 3
    with pytest.raises(BadOption, match=r"the sweep in .* has seats 2, not 3; name another folder"):
        sweep.run_sweep(sweep.plan_sweep(even, ["cards.cat.value=5"], tmp_path, **how, seats=3), tmp_path)


def test_two_parameters_can_be_swept_at_once_with_all_aims(even, aims, tmp_path):
    both = CAT + CAT.replace("cat", "dog")
    plan = sweep.plan_sweep(even, ["cards.cat.value=5,9", "cards.dog.value=5,9"], tmp_path, aims=aims(both), games=300)
    found = sweep.run_sweep(plan, tmp_path)
    assert found.key is None, "two cards: all aims are watched"
    assert found.chosen.variant.numbers == (5, 5)
    report = sweep_report.report_sweep(found)
    assert report.headlines[0].head == "cat: value 5, dog: value 5 comes closest to the aims."
    assert report.sections[0].title == "Both numbers"


def test_without_an_aim_nothing_is_proposed(tiny, tmp_path):
    plan = sweep.plan_sweep(tiny, ["cards.cat.value=2..3"], tmp_path, games=100, watch="margin")
    found = sweep.run_sweep(plan, tmp_path)
    assert found.chosen is None
    assert sweep.write_chosen(found, tmp_path) is None
    assert sweep_report.report_sweep(found).headlines[0].state == "look"


@pytest.mark.parametrize(
    ("watch", "said"),
    [
        ("wins when delt", 'no measure "wins when delt"; did you mean "wins when dealt"?'),
        ("wins", 'wins has no ""; write "wins: 1". It has 1, 2'),
        ("wins: 3", 'wins has no "3"'),
    ],
)
def test_an_unknown_figure_cannot_be_watched(tiny, tmp_path, watch, said):
    plan = sweep.plan_sweep(tiny, ["cards.cat.value=2..3"], tmp_path, games=100, watch=watch)
    with pytest.raises(BadOption, match=re.escape(said)):
        sweep.run_sweep(plan, tmp_path)


def test_too_many_boxes_are_refused(tiny, tmp_path):
    given = [f"cards.{name}.value=1..9" for name in ("ant", "bee", "cat")]
    with pytest.raises(BadOption, match=r"these are 729 boxes; a sweep takes 400 at most.*cogtable tune"):
        sweep.plan_sweep(tiny, given, tmp_path)


def test_invalid_bounds_are_refused_before_any_game(tiny, aims, tmp_path):
    for planned in (sweep.plan_sweep, tune.plan_tuning):
        with pytest.raises(BadOption, match=r"cat: value 10 does not fit: .* expected 1 to 9"):
            planned(tiny, ["cards.cat.value=8..10"], tmp_path / "out", aims=aims(CAT))
    assert not (tmp_path / "out").exists()


# --- tuning ---------------------------------------------------------------------------------------------

TWO = ["cards.cat.value=1..9", "cards.dog.value=1..9"]


def test_tuning_finds_numbers_with_which_the_aims_hold(even, aims, tmp_path):
    wide = CAT.replace("45", "42").replace("55", "58")
    plan = tune.plan_tuning(even, TWO, tmp_path, aims=aims(wide + LENGTH), games=200, trials=11)
    found = tune.run_tuning(plan, tmp_path)
    assert len(found.tried) == 11
    assert {each.verdict for each in found.before.judged} > {"misses"}
    assert {each.verdict for each in found.after.judged} == {"holds"}
    report = tune_report.report_tuning(found)
    assert report.headlines[0].state == "holds"
    assert report.headlines[0].head == "All aims hold."
    assert "at: value 9 → " in report.headlines[0].text
    best = tune.write_best_of(found, tmp_path)
    assert cogtable.game("tiny").with_box(best).box.digest == found.best.variant.digest
    assert len(list(tmp_path.glob("boxes/*.toml"))) == tune.MOST_WRITTEN


def test_verdicts_come_from_deals_that_the_search_has_not_used(even, aims, tmp_path):
    plan = tune.plan_tuning(even, ["cards.cat.value=5..6"], tmp_path, aims=aims(CAT), games=100, trials=2)
    found = tune.run_tuning(plan, tmp_path)
    assert found.deals == 100
    assert min(row["deal"] for row in found.after.figures.rows) == 50


def test_an_unreachable_aim_ends_with_the_best_box_found(even, aims, tmp_path):
    plan = tune.plan_tuning(even, ["cards.cat.value=5,9"], tmp_path, aims=aims(CAT + LONG), games=200, trials=3)
    found = tune.run_tuning(plan, tmp_path)
    assert found.best.variant.numbers == (5,)
    assert [each.variant.numbers for each in found.tried] == [(5,), (9,)], "there are no more boxes than these"
    line = tune_report.report_tuning(found).headlines[0]
    assert (line.state, line.head) == (
        "misses",
        "No box within these bounds meets all aims; this is the best one found.",
    )
    assert line.text.startswith("Cat: value 9 → 5: ")


def test_if_nothing_is_better_the_box_stays(tiny, aims, tmp_path):
    plan = tune.plan_tuning(tiny, ["cards.ant.value=1..2"], tmp_path, aims=aims(LONG), games=50, trials=3)
    found = tune.run_tuning(plan, tmp_path)
    assert not found.changed
    assert tune.write_best_of(found, tmp_path) is None
    report = tune_report.report_tuning(found)
    assert report.headlines[0].head == "Nothing better was found within these bounds."
    text = page.write_report(report, tmp_path, "1 May 2026").read_text(encoding="utf-8")
    assert "A tuning, 1 May 2026" in text


def test_a_stopped_tuning_can_be_resumed(even, aims, tmp_path):
    def planned(folder):
        return tune.plan_tuning(even, TWO, folder, aims=aims(CAT), games=60, trials=11)

    def stop(now):
        if now.done > 500:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune.run_tuning(planned(tmp_path / "a"), tmp_path / "a", stop)
    first = tune.run_tuning(planned(tmp_path / "a"), tmp_path / "a")
    at_once = tune.run_tuning(planned(tmp_path / "b"), tmp_path / "b")
    assert [each.variant.numbers for each in first.tried] == [each.variant.numbers for each in at_once.tried]
    assert first.best.variant.numbers == at_once.best.variant.numbers


def test_tuning_needs_aims(tiny, tmp_path):
    with pytest.raises(BadOption, match=r"there are no aims to tune for; write them into .*box\.aims\.toml"):
        tune.plan_tuning(tiny, TWO, tmp_path)


# --- the distance from the aims -------------------------------------------------------------------------


def judged(value, half, low=45.0, high=55.0):
    found = Estimate(value, value - half, value + half)
    figure = Figure("wins", "seat", "1", ())
    return JudgedFigure(
        Aim(measure="wins", low=low, high=high), figure, found, low, high, verdict(found, low, high), None
    )


def test_only_an_aim_that_holds_has_distance_zero():
    assert reach([judged(50, 3)]).beyond == 0
    assert reach([judged(53, 3)]).beyond == pytest.approx(0.1**2)
    assert reach([judged(60, 3)]).beyond == pytest.approx(0.8**2)
    assert reach([judged(60, 3), judged(53, 3), judged(50, 1)])[1:] == (1, 1, 3)


def test_an_open_aim_does_not_hide_the_others():
    assert reach([judged(56, 9)] * 60).beyond == 0
    assert reach([judged(70, 9)]).beyond == pytest.approx(0.6**2)
