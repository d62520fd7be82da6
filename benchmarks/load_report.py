"""What a run of `benchmarks.load` found, as sentences, as the page docs/load.md and as its picture."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from benchmarks import machine
from benchmarks.load_servers import BOARDGAME
from benchmarks.plot import INK, NEUTRAL, OURS, QUIET, TARGET, canvas, save, tidy

MOVES: Final = "moves_per_second"
COST: Final = "cpu_us_per_move"
LATE: Final = "p99_ms"
RATE: Final = "500"
Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """Something that was promised."""

    what: str
    value: float
    bound: float
    unit: str
    most: bool = False
    """The value may be at most the bound, not at least."""

    @property
    def met(self) -> bool:
        return self.value <= self.bound if self.most else self.value >= self.bound

    def asked(self) -> str:
        return f"{'≤' if self.most else '≥'} {self.bound:g} {self.unit}"

    def found(self) -> str:
        return f"{self.value:.3g} {self.unit}"

    def sentence(self) -> str:
        return f"{'✓' if self.met else '✗'} {self.what}: {self.found()} (target {self.asked()})"


def targets(result: Result) -> list[Target]:
    return list(_targets(result))


def _targets(result: Result) -> Iterator[Target]:
    found = result.get("peers")
    if found:
        yield Target(
            "Saturation against the bare fan-out", ratio(found["fatum"], found["bare"]), 0.45, "×"
        )
        if found["boardgame"]:
            value = ratio(found["fatum"], found["boardgame"])
            yield Target("Saturation against boardgame.io in memory", value, 1.5, "×")
    found = result.get("latency")
    if found:
        value = found["rates"][RATE][LATE]
        yield Target(f"p99 acknowledgement at {RATE} moves/s", value, 15, "ms", most=True)
    found = result.get("cluster")
    if found and found["one"]:
        yield Target("Two processes on PostgreSQL against one", carries(result, "two"), 1.6, "×")
    found = result.get("bots")
    if found:
        value = statistics.median(
            busy[LATE] / calm[LATE]
            for busy, calm in zip(found["thinking"], found["none"], strict=True)
        )
        yield Target("p99 for people while 50 hard bots think", value, 2, "×", most=True)
    found = result.get("starvation")
    if found:
        for kind, what in (("bot", "bot's move"), ("hint", "hint")):
            value = longer(found["rounds"], kind)
            yield Target(f"Slowest {what} while one address floods", value, 2, "×", most=True)


def longer(rounds: list[Result], kind: str) -> float:
    """How much longer the slowest one took under attack than on an idle server."""
    key = f"{kind}_most"
    return float(statistics.median(each["attacked"][key] / each["idle"][key] for each in rounds))


def ratio(ours: list[Result], theirs: list[Result], key: str = MOVES) -> float:
    """The middle one of the rounds' ratios."""
    found = (mine[key] / other[key] for mine, other in zip(ours, theirs, strict=True))
    return float(statistics.median(found))


def carries(result: Result, name: str) -> float:
    """How much more than one process these two carry.

    With a core for each it is measured; where they share one it follows from their work for a move.
    """
    found = result["cluster"]
    if result["own_cores"]:
        return ratio(found[name], found["one"])
    return 2 * ratio(found["one"], found[name], COST)


def machine_line() -> str:
    """On what the run was made."""
    lock = json.loads((BOARDGAME / "package-lock.json").read_text("utf-8"))
    try:
        node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        node = None
    return ", ".join(
        [
            datetime.now(UTC).strftime("%Y-%m-%d"),
            f"{machine.processor()} with {os.cpu_count()} cores and {machine.memory()}",
            f"{platform.system()} {platform.release()}",
            f"Python {platform.python_version()}",
            f"Fatum {machine.fatum()}",
            f"Litestar {machine.version('litestar')}",
            f"boardgame.io {lock['packages']['node_modules/boardgame.io']['version']}",
            f"Node {node.stdout.strip().lstrip('v') if node else 'not there'}",
            f"load average {os.getloadavg()[0]:.1f} before the run",
        ]
    )


