"""How often bots that think are right when they predict in All In, by the place of their own hand.

    python -m benchmarks.settling [PLAYERS [GAMES]]

Prints what ``bots/policies/allin/settling.py`` has as tables, rounded and smoothed there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import fatum
from fatum.bots.base import Budget
from fatum.bots.registry import find_bot
from fatum.core.rng import Rng
from fatum.games.allin.rules.hands import CATEGORIES, evaluate
from fatum.games.allin.rules.moves import PREDICT as FIRST
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import PREDICT

GAMES = 500
BUDGET = Budget(iterations=100)


def main(arguments: Sequence[str]) -> int:
    given = [int(word) for word in arguments]
    games = given[1] if len(given) > 1 else GAMES
    for players in given[:1] or range(3, 6):
        itself, another = count(players, games)
        print(f"{players} players, {games} games")
        for name, rows in (("holds the strongest hand", itself), ("does not", another)):
            shares = [f"{right / of:.2f} of {of}" if of else "-" for right, of in rows]
            print(f"  {name}: {', '.join(shares)}")
    return 0


def count(players: int, games: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """(right, of so many) by place: of those with the strongest hand, and of the others."""
    bot = find_bot("normal").bot
    right = [[0] * len(CATEGORIES) for _ in range(2)]
    made = [[0] * len(CATEGORIES) for _ in range(2)]
    for number in range(games):
        match = fatum.new("allin", players=players, seed=f"settling {number}")
        rng = Rng(number)
        while not match.over:
            state = match.state
            assert isinstance(state, AllInState)
            seat = state.actor()
            legal = state.legal_moves(seat)
            move = legal[0]
            if len(legal) > 1:
                move = bot.choose(match.known(seat), legal.copy(), rng, BUDGET)
            if state.phase == PREDICT:
                strengths = [evaluate(owner.hand, False) for owner in state.seats]
                strongest = strengths.index(max(strengths))
                row, place = int(strongest != seat), strengths[seat] >> 6
                made[row][place] += 1
                right[row][place] += move == FIRST + strongest
            match.make(seat, move)
    itself, another = (list(zip(right[row], made[row], strict=True)) for row in range(2))
    return itself, another


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
