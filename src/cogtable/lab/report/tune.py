"""The report of a tuning: whether the aims hold on deals that the search has not seen, and the proposed changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogtable.engine.text.words import capital
from cogtable.lab import figures
from cogtable.lab.phrases import counted, listed, summary
from cogtable.lab.report import changes, charts
from cogtable.lab.report.page import Report, Section, Table, figure_row
from cogtable.lab.report.sweep import verdicts
from cogtable.lab.summary import Headline, judged_headline, worst_first
from cogtable.lab.trials import Reach, reach
from cogtable.lab.tune import CHECKED, MOST_WRITTEN, CheckedBox, Tuned, ranked


def report_tuning(tuned: Tuned) -> Report:
    """The report of a tuning."""
    return _Maker(tuned).make()


class _Maker:
    """Makes the report."""

    def __init__(self, tuned: Tuned) -> None:
        self.tuned, self.plan = tuned, tuned.plan
        self.seats = self.plan.each.settings.seats
        self.changes = (
            figures.changes(tuned.before.figures, tuned.after.figures, changes.is_compared) if tuned.changed else []
        )

    def make(self) -> Report:
        """The report."""
        numbers = counted(len(self.plan.parameters), "number")
        title = f"{self.plan.base.title}, {numbers} tuned"
        sections = [
            each for source in (self._numbers(), self._aims(), self._search(), self._comparison()) for each in source
        ]
        headlines = [self._answer(), *self._of_aims()]
        return Report("A tuning", title, self.plan.command, self._summary(), headlines, sections, self._rows())

    def _summary(self) -> str:
        boxes = counted(len(self.tuned.tried), "box", "boxes")
        return (
            f"{boxes} tried for the aims of {self.plan.file.name}. The verdicts come from {self.tuned.deals:,} new "
            f"deals, {CHECKED} times as many as the search had: {summary(self.plan.each)}"
        )

    # --- headlines ------------------------------------------------------------------------------------

    def _answer(self) -> Headline:
        now, best = (reach(side.judged) for side in (self.tuned.before, self.tuned.after))
        before = f"as it is {_counts(now)}"
        if not self.tuned.changed:
            text = f"None of {len(self.tuned.tried)} boxes comes closer to the aims than the one as it is: {before}."
            return Headline(now.verdict, "Nothing better was found within these bounds.", text)
        text = f"{capital(self._words())}: of {best.of} figures with an aim {_counts(best)}; {before}."
        if not best.missed and not best.open:
            return Headline("holds", "All aims hold.", text)
        if best.missed:
            tried = len(self.tuned.tried)
            head = "No box within these bounds meets all aims; this is the best one found."
            return Headline(
                "misses", head, f"{text} {tried} boxes were tried: widen the bounds, free more numbers, or ease an aim."
            )
        return Headline("open", "No aim is missed, but not all are settled.", f"{text} More games would tell.")

    def _words(self) -> str:
        """The proposed changes in words."""
        pairs = zip(self.plan.parameters, self.tuned.best.variant.numbers, strict=True)
        return listed([f"{p.title} {p.shown(p.now)} → {number}" for p, number in pairs if number != p.now], 6)

    def _of_aims(self) -> Iterator[Headline]:
        judged = self.tuned.after.judged
        by_aim = [(aim, [each for each in judged if each.aim is aim]) for aim in self.plan.aims]
        yield from worst_first(judged_headline(aim, own) for aim, own in by_aim if own)

    # --- sections -------------------------------------------------------------------------------------

    def _numbers(self) -> Iterator[Section]:
        rows = []
        for parameter, number in zip(self.plan.parameters, self.tuned.best.variant.numbers, strict=True):
            edge = number in (parameter.numbers[0], parameter.numbers[-1]) and number != parameter.now
            note = "at the edge of its bounds" if edge else "" if number != parameter.now else "unchanged"
            span = f"{parameter.numbers[0]} to {parameter.numbers[-1]}"
            rows.append((parameter.title, parameter.shown(parameter.now), str(number), span, note))
        sentence = (
            "The numbers of the best box. Of two equally good boxes, the one that changes less was chosen. "
            "If a number is at the edge of its bounds, a better one may lie beyond."
        )
        table = Table(("number", "as it is", "best", "bounds", ""), rows)
        yield Section("The numbers", sentence, None, table, wide=True, shown=True)

    def _aims(self) -> Iterator[Section]:
        sides = {"as it is": self.tuned.before, "best": self.tuned.after}
        rows = []
        for aim in self.plan.aims:
            cells = [verdicts([each.verdict for each in side.judged if each.aim is aim]) for side in sides.values()]
            if all(cells):
                rows.append((aim.why or aim.title, *cells))
        sentence = "Every aim on deals that the search has not seen, so the best box was not just lucky."
        yield Section("The aims", sentence, None, Table(("aim", *sides), rows), wide=True, shown=True)

    def _search(self) -> Iterator[Section]:
        best, points = float("inf"), []
        for number, each in enumerate(self.tuned.tried, 1):
            best = min(best, each.loss)
            points.append((number, each.loss, best))
        heads = [parameter.title for parameter in self.plan.parameters]
        rows = [
            (*map(str, each.variant.numbers), f"{each.loss:.3f}", f"{each.reach.missed}", f"{each.reach.open}",
             f"boxes/{self.plan.boxes.file(each.variant.numbers).name}")
            for each in ranked(self.tuned.tried)[:MOST_WRITTEN]
        ]  # fmt: skip
        sentence = (
            "How far the figures of each box are beyond their aims, 0 if all hold. The line is the best so far; if it "
            "still falls at the end, more trials are worthwhile. You can play the ten best."
        )
        table = Table((*heads, "beyond", "missed", "open", "box"), rows)
        yield Section("The search", sentence, charts.search(points), table, wide=True)

    def _comparison(self) -> Iterator[Section]:
        if not self.changes:
            return
        words = f"The best box against the box as it is, on {self.tuned.deals:,} new deals."
        heads = ("as it is", "best")
        yield changes.section("What it changes", words, self.changes, heads, "best minus the box as it is")

    def _rows(self) -> list[dict[str, Any]]:
        """All figures of both boxes on other deals."""
        sides = [("as it is", self.tuned.before), ("best", self.tuned.after)]
        return [row for name, side in sides for row in self._of_side(name, side)]

    def _of_side(self, name: str, side: CheckedBox) -> Iterator[dict[str, Any]]:
        aims = {each.figure.key: each.verdict for each in side.judged}
        for figure in side.figures.all.values():
            if row := figure_row(figure, self.seats):
                yield {"box": name, **row, "aim": aims.get(figure.key, "")}


def _counts(found: Reach) -> str:
    return f"{found.held} hold, {found.missed} miss, {found.open} are open"
