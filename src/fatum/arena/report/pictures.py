"""The plots of a tournament."""

from collections.abc import Mapping
from pathlib import Path

from fatum.arena.report import plots
from fatum.arena.report.plots import Point
from fatum.arena.run.standings import Standings, verb
from fatum.arena.stats.ratings import Rating


def draw_standings(found: Standings, ratings: Mapping[str, Rating], folder: Path) -> None:
    """Write them into a folder."""
    if ratings:
        points = {
            bot: Point(rating.mean, rating.low, rating.high) for bot, rating in ratings.items()
        }
        title = f"{found.title}: ratings"
        plots.ranking(title, points, "rating, 95 % interval").png(folder / "ratings.png")
    results = {key for section in found.sections.values() for key in section.named_results()}
    for result in sorted(results):
        tables = {
            players: {
                bot: Point(ratio.mean, *ratio.share_interval())
                for bot, line in section.best_first()
                for ratio in [line.share(result)]
            }
            for players, section in found.sections.items()
        }
        chances = {players: 1 / players for players in found.sections}
        drawing = plots.rates(f"Who {verb(result)}", tables, chances, "share of games")
        drawing.png(folder / f"{verb(result)}.png")
    lengths = {players: section.lengths for players, section in found.sections.items()}
    plots.lengths(lengths).png(folder / "lengths.png")
