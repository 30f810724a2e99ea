"""Data sets: their games can be reproduced from their seeds."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import cogtable
from cogtable import BadOption, bots, cli, envs
from cogtable.bots import UnknownBot
from cogtable.envs import parquet

pytestmark = pytest.mark.native


def test_every_row_is_a_decision_of_its_game(tmp_path):
    """Each game is dealt from its seed and played again as a match, and compared with its rows."""
    file = tmp_path / "games.parquet"
    settings: dict[str, Any] = {"bot": ["greedy", "random"], "seed": 50, "limit": 6}
    done = envs.record("splendor", 5, file, group=2, **settings)
    table = pq.read_table(file)
    assert (done.games, done.rows) == (5, len(table))
    observations, masks, ranks = (parquet.rows_of(table[name]) for name in ("observation", "mask", "ranks"))
    scores = parquet.rows_of(table["scores"])
    rows = table.to_pylist()
    at = 0
    for number in range(5):
        match = cogtable.game("splendor").start(seats=2, seed=50 + number, limit=6, always_ask=1)
        first = at
        while not match.over:
            row, seat = rows[at], match.waiting[0]
            assert (row["game"], row["seed"], row["ply"], row["seat"]) == (number, 50 + number, match.ply, seat)
            assert (match.observation(seat) == observations[at]).all()
            assert (match.legal(seat) == masks[at]).all()
            assert row["action"] == bots.choose(["greedy", "random"][seat], match, seat, seed=50 + number)
            match.play(seat, row["action"])
            at += 1
        for row, places, points in zip(rows[first:at], ranks[first:at], scores[first:at], strict=True):
            assert tuple(places) == match.ranks
            assert tuple(points) == match.scores
            assert row["reward"] == {1: 1.0, 2: -1.0}[match.ranks[row["seat"]]] or match.ranks == (1, 1)
    assert at == len(table)


def test_the_same_games_make_the_same_table_with_any_number_of_threads(game, tmp_path):
    for threads in (1, 2):
        envs.record(game, 3, tmp_path / f"{threads}", seed=3, max_moves=30, group=2, threads=threads)
    assert pq.read_table(tmp_path / "1").equals(pq.read_table(tmp_path / "2"))
    assert pq.ParquetFile(tmp_path / "1").num_row_groups == 2
    table = pq.read_table(tmp_path / "1")
    low, high = game.layout.bounds()
    observations, masks = (parquet.rows_of(table[name]) for name in ("observation", "mask"))
    assert ((low <= observations) & (observations <= high)).all()
    assert masks[np.arange(len(table)), table["action"].to_numpy()].all()
    assert list(table.column_names) == list(parquet.COLUMNS)


def test_a_truncated_game_has_no_result(tmp_path):
    envs.record("splendor", 2, tmp_path / "games", max_moves=4)
    table = pq.read_table(tmp_path / "games")
    assert len(table) == 8
    assert not table["reward"].to_numpy().any()
    assert not parquet.rows_of(table["ranks"]).any()


def test_a_file_describes_its_contents(tmp_path):
    file = tmp_path / "games.parquet"
    envs.record("tiny", 2, file, seats=3, bot=["random", "greedy", "random"], seed=7, command="made by hand", length=2)
    game = cogtable.game("tiny")
    told = parquet.about(file)
    expected = {"game": "tiny", "version": game.version, "box": game.box.digest, "seats": 3, "seed": 7, "games": 2}
    assert told | expected == told
    assert told["bots"] == ["random", "greedy", "random"]
    assert told["options"]["length"] == 2
    assert told["command"] == "made by hand"
    assert told["columns"] == parquet.COLUMNS
    assert [block["name"] for block in told["layout"]] == [block.name for block in game.layout.blocks()]
    other = tmp_path / "other.parquet"
    pq.write_table(pq.read_table(file).replace_schema_metadata(None), other)
    with pytest.raises(BadOption, match="is not a data set of Cogtable"):
        parquet.about(other)


def test_invalid_recordings_are_refused_and_leave_no_file(tmp_path):
    file = tmp_path / "games.parquet"
    with pytest.raises(UnknownBot, match='there is no bot "nobody"'):
        envs.record("tiny", 1, file, bot="nobody")
    with pytest.raises(BadOption, match="games: expected a whole number from 1; found 0"):
        envs.record("tiny", 0, file)
    with pytest.raises(BadOption, match=r"group: expected a whole number from 1; found 1\.5"):
        envs.record("tiny", 1, file, group=1.5)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="tiny is for 2 to 3 seats; found 9"):
        envs.record("tiny", 1, file, seats=9)
    with pytest.raises(BadOption, match="seed"):
        envs.record("tiny", 1, file, seed=-1)
    with pytest.raises(FileNotFoundError):
        envs.record("tiny", 1, tmp_path / "nowhere" / "games.parquet")

    def stop(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        envs.record("tiny", 4, file, progress=stop)
    assert list(tmp_path.iterdir()) == []


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        cli.main([str(each) for each in arguments])
    return (ended.value.code, *capsys.readouterr())


def test_the_command_line_records_games(capsys, tmp_path):
    file = tmp_path / "games.parquet"
    command = ["record", "tiny", "--games", 3, "--bot", "random,greedy", "--seed", 4, "-o", "length=2", "--out", file]
    code, out, _ = run(capsys, *command)
    assert (code, out) == (0, f"{file}: 3 games, {len(pq.read_table(file))} decisions\n")
    said = parquet.about(file)["command"]
    again = [*said.removeprefix("cogtable ").replace("games.parquet", str(tmp_path / "again")).split()]
    code, out, _ = run(capsys, *again, "--json")
    assert json.loads(out) == {"file": str(tmp_path / "again"), "games": 3, "rows": len(pq.read_table(file))}
    assert pq.read_table(tmp_path / "again").equals(pq.read_table(file))


def test_the_command_line_refuses_invalid_arguments(capsys, tmp_path):
    assert run(capsys, "record", "tiny", "--out", tmp_path / "x", "--bot", "nobody")[0::2] == (
        2,
        'error: there is no bot "nobody"; there are random, greedy, easy, medium, hard, expert, master\n',
    )
    code, _, err = run(capsys, "record", "tiny", "--out", Path(tmp_path, "nowhere", "x"))
    assert code == 2
    assert "nowhere" in err
    assert run(capsys, "record", "tiny")[0] == 2
