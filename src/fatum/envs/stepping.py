"""Steps games in compiled code and writes views and legal moves as 64-bit words.

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
from fatum.play.past import Past

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
    """This many words, all 0."""
    return vec[i64]([0] * count)


class Opponents:
    """The bots at the other seats, which see views only."""

    def __init__(self, bots: list[Any], budgets: list[Any]) -> None:
        self.bots: Final = bots
        """One for each seat, ``None`` for any legal move; the learner's own is never asked."""
        self.budgets: Final = budgets

    def choose(self, state: State, seat: i64, rng: Rng, past: Past | None) -> i64:
        if self.bots[seat] is None:
            return state.random_move(seat, rng)
        legal = state.legal_moves(seat)
        view = state.view_for(seat) if past is None else past.view_for(state, seat)
        move: int = self.bots[seat].choose(view, legal, rng, self.budgets[seat])
        return move


class GameBatch:
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
        self.draws: Final = words(self.count)
        """Random legal moves; see ``sample``."""
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
        self._pasts: list[Past | None] = []
        """Earlier positions of each game, if there are opponents who look at them."""
        self._notes_positions = (
            opponents is not None
            and game.parts.position is not None
            and any(bot is not None for bot in opponents.bots)
        )
        self._samplers: Final = words(self.count)
        """The state of each game's generator for ``sample``."""
        self._samplers_after: Final = words(self.count)
        """The same after the moves in ``draws``."""
        self._sampler: Final = Rng(0)
        """Takes on those states: thousands of generators would fill the processor's cache."""
        self._drawn = False
        """Whether ``draws`` holds moves for the present positions that nobody has taken."""

    def seed(self, seeds: list[int]) -> None:
        """Begin again with these seeds, one for each game."""
        self.seeds = seeds
        self._numbers = [0] * len(seeds)
        self._states = []
        self._rngs = [Rng(seed) for seed in seeds]
        self._pasts = [None] * len(seeds)
        for place in range(self.count):
            self._samplers[place] = self._rngs[place].state
            self._states.append(self._new(place))

    def _new(self, place: i64) -> State:
        number = self._numbers[place]
        self._numbers[place] = number + 1
        seed = game_seed(self.seeds[place], number)
        if self.opponents is not None:
            self._rngs[place] = Rng(int.from_bytes(seed, "big"))
            if self._notes_positions:
                self._pasts[place] = Past(self.game)
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

    def forget(self) -> None:
        """Forget moves that were drawn ahead: games were dealt again."""
        self._drawn = False

    def _go_on(self, place: i64, state: State) -> i64:
        """Let opponents move until the learner is to move or the game is over; who is to move."""
        seat = state.actor()
        opponents = self.opponents
        if opponents is None:
            return seat
        learner = self.learner
        past = self._pasts[place]
        while seat >= 0:
            if seat != learner:
                # Where several are to move at once, the learner does so first.
                if learner in state.to_act():
                    return learner
                state.apply(seat, opponents.choose(state, seat, self._rngs[place], past))
                if past is not None:
                    past.note(state)
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
                    try:
                        self.refuse(place, move)
                    except FatumError as error:
                        error.add_note(f"in game {place}")
                        raise
            elif self.autoreset != NEXT_STEP:
                raise FatumError(f"game {place} is over; reset it before the next step")
            place += 1

    def _is_legal(self, place: i64, move: i64) -> bool:
        if not 0 <= move < len(self.game.moves):
            return False
        word = place * self.arrays.mask_words + (move >> 6)
        return (self.masks[word] >> (move & 63)) & 1 == 1

    def refuse(self, place: i64, move: i64) -> None:
        """Raise what the rules say against this move."""
        self._states[place].apply(self.to_play[place], move)
        raise AssertionError("the mask forbids what the rules allow")

    def step(self, ahead: bool = False) -> None:
        """Make the moves of ``actions``, which ``check`` has allowed.

        :param ahead: draw the moves of the next ``sample``, too, while each game is at hand.
        """
        self._drawn = False
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
                self.arrays.make(state, seat, actions[place])
                if self._notes_positions:
                    past = self._pasts[place]
                    if past is not None:
                        past.note(state)
                self._after(place, seat, state)
            if ahead:
                self._draw(place)
            place += 1
        self._drawn = ahead

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
        """Leave random legal moves in ``draws``; 0 where a game is over."""
        if not self._drawn:
            place: i64 = 0
            while place < self.count:
                self._draw(place)
                place += 1
        self.take()

    def _draw(self, place: i64) -> None:
        seat = self.to_play[place]
        sampler = self._sampler
        sampler.state = self._samplers[place]
        if seat >= 0:
            self.draws[place] = self._states[place].random_move(seat, sampler)
        else:
            self.draws[place] = 0
        self._samplers_after[place] = sampler.state

    def take(self) -> None:
        """The moves in ``draws`` are taken: the next ones are others, also if these are not made."""
        place: i64 = 0
        while place < self.count:
            self._samplers[place] = self._samplers_after[place]
            place += 1
        self._drawn = False

    def state(self, place: int) -> State:
        """The truth of a game, for wrappers and tests; agents get views."""
        return self._states[place]


class Window:
    """What one seat sees and may do, as words that every look writes again."""

    def __init__(self, arrays: Arrays, recall: bool) -> None:
        self.arrays = arrays
        self.recall: Final = recall
        mask = arrays.table_words
        if recall:
            mask += arrays.memory_words
        self.mask: Final[i64] = mask
        """The first word of the mask."""
        self._words: Final = words(mask + arrays.mask_words)

    def look(self, state: State, seat: i64) -> None:
        """Write the view of a seat, and its legal moves."""
        arrays = self.arrays
        view = arrays.look(state, seat)
        arrays.write_table(view, self._words, 0)
        if self.recall:
            arrays.write_memory(view, self._words, arrays.table_words)
        arrays.write_mask(state, seat, self._words, self.mask)

    def move(self, state: State, seat: i64, move: i64) -> i64:
        """Make a move, and look for the seat that moves next; return it, or ``NOBODY``."""
        state.apply(seat, move)
        following = state.actor()
        if following >= 0:
            self.look(state, following)
        return following

    def buffer(self) -> memoryview:
        """The words, in place."""
        return memoryview(self._words)


def buffers(batch: GameBatch) -> tuple[memoryview, memoryview, memoryview, memoryview, memoryview]:
    """Views, masks, drawn moves, who is to play and what has ended, in place."""
    return (
        memoryview(batch.views),
        memoryview(batch.masks),
        memoryview(batch.draws),
        memoryview(batch.to_play),
        memoryview(batch.ended),
    )
