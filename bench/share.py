"""Limits a process to a share of a core, with a Linux control group."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
PERIOD_US = 10_000
"""The period of the share: short, so that a process never stops for long."""


@contextmanager
def held(pid: int, share: float) -> Iterator[None]:
    """Limits a process to a share of a core. Raises OSError without Linux or root."""
    first = (GROUPS / "cpu").is_dir()  # version 1 of control groups has a folder for each resource
    parent = GROUPS / "cpu" if first else GROUPS
    quota = int(share * PERIOD_US)
    if first:
        settings = {"cpu.cfs_period_us": f"{PERIOD_US}", "cpu.cfs_quota_us": f"{quota}"}
    else:
        (parent / "cgroup.subtree_control").write_text("+cpu", encoding="ascii")
        settings = {"cpu.max": f"{quota} {PERIOD_US}"}
    group = parent / f"cogtable-bench-{pid}"
    group.mkdir()
    try:
        for name, value in settings.items():
            (group / name).write_text(value, encoding="ascii")
        (group / "cgroup.procs").write_text(str(pid), encoding="ascii")
        yield
    finally:
        with suppress(ProcessLookupError):
            (parent / "cgroup.procs").write_text(str(pid), encoding="ascii")
        group.rmdir()
