"""`cogtable doctor` finds every fault that it checks for, and says what to do."""

import json
import shutil
import socket
import sqlite3
from collections import namedtuple
from contextlib import closing
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numba
import pytest

from cogtable import cli, doctor
from cogtable.engine.compile import cache, cuda_target
from cogtable.engine.errors import MissingDevice
from cogtable.engine.play import registry
from cogtable.server.db.connection import newest_revision
from cogtable.server.db.store import Store


@pytest.fixture
def run(capsys):
    """Runs `cogtable doctor` with arguments: (exit status, stdout)."""

    def run(*arguments):
        with pytest.raises(SystemExit) as left:
            cli.main(["doctor", *map(str, arguments)])
        return left.value.code, capsys.readouterr().out

    return run


def test_a_python_that_is_too_old_is_found():
    check = doctor.python((3, 9, 2))
    assert (check.state, check.todo) == ("bad", "Install Python 3.11 or newer, and Cogtable with it.")
    assert check.found.startswith("3.9.2 ")
    assert doctor.python((3, 12, 0), is_64_bit=False).state == "bad"
    assert doctor.python((3, 12, 0), is_64_bit=True).state == "good"


def test_a_missing_package_is_found(monkeypatch):
    def version(name):
        if name == "msgspec":
            raise PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(doctor, "version", version)
    check = doctor.packages()
    assert (check.state, check.found) == ("bad", "missing: msgspec")
    assert check.todo.endswith("-m pip install msgspec")


def test_missing_extras_are_not_faults():
    assert doctor.packages().state == "good"


def broken(function):
    raise OSError("libllvm.so: cannot open shared object file\nand more")


@pytest.mark.parametrize(
    ("njit", "found"),
    [
        (broken, "Numba cannot compile: libllvm.so: cannot open shared object file"),
        (lambda function: lambda number: 7, "Numba compiles, but the result is wrong"),
    ],
)
def test_a_compiler_that_does_not_work_is_found(monkeypatch, njit, found):
    monkeypatch.setattr(numba, "njit", njit)
    check = doctor.compiler()
    assert (check.state, check.found) == ("bad", found)
    assert "numba" in check.todo


