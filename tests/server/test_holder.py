"""One server locks a database file; a second one is told which server has it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cogtable import doctor
from cogtable.cli import app
from cogtable.server.db.backup import BackupError, restore
from cogtable.server.db.holder import ENDING, Held, Holder, hold, holder_of
from cogtable.server.settings import ServerSettings

from .test_crash import SERVE, WITH_SIGNALS, Process


def test_a_file_is_locked_until_it_is_released(tmp_path: Path) -> None:
    file = tmp_path / "cogtable.db"
    assert holder_of(file) is None
    with hold(file) as own:
        own.tell("http://127.0.0.1:8000")
        assert holder_of(file) == Holder(pid=os.getpid(), machine=socket.gethostname(), address="http://127.0.0.1:8000")
        link = tmp_path / "link.db"
        link.symlink_to(file)
        with pytest.raises(Held, match=r"at http://127\.0\.0\.1:8000 \(process \d+\); open that address"), hold(link):
            pass
        with hold(tmp_path / "other.db"):
            pass
    assert holder_of(file) is None
    with hold(file):
        pass


def test_a_holder_on_another_machine_is_named() -> None:
    assert (
        str(Holder(pid=7, machine="tower", address="http://tower:8000")) == "at http://tower:8000 (process 7 on tower)"
    )


@pytest.mark.parametrize("database", ["sqlite://", "sqlite:///:memory:", "postgresql+psycopg://db/cogtable"])
def test_databases_without_a_file_are_not_locked(database: str) -> None:
    assert ServerSettings(database=database).database_file() is None


@WITH_SIGNALS
@pytest.mark.slow
def test_a_second_server_names_the_address_of_the_first(tmp_path: Path) -> None:
    file = tmp_path / "cogtable.db"
    with Process(file) as first:
        command = [sys.executable, "-m", "cogtable", "serve", "--database", str(file), "--no-open"]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode
        assert f"served by a Cogtable server already, at http://{first.address}" in second.stderr
        assert second.stderr.count("\n") <= 2
        assert "Traceback" not in second.stderr

        status = CliRunner().invoke(app, ["admin", "status", "--database", str(file)])
        assert f"server: at http://{first.address} (process {first.process.pid})" in status.output
        check = doctor.server_of(str(file))
        assert check.state == "note"
        assert first.address in check.found
        backup = tmp_path / "backup.db"
        backup.write_bytes(file.read_bytes())
        with pytest.raises(BackupError, match=first.address):
            restore(backup, file)
        first.kill()
    assert holder_of(file) is None
    assert doctor.server_of(str(file)).state == "good"
    assert (tmp_path / f"cogtable.db{ENDING}").exists()
    with Process(file, SERVE) as again:
        again.kill()
