"""Progress bars, and output for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cogtable.lab.study import Progress


def print_json(value: Any) -> None:
    """Prints a value as JSON, escaped where the terminal lacks a letter."""
    words = json.dumps(value, ensure_ascii=False)
    try:
        words.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        words = json.dumps(value)
    sys.stdout.write(words + "\n")


def progress_bar(words: str, *, shown: bool = True) -> Any:
    """A progress bar on stderr, with the time that is left."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn(words + " {task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("·"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not (shown and console.is_terminal))


def watched(run: Callable[..., Any], folder: Path, ray: str, threads: int) -> Any:
    """Plays the games of a command, which are kept in a folder, with a progress bar."""
    from cogtable.lab import workers

    with workers.opened(ray, threads) as playing, progress_bar("playing") as progress:
        bar = progress.add_task("", total=None)
        begun: list[int] = []

        def told(now: Progress) -> None:
            if not begun:  # games of earlier runs say nothing about the remaining time
                begun.append(now.done)
            progress.update(bar, completed=now.done - begun[0], total=now.total - begun[0])

        try:
            return run(told, playing)
        except KeyboardInterrupt:
            sys.stderr.write(f"\nstopped; what was played is kept in {folder}: the same command goes on from there")
            raise
