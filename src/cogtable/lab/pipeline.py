"""From a plan to its report: `cogtable study`, `sweep` and `tune` after they have read their options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from cogtable.lab import study, sweep, tune
from cogtable.lab.report.page import Report, write_charts, write_report
from cogtable.lab.report.study import report_study
from cogtable.lab.report.sweep import report_sweep
from cogtable.lab.report.tune import report_tuning
from cogtable.lab.study import Progress
from cogtable.lab.workers import Workers

LabPlan = study.StudyPlan | sweep.SweepPlan | tune.TuningPlan


class Reported(NamedTuple):
    """A report that was written: its page, and the file with all games or the box that is proposed, if there is one."""

    report: Report
    page: Path
    games: Path | None = None
    box: Path | None = None


def carry_out(
    plan: LabPlan,
    folder: Path,
    progress: Callable[[Progress], object] = lambda progress: None,
    workers: Workers[Any] | None = None,
    *,
    svg: bool = False,
) -> Reported:
    """Plays the parts that the folder lacks, and writes the report with its files; with `svg`, each chart as a file
    too.

    It can be stopped and continued like `run_study`, and raises the errors of the `run` function of its kind.
    """
    games = box = None
    match plan:
        case study.StudyPlan():
            report = report_study(study.run_study(plan, folder, progress, workers))
            games = folder / "games.parquet"
        case sweep.SweepPlan():
            swept = sweep.run_sweep(plan, folder, progress, workers)
            report, box = report_sweep(swept), sweep.write_chosen(swept, folder)
        case tune.TuningPlan():
            tuned = tune.run_tuning(plan, folder, progress, workers)
            report, box = report_tuning(tuned), tune.write_best_of(tuned, folder)
    if svg:
        write_charts(report, folder / "charts")
    return Reported(report, write_report(report, folder), games, box)
