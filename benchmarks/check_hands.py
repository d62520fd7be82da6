"""Check All In's hand evaluation over every hand of five cards, against the slow reference.

    .venv/bin/python -m benchmarks.check_hands

Takes some minutes, so it is no test of the suite, which checks a sample and the category counts.
"""

import sys
from collections import Counter
from itertools import combinations

from rich.progress import track
from tests.reference import hands as slow

from fatum.games.allin.rules.deck import NAMES, from_list
from fatum.games.allin.rules.hands import evaluate

HANDS = 2_598_960


def check(side: str, hands: int) -> None:
    """Equal strengths are equal for both, and the order is the same."""
    strengths: dict[int, tuple[int, ...]] = {}
    counts: Counter[str] = Counter()
    every = combinations(range(52), 5)
    for number, codes in enumerate(track(every, f"Side {side}", total=hands)):
        if number == hands:
            break
        cards = [NAMES[code] for code in codes]
        value = evaluate(from_list(list(codes)), side == "B")
        strength = slow.strength(cards, side)
        assert strengths.setdefault(value, strength) == strength, cards
        counts[slow.category(cards, side)] += 1
    ordered = [strengths[value] for value in sorted(strengths)]
    assert ordered == sorted(set(ordered)), "the orders differ"
    assert hands < HANDS or counts == slow.COUNTS, counts
    print(f"Side {side}: {sum(counts.values()):,} hands, {len(strengths)} strengths, all agree")


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    for name in ("A", "B"):
        check(name, wanted)
