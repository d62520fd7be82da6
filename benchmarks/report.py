"""The results of a run as a table in the terminal, as JSON, and as the page docs/benchmarks.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.catalog import SECTIONS, Comparison, Section
from benchmarks.framework import REGISTRY, Benchmark, Result
from benchmarks.growth import GROWTH, Growth

MARKS = {True: "✓", False: "✗", None: ""}
STYLES = {True: "bold green", False: "bold red", None: ""}
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))

INTRODUCTION = """\
Fatum against its peers, measured in one run on one machine. `make bench` installs the peers into an
environment of their own, measures everything again and rewrites this page."""
RATIOS = "A ratio above 1 means that Fatum is better: faster, smaller or sooner."
GROWING = """\
With the number of players, and with how far a game has gone. A level line means that an action costs
the same however large or long the game."""
SERVER = """\
`make load` measures how much a server carries, and beside whom: [a page of its own](load.md).

![Latency of a move against moves per second](_static/load.png)"""
PINNED = "One process on one core, except where a section says otherwise."
METHOD = (
    """\
Rates count the actions of players. OpenSpiel deals and draws in chance nodes: their time counts, as
  the caller must resolve them, but they are nobody's action.""",
    "Every loop driven from Python chooses by `moves[int(random() * len(moves))]`.",
    """\
OpenSpiel's playouts run in C++ as one simulation of its MCTS bot: its rollout evaluator clones the
  root and plays each clone to the end. Actions per rollout are the mean of 3,000 games from the same
  roots, played beforehand.""",
    "The plain build is the same source without the compiled modules.",
)


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison, worked out."""

    section: str
    label: str
    ours: str
    peer_label: str
    peer: str
    ratio: float | None
    target: str
    needed: float | None  # the ratio that is asked for
    passed: bool | None  # None: no target, or nothing measured


@dataclass(frozen=True, slots=True)
class Run:
    """All that was measured, and where."""

    machine: dict[str, str]
    settings: dict[str, Any]
    results: dict[str, Result]

    def best(self, name: str) -> float | None:
        result = self.results.get(name)
        return result.best if result else None

    def absences(self) -> dict[str, list[str]]:
        """Reason → names of what could not be measured for it."""
        found: dict[str, list[str]] = {}
        for result in self.results.values():
            if result.missing:
                found.setdefault(result.missing, []).append(result.benchmark.name)
        return found


def amount(value: float, unit: str) -> str:
    """A number a person can read: 1.25 M/s, 41 ms, 712 B."""
    unit = "/s" if unit.endswith("/s") else unit
    if unit == "s":
        return f"{value:.1f} s" if value >= 10 else f"{value * 1000:.0f} ms"
    for size, prefix in PREFIXES:
        if value >= size:
            return f"{value / size:.3g} {prefix}{unit}"
    return f"{value:.3g} {unit}"


def shown(run: Run, name: str) -> str:
    value = run.best(name)
    return "–" if value is None else amount(value, REGISTRY[name].unit)


def ratio_of(run: Run, comparison: Comparison) -> float | None:
    """How many times as good as the peer ours is."""
    one, other = run.best(comparison.ours), run.best(comparison.peer)
    if not one or not other:
        return None
    return other / one if REGISTRY[comparison.ours].less else one / other


def row(run: Run, section: Section, comparison: Comparison) -> Row:
    """One comparison, worked out; either side may be missing."""
    mine: Benchmark | None = REGISTRY.get(comparison.ours)
    peer: Benchmark | None = REGISTRY.get(comparison.peer)
    ratio = ratio_of(run, comparison)
    value = run.best(comparison.ours)
    target, passed = "", None
    if comparison.at_least is not None:
        target = f"≥{comparison.at_least:g}×"
        passed = None if ratio is None else ratio >= comparison.at_least
    if comparison.rate is not None and mine:
        target = f"≥{amount(comparison.rate, mine.unit)}"
        passed = None if value is None else value >= comparison.rate
    if comparison.at_most is not None and mine:
        target = f"≤{comparison.at_most:g} {mine.unit}"
        passed = None if value is None else value <= comparison.at_most
    return Row(
        section.title,
        mine.label if mine else "",
        shown(run, comparison.ours) if mine else "",
        peer.label if peer else "",
        shown(run, comparison.peer) if peer else "",
        ratio,
        target,
        comparison.at_least,
        passed,
    )


def measured(run: Run) -> list[tuple[Section, list[Row]]]:
    """The sections of this run, worked out."""
    return [
        (section, [row(run, section, comparison) for comparison in section.comparisons])
        for section in SECTIONS
        if any(name in run.results for name in section.names())
    ]


def unit_of(section: Section) -> str:
    """What its rates count."""
    units = dict.fromkeys(REGISTRY[name].unit for name in section.names())
    return ", ".join(unit for unit in units if unit.endswith("/s"))


def times(ratio: float | None) -> str:
    if ratio is None:
        return "—"
    return f"{ratio:.2f}×" if ratio < 10 else f"{ratio:,.0f}×"


def print_tables(run: Run) -> None:
    """A table of ratios for each section, in the terminal, their columns below each other."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    look: dict[str, Any] = {
        "box": SIMPLE_HEAD,
        "show_edge": False,
        "pad_edge": False,
        "padding": (0, 1, 0, 0),
        "collapse_padding": True,
    }
    for section, rows in measured(run):
        unit = unit_of(section)
        title = section.title + (f", {unit}" if unit else "")
        table = Table(title=title, title_style="bold", title_justify="left", **look)
        table.add_column("Fatum", min_width=17)
        table.add_column("", justify="right", min_width=8, no_wrap=True)
        table.add_column("peer", min_width=22)
        table.add_column("", justify="right", min_width=8, no_wrap=True)
        table.add_column("ratio", justify="right", min_width=7, no_wrap=True)
        table.add_column("target", min_width=7, no_wrap=True)
        for each in rows:
            mark = MARKS[each.passed] or " "
            table.add_row(
                each.label,
                each.ours or "–",
                each.peer_label,
                each.peer or "–",
                Text(f"{times(each.ratio)} {mark}", style=STYLES[each.passed]),
                each.target,
            )
        console.print(table)
        console.print()
    for reason, names in run.absences().items():
        shorter = ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
        console.print(f"not available: {shorter} ({reason})", style="yellow", highlight=False)