# --- the page ------------------------------------------------------------------------------------

HEAD: Final = """\
# Load

How much one server process carries, beside others in the same run. `make load` measures everything
again and rewrites this page; it takes about eight minutes and wants a machine that does nothing else.

1,000 players sit at 250 tables of Karma, each on a socket. The server has one core to itself, the
players have another. Every move is on the disk (SQLite, `synchronous = FULL`) before anybody sees it.
*Saturation* means that everybody answers at once; latency is from sending a move to its durable
acknowledgement.
"""


def write(result: Result, found: list[Target], page: Path) -> None:
    """The page, its picture and the numbers."""
    static = page.parent / "_static"
    (static / "load.json").write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    parts = [HEAD, _summary(found)]
    if "latency" in result:
        draw(result, static / "load.png")
        parts.append(_latency(result))
    if "peers" in result:
        parts.append(_peers(result["peers"]))
    if result.get("cluster", {}).get("one"):
        parts.append(_cluster(result))
    if "bots" in result:
        parts.append(_bots(result["bots"]))
    if "starvation" in result:
        parts.append(_starvation(result["starvation"]["rounds"]))
    parts.append(f"## The machine\n\n{result['machine']}.\n")
    page.write_text("\n".join(parts), "utf-8")


def _summary(found: list[Target]) -> str:
    met = sum(target.met for target in found)
    rows = [
        f"| {target.what} | {target.found()} | {target.asked()} | {'✓' if target.met else '✗'} |"
        for target in found
    ]
    return (
        f"**{met} of {len(found)} targets met.**\n\n"
        "|  | measured | target |  |\n| :--- | ---: | ---: | :---: |\n" + "\n".join(rows) + "\n"
    )


def _latency(result: Result) -> str:
    found = result["latency"]
    rows = [
        f"| {rate} | {told[MOVES]:,.0f} | {told['p50_ms']} | {told[LATE]} | {told['cpu_share']:.0%} |"
        for rate, told in found["rates"].items()
    ]
    return (
        "## Latency against load\n\n"
        "![Latency of a move against moves per second](_static/load.png)\n\n"
        "| moves/s asked for | made | median in ms | p99 in ms | of the core |\n"
        "| ---: | ---: | ---: | ---: | ---: |\n" + "\n".join(rows) + "\n\n"
        f"An idle table takes {found['bytes_per_idle_table'] / 1024:.1f} KiB of memory (a table that "
        "nobody uses is put away after a minute), a connection "
        f"{found['bytes_per_connection'] / 1024:.1f} KiB.\n"
    )


def _peers(found: Result) -> str:
    names = {
        "fatum": "Fatum: rules, views, roles, SQLite on the disk",
        "bare": "Litestar that only passes four messages of that size on",
        "boardgame": "boardgame.io, a card game with secret hands, in memory",
    }
    rows = [
        f"| {label} | {_mid(found[name], MOVES):,.0f} | {_mid(found[name], COST):.0f} | "
        f"{_mid(found[name], 'mean_message_bytes'):,.0f} | {ratio(found['fatum'], found[name]):.2f}× |"
        for name, label in names.items()
        if found[name]
    ]
    return (
        "## Saturation\n\n"
        f"The middle of {len(found['fatum'])} rounds; each move makes four different messages.\n\n"
        "|  | moves/s | µs of a core for a move | bytes of a message | Fatum is |\n"
        "| :--- | ---: | ---: | ---: | ---: |\n" + "\n".join(rows) + "\n"
    )


