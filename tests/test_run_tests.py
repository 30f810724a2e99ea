"""`make test` runs a failed test once more, alone, and lists flaky ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "run_tests.py"

PASSES = "def test_passes(): pass\n"
FAILS = "def test_fails(): assert 1 == 2\n"
FLAKY = """
from pathlib import Path
import pytest

@pytest.mark.xdist_group("a group")
@pytest.mark.parametrize("name", ["a@b"])
def test_flaky(name):
    before = Path("before")
    if not before.exists():
        before.touch()
        print("said before it failed")
        assert name == "lucky"
"""


def run(folder: Path, tests: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(tests)
    command = [sys.executable, str(TOOL), "-q", *options, "test_it.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("-n", "2", "--dist", "loadgroup")])
def test_a_flaky_test_passes_and_is_listed_last(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run(tmp_path, PASSES + FLAKY, *options)
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-2:] == [
        "FLAKY: failed, and passed alone; both outputs are in build/flaky.txt",
        "  test_it.py::test_flaky[a@b]",
    ]
    kept = (tmp_path / "build" / "flaky.txt").read_text()
    assert "said before it failed" in kept
    assert "1 passed" in kept


@pytest.mark.slow
def test_a_test_that_fails_twice_fails_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, FAILS + FLAKY)
    assert done.returncode == 1
    assert "Once more, alone: test_it.py::test_fails" in done.stdout
    assert done.stdout.splitlines()[-1] == "  test_it.py::test_flaky[a@b]"


@pytest.mark.slow
def test_the_second_run_has_the_options_of_the_first(tmp_path: Path) -> None:
    tests = 'def test_options(request): assert request.config.option.tbstyle != "long"\n'
    assert run(tmp_path, tests, "--tb=long").returncode == 1


@pytest.mark.slow
def test_many_failures_are_not_retried(tmp_path: Path) -> None:
    done = run(tmp_path, "".join(FAILS.replace("fails", f"fails_{n}") for n in range(11)))
    assert done.returncode == 1
    assert "Once more" not in done.stdout


@pytest.mark.slow
def test_an_unreadable_file_fails_the_run(tmp_path: Path) -> None:
    assert run(tmp_path, "import nothing_of_that_name\n").returncode == 2


@pytest.mark.slow
def test_nothing_is_run_again_if_all_pass(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "flaky.txt").write_text("of an earlier run")
    assert run(tmp_path, PASSES).returncode == 0
    assert not (tmp_path / "build" / "flaky.txt").exists()
