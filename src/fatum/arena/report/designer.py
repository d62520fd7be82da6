"""The designer's report: one page about how a game plays, made from a survey."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final

import fatum
from fatum.arena.report import plots
from fatum.arena.report.page import Page, cell
from fatum.arena.report.plots import Trend
from fatum.arena.run.standings import verb
from fatum.arena.run.survey import Found, Survey, total_games
from fatum.arena.stats.clusters import Ratio, difference
from fatum.arena.stats.findings import Findings, pooled
from fatum.arena.stats.intervals import ANYTHING, Estimate, Interval
from fatum.arena.stats.played import Faults
from fatum.core.game import Game
from fatum.core.parts import COUNT, POINTS, SHARE, Insights
from fatum.games.registry import find_game

_PANELS: Final = 12
_NOTHING: Final = Insights({}, lambda *_: {}, lambda _: (), {}, (), lambda *_: ())


class DesignerReport:
    """The numbers of a survey, and how they are shown.

    The first setting is the subject; the second is compared with it side by side if ``compare`` is
    set; all others are variants of the first.
    """

    def __init__(self, plan: Survey, found: Found, compare: bool) -> None:
        self.plan: Final = plan
        self.game: Final[Game] = find_game(plan.game)
        self._found = found
        self._insights: Final = self.game.parts.insights or _NOTHING
        self._shown = (0, 1) if compare else (0,)
        self._variants = range(len(self._shown), len(plan.settings))
        self._pooled = {
            place: pooled([found[place, players] for players in plan.players])
            for place in range(len(plan.settings))
        }
        self._faults = Faults()
        for findings in self._pooled.values():
            self._faults.merge(findings.faults)

    # --- data ------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, object]:
        """Everything the page is made of."""
        plan = self.plan
        return {
            "fatum": fatum.__version__,
            "game": plan.game,
            "bots": list(plan.bots),
            "budget": plan.budget,
            "seed": plan.seed.hex(),
            "settings": [
                {
                    "label": setting.label,
                    "options": dict(setting.options),
                    "tables": [self._table_as_dict(place, players) for players in plan.players],
                }
                for place, setting in enumerate(plan.settings)
            ],
            **(self._faults.to_dict() if self._faults.counts else {}),
        }

    def _table_as_dict(self, place: int, players: int) -> dict[str, object]:
        findings = self._found[place, players]
        measures: dict[str, Any] = {}
        for _, _, names, item in self._insights.sections:
            for name in names:
                kind = self._insights.measures[name][1]
                if not item:
                    measures[name] = _point_as_list(findings.get(name, kind), kind)
                else:
                    measures[name] = {
                        entry: _point_as_list(findings.get(name, kind, entry), kind)
                        for entry in sorted(findings.items(name))
                    }
        return {"players": players, **findings.tally.to_dict(), "measures": measures}

    # --- page ------------------------------------------------------------------------------------

    def html(self) -> str:
        plan = self.plan
        page = Page(f"{self.game.title}: designer's report")
        games = total_games(plan)
        page.text(
            f"{games:,} games by {', '.join(dict.fromkeys(plan.bots))}: {plan.games:,} for each "
            f"setting and number of players, all settings with the same seeds. Small numbers are "
            f"95 % intervals; games are the independent observations."
        )
        if len(self._shown) > 1:
            one, other = (plan.settings[place].label for place in self._shown)
            page.text(f"Compared side by side: {one}, and {other}.")
        if self._insights.note:
            page.text(self._insights.note)
        page.text(
            f"Fatum {fatum.__version__}, seed {plan.seed.hex()}, "
            f"budget {plan.budget}. "
            "What bots do is not what people do: numbers about choices are numbers about these bots.",
            soft=True,
        )
        for line in self._faults.lines():
            page.text(line)
        self._length(page)
        self._seats(page)
        for title, about, names, item in self._insights.sections:
            if item:
                self._list(page, title, about, names, item)
            else:
                self._numbers(page, title, about, names)
        if self._variants:
            self._effects(page)
        return page.html()

    def _label(self, place: int) -> str:
        return self.plan.settings[place].label

    def _length(self, page: Page) -> None:
        page.section("Length", "Moves are choices: a forced move counts, a forced pass does not.")
        header = [cell("players"), *self._per_setting(("median", "5 % to 95 %"))]
        rows = []
        for players in self.plan.players:
            row = [cell(str(players))]
            for place in self._shown:
                tally = self._found[place, players].tally
                row.append(cell(str(tally.percentile(50))))
                row.append(cell(f"{tally.percentile(5)} to {tally.percentile(95)}"))
            rows.append(row)
        page.table(header, rows, "Moves per game")
        shown = {players: self._found[0, players].tally.lengths for players in self.plan.players}
        page.figure(plots.lengths(shown), f"Moves per game, {self._label(0)}")

    def _per_setting(self, names: Sequence[str]) -> list[str]:
        if len(self._shown) == 1:
            return [cell(name) for name in names]
        return [cell(name, self._label(place)) for place in self._shown for name in names]

    def _seats(self, page: Page) -> None:
        page.section(
            "Seat advantage",
            f"By place, counted from the {self.game.first_key}; +1 is the left neighbour. "
            "The dashed line is what every place would have if seats did not matter.",
        )
        results = sorted(
            {
                result
                for players in self.plan.players
                for result in self._found[0, players].tally.named_results()
            }
        )
        for result in results:
            tables = {
                players: [
                    (self._label(place), self._places(place, players, result))
                    for place in self._shown
                ]
                for players in self.plan.players
            }
            page.figure(
                plots.seats(tables, self.game.first_key, verb(result)),
                f"How often each place {verb(result)}, with 95 % intervals",
            )
            rows = [
                [
                    cell(str(players)),
                    cell(label),
                    cell(_spread(points, players, self.game.first_key)),
                ]
                for players, settings in tables.items()
                for label, points in settings
            ]
            page.table(
                ["players", "setting", "places whose interval leaves chance out"],
                rows,
                "With 95 % intervals one place in twenty does so by accident.",
            )

    def _places(self, place: int, players: int, result: str) -> list[Estimate]:
        tally = self._found[place, players].tally
        return [tally.share(tally.places[result, seat]) for seat in range(players)]

    def _numbers(self, page: Page, title: str, about: str, names: Sequence[str]) -> None:
        """Measures that are one number for each number of players."""
        page.section(title, about)
        columns = [(players, place) for players in self.plan.players for place in self._shown]
        compared = len(self._shown) > 1
        header = [
            "",
            *(
                cell(f"{players} players", self._label(place) if compared else "")
                for players, place in columns
            ),
        ]
        rows = []
        for name in names:
            label, kind, _ = self._insights.measures[name]
            cells = [
                _cell(self._found[place, players].get(name, kind), kind)
                for players, place in columns
            ]
            rows.append([cell(label), *cells])
        page.table(header, rows)
        shown = [trend for name in names[:_PANELS] if (trend := self._trend(name)) is not None]
        if len(self.plan.players) > 1 and shown:
            page.figure(plots.trends(shown), f"{title}, by number of players")
        self._terms(page, names)

    def _trend(self, name: str) -> Trend | None:
        label, kind, _ = self._insights.measures[name]
        settings = []
        for place in self._shown:
            points = {
                players: point
                for players in self.plan.players
                if (point := _point(self._found[place, players].get(name, kind), kind)) is not None
            }
            settings.append((self._label(place), points))
        if not any(points for _, points in settings):
            return None
        return Trend(label, kind in {SHARE, POINTS}, settings)

    def _list(self, page: Page, title: str, about: str, names: Sequence[str], item: str) -> None:
        """Measures of many items, over all numbers of players."""
        page.section(title, about)
        entries = self._entries(names, item)
        header = [
            cell(item),
            *self._per_setting([self._insights.measures[name][0] for name in names]),
        ]
        rows = [
            [
                cell(entry),
                *(
                    _cell(self._pooled[place].get(name, kind, entry), kind)
                    for place in self._shown
                    for name in names
                    for kind in [self._insights.measures[name][1]]
                ),
            ]
            for entry in entries
        ]
        page.table(header, rows, f"All numbers of players together: {self._players()}")
        label, kind, _ = self._insights.measures[names[0]]
        settings = [
            (
                self._label(place),
                {
                    entry: point
                    for entry in entries
                    if (point := _point(self._pooled[place].get(names[0], kind, entry), kind))
                },
            )
            for place in self._shown
        ]
        drawing = plots.items(
            f"{title}: {label}", settings, kind in {SHARE, POINTS}, kind not in {SHARE, COUNT}
        )
        page.figure(drawing, f"{title}: {label}, with 95 % intervals")
        self._terms(page, names)

    def _terms(self, page: Page, names: Sequence[str]) -> None:
        measures = [self._insights.measures[name] for name in names]
        page.terms([(label, about) for label, _, about in measures])

    def _players(self) -> str:
        return ", ".join(str(players) for players in self.plan.players)

    def _entries(self, names: Sequence[str], item: str) -> list[str]:
        known: dict[str, None] = {}
        for place in self._shown:
            for name in names:
                known.update(dict.fromkeys(self._pooled[place].items(name)))
        if item in self._insights.items:
            return [entry for entry in self._insights.items[item] if entry in known]
        kind = self._insights.measures[names[0]][1]

        def rank(entry: str) -> tuple[float, str]:
            ratio = self._pooled[0].get(names[0], kind, entry)
            return (inf if ratio is None else -ratio.mean, entry)

        return sorted(known, key=rank)

    def _effects(self, page: Page) -> None:
        """What each option changes."""
        page.section(
            "The effect of options",
            f"Each option by itself, against {self._label(0)}. Coloured where the 95 % interval of "
            "the difference leaves zero out; of so many numbers some do by accident.",
        )
        singles = [
            name for _, _, names, item in self._insights.sections if not item for name in names
        ]
        header = ["", *(cell(self._label(place)) for place in (0, *self._variants))]
        groups: list[tuple[str, dict[int, Findings]]] = [
            (f"{players} players", self._at(players)) for players in self.plan.players
        ]
        if len(groups) > 1:
            groups.insert(0, (f"All numbers of players together: {self._players()}", self._pooled))
        for caption, findings in groups:
            rows = [self._length_row(findings)]
            for name in singles:
                label, kind, _ = self._insights.measures[name]
                base = findings[0].get(name, kind)
                others = [
                    _changed_cell(base, findings[place].get(name, kind), kind)
                    for place in self._variants
                ]
                rows.append([cell(label), _cell(base, kind), *others])
            page.table(header, rows, caption)

    def _at(self, players: int) -> dict[int, Findings]:
        return {place: self._found[place, players] for place in range(len(self.plan.settings))}

    def _length_row(self, findings: Mapping[int, Findings]) -> list[str]:
        base = _length_ratio(findings[0])
        others = [
            _changed_cell(base, _length_ratio(findings[place]), COUNT) for place in self._variants
        ]
        return [cell("moves"), _cell(base, COUNT), *others]


def _length_ratio(findings: Findings) -> Ratio:
    lengths = findings.tally.lengths
    games = findings.tally.games
    total = sum(moves * count for moves, count in lengths.items())
    squares = sum(moves**2 * count for moves, count in lengths.items())
    return Ratio(total, games, games, squares, total, games)


def _spread(points: Sequence[Estimate], players: int, first: str) -> str:
    places = [
        f"{first if place == 0 else f'+{place}'} {point.mean:.1%}"
        for place, point in enumerate(points)
        if not point.low <= 1 / players <= point.high
    ]
    return ", ".join(places) or "none"


def _point(ratio: Ratio | None, kind: str) -> Estimate | None:
    if ratio is None or ratio.number == 0:
        return None
    interval = ratio.share_interval() if kind == SHARE else ratio.interval(bounds=_bounds(kind))
    return Estimate(ratio.mean, *(interval or (ratio.mean, ratio.mean)))


def _bounds(kind: str) -> Interval:
    """What a mean of this kind can be."""
    return {COUNT: (0.0, inf), POINTS: (-1.0, 1.0)}.get(kind, ANYTHING)


def _point_as_list(ratio: Ratio | None, kind: str) -> list[float] | None:
    point = _point(ratio, kind)
    return None if point is None else [round(part, 4) for part in point]


def _write(value: float, kind: str, sign: str = "") -> str:
    if kind == SHARE:
        return f"{value:{sign}.1%}"
    if kind == POINTS:
        return f"{100 * value:+.1f}"
    return f"{value:{sign}.2f}" if abs(value) < 100 else f"{value:{sign}.0f}"


def _cell(ratio: Ratio | None, kind: str) -> str:
    point = _point(ratio, kind)
    if point is None:
        return cell("–")
    return cell(
        _write(point.mean, kind), f"{_write(point.low, kind)} to {_write(point.high, kind)}"
    )


def _changed_cell(base: Ratio | None, ratio: Ratio | None, kind: str) -> str:
    point = _point(ratio, kind)
    if base is None or ratio is None or point is None:
        return cell("–")
    bounds = (-1.0, 1.0) if kind in {SHARE, POINTS} else ANYTHING
    by, interval = difference(ratio, base, bounds)
    mark = ""
    if interval is not None and (interval[0] > 0 or interval[1] < 0):
        mark = "more" if by > 0 else "less"
    return cell(_write(point.mean, kind), f"{_write(by, kind, '+')}", mark)
