"""docs/ladder.md, from the results of all matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.ladder.matches import LONG, PLAYERS, STEPS
from benchmarks.ladder.newcomers import NEWCOMER, SLIPS
from benchmarks.ladder.picture import draw, draw_calibration
from benchmarks.ladder.results import PREVIOUS, Found, PlayedMatch
from benchmarks.ladder.scores import TITLES, VERBS, Score, chance_of, score_of

PAGE = Path("docs/ladder.md")
PICTURE = Path("docs/_static/ladder.png")
CALIBRATION = "calibration.png"
LEVELS = ("easy", "normal", "hard")
CEILINGS = (
    ("allin", "hard-0.1", "`hard-0.1`"),
    ("allin", "hard", "`hard`"),
    ("allin", "hands-at-predictions", "`hard`, sees all hands when it predicts"),
    ("allin", "hands-in-play", "`hard`, sees all hands until it predicts"),
    ("allin", "hands", "`hard`, sees all hands"),
    ("allin", "all", "`hard`, sees every card, the draw pile too"),
    ("karma", "all", "`hard`, sees every card"),
)
ALONE = ("normal-0.1", "normal")


class Column(NamedTuple):
    """One kind of match at tables of all sizes."""

    head: str
    bot: str
    """Whose score is shown."""
    match: str
    """The name of a match after the game and the number of players."""


def write_page(found: Found, page: Path = PAGE, picture: Path = PICTURE) -> None:
    """Write the results; matches that have not been played are left blank."""
    parts = (
        _introduction(),
        _steps(found),
        _rules_of_thumb(found),
        _previous(found),
        _newcomer(found),
        _half_a_second(found),
        _ceilings(found),
        _predictions(found),
        _analyses(found),
        _mixed(found),
        _alone(found),
        _sources(found),
    )
    page.write_text("\n".join(line for part in parts for line in part))
    draw(found, picture)
    if "allin-predictions" in found:
        draw_calibration(found["allin-predictions"], picture.with_name(CALIBRATION))
    print(f"{page} and {picture} are written.")


def _introduction() -> Iterator[str]:
    yield from (
        "# How strong the bots are",
        "",
        "`make ladder` plays everything on this page in the {doc}`arena <arena>` (hours on one machine) and writes it; an",
        "interrupted run resumes where it stopped. Every deal is played from every seat, so luck is equal for all; in",
        "brackets are 95 % intervals, with deals as independent observations. The numbers are data in `docs/_static/ladder.json`.",
        "",
        "✓: better beyond luck. ✗: worse beyond luck. ·: these games do not tell. °: played by the bots of version 0.1, and not yet",
        "by today's. *in 300 of 800*: the match is not finished.",
        "",
        "![Every level against the one below it, by number of players](_static/ladder.png)",
        "",
    )


def _steps(found: Found) -> Iterator[str]:
    yield from (
        "## Every level against the one below it",
        "",
        "One of the better bots against tables full of the other. The score is not losing in Karma and winning in All In; luck",
        "alone would give what the second column says. `hard` has 2,000",
        "simulations a move here, so that anyone gets the same result; with half a second it has ten to twenty times as many.",
        "",
    )
    columns = [
        Column(f"`{better}` > `{worse}`", better, f"{better}-{worse}") for better, worse, _ in STEPS
    ]
    yield from _table(found, columns)


def _rules_of_thumb(found: Found) -> Iterator[str]:
    yield from (
        "## Every level against rules of thumb",
        "",
        "One bot against tables full of `greedy`, which is how the search supposes that others play.",
        "",
    )
    yield from _table(found, [Column(f"`{level}`", level, f"{level}-greedy") for level in LEVELS])


def _previous(found: Found) -> Iterator[str]:
    yield from (
        "## Against the bots of version 0.1",
        "",
        "One bot against tables full of what it was in version 0.1, with equal simulations: `hard` has 2,000 a move.",
        "",
    )
    columns = [
        Column(f"`{bot}` > `{bot}-0.1`", bot, f"{bot}-previous") for bot in ("normal", "hard")
    ]
    yield from _table(found, columns)


def _table(found: Found, columns: Sequence[Column]) -> Iterator[str]:
    yield "| | by luck |" + "".join(f" {column.head} |" for column in columns)
    yield "|---|---|" + "---|" * len(columns)
    played: dict[str, list[int]] = {}
    for game, title in TITLES.items():
        for players in PLAYERS[game]:
            cells = []
            for column in columns:
                score = score_of(found, f"{game}-{players}-{column.match}", column.bot)
                cells.append(str(score or ""))
                if score and score.games >= score.planned:
                    played.setdefault(column.bot, []).append(score.games)
            yield (
                f"| {title}, {players} players | {100 * chance_of(game, players):.0f} % |"
                + "".join(f" {cell} |" for cell in cells)
            )
    counts = ", ".join(f"{min(games):,} for `{bot}`" for bot, games in played.items())
    yield ""
    if counts:
        yield from (f"Games at each table, at least: {counts}.", "")


def _newcomer(found: Found) -> Iterator[str]:
    yield from (
        "## A newcomer against `easy`",
        "",
        f"A newcomer here is {SLIPS:.0%} random moves and otherwise rules of thumb, alone at a table of `easy` bots, which should win most of these",
        "games but not all.",
        "",
    )
    yield from _table(found, [Column("newcomer > `easy`", NEWCOMER, "newcomer-easy")])


def _half_a_second(found: Found) -> Iterator[str]:
    yield from (
        "## Half a second against rules of thumb",
        "",
        "Four players, one bot against three `greedy`, on one core.",
        "",
        "| | by luck | `hard`, 0.5 s a move |",
        "|---|---|---|",
    )
    for game, title in TITLES.items():
        cell = _with_games(score_of(found, f"{game}-4-timed-greedy", "hard"))
        yield f"| {title}, {VERBS[game]} | {100 * chance_of(game, 4):.0f} % | {cell} |"
    yield ""


def _ceilings(found: Found) -> Iterator[str]:
    yield from (
        "## How much there is to know",
        "",
        "Four players, one search against three `greedy`, always on the same deals. The searches that see more than their seat may know are",
        "for measuring only: no installation has them.",
        "",
        "| | one search | by luck | score | simulations a move |",
        "|---|---|---|---|---|",
    )
    for game, bot, label in CEILINGS:
        name = f"{game}-4-ceiling-{bot}"
        score = score_of(found, name, bot)
        budget = f"{int(found[name]['budget']):,}" if score else ""
        luck = f"{100 * chance_of(game, 4):.0f} %"
        cells = (f"{TITLES[game]}, {VERBS[game]}", label, luck, _with_games(score), budget)
        yield "|" + "".join(f" {cell} |" for cell in cells)
    yield ""


def _with_games(score: Score | None) -> str:
    if score is None:
        return ""
    return f"{score} games" if score.games < score.planned else f"{score} in {score.games:,} games"


def _predictions(found: Found) -> Iterator[str]:
    yield from (
        "## Who is strongest",
        "",
        "Before each prediction of All In among `hard` bots with 300 simulations: how likely does each player have the strongest hand, by",
        "the rule of version 0.1 and by today's {doc}`beliefs <beliefs>`, from the same view? The log-loss is the surprise at who it was, in nats;",
        "*better* is how much of it is gone, beyond luck where the interval leaves 0 out. Here games are the independent observations.",
        "",
        "| players | games | predictions | log-loss, 0.1 | log-loss now | better by | most likely was right, 0.1 | now |",
        "|---|---|---|---|---|---|---|---|",
    )
    result = found.get("allin-predictions", {"predictions": {}})
    for players in [*(str(number) for number in PLAYERS["allin"]), "all"]:
        judged = result["predictions"].get(players)
        cells = [""] * 7
        if judged is not None:
            loss, right, better = judged["loss"], judged["right"], judged["better"]
            mark = "✓" if better["low"] > 0 else "·" if better["high"] >= 0 else "✗"
            cells = [
                f"{judged['games']:,}",
                f"{judged['predictions']:,}",
                *(_nats(loss[way]) for way in ("before", "now")),
                f"{_percent(better)} {mark}",
                *(_percent(right[way]) for way in ("before", "now")),
            ]
        yield f"| {players} |" + "".join(f" {cell} |" for cell in cells)
    yield ""


def _nats(interval: PlayedMatch) -> str:
    return f"{interval['mean']:.3f} ({interval['low']:.3f}–{interval['high']:.3f})"


def _percent(interval: PlayedMatch) -> str:
    mean, low, high = (_signed(100 * interval[key]) for key in ("mean", "low", "high"))
    return f"{mean} ({low} to {high}) %"


def _signed(number: float) -> str:
    return f"{number:.1f}".replace("-", "−")


def _analyses(found: Found) -> Iterator[str]:
    yield from (
        "## Mistakes that an analysis names",
        "",
        "Games of two to four players between `greedy`, `easy` and `random` are analysed with the default budget. Both moves of each named",
        "mistake are then searched again with ten times the budget: is the move still worse, and by as much as was said?",
        "",
        "| | games | choices | mistakes named | still worse | loss within the interval that was named |",
        "|---|---|---|---|---|---|",
    )
    for game, title in TITLES.items():
        result = found.get(f"{game}-analysis")
        cells = [""] * 5
        if result is not None:
            counts = [f"{result[key]:,}" for key in ("games", "choices", "named")]
            cells = counts + [_percent(result[key]) for key in ("stand", "inside")]
        yield f"| {title} |" + "".join(f" {cell} |" for cell in cells)
    yield ""


def _mixed(found: Found) -> Iterator[str]:
    yield from (
        "## Mixed company",
        "",
        "Bots of all kinds at one table, to see that games end and that nobody goes in circles. `ismcts` has 30 simulations. A position is",
        "counted from its third time on: *by choice* if the player had another legal move. In All In no position can come back.",
        "",
        "| | players | bots | games | undecided | faults of a bot | a third time by choice | without another move | longest of 20 | longest |",
        "|---|---|---|---|---|---|---|---|---|---|",
    )
    for game, title in TITLES.items():
        sizes = PLAYERS[game]
        yield _mixed_row(found, f"{game}-4-mixed", f"{title} | 4")
        yield _mixed_row(found, f"{game}-mixed", f"{title} | {sizes[0]}–{sizes[-1]}")
    yield ""


def _mixed_row(found: Found, name: str, label: str) -> str:
    result = found.get(name)
    if result is None:
        return f"| {label} |" + " |" * 8
    repeated = result.get("repeated", {})
    cells = (
        ", ".join(f"`{bot}`" for bot in result["bots"]),
        f"{_games(result)}{_mark(result)}",
        result["undecided"],
        result["faults"],
        repeated.get("choice", ""),
        repeated.get("force", ""),
        f"{result['moves']['p95']} moves",
        _moves(result, "longest"),
    )
    return f"| {label} |" + "".join(f" {cell} |" for cell in cells)


def _alone(found: Found) -> Iterator[str]:
    yield from (
        "## How long Karma takes",
        "",
        "Two equal bots, every deal once.",
        "",
        f"| | games | moves, median | longest of 20 | longest | above {LONG} moves | undecided | a third time by choice |",
        "|---|---|---|---|---|---|---|---|",
    )
    for bot in ALONE:
        result = found.get(f"karma-2-{bot}-alone")
        if result is None:
            yield f"| `{bot}` |" + " |" * 7
            continue
        moves = result["moves"]
        cells = (
            _games(result),
            *(moves[key] for key in ("median", "p95", "longest", "long")),
            result["undecided"],
            result["repeated"]["choice"],
        )
        yield f"| `{bot}` |" + "".join(f" {cell} |" for cell in cells)
    yield ""


def _games(result: PlayedMatch) -> str:
    planned = f" of {result['planned']:,}" if "planned" in result else ""
    return f"{result['games']:,}{planned}"


def _moves(result: PlayedMatch, which: str) -> str:
    moves = result["moves"].get(which)
    return "" if moves is None else f"{moves} moves"


def _mark(result: PlayedMatch) -> str:
    return "°" if result["version"] == PREVIOUS else ""


def _sources(found: Found) -> Iterator[str]:
    """When and from which commit each match was played."""
    yield from ("## What was played when", "", "| day | commit | matches |", "|---|---|---|")
    groups: dict[tuple[str, str], list[str]] = {}
    for name, result in found.items():
        groups.setdefault((result["day"], result["revision"]), []).append(name)
    for (day, revision), names in sorted(groups.items()):
        told = (
            f"{len(names)}: all marked °"
            if all(found[name]["version"] == PREVIOUS for name in names)
            else ", ".join(f"`{name}`" for name in sorted(names))
        )
        yield f"| {day} | `{revision}` | {told} |"
    yield ""
