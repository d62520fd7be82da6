"""What simulations of All In count."""

from collections.abc import Mapping
from typing import Final

from fatum.core.events import Event
from fatum.core.game import State
from fatum.games.allin.rules.deck import CODES, from_list
from fatum.games.allin.rules.hands import CATEGORIES, evaluate
from fatum.games.allin.rules.rounds import added_to_pot
from fatum.games.allin.rules.state import Position

_GAMES: Final = "games"
_ROUNDS: Final = "rounds"
_LIMITED: Final = "rounds at the turn limit"
_PREDICTIONS: Final = "predictions"
_RIGHT: Final = "right predictions"
_CARRIED: Final = "pots carried over"
_CARRIED_RUNES: Final = "runes carried over"
_TOTALS: Final = (
    _GAMES, _ROUNDS, _LIMITED, _PREDICTIONS, _RIGHT, _CARRIED, _CARRIED_RUNES,
)  # fmt: skip
_MOVES: Final = {
    "all in": "all-ins",
    "forced pass": "forced passes",
    "pass": "passes",
    "play": "cards played",
    "hypnosis": "hypnoses",
    "eye": "eyes",
    "shuffle": "reshuffles",
}
"""Event → what people read."""
_PERCENTILES: Final = (5, 25, 50, 75, 95)


class Statistics:
    """How often things happen, over many games."""

    def __init__(self) -> None:
        self._totals: Final[dict[str, int]] = dict.fromkeys(_TOTALS, 0)
        self._moves: Final[dict[str, int]] = dict.fromkeys(_MOVES, 0)
        self._runes: Final[dict[str, int]] = {}
        """Runes at the end → how many players had them."""
        self._hands: Final[dict[str, int]] = dict.fromkeys(CATEGORIES, 0)

    def add(self, state: State, events: list[Event]) -> None:
        assert isinstance(state, Position)
        self._totals[_GAMES] += 1
        for seat in state.seats:
            runes = str(seat.runes)
            self._runes[runes] = self._runes.get(runes, 0) + 1
        played: list[Event] = []
        pot = 0
        for event in events:
            if event.kind in self._moves:
                self._moves[event.kind] += 1
            if event.kind == "round" and played:
                pot = self._add_round(state, played, pot)
                played = []
            played.append(event)
        self._add_round(state, played, pot)

    def _add_round(self, state: Position, events: list[Event], pot: int) -> int:
        """Count one round that began with this in the pot; what is left for the next."""
        strongest = -1
        best = -1
        turns = 0
        won = 0
        predicted: list[int] = []
        for event in events:
            if event.kind == "round":
                pot += added_to_pot(state.setup.players, int(event.text))
            elif event.kind == "turn":
                turns += 1
            elif event.kind == "prediction":
                predicted.append(event.other)
            elif event.kind == "pot":
                won += int(event.text)
            elif event.kind == "hand":
                self._hands[event.text] += 1
                hand = from_list([CODES[card] for card in event.cards])
                strength = int(evaluate(hand, state.setup.side_b))
                if strength > best:
                    best = strength
                    strongest = event.seat
        totals = self._totals
        totals[_ROUNDS] += 1
        totals[_PREDICTIONS] += len(predicted)
        totals[_RIGHT] += predicted.count(strongest)
        if turns > state.setup.turn_limit:
            totals[_LIMITED] += 1
        left = pot - won
        if left > 0:
            totals[_CARRIED] += 1
            totals[_CARRIED_RUNES] += left
        return left

    def _parts(self) -> dict[str, dict[str, int]]:
        return {
            "totals": self._totals,
            "moves": self._moves,
            "runes": self._runes,
            "hands": self._hands,
        }

    def merge(self, data: Mapping[str, object]) -> None:
        for name, counts in self._parts().items():
            others = data[name]
            assert isinstance(others, dict)
            for key, count in others.items():
                assert isinstance(count, int)
                counts[key] = counts.get(key, 0) + count

    def to_dict(self) -> dict[str, object]:
        written: dict[str, object] = {**self._parts()}
        written["runes"] = {str(runes): self._runes[str(runes)] for runes in self._rune_totals()}
        return written

    def _rune_totals(self) -> list[int]:
        return sorted([int(runes) for runes in self._runes])

    def rows(self) -> list[tuple[str, str]]:
        totals = self._totals
        games = max(totals[_GAMES], 1)
        rounds = max(totals[_ROUNDS], 1)
        found = [
            ("runes at the end", self._rune_row()),
            ("right predictions", _share(totals[_RIGHT], totals[_PREDICTIONS])),
            ("pots carried over", _share(totals[_CARRIED], totals[_ROUNDS])),
            ("runes carried over a round", f"{totals[_CARRIED_RUNES] / rounds:.2f}"),
            ("rounds at the turn limit", _share(totals[_LIMITED], totals[_ROUNDS])),
        ]
        for kind, label in _MOVES.items():
            found.append((f"{label} per game", f"{self._moves[kind] / games:.2f}"))
        hands = sum(self._hands.values())
        for category in reversed(CATEGORIES):
            found.append((f"hands with {category}", _share(self._hands[category], hands)))
        return found

    def _rune_row(self) -> str:
        players = sum(self._runes.values())
        if players == 0:
            return "none"
        total = sum([int(runes) * count for runes, count in self._runes.items()])
        shares: list[str] = []
        for percent in _PERCENTILES:
            rank = max((players * percent + 99) // 100, 1)
            for runes in self._rune_totals():
                rank -= self._runes[str(runes)]
                if rank <= 0:
                    shares.append(f"{percent} %: {runes}")
                    break
        return f"mean {total / players:.2f}; {', '.join(shares)}"


def _share(count: int, total: int) -> str:
    return f"{count / max(total, 1):.2%} ({count:,})"
