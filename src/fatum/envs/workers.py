"""Steps a batch of games in this process, or in several that share them.

Of several processes this one is the first: it would have to wait for the others anyway. All write
their arrays into shared memory, into two copies in turn, so that what a step has returned is not
overwritten while the next one is made. Orders and arrays never pass through a pipe.
"""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from multiprocessing import get_context, parent_process
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fatum.core.arrays import WORD
from fatum.core.errors import FatumError
from fatum.core.game import Game
from fatum.core.options import Options
from fatum.envs.batches import Slice, make_batch
from fatum.envs.encode import Array
from fatum.envs.stepping import DISABLED, NEXT_STEP, SAME_STEP, GameBatch
from fatum.games.registry import find_game

_CONTEXT: Final = get_context("spawn")
_COPIES: Final = 2
_ALERT: Final = 0.0002
"""Seconds that a process looks out for a signal before it sleeps: waking up takes long."""
_PATIENCE: Final = 5.0
"""Seconds until a process that does not end is killed."""
_RESET: Final = 0
_STEP: Final = 1
_SAMPLE: Final = 2
_REFUSE: Final = 3
_END: Final = 4
_WITH_VALUES: Final = (_RESET, _REFUSE)
"""Orders whose values come through the pipe."""

Widths = tuple[int, int, int]
"""Columns of an observation and of a mask, and seats."""


