"""The pictures: every level against the one below it, and how far chances can be trusted."""

from __future__ import annotations

from pathlib import Path

from benchmarks.ladder.matches import PLAYERS, STEPS
from benchmarks.ladder.results import Found, PlayedMatch
from benchmarks.ladder.scores import TITLES, VERBS, chance_of, score_of
from benchmarks.plot import LINES, MISSED, QUIET, canvas, save, tidy

WAYS = {"before": "Version 0.1", "now": "Now, with beliefs"}
MARKS = ("o", "s", "^", "D")


def draw(found: Found, path: Path) -> None:
    figure, grid = canvas(2, 1, 10, 4.2)
    for axes, (game, title) in zip(grid.flat, TITLES.items(), strict=True):
        counts = list(PLAYERS[game])
        chances = [100 * chance_of(game, players) for players in counts]
        axes.plot(counts, chances, color=QUIET, linestyle="--", label="by luck")
        for number, (better, worse, _) in enumerate(STEPS):
            points = [
                (players + 0.12 * (number - 1.5), score)
                for players in counts
                if (score := score_of(found, f"{game}-{players}-{better}-{worse}", better))
            ]
            if points:
                axes.errorbar(
                    [place for place, _ in points],
                    [100 * score.mean for _, score in points],
                    yerr=[
                        [100 * max(0, score.mean - score.low) for _, score in points],
                        [100 * max(0, score.high - score.mean) for _, score in points],
                    ],
                    fmt=MARKS[number],
                    color=(*LINES, MISSED)[number],
                    capsize=3,
                    label=f"{better} against {worse}",
                )
        axes.set_title(f"{title}: {VERBS[game]}", loc="left", fontsize=12, fontweight="bold")
        axes.set_xlabel("players")
        axes.set_ylabel("% of games")
        axes.set_xticks(counts)
        axes.set_ylim(0, 103)
        tidy(axes)
    grid.flat[0].legend(frameon=False, fontsize=9, loc="lower right")
    save(figure, path)


def draw_calibration(result: PlayedMatch, path: Path) -> None:
    """How often it was so, by how likely it was said to be."""
    figure, grid = canvas(2, 1, 10, 4.6)
    for axes, (way, title), colour in zip(grid.flat, WAYS.items(), LINES[1::-1], strict=True):
        axes.plot([0, 100], [0, 100], color=QUIET, linestyle="--", label="as often as said")
        bins = result["calibration"][way]
        axes.errorbar(
            [100 * found["said"] for found in bins],
            [100 * found["mean"] for found in bins],
            yerr=[
                [100 * max(0, found["mean"] - found["low"]) for found in bins],
                [100 * max(0, found["high"] - found["mean"]) for found in bins],
            ],
            fmt="o",
            color=colour,
            capsize=3,
            label="with 95 % interval",
        )
        axes.set_title(title, loc="left", fontsize=12, fontweight="bold")
        axes.set_xlabel("said: this player is strongest with so many %")
        axes.set_ylabel("% of players who were")
        axes.set_xlim(-2, 102)
        axes.set_ylim(-2, 102)
        axes.set_aspect("equal")
        tidy(axes)
        axes.legend(frameon=False, fontsize=9, loc="upper left")
    save(figure, path)
