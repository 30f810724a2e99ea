"""Downloading a finished game."""

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


def test_a_player_downloads_the_game_in_the_command_lines_format(
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


def test_other_people_cannot_download_it(server: LiveServer) -> None:
    table, _, _ = finished(server)
    for secret in ("", "wrong"):
        answer = file(server, table, secret)
        assert (answer.status_code, "secret of a seat" in answer.text) == (401, True)
    assert file(server, "nothing").status_code == 404


def test_a_running_game_cannot_be_downloaded(server: LiveServer) -> None:
    table, secrets = server.full("tiny")
    answer = file(server, table, secrets[0])
    assert (answer.status_code, "not over yet" in answer.text) == (409, True)
