"""A batch of games with its arrays, and bots at the other seats."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fatum.bots.adapter import as_bot
from fatum.bots.base import Budget
from fatum.bots.random import RandomBot
from fatum.bots.registry import make_bot
from fatum.core.errors import FatumError, shown
from fatum.core.game import Game
from fatum.core.options import Options
from fatum.envs import stepping
from fatum.envs.encode import OBSERVATION, Array, arrays_of, columns, read_form, unpack
from fatum.play.arguments import read_seat

MODES: Final = {
    "next_step": stepping.NEXT_STEP,
    "same_step": stepping.SAME_STEP,
    "disabled": stepping.DISABLED,
}
"""When a game that is over is dealt again, by the names of Gymnasium's ``AutoresetMode``."""
ITERATIONS: Final = 200
"""Simulations per move of opponents that search, unless asked otherwise."""


def seat_opponents(
    opponents: object, players: int, learner: int, iterations: int = ITERATIONS
) -> stepping.Opponents:
    """Bots for the other seats: one for all of them, or one for each, from the learner's left.

    A bot is a name from ``fatum.list_bots()`` or an object with ``choose``.
    """
    given = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * (players - 1)
    if len(given) != players - 1:
        raise FatumError(f"{len(given)} opponents are given for {players - 1} seats")
    bots: list[Any] = [None] * players
    for left, found in enumerate(given, 1):
        bot = make_bot(found) if isinstance(found, str) else as_bot(found)
        bots[(learner + left) % players] = None if isinstance(bot, RandomBot) else bot
    return stepping.Opponents(bots, [Budget(iterations=iterations)] * players)


def make_batch(
    game: Game,
    options: Options,
    num_envs: int,
    form: str = OBSERVATION,
    autoreset: str = "same_step",
    seat: object = None,
    opponents: object = None,
    iterations: int = ITERATIONS,
    lenient: bool = False,
) -> stepping.GameBatch:
    """The compiled part of a batch."""
    if autoreset not in MODES:
        raise FatumError(f"autoreset is one of {', '.join(MODES)}, not {shown(autoreset)}")
    learner = stepping.ALL_SEATS
    bots = None
    if opponents is not None:
        learner = read_seat(0 if seat is None else seat, options.players)
        bots = seat_opponents(opponents, options.players, learner, iterations)
    elif seat is not None:
        raise FatumError("a seat is chosen only against opponents")
    return stepping.GameBatch(
        game,
        options,
        arrays_of(game, options),
        num_envs,
        read_form(form),
        MODES[autoreset],
        learner,
        bots,
        lenient,
    )


class Slice:
    """A batch and its arrays."""

    def __init__(self, batch: stepping.GameBatch) -> None:
        self.batch: Final = batch
        views, masks, draws, to_play, ended = stepping.buffers(batch)
        self._views = np.frombuffer(views, np.uint8)
        self._masks = np.frombuffer(masks, np.uint8)
        self.draws: Final = np.frombuffer(draws, np.int64)
        self.to_play: Final = np.frombuffer(to_play, np.int64)
        self.ended: Final = np.frombuffer(ended, np.int64)

    def observations(self) -> Array:
        return unpack(self._views).reshape(self.batch.count, -1)

    def masks(self) -> Array:
        return unpack(self._masks).reshape(self.batch.count, -1)

    def write(self, observations: Array, masks: Array) -> None:
        """Write both into arrays that lie in shared memory, without a copy in between."""
        for words, out in ((self._views, observations), (self._masks, masks)):
            rows = out.view(np.complex128)
            columns().take(words.view(np.uint16).reshape(rows.shape), out=rows, mode="wrap")

    def reset(self, seeds: list[int] | None, places: Sequence[int] | None = None) -> None:
        """Deal new games, at all places or at some."""
        self.batch.forget()
        if seeds is not None:
            self.batch.seed(seeds)
            for place in range(self.batch.count):
                self.batch.start(place)
            return
        for place in range(self.batch.count) if places is None else places:
            self.batch.deal(place)

    def step(self, moves: NDArray[Any], ahead: bool = False) -> None:
        """Make these moves; draw the next ones ahead if asked to.

        :raises FatumError: if one of them is not legal; then none was made.
        """
        self.batch.choose(moves.astype(np.int64, copy=False).tobytes())
        self.batch.check()
        self.batch.step(ahead)

    def make(self, moves: NDArray[np.int64], ahead: bool) -> None:
        """The same with moves that are known to be legal."""
        self.batch.choose(moves.tobytes())
        self.batch.step(ahead)

    def rewards(self, out: NDArray[np.float32]) -> None:
        """What the last step brought each seat."""
        out[...] = 0
        if self.batch.results:
            out[self.ended == 1] = self.batch.results

    def finals(self) -> bytes:
        """With ``same_step``: the last views, as words, of the games that the last step ended."""
        return b"".join(self.batch.finals)


def final_observations(finals: bytes, ended: NDArray[Any]) -> dict[int, Array]:
    """Game → its last observation, of the games that the last step ended."""
    if not finals:
        return {}
    places = np.flatnonzero(ended).tolist()
    rows = unpack(np.frombuffer(finals, np.uint8)).reshape(len(places), -1)
    return dict(zip(places, rows, strict=True))
