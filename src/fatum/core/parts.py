"""What a game may offer beyond its rules.

Every part is optional: without it the game is played and shown all the same, only more plainly.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from fatum.core.events import Event
    from fatum.core.game import View as Known
    from fatum.core.options import Options
    from fatum.core.views import View

ViewData = Mapping[str, Any]
"""A view as ``View.to_dict`` writes it."""
Sample = tuple[str, str, float, float]
"""A measure, the item it is about or nothing, a value, and how many observations it stands for."""

COUNT: Final = "count"
"""The kind of measure that counts per game; games without any count as well."""
SHARE: Final = "share"
NUMBER: Final = "number"
POINTS: Final = "points"
"""A difference of chances."""
Measure = tuple[str, str, str]
"""A label, one of the four kinds above, and what it means."""
Section = tuple[str, str, tuple[str, ...], str]
"""A title, an explanation, measures, and what an item is where the section lists several."""

Total = tuple[str, str]
"""A group of counts, and what is counted in it."""
Row = tuple[str, str | Mapping[int, int]]
"""A label, and a text or how often each number came up."""


@dataclass(frozen=True)
class Words:
    """Phrases for the terminal, in English; the catalogues translate them.

    An event has a phrase for the seat that did it, one for everybody else and, where needed, one
    for what nobody did. ``{seat}``, ``{other}``, ``{cards}`` and ``{text}`` are filled in. An empty
    phrase means that the event is not told.
    """

    events: Mapping[str, tuple[str, ...]]
    """Kind of event → its phrases."""
    moves: Sequence[tuple[str, str]] = ()
    """How moves are written, and what they mean."""
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Kind of event → how each value of its text is said."""
    prompt: Callable[[ViewData, int | None], list[str]] | None = None
    """What a seat needs for the choice that is due."""
    screen: Callable[[ViewData, int | None], list[str]] | None = None
    """Everything that a seat, or a spectator, may know."""
    notices: Callable[["Options"], Sequence[str]] | None = None
    """What a player has to know from the start."""
    explain: Callable[[str, "Options"], str] | None = None
    """What a player might want to know about a move, or nothing."""


@dataclass(frozen=True)
class Insights:
    """What is worth counting in games: totals for simulations, measures with intervals for reports."""

    totals: Mapping[str, Sequence[str]]
    """Group → what is counted in it; the group ``""`` stands above the others. Counts of numbers,
    such as final scores, need not be listed."""
    count: Callable[["Options", Mapping[str, object], list["Event"]], Mapping[Total, int]]
    """One game's share of each total, from its outcome and its events."""
    rows: Callable[[Mapping[Total, int]], Sequence[Row]]
    """What a person reads about the totals of many games."""
    measures: Mapping[str, Measure]
    sections: Sequence[Section]
    observe: Callable[["Options", list[float], list["Event"]], Sequence[Sample]]
    """One game's share of each measure, from its payoffs and its events."""
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The order of items that have one; others are shown by their first measure, best first."""
    note: str = ""
    """A sentence that stands above the report."""


@dataclass(frozen=True)
class CardTables:
    """Tables that say which card has which effects, as values of an option and as files."""

    option: str
    """The option whose values they are."""
    read: Callable[[str], dict[str, object]]
    """A file's text → a value of the option; ``InvalidOptions`` names the fault."""
    changes: Callable[[Mapping[str, object]], dict[str, list[str]]]
    """A value of the option → the cards in it that differ from the default."""
    effects: Callable[[Mapping[str, object]], dict[str, list[str]]]
    """A value of the option → the effects of every card."""
    describe: Callable[[Mapping[str, object]], str]
    """A value of the option → the whole table as text."""


@dataclass(frozen=True)
class Parts:
    """All that a game offers."""

    words: Words | None = None
    view: "type[View] | None" = None
    """Views with an attribute for everything on the table, in the words of the rules."""
    chance: str = ""
    """What a payoff of 1 is, after "the chance", such as ``to win``."""
    reason: Callable[[ViewData, int, str], str] | None = None
    """Why a move may be good, from what the seat itself knows; said after "because"."""
    insights: Insights | None = None
    card_tables: CardTables | None = None
    strength: Callable[["Known"], tuple[str, int] | None] | None = None
    """The name and the worth of the hand of a view's own seat, where there is one."""
    rules: Traversable | None = None
    """A folder with the numbered rules, one Markdown page per language: ``en.md``, ``de.md``, …"""
    locales: Traversable | None = None
    """A folder with a gettext catalogue per language: ``de.po``, …"""
