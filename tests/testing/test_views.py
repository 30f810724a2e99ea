"""Golden views of all games record what people see, and catch mistakes."""

import re
import shutil
from importlib import import_module
from pathlib import Path

import pytest

import cogtable
from cogtable.engine.play import registry
from cogtable.games.splendor.table.labels import SplendorWords
from cogtable.testing import coverage, views
from cogtable.testing.conformance import Nonconformity
from cogtable.testing.views.__main__ import main as write_views

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", registry.names())
def test_people_see_what_the_golden_views_show(name):
    views.check(cogtable.game(name), GOLDEN)


# --- mistakes that must be found ----------------------------------------------------------------------


def complaint(name, folder=GOLDEN):
    """Returns the failure message of a game's golden views."""
    with pytest.raises(Nonconformity) as raised:
        views.check(cogtable.game(name), folder)
    return str(raised.value)


def test_a_missing_gem_that_gold_covers_is_found(monkeypatch):
    scene = import_module("cogtable.games.splendor.table.scene")
    monkeypatch.setattr(scene, "is_short", lambda lack, gold: bool(lack))
    message = complaint("splendor")
    assert any(line.startswith("-") and "tag BUY" in line for line in message.splitlines()), message
    assert any(line.startswith("+") and "note You lack" in line for line in message.splitlines()), message


def test_a_wrong_reason_for_ones_own_robots_is_found(monkeypatch):
    why_not = import_module("cogtable.games.recharge.table.why_not")
    monkeypatch.setattr(why_not, "why_not_robot", lambda s, box, seat, asks, card: "It is a rival’s robot.")
    assert "It is a rival’s robot." in complaint("recharge")


def test_an_attack_that_phones_do_not_show_is_found(monkeypatch):
    layout = import_module("cogtable.games.coalheart.table.layout")
    monkeypatch.setattr(layout, "show_action", lambda layout: layout)
    assert "-  both: act, act.title" in complaint("coalheart")


@pytest.mark.parametrize("name", registry.names())
def test_a_broken_link_is_found_even_in_texts_outside_the_golden_game(tmp_path, monkeypatch, name):
    game = cogtable.game(name)
    monkeypatch.setattr(game, "folder", shutil.copytree(game.folder, tmp_path / name))
    assert views.dead_links(game) == []
    numbers = coverage.numbers(game.rules_text)
    planted = []
    for source in game.folder.rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        if named := [number for number in numbers if f"{number}]]" in text or f'"{number}"' in text]:
            planted.append(f"{numbers[0].partition('-')[0]}-R{900 + len(planted)}")
            source.write_text(re.sub(rf"{named[-1]}\b", planted[-1], text), encoding="utf-8")
    assert planted
    assert views.dead_links(game) == planted


def test_a_broken_link_in_a_shown_text_is_found(monkeypatch):
    rules = dict(SplendorWords.numbers) | {"hold": "SP-R99"}
    monkeypatch.setattr(SplendorWords, "numbers", rules)
    assert complaint("splendor") == "splendor: words link to rules that rules.md does not have: SP-R99"


# --- the file -----------------------------------------------------------------------------------------


def test_a_failure_shows_the_lines_and_how_to_rewrite_them(tmp_path):
    written = (GOLDEN / "tiny.views.txt").read_text(encoding="utf-8")
    (line,) = [line for line in written.splitlines() if line.startswith("  prompt: sentence Choose")]
    (tmp_path / "tiny.views.txt").write_text(written.replace(line, f"{line}!"), encoding="utf-8")
    message = complaint("tiny", tmp_path)
    assert f"-{line}!\n+{line}\n" in message
    assert message.endswith(f"write the file again: python -m cogtable.testing.views tiny {tmp_path}")


def test_a_missing_file_says_how_to_write_it(tmp_path):
    assert complaint("tiny", tmp_path) == (
        f"tiny: there are no golden views {tmp_path}/tiny.views.txt;"
        f" write them with: python -m cogtable.testing.views tiny {tmp_path}"
    )


def test_the_command_rewrites_the_file_with_the_same_positions(tmp_path, capsys):
    file = tmp_path / "tiny.views.txt"
    file.write_text("== move 2, seat 1 ==\n== move 1, spectator ==\n", encoding="utf-8")
    write_views(["tiny", str(tmp_path)])
    assert capsys.readouterr().out == f"{file}\n"
    assert headings(file) == ["== move 1, spectator ==", "== move 2, seat 1 =="]
    views.check(cogtable.game("tiny"), tmp_path)


def test_positions_range_from_the_first_decision_to_the_end(tmp_path):
    file = tmp_path / "tiny.views.txt"
    write_views(["tiny", str(tmp_path)])
    chosen = headings(file)
    assert (chosen[0], chosen[-1]) == ("== move 0, seat 0 ==", "== move 9, spectator ==")
    file.write_text("== move 2, seat 1 ==\n", encoding="utf-8")
    write_views(["tiny", str(tmp_path), "--choose"])
    assert headings(file) == chosen


def headings(file):
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("== move")]


def test_a_position_that_the_game_does_not_reach_is_refused(tmp_path):
    (tmp_path / "tiny.views.txt").write_text("== move 99, seat 1 ==\n", encoding="utf-8")
    assert complaint("tiny", tmp_path) == "tiny: the golden game has 9 moves; found move 99, seat 1"


def test_a_seat_sees_no_more_than_it_may():
    match = cogtable.game("tiny").start(seats=2, seed=1)
    lines = {seat: str(views.rendered(match, seat)) for seat in (0, 1, -1)}
    own = [piece.label for piece in match.view(0).pieces if piece.zone == "hand-0"]
    assert any(card in lines[0] for card in own)
    assert not any(card in lines[-1] for card in own)
