"""A trained policy in the arena: ``python -m fatum.envs.evaluate policy.npz --against greedy``.

Duplicate deals: every bot plays the same cards from every seat, and deals, not games, are counted.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from fatum.arena.run.contenders import read_budget
from fatum.arena.run.tournament import Tournament, plain_options, play_deal
from fatum.arena.stats.clusters import Ratio
from fatum.bots import registry
from fatum.bots.base import Bot
from fatum.core.errors import FatumError
from fatum.core.game import Game
from fatum.core.options import Options
from fatum.envs.policy import PolicyBot
from fatum.play.arguments import read_seed


def evaluate(
    bot: Bot,
    game: Game,
    options: Options,
    against: str = "greedy",
    games: int = 200,
    seed: object = 1,
    budget: str | None = None,
) -> dict[str, Ratio]:
    """Let a bot play a tournament against another.

    :param games: at least so many; deals are never left half played.
    :returns: the mean payoff of each of the two by name, with its 95 % interval.
    """
    names: list[str] = []
    with registry.lending() as lend:
        names = [lend(getattr(bot, "name", type(bot).__name__), bot), against]
        registry.find_bot(against)
        tournament = Tournament(
            game.name,
            plain_options(game, options),
            (options.players,),
            tuple(names),
            games,
            read_seed(seed),
            read_budget(budget),
        )
        found = {name: Ratio() for name in names}
        for deal in tournament.deals():
            played = play_deal((tournament, deal)).games
            for name, ratio in found.items():
                payoffs = [
                    payoff
                    for one in played
                    for seated, payoff in zip(one.bots, one.payoffs, strict=True)
                    if seated == name
                ]
                ratio.add(sum(payoffs), len(payoffs))
    return found


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m fatum.envs.evaluate",
        description="Put a trained policy into the arena as a bot.",
    )
    parser.add_argument("policy", help="a file that fatum.envs.policy has written")
    parser.add_argument("--against", default="greedy", help="a bot (greedy)")
    parser.add_argument("--games", type=int, default=200, help="how many games, at least (200)")
    parser.add_argument("--seed", default="1", help="where the deals come from (1)")
    parser.add_argument("--budget", help="simulations per move of a bot that searches (2000)")
    given: Any = parser.parse_args(words)
    try:
        bot = PolicyBot(given.policy)
        code = bot.encoding
        found = evaluate(
            bot, code.game, code.options, given.against, given.games, given.seed, given.budget
        )
    except FatumError as error:
        print(f"fatum: {error}", file=sys.stderr)
        return 2
    print(f"{code.game.title}, {code.options.players} players, {given.games} games or a few more")
    for name, ratio in found.items():
        low, high = ratio.share_interval()
        print(f"  {name}: mean payoff {ratio.mean:.3f} ({low:.3f} to {high:.3f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
