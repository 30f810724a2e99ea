"""A study: recorded figures, exchanged hands, resuming, and the report."""

import json
import re
import sys
from pathlib import Path

import msgspec
import numpy as np
import pyarrow.parquet as pq
import pytest

import cogtable
from cogtable.engine.errors import BadOption
from cogtable.lab import aims, deals, figures, study, summary
from cogtable.lab.ablation import Restricted
from cogtable.lab.compiled_games import play_tables
from cogtable.lab.extras import MissingExtra
from cogtable.lab.game_log import COLUMNS, Deals, ahead_in, changes_of_lead, firsts, record_games, sole_leaders
from cogtable.lab.report import page, study_figures
from cogtable.lab.report import study as report
from cogtable.lab.simulate import players_of
from cogtable.lab.study_folder import Store
from cogtable.table.study import Shown

pytestmark = pytest.mark.native


@pytest.fixture(scope="module")
def tiny():
    return cogtable.game("tiny")


@pytest.fixture
def boxed(tiny, tmp_path: Path):
    """Returns Tiny with other values of its cards, by name."""

    def boxed(name="mine", **values):
        text = tiny.box_file.read_text(encoding="utf-8")
        for card, value in values.items():
            text = re.sub(rf'(name = "{card}", value = )\d', rf"\g<1>{value}", text)
        file = tmp_path / f"{name}.toml"
        file.write_text(text, encoding="utf-8")
        return tiny.with_box(file)

    return boxed


