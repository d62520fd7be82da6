"""What a designer of Karma wants to know, counted from what happens in games.

Simulations add up totals (``count``). Reports show ``SECTIONS`` of ``MEASURES``, of which ``observe``
gives one game's share: every number is a mean, so a sample adds a value to the sum and how many
observations it stands for.
"""

from collections.abc import Mapping
from typing import Final

from fatum.core.events import Event
from fatum.core.options import Options
from fatum.core.parts import Insights, Row, Sample, Total, read_sections
from fatum.games.karma.rules.cards import COPIES, NAMES

MEASURES, SECTIONS = read_sections("""
Burns, pick-ups and gifts
What makes piles disappear, and how large they grow before.
turns | count | turns | Turns per game.
burns | count | burns | Piles that left the game through three equal cards.
burned | number | cards burned at once | Cards in a pile that burns.
takes | count | pick-ups | Piles taken, by choice or for want of a fitting card.
taken | number | cards picked up at once | Cards in a pile that is taken.
gifts | count | piles given away | Piles handed over with Give the Pile.
given | number | cards given at once | Cards in a pile that is given away.
flips_fit | share | hidden cards that fit | Of the hidden cards turned up onto the pile.

Comebacks
How open the game still is when it looks decided. By chance alone a player of n does not lose in (n - 1) / n of the games.
lead_escapes | share | most cards, yet safe | The player with the most cards when the stock runs out does not lose after all.
heap_escapes | share | largest pile, yet safe | The player who takes or is given the largest pile of the game does not lose after all.
gift_loses | share | gift to the loser | The one who is given a pile loses in the end.
undecided | share | undecided | Games that reach the turn limit.

Cards | card
Use and value of each kind of card.
dealt_value | points | worth when dealt | How much better than average a player does for having it among the six cards dealt. Deals are random, so this is what the card itself is worth.
played | count | played | Cards of this kind played in a game.
played_value | points | worth when played | How much better than average a player does for each time it is played.
shown_value | points | worth when laid open | How much better than average a player does who lays it open at the start. Who lays it has chosen to, so part of this is the rest of the hand.
stops | share | next player takes | How often the next player takes the pile when this card was played last.
""")

_HIDDEN: Final = 3
_DEALT: Final = 6
_PLAYS: Final = ("play", "open", "flip")


def observe(options: Options, payoffs: list[float], events: list[Event]) -> list[Sample]:
    """One finished game."""
    return _Observer(options.players, payoffs).watch(events)


class _Observer:
    def __init__(self, players: int, payoffs: list[float]) -> None:
        self._found: list[Sample] = []
        self._payoffs = payoffs
        self._average = (players - 1) / players
        self._counts: list[int] = [_HIDDEN] * players
        """How many cards each seat has."""
        self._stock = len(NAMES) * COPIES - _HIDDEN * players
        self._dealt: list[bool] = [False] * players
        self._heap = 0
        self._heaped = -1
        """The size of the largest pile that somebody had to take, and who."""
        self._on_top = ""
        self._asked = ""
        """The card that the next choice answers, if it is one of another player's turn."""

    def _add(self, measure: str, value: float, number: float = 1.0, item: str = "") -> None:
        self._found.append((measure, item, value, number))

    def _worth(self, measure: str, item: str, seat: int) -> None:
        self._add(measure, self._payoffs[seat] - self._average, 1.0, item)

    def watch(self, events: list[Event]) -> list[Sample]:
        undecided = 0.0
        for place, event in enumerate(events):
            kind = event.kind
            if kind == "turn":
                self._add("turns", 1.0)
                self._asked = self._on_top
            elif kind == "draw":
                self._draw(event)
            elif kind == "show":
                for card in event.cards:
                    self._worth("shown_value", card, event.seat)
            elif kind in _PLAYS:
                missed = kind == "flip" and events[place + 1].kind == "take"
                if kind == "flip":
                    self._add("flips_fit", 0.0 if missed else 1.0)
                self._play(event, missed)
            elif kind == "take":
                self._take(event)
            elif kind == "give":
                self._give(event)
            elif kind == "burn":
                self._add("burns", 1.0)
                self._add("burned", float(len(event.cards)))
                self._on_top = ""
            elif kind == "raise":
                self._on_top = event.cards[0]
            elif kind == "undecided":
                undecided = 1.0
        self._add("undecided", undecided)
        if self._heaped >= 0:
            self._add("heap_escapes", self._payoffs[self._heaped])
        return self._found

    def _draw(self, event: Event) -> None:
        seat = event.seat
        if not self._dealt[seat] and len(event.cards) == _DEALT:
            self._dealt[seat] = True
            for card in event.cards:
                self._worth("dealt_value", card, seat)
        self._counts[seat] += len(event.cards)
        self._stock -= len(event.cards)
        if self._stock == 0:
            most = max(self._counts)
            for leader, count in enumerate(self._counts):
                if count == most:
                    self._add("lead_escapes", self._payoffs[leader])
            self._stock = -1

    def _play(self, event: Event, missed: bool) -> None:
        card = event.cards[0]
        self._counts[event.seat] -= len(event.cards)
        self._add("played", float(len(event.cards)), 1.0, card)
        self._worth("played_value", card, event.seat)
        self._answered(missed)
        if card != "GP":
            self._on_top = card

    def _answered(self, taken: bool) -> None:
        if self._asked != "":
            self._add("stops", 1.0 if taken else 0.0, 1.0, self._asked)
            self._asked = ""

    def _take(self, event: Event) -> None:
        self._answered(True)
        self._add("takes", 1.0)
        self._add("taken", float(len(event.cards)))
        self._receive(event.seat, len(event.cards))

    def _give(self, event: Event) -> None:
        self._add("gifts", 1.0)
        self._add("given", float(len(event.cards)))
        self._add("gift_loses", 1.0 - self._payoffs[event.other])
        self._receive(event.other, len(event.cards))

    def _receive(self, seat: int, count: int) -> None:
        self._counts[seat] += count
        self._on_top = ""
        if count > self._heap:
            self._heap = count
            self._heaped = seat


# --- totals --------------------------------------------------------------------------------------

_COUNTED: Final = {
    "burn": "burns",
    "take": "pick-ups",
    "flip": "hidden cards turned up",
    "give": "piles given away",
    "raise": "bottom cards raised",
}
"""Event → what people read."""
_TOTALS: Final = ("games", "undecided", *_COUNTED)


def count(options: Options, outcome: Mapping[str, object], events: list[Event]) -> dict[Total, int]:
    """One finished game."""
    kinds = dict.fromkeys(_TOTALS, 0)
    kinds["games"] = 1
    for event in events:
        if event.kind in kinds:
            kinds[event.kind] += 1
    return {("", kind): number for kind, number in kinds.items()}


def rows(totals: Mapping[Total, int]) -> list[Row]:
    games = max(totals["", "games"], 1)
    found: list[Row] = [
        (f"{label} per game", f"{totals['', kind] / games:.2f}") for kind, label in _COUNTED.items()
    ]
    undecided = totals["", "undecided"]
    return [*found, ("undecided games", f"{undecided:,} ({undecided / games:.3%})")]


INSIGHTS: Final = Insights({"": _TOTALS}, count, rows, MEASURES, SECTIONS, observe)
