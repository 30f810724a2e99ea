"""The PPO example: a short run learns, and the result plays as a bot."""

import csv
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import cogtable

ROOT = Path(__file__).parents[1]
PPO = ROOT / "examples" / "ppo"
MOST_LINES = 200

pytestmark = [pytest.mark.large, pytest.mark.native]


def run(folder, *command):
    """Runs Python in a folder, in a separate process, because PyTorch can't be unloaded."""
    path = os.pathsep.join(str(each) for each in (Path(cogtable.__file__).parents[1], PPO, folder))
    environment = {**os.environ, "PYTHONPATH": path, "COGTABLE_PPO": str(folder / "ppo-splendor.pt")}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A folder in which Splendor was trained for some seconds."""
    pytest.importorskip("torch", reason="takes PyTorch, which tools/setup.sh torch installs")
    folder = tmp_path_factory.mktemp("ppo")
    run(folder, str(PPO / "ppo.py"), "splendor", "--seconds=8", "--every=4", "--games=200", "--threads=1")
    return folder


def test_it_learns_in_seconds_and_reports_its_strength(trained):
    with (trained / "ppo-splendor.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert float(rows[0]["random"]) < 0.7
    assert float(rows[-1]["random"]) > 0.8
    assert float(rows[-1]["cpu_seconds"]) >= 8
    assert int(rows[-1]["moves"]) > 20_000


def test_the_curve_is_drawn_from_its_measurements(trained):
    pytest.importorskip("matplotlib", reason="takes Matplotlib, which tools/setup.sh torch installs")
    run(trained, str(PPO / "curve.py"), "ppo-splendor.csv", "curve.svg")
    assert "<svg" in (trained / "curve.svg").read_text()


def test_it_plays_through_its_packages_entry_points(trained):
    points = tomllib.loads((PPO / "pyproject.toml").read_text())["project"]["entry-points"]["cogtable.bots"]
    info = trained / "cogtable_ppo-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cogtable-ppo\nVersion: 1\n")
    lines = "".join(f"{name} = {place}\n" for name, place in points.items())
    (info / "entry_points.txt").write_text(f"[cogtable.bots]\n{lines}")
    for bot, games in (("ppo", 200), ("ppo-search", 8)):
        command = ["-m", "cogtable", "simulate", "splendor", "--bot", f"{bot},random", "--games", str(games), "--json"]
        won = json.loads(run(trained, *command))["win_rate"][0]["rate"]
        assert won > 0.75, bot


@pytest.mark.parametrize("game", ["recharge", "smashgear"])
def test_it_learns_other_games_and_more_seats(trained, game):
    """In one game several seats decide at once; the other has large observations."""
    more = ["--seats=3"] if game == "recharge" else []
    small = ["--tables=16", "--width=32", "--games=6", "--seconds=1", "--threads=1"]
    run(trained, str(PPO / "ppo.py"), game, *more, *small)
    assert (trained / f"ppo-{game}.pt").is_file()


def test_it_is_short():
    assert len((PPO / "ppo.py").read_text().splitlines()) < MOST_LINES