ANIMALS = ["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "kiwi", "lynx"]
ALIKE = dict.fromkeys(ANIMALS, 5)


def studied(game, folder, **how):
    how = {"games": 400, "skill": 0, "restricted": 0, "threads": 2, "bots": ["random"], **how}
    return study.run_study(study.plan_study(game, **how), folder)


def games_of(found, box=0):
    plan = found.plan
    return figures.Games(plan.games[box], [row for row in found.rows if row["box"] == box], plan.settings.seats)


def held(found):
    """Returns the cards that are reported as strong."""
    dealt = figures.noticed(games_of(found).of("wins when dealt"))
    return {each.figure.what for each in dealt if each.held and each.estimate.value > each.figure.even}


# --- recorded figures -----------------------------------------------------------------------------------


def test_a_shared_lead_is_not_a_lead_change():
    scores = np.array([[0, 0], [1, 0], [1, 1], [2, 1], [2, 3], [3, 3], [3, 4]])
    assert sole_leaders(scores).tolist() == [-1, 0, -1, 0, 1, -1, 1]
    assert changes_of_lead(scores) == 1


def test_the_first_to_reach_a_milestone_is_recorded():
    scores = np.array([[0, 0], [2, 0], [2, 3], [2, 3], [6, 3]])
    to, ahead = firsts(scores)
    assert to == [0, 0, 1, 0, 0, 0]
    assert ahead == [0, 0, 0]
    assert firsts(np.array([[0, 0], [1, 1]])) == ([-1], [])


@pytest.fixture
def splendor_studied(monkeypatch):
    """Splendor with more to study: a race for cards, and the nobles beside the cards."""
    game = cogtable.game("splendor")
    told = game.table.study
    nobles = Shown("nobles", lambda states: states["nobles"], choosing=told.shown[0].choosing)
    monkeypatch.setitem(game.box.names, "nobles", tuple(f"noble {i}" for i in range(10)))
    monkeypatch.setattr(game.table, "study", told._replace(races=("bonuses",), shown=(*told.shown, nobles)))
    return game


def test_the_round_of_the_first_lead_is_recorded():
    scores = np.array([[0, 0], [2, 0], [2, 3], [2, 3], [6, 3]])
    assert ahead_in(scores, np.array([0, 1, 2, 3, 3])) == [1, 1, 3]
    assert ahead_in(np.array([[1, 0], [1, 0]]), np.array([0, 1])) == [1]  # ahead before the first round


def test_the_length_of_games_after_the_first_lead_is_recorded(splendor_studied):
    """Three games of 100, 80 and 60 rounds, in which a player first had an additional bonus in round 20, 30 and never.
    Of the 180 rounds of the first two, 50 came before that and 130 after.
    """
    game = splendor_studied
    rows = record_games(game, game.blank(2, {"target": 5}), players_of(["random"], 2), Deals(0, 3))
    for row, rounds, ahead in zip(rows, (100, 80, 60), ([20], [30], []), strict=True):
        row |= {"finished": True, "rounds": rounds, "races_ahead_round": [ahead]}
    found = figures.Games(game, rows, 2)
    told = found.all["bonuses: longer after the first ahead by", "round", "1"]
    assert told.estimate.value == pytest.approx(130 / 50)


OPEN = {
    "splendor": ({"target": 3}, {"cards": 12, "nobles": 3}),
    "smashgear": ({"cap": 4}, {"machines": 5, "programs": 3}),
}
"""Options for short games, and the number of face-up cards of each kind."""


@pytest.mark.usefixtures("splendor_studied")
@pytest.mark.parametrize("name", ["splendor", pytest.param("smashgear", marks=pytest.mark.large)])
def test_each_kind_of_face_up_card_is_reported(name):
    """The player who decides first has the first choice of all face-up cards."""
    game = cogtable.game(name)
    options, counts = OPEN[name]
    rows = record_games(game, game.blank(2, options), players_of(["random"], 2), Deals(0, 4))
    names = [(kind, card) for kind in counts for card in deals.names(game, kind)]
    for row in rows:
        numbers = [choice % len(names) for choice in row["first_choice"]]
        assert len(set(numbers)) == len(numbers)
        for kind, count in counts.items():
            assert sum(names[number][0] == kind for number in numbers) >= count
    told = figures.Games(game, rows, 2).of("wins with first choice")
    assert {figure.kind for figure in told} == set(counts)
    assert {(figure.kind, figure.what) for figure in told} <= set(names)


def test_a_row_describes_a_game(tiny):
    rows = record_games(tiny, tiny.blank(2, {}), players_of(["greedy"], 2), Deals(7, 5))
    assert [row["deal"] for row in rows] == [7, 8, 9, 10, 11]
    for row in rows:
        assert row["length"] == 6
        assert row["finished"]
        assert row["rounds"] >= 3
        assert sum(row["won"]) == 1
        assert row["margin"] == abs(row["scores"][0] - row["scores"][1])
        assert row["tied"] == (row["places"] == [1, 1])
        assert sum(row["chosen"]) == 6
        assert 0 <= row["drama"] <= 1
        assert len(row["dealt"]) == 4
        assert row["turns_taken"] == 6
        assert len(row["first_to"]) == max(row["scores"])


def test_drama_is_the_winners_average_deficit(tiny):
    from cogtable.lab.game_log import tension

    # the second seat wins: behind by 400, tied, ahead -> (0.4 + 0 + 0) / 3
    chances = np.array([[700, 300], [500, 500], [200, 800]])
    found = tension(chances, np.array([0.0, 1.0]))
    assert found["drama"] == pytest.approx(0.4 / 3)
    assert found["behind"] == pytest.approx(1 / 3)
    assert found["expected_changes"] == 2


def test_every_column_is_explained(tiny, tmp_path):
    studied(tiny, tmp_path, games=20)
    table = pq.read_table(tmp_path / "games.parquet")
    assert table.column_names == list(COLUMNS)
    assert table.num_rows == 20
    told = json.loads(table.schema.metadata[b"cogtable"])
    assert told["columns"]["drama"].startswith("How far")
    assert told["command"].startswith("cogtable study tiny --seats 2 --bot random --games 20")


# --- exchanged hands ------------------------------------------------------------------------------------


def dealt_states(game, seats=2, first=0, count=30):
    states = game.state.new(count)
    for i in range(count):
        states[i : i + 1] = game.deal(seats, first + i)
    return states


def test_only_hands_are_exchanged(tiny):
    study_ = deals.study_of(tiny)
    before, after = dealt_states(tiny, 3), dealt_states(tiny, 3)
    deals.exchange(tiny, study_.dealt, after, 3, 1)
    assert (after["hand"] == np.roll(before["hand"], 1, axis=1)).all()
    assert (after["deck"] == before["deck"]).all()
    deals.exchange(tiny, study_.dealt, after, 3, 2)
    assert after.tobytes() == before.tobytes()


def test_a_card_is_forced_into_a_hand_in_place_of_another(tiny):
    study_ = deals.study_of(tiny)
    before, after = dealt_states(tiny), dealt_states(tiny)
    deals.force(tiny, study_.dealt, after, 2, 4, np.arange(30))
    for i in range(30):
        assert 4 in after["hand"][i, 0]
        everything = np.concatenate([after["hand"][i].ravel(), after["deck"][i]])
        assert sorted(everything) == sorted(np.concatenate([before["hand"][i].ravel(), before["deck"][i]]))


def test_fields_by_card_follow_the_cards():
    recharge = cogtable.game("recharge")
    dealt = deals.study_of(recharge).dealt
    states = dealt_states(recharge, count=5)
    deals.exchange(recharge, dealt, states, 2, 1)
    for s in states:
        for seat in range(2):
            for card in s.hand[seat][: s.held[seat]]:
                assert s.place[card] == seat


def test_a_planted_card_is_found(boxed, tmp_path):
    found = studied(boxed(**{**ALIKE, "cat": 9}), tmp_path / "out", bots=["greedy"])
    assert held(found) == {"cat"}  # the others are a little below even, because they take its place in the hand
    cat = games_of(found).all["wins when dealt", "cards", "cat"].estimate
    assert cat.low > 0.55


def test_equal_cards_are_not_reported(boxed, tmp_path):
    found = studied(boxed(**ALIKE), tmp_path / "out")
    dealt = figures.noticed(games_of(found).of("wins when dealt"))
    assert len(dealt) == 12
    assert not any(each.held for each in dealt)


def test_an_edit_without_effect_is_not_marked(boxed, tiny, tmp_path):
    same = boxed("six", **dict.fromkeys(ANIMALS, 6))
    found = studied(boxed("five", **ALIKE), tmp_path / "out", against=same, games=60)
    rows = figures.changes(games_of(found), games_of(found, 1))
    assert rows
    assert not any(row.held for row in rows)
    assert all(row.difference.value == pytest.approx(0, abs=1e-9) for row in rows)


def test_an_edit_with_a_large_effect_is_marked_with_both_boxes_on_the_same_deals(boxed, tmp_path):
    strong = boxed("strong", **{**ALIKE, "cat": 9})
    found = studied(boxed("even", **ALIKE), tmp_path / "out", against=strong, bots=["greedy"])
    rows = figures.changes(games_of(found), games_of(found, 1))
    top = [row.figure.key for row in rows if row.held]
    assert ("wins when dealt", "cards", "cat") in top
    assert ("wins when dealt", "cards", "dog") not in top
    assert [change.where for change in found.changes] == ['cards 3 "cat"']


def test_a_single_card_can_be_studied(boxed, tmp_path):
    found = studied(boxed(**{**ALIKE, "cat": 9}), tmp_path / "out", bots=["greedy"], games=200, card="Cat")
    wins = study_figures.one_card(found.card, 0, found.plan.deals)
    assert list(wins) == ["as it is"]  # no abilities to blank
    assert wins["as it is"].low > 0.55
    with pytest.raises(BadOption, match='no card "cow" among the cards of tiny'):
        study.plan_study(boxed(), card="cow")


def test_a_card_is_removed_from_the_box_if_the_game_works_with_one_fewer(magpie):
    recharge = cogtable.game("recharge")
    names = recharge.box.names["robots"]
    without = deals.removed(recharge, "robots", names.index("Coin Press"))
    assert without.box.names["robots"] == tuple(name for name in names if name != "Coin Press")
    assert without.box.digest != recharge.box.digest
    assert deals.removed(magpie, "trinkets", 0) is None


def test_games_without_a_card_are_compared():
    def row(variant, deal, length):
        return {"variant": variant, "deal": deal, "length": length, "margin": 3, "lead_changes": deal % 2}

    rows = [row("as it is", deal, 20 + deal) for deal in range(4)] + [row("removed", deal, 25) for deal in range(4)]
    without = study_figures.without_card(rows, 0, 4)
    assert {measure: gap.value for measure, gap in without.items()} == {"length": 3.5, "margin": 0, "lead_changes": 0}
    assert without["length"].low < 3.5 < without["length"].high
    assert study_figures.without_card(rows[:4], 0, 4) == {}


def test_a_missing_optional_module_is_looked_for_only_once(tmp_path, monkeypatch):
    asked = []

    class Asked:
        @staticmethod
        def find_spec(name, path=None, target=None):
            asked.append(name)

    monkeypatch.delitem(sys.modules, "dateutil", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Asked, *sys.meta_path])
    store = Store(tmp_path, msgspec.defstruct("Nothing", [])())
    for part in ("1", "2"):
        store.write(part, [{"numbers": [1, 2], "words": ["one"]}, {"numbers": [3], "words": []}])
        assert store.read(part)[1] == {"numbers": [3], "words": []}
    assert asked.count("dateutil") <= 1


