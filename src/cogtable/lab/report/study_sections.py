"""The sections of a study's report, in their order: each has a sentence about the result, a chart and a table.

A section yields nothing if its game or study has no data for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from cogtable.engine.text.words import capital
from cogtable.lab import deals, figures, statistics
from cogtable.lab.figures import FIRST_AHEAD, FIRST_TO, Figure, Noticed
from cogtable.lab.phrases import counted, listed, of_100, ordinal, times
from cogtable.lab.report import changes, charts
from cogtable.lab.report.charts import Mark
from cogtable.lab.report.page import Section, Table
from cogtable.lab.report.study_figures import StudyFigures, one_card, without_card
from cogtable.lab.statistics import Estimate
from cogtable.lab.study import JUDGE

MOST_LEAD_CHANGES = 4
"""Games with more changes of the lead are counted together."""

_NONE = figures.Term(np.zeros(1), np.ones(1))
_WINS_WHEN_DEALT = Figure("wins when dealt", "", "", (_NONE,), share=True)
_WINS_OF_USERS = Figure("wins of users", "", "", (_NONE,), share=True)


def comparison(study: StudyFigures) -> Iterator[Section]:
    """The changes made by the other box."""
    if study.changes:
        words = listed([change.words for change in study.studied.changes], 3)
        yield changes.section(
            "What the other box changes",
            f"Changed: {words}. The same deals with both boxes.",
            study.changes,
            ("studied", "other"),
            "other box minus the one studied",
            chance=" (at most 1 in 20 of these may be a false alarm)",
            more="The chart shows shares, in points of 100. ",
        )


# --- how games go -------------------------------------------------------------------------------------


def length(study: StudyFigures) -> Iterator[Section]:
    """How many actions a game takes."""
    values = study.games.column("length")[study.games.finished > 0]
    if not len(values):
        return
    low, high = np.percentile(values, (25, 75))
    words = (
        f"Half of all games take {low:.0f} to {high:.0f} actions, all seats together (brass). "
        "A second hump would mean that there are two kinds of game."
    )
    chart = study.histogram("length", "actions in a game", (low, high), float(np.median(values)))
    yield Section("Length", words, chart, study.table_of("length", "rounds", "undecided"))


def margin(study: StudyFigures) -> Iterator[Section]:
    """How far the winner is ahead at the end."""
    values = study.games.column("margin")[study.games.finished > 0]
    if not len(values):
        return
    close = float(np.percentile(values, 40))
    within, ties = float((values <= close).mean()), study.games.of("ties")[0].estimate
    assert ties
    words = (
        f"{100 * within:.0f} of 100 games end within {close:.0f} {study.score} (brass). "
        f"In {ties.value * 100:.1f} of 100, players tie for first place (at the left edge)."
    )
    chart = study.histogram("margin", f"{study.score} between first and second", (float(values.min()), close))
    yield Section("Margin", words, chart, study.table_of("margin", "ties", "winning score"))


def seats(study: StudyFigures) -> Iterator[Section]:
    """How often each seat wins."""
    own = study.games.of("wins")
    aim = study.bounds(own)
    where = "outside the green band of the aim" if aim else "to one side of the line of the even share"
    outside = [each for each in study.noticed_of("wins") if each.held]
    found = f"{counted(len(outside), 'does', 'do')}" if outside else "none does"
    words = f"Wins of 100. A seat is better or worse if its whole interval lies {where}: {found}."
    marks = study.marks((figure, f"{ordinal(int(figure.what))} seat") for figure in own)
    chart = charts.intervals(marks, even=study.even, aim=aim, title="wins of 100 games")
    yield Section("Seats", words, chart, study.table([(figure.what, figure) for figure in own], "seat"))


def lead_changes(study: StudyFigures) -> Iterator[Section]:
    """How often the lead passes to another seat."""
    marks = []
    for i, label in enumerate(("never", "once", "twice", "3 times", "4 or more")):
        for series, side in enumerate(study.sides):
            value = side.column("lead_changes")
            those = value >= MOST_LEAD_CHANGES if i == MOST_LEAD_CHANGES else value == i
            found = statistics.share(side.by_deal(those & (side.finished > 0)), side.by_deal(side.finished))
            if found:
                share = found.scaled(100)
                marks.append(Mark(label, *share[:3], f"{share.value:.0f} %", series=series))
    if not marks:
        return
    words = (
        f"How often the sole lead in {study.score} passes to another seat. In {marks[0].value:.0f} of 100 "
        "games it never does. Is that more than you want decided early?"
    )
    table = study.table_of("lead changes", "lead never changes")
    yield Section("Lead changes", words, charts.bars(marks), table)


def drama(study: StudyFigures) -> Iterator[Section]:
    """The suspense of games, by the game's own evaluation."""
    labels = {"drama": "drama", "winner behind": "winner behind", "expected winner changes": "lead change"}
    marks = []
    for measure, label in labels.items():
        for series, found in study.with_each_box(study.games.of(measure)[0]):
            if found:
                part = found.scaled(100)
                marks.append(Mark(label, *part[:3], f"{part.value:.1f} %", series=series))
    share = next((mark.value for mark in marks if mark.label == "winner behind"), 0)
    words = (
        "By the game's own evaluation before each decision, as Ludii and TAG define them. Drama is how far, on "
        "average, the winner's chances were behind the best; lead change is how many decisions changed who had "
        f"the best chances. Before {share:.0f} of 100 decisions the winner was behind."
    )
    yield Section("Drama", words, charts.intervals(marks, title="percent", row=34), study.table_of(*labels))


