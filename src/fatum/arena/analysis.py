"""Analysis of a recorded game by a strong bot: what each choice was worth, and what it cost.

Each decision is judged from the view of the seat that made it, so that hidden information does not
count against a player. The loss of a move is the value of the best move less its own, where a second look
makes that clear (``judging``).
"""

import hashlib
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Final, NamedTuple

from fatum.arena.hints import chance_words, ranking, reason_for
from fatum.arena.judging import SMALLEST, JudgedDecision, judge
from fatum.arena.run.contenders import Evaluate
from fatum.arena.stats.intervals import Interval
from fatum.arena.trials import try_both
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.records import Record, Replay

MISTAKES: Final = 3


class Analysis(NamedTuple):
    """All decisions of a game that had an alternative."""

    record: Record
    decisions: list[JudgedDecision]
    payoffs: list[float]
    """How it ended for each seat; empty while the game runs."""

    def mistakes(self, seat: int) -> list[JudgedDecision]:
        """The moves that cost this seat the most, worst first; losses within the noise are left out."""
        own = [made for made in self.decisions if made.seat == seat and made.loss > 0]
        return sorted(own, key=lambda made: (-made.loss, made.number))[:MISTAKES]

    def total_loss(self, seat: int) -> float:
        return sum(made.loss for made in self.decisions if made.seat == seat)

    def total_interval(self, seat: int) -> Interval:
        """The ends of that; the judgements of different choices are taken as independent."""
        clear = [made for made in self.decisions if made.seat == seat and made.loss > 0]
        total = self.total_loss(seat)
        below, above = (
            sqrt(sum((made.interval[end] - made.loss) ** 2 for made in clear)) for end in (0, 1)
        )
        return max(total - below, 0.0), total + above

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
        """Whether the game names one loser rather than one winner (with two players, both)."""
        return sum(self.payoffs) > 1 + SMALLEST

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
                    "interval": [round(end, 4) for end in made.interval],
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
                    "interval": [round(end, 4) for end in self.total_interval(seat)],
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
    replay = Replay(record)
    state = replay.state
    decisions = list(_look(replay, evaluate, 0))
    for number, _ in replay:
        advance(number)
        decisions += _look(replay, evaluate, number)
    if state.outcome() is None:
        return Analysis(record, decisions, [])
    replay.finish()
    return Analysis(record, decisions, state.payoffs())


def _look(replay: Replay, evaluate: Evaluate, made: int) -> Iterator[JudgedDecision]:
    """Value the choice that the record makes next, if there is one."""
    state = replay.state
    record = replay.record
    if made == len(record.moves):
        return
    next_move = record.moves[made]
    legal = state.legal_moves(next_move.seat)
    # A move that is not allowed is refused by the replay in its own words.
    if len(legal) < 2 or next_move.move not in legal:
        return
    view = state.view_for(next_move.seat)
    rng = _rng(record, made)
    ranked = tuple(ranking(evaluate(view, legal, rng)))
    values, loss, interval = judge(evaluate, view, ranked, next_move.move, rng)
    why = try_both(view, values[0].move, next_move.move, rng) if loss > 0 else None
    why = why or reason_for(record.game, view, values[0].move)
    yield JudgedDecision(made + 1, next_move.seat, next_move.move, values, why, loss, interval)


def _rng(record: Record, made: int) -> Rng:
    """A generator per decision, so that repeated analyses of a record agree."""
    text = f"analysis {record.game.name} {made}".encode()
    return Rng(int.from_bytes(hashlib.sha256(text).digest(), "big"))
