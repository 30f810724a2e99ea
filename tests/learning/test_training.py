"""Training, from random weights to a bot that plays: `cogtable train`."""

import json
import re
import sys
from typing import Any

import msgspec
import pytest

import cogtable
from cogtable.bots import network
from cogtable.cli import main
from cogtable.engine.errors import BadOption
from cogtable.learning import training
from cogtable.learning.training import Training, settings_for

SMALL: dict[str, Any] = {"games": 16, "search": 8, "batch": 64, "width": 16, "inner": 8}


@pytest.fixture(scope="module")
def tiny():
    return cogtable.game("tiny")


# --- without PyTorch --------------------------------------------------------------------------------


def test_without_pytorch_the_error_names_the_extra(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit, match="2"):
        main(["train", "tiny", "--out", str(tmp_path / "out")])
    assert "cogtable train needs PyTorch: pip install cogtable[train]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seats": [2, 9]}, "tiny is for 2 to 3 seats; found 9"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"options": {"luck": 1}}, "no option 'luck'"),
        ({"mixed": 1.5}, "mixed is a number from 0 to 1; found 1.5"),
        ({"tried": -0.5}, "tried is a number from 0 to 1; found -0.5"),
        ({"reuse": 0.0}, "reuse is a number above 0; found 0"),
        ({"rollout_depth": -1}, "rollout_depth is a whole number from 0; found -1"),
        ({"taught": {"hard": 0}}, "games to learn from are a whole number from 1; found 0 of hard"),
        ({"taught": {"master": 128}}, "the bot master does not play tiny"),
        ({"games": 0}, "games is a whole number from 1; found 0"),
    ],
)
def test_invalid_settings_are_refused(tiny, given, words):
    with pytest.raises(BadOption, match=words):
        settings_for(tiny, **given)


@pytest.mark.parametrize(
    ("option", "given", "words"),
    [
        ("--seats", "two", "--seats takes numbers with commas between them; found 'two'"),
        (
            "--taught",
            "medium:many",
            "--taught takes N or BOT:N, with commas between several; found 'medium:many'",
        ),
        ("--taught", "128,hard:64", "--taught names hard twice"),
        ("--taught", "nobody:128", 'there is no bot "nobody"'),
    ],
)
def test_options_that_cannot_be_read_are_refused(capsys, tmp_path, option, given, words):
    with pytest.raises(SystemExit, match="2"):
        main(["train", "tiny", option, given, "--out", str(tmp_path / "out")])
    assert words in capsys.readouterr().err


def test_teachers_alternate_before_self_play(tiny):
    settings = settings_for(tiny, taught={"medium": 256, "hard": 128})
    assert [settings.teacher(games) for games in (0, 255, 256, 383, 384)] == ["medium", "medium", "hard", "hard", ""]


def test_the_commit_is_that_of_the_sources_and_empty_elsewhere(monkeypatch, tmp_path):
    assert re.fullmatch("([0-9a-f]{40})?", training.commit())
    monkeypatch.setattr(training, "__file__", str(tmp_path / "training.py"))
    assert training.commit() == ""


def test_the_printed_command_repeats_the_training(tiny):
    plain = settings_for(tiny, seats=[2])
    taught = {"medium": 256, "hard": 128}
    more = settings_for(tiny, seats=[2], taught=taught, reuse=4.0, rollout_depth=12, tried=0.5)
    begun = "cogtable train tiny --minutes 2 --seats 2 --search 32 --mixed 0.5"
    assert training.training_command(tiny, plain, 120) == f"{begun} --reuse 8 --seed 0"
    options = "--taught medium:256,hard:128 --reuse 4 --rollout-depth 12 --tried 0.5"
    assert training.training_command(tiny, more, 120) == f"{begun} {options} --seed 0"


def test_a_folder_of_another_training_is_refused(tiny, tmp_path):
    training.check_settings(tmp_path / "settings.json", settings_for(tiny, **SMALL))
    with pytest.raises(BadOption, match="has seed 0, not 5; name another folder"):
        training.check_settings(tmp_path / "settings.json", settings_for(tiny, seed=5, **SMALL))
    (tmp_path / "settings.json").write_text('{"game": 3}')
    with pytest.raises(BadOption, match="does not hold the settings of a training"):
        training.check_settings(tmp_path / "settings.json", settings_for(tiny, **SMALL))


