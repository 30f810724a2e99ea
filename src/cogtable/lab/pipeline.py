"""From a plan to its report: what `cogtable study`, `sweep` and `tune` do once they know what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from cogtable.lab import study, sweep, tune
from cogtable.lab.report import page
from cogtable.lab.report import study as study_report
from cogtable.lab.report import sweep as sweep_report
from cogtable.lab.report import tune as tune_report
from cogtable.lab.report.page import Report
from cogtable.lab.study import Progress
from cogtable.lab.workers import Workers

Plan = study.Plan | sweep.Plan | tune.Plan


class Reported(NamedTuple):
    """A report that was written: its page, and the file with all games or the box that is proposed, if there is one."""

    report: Report
    page: Path
    games: Path | None = None
    box: Path | None = None


def carry_out(
    plan: Plan,
    folder: Path,
    progress: Callable[[Progress], object] = lambda progress: None,
    workers: Workers[Any] | None = None,
    *,
    svg: bool = False,
) -> Reported:
    """Plays what the folder does not hold yet, and writes the report with everything that belongs to it; with `svg`,
    each chart as a file too.

    It can be stopped and goes on as `study.run` does, and raises what the `run` for this plan raises.
    """
    games = box = None
    match plan:
        case study.Plan():
            report = study_report.make(study.run(plan, folder, progress, workers))
            games = folder / "games.parquet"
        case sweep.Plan():
            swept = sweep.run(plan, folder, progress, workers)
            report, box = sweep_report.make(swept), sweep.write_chosen(swept, folder)
        case tune.Plan():
            tuned = tune.run(plan, folder, progress, workers)
            report, box = tune_report.make(tuned), tune.write_best_of(tuned, folder)
    if svg:
        page.write_charts(report, folder / "charts")
    return Reported(report, page.write(report, folder), games, box)
