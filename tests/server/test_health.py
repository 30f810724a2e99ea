"""The health checks and the metrics."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogtable.server.core.limits import UNLIMITED, Rate
from cogtable.server.http import health as probes
from cogtable.server.wire.base import PROTOCOL

from .live_server import PATIENCE, LiveServer


def health(server: LiveServer) -> tuple[int, dict[str, Any]]:
    answer = server.http.get(f"http://{server.address}/healthz")
    return answer.status_code, answer.json()


def test_a_healthy_server_says_so(own_server: LiveServer) -> None:
    status, found = health(own_server)
    assert (status, found["status"], found["protocol"]) == (200, "ok", PROTOCOL)
    assert 0 < found["write_s"] < 2
    assert own_server.http.get("/health").json()["status"] == "ok"


def test_a_slow_disk_is_reported(own_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "SLOW_S", 0)
    status, found = health(own_server)
    assert (status, found["status"]) == (503, "slow")


def test_a_disk_that_accepts_no_writes_is_reported(own_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes hang here, as on a failing disk. Requests that need no database still work."""
    monkeypatch.setattr(probes, "PATIENCE_S", 0.05)
    with closing(sqlite3.connect(own_server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            status, found = health(own_server)
            assert (status, found["status"]) == (503, "failing")
            assert found["error"] == "the database has not written anything for 0.05 s"
        assert own_server.http.get("/games").status_code == 200
        other.execute("ROLLBACK")
    while health(own_server)[0] != 200:
        time.sleep(0.01)


def test_a_failing_database_is_reported_without_paths(own_server: LiveServer) -> None:
    own_server.execute("ALTER TABLE alembic_version RENAME TO gone")
    status, found = health(own_server)
    assert (status, found["status"]) == (503, "failing")
    assert "no such table" in found["error"]
    assert str(Path(own_server.database).parent) not in found["error"]


def read(text: str) -> dict[str, float]:
    """Returns the values of metrics, by name and labels."""
    return {
        sample.name + "".join(f" {key}={value}" for key, value in sample.labels.items()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


Measured = Callable[..., dict[str, float]]


def measured(server: LiveServer) -> dict[str, float]:
    answer = server.http.get(f"http://{server.address}/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return read(answer.text)


def test_activity_is_measured(own_server: LiveServer) -> None:
    before = measured(own_server)
    assert before["cogtable_tables"] == before["cogtable_moves_total"] == 0
    table, secrets = own_server.full("tiny")
    people = [own_server.sit(table, secret) for secret in secrets]
    own_server.sit(table)
    next(person for person in people if person.actions()).play()
    found = measured(own_server)
    assert found["cogtable_tables"] == 1
    assert found["cogtable_people"] == 2
    assert found["cogtable_spectators"] == 1
    assert found["cogtable_connections"] >= 3
    assert found["cogtable_moves_total"] == found["cogtable_move_seconds_count"] == 1
    assert found["cogtable_requests_total status=2xx"] >= 3
    assert found["cogtable_searches_waiting"] == 0
    assert found["process_open_fds"] > 0


def test_bots_and_the_disk_are_measured(own_server: LiveServer) -> None:
    mine = own_server.new("tiny", "me", "easy")
    ada = own_server.sit(mine["table"], mine["secret"])
    ada.play().until(2)
    health(own_server)
    found = measured(own_server)
    assert found["cogtable_search_seconds_count"] >= 1
    assert found["cogtable_database_check_seconds_count"] >= 1


def test_refusals_are_counted_by_limit(own_server: LiveServer) -> None:
    own_server.limit(joins=Rate(1, 60))
    table = own_server.new("tiny", "me", "open", "open")["table"]
    own_server.join(table)
    for _ in range(2):
        assert own_server.post(f"/tables/{table}/join", {"name": "Cy"}).status_code == 429
    found = measured(own_server)
    assert found["cogtable_refused_total limit=joins"] == 2
    assert found["cogtable_requests_total status=4xx"] == 2


def metrics(server: LiveServer, **headers: str) -> httpx.Response:
    return server.http.get(f"http://{server.address}/metrics", headers=headers)


def test_only_permitted_addresses_can_read_the_metrics(own_server: LiveServer, tmp_path: Path) -> None:
    assert metrics(own_server).status_code == 200
    assert metrics(own_server, Host="tower.local").status_code == 404
    assert metrics(own_server, **{"X-Forwarded-For": "192.0.2.7"}).status_code == 404
    with LiveServer(tmp_path / "a", origins=("https://play.example.org",)) as behind_a_proxy:
        assert metrics(behind_a_proxy).status_code == 404
    with LiveServer(tmp_path / "b", metrics_token="let me see", host="0.0.0.0") as with_token:
        assert metrics(with_token).status_code == 404
        assert metrics(with_token, Authorization="Bearer something").status_code == 404
        assert metrics(with_token, Authorization="Bearer let me see", Host="10.1.2.3").status_code == 200


def test_frequent_health_checks_do_not_wear_out_the_disk(own_server: LiveServer) -> None:
    """Health checks have no limit, so they write at most once a second."""
    own_server.limit(requests=Rate(1, 1000))
    began = time.monotonic()
    answers = [health(own_server) for _ in range(50)]
    assert {status for status, _ in answers} == {200}
    assert len({found["write_s"] for _, found in answers}) <= time.monotonic() - began + 1
    assert time.monotonic() - began < PATIENCE
    assert own_server.app.state.counts.limits != UNLIMITED
