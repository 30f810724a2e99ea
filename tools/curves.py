"""Draws learning curves: `python tools/curves.py PICTURE GAME=HISTORY...`, from `history.json` in the training folders.

For each game: the share of games that the network won against `greedy` and `hard`, over the number of decisions it had
played.
"""

import json
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "cogtable"  # the same picture for the same figures
from matplotlib import pyplot as plt  # noqa: E402

COLOURS = {"greedy": "#7a7f87", "hard": "#c2410c"}
COLUMNS = 3


def main(picture: str, *given: str) -> None:
    """Draws a panel for each game."""
    columns, rows = min(COLUMNS, len(given)), -(-len(given) // COLUMNS)
    figure, grid = plt.subplots(
        rows, columns, figsize=(2.6 * columns, 2.8 * rows), layout="constrained", sharey=True, squeeze=False
    )
    panels = grid.flatten()
    for panel in panels[len(given) :]:
        panel.remove()
    for panel, (name, _, file) in zip(panels, (one.partition("=") for one in given), strict=False):
        measured = json.loads(Path(file).read_text())["measured"]
        decisions = [one["decisions"] / 1e6 for one in measured]
        for bot, colour in COLOURS.items():
            scores = [next(score for score in one["scores"] if score["against"] == bot) for one in measured]
            panel.plot(decisions, [score["share"] for score in scores], marker="o", markersize=3.5, color=colour)
            lows, highs = [[score[bound] for score in scores] for bound in ("low", "high")]
            panel.fill_between(decisions, lows, highs, color=colour, alpha=0.15, linewidth=0)
            where = (decisions[-1], scores[-1]["share"])
            panel.annotate(bot, where, xytext=(-2, 7), textcoords="offset points", color=colour, ha="right")
        panel.set(title=name, xlabel="million decisions", ylim=(0, 1.02), xlim=(0, None))
        panel.spines[["top", "right"]].set_visible(False)
        panel.grid(axis="y", color="#e4e6ea", linewidth=0.8)
    for panel in grid[:, 0]:
        panel.set_ylabel("share of games won")
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
