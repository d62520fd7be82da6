"""A recorded game under the eyes of a strong bot: what each choice was worth, and what it cost.

Each decision is judged from the view of the seat that made it, so that nobody is blamed for what they
could not know. The loss of a move is the value of the best move less its own.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from fatum.arena.hints import Value, chance_words, ranking, reason_for
from fatum.arena.run.contenders import Evaluate
from fatum.core.messages import Message
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.records import Record, Replay

MISTAKES: Final = 3
_SMALLEST: Final = 0.005
"""What is lost by less is no mistake."""


@dataclass(frozen=True)
class Decision:
    """One choice with the value of every alternative, best first."""

    number: int
    """The move's number in the record, from 1."""
    seat: int
    move: int
    values: tuple[Value, ...]
    why: Message | None = None
    """What speaks for the best move, said to the player who had the choice."""

    @property
    def best(self) -> Value:
        return self.values[0]

    @property
    def played(self) -> Value:
        return next(value for value in self.values if value.move == self.move)

    @property
    def loss(self) -> float:
        return self.best.value - self.played.value

    @property
    def likely_loss(self) -> float:
        """The loss, drawn together where a move was hardly tried: one lost try proves little."""
        return _likely(self.best) - _likely(self.played)

    @property
    def doubt(self) -> float:
        """About one standard error of the likely loss."""
        return sqrt(_variance(self.best) + _variance(self.played))


def _likely(value: Value) -> float:
    """The chance with one success and one failure added to the tries (Laplace)."""
    return (min(max(value.value, 0.0), 1.0) * value.tried + 1) / (value.tried + 2)


def _variance(value: Value) -> float:
    chance = _likely(value)
    return chance * (1 - chance) / (value.tried + 2)


@dataclass
class Analysis:
    """All decisions of a game that had an alternative."""

    record: Record
    decisions: list[Decision] = field(default_factory=list)
    payoffs: list[float] = field(default_factory=list)
    """How it ended for each seat; empty while the game runs."""

    def mistakes(self, seat: int) -> list[Decision]:
        """The moves that cost this seat the most, worst first; what may be noise is left out."""
        own = [
            made
            for made in self.decisions
            if made.seat == seat and made.likely_loss >= max(_SMALLEST, 2 * made.doubt)
        ]
        return sorted(own, key=lambda made: (-made.loss, made.number))[:MISTAKES]

    def total_loss(self, seat: int) -> float:
        return sum(made.loss for made in self.decisions if made.seat == seat)

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """(move number, the chance this seat could see for itself), and how it ended."""
        points = [(made.number, made.best.value) for made in self.decisions if made.seat == seat]
        if self.payoffs:
            points.append((len(self.record.moves), self.payoffs[seat]))
        return points

    def shares(self) -> list[tuple[int, list[float]]]:
        """(move number, each seat's part of winning then), and how it ended; each adds up to 1.

        Where all but one win, it is the parts of losing. Every seat counts with the chance it saw at
        its latest choice. They saw different cards, so these chances are scaled to one whole.
        """
        if not self.payoffs:
            return []
        first: dict[int, float] = {}
        for made in self.decisions:
            first.setdefault(made.seat, made.best.value)
        seats = range(len(self.payoffs))
        even = sum(self.payoffs) / len(self.payoffs)
        latest = [first.get(seat, even) for seat in seats]
        points: list[tuple[int, list[float]]] = []
        for made in self.decisions:
            latest[made.seat] = made.best.value
            points.append((made.number, self._scaled(latest)))
        points.append((len(self.record.moves), self._scaled(self.payoffs)))
        return points

    @property
    def one_loses(self) -> bool:
        """Whether the game has one loser, not one winner; of two players the other always wins."""
        return sum(self.payoffs) > 1 + _SMALLEST

    def _scaled(self, chances: list[float]) -> list[float]:
        bounded = [min(max(chance, 0.0), 1.0) for chance in chances]
        parts = [1 - chance for chance in bounded] if self.one_loses else bounded
        total = sum(parts)
        return [part / total if total > 0 else 1 / len(parts) for part in parts]

    def name(self, seat: int) -> str:
        names = self.record.names
        return seat_name(seat) if names is None else f"{seat_name(seat)} {names[seat]}"

    def to_dict(self) -> dict[str, object]:
        game = self.record.game
        seats = range(self.record.options.players)
        return {
            "game": game.name,
            "value": f"the {chance_words(game)}",
            "decisions": [
                {
                    "move": made.number,
                    "seat": seat_name(made.seat),
                    "played": game.format_move(made.move),
                    "loss": round(made.loss, 4),
                    "why": None if made.why is None else made.why.to_wire(),
                    "values": {
                        game.format_move(value.move): {
                            "value": round(value.value, 4),
                            "tried": value.tried,
                        }
                        for value in made.values
                    },
                }
                for made in self.decisions
            ],
            "players": [
                {
                    "seat": seat_name(seat),
                    "name": None if self.record.names is None else self.record.names[seat],
                    "loss": round(self.total_loss(seat), 4),
                    "mistakes": [made.number for made in self.mistakes(seat)],
                    "curve": [[move, round(value, 4)] for move, value in self.curve(seat)],
                }
                for seat in seats
            ],
            "shares": {
                "of": "losing" if self.one_loses else "winning",
                "points": [
                    [move, [round(part, 4) for part in parts]] for move, parts in self.shares()
                ],
            },
        }


def analyse(
    record: Record, evaluate: Evaluate, advance: Callable[[int], None] = lambda moves: None
) -> Analysis:
    """Value every alternative of every decision; ``advance`` is told how many moves are done."""
    found = Analysis(record)
    replay = Replay(record)
    state = replay.state
    if record.moves:
        _look(found, replay, evaluate)
    for number, _ in replay:
        advance(number)
        if number < len(record.moves):
            _look(found, replay, evaluate, number)
    if state.outcome() is not None:
        replay.finish()
        found.payoffs = state.payoffs()
    return found


def _look(found: Analysis, replay: Replay, evaluate: Evaluate, made: int = 0) -> None:
    """Value the choice that the record makes next."""
    state = replay.state
    record = found.record
    next_move = record.moves[made]
    legal = state.legal_moves(next_move.seat)
    # A move that is not allowed is refused by the replay in its own words.
    if len(legal) < 2 or next_move.move not in legal:
        return
    view = state.view_for(next_move.seat)
    ranked = tuple(ranking(evaluate(view, legal, _rng(record, made))))
    why = reason_for(record.game, view, ranked[0].move)
    found.decisions.append(Decision(made + 1, next_move.seat, next_move.move, ranked, why))


def _rng(record: Record, made: int) -> Rng:
    """Chance of its own for each decision, so that every analysis of a record is the same."""
    text = f"analysis {record.game.name} {made}".encode()
    return Rng(int.from_bytes(hashlib.sha256(text).digest(), "big"))
