"""A finished game as a file."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

import cogtable
from cogtable.cli import main

from .live_server import LiveServer
from .test_analyses import finished


def file(server: LiveServer, table: str, secret: str = "") -> httpx.Response:
    headers = {"authorization": f"Bearer {secret}"} if secret else {}
    return server.http.get(f"/tables/{table}/file", headers=headers)


def test_who_has_played_gets_the_game_as_the_command_line_reads_it(
    server: LiveServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, secrets, match = finished(server)
    for secret in secrets:
        answer = file(server, table, secret)
        assert answer.status_code == 200, answer.text
        assert f"tiny-{table}.json" in answer.headers["content-disposition"]
        assert answer.headers["cache-control"] == "no-store"
        loaded = cogtable.load(answer.text, verify=True)
        assert [(move.seat, move.action) for move in loaded.moves] == [(move.seat, move.action) for move in match.moves]
        assert loaded.over
        for hidden in (*secrets, "Friend"):
            assert hidden not in answer.text, "neither secrets nor names"
    kept = tmp_path / "game.json"
    kept.write_text(answer.text)
    for command in ("replay", "analyse"):
        with pytest.raises(SystemExit) as ended:
            main([command, str(kept)])
        assert ended.value.code == 0
    assert "Tiny, 2 seats" in capsys.readouterr().out


def test_who_has_not_played_does_not(server: LiveServer) -> None:
    table, _, _ = finished(server)
    for secret in ("", "wrong"):
        answer = file(server, table, secret)
        assert (answer.status_code, "secret of a seat" in answer.text) == (401, True)
    assert file(server, "nothing").status_code == 404


def test_nobody_gets_a_game_that_goes_on(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    answer = file(server, table, secrets[0])
    assert (answer.status_code, "not over yet" in answer.text) == (409, True)
