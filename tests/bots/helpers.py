"""Games that tests of bots look at."""

from collections.abc import Iterator, Sequence

from fatum.core.chance import SeededChance
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.play.match import Chooser
from fatum.testing import Contract
from fatum.testing.subject import Step, seed_of, walk


def decisions(contract: Contract, games: range, every: int) -> Iterator[Step]:
    """Real choices from played games, one in so many."""
    seen = 0
    for number in games:
        for step in walk(contract, number):
            if len(step.state.legal_moves(step.seat)) > 1:
                seen += 1
                if seen % every == 0:
                    yield step


def twin(step: Step, rng: Rng) -> State:
    """Another truth that the seat to move cannot tell from the real one."""
    return step.state.view_for(step.seat).redeal(rng)


def result(game: str, deal: int, choosers: Sequence[Chooser], **options: object) -> list[float]:
    """The payoffs of one game."""
    found = find_game(game)
    given = {"players": len(choosers), **options}
    state = found.new(found.read_options(given), SeededChance(seed_of(deal)))
    rng = Rng(deal)
    while (seat := state.actor()) >= 0:
        legal = state.legal_moves(seat)
        state.apply(seat, choosers[seat](state.view_for(seat), legal, rng))
    return state.payoffs()


def mean_payoff(game: str, deals: int, bot: Chooser, others: Chooser, players: int) -> float:
    """What a bot achieves on average against equal others, sitting on every seat of each deal."""
    total = 0.0
    for deal in range(deals):
        for seat in range(players):
            seated = [others] * players
            seated[seat] = bot
            total += result(game, deal, seated)[seat]
    return total / (deals * players)
