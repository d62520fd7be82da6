"""What a game may offer beyond its rules.

Every part is optional: without it the game is played and shown all the same, only more plainly.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Final

from fatum.core.messages import Declared, Message, Term, Value

if TYPE_CHECKING:
    from fatum.core.arrays import Arrays
    from fatum.core.events import Event
    from fatum.core.game import State
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
    """How a game is told: messages for its events, its moves and what lies on the table.

    ``events`` has a message for each kind of event and each way to tell it, such as ``play.you``
    and ``play.other``: see ``fatum.play.narration``.
    """

    events: Mapping[str, Declared]
    """Kind and form → the message. A kind that has others of these forms only is not told."""
    quiet: frozenset[str] = frozenset()
    """Kinds of events that are never told."""
    values: "Callable[[Event], Mapping[str, Value] | None] | None" = None
    """What an event's message needs besides the seats, the cards and the number; ``None`` if the
    event is not told."""
    moves: Sequence[tuple[str, Message]] = ()
    """How moves are written, and what they mean."""
    name: "Callable[[Term, Known], Message] | None" = None
    """What a card or a move is called inside a sentence, for the seat of this view."""
    equal: Callable[[str, int], Message] | None = None
    """Several equal cards, such as two 3s; without it they are told as ``2 × 3``."""
    prompt: "Callable[[Known, ViewData, Sequence[str]], Message | None] | None" = None
    """What a seat with this view, the same as data, and these legal moves (at least one) is asked;
    nothing where the usual question is enough."""
    cautions: "Callable[[Known, Sequence[str]], Mapping[str, Message]] | None" = None
    """What a seat with this view should know before one of these legal moves: move → message."""
    situation: "Callable[[Known], list[Message]] | None" = None
    """What a seat needs for the choice that is due."""
    screen: "Callable[[Known], list[Message]] | None" = None
    """Everything that a seat, or a spectator, may know."""
    notices: Callable[["Options"], Sequence[Message]] | None = None
    """What a player has to know from the start."""
    explain: Callable[[str, "Options"], Message | None] | None = None
    """A detail about a move for players, or nothing."""


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


def read_sections(text: str) -> tuple[dict[str, Measure], tuple[Section, ...]]:
    """Measures by name, and the sections of a report, from a table.

    A section begins with its title, and what its items are if it lists several, and an explanation.
    Then it has a line for each measure: its name, its kind, its label and what it means.
    """
    measures: dict[str, Measure] = {}
    sections: list[Section] = []
    for block in text.strip().split("\n\n"):
        heading, about, *lines = block.splitlines()
        rows = [line.split(" | ") for line in lines]
        measures.update({name: (label, kind, means) for name, kind, label, means in rows})
        title, _, item = heading.partition(" | ")
        sections.append((title, about, tuple(row[0] for row in rows), item))
    return measures, tuple(sections)


@dataclass(frozen=True)
class Trials:
    """What trial games show of a move, so that a hint can say what makes it better than another."""

    said: Mapping[str, Declared]
    """What may happen → a sentence that it does in ``percent`` of the trials, with another move in ``instead``."""
    happened: "Callable[[Options, int, list[Event]], frozenset[str] | None]"
    """What of this happened to a seat, as the events since the move tell; ``None`` while it may still happen."""
    bad: frozenset[str] = frozenset()
    """What the seat would rather not have happen."""


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
    view_data: type | None = None
    """A ``TypedDict``: what ``View.to_dict`` writes, for the types of clients."""
    chance: Message | None = None
    """What a payoff of 1 is, such as "Chance of winning"."""
    reason: Callable[[ViewData, int, str], Message | None] | None = None
    """Why a move may be good, from what the seat itself knows, as a sentence."""
    trials: Trials | None = None
    """The same from trial games."""
    insights: Insights | None = None
    card_tables: CardTables | None = None
    strength: Callable[["Known"], tuple[str, int] | None] | None = None
    """The name and the worth of the hand of a view's own seat, where there is one."""
    out: Callable[[ViewData], frozenset[int]] | None = None
    """The seats that have nothing more to do unless others bring them back, from a spectator's view."""
    position: Callable[["State"], tuple[int, int]] | None = None
    """What everyone sees of a position, in two numbers, for a game in which positions can come back:
    how far the game is, which never falls and must be equal for equal positions, and the position."""
    arrays: Callable[["Options"], "Arrays"] | None = None
    """What writes the views and legal moves of games with these options as arrays."""
    rules: Traversable | None = None
    """A folder with the numbered rules, one Markdown page per language: ``en.md``, ``de.md``, …"""
    locales: Traversable | None = None
    """A folder with a gettext catalogue per language: ``de.po``, …"""
