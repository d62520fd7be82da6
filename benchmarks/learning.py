"""Draw the learning curves of docs/beliefs.md from what ``fatum train`` kept.

    python -m benchmarks.learning allin=build/train karma=build/train-karma

A game that is not named keeps its curve: the numbers are in docs/_static/learning.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any

from benchmarks.plot import LINES, canvas, save, tidy

CURVES = Path("docs/_static/learning.json")
PICTURE = Path("docs/_static/learning.png")
Curve = Sequence[Mapping[str, float]]
PANELS = (
    ("allin", 1, "All In, round 1", log(13)),
    ("allin", 2, "All In, round 2", log(13)),
    ("karma", 1, "Karma", log(2)),
)
"""Game, round, title, and the surprise if nothing is known."""


def main(arguments: Sequence[str]) -> int:
    curves: dict[str, Any] = json.loads(CURVES.read_text("utf-8")) if CURVES.exists() else {}
    for argument in arguments:
        game, _, folder = argument.partition("=")
        curves[game] = json.loads((Path(folder) / "curve.json").read_text("utf-8"))
    lines = [f"{json.dumps(game)}: {json.dumps(curves[game])}" for game in sorted(curves)]
    CURVES.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    draw(curves, PICTURE)
    print(f"{PICTURE} is written.")
    return 0


def draw(curves: Mapping[str, Curve], path: Path) -> None:
    """How surprising the truth was after each pass, on games that were held back.

    Losses on the games that were learned from are of another mix of players and rounds, so they are not shown.
    """
    figure, grid = canvas(len(PANELS), 1, 10, 3.4)
    for axes, (game, number, title, unknown) in zip(grid.flat, PANELS, strict=True):
        curve = [point for point in curves.get(game, ()) if point.get("round", 1) == number]
        passes = [point.get("epoch", point.get("pass", 0)) for point in curve]
        axes.plot(passes, [point["checked"] for point in curve], color=LINES[0], marker="o")
        axes.set_title(title, loc="left", fontsize=12, fontweight="bold")
        axes.set_xlabel(f"passes; if nothing is known: {unknown:.3f}")
        axes.set_ylabel("surprise, nats")
        if passes:
            axes.set_xticks(passes[:: len(passes) // 5 or 1])
        tidy(axes)
    save(figure, path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
