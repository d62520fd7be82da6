"""Whether what an analysis says still holds when it thinks ten times as long.

    python -m benchmarks.analysis_check [RECORDS [GAME]]

Games between mixed bots are analysed with the default budget. Then the two moves of each named mistake
are searched again with ten times that budget, by other chance. A mistake stands if the move is still
worse by more than what counts as a loss at all.
"""

import sys
from collections.abc import Iterator

from fatum.arena.analysis import analyse
from fatum.arena.judging import SMALLEST, JudgedDecision
from fatum.arena.run.contenders import VALUATION_BUDGET, valuation
from fatum.arena.run.games import GameStart, Series, SeriesSetup
from fatum.arena.stats.intervals import wilson
from fatum.bots.base import Budget
from fatum.cli.progress import progress
from fatum.core.rng import Rng, stream_digest
from fatum.records import Record, Replay

TIMES = 10
SEED = b"analysis"
TABLES = ("greedy", "easy", "random", "easy")


def records(game: str, count: int) -> Iterator[Record]:
    """Games of two to four players, none of whom plays perfectly."""
    for number in range(count):
        players = 2 + number % 3
        setup = SeriesSetup(game, {"players": players}, "40")
        with Series(setup) as series:
            start = GameStart(stream_digest(SEED, number), TABLES[:players])
            yield series.play(start).record


def stands(record: Record, made: JudgedDecision) -> tuple[bool, bool]:
    """Whether it is still a mistake, and whether the loss lies in the interval that was named."""
    iterations = VALUATION_BUDGET.iterations
    assert iterations is not None
    evaluate = valuation(Budget(iterations=TIMES * iterations))
    replay = Replay(record)
    for number, _ in replay:
        if number == made.number - 1:
            break
    view = replay.state.view_for(made.seat)
    rng = Rng(made.number)
    (best, *_), (played, *_) = (evaluate(view, [move], rng) for move in (made.best.move, made.move))
    loss = best[1] - played[1]
    return loss >= SMALLEST, made.interval[0] <= loss <= made.interval[1]


def main(arguments: list[str]) -> int:
    count = int(arguments[0]) if arguments else 50
    for game in arguments[1:] or ["karma", "allin"]:
        named = stood = inside = choices = 0
        with progress(count, title=game) as advance:
            for number, record in enumerate(records(game, count), 1):
                found = analyse(record, valuation(VALUATION_BUDGET))
                choices += len(found.decisions)
                for seat in range(record.options.players):
                    for made in found.mistakes(seat):
                        named += 1
                        still, within = stands(record, made)
                        stood += still
                        inside += within
                advance(number)
        low, high = wilson(stood / max(named, 1), named)
        print(
            f"{game}: {count} records, {choices} choices, {named} mistakes named; with {TIMES} times "
            f"the budget {stood} stand ({low:.0%} to {high:.0%}), {inside} losses lie in their interval"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
