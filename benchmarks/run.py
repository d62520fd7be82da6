"""Run the benchmarks, show them, and rewrite docs/benchmarks.md."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import machine, plot, report
from benchmarks.catalog import SECTIONS, register_all
from benchmarks.framework import REGISTRY, Benchmark, Result, interleave, pin
from benchmarks.growth import GROWTH
from benchmarks.workers import ROOT, all_cores

GROWTH_TITLE = "How cost grows"


def parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    arguments.add_argument(
        "--quick", action="store_true", help="short repeats, nothing slow; leaves docs/ as it is"
    )
    arguments.add_argument("--repeats", type=int, help="repeats of each benchmark (7, quick: 2)")
    arguments.add_argument("--seconds", type=float, help="time for each repeat (0.5, quick: 0.1)")
    arguments.add_argument("--only", metavar="WORDS", help="only sections whose titles match")
    arguments.add_argument("--out", type=Path, help="folder to write to instead of docs/")
    arguments.add_argument("--check", action="store_true", help="exit 1 if a target is missed")
    arguments.add_argument("--list", action="store_true", help="name the sections and stop")
    return arguments


def plan(quick: bool, only: str | None) -> list[tuple[str, list[Benchmark], bool]]:
    """(title, benchmarks, whether one repeat is enough) of everything to be measured."""
    jobs = [
        (s.title, [REGISTRY[name] for name in s.names()], s.once)
        for s in SECTIONS
        if not (quick and s.once)
    ]
    growing = [REGISTRY[name] for g in GROWTH for s in g.series for _, name in s.points]
    if not quick or only:
        jobs.append((GROWTH_TITLE, growing, False))
    if only:
        jobs = [job for job in jobs if re.search(only, job[0], re.IGNORECASE)]
    return jobs


def measure(
    jobs: list[tuple[str, list[Benchmark], bool]], repeats: int, seconds: float
) -> dict[str, Result]:
    """Run the jobs one after the other, with a bar that shows how far things are."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    total = sum(len(benchmarks) * (1 if once else repeats) for _, benchmarks, once in jobs)
    columns = (BarColumn(), TextColumn("{task.percentage:3.0f} %"), TimeElapsedColumn())
    text = TextColumn("{task.description}")
    results: dict[str, Result] = {}
    # No refreshing thread: it would share the core with what is measured.
    with Progress(*columns, text, auto_refresh=False, transient=True) as progress:
        task = progress.add_task("", total=total)

        def tell(benchmark: Benchmark) -> None:
            progress.update(task, description=benchmark.label)
            progress.refresh()
            progress.advance(task)

        for _, benchmarks, once in jobs:
            for result in interleave(benchmarks, 1 if once else repeats, seconds, tell):
                # A benchmark that stands in two sections is measured in both; all repeats count.
                known = results.setdefault(result.benchmark.name, result)
                if known is not result:
                    known.values += result.values
    return results


def write(run: report.Run, folder: Path) -> None:
    """The page, its pictures and its data."""
    static = folder / "_static"
    plot.plot_ratios(run, static / "benchmarks.png")
    plot.plot_growth(run, static / "benchmarks-growth.png")
    report.write_json(run, static / "benchmarks.json")
    page = report.to_markdown(
        run, "_static/benchmarks.png", "_static/benchmarks-growth.png", "_static/benchmarks.json"
    )
    (folder / "benchmarks.md").write_text(page, "utf-8")
    print(f"written: {folder / 'benchmarks.md'}")


def main(arguments: Sequence[str] | None = None) -> int:
    """0, or 1 if a target was missed and the run is a check."""
    chosen = parser().parse_args(arguments)
    register_all()
    jobs = plan(chosen.quick, chosen.only)
    if chosen.list:
        print("\n".join(title for title, _, _ in jobs))
        return 0
    repeats = chosen.repeats or (2 if chosen.quick else 7)
    seconds = chosen.seconds or (0.1 if chosen.quick else 0.5)
    pinned = pin(all_cores()[-1:])
    print(f"Fatum {machine.fatum()}; {machine.processor()}; {repeats} × {seconds:g} s each")
    results = measure(jobs, repeats, seconds)
    settings = {"repeats": repeats, "seconds": seconds, "pinned": pinned, "quick": chosen.quick}
    run = report.Run(machine.describe(), settings, results)
    report.print_tables(run)
    partial_run = chosen.quick or chosen.only
    write(run, chosen.out or (ROOT / "build" / "benchmarks" if partial_run else ROOT / "docs"))
    missed = [r for _, rows in report.measured(run) for r in rows if r.passed is False]
    for each in missed:
        print(f"missed: {each.section}: {each.label}, target {each.target}", file=sys.stderr)
    return 1 if missed and chosen.check else 0