@pytest.mark.large
def test_a_study_can_remove_a_card(tmp_path):
    found = studied(cogtable.game("recharge"), tmp_path / "out", games=40, card="Coin Press")
    assert {row["variant"] for row in found.card} == {"as it is", "blanked", "removed"}
    file = page.write_report(report.report_study(found), tmp_path, "today")
    assert "length without it, less with it" in file.read_text(encoding="utf-8")


def test_a_blanked_card_does_nothing_and_the_others_keep_their_abilities():
    recharge = cogtable.game("recharge")
    names = recharge.box.names["robots"]
    blank = deals.blanked(recharge, "robots", names.index("Coin Press"))
    before, after = recharge.box.record, blank.box.record
    changed = [names[i] for i in range(len(names)) if (before.code[i] != after.code[i]).any()]
    assert changed == ["Coin Press"]
    assert after.rows[names.index("Coin Press")] == 0
    assert (before.cost == after.cost).all()
    assert blank.box.digest != recharge.box.digest


# --- restricted play ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("forbidden", "done"), [([0], {1}), ([1], {0}), ([0, 1], {0, 1}), ([], {0, 1})])
def test_a_restricted_seat_plays_another_action_if_it_has_one(tiny, forbidden, done):
    seen = {0: set(), 1: set()}
    without = Restricted(tiny, 1, forbidden, 0)

    def both(states, tables, seats, actions):
        without(states, tables, seats, actions)
        for seat, action in zip(seats.tolist(), actions.tolist(), strict=True):
            seen[seat].add(action)

    play_tables(tiny, tiny.blank(2, {}), players_of(["greedy"], 2), 0, 40, watched=both)
    assert seen == {0: {0, 1}, 1: done}