def leaders(study: StudyFigures) -> Iterator[Section]:
    """How often the leader after each round wins."""
    measure = f"wins of the leader after a {study.round}"
    chosen = study.places(measure)
    if len(chosen) < 2:
        return
    half = chosen[len(chosen) // 2]
    found = half.estimate
    assert found
    words = (
        f"How often the leader in {study.score} after a {study.round} wins. "
        f"After {study.round} {half.what} that is {found.value * 100:.0f} of 100. See where the line gets "
        "steep. If it begins high, games are decided early."
    )
    aim = study.bounds([f for f in study.games.of(measure) if study.aim_of(measure, f.kind, f.what)])
    yield study.course("Does the leader win?", words, chosen, f"after {study.round}", even=study.even, aim=aim)


def firsts(study: StudyFigures) -> Iterator[Section]:
    """How often the seat wins that is the first to have a number of points, or to lead by it."""
    for prefix, name in [("", study.score), *((f"{name}: ", name) for name in study.games.races)]:
        for measure, title, words in (
            (FIRST_TO, f"First to reach so many {name}", "How often the first to get there wins."),
            (FIRST_AHEAD, f"First to lead in {name}", "How often the first to lead by so many wins."),
        ):
            chosen = study.places(prefix + measure)
            if len(chosen) < 2:
                continue
            sure = next((f for f in chosen if (e := f.estimate) and e.value >= 0.75), None)
            tail = (
                f" From {sure.what} on it is three games in four or more. How much of the game is left then?"
                if sure
                else " It never reaches three games in four. Is leading worth enough?"
            )
            aimed = [f for f in study.games.of(prefix + measure) if study.aim_of(f.measure, f.kind, f.what)]
            yield study.course(title, words + tail, chosen, name, even=study.even, aim=study.bounds(aimed))


# --- what is done -------------------------------------------------------------------------------------


def choices(study: StudyFigures) -> Iterator[Section]:
    """How often each kind of action is chosen, by round."""
    names = list(study.study.choices)
    for series, side in enumerate(study.sides if names else ()):
        sums = np.nansum(side.by_round("chosen", len(names)), axis=0)
        totals = sums.sum(axis=1)
        kept = [i for i in range(len(sums)) if totals[i] >= figures.FEWEST]
        parts = [(i + 1, name, 100 * float(sums[i, k] / totals[i])) for i in kept for k, name in enumerate(names)]
        if not parts:
            continue
        own = side.of("chosen")
        rare, *_, common = sorted((f.estimate.value, f.what, f.estimate) for f in own if f.estimate)
        words = (
            f"Percent of all choices, by {study.round}. {common[1]} is {of_100(common[2].scaled(100))}, {rare[1]} "
            f"{of_100(rare[2].scaled(100))}. Look for choices that are rare, and when."
        )
        title = f"Choices by {study.round}" + (", other box" if series else "")
        chart = charts.stacked(parts, names, title=study.round)
        yield Section(title, words, chart, study.table([(f.what, f) for f in own], "choice"))


def resources(study: StudyFigures) -> Iterator[Section]:
    """The resources of seats by round."""
    count = len(study.study.resources)
    sides = [
        side.by_round("resources", count * study.seats).reshape(len(side.rows), -1, count, study.seats)
        for side in (study.sides if count else ())
    ]
    for i, resource in enumerate(study.study.resources):
        points, *more = [list(_percentiles(side[:, :, i])) for side in sides]
        if not points:
            continue
        others = [(number, median) for other in more for number, _, median, _ in other]
        last, least, median, most = points[-1][0], *(resource.unit.format(f"{each:g}") for each in points[-1][1:])
        chart = charts.band(points, title=study.round, others=others, labels=("1 in 10", f"median {median}", "9 in 10"))
        words = (
            f"What a seat has when a {study.round} begins. In {study.round} {last} the median is "
            f"{median}; one in ten has {least} or less, one in ten "
            f"{most} or more. Does it pile up or run out?"
        )
        rows = [(f"left at the end, {resource.name}", study.games.of("left at the end")[i])]
        rows += [(f"{study.round} {f.what}", f) for f in study.places(f"{resource.name} in {study.round}", "resource")]
        yield Section(capital(resource.name), words, chart, study.table(rows))


def portions(study: StudyFigures) -> Iterator[Section]:
    """The share of the available things that seats take, by round."""
    for portion in study.study.portions:
        chosen = study.places(portion.name, "portion")
        if not chosen:
            continue
        mean = float(np.mean([study.read(f, found).value for f in chosen if (found := f.estimate)]))
        aim = next((each for each in study.judged if each.figure.measure == portion.name), None)
        words = f"Percent by {study.round}; {mean:.0f} on average. Near 0 and near 100 there is nothing to decide."
        bounds = (aim.low, aim.high) if aim else None
        yield study.course(capital(portion.name), words, chosen, study.round, aim=bounds)


def decisions(study: StudyFigures) -> Iterator[Section]:
    """The number of legal actions by round."""
    marks = []
    for series, side in enumerate(study.sides):
        counts, options = side.by_round("decisions", 1)[:, :, 0], side.by_round("branching", 1)[:, :, 0]
        for i in range(counts.shape[1]):
            some = np.nan_to_num(counts[:, i])
            if some.sum() < figures.FEWEST:
                continue
            found = statistics.mean(side.by_deal(np.nan_to_num(options[:, i])), side.by_deal(some))
            if found:
                marks.append((i + 1, Mark(str(i + 1), *found[:3], f"{found.value:.1f}", series=series)))
    if not marks:
        return
    idle, branching = (study.games.of(measure)[0].estimate for measure in ("turns without a choice", "branching"))
    assert idle
    assert branching
    words = (
        f"How many actions there are to choose from, where there is a choice: {branching.value:.1f} on "
        f"average. In {idle.value * 100:.1f} of 100 turns a seat has no choice at all. Look for rounds with more "
        "choices than people can keep in mind, and for rounds with hardly any."
    )
    step = math.ceil(len(marks) / len(study.sides) / 20)
    chart = charts.course(marks[::step], title=study.round, unit="")
    yield Section("Decisions", words, chart, study.table_of("decisions", "branching", "turns without a choice"))


# --- cards --------------------------------------------------------------------------------------------


def dealt(study: StudyFigures) -> Iterator[Section]:
    """How much each card that is dealt helps."""
    exchanged = study.study.dealt and study.study.dealt.exchanged
    how = f"Each deal is played {times(study.plan.turns)} with the hands exchanged. " if exchanged else ""
    for kind, own in study.by_kind("wins when dealt"):
        words = (
            "Wins of 100 of the players who were dealt a card. The deal is chance, so this is the effect of the card, "
            f"not of the player. {how}{_held_words(own)}"
        )
        yield _of_cards(study, f"What each of the {kind} does", words, own)


def first_choices(study: StudyFigures) -> Iterator[Section]:
    """How much the first choice of each card helps, where none are dealt."""
    for kind, own in study.by_kind("wins with first choice"):
        words = (
            f"Nothing is dealt into hands here; chance decides which of the {kind} come up, and so who has the "
            "first choice of each. Wins of 100 of the players who had it; 50 stands for those who had the first choice "
            f"of any from the same pile. {_held_words(own)}"
        )
        yield _of_cards(study, f"First choice of the {kind}", words, own)


def _held_words(own: Sequence[Noticed]) -> str:
    held = [each for each in own if each.held]
    above = sum(each.estimate.value > (each.figure.even or 0) for each in held)
    if not held:
        return f"None of the {len(own)} differs from even beyond what chance explains (hollow)."
    return (
        f"Filled: {len(held)} of {len(own)} differ from even ({above} above, {len(held) - above} below); at most "
        "1 in 20 of these is expected to be a false alarm. Hollow: may be chance."
    )


def _of_cards(study: StudyFigures, title: str, words: str, own: Sequence[Noticed]) -> Section:
    marks, rows = [], []
    for each in sorted(own, key=lambda each: -each.estimate.value):
        for series, found in study.with_each_box(each.figure):
            if found:
                shown = study.read(each.figure, found)
                state = ("held" if each.held else "free") if not series else "plain"
                below = shown.value < 50
                marks.append(Mark(each.figure.what, *shown[:3], f"{shown.value:.1f}", state, series, below))
        rows.append((each.figure.what, *study.cells(each.figure), _held(each)))
    aim = study.bounds([own[0].figure])
    chart = charts.intervals(marks, even=50, aim=aim, title=_scale(study), row=17, wide=True)
    return Section(title, words, chart, Table(("", *study.heads, ""), rows), wide=True)


def _held(each: Noticed) -> str:
    return "held" if each.held else "may be chance"


def _scale(study: StudyFigures) -> str:
    """The title of an axis of `CARDS` measures."""
    return "wins of 100" + ("" if study.seats == 2 else ", on the scale where 50 is even")


def card_alone(study: StudyFigures) -> Iterator[Section]:
    """The effect of one card, which was put into each hand, blanked, and removed."""
    plan, played = study.plan, study.studied.card
    if not plan.card or not played:
        return
    kind, card = plan.card
    name = deals.names(plan.game, kind)[card]
    marks, rows, text = [], [], ""
    for label, each in one_card(played, plan.settings.seed, plan.deals).items():
        if "less" in label:
            gap = each.scaled(100)
            rows.append((label, f"{gap.value:+.1f} ({gap.low:.1f} to {gap.high:.1f})"))
            text = text or f" Its text is worth {gap.value:+.1f} of 100 ({gap.low:.1f} to {gap.high:.1f})."
        else:
            shown = study.read(_WINS_WHEN_DEALT, each)
            rows.append((label, f"{shown.value:.1f} ({shown.low:.1f} to {shown.high:.1f})"))
            marks.append(Mark(label, *shown[:3], f"{shown.value:.1f}"))
    own = [row["played"] for row in played if row["variant"] == "as it is"]
    words = (
        f"{plan.deals:,} deals, each with {name} put into one hand, and then into each of the others.{text} "
        f"Its holder plays it in {100 * sum(own) / max(1, len(own)):.0f} of 100 of these games, more often than in "
        "games in which it must be drawn first."
    )
    if without := without_card(played, plan.settings.seed, plan.deals):
        for measure, gap in without.items():
            label = f"{measure} without it, less with it".replace("_", " ")
            rows.append((label, f"{gap.value:+.2f} ({gap.low:.2f} to {gap.high:.2f})"))
        noise = all(gap.low <= 0 <= gap.high for gap in without.values())
        words += f" In a box without {name}, " + (
            "length, margin and lead changes stay the same, as far as these games tell."
            if noise
            else "games change: see the figures below."
        )
    else:
        words += f" {plan.game.title} needs all its {kind}, so no games were played without it."
    chart = charts.intervals(marks, even=50, title="wins of 100 with the card in the opening hand", row=34)
    yield Section(f"{name}, alone", words, chart, Table(("", "figure and 95 % interval"), rows))


def used(study: StudyFigures) -> Iterator[Section]:
    """How often the users of a card win, and the users of other tallied items."""
    for kind in dict.fromkeys(f.kind for f in study.games.of("wins of users")):
        own = [f for f in study.games.of("wins of users", kind) if f.observed >= figures.FEWEST]
        if not own or len(own) > 100:
            continue
        cards = isinstance(study.plan.game.tallies.get(kind), str)
        ordered = sorted(own, key=lambda f: -(f.estimate.value if f.estimate else 0)) if cards else own
        rows = []
        for figure in ordered:
            often = study.games.all["used", kind, figure.what]
            rows.append((figure.what, *study.cells(figure), *study.cells(often)[:1]))
        if cards:
            words = (
                "Wins of 100 of those who used it. A player who is ahead can use more cards, and costlier ones, so "
                "this does not show what a card does (for that, see the cards as dealt). It shows what is seldom used."
            )
        else:
            words = f"How games with each {kind} went for those seats. The figures say how often it came up."
        marks = study.marks((f, f.what) for f in ordered)
        aim = study.bounds(own)
        chart = charts.intervals(marks, even=50, aim=aim, title=_scale(study), row=17 if cards else 28)
        heads = ("", *(f"wins, {head}" for head in study.heads), "used in games")
        yield Section(f"By {kind}", words, chart, Table(heads, rows), wide=cards and len(own) > 20)


def by_part(study: StudyFigures) -> Iterator[Section]:
    """How often the users of a card win, by the part of the game in which they first used it."""
    found = {each.figure.key: each for each in study.noticed_of("wins of users by part")}
    for kind, cards in study.games.most_used.items():
        names = [study.games.names[i] for i in cards]
        cells, rows = [], []
        for name in names:
            row = [name]
            for part in figures.PART_NAMES:
                each = found.get(("wins of users by part", kind, f"{name}, {part}"))
                shown = study.read(each.figure, each.estimate) if each else None
                colour = _tint(each, shown.value > 50 if shown else False)
                cells.append((name, part, f"{shown.value:.0f}" if shown else "", colour))
                row.append(of_100(shown) if shown else "too few")
            rows.append(tuple(row))
        words = (
            f"Wins of 100 of those who used a {kind} that is used often, by the part of the game (of {study.round}s) "
            "in which they first did. Green and red are more than chance. A row that changes colour shows when it "
            "is too early or too late. This depends on who chose to use it, so it is a hint, not proof."
        )
        chart = charts.matrix(cells, names, figures.PART_NAMES)
        yield Section(f"When a {kind} is used", words, chart, Table(("", *figures.PART_NAMES), rows))


def _tint(each: Noticed | None, above: bool) -> str:
    """The colour of a cell of a matrix: plain if the figure can be chance."""
    return charts.BAND if not each or not each.held else "@gain" if above else "@loss"


def pairs(study: StudyFigures) -> Iterator[Section]:
    """Pairs of cards that win more together than expected from each alone."""
    found = {each.figure.key: each for each in study.noticed_of("pair")}
    for kind, cards in study.games.most_used.items():
        own = sorted((e for e in found.values() if e.figure.kind == kind), key=lambda each: -each.estimate.value)
        if not own:
            continue
        names = [study.games.names[i] for i in cards]
        cells, rows = [], []
        for at, one in enumerate(names):
            for other in names[:at]:
                each = found.get(("pair", kind, f"{one} and {other}"))
                text = f"{each.estimate.value * 100:+.0f}" if each and each.held else ""
                cells.append((one, other, text, _tint(each, each.estimate.value > 0 if each else False)))
        for each in own:
            shown = each.estimate.scaled(100)
            words = f"{shown.value:+.1f} ({shown.low:+.1f} to {shown.high:+.1f})"
            rows.append((each.figure.what, words, _held(each)))
        count = sum(each.held for each in own)
        words = "How many more wins players have with both than the two cards bring apart, for the twelve most used. "
        words += (
            f"{counted(count, 'pair')} of {len(own)} {'is' if count == 1 else 'are'} more than chance; plain cells "
            "are not. This is a hint, not proof: players chose to play both."
            if count
            else f"None of {len(own)} pairs stands out beyond what chance explains."
        )
        chart = charts.matrix(cells, names[1:], names[:-1]) if count else None
        yield Section(f"Pairs of {kind}s", words, chart, Table(("", "points of 100", ""), rows))


# --- restricted play and skill ------------------------------------------------------------------------


def without(study: StudyFigures) -> Iterator[Section]:
    """The loss of wins under each restriction."""
    marks, rows = [], []
    for each in sorted(study.noticed_of("wins without"), key=lambda each: each.estimate.value):
        shown = each.estimate.scaled(100)
        state = "held" if each.held else "free"
        below = shown.value < study.even
        marks.append(Mark(each.figure.what, *shown[:3], f"{shown.value:.1f} %", state, below=below))
        rows.append((each.figure.what, of_100(shown), _held(each)))
    if not marks:
        return
    words = (
        "One bot must not use it, the others may; each deal is played with each seat (restricted play, Jaffe and "
        f"others 2012). Without {marks[0].label} it wins {marks[0].text[:-2]} of 100. If doing without costs next to "
        "nothing, nobody needs the thing. If it costs nearly every game, nobody can do without it. If the bot "
        "wins more often, the bots misuse it."
    )
    chart = charts.intervals(marks, even=study.even, title="wins of 100 without it", row=28)
    yield Section("Doing without", words, chart, Table(("without", "wins", ""), rows))


def skill(study: StudyFigures) -> Iterator[Section]:
    """How far apart the bots are."""
    if not study.ratings:
        return
    words = (
        "Where lines overlap, the order is open. The wider the ladder, the more the game rewards skill; "
        "100 points more mean finishing ahead in 64 of 100 games. "
    )
    if study.studied.judged:
        words += agreement(study)
    marks, rows = [], []
    for row in study.ratings:
        wins = Estimate(row.wins, row.wins_low, row.wins_high).scaled(100)
        marks.append(Mark(row.bot, row.rating, row.low, row.high, f"{row.rating:.0f}"))
        rows.append((row.bot, f"{row.rating:.0f} ({row.low:.0f} to {row.high:.0f})", of_100(wins)))
    title = f"rating, {study.plan.skill:,} games, all seatings"
    chart = charts.intervals(marks, title=title, row=32, colour=charts.VIOLET)
    yield Section("Skill", words, chart, Table(("bot", "rating", "wins"), rows))


def agreement(study: StudyFigures) -> str:
    """How often `greedy` chooses what the strongest bot would."""
    rows = study.studied.judged
    same = Estimate(*statistics.interval(sum(row["same"] for row in rows), len(rows)), len(rows))
    guess = np.mean([1 / row["options"] for row in rows]) * 100
    return (
        f"Where there is a choice, greedy chooses as {JUDGE} does in {of_100(same.scaled(100))} decisions; "
        f"guessing would in {guess:.0f}."
    )


def why_the_deal(study: StudyFigures) -> Iterator[Section]:
    """Cards whose users do better or worse than the players who were dealt them."""
    apart = []
    for figure in study.games.all.values():
        if figure.measure == "wins when dealt":
            user = next((f for f in study.games.of("wins of users") if f.what == figure.what), None)
            one, two = user.estimate if user and user.observed >= figures.FEWEST else None, figure.estimate
            if one and two:
                apart.append((abs(one.value - two.value), figure.what, one, two))
    if len(apart) < 3:
        return
    marks, rows = [], []
    for _, what, *both in sorted(apart, key=lambda each: -each[0])[:6]:
        shown = [study.read(_WINS_OF_USERS, each) for each in both]
        users, holders = [Mark(what, *each[:3], f"{each.value:.1f}") for each in shown]
        marks.append((what, users, holders))
        rows.append((what, *map(of_100, shown)))
    words = (
        "A player who is ahead can use more cards, and costlier ones, so cards look stronger or weaker among those "
        "who used them (square, gray) than among those who were dealt them (dot, teal). The farther apart the two, the "
        "more use misleads."
    )
    chart = charts.two(marks, even=50, title="wins of 100")
    table = Table(("", "those who used it", "those who were dealt it"), rows)
    yield Section("Why the deal counts, not the use", words, chart, table)


def _percentiles(amounts: Any) -> Iterator[tuple[int, float, float, float]]:
    """By round the lowest tenth, median and highest tenth over seats, (games, rounds, seats)."""
    for i in range(amounts.shape[1]):
        values = amounts[:, i][~np.isnan(amounts[:, i])]
        if len(values) >= figures.FEWEST:
            low, middle, high = (float(value) for value in np.percentile(values, (10, 50, 90)))
            yield i + 1, low, middle, high


SECTIONS: tuple[Callable[[StudyFigures], Iterator[Section]], ...] = (
    comparison, length, margin, seats, lead_changes, drama, leaders, firsts, choices, resources, portions, decisions,
    dealt, first_choices, card_alone, used, by_part, pairs, without, skill, why_the_deal,
)  # fmt: skip
"""All sections, in the order in which the report has them."""
