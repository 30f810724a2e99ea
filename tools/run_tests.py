"""Runs pytest, and runs each test that failed once more, alone, in a fresh process.

python tools/run_tests.py [OPTIONS OF PYTEST]

A test that passes alone is flaky: the run passes, its last lines name the test, and both outputs are kept in
`build/flaky.txt`. A flaky test is a fault to fix next. If more than `MOST` tests fail, none is run again, because the
cause is not flakiness.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

MOST = 10
"""The maximum number of failed tests that are run again."""

KEPT = Path("build/flaky.txt")
"""The file for the outputs of flaky tests."""

RULE = "=" * 100


class Failures:
    """A pytest plugin that collects the output of each failed test, by its id."""

    def __init__(self) -> None:
        self.outputs: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Records a phase of a test that failed."""
        if report.failed:
            told = [f"--- {name}\n{text}" for name, text in report.sections]
            text = "\n".join([f"{report.when}:", report.longreprtext, *told])
            test = _without_group(report.nodeid)
            self.outputs[test] = "\n\n".join(filter(None, (self.outputs.get(test), text)))


def _without_group(test: str) -> str:
    """Returns the id of a test without the group that pytest-xdist adds: "test_a.py::test_b[1]@group"."""
    before, _, group = test.rpartition("@")
    return before if before and "]" not in group else test


def _alone(arguments: Sequence[str]) -> list[str]:
    """Returns the options of a run without its tests and its number of processes."""
    options = [each for each in arguments if not Path(each.partition("::")[0]).exists()]
    return [*options, "--numprocesses=0", "--dist=no"]


def _again(test: str, options: Sequence[str]) -> tuple[bool, str]:
    """Returns whether a test passes alone, and the output."""
    command = [sys.executable, "-m", "pytest", *options, test]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode == 0, done.stdout


def main(arguments: Sequence[str]) -> int:
    """Runs the tests. Returns pytest's exit status, 0 if all that failed are flaky."""
    failures = Failures()
    KEPT.unlink(missing_ok=True)
    status = int(pytest.main(list(arguments), plugins=[failures]))
    failed = failures.outputs
    if status != pytest.ExitCode.TESTS_FAILED or not 0 < len(failed) <= MOST:
        return status
    flaky = []
    for test, output in failed.items():
        print(f"\nOnce more, alone: {test}", flush=True)
        passes, second = _again(test, _alone(arguments))
        print(second, flush=True)
        if passes:
            flaky.append(test)
            KEPT.parent.mkdir(exist_ok=True)
            with KEPT.open("a", encoding="utf-8") as file:
                print(RULE, test, RULE, output, "--- once more, alone:", second, sep="\n", file=file)
    if flaky:
        print(f"FLAKY: failed, and passed alone; both outputs are in {KEPT}", *flaky, sep="\n  ")
    return 0 if len(flaky) == len(failed) else status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