# --- resuming -------------------------------------------------------------------------------------------


def test_a_stopped_study_can_be_resumed(tiny, tmp_path):
    plan = study.plan_study(tiny, games=400, bots=["random"], skill=0, restricted=0, threads=1)
    calls = []

    def stop(now):
        calls.append(now.done)
        if len(calls) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.run_study(plan, tmp_path / "a", stop)
    assert not (tmp_path / "a" / "games.parquet").exists()
    again = []
    study.run_study(plan, tmp_path / "a", again.append)
    assert again[0].done >= calls[-1] > 0
    study.run_study(plan._replace(threads=3), tmp_path / "b")
    assert (tmp_path / "a" / "games.parquet").read_bytes() == (tmp_path / "b" / "games.parquet").read_bytes()


def test_games_can_be_added_to_a_study(tiny, tmp_path):
    first = studied(tiny, tmp_path, games=200)
    again = []
    plan = study.plan_study(tiny, games=400, bots=["random"], skill=0, restricted=0)
    second = study.run_study(plan, tmp_path, again.append)
    assert again[0].done == 200
    assert second.rows[:200] == first.rows


def test_a_folder_belongs_to_one_study(tiny, tmp_path):
    studied(tiny, tmp_path, games=20)
    with pytest.raises(BadOption, match=r"has seed 0, not 5; name another folder"):
        studied(tiny, tmp_path, games=20, seed=5)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"games": 1}, "2 games or more; found 1"),
        ({"seats": 9}, "2 to 3 seats; found 9"),
        ({"seed": -1}, "found -1"),
    ],
)
def test_invalid_studies_are_refused(tiny, how, said):
    with pytest.raises(BadOption, match=said):
        study.plan_study(tiny, **how)


def test_missing_dependencies_are_named(tiny, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtra, match=r"a study needs PyArrow: pip install cogtable\[lab\]"):
        studied(tiny, tmp_path, games=20)