class SharedArrays:
    """What a step leaves, for all games."""

    def __init__(self, memory: Any, count: int, widths: Widths) -> None:
        view, mask, players = widths
        self._memory = memory
        self._start = 0
        # The widest come first: they are written in large units, which have to be aligned.
        self.observations: Final[Array] = self._next(np.int8, count, view)
        self.masks: Final[Array] = self._next(np.int8, count, mask)
        self.finals: Final[NDArray[np.uint8]] = self._next(np.uint8, count, view // 8)
        """With ``same_step``: the last views, as words, of games that just ended."""
        self.actions: Final[NDArray[np.int64]] = self._next(np.int64, count)
        self.draws: Final[NDArray[np.int64]] = self._next(np.int64, count)
        self.to_play: Final[NDArray[np.int64]] = self._next(np.int64, count)
        self.rewards: Final[NDArray[np.float32]] = self._next(np.float32, count, players)
        self.ended: Final[NDArray[np.bool_]] = self._next(np.bool_, count)

    def _next(self, kind: type[Any], *shape: int) -> Any:
        array = np.ndarray(shape, kind, self._memory, self._start)
        self._start += array.nbytes
        return array

    @staticmethod
    def size(count: int, widths: Widths) -> int:
        """How many bytes they take."""
        view, mask, players = widths
        return count * (view + mask + view // 8 + 8 + 8 + 8 + 4 * players + 1)


class Here:
    """All games in this process."""

    observations: Array
    masks: Array
    to_play: NDArray[np.int64]
    ended: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    finals: bytes
    """The last views, as words, of games that just ended and were dealt again, in order."""

    def __init__(
        self, game: Game, options: Options, count: int, settings: Mapping[str, Any]
    ) -> None:
        self._batch = make_batch(game, options, count, **settings)
        self._slice = Slice(self._batch)
        self._shape = (count, options.players)
        self.learner: Final[int] = self._batch.learner
        self._sampled = False
        """Whether moves were drawn since the last step: then the next ones are drawn ahead."""

    def reset(self, seeds: list[int] | None, places: Sequence[int] | None) -> None:
        self._slice.reset(seeds, places)
        self._read()
        self.ended = np.zeros(self._shape[0], np.bool_)
        self.rewards = np.zeros(self._shape, np.float32)
        self.finals = b""

    def step(self, moves: NDArray[Any]) -> None:
        self._slice.step(moves, self._sampled)
        self._sampled = False
        self._read()
        self.ended = self._slice.ended == 1
        self.rewards = np.zeros(self._shape, np.float32)
        self.finals = b""
        if self._batch.results:
            self._slice.rewards(self.rewards)
            self.finals = self._slice.finals()

    def sample(self) -> NDArray[np.int64]:
        self._batch.sample()
        self._sampled = True
        return self._slice.draws.copy()

    def _read(self) -> None:
        self.observations = self._slice.observations()
        self.masks = self._slice.masks()
        self.to_play = self._slice.to_play.copy()

    def close(self) -> None:
        """Nothing to close."""


class Part:
    """Some of the games, with their rows of the shared arrays."""

    def __init__(self, batch: GameBatch, copies: list[SharedArrays], first: int) -> None:
        self._batch = batch
        self._slice = Slice(batch)
        self._copies = copies
        self._own = slice(first, first + batch.count)

    def obey(self, order: Sequence[int], values: Sequence[Any]) -> Exception | None:
        """Do it; return what went wrong."""
        command, turn, taken, ahead = order
        arrays = self._copies[turn]
        try:
            if taken:
                self._batch.take()
            if command == _STEP:
                self._step(arrays, ahead == 1)
            elif command == _SAMPLE:
                self._batch.sample()
                arrays.draws[self._own] = self._slice.draws
            elif command == _REFUSE:
                self._refuse(*values)
            else:
                self._reset(arrays, *values)
        except Exception as error:
            return error
        return None

    def _reset(
        self, arrays: SharedArrays, seeds: list[int] | None, places: Sequence[int] | None
    ) -> None:
        first, last = self._own.start, self._own.stop
        self._slice.reset(
            None if seeds is None else seeds[first:last],
            None if places is None else [p - first for p in places if first <= p < last],
        )
        self._write(arrays)
        arrays.ended[self._own] = False
        arrays.rewards[self._own] = 0

    def _step(self, arrays: SharedArrays, ahead: bool) -> None:
        own = self._own
        self._slice.make(arrays.actions[own], ahead)
        self._write(arrays)
        if ahead:
            arrays.draws[own] = self._slice.draws
        arrays.ended[own] = self._slice.ended
        self._slice.rewards(arrays.rewards[own])
        if self._batch.finals:
            last = np.frombuffer(self._slice.finals(), np.uint8)
            arrays.finals[own][arrays.ended[own]] = last.reshape(-1, arrays.finals.shape[1])

    def _refuse(self, place: int, move: int) -> None:
        if self._own.start <= place < self._own.stop:
            self._batch.refuse(place - self._own.start, move)

    def _write(self, arrays: SharedArrays) -> None:
        own = self._own
        self._slice.write(arrays.observations[own], arrays.masks[own])
        arrays.to_play[own] = self._slice.to_play


class Signal:
    """Wakes another process."""

    def __init__(self) -> None:
        self._given = _CONTEXT.Semaphore(0)

    def give(self) -> None:
        self._given.release()

    def wait(self, is_alive: Callable[[], bool]) -> bool:
        """Until the signal is given; False if the other process has ended."""
        until = perf_counter() + _ALERT
        while perf_counter() < until:
            if self._given.acquire(False):
                return True
        while not self._given.acquire(timeout=1.0):
            if not is_alive():
                return False
        return True


class Helper:
    """Another process with its part of the games."""

    def __init__(self, orders: Any, *part: Any) -> None:
        self._go = Signal()
        self._done = Signal()
        self._pipe, theirs = _CONTEXT.Pipe()
        self._failed = _CONTEXT.RawValue(ctypes.c_bool, False)
        """Whether the pipe holds what went wrong: looking into a pipe takes long."""
        line = (orders, self._go, self._done, self._failed, theirs)
        self._process = _CONTEXT.Process(target=_serve, args=(line, *part), daemon=True)
        self._process.start()
        theirs.close()

    def start(self, values: Sequence[Any]) -> None:
        """Let it obey the order that lies there."""
        if values:
            self._pipe.send(values)
        self._go.give()

    def finish(self) -> Exception | None:
        """Wait until it has; return what went wrong."""
        if not self._done.wait(self._process.is_alive):
            return FatumError("a process of the batch has ended")
        return self._pipe.recv() if self._failed.value else None

    def end(self) -> None:
        self._go.give()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()


class Crew:
    """The games shared by several processes."""

    def __init__(
        self, game: Game, options: Options, count: int, settings: Mapping[str, Any], workers: int
    ) -> None:
        ends = [count * number // workers for number in range(workers + 1)]
        batch = make_batch(game, options, ends[1], **settings)
        self.learner: Final[int] = batch.learner
        self._autoreset = batch.autoreset
        self._moves = len(game.moves)
        widths = (WORD * batch.width, WORD * batch.arrays.mask_words, options.players)
        size = SharedArrays.size(count, widths)
        memories = [_CONTEXT.RawArray(ctypes.c_byte, size) for _ in range(_COPIES)]
        self._copies = [SharedArrays(memory, count, widths) for memory in memories]
        self._rows = widths[1] * np.arange(count)
        """Where the mask of each game begins."""
        self._turn = 0
        self._ahead = False
        """Whether the present copy holds moves drawn ahead that nobody has asked for."""
        self._taken = False
        """Whether moves drawn ahead were asked for, which the processes do not know yet."""
        self._drawn = False
        """Whether the present copy holds moves drawn for the next step."""
        self._own = Part(batch, self._copies, 0)
        self._orders = _CONTEXT.RawArray(ctypes.c_byte, 4)
        """The command; the copy of the arrays that it is for; whether moves drawn ahead were taken,
        and whether to draw some."""
        common = (game.name, options.to_dict(), settings, memories, count, widths)
        self._helpers = [Helper(self._orders, *common, *part) for part in pairwise(ends[1:])]

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

    @property
    def finals(self) -> bytes:
        if self._autoreset != SAME_STEP:
            return b""
        return self._copies[self._turn].finals[self.ended].tobytes()

    def reset(self, seeds: list[int] | None, places: Sequence[int] | None) -> None:
        self._order(_RESET, 1 - self._turn, seeds, places)

    def step(self, moves: NDArray[Any]) -> None:
        chosen = moves.astype(np.int64, copy=False)
        # Moves that were drawn from the legal ones need no check.
        drawn = self._drawn and self._autoreset != DISABLED
        if not (drawn and np.array_equal(chosen, self._copies[self._turn].draws)):
            self._check(chosen)
        turn = 1 - self._turn
        self._copies[turn].actions[...] = chosen
        ahead = self._drawn
        self._order(_STEP, turn)
        self._ahead = ahead

    def _check(self, moves: NDArray[np.int64]) -> None:
        """No move is made before all are checked."""
        masks = self.masks.reshape(-1)
        legal = masks.take(self._rows + moves, mode="clip") == 1
        legal &= (moves >= 0) & (moves < self._moves)
        if legal.all():
            return
        waiting = self.to_play >= 0
        wrong = waiting & ~legal if self._autoreset == NEXT_STEP else ~(waiting & legal)
        if not wrong.any():
            return
        place = int(np.flatnonzero(wrong)[0])
        if not waiting[place]:
            raise FatumError(f"game {place} is over; reset it before the next step")
        try:
            self._order(_REFUSE, self._turn, place, int(moves[place]))
        except FatumError as error:
            error.add_note(f"in game {place}")
            raise

    def sample(self) -> NDArray[np.int64]:
        if self._ahead:
            self._ahead = False
            self._taken = True
        else:
            self._order(_SAMPLE, self._turn)
        self._drawn = True
        return self._copies[self._turn].draws.copy()

    def _order(self, command: int, turn: int, *values: Any) -> None:
        """Let every process do something, this one too, and wait until all have done it."""
        order = [command, turn, self._taken, self._drawn]
        self._orders[:] = [*order]
        for helper in self._helpers:
            helper.start(values)
        faults = [self._own.obey(order, values)]
        faults += [helper.finish() for helper in self._helpers]
        self._taken = False
        if command != _REFUSE:
            self._ahead = self._drawn = False
        for fault in faults:
            if fault is not None:
                raise fault
        self._turn = turn

    def close(self) -> None:
        """End the processes."""
        self._orders[0] = _END
        for helper in self._helpers:
            helper.end()
        self._helpers = []


def _serve(
    line: tuple[Any, Signal, Signal, Any, Any],
    name: str,
    given: Mapping[str, object],
    settings: Mapping[str, Any],
    memories: list[Any],
    count: int,
    widths: Widths,
    first: int,
    last: int,
) -> None:
    """Step some of the games, in a process of their own, until the order to end."""
    orders, go, done, failed, pipe = line
    game = find_game(name)
    batch = make_batch(game, game.read_options(given), last - first, **settings)
    part = Part(batch, [SharedArrays(memory, count, widths) for memory in memories], first)
    parent = parent_process()
    assert parent is not None
    while go.wait(parent.is_alive) and orders[0] != _END:
        order = orders[:]
        fault = part.obey(order, pipe.recv() if order[0] in _WITH_VALUES else ())
        failed.value = fault is not None
        if fault is not None:
            pipe.send(fault)
        done.give()