def _cluster(result: Result) -> str:
    found = result["cluster"]
    names = {
        "one": "one process",
        "two": "two processes, each table at one of them",
        "two_spread": "two processes, every table's players at both",
    }
    rows = [
        f"| {label} | {_mid(found[name], MOVES):,.0f} | {_mid(found[name], COST):.0f} | "
        f"{1.0 if name == 'one' else carries(result, name):.2f}× |"
        for name, label in names.items()
    ]
    how = (
        "Each process has a core of its own."
        if result["own_cores"]
        else "This machine has too few cores to give each process its own, so what two carry is "
        "worked out from the processor time that they take for a move, all processes together."
    )
    return (
        "## Several processes\n\n"
        f"On PostgreSQL with all durability, and Redis. {how}\n\n"
        "|  | moves/s here | µs of a core for a move | carries |\n"
        "| :--- | ---: | ---: | ---: |\n" + "\n".join(rows) + "\n\n"
        "No player has to stay with one process. Where a proxy sends a table's players to the same\n"
        "one, as `deploy/` does, less is done twice.\n"
    )


def _bots(found: Result) -> str:
    rows = [
        f"| {label} | {_mid(found[name], 'p50_ms'):.2f} | {_mid(found[name], LATE):.2f} |"
        for name, label in (("none", "no bots"), ("thinking", "50 hard bots"))
    ]
    return (
        "## While bots think\n\n"
        "200 people make 100 moves a second while 50 `hard` bots at other tables always have a move to\n"
        "find. Bots think in processes that give way to the server.\n\n"
        "|  | median in ms | p99 in ms |\n| :--- | ---: | ---: |\n" + "\n".join(rows) + "\n"
    )


def _starvation(rounds: list[Result]) -> str:
    rows = []
    for name, label in (
        ("idle", "other tables, before"),
        ("attacked", "other tables, meanwhile"),
        ("attackers", "the 60 tables"),
    ):
        told = [each[name] for each in rounds]
        numbers = [
            f"{_mid(told, key):.2f}"
            for key in ("bot_median", "bot_most", "hint_median", "hint_most")
        ]
        refused = sum(each["refused"] for each in told)
        share = refused / max(1, refused + sum(each["hints"] for each in told))
        rows.append(f"| {label} | {' | '.join(numbers)} | {share:.0%} |")
    return (
        "## While one address floods\n\n"
        "One address opens 60 tables of `hard` bots, plays at all of them without a pause and asks for a\n"
        "hint before each move, within the default limits. Three tables of other addresses do the same.\n"
        "[Decision 57](decisions/0057-fair-shares-of-thinking.md) says how thinking is shared. In seconds:\n\n"
        "|  | bot's move, median | slowest | hint, median | slowest | hints refused |\n"
        "| :--- | ---: | ---: | ---: | ---: | ---: |\n" + "\n".join(rows) + "\n"
    )


def _mid(results: list[Result], key: str) -> float:
    return float(statistics.median(result[key] for result in results))


def draw(result: Result, path: Path) -> None:
    """Median and p99 against the moves that players try to make, on a logarithmic scale."""
    found = result["latency"]["rates"]
    asked = [int(rate) for rate in found]
    figure, grid = canvas(1, 1, 10, 4.6)
    axes = grid[0][0]
    for key, label, colour in ((LATE, "99 of 100 are faster", OURS), ("p50_ms", "median", NEUTRAL)):
        axes.plot(
            asked, [told[key] for told in found.values()], marker="o", color=colour, label=label
        )
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} ms")
    axes.yaxis.set_minor_formatter(lambda value, _: "")
    axes.plot(
        [500], [15], marker="_", markersize=26, color=TARGET, linestyle="", markeredgewidth=2.5
    )
    axes.annotate(
        "target at 500", (500, 15), xytext=(16, 4), textcoords="offset points", color=TARGET
    )
    if result.get("peers"):
        most = _mid(result["peers"]["fatum"], MOVES)
        axes.axvline(most, color=QUIET, linestyle=":")
        axes.annotate(
            "saturation", (most, axes.get_ylim()[1]), xytext=(-6, -14), ha="right",
            textcoords="offset points", color=INK,
        )  # fmt: skip
    axes.set_xlabel("moves per second, 1,000 players at 250 tables, one process on one core")
    axes.set_title(
        "From a move to its durable acknowledgement", loc="left", fontsize=13, fontweight="bold"
    )
    axes.set_xlim(left=0)
    axes.legend(frameon=False)
    tidy(axes)
    save(figure, path)
