"""Compare bots fairly: everybody plays every deal from every seat."""

from collections import Counter

import fatum

BOTS = ("random", "greedy", "easy")
DEALS = 2


def main() -> None:
    wins: Counter[str] = Counter()
    for deal in range(DEALS):
        for turn in range(len(BOTS)):
            # The same seed deals the same cards; only the bots move on by one seat.
            match = fatum.new("allin", players=len(BOTS), seed=f"deal {deal}", dealer="P1")
            names = {f"P{seat + 1}": BOTS[(seat + turn) % len(BOTS)] for seat in range(len(BOTS))}
            match.play({seat: fatum.bot(name) for seat, name in names.items()})
            assert match.outcome is not None
            winner = match.outcome["winner"]
            wins[names[str(winner)] if winner else "nobody"] += 1
    for name, count in wins.most_common():
        print(f"{name:8}{count:3} of {DEALS * len(BOTS)} games")
    # The command `fatum arena` does the same with ratings, intervals and a report.


if __name__ == "__main__":
    main()
