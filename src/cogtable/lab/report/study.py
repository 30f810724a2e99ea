"""What a study found, for people: headlines, and sections with a sentence, a chart and a table each.

Everything is said here; `charts` draws it and `page` puts it on one page. A sentence above a chart says what to look
for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cogtable.lab import deals, figures, statistics
from cogtable.lab.aims import CARDS, Aim, Judged, bounds_of, file_of, in_units, judge, load
from cogtable.lab.figures import FIRST_AHEAD, FIRST_TO, Figure, Games, Noticed
from cogtable.lab.ladder import BotRating, bot_ratings
from cogtable.lab.phrases import counted, listed, number, of_100, ordinal, summary, times
from cogtable.lab.report import changes, charts
from cogtable.lab.report.charts import Chart, Mark
from cogtable.lab.report.page import Report, Section, Table
from cogtable.lab.statistics import Estimate
from cogtable.lab.study import JUDGE, WHOLE, Plan, Studied
from cogtable.lab.summary import Headline, State, judged_headline, written

MOST_POSITIONS = 13
"""Figures by points or by round are shown at so many places at most."""


# --- the whole --------------------------------------------------------------------------------------


def title(plan: Plan) -> str:
    """What is studied: a game, and with which box."""
    box = f"with {plan.game.box_file.name}" if plan.game.is_variant else "as it ships"
    against = f", against {plan.against.box_file.name}" if plan.against else ""
    return f"{plan.game.title}, {box}{against}"


class _Maker:
    """Makes the report of a study."""

    def __init__(self, studied: Studied) -> None:
        self.studied, self.plan = studied, studied.plan
        plan, seats = self.plan, self.plan.settings.seats
        self.study = deals.study_of(plan.game)
        self.seats, self.even = seats, 100 / seats
        self.sides = [
            Games(game, [row for row in studied.rows if row["box"] == box], seats)
            for box, game in enumerate(plan.games)
        ]
        self.games = self.sides[0]
        self.word = self.study.round
        file = plan.aims or file_of(plan.game)
        self.aims = load(file, plan.game) if file else []
        self.judged = judge(self.aims, self.games, plan.settings.bots)
        self.restricted = self._restricted()
        tested = [f for f in self.games.all.values() if f.measure != "pair" or self._enough(f)] + self.restricted
        self.noticed = figures.noticed(tested)
        self.changes = figures.changes(self.sides[0], self.sides[1], self._shown) if plan.against else []
        self.ratings = bot_ratings(studied.ladder) if studied.ladder and studied.ladder.games else []

    @staticmethod
    def _enough(figure: Figure) -> bool:
        """Whether each of the four groups of a pair has enough players."""
        return all(float(np.sum(term.of)) >= figures.FEWEST for term in figure.terms)

    def _shown(self, figure: Figure) -> bool:
        """Whether a figure is compared: no pairs, and of figures by points or round only those that are shown."""
        if figure.measure in ("pair", "wins of users by part"):
            return False
        if figure.what.isdigit() and figure.kind != "seat":
            return figure.what in {f.what for f in self._places(figure.measure, figure.kind)}
        return True

    def _places(self, measure: str, kind: str | None = None) -> list[Figure]:
        """Figures by points or round, thinned out evenly."""
        found = [f for f in self.games.of(measure, kind) if f.observed >= figures.FEWEST]
        step = math.ceil(len(found) / MOST_POSITIONS)
        return found[step - 1 :: step] if step else []

    def _aim_of(self, measure: str, kind: str, what: str = "") -> Aim | None:
        """The aim that is about a figure."""
        for each in self.judged:
            if each.figure.measure == measure and each.figure.kind == kind and what in ("", each.figure.what):
                return each.aim
        return None

    def _bounds(self, figures_: Sequence[Figure]) -> tuple[float, float] | None:
        """The band of the aim for figures that share one."""
        found = {
            bounds_of(aim, f) for f in figures_[:1] if (aim := self._aim_of(f.measure, f.kind, f.what)) is not None
        }
        return next(iter(found), None)

    def _state(self, figure: Figure) -> str:
        for each in self.judged:
            if each.figure.key == figure.key:
                return each.verdict
        return "plain"

    def _mark(self, figure: Figure, label: str, series: int = 0, state: str = "") -> Mark | None:
        found = figure.estimate
        if found is None:
            return None
        shown = in_units(figure, found, self.seats)
        percent = figure.share or figure.even is not None
        text = f"{shown.value:.1f}" + (" %" if percent and figure.measure not in CARDS else "")
        return Mark(label, shown.value, shown.low, shown.high, text, state or self._state(figure), series)

    def _marks(self, wanted: Iterable[tuple[Figure, str]], state: str = "") -> list[Mark]:
        """The figures, each followed by the same with the other box."""
        found = []
        for figure, label in wanted:
            for series, side in enumerate(self.sides):
                same = side.all.get(figure.key)
                if same and (mark := self._mark(same, label, series, state)):
                    found.append(mark)
        return found

    def make(self) -> Report:
        """The report."""
        sections = sorted((each for source in self._sources() for each in source), key=lambda each: each.chart is None)
        order: tuple[State, ...] = ("misses", "open", "look", "holds")
        headlines = sorted(self._headlines(), key=lambda line: order.index(line.state))
        return Report(
            "A study", title(self.plan), self.plan.command, summary(self.plan), headlines, sections, self._rows()
        )

    def _sources(self) -> list[Iterator[Section]]:
        return [
            self._comparison(),
            self._length(),
            self._margin(),
            self._seats(),
            self._lead_changes(),
            self._tension(),
            self._leaders(),
            self._firsts(),
            self._choices(),
            self._resources(),
            self._portions(),
            self._decisions(),
            self._dealt(),
            self._first_choices(),
            self._one_card(),
            self._used(),
            self._by_round(),
            self._pairs(),
            self._without(),
            self._skill(),
            self._why(),
        ]

    # --- headlines ------------------------------------------------------------------------------------

    def _headlines(self) -> Iterator[Headline]:
        if self.changes:
            yield self._changed()
        for aim in self.aims:
            own = [each for each in self.judged if each.aim is aim]
            if own:
                yield judged_headline(aim, own)
        if not any(each.figure.measure == "wins" for each in self.judged):
            yield self._seats_headline()
        yield from self._cards_headline()
        yield from self._restricted_headline()
        yield from self._skill_headlines()

    def _changed(self) -> Headline:
        held = [row for row in self.changes if row.held]
        head = f"{counted(len(held), 'figure')} of {len(self.changes)} changed."
        if not held:
            return Headline(
                "look", "The change has no visible effect.", f"None of {len(self.changes)} figures differs clearly."
            )
        row = held[0]
        name = f"{row.figure.measure}, {row.figure.what}"
        before, after = (in_units(row.figure, each, self.seats) for each in (row.before, row.after))
        text = f"Most clearly {name}: {before.value:.1f} with the box studied, {after.value:.1f} with the other."
        return Headline("look", head, text)

    def _seats_headline(self) -> Headline:
        own = [each for each in self.noticed if each.figure.measure == "wins"]
        far = max(own, key=lambda each: abs(each.estimate.value - 1 / self.seats))
        found = far.estimate.scaled(100)
        seat = ordinal(int(far.figure.what))
        if far.held:
            return Headline("look", "Seats are not even.", f"The {seat} seat wins {of_100(found)}.")
        text = f"The {seat} seat, farthest from an even share, wins {of_100(found)}; that may be chance."
        return Headline("look", "No seat stands out.", text)

    def _cards_headline(self) -> Iterator[Headline]:
        for measure, words in (("wins when dealt", "dealt"), ("wins with first choice", "first offered")):
            found = [each for each in self.noticed if each.figure.measure == measure]
            for kind in dict.fromkeys(each.figure.kind for each in found):
                if not self._aim_of(measure, kind):
                    yield self._kind_headline(kind, words, [each for each in found if each.figure.kind == kind])

    def _kind_headline(self, kind: str, words: str, own: Sequence[Noticed]) -> Headline:
        """Which cards of a kind help or hurt."""
        held = sorted((each for each in own if each.held), key=self._strength)
        if not held:
            text = f"None of {len(own)} differs from even beyond what chance explains."
            return Headline("look", f"No {words} {kind} stand out.", text)
        last, first = held[0], held[-1]
        text = f"{first.figure.what} {self._wins(first)}, {last.figure.what} {self._wins(last)}."
        return Headline("look", f"{len(held)} of {len(own)} {kind} help or hurt whoever is {words} them.", text)

    @staticmethod
    def _strength(each: Noticed) -> float:
        return each.estimate.value

    def _wins(self, each: Noticed) -> str:
        return of_100(in_units(each.figure, each.estimate, self.seats))

    def _restricted_headline(self) -> Iterator[Headline]:
        own = [each for each in self.noticed if each.figure.measure == "wins without"]
        better = [each for each in own if each.held and each.estimate.value * 100 > self.even]
        if better:
            best = max(better, key=self._strength)
            text = (
                f"A bot that must not use it wins {of_100(best.estimate.scaled(100))}: these bots use it badly, or too"
                " often."
            )
            yield Headline("look", f"Bots do better without {best.figure.what}.", text)
        needless = [e for e in own if not e.held and e.estimate.low * 100 > self.even - 5]
        if needless:
            names = [each.figure.what for each in needless]
            text = (
                "Bots that must not use it win about as often as the others. Greedy bots look only one move ahead, so"
                " try stronger bots too."
            )
            yield Headline("look", f"{listed(names)}: not needed.", text)

    def _skill_headlines(self) -> Iterator[Headline]:
        if len(self.ratings) > 1:
            pairs = zip(self.ratings, self.ratings[1:], strict=False)
            close = [(one, two) for one, two in pairs if two.high >= one.low]
            if close:
                one, two = close[0]
                head = f"Does {one.bot} play better than {two.bot}?"
                rated = f"{one.rating:.0f} and {two.rating:.0f}"
                text = f"{self.plan.skill:,} games cannot tell: their ratings, {rated}, overlap."
                yield Headline("open", head, text)
        if self.studied.judged:
            same = self._agreement()
            yield Headline("look", "How hard the best move is to find.", self._agreement_words(same))

    # --- the same with another box ----------------------------------------------------------------------

    def _comparison(self) -> Iterator[Section]:
        if not self.changes:
            return
        held = [row for row in self.changes if row.held]
        words = [f"{change.words}" for change in self.studied.changes]
        left = len(self.changes) - len(held)
        sentence = (
            f"Changed: {listed(words, 3)}. The same deals with both boxes. {counted(len(held), 'figure')} of "
            f"{len(self.changes)} changed (at most 1 in 20 of these may be a false alarm); the other {left} may be "
            "chance. The chart shows shares, in points of 100. Look for changes that you did not want."
        )
        table = changes.table(self.changes, ("studied", "other"))
        chart = changes.chart(self.changes, "other box minus the one studied")
        yield Section("What the other box changes", sentence, chart, table, wide=True)

    # --- length and margin --------------------------------------------------------------------------

    def _length(self) -> Iterator[Section]:
        values = self.games.column("length")[self.games.finished > 0]
        if not len(values):
            return
        low, high = np.percentile(values, (25, 75))
        sentence = (
            f"Half of all games take {low:.0f} to {high:.0f} actions, all seats together (brass). "
            "A second hump would mean that there are two kinds of game."
        )
        rows = [self._table_row(name, "games") for name in ("length", "rounds", "undecided")]
        chart = self._histogram("length", "actions in a game", (low, high), float(np.median(values)))
        yield Section("Length", sentence, chart, Table(("", *self._heads()), rows))

    def _histogram(self, name: str, title: str, marked: tuple[float, float], median: float | None = None) -> Chart:
        sides = [side.column(name)[side.finished > 0] for side in self.sides]
        edges = _edges(np.concatenate(sides))
        bins = [
            (float(a), float(b), 100 * float(s), bool(marked[0] <= (a + b) / 2 <= marked[1] + (b - a) / 2))
            for a, b, s in zip(edges, edges[1:], _shares(sides[0], edges), strict=False)
        ]
        others = []
        if len(sides) > 1:
            shares = _shares(sides[1], edges)
            others = [(float(a), float(b), 100 * float(s)) for a, b, s in zip(edges, edges[1:], shares, strict=False)]
        return charts.histogram(bins, title=title, median=median, others=others)

    def _heads(self) -> tuple[str, ...]:
        return ("studied", "other box") if len(self.sides) > 1 else ("figure and 95 % interval",)

    def _table_row(self, measure: str, kind: str) -> tuple[str, ...]:
        figure = self.games.of(measure, kind)[0]
        return (f"{measure} ({figure.what})", *self._cells(figure))

    def _cells(self, figure: Figure) -> tuple[str, ...]:
        """A figure with each box."""
        cells = []
        for side in self.sides:
            same = side.all.get(figure.key)
            found = same.estimate if same else None
            cells.append(written(figure, in_units(figure, found, self.seats)) if found else "none")
        return tuple(cells)

    def _margin(self) -> Iterator[Section]:
        values = self.games.column("margin")[self.games.finished > 0]
        if not len(values):
            return
        close = float(np.percentile(values, 40))
        within, ties = float((values <= close).mean()), self.games.of("ties")[0].estimate
        assert ties
        level = ties.scaled(100)
        sentence = (
            f"{100 * within:.0f} of 100 games end within {close:.0f} {self.study.score} (brass). "
            f"In {level.value:.1f} of 100, players tie for first place (at the left edge)."
        )
        rows = [self._table_row(name, "games") for name in ("margin", "ties", "winning score")]
        title = f"{self.study.score} between first and second"
        chart = self._histogram("margin", title, (float(values.min()), close))
        yield Section("Margin", sentence, chart, Table(("", *self._heads()), rows))

    # --- seats and leads ----------------------------------------------------------------------------

    def _seats(self) -> Iterator[Section]:
        own = self.games.of("wins")
        aim = self._bounds(own)
        marks = self._marks((figure, f"{ordinal(int(figure.what))} seat") for figure in own)
        where = "outside the green band of the aim" if aim else "to one side of the line of the even share"
        outside = [e for e in self.noticed if e.figure.measure == "wins" and e.held]
        found = f"{counted(len(outside), 'does', 'do')}" if outside else "none does"
        sentence = f"Wins of 100. A seat is better or worse if its whole interval lies {where}: {found}."
        table = Table(("seat", *self._heads()), [(figure.what, *self._cells(figure)) for figure in own])
        chart = charts.intervals(marks, even=self.even, aim=aim, title="wins of 100 games")
        yield Section("Seats", sentence, chart, table)

    def _lead_changes(self) -> Iterator[Section]:
        most = 4
        labels = ["never", "once", "twice", "3 times", "4 or more"]
        marks = []
        for i, label in enumerate(labels):
            for series, side in enumerate(self.sides):
                value = side.column("lead_changes")
                those = value >= most if i == most else value == i
                found = statistics.share(side.by_deal(those & (side.finished > 0)), side.by_deal(side.finished))
                if found:
                    share = found.scaled(100)
                    marks.append(Mark(label, *share[:3], f"{share.value:.0f} %", series=series))
        never = marks[0] if marks else None
        if never is None:
            return
        sentence = (
            f"How often the sole lead in {self.study.score} passes to another seat. In {never.value:.0f} of 100 "
            "games it never does. Is that more than you want decided early?"
        )
        rows = [self._table_row(name, "games") for name in ("lead changes", "lead never changes")]
        yield Section("Lead changes", sentence, charts.bars(marks), Table(("", *self._heads()), rows))

    def _tension(self) -> Iterator[Section]:
        names = {"drama": "drama", "winner behind": "winner behind", "expected winner changes": "lead change"}
        wanted = [self.games.of(name)[0] for name in names]
        marks = []
        for figure, label in zip(wanted, names.values(), strict=True):
            for series, side in enumerate(self.sides):
                found = side.all[figure.key].estimate
                if found:
                    part = found.scaled(100)
                    marks.append(Mark(label, *part[:3], f"{part.value:.1f} %", series=series))
        behind = next((m for m in marks if m.label == "winner behind"), None)
        share = behind.value if behind else 0
        sentence = (
            "By the game's own evaluation before each decision, as Ludii and TAG define them. Drama is how far, on "
            "average, the winner's chances were behind the best; lead change is how many decisions changed who had "
            f"the best chances. Before {share:.0f} of 100 decisions the winner was behind."
        )
        rows = [self._table_row(name, "games") for name in names]
        chart = charts.intervals(marks, title="percent", row=34)
        yield Section("Drama", sentence, chart, Table(("", *self._heads()), rows))

    def _leaders(self) -> Iterator[Section]:
        measure = f"wins of the leader after a {self.word}"
        chosen = self._places(measure)
        if len(chosen) < 2:
            return
        marks = [(int(f.what), mark) for f in chosen for mark in self._marks([(f, f.what)], "plain")]
        half = chosen[len(chosen) // 2]
        found = half.estimate
        assert found
        sentence = (
            f"How often the leader in {self.study.score} after a {self.word} wins. "
            f"After {self.word} {half.what} that is {found.value * 100:.0f} of 100. See where the line gets "
            "steep. If it begins high, games are decided early."
        )
        table = Table((self.word, "wins of the leader"), [(f.what, *self._cells(f)) for f in chosen])
        table = Table((self.word, *self._heads()), table.rows)
        aim = self._bounds([f for f in self.games.of(measure) if self._aim_of(measure, f.kind, f.what)])
        chart = charts.course(marks, title=f"after {self.word}", even=self.even, aim=aim)
        yield Section("Does the leader win?", sentence, chart, table)

    def _firsts(self) -> Iterator[Section]:
        of = [("", self.study.score), *((f"{name}: ", name) for name in self.games.races)]
        for prefix, name in of:
            for measure, title, words in (
                (FIRST_TO, f"First to reach so many {name}", "How often the first to get there wins."),
                (FIRST_AHEAD, f"First to lead in {name}", "How often the first to lead by so many wins."),
            ):
                chosen = self._places(prefix + measure)
                if len(chosen) < 2:
                    continue
                marks = [(int(f.what), mark) for f in chosen for mark in self._marks([(f, f.what)], "plain")]
                sure = next((f for f in chosen if (e := f.estimate) and e.value >= 0.75), None)
                tail = (
                    f" From {sure.what} on it is three games in four or more. How much of the game is left then?"
                    if sure
                    else " It never reaches three games in four. Is leading worth enough?"
                )
                table = Table((name, *self._heads()), [(f.what, *self._cells(f)) for f in chosen])
                aimed = [f for f in self.games.of(prefix + measure) if self._aim_of(f.measure, f.kind, f.what)]
                chart = charts.course(marks, title=name, even=self.even, aim=self._bounds(aimed))
                yield Section(title, words + tail, chart, table)

    # --- what is done ---------------------------------------------------------------------------------

    def _choices(self) -> Iterator[Section]:
        names = list(self.study.choices)
        if not names:
            return
        for series, side in enumerate(self.sides):
            sums = np.nansum(side.by_round("chosen", len(names)), axis=0)
            totals = sums.sum(axis=1)
            kept = [i for i in range(len(sums)) if totals[i] >= figures.FEWEST]
            parts = [(i + 1, name, 100 * float(sums[i, k] / totals[i])) for i in kept for k, name in enumerate(names)]
            if not parts:
                continue
            own = sorted(side.of("chosen"), key=lambda f: f.estimate.value if f.estimate else 0)
            rare, common = own[0], own[-1]
            low, high = rare.estimate, common.estimate
            assert low
            assert high
            sentence = (
                f"Percent of all choices, by {self.word}. {common.what} is {of_100(high.scaled(100))}, {rare.what} "
                f"{of_100(low.scaled(100))}. Look for choices that are rare, and when."
            )
            table = Table(("choice", *self._heads()), [(f.what, *self._cells(f)) for f in side.of("chosen")])
            title = f"Choices by {self.word}" + (", other box" if series else "")
            yield Section(title, sentence, charts.stacked(parts, names, title=self.word), table)

    def _resources(self) -> Iterator[Section]:
        count = len(self.study.resources)
        if not count:
            return
        sides = [
            side.by_round("resources", count * self.seats).reshape(len(side.rows), -1, count, self.seats)
            for side in self.sides
        ]
        for i, resource in enumerate(self.study.resources):
            lines = [list(_percentiles(side[:, :, i])) for side in sides]
            if not lines[0]:
                continue
            points = lines[0]
            others = [(r, m) for r, _, m, _ in lines[1]] if len(lines) > 1 else []
            last = points[-1]
            write = resource.unit.format
            labels = ("1 in 10", f"median {write(f'{last[2]:g}')}", "9 in 10")
            chart = charts.band(points, title=self.word, others=others, labels=labels)
            sentence = (
                f"What a seat has when a {self.word} begins. In {self.word} {last[0]} the median is "
                f"{write(f'{last[2]:g}')}; one in ten has {write(f'{last[1]:g}')} or less, one in ten "
                f"{write(f'{last[3]:g}')} or more. Does it pile up or run out?"
            )
            left = self.games.of("left at the end")[i]
            rows = [(f"left at the end, {resource.name}", *self._cells(left))]
            rows += [
                (f"{self.word} {f.what}", *self._cells(f))
                for f in self._places(f"{resource.name} in {self.word}", "resource")
            ]
            yield Section(
                resource.name[:1].upper() + resource.name[1:], sentence, chart, Table(("", *self._heads()), rows)
            )

    def _portions(self) -> Iterator[Section]:
        for portion in self.study.portions:
            chosen = self._places(portion.name, "portion")
            if not chosen:
                continue
            marks = [(int(f.what), mark) for f in chosen for mark in self._marks([(f, f.what)], "plain")]
            mean = float(np.mean([mark.value for _, mark in marks if not mark.series]))
            aim = next((each for each in self.judged if each.figure.measure == portion.name), None)
            sentence = f"Percent by {self.word}; {mean:.0f} on average. Near 0 and near 100 there is nothing to decide."
            table = Table((self.word, *self._heads()), [(f.what, *self._cells(f)) for f in chosen])
            bounds = (aim.low, aim.high) if aim else None
            chart = charts.course(marks, title=self.word, aim=bounds)
            yield Section(portion.name[:1].upper() + portion.name[1:], sentence, chart, table)

    def _decisions(self) -> Iterator[Section]:
        marks = []
        rows = []
        for series, side in enumerate(self.sides):
            decisions, options = side.by_round("decisions", 1)[:, :, 0], side.by_round("branching", 1)[:, :, 0]
            for i in range(decisions.shape[1]):
                some = np.nan_to_num(decisions[:, i])
                if some.sum() < figures.FEWEST:
                    continue
                found = statistics.mean(side.by_deal(np.nan_to_num(options[:, i])), side.by_deal(some))
                if found:
                    marks.append((i + 1, Mark(str(i + 1), *found[:3], f"{found.value:.1f}", series=series)))
                    if not series:
                        rows.append((f"{self.word} {i + 1}", number(found)))
        if not marks:
            return
        step = math.ceil(len(marks) / len(self.sides) / 20)
        idle = self.games.of("turns without a choice")[0].estimate
        assert idle
        branching = self.games.of("branching")[0].estimate
        assert branching
        sentence = (
            f"How many actions there are to choose from, where there is a choice: {branching.value:.1f} on "
            f"average. In {idle.value * 100:.1f} of 100 turns a seat has no choice at all. Look for rounds with more "
            "choices than people can keep in mind, and for rounds with hardly any."
        )
        heads = ("decisions", "branching", "turns without a choice")
        table = Table(("", *self._heads()), [self._table_row(name, "games") for name in heads])
        chart = charts.course(marks[::step], title=self.word, unit="")
        yield Section("Decisions", sentence, chart, table)

    # --- cards ----------------------------------------------------------------------------------------

    def _dealt(self) -> Iterator[Section]:
        own = [each for each in self.noticed if each.figure.measure == "wins when dealt"]
        if not own:
            return
        kind = own[0].figure.kind
        exchanged = self.study.dealt and self.study.dealt.exchanged
        how = f"Each deal is played {times(self.plan.turns)} with the hands exchanged. " if exchanged else ""
        sentence = (
            "Wins of 100 of whoever was dealt a card. The deal is chance, so this is the effect of the card, not of "
            f"the player. {how}{self._held_words(own)}"
        )
        yield self._cards_section(f"What each of the {kind} does", sentence, own)

    def _held_words(self, own: Sequence[Noticed]) -> str:
        held = [each for each in own if each.held]
        above = sum(each.estimate.value > (each.figure.even or 0) for each in held)
        if not held:
            return f"None of the {len(own)} differs from even beyond what chance explains (hollow)."
        return (
            f"Filled: {len(held)} of {len(own)} differ from even ({above} above, {len(held) - above} below); at most "
            "1 in 20 of these is expected to be a false alarm. Hollow: may be chance."
        )

    def _cards_section(self, title: str, sentence: str, own: Sequence[Noticed]) -> Section:
        ordered = sorted(own, key=lambda each: -each.estimate.value)
        marks, rows = [], []
        for each in ordered:
            for series, side in enumerate(self.sides):
                same = side.all.get(each.figure.key)
                found = same.estimate if same else None
                if not same or not found:
                    continue
                shown = in_units(same, found, self.seats)
                state = ("held" if each.held else "free") if not series else "plain"
                below = shown.value < 50
                marks.append(Mark(each.figure.what, *shown[:3], f"{shown.value:.1f}", state, series, below))
            held = "held" if each.held else "may be chance"
            rows.append((each.figure.what, *self._cells(each.figure), held))
        aim = self._bounds([own[0].figure])
        scale = "" if self.seats == 2 else ", on the scale where 50 is even"
        chart = charts.intervals(marks, even=50, aim=aim, title=f"wins of 100{scale}", row=17, wide=True)
        return Section(title, sentence, chart, Table(("", *self._heads(), ""), rows), wide=True)

    def _first_choices(self) -> Iterator[Section]:
        found = [each for each in self.noticed if each.figure.measure == "wins with first choice"]
        for kind in dict.fromkeys(each.figure.kind for each in found):
            own = [each for each in found if each.figure.kind == kind]
            sentence = (
                f"Nothing is dealt into hands here; chance decides which of the {kind} come up, and so who has the "
                "first choice of each. Wins of 100 of whoever had it; 50 stands for those who had the first choice "
                f"of any from the same pile. {self._held_words(own)}"
            )
            yield self._cards_section(f"First choice of the {kind}", sentence, own)

    def _one_card(self) -> Iterator[Section]:
        if not self.plan.card or not self.studied.card:
            return
        kind, card = self.plan.card
        name = deals.names(self.plan.game, kind)[card]
        first = self.plan.settings.seed
        found = one_card(self.studied.card, first, self.plan.deals)
        marks, rows = [], []
        for label, each in found.items():
            gap = "less" in label
            shown = each.scaled(100) if gap else in_units(_WINS_WHEN_DEALT, each, self.seats)
            text = f"{shown.value:+.1f}" if gap else f"{shown.value:.1f}"
            rows.append((label, f"{text} ({shown.low:.1f} to {shown.high:.1f})"))
            if not gap:
                marks.append(Mark(label, *shown[:3], text))
        own = [row for row in self.studied.card if row["variant"] == "as it is"]
        played = 100 * sum(row["played"] for row in own) / max(1, len(own))
        blank = next((each for label, each in found.items() if "less" in label), None)
        text = (
            f" Its text is worth {blank.value * 100:+.1f} of 100 ({blank.low * 100:.1f} to {blank.high * 100:.1f})."
            if blank
            else ""
        )
        sentence = (
            f"{self.plan.deals:,} deals, each with {name} put into one hand, and then into each of the others.{text} "
            f"Its holder plays it in {played:.0f} of 100 of these games, more often than in games in which it must "
            "be drawn first."
        )
        if without := without_card(self.studied.card, first, self.plan.deals):
            rows += [
                (
                    f"{measure} without it, less with it".replace("_", " "),
                    f"{gap.value:+.2f} ({gap.low:.2f} to {gap.high:.2f})",
                )
                for measure, gap in without.items()
            ]
            noise = all(gap.low <= 0 <= gap.high for gap in without.values())
            sentence += f" In a box without {name}, " + (
                "length, margin and lead changes stay the same, as far as these games tell."
                if noise
                else "games change: see the figures below."
            )
        else:
            sentence += f" {self.plan.game.title} needs all its {kind}, so no games were played without it."
        chart = charts.intervals(marks, even=50, title="wins of 100 with the card in the opening hand", row=34)
        yield Section(f"{name}, alone", sentence, chart, Table(("", "figure and 95 % interval"), rows))

    def _used(self) -> Iterator[Section]:
        for kind in dict.fromkeys(f.kind for f in self.games.of("wins of users")):
            own = [f for f in self.games.of("wins of users", kind) if f.observed >= figures.FEWEST]
            if not own or len(own) > 100:
                continue
            names = self.plan.game.tallies.get(kind)
            cards = isinstance(names, str)
            ordered = sorted(own, key=lambda f: -(f.estimate.value if f.estimate else 0)) if cards else own
            marks = self._marks((f, f.what) for f in ordered)
            rows = []
            for figure in ordered:
                often = self.games.all[("used", kind, figure.what)]
                rows.append((figure.what, *self._cells(figure), *self._cells(often)[:1]))
            if cards:
                sentence = (
                    "Wins of 100 of those who used it. A player who is ahead can use more and dearer cards, so this "
                    "does not show what a card does (for that, see the cards as dealt). It shows what is seldom used."
                )
            else:
                sentence = f"How games with each {kind} went for those seats. The figures say how often it came up."
            aim = self._bounds(own)
            scale = "" if self.seats == 2 else ", on the scale where 50 is even"
            chart = charts.intervals(marks, even=50, aim=aim, title=f"wins of 100{scale}", row=17 if cards else 28)
            heads = ("", *(f"wins, {head}" for head in self._heads()), "used in games")
            yield Section(f"By {kind}", sentence, chart, Table(heads, rows), wide=cards and len(own) > 20)

    def _by_round(self) -> Iterator[Section]:
        found = {each.figure.key: each for each in self.noticed if each.figure.measure == "wins of users by part"}
        for kind, cards in self.games.most_used.items():
            names = [self.games.names[i] for i in cards]
            cells, rows = [], []
            for name in names:
                row = [name]
                for part in figures.PART_NAMES:
                    each = found.get(("wins of users by part", kind, f"{name}, {part}"))
                    shown = in_units(each.figure, each.estimate, self.seats) if each else None
                    colour = charts.BAND if not (each and shown and each.held) else _tint(shown)
                    cells.append((name, part, f"{shown.value:.0f}" if shown else "", colour))
                    row.append(of_100(shown) if shown else "too few")
                rows.append(tuple(row))
            sentence = (
                f"Wins of 100 of those who used a {kind} that is used often, by the part of the game (of {self.word}s) "
                "in which they first did. Green and red are more than chance. A row that changes colour shows when it "
                "is too early or too late. This depends on who chose to use it, so it is a hint, not proof."
            )
            chart = charts.matrix(cells, names, figures.PART_NAMES)
            yield Section(f"When a {kind} is used", sentence, chart, Table(("", *figures.PART_NAMES), rows))

    def _pairs(self) -> Iterator[Section]:
        held = {each.figure.key: each for each in self.noticed if each.figure.measure == "pair"}
        for kind, cards in self.games.most_used.items():
            own = [each for each in held.values() if each.figure.kind == kind]
            if not own:
                continue
            names = [self.games.names[i] for i in cards]
            count = sum(each.held for each in own)
            cells, rows = [], []
            for at, one in enumerate(names):
                for other in names[:at]:
                    each = held.get(("pair", kind, f"{one} and {other}"))
                    shown = each.estimate.scaled(100) if each else None
                    text = f"{shown.value:+.0f}" if shown and each and each.held else ""
                    colour = (
                        charts.BAND if not (each and each.held and shown) else "@gain" if shown.value > 0 else "@loss"
                    )
                    cells.append((one, other, text, colour))
            for each in sorted(own, key=lambda each: -each.estimate.value):
                shown = each.estimate.scaled(100)
                words = f"{shown.value:+.1f} ({shown.low:+.1f} to {shown.high:+.1f})"
                rows.append((each.figure.what, words, "held" if each.held else "may be chance"))
            sentence = (
                "How many more wins players have with both than the two cards bring apart, for the twelve most used. "
            )
            sentence += (
                f"{counted(count, 'pair')} of {len(own)} {'is' if count == 1 else 'are'} more than chance; plain cells "
                "are not. This is a hint, not proof: whoever plays both chose to."
                if count
                else f"None of {len(own)} pairs stands out beyond what chance explains."
            )
            chart = charts.matrix(cells, names[1:], names[:-1]) if count else None
            yield Section(f"Pairs of {kind}s", sentence, chart, Table(("", "points of 100", ""), rows))

    # --- restricted play and skill --------------------------------------------------------------------

    def _restricted(self) -> list[Figure]:
        """Wins of who must do without something."""
        found = []
        rows = self.studied.restricted
        first = self.plan.settings.seed
        for name in dict.fromkeys(row["without"] for row in rows):
            own = [row for row in rows if row["without"] == name]
            deal = np.array([row["deal"] - first for row in own])
            finished = np.bincount(deal, [row["finished"] for row in own])
            won = np.bincount(deal, [row["won"] for row in own])
            terms = (figures.Term(won, finished),)
            found.append(Figure("wins without", "plan", name, terms, share=True, even=1 / self.seats))
        return found

    def _without(self) -> Iterator[Section]:
        own = [each for each in self.noticed if each.figure.measure == "wins without"]
        if not own:
            return
        marks, rows = [], []
        for each in sorted(own, key=lambda each: each.estimate.value):
            shown = each.estimate.scaled(100)
            state = "held" if each.held else "free"
            below = shown.value < self.even
            marks.append(Mark(each.figure.what, *shown[:3], f"{shown.value:.1f} %", state, below=below))
            rows.append((each.figure.what, of_100(shown), "held" if each.held else "may be chance"))
        least = marks[0]
        sentence = (
            "One bot must not use it, the others may; each deal is played with each seat (restricted play, Jaffe and "
            f"others 2012). Without {least.label} it wins {least.text[:-2]} of 100. If doing without costs next to "
            "nothing, nobody needs the thing. If it costs nearly every game, nobody can do without it. If the bot "
            "wins more often, the bots misuse it."
        )
        chart = charts.intervals(marks, even=self.even, title="wins of 100 without it", row=28)
        yield Section("Doing without", sentence, chart, Table(("without", "wins", ""), rows))

    def _agreement(self) -> Estimate:
        same = [row["same"] for row in self.studied.judged]
        return Estimate(*statistics.interval(sum(same), len(same)), len(same))

    def _agreement_words(self, same: Estimate) -> str:
        guess = np.mean([1 / row["options"] for row in self.studied.judged]) * 100
        return (
            f"Where there is a choice, greedy chooses as {JUDGE} does in {of_100(same.scaled(100))} decisions; "
            f"guessing would in {guess:.0f}."
        )

    def _skill(self) -> Iterator[Section]:
        if not self.ratings:
            return
        marks = [Mark(row.bot, row.rating, row.low, row.high, f"{row.rating:.0f}") for row in self.ratings]
        sentence = (
            "Where lines overlap, the order is open. The wider the ladder, the more the game rewards skill; "
            "100 points more mean finishing ahead in 64 of 100 games. "
        )
        if self.studied.judged:
            sentence += self._agreement_words(self._agreement())
        title = f"rating, {self.plan.skill:,} games, all seatings"
        rows = [_rating_row(row) for row in self.ratings]
        table = Table(("bot", "rating", "wins"), rows)
        yield Section("Skill", sentence, charts.intervals(marks, title=title, row=32, colour=charts.VIOLET), table)

    def _why(self) -> Iterator[Section]:
        """Cards whose users do better or worse than those who were dealt them."""
        pairs = []
        for (measure, _, what), figure in self.games.all.items():
            if measure != "wins when dealt":
                continue
            used = next((f for f in self.games.of("wins of users") if f.what == what), None)
            one, two = used.estimate if used and used.observed >= figures.FEWEST else None, figure.estimate
            if used and one and two:
                pairs.append((abs(one.value - two.value), what, one, two))
        if len(pairs) < 3:
            return
        best = sorted(pairs, key=lambda pair: -pair[0])[:6]
        marks = []
        rows = []
        for _, what, one, two in best:
            sides = [in_units(_WINS_OF_USERS, each, self.seats) for each in (one, two)]
            own = [Mark(what, *each[:3], f"{each.value:.1f}") for each in sides]
            marks.append((what, own[0], own[1]))
            rows.append((what, of_100(sides[0]), of_100(sides[1])))
        sentence = (
            "A player who is ahead can use more and dearer cards, so cards look stronger or weaker among those who "
            "used them (square, gray) than among those who were dealt them (dot, teal). The farther apart the two, the "
            "more use misleads."
        )
        table = Table(("", "those who used it", "those who were dealt it"), rows)
        yield Section(
            "Why the deal counts, not the use", sentence, charts.two(marks, even=50, title="wins of 100"), table
        )

    # --- all figures ----------------------------------------------------------------------------------

    def _rows(self) -> list[dict[str, Any]]:
        """All figures of both boxes, in the units of the page."""
        rows = []
        for box, side in enumerate(self.sides):
            held = {each.figure.key: each.held for each in self.noticed} if not box else {}
            own = [*side.all.values(), *([] if box else self.restricted)]
            for figure in own:
                found = figure.estimate
                if found is None:
                    continue
                shown = in_units(figure, found, self.seats)
                row: dict[str, Any] = {"box": "other" if box else "studied", "measure": figure.measure}
                row |= {"kind": figure.kind}
                row |= {"what": figure.what, "value": shown.value, "low": shown.low, "high": shown.high}
                rows.append(row | {"count": figure.observed, "held": held.get(figure.key)})
        return rows


_NONE = figures.Term(np.zeros(1), np.ones(1))
_WINS_WHEN_DEALT = Figure("wins when dealt", "", "", (_NONE,), share=True)
_WINS_OF_USERS = Figure("wins of users", "", "", (_NONE,), share=True)


def make(studied: Studied) -> Report:
    """The report of a study, judged by the aims that its plan names, or by those that the game and its box have.

    Raises BadOption for aims that cannot be read.
    """
    return _Maker(studied).make()


def judged(studied: Studied, wanted: Sequence[Aim]) -> list[Judged]:
    """Every figure that an aim is about, with its verdict."""
    plan = studied.plan
    rows = [row for row in studied.rows if not row["box"]]
    return judge(wanted, Games(plan.game, rows, plan.settings.seats), plan.settings.bots)


def one_card(rows: Sequence[Mapping[str, Any]], first: int, count: int) -> dict[str, Estimate]:
    """How often who was dealt a card wins, as it is and blanked, and the difference on the same deals."""
    sums = {}
    for name in dict.fromkeys(row["variant"] for row in rows if row["variant"] != "removed"):
        own = [row for row in rows if row["variant"] == name]
        deal = [row["deal"] - first for row in own]
        won = np.bincount(deal, [row["won"] for row in own], count)
        sums[name] = (won, np.bincount(deal, [row["finished"] for row in own], count))
    found = {name: each for name, (won, of) in sums.items() if (each := statistics.share(won, of))}
    names = list(sums)
    for other in names[1:]:
        gap = statistics.combined([sums[names[0]], sums[other]], [1.0, -1.0])
        if gap:
            found[f"{names[0]} less {other}"] = gap
    return found


def without_card(rows: Sequence[Mapping[str, Any]], first: int, count: int) -> dict[str, Estimate]:
    """By how much whole games differ once a card is removed from the box: their length, margin and lead changes. Empty
    where it cannot be removed.
    """
    sums: dict[tuple[str, str], Any] = {}
    for name in ("removed", "as it is"):
        own = [row for row in rows if row["variant"] == name]
        deal = [row["deal"] - first for row in own]
        games = np.bincount(deal, minlength=count)
        for measure in WHOLE:
            sums[name, measure] = (np.bincount(deal, [row[measure] for row in own], count), games)
    gaps = {m: statistics.combined([sums["removed", m], sums["as it is", m]], [1.0, -1.0]) for m in WHOLE}
    return {measure: gap for measure, gap in gaps.items() if gap}


def _rating_row(row: BotRating) -> tuple[str, ...]:
    wins = Estimate(row.wins, row.wins_low, row.wins_high).scaled(100)
    return (row.bot, f"{row.rating:.0f} ({row.low:.0f} to {row.high:.0f})", of_100(wins))


def _tint(found: Estimate) -> str:
    return "@gain" if found.value > 50 else "@loss"


def _edges(values: Any) -> Any:
    """Edges of 8 to 24 bins that begin and end at round numbers."""
    low, high = float(values.min()), float(np.percentile(values, 99.5))
    span = max(1.0, high - low)
    step = next((s for s in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000) if span / s <= 24), span / 20)
    begin = math.floor(low / step) * step
    return np.arange(begin, high + 1.5 * step, step)


def _shares(values: Any, edges: Any) -> Any:
    """The share of values in each bin; those beyond the last are in it."""
    counts, _ = np.histogram(np.minimum(values, edges[-1] - 1e-9), edges)
    return counts / max(1, len(values))


def _percentiles(amounts: Any) -> Iterator[tuple[int, float, float, float]]:
    """By round the lowest tenth, median and highest tenth over seats, (games, rounds, seats)."""
    for i in range(amounts.shape[1]):
        values = amounts[:, i][~np.isnan(amounts[:, i])]
        if len(values) >= figures.FEWEST:
            low, middle, high = (float(value) for value in np.percentile(values, (10, 50, 90)))
            yield i + 1, low, middle, high