def test_a_folder_from_a_version_with_one_teacher_can_be_continued(tiny, tmp_path):
    settings = settings_for(tiny, taught={"hard": 128})
    earlier = msgspec.to_builtins(settings) | {"taught": 128, "teacher": "hard"}
    (tmp_path / "settings.json").write_text(json.dumps(earlier))
    training.check_settings(tmp_path / "settings.json", settings)
    with pytest.raises(BadOption, match=r"has taught \{'hard': 128\}, not \{\}"):
        training.check_settings(tmp_path / "settings.json", settings_for(tiny))


@pytest.mark.parametrize("name", ["splendor", "megaman", "recharge", "coalheart", "smashgear", "tiny"])
def test_a_network_for_any_game_fits_the_size_limit(name, tmp_path):
    """Random weights are the hardest to compress."""
    import numpy as np

    from cogtable.bots.network import Network
    from cogtable.learning.learner import shapes

    game, draws = cogtable.game(name), np.random.default_rng(1)
    settings = settings_for(game)
    arrays = {
        one: draws.normal(size=shape).astype(np.float32)
        for one, shape in shapes(game, settings.width, settings.inner).items()
    }
    network.save_weights(tmp_path / "w.npz", Network(**arrays), {})
    assert settings.width >= 64


# --- with PyTorch -----------------------------------------------------------------------------------


def scores(folder):
    history = json.loads((folder / "history.json").read_text())
    return {score["against"]: score["share"] for score in history["measured"][-1]["scores"]}


@pytest.mark.large
@pytest.mark.native
def test_magpie_is_learned_from_random_weights_until_it_beats_greedy(magpie, tmp_path, capsys, monkeypatch):
    pytest.importorskip("torch", reason="takes PyTorch, which tools/setup.sh torch installs")
    monkeypatch.setattr(training, "OPPONENTS", ("greedy",))
    command = ["train", "magpie", "--minutes", "1", "--every", "2", "--seats", "2", "--deals", "200"]
    with pytest.raises(SystemExit, match="0"):
        main([*command, "--out", str(tmp_path)])
    assert "open it in a browser" in capsys.readouterr().out
    assert scores(tmp_path)["greedy"] > 0.75
    assert "Against greedy" in (tmp_path / "report.html").read_text()
    found = network.fitting(network.load_weights(tmp_path / network.FILE), magpie, "here")
    assert found.about["seats"] == [2]
    assert found.about["figures"][0]["against"] == "greedy"
    monkeypatch.setattr(magpie, "folder", tmp_path)
    with pytest.raises(SystemExit, match="0"):
        main(["simulate", "magpie", "--bot", "master,greedy", "--games", "100", "--json"])
    assert json.loads(capsys.readouterr().out)["win_rate"][0]["rate"] > 0.75


@pytest.mark.large
@pytest.mark.native
def test_a_stopped_training_continues_as_if_it_had_not_been_stopped(tiny, tmp_path, monkeypatch):
    pytest.importorskip("torch", reason="takes PyTorch, which tools/setup.sh torch installs")
    monkeypatch.setattr(training, "OPPONENTS", ("random",))
    settings = settings_for(tiny, window=400, **SMALL)

    def rounds(folder, count, threads):
        """Trains for a number of rounds, and is then stopped."""

        def told(now, _):
            if now.history.rounds == count:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            Training(tiny, settings, folder, threads=threads).run(60, every=60, told=told)
        return network.load_weights(folder / network.FILE)

    whole = rounds(tmp_path / "whole", 4, threads=1)
    rounds(tmp_path / "parts", 2, threads=2)
    parts = rounds(tmp_path / "parts", 4, threads=2)
    assert all((one == two).all() for one, two in zip(whole.network, parts.network, strict=True))
    assert whole.about["games"] == parts.about["games"] == 4 * settings.games
