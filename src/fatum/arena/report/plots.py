"""Figures, drawn without a screen: as PNG files, or as data inside a page."""

import base64
import io
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fatum.arena.stats.intervals import Estimate
from fatum.core.errors import FatumError
from fatum.core.extras import need

COLOURS: Final = ("#2F5D9B", "#C8682C", "#3F7F5F", "#8A5A9E", "#B8922E", "#5C6670")
_INK: Final = "#2B2723"
_GRID: Final = "#E6E0D8"
_CHANCE: Final = "#9A8F84"
_STYLE: Final[dict[Any, Any]] = {
    "axes.edgecolor": _GRID,
    "axes.labelcolor": _INK,
    "axes.titlecolor": _INK,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "font.size": 9.5,
    "legend.frameon": False,
    "svg.hashsalt": "fatum",
    "text.color": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
}


def need_matplotlib() -> None:
    """Raise an error that says how to install matplotlib."""
    need("matplotlib", "drawing plots", "arena")


class Drawing:
    """A figure with one or several panels, at most three in a row."""

    def __init__(self, panels: int, width: float, height: float) -> None:
        import matplotlib
        from matplotlib.figure import Figure

        columns = 2 if panels == 4 else min(panels, 3)
        rows = -(-panels // columns)
        self._context = matplotlib.rc_context
        with self._context(_STYLE):
            self._figure: Any = Figure((width * columns, height * rows), layout="constrained")
            grid = self._figure.subplots(rows, columns, squeeze=False)
        self.panels: Final[list[Any]] = [panel for row in grid for panel in row][:panels]
        for unused in [panel for row in grid for panel in row][panels:]:
            unused.set_axis_off()

    def legend(self, entries: int) -> None:
        """One legend for all panels, which show the same settings; a single line needs none."""
        if entries > 1:
            handles, labels = self.panels[0].get_legend_handles_labels()
            self._figure.legend(
                handles, labels, loc="outside upper left", ncols=entries, frameon=False
            )

    def png(self, path: Path) -> None:
        with self._context(_STYLE):
            try:
                self._figure.savefig(path, dpi=144, metadata={"Software": None})
            except OSError as error:
                raise FatumError(f"cannot write {path}: {error.strerror}") from None

    def data_uri(self) -> str:
        """The figure as a ``data:`` URL."""
        file = io.BytesIO()
        with self._context(_STYLE):
            self._figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        return f"data:image/svg+xml;base64,{base64.b64encode(file.getvalue()).decode()}"


def _title(panel: Any, text: str, pad: float = 8) -> None:
    panel.set_title(text, loc="left", fontweight="bold", fontsize=11, color=_INK, pad=pad)


def _percent(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=None))


def ranking(title: str, points: Mapping[str, Estimate], label: str) -> Drawing:
    """Names from best to worst, each a dot with its interval."""
    drawing = Drawing(1, 7.0, 1.1 + 0.34 * len(points))
    _dots(drawing.panels[0], list(points), points, COLOURS[0])
    _title(drawing.panels[0], title)
    drawing.panels[0].set_xlabel(label)
    return drawing


def _intervals(
    lines: Callable[..., object], places: Sequence[float], points: Collection[Estimate], colour: str
) -> None:
    low, high = [point.low for point in points], [point.high for point in points]
    lines(places, low, high, color=colour, linewidth=2.2, alpha=0.55)


def _columns(
    panel: Any,
    places: Sequence[float],
    points: Collection[Estimate],
    colour: str,
    label: str,
    size: float,
) -> None:
    """A dot with its interval above each place."""
    _intervals(panel.vlines, places, points, colour)
    values = [point.mean for point in points]
    panel.plot(places, values, "o", color=colour, markersize=size, label=label)


def _dots(
    panel: Any,
    names: Sequence[str],
    points: Mapping[str, Estimate],
    colour: str,
    shift: float = 0.0,
    label: str | None = None,
) -> None:
    """A row for each name; names without a point stay empty."""
    places = [names.index(name) + shift for name in points]
    values = [point.mean for point in points.values()]
    _intervals(panel.hlines, places, points.values(), colour)
    panel.plot(values, places, "o", color=colour, markersize=5.5, label=label)
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.4, -0.6)
    panel.grid(axis="x", color=_GRID)


def rates(
    title: str,
    tables: Mapping[int, Mapping[str, Estimate]],
    chances: Mapping[int, float],
    label: str,
) -> Drawing:
    """For each number of players, each bot's share with its interval, and what chance gives."""
    most = max(len(points) for points in tables.values())
    drawing = Drawing(len(tables), 4.2, 1.3 + 0.34 * most)
    for panel, (players, points) in zip(drawing.panels, tables.items(), strict=True):
        _dots(panel, list(points), points, COLOURS[0])
        _title(panel, f"{title}, {players} players")
        panel.axvline(chances[players], color=_CHANCE, linestyle="--", linewidth=1)
        panel.set_xlabel(f"{label} (dashed: chance)")
        _percent(panel.xaxis)
    return drawing


