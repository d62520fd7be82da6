"""The ladder as a page and a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.plot import LINES, MISSED, QUIET, canvas, save, tidy

PAGE = Path("docs/ladder.md")
PICTURE = Path("docs/_static/ladder.png")
TITLES = {"karma": "Karma", "allin": "All In"}
VERBS = {"karma": "does not lose", "allin": "wins"}
STEPS = (("greedy", "random"), ("easy", "greedy"), ("normal", "easy"), ("hard", "normal"))
LEVELS = (("easy", "greedy"), ("normal", "greedy"), ("hard", "greedy"))
MARKS = ("o", "s", "^", "D")
Found = Mapping[str, dict[str, Any]]


@dataclass(frozen=True)
class Score:
    """A mean result with its interval, and what luck alone would give."""

    mean: float
    low: float
    high: float
    chance: float
    games: int

    @property
    def shown(self) -> bool:
        """Whether luck is ruled out."""
        return self.low > self.chance

    def __str__(self) -> str:
        mark = "✓" if self.shown else "·" if self.high > self.chance else "✗"
        return f"{100 * self.mean:.1f} ({100 * self.low:.1f}–{100 * self.high:.1f}) % {mark}"


def chance_of(game: str, players: int) -> float:
    return 1 / players if game == "allin" else 1 - 1 / players


def score_of(found: Found, game: str, players: int, name: str, bot: str) -> Score | None:
    """How one bot did in a match, if that was played."""
    match = found.get(f"{game}-{players}-{name}")
    if match is None:
        return None
    chance = chance_of(game, players)
    if "score" in match:
        return Score(**match["score"], chance=chance, games=match["games"])
    table = match["tables"][0]
    score = next(line["score"] for line in table["bots"] if line["bot"] == bot)
    return Score(**score, chance=chance, games=table["games"])


def players_of(found: Found, game: str) -> list[int]:
    return sorted({int(name.split("-")[1]) for name in found if name.startswith(game)})


def write_page(found: Found) -> None:
    """Write what has been played; what has not is left out."""
    if not found:
        return
    parts = (_introduction(), _steps(found), _rules_of_thumb(found), _aim(found), _mixed(found))
    PAGE.write_text("\n".join(line for part in parts for line in part))
    _draw(found)
    print(f"{PAGE} and {PICTURE} are written.")


def _introduction() -> Iterable[str]:
    yield from (
        "# How strong the bots are",
        "",
        "Written by `make ladder`, which plays everything on this page in the {doc}`arena <arena>` (hours on one machine;",
        "an interrupted run goes on where it stopped). Every deal is played from every seat, so luck is equal for all; in",
        "brackets are 95 % intervals, with deals as independent observations.",
        "",
        "![Every level against the one below it, by number of players](_static/ladder.png)",
        "",
        "## Every level against the one below it",
        "",
        "One of the better bots against tables full of the other. The score is not losing in Karma and winning in All In; luck",
        "alone would give what the second column says. ✓: better beyond luck. ·: these games do not tell. `hard` has 2,000",
        "simulations a move here, so that anyone gets the same result; with half a second it has ten to twenty times as many.",
        "",
    )


def _steps(found: Found) -> Iterable[str]:
    yield from _table(found, STEPS, [f"`{better}` > `{worse}`" for better, worse in STEPS])
    played = {
        better: [
            score.games
            for game in TITLES
            for players in players_of(found, game)
            if (score := score_of(found, game, players, f"{better}-{worse}", better))
        ]
        for better, worse in STEPS
    }
    counts = ", ".join(f"{min(games):,} for `{bot}`" for bot, games in played.items() if games)
    yield from ("", f"Games at each table, at least: {counts}.", "")


def _rules_of_thumb(found: Found) -> Iterable[str]:
    yield from (
        "## Every level against rules of thumb",
        "",
        "One bot against tables full of `greedy`, which is how the search supposes that others play.",
        "",
    )
    yield from _table(found, LEVELS, [f"`{level}`" for level, _ in LEVELS])
    yield ""


def _table(found: Found, matches: Sequence[tuple[str, str]], heads: Sequence[str]) -> Iterable[str]:
    yield "| | by luck |" + "".join(f" {head} |" for head in heads)
    yield "|---|---|" + "---|" * len(heads)
    for game, title in TITLES.items():
        for players in players_of(found, game):
            scores = [
                score_of(found, game, players, f"{better}-{worse}", better)
                for better, worse in matches
            ]
            yield (
                f"| {title}, {players} players | {100 * chance_of(game, players):.0f} % |"
                + "".join(f" {score or ''} |" for score in scores)
            )


def _aim(found: Found) -> Iterable[str]:
    yield from (
        "## Half a second against rules of thumb",
        "",
        "Four players, one bot against three `greedy`, on one core. The last column is a search that sees every card, which no bot",
        "may: it is part of no installation, and says how much there would be to know.",
        "",
        "| | by luck | `hard`, 0.5 s a move | seeing all cards, 2,000 simulations |",
        "|---|---|---|---|",
    )
    for game, title in TITLES.items():
        timed = score_of(found, game, 4, "timed-greedy", "hard")
        ceiling = score_of(found, game, 4, "ceiling-greedy", "ceiling")
        cells = [f"{score} in {score.games} games" if score else "" for score in (timed, ceiling)]
        yield (
            f"| {title}, {VERBS[game]} | {100 * chance_of(game, 4):.0f} % |"
            f" {cells[0]} | {cells[1]} |"
        )
    yield ""


def _mixed(found: Found) -> Iterable[str]:
    tables = [
        (title, match, match["tables"][0])
        for game, title in TITLES.items()
        if (match := found.get(f"{game}-4-mixed"))
    ]
    if not tables:
        return
    yield from (
        "## Mixed company",
        "",
        "`random`, `greedy`, `easy` and `ismcts` with 30 simulations at one table, to see that games end.",
        "",
        "| | games | undecided | faults of a bot | longest of 20 |",
        "|---|---|---|---|---|",
    )
    for title, match, table in tables:
        undecided = sum(count for name, count in table["results"].items() if name.startswith("no "))
        faults = sum(match["faults"].values())
        yield f"| {title} | {table['games']:,} | {undecided} | {faults} | {table['moves']['p95']} moves |"
    yield ""


def _draw(found: Found) -> None:
    figure, grid = canvas(2, 1, 10, 4.2)
    for axes, (game, title) in zip(grid.flat, TITLES.items(), strict=True):
        counts = players_of(found, game)
        chances = [100 * chance_of(game, players) for players in counts]
        axes.plot(counts, chances, color=QUIET, linestyle="--", label="by luck")
        for number, (better, worse) in enumerate(STEPS):
            points = [
                (players + 0.12 * (number - 1.5), score)
                for players in counts
                if (score := score_of(found, game, players, f"{better}-{worse}", better))
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
    save(figure, PICTURE)
