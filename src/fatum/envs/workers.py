"""Where the games of a batch are stepped: in this process, or in several that share them.

Processes write their arrays into shared memory, into two copies in turn, so that what a step has
returned is not overwritten while the next one is made.
"""

import ctypes
from collections.abc import Mapping, Sequence
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fatum.core.arrays import WORD
from fatum.core.errors import FatumError, InvalidMove
from fatum.core.game import Game
from fatum.core.options import Options
from fatum.envs.batches import Slice, make_batch
from fatum.envs.encode import Array, arrays_of, read_form
from fatum.envs.stepping import NEXT_STEP
from fatum.games.registry import find_game

_COPIES: Final = 2
_PATIENCE: Final = 5.0
"""Seconds until a process that does not end by itself is ended."""


class Arrays:
    """What a step leaves, for all games or for those of one process."""

    def __init__(self, memory: Any, count: int, widths: tuple[int, int, int]) -> None:
        view, mask, players = widths
        self.actions: Final = np.frombuffer(memory, np.int64, count, 0)
        start = 8 * count
        self.to_play: Final = np.frombuffer(memory, np.int64, count, start)
        start += 8 * count
        rewards = np.frombuffer(memory, np.float32, count * players, start)
        self.rewards: Final = rewards.reshape(count, players)
        start += 4 * count * players
        self.ended: Final = np.frombuffer(memory, np.bool_, count, start)
        start += count
        observations = np.frombuffer(memory, np.int8, count * view, start)
        self.observations: Final[Array] = observations.reshape(count, view)
        start += count * view
        self.masks: Final[Array] = np.frombuffer(memory, np.int8, count * mask, start).reshape(
            count, mask
        )

    @staticmethod
    def size(count: int, widths: tuple[int, int, int]) -> int:
        """How many bytes they take."""
        view, mask, players = widths
        return count * (8 + 8 + 4 * players + 1 + view + mask)


class Here:
    """All games in this process."""

    observations: Array
    masks: Array
    to_play: NDArray[np.int64]
    ended: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    finals: dict[int, bytes]
    """The last views, as words, of games that just ended and were dealt again."""

    def __init__(
        self, game: Game, options: Options, count: int, settings: Mapping[str, Any]
    ) -> None:
        self._batch = make_batch(game, options, count, **settings)
        self._slice = Slice(self._batch)
        self._shape = (count, options.players)
        self.learner: Final[int] = self._batch.learner

    def reset(self, seeds: list[int] | None, places: Sequence[int] | None) -> None:
        self._slice.reset(seeds, places)
        self._read()
        self.ended = np.zeros(self._shape[0], np.bool_)
        self.rewards = np.zeros(self._shape, np.float32)
        self.finals = {}

    def step(self, moves: NDArray[Any]) -> None:
        self._slice.step(moves)
        self._read()
        self.ended = self._slice.ended == 1
        self.rewards = np.zeros(self._shape, np.float32)
        self.finals = {}
        if self._batch.results:
            self._slice.rewards(self.rewards)
            self.finals = self._slice.finals()

    def sample(self) -> NDArray[np.int64]:
        self._batch.sample()
        return self._slice.actions.copy()

    def _read(self) -> None:
        self.observations = self._slice.observations()
        self.masks = self._slice.masks()
        self.to_play = self._slice.to_play.copy()

    def close(self) -> None:
        """There is nothing to end."""


