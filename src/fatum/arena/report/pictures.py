"""The plots of a tournament."""

from collections.abc import Mapping
from pathlib import Path

from fatum.arena.report import plots
from fatum.arena.run.standings import Standings, verb
from fatum.arena.stats.intervals import Estimate


def draw_standings(found: Standings, ratings: Mapping[str, Estimate], folder: Path) -> None:
    """Write them into a folder."""
    if ratings:
        title = f"{found.title}: ratings"
        plots.ranking(title, ratings, "rating, 95 % interval").png(folder / "ratings.png")
    results = {key for section in found.sections.values() for key in section.named_results()}
    for result in sorted(results):
        tables = {
            players: {
                bot: Estimate(ratio.mean, *ratio.share_interval())
                for bot, line in section.best_first()
                for ratio in [line.share(result)]
            }
            for players, section in found.sections.items()
        }
        chances = {players: 1 / players for players in found.sections}
        drawing = plots.rates(f"Who {verb(result)}", tables, chances, "share of games")
        drawing.png(folder / f"{verb(result)}.png")
    lengths = {players: section.tally.lengths for players, section in found.sections.items()}
    plots.lengths(lengths).png(folder / "lengths.png")
