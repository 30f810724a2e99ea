"""Draws the measurements of `ppo.py`: python curve.py ppo-splendor.csv curve.svg"""

import csv
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "cogtable"  # the same picture for the same figures
from matplotlib import pyplot as plt  # noqa: E402


def main(measured, picture):
    with Path(measured).open(newline="") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    minutes = [row["cpu_seconds"] / 60 for row in rows]
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for bot, colour in (("random", "#7a7f87"), ("greedy", "#c2410c")):
        axes.plot(minutes, [row[bot] for row in rows], marker="o", markersize=3.5, color=colour)
        axes.annotate(f"against {bot}", (minutes[-1], rows[-1][bot]), xytext=(6, 0), textcoords="offset points",
                      va="center", color=colour)  # fmt: skip
    axes.axhline(0.5, color="#b4b8bf", linewidth=1, linestyle="--", zorder=0)
    axes.set(xlabel="CPU minutes of learning", ylabel="share of games won", ylim=(0, 1.02), xlim=(0, None))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#e4e6ea", linewidth=0.8)
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