class Crew:
    """The games shared by several processes."""

    def __init__(
        self, game: Game, options: Options, count: int, settings: Mapping[str, Any], workers: int
    ) -> None:
        # Faults in the settings are found here, not in a process.
        trial = make_batch(game, options, 1, **settings)
        self.learner: Final[int] = trial.learner
        self._skips = trial.autoreset == NEXT_STEP
        self._moves = game.moves
        arrays = arrays_of(game, options)
        words = arrays.table_words + read_form(settings["form"]) * arrays.memory_words
        widths = (WORD * words, WORD * arrays.mask_words, options.players)
        context = get_context("spawn")
        memories = [
            context.RawArray(ctypes.c_byte, Arrays.size(count, widths)) for _ in range(_COPIES)
        ]
        self._copies = [Arrays(memory, count, widths) for memory in memories]
        self._turn = 0
        self.finals: dict[int, bytes] = {}
        self._pipes: list[Connection] = []
        self._processes = []
        ends = [count * number // workers for number in range(workers + 1)]
        for first, last in pairwise(ends):
            ours, theirs = context.Pipe()
            order = (game.name, options.to_dict(), settings, memories, count, widths, first, last)
            process = context.Process(target=_serve, args=(theirs, order), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        self._ends = ends

    @property
    def observations(self) -> Array:
        return self._copies[self._turn].observations

    @property
    def masks(self) -> Array:
        return self._copies[self._turn].masks

    @property
    def to_play(self) -> NDArray[np.int64]:
        return self._copies[self._turn].to_play

    @property
    def ended(self) -> NDArray[np.bool_]:
        return self._copies[self._turn].ended

    @property
    def rewards(self) -> NDArray[np.float32]:
        return self._copies[self._turn].rewards

    def reset(self, seeds: list[int] | None, places: Sequence[int] | None) -> None:
        turn = 1 - self._turn
        for pipe, first, last in zip(self._pipes, self._ends, self._ends[1:], strict=False):
            own = None if seeds is None else seeds[first:last]
            some = None if places is None else [p - first for p in places if first <= p < last]
            pipe.send(("reset", turn, own, some))
        self._hear(turn)

    def step(self, moves: NDArray[Any]) -> None:
        self._check(moves)
        turn = 1 - self._turn
        self._copies[turn].actions[...] = moves
        for pipe in self._pipes:
            pipe.send(("step", turn, None, None))
        self._hear(turn)

    def _check(self, moves: NDArray[Any]) -> None:
        """Nobody makes a move before all are found legal."""
        waiting = self.to_play >= 0
        known = (moves >= 0) & (moves < len(self._moves))
        legal = known & (self.masks[np.arange(len(moves)), np.where(known, moves, 0)] == 1)
        if not self._skips and not waiting.all():
            over = int(np.flatnonzero(~waiting)[0])
            raise FatumError(f"game {over} is over; reset it before the next step")
        if not (legal | ~waiting).all():
            place = int(np.flatnonzero(waiting & ~legal)[0])
            raise InvalidMove(f"game {place}: move number {moves[place]} is not legal")

    def sample(self) -> NDArray[np.int64]:
        turn = self._turn
        for pipe in self._pipes:
            pipe.send(("sample", turn, None, None))
        self._hear(turn)
        return self._copies[turn].actions.copy()

    def _hear(self, turn: int) -> None:
        """Wait until all have answered."""
        self.finals = {}
        faults = []
        for pipe in self._pipes:
            try:
                answer = pipe.recv()
            except EOFError:
                answer = FatumError("a process of the batch has ended")
            if isinstance(answer, Exception):
                faults.append(answer)
            else:
                self.finals.update(answer)
        if faults:
            raise faults[0]
        self._turn = turn

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(_PATIENCE)
            if process.is_alive():
                process.terminate()
                process.join()
        self._pipes = []
        self._processes = []


def _serve(pipe: Connection, order: tuple[Any, ...]) -> None:
    """Step some of the games, in a process of their own, until the pipe is closed."""
    name, given, settings, memories, count, widths, first, last = order
    game = find_game(name)
    batch = make_batch(game, game.read_options(given), last - first, **settings)
    part = Slice(batch)
    copies = [Arrays(memory, count, widths) for memory in memories]
    own = slice(first, last)
    while True:
        try:
            command, turn, seeds, places = pipe.recv()
        except (EOFError, OSError):
            return
        arrays = copies[turn]
        try:
            finals: dict[int, bytes] = {}
            if command == "sample":
                batch.sample()
                arrays.actions[own] = part.actions
            else:
                if command == "reset":
                    part.reset(seeds, places)
                    arrays.ended[own] = False
                    arrays.rewards[own] = 0
                else:
                    part.step(arrays.actions[own])
                    arrays.ended[own] = part.ended == 1
                    part.rewards(arrays.rewards[own])
                    finals = {first + place: packed for place, packed in part.finals().items()}
                arrays.observations[own] = part.observations()
                arrays.masks[own] = part.masks()
                arrays.to_play[own] = part.to_play
            answer: object = finals
        except Exception as error:
            answer = error
        pipe.send(answer)