def to_json(run: Run) -> dict[str, Any]:
    """Every repeat of every benchmark, and the comparisons."""
    return {
        "machine": run.machine,
        "settings": run.settings,
        "benchmarks": {
            name: {
                "label": result.benchmark.label,
                "unit": result.benchmark.unit,
                "best": result.best,
                "repeats": result.values,
                "missing": result.missing or None,
            }
            for name, result in run.results.items()
        },
        "comparisons": [
            {
                "section": each.section,
                "fatum": each.label,
                "peer": each.peer_label,
                "ratio": each.ratio,
                "target": each.target or None,
                "passed": each.passed,
            }
            for _, rows in measured(run)
            for each in rows
        ],
    }


def markdown_table(head: Iterable[str], align: str, rows: Iterable[Iterable[str]]) -> list[str]:
    rules = {"l": ":---", "r": "---:", "c": ":---:"}
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join(rules[a] for a in align) + " |"]
    return lines + ["| " + " | ".join(cells) + " |" for cells in rows]


def growth_table(run: Run, growth: Growth) -> list[str]:
    """One column for each number of players or actions."""
    across = sorted({x for series in growth.series for x, _ in series.points})
    rows = []
    for series in growth.series:
        names: Mapping[int, str] = dict(series.points)
        values = [run.best(names[x]) if x in names else None for x in across]
        rows.append([series.label, *("" if v is None else amount(v, "/s") for v in values)])
    head = [f"{growth.title}, {growth.unit}", *(f"{x} {growth.across}" for x in across)]
    return ["", *markdown_table(head, "l" + "r" * len(across), rows)]


def to_markdown(run: Run, plot: str, growth_plot: str, data: str) -> str:
    """The page docs/benchmarks.md."""
    sections = measured(run)
    judged = [r.passed for _, rows in sections for r in rows if r.passed is not None]
    lines = [
        "# Benchmarks",
        "",
        INTRODUCTION,
        "",
        f"**{sum(judged)} of {len(judged)} targets met.** {RATIOS}",
        "",
        f"![Fatum against its peers: bars of ratios, with the targets marked]({plot})",
    ]
    head = ("Fatum", "measured", "peer", "measured", "ratio", "target", "")
    for section, rows in sections:
        cells = [
            (r.label, r.ours, r.peer_label, r.peer, times(r.ratio), r.target, MARKS[r.passed])
            for r in rows
        ]
        unit = unit_of(section)
        lines += [
            "",
            f"## {section.title}",
            "",
            section.note + (f" In {unit}." if unit else ""),
            "",
        ]
        lines += markdown_table(head, "lrlrrrc", cells)
    if any(name in run.results for g in GROWTH for s in g.series for _, name in s.points):
        lines += [
            "",
            "## How cost grows",
            "",
            GROWING,
            "",
            f"![Rates by number of players and by length of game]({growth_plot})",
        ]
        for growth in GROWTH:
            lines += growth_table(run, growth)
    lines += ["", "## The server", "", SERVER]
    lines += ["", *method(run), "", "## Machine and versions", ""]
    lines += markdown_table(("", ""), "ll", run.machine.items())
    lines += ["", f"Every repeat of every benchmark: [{Path(data).name}]({data}).", ""]
    return "\n".join(lines)


def method(run: Run) -> list[str]:
    settings = run.settings
    turns = f"{settings['repeats']} times for {settings['seconds']:g} s each"
    where = PINNED if settings["pinned"] else "One process; this system cannot keep it on one core."
    points = (
        f"Rivals are measured in turn (A, B, A, B, …), {turns}; the best repeat counts.",
        where,
        *METHOD,
    )
    return ["## Method", "", *(f"- {point}" for point in points)]


def write_json(run: Run, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(to_json(run), indent=1, ensure_ascii=False) + "\n", "utf-8")
