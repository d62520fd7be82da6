"""Games stepped in compiled code, their views and legal moves written as words.

Nothing here knows NumPy: ``fatum.envs.vector`` and the other environments read the words as arrays.
"""

import hashlib
from typing import Any, Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64

from fatum.core.arrays import Arrays
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.core.rng import Rng

NEXT_STEP: Final = 0
"""A game that is over is dealt again by the next step, which ignores its move."""
SAME_STEP: Final = 1
"""A game that is over is dealt again at once."""
DISABLED: Final = 2
"""A game that is over stays so until it is reset."""

NOBODY: Final = -1
ALL_SEATS: Final = -1
"""In place of a learner's seat: every seat is played from outside."""


def game_seed(seed: int, number: int) -> bytes:
    """The seed of game ``number``, from 0, of an environment with this seed, as for ``fatum.new``."""
    text = b"fatum environment" + seed.to_bytes(40, "big", signed=True) + number.to_bytes(8, "big")
    return hashlib.sha256(text).digest()


def words(count: i64) -> vec[i64]:
    """So many words, all 0."""
    return vec[i64]([0] * count)


class Opponents:
    """The bots at the other seats, which see views only."""

    def __init__(self, bots: list[Any], budgets: list[Any]) -> None:
        self.bots: Final = bots
        """One for each seat, ``None`` for any legal move; the learner's own is never asked."""
        self.budgets: Final = budgets

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        if self.bots[seat] is None:
            return state.random_move(seat, rng)
        legal = state.legal_moves(seat)
        move: int = self.bots[seat].choose(state.view_for(seat), legal, rng, self.budgets[seat])
        return move