# --- the report -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tiny, tmp_path_factory):
    """A whole study with few games, and its page."""
    folder = tmp_path_factory.mktemp("study")
    plan = study.plan_study(tiny, games=200, skill=10, restricted=40, threads=2)
    found = report.report_study(study.run_study(plan, folder))
    return found, page.write_report(found, folder, "1 May 2026")


def test_a_report_names_the_findings(whole):
    found, _ = whole
    titles = [section.title for section in found.sections]
    for title in ("Length", "Margin", "Seats", "Lead changes", "Drama", "What each of the cards does", "Skill"):
        assert title in titles
    for section in found.sections:
        words = section.sentence.split()
        assert len(words) > 8, section.title
        assert words[-1].endswith((".", "?")), section.title
        assert section.table.rows, section.title
        assert all(len(row) == len(section.table.heads) for row in section.table.rows), section.title


def test_every_estimate_has_its_interval(whole):
    found, _ = whole
    assert {"wins", "length", "drama", "wins without"} <= {row["measure"] for row in found.rows}
    for row in found.rows:
        assert row["low"] <= row["value"] <= row["high"], row


def test_the_page_makes_no_requests(whole):
    _, file = whole
    text = file.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    outside = re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
    assert not re.findall(r"""(?:src|href)=["']?(?!data:|#)[^"' >]+""", outside)
    assert "url(http" not in text
    assert "@import" not in outside
    assert "vegaEmbed" in text


def test_the_page_names_the_played_games_and_the_command_that_repeats_it(tiny, whole):
    _, file = whole
    text = file.read_text(encoding="utf-8")
    assert "cogtable study tiny --seats 2 --bot greedy --games 200 --seed 0" in text
    assert "100 deals between 2 greedy bots, each played twice with the hands exchanged" in text
    assert tiny.box.digest[:8] in text


def test_texts_are_escaped_in_the_page(whole):
    found, _ = whole
    line = summary.Headline("look", "<script>alert(1)</script>", "a & b")
    text = page.html(found._replace(headlines=[line]), "1 May 2026", {})
    assert "<script>alert(1)" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_each_chart_can_be_written_to_a_file(whole, tmp_path):
    """Every colour has a fixed value, and files are named after their sections."""
    found, _ = whole
    files = page.write_charts(found, tmp_path / "charts")
    assert len(files) == sum(section.chart is not None for section in found.sections)
    assert "does-the-leader-win.svg" in {file.name for file in files}
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert text.startswith("<svg")
        assert "@" not in text
        assert page.LIGHT["surface"] in text


def test_figures_can_be_downloaded(whole):
    found, file = whole
    kept = json.loads((file.parent / "figures.json").read_text(encoding="utf-8"))
    assert len(kept["figures"]) == len(found.rows)
    head = (file.parent / "figures.csv").read_text(encoding="utf-8").splitlines()[0]
    assert head == "box,measure,kind,what,value,low,high,count,held"


def test_magpie_can_be_studied(magpie, tmp_path):
    found = report.report_study(studied(magpie, tmp_path, games=120))
    titles = [section.title for section in found.sections]
    assert "What each of the trinkets does" in titles
    assert "Choices by round" in titles


# --- aims -----------------------------------------------------------------------------------------------


AIMS = """
[[aims]]
measure = "wins"
within = 20
why = "seats are even"

[[aims]]
measure = "wins when dealt"
kind = "cards"
what = "cat"
low = 45
high = 55

[[aims]]
measure = "length"
low = 6
high = 6
"""


def judged(game, folder, text, **how):
    file = folder / "some.aims.toml"
    file.write_text(text, encoding="utf-8")
    return report.judge_study(studied(game, folder / "out", **how), aims.load_aims(file, game))


def test_aims_beside_a_box_belong_to_it(boxed, tmp_path):
    game = boxed("mine")
    assert aims.aims_file(game) is None
    (tmp_path / "mine.aims.toml").write_text(AIMS, encoding="utf-8")
    assert aims.aims_file(game) == tmp_path / "mine.aims.toml"
    assert [aim.measure for aim in aims.load_aims(tmp_path / "mine.aims.toml", game)] == [
        "wins",
        "wins when dealt",
        "length",
    ]


