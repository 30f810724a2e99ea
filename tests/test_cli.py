"""The command line: its output, and its refusals."""

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

import cogtable
from cogtable import bots, cli, terminal
from cogtable.engine.lessons import puzzle
from cogtable.engine.play.saves import save

WITH_SIGNALS = pytest.mark.skipif(sys.platform == "win32", reason="on Windows a process is not sent Ctrl-C by another")
PATIENCE = 120
"""The time in seconds after which a test gives up waiting for a process."""
WANTED = "game seats bots games finished moves seconds moves_per_s games_per_s wins win_rate length"


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs a command line like the script: (exit status, stdout, stderr)."""

    def run(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return run


def start(*arguments, **how):
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **how}
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a child of a background job would ignore it
    return subprocess.Popen([sys.executable, "-m", "cogtable", *arguments], **how)


def test_the_version_is_printed(run):
    assert run("--version") == (0, f"cogtable {cogtable.__version__}\n", "")


def test_help_names_every_command():
    result = CliRunner().invoke(cli.app, ["--help"])
    assert result.exit_code == 0
    for command in [
        "new",
        "serve",
        "limits",
        "admin",
        "lab",
        "play",
        "replay",
        "analyse",
        "games",
        "print",
        "rules",
        "words",
        "simulate",
        "record",
        "study",
        "sweep",
        "tune",
        "balance",
        "ladder",
        "warm",
        "doctor",
        "bench",
    ]:
        assert f"\n  {command} " in result.output


@pytest.mark.slow
def test_words_are_checked_and_translations_begun(run, tmp_path, monkeypatch):
    game = cogtable.game("splendor")
    monkeypatch.setattr(game, "folder", tmp_path)
    code, _, err = run("words", "splendor", "--check")
    assert (code, err) == (
        2,
        f"error: {tmp_path}/words.pot: the words of Splendor are out of date; run `cogtable words`\n",
    )
    assert run("words", "splendor") == (0, f"{tmp_path}/words.pot\n", "")
    assert run("words", "splendor", "--check") == (0, "", "")
    assert run("words", "splendor", "--new", "de") == (0, f"{tmp_path}/words.de.po\n", "")
    code, _, err = run("words", "splendor", "--new", "klingon")
    assert (code, err) == (2, 'error: there is no language "klingon"; expected one as "pl" or "pt-BR"\n')


def test_a_server_in_an_unknown_language_is_refused(run):
    code, _, err = run("serve", "--no-open", "--port", "0", "--language", "klingon")
    assert (code, err) == (2, 'error: there are no words in the language "klingon"; there are en, en-x-pseudo\n')


@pytest.mark.native
def test_puzzles_are_listed_and_found(run, tmp_path, monkeypatch):
    code, out, err = run("puzzles", "splendor")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 10
    assert re.match(r" 1\. [0-9a-f]{8}  seed \d+, after move \d+, (easy|medium|hard|expert): ", out)

    assert run("puzzles", "tiny")[1].startswith("tiny has no puzzles; `cogtable puzzles tiny --find 10 --out FILE`")
    together = "error: --find and --out belong together: how many puzzles, and where to write them\n"
    assert run("puzzles", "splendor", "--find", 1) == (2, "", together)
    assert run("puzzles", "splendor", "--out", tmp_path / "puzzles.json") == (2, "", together)

    # A game that has a puzzle also has one for shorter searches. That of the last deal was played by today's bots.
    monkeypatch.setattr("cogtable.lab.puzzles.CHUNK", 1)
    known = max(puzzle.puzzles_of(cogtable.game("splendor")).puzzles, key=lambda each: each.seed)
    file = tmp_path / "puzzles.json"
    given = ("--seed", known.seed, "--simulations", 1000, "--games", 1)
    code, out, err = run("puzzles", "splendor", "--find", 1, "--out", file, *given)
    assert (code, out) == (0, f"1 of 1: seed {known.seed}, {out.split(', ', 1)[1]}")
    game = cogtable.game("splendor")
    written = puzzle.read(game, file)
    assert written.made.endswith(f"--find 1 --out puzzles.json --simulations 1000 --games 1 --seed {known.seed}")
    (found,) = written.puzzles
    assert found.seed == known.seed
    puzzle.check(game, found)


def test_puzzles_that_are_not_confirmed_are_left_out(run, tmp_path, monkeypatch):
    game = cogtable.game("splendor")
    known = puzzle.puzzles_of(game)
    fallen = known.puzzles[3].key
    monkeypatch.setattr(
        "cogtable.lab.puzzles.recheck", lambda game, each, seed, effort: [f"seed {seed}"] if each.key == fallen else []
    )
    assert run("puzzles", "splendor", "--check", "--seed", 6)[2] == "error: decisions that no longer hold: 1\n"
    file = tmp_path / "puzzles.json"
    code, out, err = run("puzzles", "splendor", "--check", "--seed", 6, "--out", file)
    assert (code, err) == (0, "")
    assert out.splitlines()[4] == "    seed 7"
    assert out.splitlines()[-1] == f"9 of 10 hold, and are in {file}"
    held = puzzle.read(game, file)
    assert held.puzzles == [each for each in known.puzzles if each.key != fallen]
    assert held.made == f"{known.made}; cogtable puzzles splendor --check --out puzzles.json --seed 6"


def test_new_prints_the_next_steps_and_refuses_in_one_line(run, tmp_path):
    code, out, err = run("new", "red_fox", "--into", tmp_path)
    assert (code, err) == (0, "")
    assert "pip install --editable ." in out
    code, out, err = run("new", "red_fox", "--into", tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {tmp_path / 'red_fox'}: there is something of that name already")


@pytest.mark.parametrize("command", ["play", "simulate", "ladder"])
def test_help_names_every_bot(command):
    words = " ".join(CliRunner().invoke(cli.app, [command, "--help"]).output.split())
    assert ", ".join(name for name, _ in bots.names()) in words


@pytest.mark.slow
def test_help_loads_nothing_heavy():
    code = "import sys, cogtable.cli as c\ntry: c.main(['--help'])\nexcept SystemExit: pass\n"
    code += "heavy = 'rich', 'starlette', 'sqlalchemy', 'uvicorn', 'cogtable.lab.simulate'\n"
    code += "print([m for m in heavy if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"


def test_games_lists_the_games(run):
    code, out, err = run("games", "--json")
    assert (code, err) == (0, "")
    found = {game["name"]: game for game in json.loads(out)["games"]}
    assert found["splendor"]["seats"] == [2, 4]
    assert found["splendor"]["options"]["target"]["default"] == 15
    code, out, _ = run("games")
    assert code == 0
    assert "splendor" in out
    assert "target = 15 (1 to 50)" in out


def test_rules_prints_the_rules(run):
    code, out, _ = run("rules", "splendor")
    assert code == 0
    assert "SP-R4" in out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["play", "splendr"], 'there is no game "splendr"; did you mean splendor?'),
        (["rules", "qqqq"], 'there is no game "qqqq"; there are '),
        (["play", "splendor", "--seats", "9"], "splendor is for 2 to 4 seats; found 9"),
        (["play", "splendor", "--seat", "4", "--seats", "2"], "there is no seat 4; this game has 2"),
        (["play", "splendor", "--bot", "gredy"], 'there is no bot "gredy"; there are random, greedy'),
        (["play", "splendor", "-o", "target"], 'an option is written NAME=VALUE; found "target"'),
        (["play", "splendor", "-o", "target=99"], "option target: expected 1 to 50; found 99"),
        (["play", "splendor", "-o", "speed=9"], "splendor has no option 'speed'; it has target"),
        (["play", "splendor", "-o", "seats=3"], "splendor has no option 'seats'; it has target"),
        (["play", "splendor", "-o", "self=3"], "splendor has no option 'self'; it has target"),
        (["ladder", "splendor", "--bot", "greedy, greedy"], "two bots or more, each once; found greedy, greedy"),
        (["ladder", "splendor", "--seed", 2**63], f"a seed is a whole number from 0 to {2**63 - 1}; found {2**63}"),
        (["play", "splendor", "--box", "none.toml"], "none.toml: cannot be read: No such file or directory"),
        (["play", "splendor", "--resume", "none.json"], "none.json: cannot be read: No such file or directory"),
        (
            ["simulate", "splendor", "--seats", "2", "--bot", "random,random,random"],
            "expected one bot, or 2 separated by commas; found 3",
        ),
        (
            ["simulate", "splendor", "--games", "0"],
            "Invalid value for '--games': expected a number greater than or equal to 1; found \"0\"",
        ),
        (["play", "splendor", "--seats", "x"], "Invalid value for '--seats': expected a valid integer; found \"x\""),
        (["serve", "--port", "99999"], 'less than or equal to 65535; found "99999"'),
        (["simulate", "splendor", "--json", "--seats", "1"], "splendor is for 2 to 4 seats; found 1"),
        (["replay", "none.json"], "none.json: cannot be read: No such file or directory"),
        (["analyse", "none.json"], "none.json: cannot be read: No such file or directory"),
        (["analyse"], "Missing argument 'FILE'"),
        (["analyse", "none.json", "--moves", "-1"], "Invalid value for '--moves'"),
        (["simulat"], "No such command 'simulat'"),
        (["games", "--jsn"], "No such option: --jsn"),
        (["play"], "Missing argument 'GAME'"),
    ],
)
def test_mistakes_are_one_line_and_status_2(run, arguments, line):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert line in err
    assert err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("--game", "coalheart, megaman, recharge, smashgear, splendor"),
        ("--only", "native, interpreted, batch, observing, adapters"),
    ],
)
def test_an_unknown_benchmark_is_refused(capfd, option, expected):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["bench", option, "nosuch"])
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"error: {option}: expected one of {expected}")
    assert err.endswith("; found nosuch\n")
    assert err.count("\n") == 1


def test_an_analysis_refuses_a_seed_out_of_range(run, tmp_path):
    huge = 2**70
    file = tmp_path / "match.json"
    file.write_text(save(cogtable.game("tiny").start(seats=2, seed=5)))
    assert run("analyse", file, "--seed", huge) == (
        2,
        "",
        f"error: a seed is a whole number from 0 to {2**63 - 1}; found {huge}\n",
    )


def test_a_broken_box_is_named_with_entry_and_reason(run, tmp_path):
    box = tmp_path / "mine.toml"
    text = cogtable.game("splendor").box_file.read_text()
    box.write_text(text.replace("gold = 5", "gold = -5", 1))
    code, _, err = run("simulate", "splendor", "--box", box)
    assert code == 2
    assert err == f"error: {box}: line 9: gold: -5 is out of range; expected 0 to 20\n"
    box.write_text("game = [")
    code, _, err = run("play", "splendor", "--box", box)
    assert code == 2
    assert f"error: {box}: is not TOML: " in err


def test_all_mistakes_of_a_box_are_reported_one_per_line(run, tmp_path):
    box = tmp_path / "mine.toml"
    text = cogtable.game("splendor").box_file.read_text()
    box.write_text(text.replace("gold = 5", "gold = -5", 1).replace("red = 2", "red = 77", 1))
    code, out, err = run("simulate", "splendor", "--box", box)
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        f"error: {box}: 2 mistakes:",
        "  line 9: gold: -5 is out of range; expected 0 to 20",
        "  line 12: cards 1: cost.red: 77 is out of range; expected 0 to 20",
    ]


def test_a_file_that_is_not_a_match_is_refused(run, tmp_path):
    file = tmp_path / "match.json"
    file.write_text("{}")
    code, _, err = run("replay", file)
    assert code == 2
    assert err.startswith(f"error: {file}: this is not a saved match: ")


@pytest.fixture
def server(tmp_path):
    """Starts `cogtable serve` with arguments; returns the process and the lines it printed until it was ready."""
    started = []

    def serve(*arguments):
        process = start("serve", "--no-open", "--no-warm", "--database", str(tmp_path / "tables.db"), *arguments)
        started.append(process)
        lines = []
        while not lines or (lines[-1] and "Cogtable is at" not in lines[-1]):
            lines.append(process.stdout.readline())
        return process, lines

    yield serve
    for process in started:
        process.kill()
        process.communicate()


def test_a_requested_port_that_is_in_use_is_refused(run):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        code, _, err = run("serve", "--no-open", "--port", str(port))
    assert code == 2
    assert err == f"error: cannot listen at 127.0.0.1 port {port}: Address already in use\n"


@pytest.mark.slow
@WITH_SIGNALS
def test_without_a_requested_port_the_next_free_one_is_used_and_serve_ends_quietly(server):
    with socket.socket() as busy:
        try:
            busy.bind(("127.0.0.1", 8000))
            busy.listen()
        except OSError:
            pass  # it is in use already
        process, lines = server()
    assert lines[0].startswith("Port 8000 is taken; using ")
    assert "http://127.0.0.1:" in lines[-1]
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    assert process.returncode in (0, 130)


def test_an_address_of_another_machine_is_refused(run):
    code, _, err = run("serve", "--host", "192.0.2.1", "--no-open")
    assert code == 2
    assert err.startswith("error: cannot listen at 192.0.2.1 port 8000: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("database", "reason"),
    [("nosql://host/tables", "Can't load plugin"), ("postgresql+nothing://host/tables", "Can't load plugin")],
)
def test_an_unusable_database_is_refused(run, database, reason):
    code, out, err = run("serve", "--no-open", "--database", database)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: the database {database} cannot be used: ")
    assert reason in err
    assert err.count("\n") == 1


def test_a_saved_match_is_replayed(run, tmp_path):
    match = cogtable.game("splendor").start(seats=3, seed=7)
    match.play(0, "take white, blue, green")
    file = tmp_path / "match.json"
    file.write_text(save(match))
    code, out, err = run("replay", file)
    assert (code, err) == (0, "")
    assert "Seat 1 took white, blue and green" in out
    assert "waits for seat 2" in out
    code, out, err = run("replay", file, "--json")
    assert (code, err) == (0, "")
    replayed = json.loads(out)
    assert replayed["moves"] == 1
    assert replayed["waiting"] == [1]
    assert "  Seat 1 took white, blue and green" in replayed["log"]
    file.write_text(save(match).replace('[0, 0, "take', '[0, 77, "take'))
    code, _, err = run("replay", file)
    assert code == 2
    assert f"error: {file}: move 1 of the file" in err


def test_possessives_are_correct_in_the_terminal():
    words = "[[seat:0]]’s **base** on [[gem/red/triangle|red]], from [[seat:1]]’s to [[seat:0]] · [[rule:SG-R8]]"
    named = terminal.plain(words, lambda seat: ("you", "easy 2")[seat])
    assert named == "your base on red, from easy 2’s to you · SG-R8"
    assert terminal.plain("[[seat:0]]’s [[coin]]") == "seat 1’s coin"


@pytest.mark.native
def test_a_whole_game_can_be_played_in_the_terminal(run, tmp_path):
    file = tmp_path / "match.json"
    board = ["look", "why bank.5", "why gold", "why nothing", "log", "99999", "nonsense", "", "help", "save"]
    typed = ["take white, blue, green", *board, "undo", "undo", "1", f"save {file}", *["1"] * 3000]
    settings = ["--seed", 11, "--bot", "greedy", "--option", "target=5"]
    code, out, _ = run("play", "splendor", *settings, typed="\n".join(typed))
    assert code == 0
    assert "Gold comes only with a card that you reserve · SP-R5" in out
    assert 'You see no piece called "nothing"' in out
    assert "There is no choice 99999; there are 1 to " in out
    assert '"nonsense" is not a choice now' in out
    assert "You have not decided anything yet" in out
    assert "The game is over." in out
    assert "\n1. " in out
    assert "[[" not in out
    assert "**" not in out

    code, out, _ = run("play", "splendor", "--resume", file, typed="log\nquit\n")
    assert code == 0
    assert "  You took" in out


def test_a_match_with_a_custom_box_continues_with_it(run, tmp_path):
    box, file = tmp_path / "mine.toml", tmp_path / "match.json"
    text = cogtable.game("tiny").box_file.read_text(encoding="utf-8")
    box.write_text(text.replace('"cat", value = 2', '"cat", value = 9'), encoding="utf-8")
    command = ["play", "tiny", "--bot", "random", "--seat", 1]
    _, out, _ = run(*command, "--box", box, typed=f"save {file}\nquit\n")
    assert f"go on with: cogtable play tiny --resume {file} --box {box}\n" in out
    code, _, err = run("play", "tiny", "--resume", file, typed="quit\n")
    assert code == 2
    assert err.endswith("; name the box file that it was played with\n")
    code, _, _ = run("play", "tiny", "--resume", file, "--box", box, typed="quit\n")
    assert code == 0
    _, out, _ = run(*command, typed=f"save {file}\nquit\n")
    assert f"--resume {file}\n" in out


@pytest.mark.native
def test_each_other_seat_can_have_its_own_bot(run):
    code, out, _ = run("play", "tiny", "--seats", 3, "--seat", 2, "--bot", "greedy,random", typed="1\n1\n1\n1\n")
    assert code == 0
    assert "The game is over." in out
    assert "greedy 1" in out
    assert "random 3" in out


@pytest.mark.native
def test_the_end_of_the_input_leaves_the_table(run):
    code, _, err = run("play", "tiny", "--bot", "random", typed="")
    assert code == 0
    assert "Traceback" not in err


@pytest.mark.native
def test_simulate_prints_one_json_object_and_nothing_else(run):
    command = "simulate splendor --seats 4 --bot greedy,random,random,random --games 20 --seed 1 --json"
    code, out, err = run(*command.split())
    assert code == 0, err
    assert out.count("\n") == 1
    result = json.loads(out)
    assert set(WANTED.split()) <= set(result)
    assert sum(result["wins"]) == pytest.approx(20)
    assert set(result["win_rate"][0]) == {"bot", "seat", "rate", "low", "high"}
    assert set(result["length"]) == {"mean", "median", "p5", "p95"}


@pytest.mark.native
def test_simulate_prints_text_for_people(run):
    code, out, _ = run("simulate", "splendor", "--bot", "greedy,random", "--games", 50, "-o", "target=10")
    assert code == 0
    assert "Splendor: 50 games of 2 seats, 50 finished" in out
    assert "greedy" in out
    assert "moves/s" in out


@pytest.mark.native
def test_simulate_reports_the_results_of_each_cards_users(run):
    code, out, _ = run("simulate", "tiny", "--games", 50, "--tallies")
    assert code == 0
    assert "users' wins" in out
    assert out.index("lynx") < out.index("cat")
    code, _, err = run("simulate", "splendor", "--games", 2, "--tallies")
    assert code == 2
    assert "splendor has nothing to tally" in err


@pytest.mark.native
def test_simulate_with_a_box_reports_the_effect_of_the_change(run, tmp_path):
    tiny = cogtable.game("tiny").box_file.read_text(encoding="utf-8")
    box = tmp_path / "mine.toml"
    box.write_text(tiny.replace('"cat", value = 2', '"cat", value = 9'), encoding="utf-8")
    command = ["simulate", "tiny", "--games", 200, "--box", box]
    code, out, err = run(*command)
    assert (code, err) == (0, "")
    head, change, games, _, first, *rest = out.splitlines()
    assert head == f"{box} against the box in the package:"
    assert change == '  cards 3 "cat": value: 2 -> 9'
    assert games == "Tiny: 200 games of 2 seats with each box, from the same seeds"
    assert first.split()[:3] == ["*", "card", "cat"]
    assert " to +" in first
    assert any("seat 1 random" in line and "score" in line for line in rest)
    assert "--tallies prints them too" in out
    assert "card lynx" in run(*command, "--tallies")[1]

    code, out, err = run(*command, "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    result = json.loads(out)
    assert set(WANTED.split()) <= set(result)
    assert result["comparison"]["changes"] == [
        {"kind": "changed", "where": 'cards 3 "cat"', "field": "value", "old": 2, "new": 9}
    ]
    assert result["comparison"]["rows"][0]["what"] == "cat"
    assert result["comparison"]["package"]["box"] != result["box"]


@pytest.mark.native
def test_simulate_with_the_shipped_box_says_so(run, tmp_path):
    box = tmp_path / "mine.toml"
    box.write_text("# Mine\n" + cogtable.game("tiny").box_file.read_text(encoding="utf-8"), encoding="utf-8")
    code, out, _ = run("simulate", "tiny", "--games", 20, "--box", box)
    assert code == 0
    assert out.startswith(f"{box} is the same as the box in the package: there is nothing to compare.\n")
    assert "Tiny: 20 games of 2 seats, 20 finished" in out


@pytest.mark.native
def test_a_ladder_is_stored_in_its_file_and_continued(run, tmp_path):
    command = ["ladder", "tiny", "--bot", "random,greedy", "--file", tmp_path / "kept.json"]
    code, out, _ = run(*command, "--games", 6)
    assert code == 0
    assert "Tiny: 6 games of 2 seats" in out
    code, out, _ = run(*command, "--games", 8, "--json")
    assert code == 0
    result = json.loads(out)
    assert result["games"] == 8
    assert {rating["bot"] for rating in result["ratings"]} == {"random", "greedy"}
    code, _, err = run(*command, "--seed", 3)
    assert code == 2
    assert "has seed 0, not 3; name another file" in err
    code, _, err = run("ladder", "tiny", "--bot", "random,grandmaster")
    assert code == 2
    assert 'there is no bot "grandmaster"' in err


@pytest.mark.native
def test_warm_says_what_was_compiled_already(run):
    run("warm", "tiny")
    code, out, _ = run("warm", "tiny")
    assert code == 0
    assert "tiny: bot greedy: was there already" in out
    assert "compiled in" not in out


@pytest.mark.native
@WITH_SIGNALS
def test_ctrl_c_ends_quietly():
    process = start("play", "splendor", "--seed", "1", stdin=subprocess.PIPE)
    line = ""
    while "take white, blue, green" not in line:
        line = process.stdout.readline()
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err.strip() == ""


@pytest.mark.slow
def test_a_closed_pipe_is_not_a_crash():
    reader, writer = os.pipe()
    os.close(reader)
    process = start("games", "--json", stdout=writer)
    os.close(writer)
    _, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    assert "Exception" not in err


@pytest.mark.native
def test_a_saved_match_is_analysed(run, tmp_path):
    match = cogtable.game("tiny").start(seats=2, seed=5)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[-1].action)
    file = tmp_path / "match.json"
    file.write_text(save(match))
    code, out, _ = run("analyse", file, "--json", "--seed", 3)
    assert code == 0
    found = json.loads(out)
    assert (found["game"], found["moves"], found["over"], found["seed"]) == ("tiny", match.ply, True, 3)
    assert [position["ply"] for position in found["positions"]] == list(range(match.ply + 1))
    moves = [position["move"] for position in found["positions"] if position["move"]]
    assert moves
    for move in moves:
        assert move["lost"] == move["best_chance"] - move["chance"] >= 0
    worst = max(moves, key=lambda move: move["lost"])
    assert worst["lost"] > 0

    code, out, err = run("analyse", file, "--seed", 3, "--moves", 1)
    assert (code, err) == (0, "")
    assert f"Tiny, 2 seats, {match.ply} moves" in out
    assert f"Move {worst['ply'] + 1}, seat {worst['seat'] + 1}: lost {worst['lost']:.0%}" in out
    assert f"  played {worst['words']} ({worst['chance']:.0%} to win)" in out
    assert f"  better {worst['best_words']} ({worst['best_chance']:.0%} to win)" in out
    assert out.count("Move ") == 1


@pytest.mark.native
def test_a_study_is_written_and_continued(run, tmp_path):
    given = ("study", "tiny", "--bot", "random", "--games", 40, "--skill", 0, "--without", 0, "--out", tmp_path)
    code, out, _ = run(*given)
    assert code == 0
    assert f"{tmp_path / 'report.html'}: open it in a browser" in out
    code, out, _ = run(*given, "--json")
    found = json.loads(out)
    assert found["report"] == str(tmp_path / "report.html")
    assert {"measure", "value", "low", "high"} <= set(found["figures"][0])
    code, _, err = run(*given, "--seed", 3)
    assert (code, err) == (2, f"error: the study in {tmp_path} has seed 0, not 3; name another folder\n")


@pytest.mark.large  # docs/sweep.md runs both, and tests/lab/test_sweep.py plays the boxes
@pytest.mark.native
def test_a_sweep_and_a_tuning_write_playable_boxes(run, tmp_path):
    aims = tmp_path / "my.aims.toml"
    aims.write_text('[[aims]]\nmeasure = "wins when dealt"\nwhat = "lynx"\nlow = 40\nhigh = 60\n', encoding="utf-8")
    given = ("tiny", "--set", "cards.lynx.value=5..7", "--aims", aims, "--games", 60)
    for command in ("sweep", "tune"):
        out_folder = tmp_path / command
        code, out, err = run(command, *given, "--out", out_folder)
        assert (code, err) == (0, "")
        assert f"{out_folder / 'report.html'}: open it in a browser." in out
        assert f"Play the box: cogtable serve --box {out_folder / 'best.toml'}" in out
        code, out, _ = run(command, *given, "--out", out_folder, "--json")
        found = json.loads(out)
        assert found["box"] == str(out_folder / "best.toml")
        assert {"measure", "value", "low", "high"} <= set(found["figures"][0])
        code, out, _ = run("simulate", "tiny", "--box", found["box"], "--games", 10)
        assert code == 0
        assert 'cards 12 "lynx": value: 9 -> ' in out


@pytest.mark.native
def test_balance_reports_aims_that_hold_and_fails_on_those_that_miss(run, tmp_path):
    box = tmp_path / "mine.toml"
    box.write_text(cogtable.game("tiny").box_file.read_text(encoding="utf-8"), encoding="utf-8")
    given = ("balance", "tiny", "--box", box, "--bot", "random", "--games", 100, "--all")
    code, _, err = run(*given)
    assert code == 2
    assert "there are no aims for" in err
    assert str(tmp_path / "mine.aims.toml") in err
    aims = tmp_path / "mine.aims.toml"
    aims.write_text('[[aims]]\nmeasure = "length"\nlow = 6\nhigh = 6\n', encoding="utf-8")
    code, out, _ = run(*given)
    assert code == 0
    assert "1 hold, 0 miss, 0 open." in out
    aims.write_text('[[aims]]\nmeasure = "length"\nhigh = 5\n', encoding="utf-8")
    code, out, _ = run(*given, "--json")
    assert code == 1
    assert [each["verdict"] for each in json.loads(out)["judged"]] == ["misses"]


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_a_terminal_without_a_character_shows_another(encoding):
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for command in (["rules", "splendor"], ["games"], ["--help"], ["games", "--json"]):
        with start(*command, env=environment, text=False) as process:
            out, err = process.communicate()
        assert (process.returncode, err) == (0, b""), command
        out.decode(encoding)
    assert json.loads(out)
