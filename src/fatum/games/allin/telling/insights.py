"""What a designer of All In wants to know, counted from what happens in games.

``observe`` gives one game's share of each measure of a report. Every number is a mean: a sample adds
a value to the sum and how many observations it stands for.

What a card, an effect or a hand is worth is told in runes: what a player gained in the round, less
what the players of that round gained on average.
"""

from typing import Final

from fatum.core.events import Event
from fatum.core.options import Options
from fatum.core.parts import Insights, Sample
from fatum.games.allin.rules.cards import RECONSTRUCTION, CardTable
from fatum.games.allin.rules.deck import CODES
from fatum.games.allin.rules.options import SIDE_B, card_table
from fatum.games.allin.rules.rounds import added_to_pot
from fatum.games.allin.telling.measures import ITEMS, MEASURES, SECTIONS
from fatum.games.allin.telling.totals import TOTALS, count, rounds, rows, strongest

_EFFECT_EVENTS: Final = ("take", "swap", "draw", "reveal", "rune", "hypnosis", "eye")


def observe(options: Options, payoffs: list[float], events: list[Event]) -> list[Sample]:
    """One finished game."""
    game = _Game(options, payoffs)
    for part in rounds(events):
        game.add_round(part)
    return game.finish()


class _Game:
    def __init__(self, options: Options, payoffs: list[float]) -> None:
        self.found: list[Sample] = []
        self.players: Final = options.players
        self.side_b: Final[bool] = options.text("side") == SIDE_B
        self.table: Final[CardTable] = card_table(options)
        self._payoffs = payoffs
        self._runes: list[int] = [0] * options.players
        self._before: list[int] = self._runes
        """The runes before the last round."""
        self._right: list[int] = [0] * options.players
        self._rounds = 0
        self._pots = 0
        self._left = 0
        """What is set aside for the next pot."""

    def add(self, measure: str, value: float, number: float = 1.0, item: str = "") -> None:
        self.found.append((measure, item, value, number))

    def add_round(self, events: list[Event]) -> None:
        played = _Round(self, events)
        played.count()
        self._before = self._runes.copy()
        self._rounds += 1
        for seat in range(self.players):
            self._runes[seat] += played.gains[seat]
            self._right[seat] += played.right[seat]
        won = sum(played.won)
        self._pots += won
        self._left += int(added_to_pot(self.players, events[0].number)) - won
        self.add("carried", 1.0 if self._left > 0 else 0.0)

    def finish(self) -> list[Sample]:
        best = max(self._payoffs)
        winner = self._payoffs.index(best) if self._payoffs.count(best) == 1 else -1
        most = max(self._before)
        fewest = min(self._before)
        for seat in range(self.players):
            who = "winner_right" if seat == winner else "others_right"
            self.add(who, float(self._right[seat]), float(self._rounds))
            if self._before[seat] == most:
                self.add("leader_wins", self._payoffs[seat])
            if self._before[seat] == fewest:
                self.add("last_wins", self._payoffs[seat])
        if winner >= 0:
            self.add("behind_wins", 0.0 if self._before[winner] == most else 1.0)
        self.add("pot_share", float(self._pots), float(sum(self._runes)))
        return self.found