def test_a_read_only_cache_is_found(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(cache, "ROOT", tmp_path / "file" / "native")
    check = doctor.cache_folder()
    assert check.state == "bad"
    assert check.found == f"{tmp_path}/file/native cannot be a folder: {tmp_path}/file is a file"
    assert "COGTABLE_CACHE" in check.todo
    monkeypatch.setattr(Path, "touch", lambda self: exec("raise PermissionError(13, 'Permission denied')"))
    monkeypatch.setattr(cache, "ROOT", tmp_path / "native")
    assert doctor.cache_folder().found == f"{tmp_path}/native cannot be written: Permission denied"


def test_games_that_are_not_compiled_are_found(monkeypatch):
    ready = {"splendor", "recharge"}
    games = [registry.find(name) for name in ("splendor", "recharge", "tiny")]
    monkeypatch.setattr(registry, "usable", lambda: games)
    monkeypatch.setattr("cogtable.server.thinking.warmup.is_ready", lambda game: game.name in ready)
    check = doctor.compiled_games()
    assert (check.state, check.found) == ("note", "2 of 3 compiled; not tiny")
    assert "`cogtable warm tiny`" in check.todo
    ready.add("tiny")
    assert doctor.compiled_games().state == "good"
    games.clear()
    assert doctor.compiled_games().state == "bad"


def test_a_client_that_is_not_built_is_found(tmp_path):
    check = doctor.client(tmp_path)
    assert (check.state, check.found) == ("bad", f"not built: there is no {tmp_path}/index.html")
    assert "make client" in check.todo
    (tmp_path / "index.html").write_text('<script type="module" src="./assets/index-1.js"></script>')
    assert doctor.client(tmp_path).found == f"incomplete: {tmp_path}/assets/index-1.js is missing"
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1.js").touch()
    assert doctor.client(tmp_path).state == "good"


def test_a_port_in_use_is_found(monkeypatch):
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        check = doctor.port_to_listen("127.0.0.1", port)
        assert check.state == "bad"
        assert str(port) in check.found
        assert "another port" in check.todo
        monkeypatch.setattr("cogtable.server.app.serve.DEFAULT_PORT", port)
        check = doctor.port_to_listen("127.0.0.1", None)
        assert (check.state, check.found) == ("note", f"{port} at 127.0.0.1 is taken by another program")
        assert "the server takes" in check.todo
    assert doctor.port_to_listen("127.0.0.1", 0).state == "good"


def test_an_address_of_another_machine_is_found():
    check = doctor.port_to_listen("192.0.2.1", 0)
    assert check.state == "bad"
    assert check.found.startswith("cannot listen at 192.0.2.1 port 0")


def test_a_missing_database_is_not_created(tmp_path):
    file = tmp_path / "new" / "tables.db"
    assert doctor.database_of(str(file)).found == f"{file} is made by the first server"
    assert not file.parent.exists()


def test_databases_of_this_earlier_and_later_versions_are_distinguished(tmp_path):
    file = tmp_path / "tables.db"
    Store(f"sqlite:///{file}").close()
    assert doctor.database_of(str(file)).found == f"{file}, at migration {newest_revision()}, the newest"
    for revision, state, todo in [
        ("0004", "note", f"the next server brings it to {newest_revision()}"),
        ("9999", "bad", f"this one knows migrations up to {newest_revision()}"),
    ]:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
        check = doctor.database_of(str(file))
        assert (check.state, revision in check.found) == (state, True)
        assert todo in check.todo
    file.write_bytes(b"")
    assert "is empty" in doctor.database_of(str(file)).found


def test_an_unreadable_database_is_found(tmp_path, monkeypatch):
    file = tmp_path / "tables.db"
    file.write_text("this is a letter to my aunt, and no database at all, however long it may be" * 20)
    check = doctor.database_of(str(file))
    assert (check.state, "file is not a database" in check.found) == ("bad", True)
    assert "cogtable admin restore" in check.todo
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert doctor.database_of(str(file)).found == f"{file} cannot be written"
    check = doctor.database_of(str(file / "inside.db"))
    assert (check.state, check.found) == ("bad", f"{file} cannot be a folder: {file} is a file")


def test_a_database_server_that_does_not_answer_is_found():
    pytest.importorskip("psycopg")
    check = doctor.database_of("postgresql://ada:secret@127.0.0.1:1/tables")
    assert check.state == "bad"
    assert "secret" not in check.found
    assert "database server is running" in check.todo


def test_a_missing_gpu_is_not_a_fault(monkeypatch):
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    check = doctor.graphics()
    assert (check.state, "cogtable[gpu]" in check.todo) == ("note", True)

    def missing():
        raise MissingDevice("the device cuda needs an NVIDIA GPU and its driver; numba-cuda says: no driver")

    monkeypatch.setattr(doctor, "find_spec", lambda name: object())
    monkeypatch.setattr(cuda_target, "check", missing)
    check = doctor.graphics()
    assert (check.state, "nvidia-smi" in check.todo) == ("note", True)
    monkeypatch.setattr(cuda_target, "check", lambda: None)
    monkeypatch.setattr(cuda_target, "simulated", lambda: False)
    assert doctor.graphics().state == "good"


@pytest.mark.parametrize(("megabytes", "state"), [(50, "bad"), (500, "note"), (5000, "good")])
def test_little_room_on_the_disk_is_found(monkeypatch, megabytes, state):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(0, 0, megabytes * 1_000_000))
    check = doctor.disk(None)
    assert check.state == state
    assert bool(check.todo) == (state != "good")


@pytest.mark.slow
def test_the_command_prints_one_line_per_check_and_fails_on_a_fault(run, tmp_path, monkeypatch):
    code, out = run("--database", tmp_path / "tables.db", "--port", "0")
    names = {line[6:].partition(":")[0]: line for line in out.splitlines()}
    assert {"Python", "Compiler", "Compiled code", "Browser client", "Port", "Database", "GPU", "Disk"} < {*names}
    assert code == int("BAD " in out)
    monkeypatch.setattr(doctor, "client", lambda: doctor.Check("Browser client", "bad", "not built", "Build it."))
    code, out = run("--database", tmp_path / "tables.db", "--port", "0", "--json")
    said = json.loads(out)
    assert (code, said["broken"]) == (1, True)
    assert {"name": "Browser client", "state": "bad", "found": "not built", "todo": "Build it."} in said["checks"]
