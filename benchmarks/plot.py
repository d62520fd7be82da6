"""The pictures of docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.framework import require
from benchmarks.growth import GROWTH
from benchmarks.report import Row, Run, measured, times

INK = "#22303C"
QUIET = "#8A94A0"
PAPER = "#FBF9F4"
OURS = "#0F7B6C"
MISSED = "#B3322B"
NEUTRAL = "#2F5D9B"
TARGET = "#8A5A12"
COLOURS = {True: OURS, False: MISSED, None: NEUTRAL}
VERSUS = "  against  "
LINES = (OURS, TARGET, NEUTRAL)


def canvas(columns: int, rows: int, width: float, height: float) -> tuple[Any, Any]:
    """An empty figure in the project's colours."""
    matplotlib = require("matplotlib")
    matplotlib.use("Agg")
    matplotlib.rcParams.update(
        {
            "font.size": 10,
            "text.color": INK,
            "axes.labelcolor": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "axes.edgecolor": QUIET,
            "axes.facecolor": PAPER,
            "figure.facecolor": PAPER,
        }
    )
    figure, grid = require("matplotlib.pyplot").subplots(
        rows, columns, figsize=(width, height), squeeze=False, layout="constrained"
    )
    return figure, grid


def tidy(axes: Any) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)
    axes.grid(axis="both", color=QUIET, alpha=0.25, linewidth=0.6)


def plot_ratios(run: Run, path: Path) -> bool:
    """Horizontal bars of ratios on a logarithmic scale, targets as ticks across the bars."""
    rows = [row for _, found in measured(run) for row in found if row.ratio]
    if not rows:
        return False
    figure, grid = canvas(1, 1, 10, 1.3 + 0.26 * (len(rows) + 1.4 * len({r.section for r in rows})))
    axes = grid[0][0]
    places = bars(axes, rows)
    axes.axvline(1, color=INK, linewidth=1)
    axes.set_xscale("log")
    axes.set_yticks(list(places), list(places.values()))
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(max(places) + 0.8, min(places) - 0.8)
    for label in axes.get_yticklabels():
        if VERSUS not in label.get_text():
            label.set(fontweight="bold", color=QUIET)
    low = min(0.5, *(r.ratio or 1 for r in rows)) * 0.8
    axes.set_xlim(low, max(4.0, *(r.ratio or 1 for r in rows)) * 2.2)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}×")
    axes.xaxis.set_minor_formatter(lambda value, _: "")
    axes.set_xlabel("times as good as the peer, logarithmic")
    axes.set_title("Fatum against its peers", loc="left", fontsize=14, fontweight="bold")
    tidy(axes)
    axes.grid(axis="y", visible=False)
    axes.legend(handles=legend(), loc="lower right", framealpha=1, edgecolor=QUIET, fontsize=9)
    save(figure, path)
    return True


def legend() -> list[Any]:
    """What the colours mean."""
    patch, line = require("matplotlib.patches").Patch, require("matplotlib.lines").Line2D
    return [
        patch(color=COLOURS[True], label="target met"),
        patch(color=COLOURS[False], label="target missed"),
        patch(color=COLOURS[None], label="no target"),
        line([], [], color=TARGET, marker="|", markersize=11, markeredgewidth=2.5, linestyle="",
             label="target"),
    ]  # fmt: skip


def bars(axes: Any, rows: list[Row]) -> dict[float, str]:
    """Draw the bars, a heading above each section; the label at each place."""
    places: dict[float, str] = {}
    place, section = 0.0, ""
    for row in rows:
        ratio = row.ratio or 1.0
        if row.section != section:
            section = row.section
            place += 1.4
            places[place] = section
        place += 1
        places[place] = f"{row.label}{VERSUS}{row.peer_label}"
        axes.barh(place, ratio - 1, left=1, height=0.66, color=COLOURS[row.passed])
        if row.needed:
            axes.plot([row.needed] * 2, [place - 0.45, place + 0.45], color=TARGET, linewidth=2.5)
        axes.annotate(
            times(ratio),
            (max(ratio, row.needed or 0, 1.0), place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            fontweight="bold",
            color=COLOURS[row.passed],
        )
    return places


def plot_growth(run: Run, path: Path) -> bool:
    """One small plot for each kind of growth, on a logarithmic scale from its own floor."""
    found = [
        (growth, series, points)
        for growth in GROWTH
        for series in growth.series
        if (points := [(x, value) for x, name in series.points if (value := run.best(name))])
    ]
    if not found:
        return False
    figure, grid = canvas(2, 2, 10, 6.4)
    for axes, growth in zip(grid.flat, GROWTH, strict=True):
        mine = [(series, points) for g, series, points in found if g is growth]
        for colour, (series, points) in zip(LINES, mine, strict=False):
            axes.plot(*zip(*points, strict=True), marker="o", color=colour, label=series.label)
        axes.set_title(growth.title, loc="left", fontsize=11, fontweight="bold")
        axes.set_xlabel(growth.across)
        axes.set_ylabel(growth.unit)
        axes.set_ylim(0, 1.12 * max((y for _, points in mine for _, y in points), default=1.0))
        axes.yaxis.set_major_formatter(millions())
        tidy(axes)
        if mine:
            axes.set_xticks(sorted({x for _, points in mine for x, _ in points}))
            axes.legend(frameon=False, fontsize=9)
    save(figure, path)
    return True


def millions() -> Callable[[float, int], str]:
    return lambda value, _: f"{value / 1e6:g} M" if value else "0"


def save(figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150, metadata={"Software": None})
    require("matplotlib.pyplot").close(figure)
