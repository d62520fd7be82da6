"""How strong the bots are: every level against the one below it, and the strongest against rules of thumb.

    python -m benchmarks.ladder            play what is missing, then write docs/ladder.md
    python -m benchmarks.ladder --report   write it from what has been played
    python -m benchmarks.ladder allin-4    only matches whose name contains this
    python -m benchmarks.ladder --one      on one core, as budgets in time need it

Every match is a run of the arena with a folder of its own in build/ladder, so an interrupted ladder
goes on where it stopped, and a match can be repeated by deleting its folder.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bots.ceiling import choose_knowing_all

from benchmarks.ladder_page import write_page
from fatum.arena.run.contenders import Contender
from fatum.arena.run.games import play_match
from fatum.arena.run.playing import play
from fatum.arena.run.pool import Where, cores, run
from fatum.arena.run.standings import share_as_dict
from fatum.arena.run.tournament import Tournament
from fatum.arena.stats.clusters import Ratio
from fatum.bots.base import Budget
from fatum.bots.policies.registry import policy_for
from fatum.bots.registry import find_bot
from fatum.cli.progress import progress
from fatum.core.game import State
from fatum.core.rng import Rng, stream_digest
from fatum.games.registry import find_game
from fatum.play.match import Match as Game

FOLDER = Path("build/ladder")
SEED = bytes(32)
PLAYERS = {"karma": range(2, 7), "allin": range(2, 6)}
STEPS = (
    ("greedy", "random", {"karma": 2000, "allin": 2000}),
    ("easy", "greedy", {"karma": 1000, "allin": 1000}),
    ("normal", "easy", {"karma": 240, "allin": 1200}),
    ("hard", "normal", {"karma": 120, "karma-6": 240, "allin": 1200}),
)
"""Better, worse, and how many games at each table: in All In luck is larger, in Karma games are."""
AGAINST_GREEDY = {"karma": 120, "allin": 300}
"""How many games ``normal`` and ``hard`` play at each table against rules of thumb; ``easy`` has."""
COUNTED = "2000"
"""Simulations a move for ``hard`` on the ladder, so that anyone gets the same result."""
TIMED = "0.5s"
TIMED_GAMES = {"karma": 80, "allin": 48}
CEILING_DEALS = 40
MIXED = ("random", "greedy", "easy", "ismcts")
MIXED_GAMES = 5000
MIXED_BUDGET = "30"


@dataclass(frozen=True)
class Match:
    """One bot against others of one kind, or a mixed company."""

    name: str
    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    budget: str = COUNTED

    def play(self, folder: Path, advance: Callable[[int], None], jobs: int) -> dict[str, object]:
        tournament = Tournament(
            self.game, {}, (self.players,), self.bots, self.games, SEED, self.budget
        )
        found = play(tournament, Where(jobs), folder, advance)
        return {**found.to_dict({}), "timing": found.timing()}


class Open(Contender):
    """Chooses with every card in sight, which no bot may."""

    def __init__(self, choose: Callable[[State, int, Rng], int]) -> None:
        super().__init__(find_bot("random"))
        self._choose = choose

    def choose(self, match: Game, seat: int, rng: Rng) -> int:
        return self._choose(match.state, seat, rng)


def play_ceiling(task: tuple[Ceiling, int]) -> float:
    """One deal with the search on every seat: what it scores in all."""
    ceiling, deal = task
    game = find_game(ceiling.game)
    options = game.read_options({"players": ceiling.players})
    seed = stream_digest(SEED, deal)
    policy = policy_for(game, options)
    budget = Budget(iterations=int(ceiling.budget))
    score = 0.0
    for place in range(ceiling.players):
        match = Game.new(game, options, seed)
        players = [Open(policy.move)] * ceiling.players
        players[place] = Open(lambda state, seat, rng: choose_knowing_all(state, seat, rng, budget))
        play_match(match, players, [Rng(int.from_bytes(seed, "big") + place)] * ceiling.players)
        score += match.state.payoffs()[place]
    return score


@dataclass(frozen=True)
class Ceiling(Match):
    """A search that sees every card: how much there is to know."""

    def play(self, folder: Path, advance: Callable[[int], None], jobs: int) -> dict[str, object]:
        score = Ratio()
        deals = [(self, deal + 1) for deal in range(self.games // self.players)]
        for scored in run(play_ceiling, deals, Where(jobs)):
            score.add(scored, self.players)
            advance(int(score.number))
        return {"score": share_as_dict(score), "games": int(score.number)}


def matches() -> Iterator[Match]:
    """All of them, the quick ones first."""
    for better, worse, games in STEPS:
        for game, counts in PLAYERS.items():
            for players in counts:
                yield Match(
                    f"{game}-{players}-{better}-{worse}",
                    game,
                    players,
                    (better, worse),
                    games.get(f"{game}-{players}", games[game]),
                )
    for better in ("normal", "hard"):
        for game, counts in PLAYERS.items():
            for players in counts:
                name = f"{game}-{players}-{better}-greedy"
                yield Match(name, game, players, (better, "greedy"), AGAINST_GREEDY[game])
    for game in PLAYERS:
        name = f"{game}-4-ceiling-greedy"
        yield Ceiling(name, game, 4, ("ceiling", "greedy"), 4 * CEILING_DEALS)
        yield Match(f"{game}-4-timed-greedy", game, 4, ("hard", "greedy"), TIMED_GAMES[game], TIMED)
        yield Match(f"{game}-4-mixed", game, 4, MIXED, MIXED_GAMES, MIXED_BUDGET)


def main(arguments: Sequence[str]) -> int:
    wanted = [word for word in arguments if not word.startswith("-")]
    chosen = [
        match for match in matches() if not wanted or any(word in match.name for word in wanted)
    ]
    if "--report" not in arguments:
        jobs = 1 if "--one" in arguments else cores()
        for match in chosen:
            if not result_of(match).exists():
                play_and_keep(match, jobs)
    write_page(
        {
            match.name: json.loads(result_of(match).read_text())
            for match in matches()
            if result_of(match).exists()
        }
    )
    return 0


def result_of(match: Match) -> Path:
    return FOLDER / match.name / "match.json"


def play_and_keep(match: Match, jobs: int) -> None:
    result = result_of(match)
    result.parent.mkdir(parents=True, exist_ok=True)
    with progress(match.games, title=match.name) as advance:
        found = match.play(result.parent, advance, jobs)
    result.write_text(json.dumps(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