def test_aims_hold_miss_or_are_open(boxed, tmp_path):
    game = boxed(**{**ALIKE, "cat": 9})
    found = {each.figure.what: each.verdict for each in judged(game, tmp_path, AIMS, bots=["greedy"])}
    assert found == {"1": "holds", "2": "holds", "cat": "misses", "actions": "holds"}


def test_too_few_games_leave_aims_open_and_never_let_them_hold(boxed, tmp_path):
    each = next(e for e in judged(boxed(**ALIKE), tmp_path, AIMS, games=40) if e.figure.what == "cat")
    assert each.verdict == "open"
    line = summary.judged_headline(each.aim, [each])
    assert line.state == "open"
    assert "holds" not in f"{line.head} {line.text}"


def test_among_many_cards_none_misses_by_chance(boxed, tmp_path):
    """With few games, some of twelve equal cards are beyond such an aim, but none is reported as missing it."""
    text = '[[aims]]\nmeasure = "wins when dealt"\nlow = 49.9\nhigh = 50.1\n'
    found = judged(boxed(**ALIKE), tmp_path, text, games=600)
    assert len(found) == 12
    assert {each.verdict for each in found} == {"open"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[aims]]\nmeasure = "wins"', "expected low, high or within"),
        ('[[aims]]\nmeasure = "wins"\nwithin = 3\nlow = 1', "within stands alone"),
        ('[[aims]]\nmeasure = "wins"\nlow = "a"', "Expected"),
        ('[[aims]]\nmeasure = "wins"\nlow = 1\nhihg = 2', "unknown field `hihg`"),
        ("[[aims", "is not TOML"),
        ('game = "chess"\naims = []', 'for "chess", not for "tiny"'),
        ('[[aims]]\nmeasure = "wnis"\nlow = 1', 'no measure "wnis"; did you mean "wins"'),
        ('[[aims]]\nmeasure = "wins when dealt"\nwhat = "cow"\nlow = 1', 'has no "cow"'),
        ('[[aims]]\nmeasure = "length"\nrounds = [1, 2]\nlow = 1', "is not by round"),
    ],
)
def test_invalid_aims_are_refused(tiny, tmp_path, text, said):
    with pytest.raises(BadOption, match=re.escape(said)):
        judged(tiny, tmp_path, text, games=20)


@pytest.mark.parametrize("name", ["recharge", "smashgear", "coalheart"])
def test_the_games_aims_can_be_read(name):
    game = cogtable.game(name)
    file = aims.aims_file(game)
    assert file == game.folder / "aims.toml"
    wanted = aims.load_aims(file, game)
    assert wanted
    if name == "smashgear":
        assert "program" in {aim.kind for aim in wanted}


# --- a game's declarations for studies ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["splendor", "megaman", "recharge", "coalheart", "smashgear"])
def test_a_games_declarations_for_studies_fit_its_states(name):
    game = cogtable.game(name)
    told = game.table.study
    seats = game.max_seats
    states = dealt_states(game, seats, count=3)
    assert told.rounds(states).shape == (3,)
    for resource in told.resources:
        amounts = np.asarray(resource.amount(states))
        assert amounts.shape[0] == 3, resource.name
        assert amounts.shape[1] >= seats, resource.name
        assert resource.unit.format(5)
    assert set(told.races) <= {resource.name for resource in told.resources}
    for portion in told.portions:
        part, whole = (side(states, game.box.record)[:, :seats] for side in (portion.part, portion.whole))
        assert (part <= whole).all(), portion.name
        assert whole.any(), portion.name
    for actions in [*told.choices.values(), *told.plans.values()]:
        assert actions
        assert 0 <= min(actions) <= max(actions) < game.actions
    chosen = [action for actions in told.choices.values() for action in actions]
    assert len(chosen) == len(set(chosen))
    if told.dealt:
        cards = deals.cards(told.dealt, states, seats)
        assert (cards >= 0).any()
        assert cards.max() < len(game.box.names[told.dealt.kind])
    for shown in told.shown:
        cards = shown.cards(states)
        assert (cards >= 0).all()
        assert shown.choosing(states).all()
        names = deals.names(game, shown.kind)
        assert len(set(names)) == len(names)
        assert cards.max() < len(names)
