"""The games in OpenSpiel: importing this module registers ``fatum_karma`` and ``fatum_allin``.

Chance is the caller's: who begins and every shuffle are chance nodes, a shuffle as one card after
the other from the top. ``resample_from_infostate`` is a redeal of the seat's view. A state that was
resampled has no history of its own; it can be played on and cloned, but not serialized.
"""

import json
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from fatum.core.chance import RandomChance
from fatum.core.game import Game
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.envs.chance_nodes import CHANCE, FIRST, TERMINAL, Play
from fatum.envs.encode import INFORMATION_STATE, OBSERVATION, Encoding, arrays_of
from fatum.envs.stepping import Window
from fatum.games.registry import find_game

PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "karma": {
        "players": 4,
        "starter": "",
        "foresight": False,
        "table_card_follow_up": "strict",
        "turn_limit": 2000,
    },
    "allin": {
        "players": 4,
        "dealer": "",
        "side": "A",
        "discard": "standard",
        "heirs": False,
        "turn_limit": 200,
    },
}
"""Each game's parameters and their defaults; without ``starter`` or ``dealer`` chance decides."""
_LONGEST_TURN: Final = 64
"""No turn has so many moves."""
# Plain numbers are compared much faster than OpenSpiel's names for them.
assert (int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)) == (CHANCE, TERMINAL)


class FatumState(pyspiel.State):
    """A state of a game."""

    def __init__(self, game: Any, play: Play) -> None:
        super().__init__(game)
        self.play = play

    def current_player(self) -> int:
        return self.play.player

    def is_terminal(self) -> bool:
        return self.play.player == TERMINAL

    # These two would go through the bindings and back: they are here for speed alone.

    def is_chance_node(self) -> bool:
        return self.play.player == CHANCE

    def legal_actions(self, *player: int) -> list[int]:
        if player or self.play.player < 0:
            found: list[int] = super().legal_actions(*player)
            return found
        return self._legal_actions(self.play.player)

    def _legal_actions(self, player: int) -> list[int]:
        state = self.play.state
        if state is None or player != self.play.player:
            return []
        return sorted(state.legal_moves(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.play.outcomes()

    def _apply_action(self, action: int) -> None:
        play = self.play
        if play.wanted is None:
            play.push(action)
        else:
            play.decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return self.play.game.format_move(action)
        wanted = self.play.wanted
        if wanted is None or wanted.what == FIRST:
            return f"first {seat_name(action)}"
        return f"{wanted.what} {self.play.game.card_text(action)}"

    def returns(self) -> list[float]:
        state = self.play.state
        if state is None or not self.is_terminal():
            return [0.0] * self.play.options.players
        return state.payoffs()

    def resample_from_infostate(self, player: int, sampler: Any) -> "FatumState":
        """A state that this player could be in; all chance comes from ``sampler()``."""
        seed = int(sampler() * 2**53)
        return FatumState(self.get_game(), self.play.redealt(player, Rng(seed)))

    def __str__(self) -> str:
        play = self.play
        if play.wanted is not None:
            drawn = [play.game.card_text(card) for card in play.drawn]
            return f"{play.wanted.what}: {' '.join(drawn)}"
        assert play.state is not None
        return json.dumps(play.state.to_dict())


class Observer:
    """Views as tensors and strings, in either form."""

    def __init__(self, game: Game, options: Options, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no observation parameters; given: {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees the cards of all players")
        self._recall = bool(kind.perfect_recall)
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        form = INFORMATION_STATE if self._recall else OBSERVATION
        self.encoding: Final = Encoding(game, options, form)
        self._window = Window(arrays_of(game, options), self._recall)
        self._packed = np.frombuffer(self._window.buffer(), np.uint8)[: self.encoding.size // 8]
        self.tensor = np.zeros(self.encoding.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: FatumState, player: int) -> None:
        truth = state.play.state
        if truth is None:
            self.tensor.fill(0)
        elif self._own:
            self._window.look(truth, player)
            self.tensor[:] = np.unpackbits(self._packed, bitorder="little")
        else:
            self.tensor[:] = self.encoding.encode(truth.view_for(None))

    def string_from(self, state: FatumState, player: int) -> str:
        if not self._own:
            return state.play.seen(None)
        return state.play.seen_history(player) if self._recall else state.play.seen(player)


def _describe(name: str) -> Any:
    """What OpenSpiel wants to know about a game before it is loaded."""
    rules = find_game(name)
    counts = rules.player_counts()
    return pyspiel.GameType(
        short_name=f"fatum_{name}",
        long_name=f"{rules.title} (Fatum)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS[name],
    )


class FatumGame(pyspiel.Game):
    """A game, as OpenSpiel loads it."""

    name: ClassVar[str]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS[self.name], **(params or {})}
        self.rules = find_game(self.name)
        self.options = self.rules.read_options(
            {key: value for key, value in given.items() if value != ""}
        )
        start = self.rules.new(self.options, RandomChance(Rng(0)))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.moves),
            max_chance_outcomes=max(map(self.rules.card_code, self.rules.deck)) + 1,
            num_players=self.options.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=sum(start.payoffs()),
            max_game_length=_LONGEST_TURN * (4 * self.options.integer("turn_limit") + 100),
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> FatumState:
        return FatumState(self, Play(self.rules, self.options).begin())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.rules, self.options, wanted, params)


class KarmaGame(FatumGame):
    """``fatum_karma``."""

    name = "karma"
    kind = _describe("karma")


class AllInGame(FatumGame):
    """``fatum_allin``."""

    name = "allin"
    kind = _describe("allin")


pyspiel.register_game(KarmaGame.kind, KarmaGame)
pyspiel.register_game(AllInGame.kind, AllInGame)