def lengths(tables: Mapping[int, Mapping[int, int]]) -> Drawing:
    """How many moves games take, by number of players."""
    drawing = Drawing(len(tables), 4.2, 2.7)
    for panel, (players, counts) in zip(drawing.panels, tables.items(), strict=True):
        low, high = min(counts), max(counts)
        bins = min(24, high - low + 1)
        panel.hist(
            list(counts), bins=bins, weights=list(counts.values()), color=COLOURS[0], alpha=0.85
        )
        _title(panel, f"{players} players")
        panel.set_xlabel("moves")
        panel.set_ylabel("games")
        panel.grid(axis="y", color=_GRID)
    return drawing


def seats(
    tables: Mapping[int, Sequence[tuple[str, Sequence[Estimate]]]], first: str, result: str
) -> Drawing:
    """How often each place has the result; several settings side by side."""
    drawing = Drawing(len(tables), 4.2, 2.9)
    for panel, (players, settings) in zip(drawing.panels, tables.items(), strict=True):
        for number, (label, points) in enumerate(settings):
            shift = 0.16 * (number - (len(settings) - 1) / 2)
            colour = COLOURS[number % len(COLOURS)]
            _columns(panel, [place + shift for place in range(players)], points, colour, label, 5.5)
        panel.axhline(1 / players, color=_CHANCE, linestyle="--", linewidth=1)
        panel.set_xticks(range(players), [first, *(f"+{place}" for place in range(1, players))])
        panel.set_ylim(bottom=0)
        _title(panel, f"{players} players")
        panel.set_ylabel(result)
        panel.grid(axis="y", color=_GRID)
        _percent(panel.yaxis)
    drawing.legend(len(settings))
    return drawing


@dataclass(frozen=True)
class Trend:
    """One measure by number of players, for several settings."""

    title: str
    percent: bool
    settings: Sequence[tuple[str, Mapping[int, Estimate]]]


def trends(shown: Sequence[Trend]) -> Drawing:
    """A small panel for each measure."""
    drawing = Drawing(len(shown), 3.6, 2.4)
    for panel, trend in zip(drawing.panels, shown, strict=True):
        counts = sorted({count for _, points in trend.settings for count in points})
        for number, (label, points) in enumerate(trend.settings):
            colour = COLOURS[number % len(COLOURS)]
            shift = 0.12 * (number - (len(trend.settings) - 1) / 2)
            places = [count + shift for count in points]
            panel.plot(places, [point.mean for point in points.values()], color=colour, alpha=0.35)
            _columns(panel, places, points.values(), colour, label, 5)
        panel.set_xticks(counts)
        panel.set_xlim(counts[0] - 0.5, counts[-1] + 0.5)
        _title(panel, trend.title)
        panel.set_xlabel("players")
        panel.grid(axis="y", color=_GRID)
        if trend.percent:
            _percent(panel.yaxis)
    drawing.legend(max(len(trend.settings) for trend in shown))
    return drawing


def items(
    title: str, settings: Sequence[tuple[str, Mapping[str, Estimate]]], percent: bool, zero: bool
) -> Drawing:
    """The items of a list, best first, for several settings."""
    names = list(settings[0][1])
    drawing = Drawing(1, 8.2, 1.1 + 0.24 * len(names) * max(1.0, 0.8 * len(settings)))
    panel = drawing.panels[0]
    for number, (label, points) in enumerate(settings):
        shift = 0.26 * (number - (len(settings) - 1) / 2)
        shown = {name: points[name] for name in names if name in points}
        _dots(panel, names, shown, COLOURS[number % len(COLOURS)], shift, label)
    _title(panel, title)
    if zero:
        panel.axvline(0, color=_CHANCE, linestyle="--", linewidth=1)
    if percent:
        _percent(panel.xaxis)
    drawing.legend(len(settings))
    return drawing


def curves(
    title: str, lines: Mapping[str, Sequence[tuple[int, float]]], marks: Sequence[tuple[int, str]]
) -> Drawing:
    """Each player's chance over the moves of a game; marks are moves worth a look."""
    drawing = Drawing(1, 9.0, 4.0)
    panel = drawing.panels[0]
    for number, (name, points) in enumerate(lines.items()):
        panel.plot(
            [move for move, _ in points],
            [value for _, value in points],
            color=COLOURS[number % len(COLOURS)],
            linewidth=1.8,
            marker=".",
            markersize=4,
            label=name,
        )
    for move, label in marks:
        panel.axvline(move, color=_CHANCE, linestyle=":", linewidth=1)
        panel.annotate(
            label, (move, 1.02), xycoords=("data", "axes fraction"), fontsize=8, ha="center"
        )
    panel.set_ylim(-0.03, 1.03)
    _title(panel, title, pad=18)
    panel.set_xlabel("move")
    panel.grid(axis="y", color=_GRID)
    _percent(panel.yaxis)
    panel.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return drawing
