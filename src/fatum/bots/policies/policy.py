"""What bots need to know about a game beyond its rules."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from fatum.core.game import Redealer, State, View
from fatum.core.options import Options
from fatum.core.rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Quick choices and estimates for one game. These here serve any game: they move at random."""

    def __init__(self, options: Options) -> None:
        self.options: Final = options

    def exploration_margin(self, view: View, simulations: int) -> float:
        """Standard errors by which a move must look better than the policy's own to be made.

        More, where the policy is good and what a search of so many simulations imagines is far from the truth.
        """
        return 0.7

    def simulations(self) -> int:
        """Simulations per move for the ``normal`` level."""
        return 200

    def move(self, state: State, seat: i64, rng: Rng) -> i64:
        """A sensible legal move, found quickly and only from what the seat itself may know."""
        return state.random_move(seat, rng)

    def move_among(self, state: State, seat: i64, allowed: list[int], rng: Rng) -> int:
        """The same where only some legal moves may be chosen."""
        return allowed[rng.below(len(allowed))]

    def estimate(self, state: State) -> list[float]:
        """An estimate of each seat's payoff in a running game, for searches that stop early."""
        return state.payoffs()

    def stage(self, state: State) -> i64:
        """Increases where an estimate is as good as playing on, as between rounds; searches stop there."""
        return 0

    def opponents_think(self, view: View) -> bool:
        """Whether a search chooses the moves of opponents as it does its own, not by ``move``."""
        return False

    def has_secrets(self, view: View) -> bool:
        """Whether the seat knows cards that not everyone knows; of consequence if opponents think."""
        return True

    def roll_out(self, state: State, rng: Rng, most: i64) -> i64:
        """Play to the end, to the next stage, or at most so many moves; how many were made.

        What players know need not be kept up: afterwards views of this state say nothing.
        """
        stage = self.stage(state)
        made: i64 = 0
        while made < most and self.stage(state) == stage:
            seat = state.actor()
            if seat < 0:
                break
            state.apply(seat, self.move(state, seat, rng))
            made += 1
        return made

    def worlds(self, view: View, rng: Rng, count: int) -> Redealer:
        """Worlds for a search of about so many simulations; called once for each choice.

        A policy that knows how players play may make likely worlds more frequent.
        """
        return view.redealer()

    def direct_values(
        self, view: View, legal: list[int], rng: Rng, samples: int
    ) -> list[float] | None:
        """What each legal move is worth, where sampled worlds tell it without a search."""
        return None
