"""The report of a study: headlines, and the sections of `study_sections`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogtable.lab.aims import Aim, JudgedFigure, judge_aims
from cogtable.lab.figures import Games, Noticed
from cogtable.lab.phrases import counted, listed, of_100, ordinal, summary
from cogtable.lab.report.page import Report
from cogtable.lab.report.study_figures import StudyFigures
from cogtable.lab.report.study_sections import SECTIONS, agreement
from cogtable.lab.study import Studied, StudyPlan
from cogtable.lab.summary import Headline, judged_headline, worst_first


def report_study(studied: Studied) -> Report:
    """The report of a study, judged by the aims that its plan names, or by those that the game and its box have.

    Raises BadOption for aims that cannot be read.
    """
    study, plan = StudyFigures(studied), studied.plan
    sections = sorted((each for of in SECTIONS for each in of(study)), key=lambda section: section.chart is None)
    headlines = worst_first(_headlines(study))
    return Report("A study", study_title(plan), plan.command, summary(plan), headlines, sections, study.rows())


def study_title(plan: StudyPlan) -> str:
    """The subject: a game and its box."""
    box = f"with {plan.game.box_file.name}" if plan.game.is_variant else "as it ships"
    against = f", against {plan.against.box_file.name}" if plan.against else ""
    return f"{plan.game.title}, {box}{against}"


def judge_study(studied: Studied, wanted: Sequence[Aim]) -> list[JudgedFigure]:
    """Every figure with an aim, and its verdict."""
    plan = studied.plan
    rows = [row for row in studied.rows if not row["box"]]
    return judge_aims(wanted, Games(plan.game, rows, plan.settings.seats), plan.settings.bots)


# --- headlines ----------------------------------------------------------------------------------------


def _headlines(study: StudyFigures) -> Iterator[Headline]:
    if study.changes:
        yield _changed(study)
    for aim in study.aims:
        own = [each for each in study.judged if each.aim is aim]
        if own:
            yield judged_headline(aim, own)
    if not any(each.figure.measure == "wins" for each in study.judged):
        yield _seats(study)
    for measure, words in (("wins when dealt", "dealt"), ("wins with first choice", "first offered")):
        for kind, found in study.by_kind(measure):
            if not study.aim_of(measure, kind):
                yield _cards(study, kind, words, found)
    yield from _restricted(study)
    yield from _skill(study)


def _changed(study: StudyFigures) -> Headline:
    held = [row for row in study.changes if row.held]
    if not held:
        text = f"None of {len(study.changes)} figures differs clearly."
        return Headline("look", "The change has no visible effect.", text)
    row = held[0]
    before, after = (study.read(row.figure, each) for each in (row.before, row.after))
    return Headline(
        "look",
        f"{counted(len(held), 'figure')} of {len(study.changes)} changed.",
        f"Most clearly {row.figure.measure}, {row.figure.what}: {before.value:.1f} with the box studied, "
        f"{after.value:.1f} with the other.",
    )


def _seats(study: StudyFigures) -> Headline:
    far = max(study.noticed_of("wins"), key=lambda each: abs(each.estimate.value - 1 / study.seats))
    found = of_100(far.estimate.scaled(100))
    seat = ordinal(int(far.figure.what))
    if far.held:
        return Headline("look", "Seats are not even.", f"The {seat} seat wins {found}.")
    text = f"The {seat} seat, farthest from an even share, wins {found}; that may be chance."
    return Headline("look", "No seat stands out.", text)


def _cards(study: StudyFigures, kind: str, words: str, own: Sequence[Noticed]) -> Headline:
    """Which cards of a kind help or hurt."""
    held = sorted((each for each in own if each.held), key=_strength)
    if not held:
        text = f"None of {len(own)} differs from even beyond what chance explains."
        return Headline("look", f"No {words} {kind} stand out.", text)
    first, last = (f"{e.figure.what} {of_100(study.read(e.figure, e.estimate))}" for e in (held[-1], held[0]))
    head = f"{len(held)} of {len(own)} {kind} help or hurt the player who is {words} them."
    return Headline("look", head, f"{first}, {last}.")


def _strength(each: Noticed) -> float:
    return each.estimate.value


def _restricted(study: StudyFigures) -> Iterator[Headline]:
    own = study.noticed_of("wins without")
    better = [each for each in own if each.held and each.estimate.value * 100 > study.even]
    if better:
        best = max(better, key=_strength)
        text = (
            f"A bot that must not use it wins {of_100(best.estimate.scaled(100))}: these bots use it badly, or too"
            " often."
        )
        yield Headline("look", f"Bots do better without {best.figure.what}.", text)
    needless = [each.figure.what for each in own if not each.held and each.estimate.low * 100 > study.even - 5]
    if needless:
        text = (
            "Bots that must not use it win about as often as the others. Greedy bots look only one move ahead, so"
            " try stronger bots too."
        )
        yield Headline("look", f"{listed(needless)}: not needed.", text)


def _skill(study: StudyFigures) -> Iterator[Headline]:
    for one, two in zip(study.ratings, study.ratings[1:], strict=False):
        if two.high >= one.low:
            head = f"Does {one.bot} play better than {two.bot}?"
            rated = f"{one.rating:.0f} and {two.rating:.0f}"
            text = f"{study.plan.skill:,} games cannot tell: their ratings, {rated}, overlap."
            yield Headline("open", head, text)
            break
    if study.studied.judged:
        yield Headline("look", "How hard the best move is to find.", agreement(study))