class _Round:
    def __init__(self, game: _Game, events: list[Event]) -> None:
        self._game = game
        self._events = events
        players = game.players
        self.gains: list[int] = [0] * players
        self.won: list[int] = [0] * players
        self.right: list[int] = [0] * players
        self._strongest = -1
        self._above: list[float] = []

    def count(self) -> None:
        self._sum_up()
        game = self._game
        average = sum(self.gains) / game.players
        self._above = [gain - average for gain in self.gains]
        self._predictions()
        self._plays()
        self._turns()

    def _sum_up(self) -> None:
        """Who gained what, and whose hand was the strongest."""
        add = self._game.add
        effects = 0
        paid = 0
        for event in self._events:
            seat = event.seat
            if event.kind == "rune":
                self.gains[seat] += 1
                effects += 1
            elif event.kind == "pot":
                self.won[seat] = event.number
                self.gains[seat] += event.number
            elif event.kind == "pay":
                self.gains[seat] += event.number
                paid += event.number
        self._strongest = strongest(self._events, self._game.side_b)
        players = float(self._game.players)
        # The samples of a game are added up, and a player's game is its rounds together.
        first = self._events[0].number == 1
        number = players if first else 0.0
        add("source", float(sum(self.won)), number, "pots")
        add("source", float(paid), number, "hands and Rune cards")
        add("source", float(effects), number, "rune effects")

    def _predictions(self) -> None:
        game = self._game
        order = ITEMS["prediction"]
        made: list[Event] = [event for event in self._events if event.kind == "prediction"]
        for place, event in enumerate(made):
            seat = event.seat
            hit = 1.0 if event.other == self._strongest else 0.0
            self.right[seat] = int(hit)
            won = float(self.won[seat])
            game.add("right", hit)
            game.add("pot_worth", won)
            if hit == 1.0:
                game.add("right_worth", won)
            own = event.other == seat
            game.add("self", 1.0 if own else 0.0)
            game.add("self_right" if own else "other_right", hit)
            if seat == self._strongest:
                game.add("strongest_knows", 1.0 if own else 0.0)
            if game.players > 2:
                game.add("order_right", hit, 1.0, order[place])
                game.add("order_worth", won, 1.0, order[place])
        game.add("anyone_right", 1.0 if sum(self.right) > 0 else 0.0)

    def _turns(self) -> None:
        game = self._game
        turns = 0
        all_in = -1
        for event in self._events:
            kind = event.kind
            if kind == "turn":
                turns += 1
            elif kind == "pass":
                game.add("passes", 1.0)
            elif kind == "all in":
                all_in = event.seat
            elif kind == "deal":
                for card in event.cards:
                    game.add("card_dealt", self._above[event.seat], 1.0, card)
            elif kind == "hand":
                self._hand(event)
        game.add("round_turns", float(turns))
        game.add("all_in", 0.0 if all_in < 0 else 1.0)
        if all_in >= 0:
            game.add("all_in_worth", self._above[all_in])
            game.add("all_in_strongest", 1.0 if all_in == self._strongest else 0.0)

    def _hand(self, event: Event) -> None:
        game = self._game
        strongest = 1.0 if event.seat == self._strongest else 0.0
        game.add("hand_shown", 1.0, 1.0, event.detail)
        game.add("hand_strongest", strongest, 1.0, event.detail)
        game.add("hand_worth", self._above[event.seat], 1.0, event.detail)
        for card in event.cards:
            game.add("card_kept", 1.0, 1.0, card)

    def _plays(self) -> None:
        """Each played card with the effects that were used or skipped."""
        game = self._game
        card = ""
        effects: list[str] = []
        due = 0
        for event in self._events:
            kind = event.kind
            if kind == "play":
                card = event.cards[0]
                effects = game.table.effects_of(CODES[card])
                due = 0
                game.add("card_played", 1.0, 1.0, card)
                game.add("card_worth", self._above[event.seat], 1.0, card)
                continue
            if kind not in _EFFECT_EVENTS and kind != "skip":
                continue
            name = event.detail if kind == "skip" else kind
            # Impossible effects pass without an event.
            while due < len(effects) and not effects[due].startswith(name):
                due += 1
            if due == len(effects):
                continue
            self._effect(card, effects[due], event.seat, kind != "skip")
            due += 1

    def _effect(self, card: str, effect: str, seat: int, used: bool) -> None:
        game = self._game
        name = effect.removesuffix("*")
        above = self._above[seat]
        if used:
            game.add("effect_used", 1.0, 1.0, name)
            game.add("effect_worth", above, 1.0, name)
        else:
            game.add("effect_skipped", above, 1.0, name)
        if name == effect:
            game.add("effect_taken", 1.0 if used else 0.0, 1.0, name)
            game.add("card_options", 1.0 if used else 0.0, 1.0, card)


INSIGHTS: Final = Insights(
    TOTALS, count, rows, MEASURES, SECTIONS, observe, ITEMS, str(RECONSTRUCTION())
)
