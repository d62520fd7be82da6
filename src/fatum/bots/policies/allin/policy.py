"""Quick choices and estimates for All In."""

from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.allin.beliefs import Beliefs, LikelyWorlds, WorldPool
from fatum.bots.policies.allin.choices import choose
from fatum.bots.policies.allin.estimates import chances
from fatum.bots.policies.allin.predictions import add_values, plausibility
from fatum.bots.policies.allin.promises import Prospects
from fatum.bots.policies.allin.settling import settled_chances
from fatum.bots.policies.policy import Policy
from fatum.core.bits import COMPILED
from fatum.core.game import Redealer, State, View
from fatum.core.options import Options
from fatum.core.plain import forget_offer
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.redeal import AllInRedealer
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.apply import do_move
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import DISCARD, PREDICT


class AllInPolicy(Policy):
    """Rules of thumb for All In, and predictions from sampled worlds."""

    def __init__(
        self, options: Options, beliefs: Beliefs | None = None, settles: bool = False
    ) -> None:
        super().__init__(options)
        self._beliefs: Final = beliefs
        self._settles: Final = settles
        """Whether final hands are worth what ``settling`` says, and not what they were in version 0.1."""
        self._prospects: Final = Prospects(options)

    def exploration_margin(self, view: View, simulations: int) -> float:
        return 2.0

    def simulations(self) -> int:
        return 100

    def move(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, AllInState)
        return choose(self._prospects, state, seat)

    def estimate(self, state: State) -> list[float]:
        assert isinstance(state, AllInState)
        if self._settles and state.phase == PREDICT:
            return settled_chances(state)
        return chances(self._prospects, state)

    def stage(self, state: State) -> i64:
        """Predictions are a stage of their own: what they bring is better guessed than played."""
        assert isinstance(state, AllInState)
        stage = 2 * state.round
        if state.phase == PREDICT:
            stage += 1
        return stage

    def roll_out(self, state: State, rng: Rng, most: i64) -> i64:
        assert isinstance(state, AllInState)
        prospects = self._prospects
        number = state.round
        made: i64 = 0
        if not COMPILED:
            forget_offer()
        state.unwatched = True
        last: i64 = DISCARD
        if state.phase == PREDICT:
            last = PREDICT
        while made < most and state.round == number and state.phase <= last:
            seat = state.actor()
            do_move(state, seat, choose(prospects, state, seat))
            made += 1
        return made

    def worlds(self, view: View, rng: Rng, count: int) -> Redealer:
        if self._beliefs is None or not isinstance(view, AllInView) or view.seat is None:
            return view.redealer()
        return WorldPool(view, self._beliefs, self._prospects, count, rng)

    def direct_values(
        self, view: View, legal: list[int], rng: Rng, samples: int
    ) -> list[float] | None:
        """Predictions need no search: who is strongest is counted over sampled worlds."""
        if not isinstance(view, AllInView) or view.table.phase != PREDICT or view.seat is None:
            return None
        values = [0.0] * len(legal)
        total = 0.0
        worlds: Redealer
        if self._beliefs is None:
            worlds = AllInRedealer(view)
        else:
            worlds = LikelyWorlds(view, self._beliefs, self._prospects, samples, rng)
        for _ in range(samples):
            world = worlds.deal(rng)
            assert isinstance(world, AllInState)
            weight = 1.0
            if self._beliefs is None:
                weight = plausibility(world, view.seat)
            add_values(self._prospects, world, view.seat, legal, values, weight)
            total += weight
        return [value / total for value in values]
