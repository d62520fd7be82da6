"""All that environments hand out, made from a state, for the test of leaks.

``hole`` plants a leak: then the array of that name depends on the next card of the draw pile.
"""

from collections.abc import Callable, Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from fatum.core.arrays import Arrays
from fatum.core.game import State, View
from fatum.envs.encode import arrays_of, read_game
from fatum.envs.pettingzoo import env
from fatum.envs.stepping import ALL_SEATS, NEXT_STEP, GameBatch, buffers

Channels = Mapping[str, Callable[[State, int | None], object]]
HOLES = ("observation", "memory", "mask", "reward", "info")


def next_card(state: State) -> int:
    """What nobody knows: the next card of the stock or draw pile."""
    data = state.to_dict()
    pile = data.get("stock") or data.get("draw")
    assert isinstance(pile, list)
    return state.game.card_code(pile[0]) if pile else 0


class LeakyArrays(Arrays):
    """The arrays of a game, with a hole."""

    def __init__(self, honest: Arrays, hole: str) -> None:
        super().__init__(1, (), honest.table_words, honest.memory_words, 64 * honest.mask_words)
        self.honest = honest
        self.hole = hole
        self.secret = 0

    def write_table(self, view: View, out: vec[i64], at: int) -> None:
        self.honest.write_table(view, out, at)
        if self.hole == "observation":
            out[at + 1] += self.secret

    def write_memory(self, view: View, out: vec[i64], at: int) -> None:
        self.honest.write_memory(view, out, at)
        if self.hole == "memory":
            out[at] += self.secret

    def write_mask(self, state: State, seat: int, out: vec[i64], at: int) -> None:
        self.honest.write_mask(state, seat, out, at)
        if self.hole == "mask":
            out[at + 2] += 2**40 * (next_card(state) % 2)


def channels(game: str, players: int, hole: str = "") -> Channels:
    """What each environment gives a seat in a state."""
    table: Any = env(game, players, form="information_state")
    table.reset(seed=0)
    game_rules, options = read_game(game, players, {})
    arrays = arrays_of(game_rules, options)
    if hole:
        arrays = table._window.arrays = LeakyArrays(arrays, hole)
    batch = GameBatch(game_rules, options, arrays, 1, True, NEXT_STEP, ALL_SEATS, None)

    def peek(state: State) -> None:
        if isinstance(arrays, LeakyArrays):
            arrays.secret = next_card(state)

    def pettingzoo(state: State, seat: int | None) -> object:
        """Observation, mask, info and reward of an agent."""
        if seat is None:
            return None
        peek(state)
        table._state = state
        observation, mask = table._observe(seat)
        reward = state.payoffs()[seat]
        info = {}
        if state.actor() == seat:
            table._select(seat, (observation, mask))
            info = {key: value.tobytes() for key, value in table.infos[f"player_{seat}"].items()}
        if hole == "reward":
            reward += next_card(state)
        if hole == "info":
            info["next"] = next_card(state)
        return observation.tobytes(), mask.tobytes(), reward, info

    def batched(state: State, seat: int | None) -> object:
        """What a batch writes when it is this seat's turn."""
        if seat is None or state.actor() != seat:
            return None
        peek(state)
        batch._states = [state]
        batch.start(0)
        return [bytes(buffer) for buffer in buffers(batch)]

    return {"PettingZoo": pettingzoo, "batch": batched}


def openspiel_channel(game: str, players: int) -> Channels:
    """Tensors and strings of OpenSpiel."""
    import pyspiel

    import fatum.envs.openspiel

    spiel = pyspiel.load_game(f"fatum_{game}", {"players": players})

    def told(state: State, seat: int | None) -> object:
        if seat is None:
            return None
        there = fatum.envs.openspiel.FatumState(spiel, spiel.new_initial_state().play)
        there.play.state = state
        return (
            there.information_state_tensor(seat),
            there.observation_tensor(seat),
            there.observation_string(seat),
        )

    return {"OpenSpiel": told}
