"""The report of a training: the network's strength, and the quality of its predictions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogtable.engine.definition.spec import GameSpec
from cogtable.lab.phrases import listed
from cogtable.lab.report import charts
from cogtable.lab.report.charts import Chart, Mark
from cogtable.lab.report.page import Report, Section, Table
from cogtable.lab.summary import Headline, HeadlineState
from cogtable.learning.matches import MatchScore
from cogtable.learning.training import PAST, History, TrainingSettings, training_command


def report_training(game: GameSpec, settings: TrainingSettings, history: History) -> Report:
    """The report of a training that was measured at least once."""
    against = list(dict.fromkeys(score.against for one in history.measured for score in one.scores))
    sections = [_strength(settings, history, name) for name in against]
    return Report(
        "A training",
        f"{game.title}, learned by playing",
        training_command(game, settings, history.seconds),
        _summary(settings, history),
        [_headline(settings, score) for score in history.measured[-1].scores],
        [*sections, _losses(history), _lengths(history)],
        list(_rows(history)),
    )


def _summary(settings: TrainingSettings, history: History) -> str:
    minutes = history.seconds / 60
    return (
        f"{history.games:,} games and {history.decisions:,} decisions in {minutes:.0f} minutes, {settings.search}"
        f" simulations for each. A network of {settings.width} and {settings.inner} units, seed {settings.seed}, seats"
        f" {listed([str(seats) for seats in sorted(set(settings.seats))])}."
    )


def _headline(settings: TrainingSettings, score: MatchScore) -> Headline:
    even = 1 / settings.seats[0]
    state: HeadlineState = "holds" if score.low > even else "misses" if score.high < even else "open"
    what = {"holds": "Stronger than", "misses": "Weaker than", "open": "About as strong as"}[state]
    return Headline(state, f"{what} {score.against}.", f"Won {_share(score)} of {score.games} games.")


def _share(score: MatchScore) -> str:
    return f"{100 * score.share:.0f} % ({100 * score.low:.0f} to {100 * score.high:.0f})"


def _strength(settings: TrainingSettings, history: History, against: str) -> Section:
    found = [(one, score) for one in history.measured for score in one.scores if score.against == against]
    marks = [
        (one.seconds / 60, Mark(against, 100 * score.share, 100 * score.low, 100 * score.high, _share(score)))
        for one, score in found
    ]
    rows = [
        (f"{one.seconds / 60:.0f}", f"{one.games:,}", f"{score.share:.2f}", f"{score.low:.2f}", f"{score.high:.2f}")
        for one, score in found
    ]
    then = " Above the line it has grown stronger since it was last measured." if against == PAST else ""
    sentence = (
        f"Games won against {against}, from every seat of the same deals; {2 * settings.search} simulations for each"
        f" decision. Even play is at the line.{then}"
    )
    chart = charts.course(marks, title="minutes", even=100 / settings.seats[0])
    return Section(f"Against {against}", sentence, chart, Table(("minutes", "games", "share", "from", "to"), rows))


def _losses(history: History) -> Section:
    sentence = (
        "Dots: how far the network's policy is from what its searches found, in nats. Squares: the squared error of"
        " what it expects. They need not fall: what it learns from gets better too."
    )
    rows = [(f"{m.seconds / 60:.0f}", f"{m.policy_loss:.3f}", f"{m.value_loss:.3f}") for m in history.measured]
    marks = [
        (one.seconds / 60, Mark(name, value, value, value, f"{name} {value:.3f}", series=series))
        for one in history.measured
        for series, (name, value) in enumerate((("policy", one.policy_loss), ("value", one.value_loss)))
    ]
    table = Table(("minutes", "policy", "value"), rows)
    return Section("What is left to learn", sentence, charts.course(marks, title="minutes", unit=""), table)


def _lengths(history: History) -> Section:
    marks = [
        (m.seconds / 60, Mark("length", m.length, m.length, m.length, f"{m.length:.0f}")) for m in history.measured
    ]
    rows = [(f"{m.seconds / 60:.0f}", f"{m.length:.1f}") for m in history.measured]
    sentence = "How many decisions a game of self-play takes: games get shorter as the players learn where they lead."
    chart: Chart = charts.course(marks, title="minutes", unit="")
    return Section("How long games are", sentence, chart, Table(("minutes", "decisions"), rows))


def _rows(history: History) -> Iterator[dict[str, Any]]:
    for one in history.measured:
        for score in one.scores:
            yield {
                "minutes": round(one.seconds / 60, 2), "rounds": one.rounds, "games": one.games,
                "decisions": one.decisions, "length": one.length, "policy_loss": one.policy_loss,
                "value_loss": one.value_loss, "against": score.against, "played": score.games, "share": score.share,
                "low": score.low, "high": score.high,
            }  # fmt: skip
