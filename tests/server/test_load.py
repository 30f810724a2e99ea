"""The load generator plays on a server, and only where it is allowed to."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bench import load, processes
from bench.crowd import Party, Refused
from bench.load import AS_FAST_AS_IT_GOES, Found, Load, Plan, Sample, move_times, percentile
from bench.serving import Server
from cogtable.server.core.limits import Limits, Rate

from .live_server import LiveServer


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["--url", "http://93.184.216.34"], "say --anywhere"),
        (["--url", "nonsense"], "expected an address like"),
        (["--tables", "-1"], "expected 0 to"),
        (["--tables", "0"], "expected some --tables"),
        (["--rate", "fast"], "expected moves a second, or most"),
        (["--game", "chess"], "expected one of"),
        (["--every", "0"], "more than 0"),
        (["--pid", "1"], "expected one --url; found 0"),
        (["--url", "http://127.0.0.1:1", "--url", "http://127.0.0.1:2", "--pid", "1"], "expected one --url; found 2"),
    ],
)
def test_invalid_arguments_are_refused(given: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        load.arguments(given)
    assert expected in capsys.readouterr().err


def test_only_local_servers_are_used_unless_allowed() -> None:
    assert load.is_local("127.0.0.1")
    assert load.is_local("192.168.1.5")
    assert not load.is_local("93.184.216.34")
    assert load.arguments(["--url", "http://93.184.216.34", "--anywhere"]).url


def test_simulated_people_play_and_watch(tmp_path: Path) -> None:
    plan = Plan(tables=3, rate=AS_FAST_AS_IT_GOES, seconds=1, warm_up=0, idle=4, every_s=0.2)
    ids: list[str] = []
    with LiveServer(tmp_path / "db") as server:
        found = asyncio.run(Load([f"http://{server.address}"], plan, [], ids).run())
        played = [server.http.get(f"/tables/{table}").json() for table in ids]
    assert [each["table"] for each in played] == ids
    assert len(ids) >= 5 + found.tables_made  # and tables whose people were about to sit down at the end
    assert found.sockets == 10
    assert found.failures == []
    assert len(found.sent) > 0
    json.dumps(dict(load.rows(found, measured=False)))


@pytest.mark.parametrize(("by_table", "most"), [(True, 1), (False, 2)])
def test_people_connect_to_any_process_or_to_that_of_their_table(
    by_table: bool, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came: dict[str, set[str]] = {}
    connected = Party.connected

    def seen(party: Party, addresses: list[str], table: str, secrets: list[str]) -> AbstractAsyncContextManager[None]:
        came[table] = set(addresses)
        return connected(party, addresses, table, secrets)

    monkeypatch.setattr(Party, "connected", seen)
    with LiveServer(tmp_path / "db") as server:
        places = [f"http://{host}:{server.address.split(':')[1]}" for host in ("127.0.0.1", "localhost")]
        plan = Plan(tables=8, rate=AS_FAST_AS_IT_GOES, seconds=1, warm_up=0, by_table=by_table)
        found = asyncio.run(Load(places, plan, [], []).run())
    assert found.failures == []
    assert max(len(addresses) for addresses in came.values()) == most
    assert set.union(*came.values()) == set(places)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["--database", "tables.db"], "expected one of PostgreSQL"),
        (["--database", "postgresql://x", "--processes", "1"], "--processes: expected 2 to"),
        (["--database", "postgresql://x", "--share", "2"], "expected more than 0, and 1 at most; found 2"),
    ],
)
def test_processes_that_cannot_be_compared_are_refused(
    given: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        processes.arguments(given)
    assert expected in capsys.readouterr().err


def test_a_server_that_does_not_start_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "no-database"
    file.write_text("something else entirely, and long enough to be looked at as a database would be" * 9)
    monkeypatch.setattr("sys.argv", ["load", "--database", str(file)])
    assert load.main() == 1
    assert capsys.readouterr().err == f"error: the server did not start with the database {file}\n"


def test_a_limit_of_the_server_is_reported(tmp_path: Path) -> None:
    plan = Plan(tables=4, seconds=1)
    limits = Limits(tables_made=Rate(2, 3600))
    with LiveServer(tmp_path / "db", limits=limits) as server, pytest.raises(Refused, match="too many tables"):
        asyncio.run(Load([f"http://{server.address}"], plan, [], []).run())


def test_a_delayed_move_counts_from_when_it_was_due() -> None:
    dues = move_times(Plan(tables=4, rate=2), 1, 100.0)
    assert [next(dues) for _ in range(3)] == [100.5, 102.5, 104.5]


def test_the_slope_is_that_of_the_second_half() -> None:
    samples = [Sample(at, 500 if at < 50 else 100 + at / 36, 20 * at, 0) for at in range(0, 101, 10)]
    found = Found(Plan(), seconds=100, samples=samples)
    assert found.slope_mb_per_hour == pytest.approx(100)
    assert found.bytes_per_move == pytest.approx(1e6 / 36 / 20)


def test_without_moves_there_is_no_growth_per_move() -> None:
    samples = [Sample(at, 100 + at, 0, 0) for at in range(0, 101, 10)]
    assert Found(Plan(), seconds=100, samples=samples).bytes_per_move == 0


def test_each_measurement_of_memory_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan(tables=1, rate=AS_FAST_AS_IT_GOES, seconds=1, warm_up=0, every_s=0.2)
    with LiveServer(tmp_path / "db") as server:
        measured = Server(server.address, os.getpid())
        found = asyncio.run(Load([f"http://{server.address}"], plan, [measured], [], load.tell).run())
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(found.samples) > 1
    assert lines[-1].split()[2:4] == [str(found.samples[-1].moves), "moves"]
    assert lines[-1].endswith(" MB")
    assert dict(load.rows(found, measured=True))["memory_mb"] > 0


def test_percentiles_are_in_milliseconds() -> None:
    times = [number / 1000 for number in range(1, 102)]
    assert percentile(times, 50) == pytest.approx(51)
    assert percentile(times, 99) == pytest.approx(100)
    assert percentile([], 50) == 0