class Batch:
    """Games of one kind in lockstep."""

    def __init__(
        self,
        game: Game,
        options: Options,
        arrays: Arrays,
        count: int,
        recall: bool,
        autoreset: int,
        learner: int,
        opponents: Opponents | None,
        lenient: bool = False,
    ) -> None:
        self.game: Final = game
        self.options: Final = options
        self.arrays: Final = arrays
        self.count: Final[i64] = count
        self.recall: Final = recall
        self.autoreset: Final[i64] = autoreset
        self.learner: Final[i64] = learner
        self.opponents: Final = opponents
        self.lenient: Final = lenient
        """Whether a move that is not legal loses the game; else it is an error."""
        width = arrays.table_words
        if recall:
            width += arrays.memory_words
        self.width: Final[i64] = width
        """Words of one game in ``views``."""
        self.views: Final = words(self.count * self.width)
        self.masks: Final = words(self.count * arrays.mask_words)
        self.actions: Final = words(self.count)
        """The moves of the next step."""
        self.to_play: Final = words(self.count)
        """Whose move is due, ``NOBODY`` in a game that is over."""
        self.ended: Final = words(self.count)
        """1 where the last step ended a game."""
        self.seen_by: Final = words(self.count)
        """Whose views are written: the seat that is to move, or moved last."""
        self.results: list[list[float]] = []
        """The payoffs of the games that the last step ended, in order."""
        self.finals: list[bytes] = []
        """With ``SAME_STEP``: their last views, as words."""
        self.seeds: list[int] = []
        self._numbers: list[int] = []
        self._states: list[State] = []
        self._rngs: list[Rng] = []
        """The opponents' chance, new for each game."""
        self._samplers: list[Rng] = []

    def seed(self, seeds: list[int]) -> None:
        """Begin again with these seeds, one for each game."""
        self.seeds = seeds
        self._numbers = [0] * len(seeds)
        self._states = []
        self._samplers = [Rng(seed) for seed in seeds]
        self._rngs = self._samplers.copy()
        for place in range(self.count):
            self._states.append(self._new(place))

    def _new(self, place: i64) -> State:
        number = self._numbers[place]
        self._numbers[place] = number + 1
        seed = game_seed(self.seeds[place], number)
        if self.opponents is not None:
            self._rngs[place] = Rng(int.from_bytes(seed, "big"))
        return self.game.new(self.options, SeededChance(seed))

    def start(self, place: i64) -> None:
        """Let opponents move first, and write the words of a game just dealt."""
        self.ended[place] = 0
        seat = self._go_on(place, self._states[place])
        self.to_play[place] = seat
        self.seen_by[place] = self.learner if self.learner >= 0 else seat
        self._write(place)

    def deal(self, place: i64) -> None:
        """The next game at this place."""
        self._states[place] = self._new(place)
        self.start(place)

    def _go_on(self, place: i64, state: State) -> i64:
        """Let opponents move until the learner is to move or the game is over; who is to move."""
        seat = state.actor()
        opponents = self.opponents
        if opponents is None:
            return seat
        learner = self.learner
        while seat >= 0:
            if seat != learner:
                # Where several are to move at once, the learner does so first.
                if learner in state.to_act():
                    return learner
                state.apply(seat, opponents.choose(state, seat, self._rngs[place]))
            else:
                return seat
            seat = state.actor()
        return seat

    def _write(self, place: i64) -> None:
        state = self._states[place]
        arrays = self.arrays
        view = arrays.look(state, self.seen_by[place])
        at = place * self.width
        arrays.write_table(view, self.views, at)
        if self.recall:
            arrays.write_memory(view, self.views, at + arrays.table_words)
        arrays.write_mask(state, self.to_play[place], self.masks, place * arrays.mask_words)

    def choose(self, moves: bytes) -> None:
        """The moves of the next step, as numbers of eight bytes."""
        place: i64 = 0
        while place < self.count:
            self.actions[place] = read_i64_le(moves, 8 * place)
            place += 1

    def check(self) -> None:
        """:raises FatumError: before anything has changed, if a move cannot be made."""
        place: i64 = 0
        while place < self.count:
            if self.to_play[place] >= 0:
                move = self.actions[place]
                if not self.lenient and not self._is_legal(place, move):
                    self._refuse(place, move)
            elif self.autoreset != NEXT_STEP:
                raise FatumError(f"game {place} is over; reset it before the next step")
            place += 1

    def _is_legal(self, place: i64, move: i64) -> bool:
        if not 0 <= move < len(self.game.moves):
            return False
        word = place * self.arrays.mask_words + (move >> 6)
        return (self.masks[word] >> (move & 63)) & 1 == 1

    def _refuse(self, place: i64, move: i64) -> None:
        try:
            self._states[place].apply(self.to_play[place], move)
        except FatumError as error:
            error.add_note(f"in game {place}")
            raise
        raise AssertionError("the mask forbids what the rules allow")

    def step(self) -> None:
        """Make the moves of ``actions``, which ``check`` has allowed."""
        if self.results:
            self.results = []
            self.finals = []
        actions = self.actions
        place: i64 = 0
        while place < self.count:
            seat = self.to_play[place]
            if seat < 0:
                self.deal(place)
            elif self.lenient and not self._is_legal(place, actions[place]):
                self._end(place, seat, [0.0] * self.options.players)
            else:
                state = self._states[place]
                state.apply(seat, actions[place])
                self._after(place, seat, state)
            place += 1

    def _after(self, place: i64, moved: i64, state: State) -> None:
        seat = self._go_on(place, state)
        if seat >= 0:
            self.to_play[place] = seat
            self.ended[place] = 0
            self.seen_by[place] = seat
            self._write(place)
            return
        self._end(place, moved, state.payoffs())

    def _end(self, place: i64, moved: i64, payoffs: list[float]) -> None:
        self.to_play[place] = NOBODY
        self.seen_by[place] = self.learner if self.learner >= 0 else moved
        self.results.append(payoffs)
        self._write(place)
        if self.autoreset == SAME_STEP:
            self.finals.append(self._bytes(place))
            self.deal(place)
        self.ended[place] = 1

    def _bytes(self, place: i64) -> bytes:
        at = place * self.width
        return memoryview(self.views)[at : at + self.width].tobytes()

    def sample(self) -> None:
        """Write random legal moves into ``actions``; 0 where a game is over."""
        place: i64 = 0
        while place < self.count:
            seat = self.to_play[place]
            if seat >= 0:
                self.actions[place] = self._states[place].random_move(seat, self._samplers[place])
            else:
                self.actions[place] = 0
            place += 1

    def state(self, place: int) -> State:
        """The truth of a game, for wrappers and tests; agents get views."""
        return self._states[place]


def observe(
    arrays: Arrays, state: State, seat: i64, recall: bool, out: vec[i64], mask: i64
) -> None:
    """Write the view of a seat from word 0 on, and its legal moves from word ``mask`` on."""
    view = arrays.look(state, seat)
    arrays.write_table(view, out, 0)
    if recall:
        arrays.write_memory(view, out, arrays.table_words)
    arrays.write_mask(state, seat, out, mask)


def buffers(batch: Batch) -> tuple[memoryview, memoryview, memoryview, memoryview, memoryview]:
    """Views, masks, moves, who is to play and what has ended, in place."""
    return (
        memoryview(batch.views),
        memoryview(batch.masks),
        memoryview(batch.actions),
        memoryview(batch.to_play),
        memoryview(batch.ended),
    )
