"""The report of a sweep: the answer first, then the figure at each value, and other changes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from cogtable.engine.text.words import capital
from cogtable.lab import aims, figures
from cogtable.lab.aims import in_units
from cogtable.lab.figures import Changed, Figure
from cogtable.lab.phrases import counted, listed, summary
from cogtable.lab.report import changes, charts
from cogtable.lab.report.charts import Mark
from cogtable.lab.report.page import Report, Section, Table, figure_row
from cogtable.lab.statistics import Estimate, Verdict
from cogtable.lab.summary import VERBS, Headline, HeadlineState, figure_words, settle
from cogtable.lab.sweep import Key, Swept, SweptBox
from cogtable.lab.trials import PLAYED_BY_HOLDER

MOST_MOVED = 4
"""The number of further figures whose course is shown."""


def report_sweep(swept: Swept) -> Report:
    """The report of a sweep."""
    return _Maker(swept).make()


def varied(swept: Swept) -> str:
    """The varied numbers in words."""
    return listed([parameter.title for parameter in swept.plan.parameters], 3)


class _Maker:
    """Makes the report."""

    def __init__(self, swept: Swept) -> None:
        self.swept, self.plan = swept, swept.plan
        self.seats = swept.plan.each.settings.seats
        self.lines = self._lines()
        self.other = self._other()
        self.changes = self._changes()

    def _lines(self) -> list[SweptBox]:
        """All boxes, with the one as it is in its place among them."""
        swept = self.swept
        known = {each.variant.digest for each in swept.found}
        every = swept.found if swept.now.variant.digest in known else [swept.now, *swept.found]
        return sorted(every, key=lambda each: each.variant.numbers)

    def _is_now(self, each: SweptBox | None) -> bool:
        return each is not None and each.variant.digest == self.swept.now.variant.digest

    def _other(self) -> SweptBox:
        """The box that is compared with the unchanged one: the chosen one, or else the one with most differences."""
        if self.swept.chosen and not self._is_now(self.swept.chosen):
            return self.swept.chosen
        own = [each for each in self.swept.found if not self._is_now(each)] or self.swept.found
        return max(own, key=lambda each: abs(each.gap.value) if each.gap else 0.0)

    def _changes(self) -> list[Changed]:
        if self._is_now(self.other):
            return []
        now, then = (self.swept.trials.figures(each.variant.game) for each in (self.swept.now, self.other))
        return figures.changes(now, then, changes.is_compared)

    def make(self) -> Report:
        """The report."""
        title = f"{self.plan.base.title}, sweep of {varied(self.swept)}"
        return Report(
            "A sweep", title, self.plan.command, self._summary(), list(self._headlines()), list(self._sections()),
            self._rows(),
        )  # fmt: skip

    def _summary(self) -> str:
        alone = self.swept.trials.cards
        more = f", each played again with {listed(alone)} in each of the hands" if alone else ""
        boxes = counted(len(self.swept.found), "box", "boxes")
        return f"{boxes} on the same deals{more}. {summary(self.plan.each)}"

    # --- words ----------------------------------------------------------------------------------------

    def _label(self, each: SweptBox) -> str:
        """The numbers of a box."""
        return ", ".join(str(number) for number in each.variant.numbers)

    def _says(self, each: SweptBox) -> str:
        """The numbers of a box with what they are: "Turbine Tom: cost 8"."""
        pairs = zip(self.plan.parameters, each.variant.numbers, strict=True)
        return ", ".join(f"{parameter.title} {number}" for parameter, number in pairs)

    @property
    def _watched(self) -> str:
        """The watched figure in words."""
        return _named(self.swept.key) if self.swept.key else "all aims"

    def _value(self, each: SweptBox) -> str:
        figure = each.figures.get(self.swept.key) if self.swept.key else None
        return figure_words(figure, each.value) if figure and each.value else "none"

    # --- headlines ------------------------------------------------------------------------------------

    def _headlines(self) -> Iterator[Headline]:
        if self.swept.aim:
            yield self._answer()
        elif self.swept.key:
            yield self._course()
        if not self.swept.aim and self.plan.aims and self.swept.chosen:
            yield self._all_aims(self.swept.chosen)
        if (price := self._price()) is not None:
            yield price
        if self.swept.aim:
            yield from self._cost_to_others()
        if self.changes:
            yield self._changed()

    def _answer(self) -> Headline:
        best, aim = self.swept.chosen, self.swept.aim
        assert best
        assert best.watched
        assert aim
        by: dict[str, list[str]] = {"holds": [], "open": [], "misses": []}
        for each in self.lines:
            if each.watched:
                by[each.watched.verdict].append(self._label(each))
        said = [f"{listed(some, 8)} {VERBS[name][len(some) > 1]}" for name, some in by.items() if some]
        text = f"{capital(self._watched)}: {self._value(best)} at {self._label(best)}; asked for {aim.bounds}. "
        text += f"Counting the whole interval, {', '.join(said)}."
        subject, its = self._subject()
        if best.watched.verdict == "holds":
            if self._is_now(best):
                return Headline("holds", f"{subject} holds {its} aim as it is.", text)
            near = f" {self._label(best)} is marked: it is closest to the box as it is."
            return Headline("holds", f"{subject} holds {its} aim {self._reached(by['holds'], best)}.", text + near)
        state: HeadlineState = "open" if by["open"] else "misses"
        sure = "clearly " if by["open"] else ""
        who = subject if its == "its" else "the game"
        head = f"With none of these values does {who} {sure}hold {its} aim."
        return Headline(state, head, f"{text} The best found is {self._label(best)}.{settle(best.watched)}")

    def _subject(self) -> tuple[str, str]:
        """The subject of the aim: the card if only one is varied, or the game."""
        entries = {parameter.title.partition(": ")[0] for parameter in self.plan.parameters}
        key = self.swept.key
        return (key[2], "its") if key and entries == {key[2]} else ("The game", "the")

    def _reached(self, holds: Sequence[str], best: SweptBox) -> str:
        """For which values it holds: "from cost 8 on"."""
        labels = [self._label(each) for each in self.lines]
        if len(self.plan.parameters) == 1:
            field = self.plan.parameters[0].title.rpartition(": ")[2]
            first, last = labels.index(holds[0]), labels.index(holds[-1])
            if len(holds) > 1 and last - first == len(holds) - 1:
                if last == len(labels) - 1:
                    return f"from {field} {holds[0]} on"
                return f"up to {field} {holds[-1]}" if first == 0 else f"from {field} {holds[0]} to {holds[-1]}"
            return f"at {field} {self._label(best)}"
        return f"with {self._says(best)}"

    def _course(self) -> Headline:
        own = [each for each in self.lines if each.value]
        if not own:
            return Headline("look", "Nothing to watch.", f"No game had what {self._watched} counts.")
        low, high = (pick(own, key=lambda each: each.value.value if each.value else 0.0) for pick in (min, max))
        text = f"{self._value(low)} at {self._label(low)}, {self._value(high)} at {self._label(high)}."
        return Headline("look", f"{capital(self._watched)} by {varied(self.swept)}.", text)

    def _all_aims(self, best: SweptBox) -> Headline:
        now, then = self.swept.now.reach, best.reach
        head = "No box comes closer to the aims than the one as it is." if self._is_now(best) else ""
        head = head or f"{self._says(best)} comes closest to the aims."
        text = (
            f"Of {then.of} figures with an aim {then.held} hold, {then.missed} miss and "
            f"{then.open} are open; as it is {now.held}, {now.missed} and {now.open}."
        )
        return Headline(then.verdict, head, text)

    def _price(self) -> Headline | None:
        """How often a card is played at each value."""
        own = [each for each in self.lines if each.played]
        if len(own) < 2 or not self.swept.key:
            return None
        named = [*dict.fromkeys([self._label(self.swept.now), self._label(self.other), self._label(own[-1])])]
        shown = [each for each in own if self._label(each) in named]
        alone = any((PLAYED_BY_HOLDER, *self.swept.key[1:]) in each.figures for each in own)
        where = "the player who is dealt it plays it in" if alone else "it is used in"
        parts = [f"{each.played.value:.0f} of 100 at {self._label(each)}" for each in shown if each.played]
        tail = " Here it is in a hand in every game, so it is played more often than usual." if alone else ""
        return Headline(
            "look", f"How often {self.swept.key[2]} comes into play.", f"{capital(where)} {listed(parts)}.{tail}"
        )

    def _cost_to_others(self) -> Iterator[Headline]:
        """Aims that hold with the box as it is and miss with the chosen one."""
        best = self.swept.chosen
        if not best or self._is_now(best):
            return
        before = {each.figure.key: each.verdict for each in self.swept.now.judged}
        worse = [e for e in best.judged if e.verdict == "misses" and before.get(e.figure.key) != "misses"]
        better = [
            e for e in best.judged if e.verdict != "misses" and before.get(e.figure.key) == "misses"
            and e.figure.key != self.swept.key
        ]  # fmt: skip
        if worse:
            names = [_named(each.figure.key) for each in worse]
            yield Headline("misses", f"{self._says(best)} costs other aims.", f"These then miss: {listed(names)}.")
        elif len(best.judged) > 1:
            gained = f" No longer missed: {listed([_named(e.figure.key) for e in better])}." if better else ""
            yield Headline(
                "holds", "It costs no other aim.", f"There are {len(best.judged)} figures with an aim.{gained}"
            )

    def _changed(self) -> Headline:
        held = [row for row in self.changes if row.held]
        text = f"{self._says(self.other)} against the box as it is; at most 1 in 20 of these may be a false alarm."
        if held:
            text += f" Most clearly {changes.name(held[0].figure)}."
        return Headline("look", f"{counted(len(held), 'figure')} of {len(self.changes)} changed.", text)

    # --- sections -------------------------------------------------------------------------------------

    def _sections(self) -> Iterator[Section]:
        if self.swept.key and len(self.plan.parameters) == 1:
            yield self._curve()
        elif len(self.plan.parameters) == 2:
            yield self._grid()
        yield self._table()
        if self.plan.aims:
            yield self._aims()
        if self.changes:
            yield self._comparison()
        if len(self.plan.parameters) == 1:
            yield from self._moved()

    def _curve(self) -> Section:
        assert self.swept.key
        bounds = self._bounds()
        card = bool(self.swept.trials.cards)
        parts = ["The figure at each value, on the same deals."]
        parts += [KEY] * bool(bounds)
        parts += ["Each deal is played with the card in one hand, and then in each other."] * card
        sentence = " ".join([*parts, "See where the line leaves what you want, and how steep it is there."])
        return Section(capital(self._watched), sentence, self._steps(self.swept.key, 340), self._short(), wide=True)

    def _steps(self, key: Key, height: int) -> Any:
        """The chart of a figure by the only parameter."""
        figure = next(each.figures[key] for each in self.lines if key in each.figures)
        main = key == self.swept.key
        marks = []
        for each in self.lines:
            own = each.figures.get(key)
            found = own.estimate if own else None
            if own and found:
                shown = in_units(own, found, self.seats)
                state = each.watched.verdict if main and each.watched else "plain"
                marks.append(Mark(self._label(each), *shown[:3], _short(shown), state))
        unit = " %" if _in_percent(figure) else ""
        return charts.steps(
            marks,
            title=varied(self.swept),
            value=_units(figure),
            even=_even(figure),
            aim=self._bounds() if main else None,
            chosen=self._label(self.swept.chosen) if self.swept.chosen and main else "",
            now=self._label(self.swept.now) if self.plan.parameters[0].now is not None else "",
            unit=unit,
            height=height,
        )

    def _bounds(self) -> tuple[float, float] | None:
        each = next((each for each in self.lines if each.watched), None)
        return (each.watched.low, each.watched.high) if each and each.watched else None

    def _short(self) -> Table:
        rows = [(self._label(each), self._value(each)) for each in self.lines]
        return Table((varied(self.swept), self._watched), rows)

    def _grid(self) -> Section:
        """Two numbers at once."""
        one, other = self.plan.parameters
        cells, rows = [], []
        for each in self.swept.found:
            first, second = each.variant.numbers
            if self.swept.key:
                text = _short(each.value) if each.value else ""
                state = each.watched.verdict if each.watched else ""
            else:
                text = f"{each.reach.missed} miss"
                state = each.reach.verdict
            mark = " ●" if each is self.swept.chosen else ""
            cells.append((str(first), str(second), f"{text}{mark}", TINTS.get(state, charts.BAND)))
            rows.append((str(first), str(second), text, state))
        sentence = (
            f"{capital(self._watched)} for each pair: {one.title} downwards, {other.title} across. Green holds, red "
            "misses, brass is open; the dot marks what is chosen. Can one number make up for the other?"
        )
        chart = charts.matrix(cells, [str(n) for n in one.numbers], [str(n) for n in other.numbers])
        return Section(
            "Both numbers", sentence, chart, Table((one.title, other.title, self._watched, ""), rows), wide=True
        )

    def _table(self) -> Section:
        heads = [parameter.title for parameter in self.plan.parameters]
        heads += ["aim"] * bool(self.swept.aim) + [self._watched] * bool(self.swept.key)
        heads += ["more than as it is"] * bool(self.swept.key)
        played = any(each.played for each in self.lines)
        heads += ["played"] * played + ["aims: hold, miss, open"] * bool(self.plan.aims) + ["box", ""]
        rows = [self._row(each, played) for each in self.lines]
        sentence = (
            "Every box was played on the same deals, so the differences are more precise than the figures themselves. "
            "To play one, give its file to cogtable serve --box."
        )
        return Section("Every box", sentence, None, Table(tuple(heads), rows), wide=True, shown=True)

    def _row(self, each: SweptBox, played: bool) -> tuple[str, ...]:
        cells = [str(number) for number in each.variant.numbers]
        if self.swept.aim:
            cells.append(each.watched.verdict if each.watched else "none")
        if self.swept.key:
            figure = each.figures.get(self.swept.key)
            cells += [self._value(each), _gap(figure, each.gap) if figure and not self._is_now(each) else ""]
        if played:
            cells.append(f"{each.played.value:.0f} %" if each.played else "none")
        if self.plan.aims:
            cells.append(f"{each.reach.held}, {each.reach.missed}, {each.reach.open}")
        file = f"boxes/{self.plan.boxes.file(each.variant.numbers).name}" if each.variant.text else "as it is"
        now, picked = (
            self._is_now(each),
            self.swept.chosen is not None and each.variant.digest == self.swept.chosen.variant.digest,
        )
        return (*cells, file, ", ".join(["chosen"] * picked + ["as it is"] * now))

    def _aims(self) -> Section:
        """Every aim with every box."""
        rows = []
        for aim in self.plan.aims:
            cells = [verdicts([own.verdict for own in each.judged if own.aim is aim]) for each in self.lines]
            if all(cells):
                rows.append((aim.why or aim.title, *cells))
        sentence = "Every aim with every box. A row may turn red where another turns green."
        heads = ("aim", *(self._label(each) for each in self.lines))
        return Section("All aims", sentence, None, Table(heads, rows), wide=True, shown=True)

    def _comparison(self) -> Section:
        words, label = f"{self._says(self.other)} against the box as it is.", self._label(self.other)
        difference = f"{label} minus the box as it is"
        return changes.section("What it changes", words, self.changes, ("as it is", label), difference)

    def _moved(self) -> Iterator[Section]:
        """Other figures that change with the number."""
        held = [row.figure for row in self.changes if row.held and row.figure.key != self.swept.key]
        for figure in [f for f in held if f.measure != PLAYED_BY_HOLDER][:MOST_MOVED]:
            name = capital(changes.name(figure))
            rows = []
            for each in self.lines:
                own = each.figures.get(figure.key)
                found = own.estimate if own else None
                rows.append(
                    (
                        self._label(each),
                        figure_words(own, in_units(own, found, self.seats)) if own and found else "none",
                    )
                )
            sentence = "This figure changes too. Is that welcome?"
            yield Section(name, sentence, self._steps(figure.key, 230), Table((varied(self.swept), ""), rows))

    def _rows(self) -> list[dict[str, Any]]:
        """All figures of all boxes."""
        found = []
        for each in self.lines:
            for figure in each.figures.values():
                if row := figure_row(figure, self.seats):
                    own = {p.title: n for p, n in zip(self.plan.parameters, each.variant.numbers, strict=True)}
                    found.append(own | row)
        return found


KEY = "Green dot: the whole interval lies inside the aim; brass ring: open; red square: it misses."
PLURAL = {"misses": "miss", "open": "open", "holds": "hold"}
TINTS = {"holds": "@gain", "misses": "@loss", "open": "@open"}
"""Colours of cells, by what they say."""


def verdicts(found: Sequence[Verdict]) -> str:
    """The verdicts of all figures of an aim in a word or two: one that misses counts more than all that hold."""
    state = next((state for state in ("misses", "open") if state in found), "holds" if found else "")
    count = sum(each == state for each in found)
    return state if len(found) == 1 or state in ("holds", "") else f"{count} {PLURAL[state]}"


def _named(key: Key) -> str:
    """The name of a figure: "wins when dealt, Turbine Tom"."""
    measure, kind, what = key
    return f"{measure}, seat {what}" if kind == "seat" else measure if kind == "games" else f"{measure}, {what}"


def _short(found: Estimate) -> str:
    return f"{found.value:.1f}"


def _in_percent(figure: Figure) -> bool:
    return figure.in_percent and figure.measure not in aims.CARDS


def _units(figure: Figure) -> str:
    if figure.measure in aims.CARDS:
        return "wins of 100, where 50 is even"
    return "percent" if _in_percent(figure) else changes.name(figure)


def _even(figure: Figure) -> float | None:
    if figure.measure in aims.CARDS:
        return 50.0
    return 100 * figure.even if figure.even is not None else None


def _gap(figure: Figure, gap: Estimate | None) -> str:
    """A difference, in points of 100 where the figure is a share."""
    if gap is None or math.isnan(gap.value):
        return "none"
    shown = gap.scaled(100) if figure.in_percent else gap
    return f"{shown.value:+.1f} ({shown.low:+.1f} to {shown.high:+.1f})"
