"""The changes made by another box, on the same deals: a chart of the significant ones, and all figures as a table."""

from __future__ import annotations

from collections.abc import Sequence

from cogtable.lab.figures import Changed, Figure
from cogtable.lab.phrases import counted, ordinal
from cogtable.lab.report import charts
from cogtable.lab.report.charts import Chart, Mark
from cogtable.lab.report.page import Section, Table

MOST_DRAWN = 20
"""The highest numbers of changes that are drawn, and of listed changes that can be chance."""


def section(
    title: str,
    words: str,
    found: Sequence[Changed],
    heads: tuple[str, str],
    difference: str,
    *,
    chance: str = "",
    more: str = "",
) -> Section:
    """A section about what changed. `heads` are the names of the two boxes, `difference` says which is subtracted from
    which; `chance` and `more` are further words.
    """
    held = sum(row.held for row in found)
    sentence = (
        f"{words} {counted(held, 'figure')} of {len(found)} changed{chance}; the other {len(found) - held} may be "
        f"chance. {more}Look for changes that you did not want."
    )
    return Section(title, sentence, _chart(found, difference), _table(found, heads), wide=True)


def is_compared(figure: Figure) -> bool:
    """Whether two boxes are compared by a figure, which is not one of many by points or by round."""
    return not figure.what.isdigit() or figure.kind == "seat"


def name(figure: Figure) -> str:
    """The name of a figure in a list of many kinds of figures."""
    if figure.kind == "seat":
        return f"wins of the {ordinal(int(figure.what))} seat"
    return f"{figure.what}: {figure.measure}" if not figure.what.isdigit() else f"{figure.measure} {figure.what}"


def _chart(found: Sequence[Changed], difference: str) -> Chart | None:
    """The shares that changed, in points of 100; None if none did."""
    marks = []
    for row in [each for each in found if each.held and each.figure.in_percent][:MOST_DRAWN]:
        gap = row.difference.scaled(100)
        text = f"{gap.value:+.1f}"
        marks.append(Mark(name(row.figure), gap.value, gap.low, gap.high, text, "held", below=gap.value < 0))
    return charts.intervals(marks, even=0, title=f"points of 100, {difference}", wide=True) if marks else None


def _table(found: Sequence[Changed], heads: tuple[str, str]) -> Table:
    """The significant changes, and the largest of those that can be chance."""
    held = [row for row in found if row.held]
    rows = [_row(row) for row in [*held, *[row for row in found if not row.held][:MOST_DRAWN]]]
    return Table(("figure", *heads, "difference", "95 % interval", ""), rows)


def _row(row: Changed) -> tuple[str, ...]:
    factor = 100 if row.figure.in_percent else 1
    one, two, gap = (each.scaled(factor) for each in (row.before, row.after, row.difference))
    interval = f"{gap.low:+.2f} to {gap.high:+.2f}"
    held = "changed" if row.held else "may be chance"
    return (name(row.figure), f"{one.value:.2f}", f"{two.value:.2f}", f"{gap.value:+.2f}", interval, held)
