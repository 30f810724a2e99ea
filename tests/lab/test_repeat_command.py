"""Commands printed in reports and files: run again, they ask for the same."""

import re
import shlex
from pathlib import Path

import pytest

import cogtable
from cogtable import cli, envs
from cogtable.cli import analysis
from cogtable.lab import pipeline

CHANGES_NO_RESULT = {"threads", "ray", "as_json", "svg"}
"""Options for where something is played and for further output."""


class Planned(Exception):
    """Reports which command would be repeated, instead of playing."""


def asked(command, arguments):
    """Returns the value of every argument and option of a command, as the command line parses it."""
    known = cli.commands().commands[command]
    return {
        name: [str(each) for each in value] if isinstance(value, list | tuple) else value
        for name, value in known.make_context(command, list(arguments)).params.items()
        if name not in CHANGES_NO_RESULT
    }


def planned(monkeypatch, arguments):
    """Returns the command that would be printed for a typed one."""

    def carried_out(plan, *_, **__):
        raise Planned(plan.command)

    def recorded(*_, command, **__):
        raise Planned(command)

    def found(game, count, out, made, *_, **__):
        raise Planned(made)

    monkeypatch.setattr(pipeline, "carry_out", carried_out)
    monkeypatch.setattr(envs, "record", recorded)
    monkeypatch.setattr(analysis, "find_puzzles", found)
    with pytest.raises(Planned) as caught:
        cli.app(arguments, standalone_mode=False)
    return shlex.split(str(caught.value))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder that has boxes and aims in a folder with a space in its name."""
    monkeypatch.chdir(tmp_path)
    boxes = Path("my boxes")
    boxes.mkdir()
    text = cogtable.game("tiny").box_file.read_text(encoding="utf-8")
    for name, value in ("mine", 5), ("other", 6):
        (boxes / f"{name}.toml").write_text(re.sub(r"value = \d", f"value = {value}", text), encoding="utf-8")
    (boxes / "my.aims.toml").write_text(
        '[[aims]]\nmeasure = "length"\nlow = 6\nhigh = 6\nwhy = "games are short"\n', encoding="utf-8"
    )


SHARED = ["--bot", "random,greedy,easy", "--games", "60", "--seats", "3", "--seed", "4", "-o", "length=2"]
BOX = ["--box", "my boxes/mine.toml"]
AIMS = ["--aims", "my boxes/my.aims.toml"]
WHOLE = {
    "study": ["tiny", *SHARED, *BOX, *AIMS, "--against", "my boxes/other.toml", "--card", "cat", "--skill", "6",
              "--without", "8", "--out", "here"],
    "sweep": ["tiny", *SHARED, *BOX, *AIMS, "--set", "cards.cat.value=3..5", "--set", "cards.dog.value=3,4",
              "--watch", "left at the end: coins", "--out", "here"],
    "tune": ["tiny", *SHARED, *BOX, *AIMS, "--set", "cards.cat.value=3..5", "--trials", "7", "--out", "here"],
    "record": ["tiny", *SHARED, *BOX, "--max-moves", "9", "--group", "5", "--out", "here.parquet"],
    "puzzles": ["tiny", "--find", "3", "--player", "easy", "--judge", "hard", "--tester", "greedy", "--simulations",
                "2000", "--games", "5", "--last", "0.25", "--obvious", "--decisions", "6", "--seats", "3", "--seed",
                "4", "-o", "length=2", "--out", "here.json"],
}  # fmt: skip
LEFT_OUT = {"puzzles": {"check"}}


@pytest.mark.parametrize("command", WHOLE)
def test_a_printed_command_means_the_same_as_the_typed_one(command, folder, monkeypatch):
    typed = asked(command, WHOLE[command])
    none = asked(command, ["tiny", "--out", "x", *(["--set", "x"] if command in ("sweep", "tune") else [])])
    untouched = {name for name, value in typed.items() if value == none[name]} - {"name"} - LEFT_OUT.get(command, set())
    assert not untouched, "an option of the command that this test does not set"

    program, printed, *arguments = planned(monkeypatch, [command, *WHOLE[command]])
    assert (program, printed) == ("cogtable", command)
    assert asked(command, arguments) == typed


@pytest.mark.parametrize("command", WHOLE)
def test_defaults_stay_defaults_when_a_command_is_repeated(command, folder, monkeypatch):
    few = {
        "sweep": ["--set", "cards.cat.value=3..5"],
        "tune": ["--set", "cards.cat.value=3..5", *AIMS],
        "puzzles": ["--find", "3"],
    }
    typed = ["tiny", "--out", "here", *few.get(command, [])]
    _, _, *arguments = planned(monkeypatch, [command, *typed])
    repeated = planned(monkeypatch, [command, *arguments])
    assert repeated[2:] == arguments
    known, again = asked(command, typed), asked(command, arguments)
    assert {name: again[name] for name in known if known[name] is not None and name != "seats"} == {
        name: value for name, value in known.items() if value is not None and name != "seats"
    }
