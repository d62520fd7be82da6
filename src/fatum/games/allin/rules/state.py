"""The truth of an All In game: where every card is, whose choice is due, and who has seen what."""

from typing import Final, final

from mypy_extensions import i64

from fatum.core.chance import Chance
from fatum.core.events import Event
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.allin.rules.cards import CardTable
from fatum.games.allin.rules.memory import Eye, Memory, blank_memories
from fatum.games.allin.rules.options import CLOSED_EYE, SHADOWS, SIDE_B, card_table
from fatum.games.allin.rules.river import River

ACTION: Final = 0
EFFECT: Final = 1
KEEP: Final = 2
HIDE: Final = 3
DISCARD: Final = 4
PREDICT: Final = 5
OVER: Final = 6
PHASES: Final = ("action", "effect", "keep", "hide", "discard", "predict", "over")

HAND_SIZE: Final = 5
ROUNDS: Final = 3
HEIRS_ROUND: Final = 4
NOBODY: Final = -1
NO_CARD: Final = -1

FROM_THE_DECK: Final = 6
"""In place of who discarded a card: turned up by the rules, before everyone's eyes (A34)."""
UNSEEN: Final = 7
"""In place of who discarded a card: it lay there already, and nobody can say what it is."""
# In place of lists that are still to be given, or never changed in place: a copy need not make new
# ones only to replace them.
_NOTHING: Final[list[int]] = []
_NO_MEMORIES: Final[list[Memory]] = []
_NO_EYES: Final[list[Eye]] = []


class Rules:
    """What a state leaves to the modules that know it: see ``rules``."""

    def legal_moves(self, state: "AllInState", seat: i64) -> list[int]:
        raise NotImplementedError

    def apply(self, state: "AllInState", seat: i64, move: i64) -> None:
        raise NotImplementedError

    def random_move(self, state: "AllInState", seat: i64, rng: Rng) -> i64:
        raise NotImplementedError

    def playout(self, state: "AllInState", rng: Rng) -> i64:
        raise NotImplementedError


class Setup:
    """What stays the same for a whole game; shared by all copies of a state."""

    def __init__(self, game: Game, rules: "Rules", options: Options) -> None:
        self.game: Final = game
        self.rules: Final = rules
        self.options: Final = options
        self.players: Final[i64] = options.players
        self.side_b: Final[bool] = options.text("side") == SIDE_B
        self.shadows: Final[bool] = options.text("discard") == SHADOWS
        self.closed_eye: Final[bool] = options.text("discard") == CLOSED_EYE
        self.heirs: Final[bool] = options.flag("heirs")
        self.turn_limit: Final[i64] = options.integer("turn_limit")
        self.table: Final[CardTable] = card_table(options)
        self.everyone: Final[i64] = 2**options.players - 1
        """All seats, as bits."""


class Seat:
    """One player; card sets as in ``deck``."""

    def __init__(
        self,
        hand: i64,
        known: i64,
        arrived: i64,
        eyed: i64,
        said: i64,
        runes: i64,
        prediction: i64,
    ) -> None:
        self.hand = hand
        self.known = known
        """The part of the hand that everyone has seen going there (A36)."""
        self.arrived = arrived
        """How many unseen cards came into the hand, by generation (see ``memory``)."""
        self.eyed = eyed
        """What an Eye has shown to anybody, beyond ``known``; who saw what is in ``eyes``."""
        self.said = said
        """1 + the combination named under Hypnosis while the hand is unchanged, else 0."""
        self.runes = runes
        self.prediction = prediction

    def copy(self) -> "Seat":
        return Seat(
            self.hand,
            self.known,
            self.arrived,
            self.eyed,
            self.said,
            self.runes,
            self.prediction,
        )


_NO_SEATS: Final[list[Seat]] = []


@final
class AllInState(State):
    """All data of a game; the rules that move it on are in ``legal`` and ``apply``.

    Whoever makes one gives it its lists.
    """

    def __init__(self, setup: Setup, chance: Chance, river: River) -> None:
        self.game = setup.game
        self.setup: Setup = setup
        self.chance: Chance = chance
        self.river: River = river
        self.phase: i64 = ACTION
        self.round: i64 = 1
        self.dealer: i64 = 0
        self.turn: i64 = 0
        """Whose turn it is; in the phase ``predict`` of three or more, who is to predict."""
        self.turns: i64 = 0
        self.pot: i64 = 0
        self.all_in: i64 = NOBODY
        self.played: i64 = NO_CARD
        self.due: i64 = 0
        """The place of the effect that is due in the card table's program."""
        self.revealed: i64 = 0
        """The revealed cards in order, code + 1 in six bits each, the first one lowest."""
        self.asked: i64 = NOBODY
        self.draw: list[int] = _NOTHING
        """Top first; never changed in place, so that copies can share it."""
        self.drawn: i64 = 0
        """How many cards of the draw pile are gone; the next one is at this place."""
        self.discard: list[int] = _NOTHING
        self.discarders: list[int] = _NOTHING
        """Who laid each card of the discard pile there."""
        self.seats: list[Seat] = _NO_SEATS
        self.strongest: i64 = 0
        """The last scored round's seats, strongest first: seat + 1 in four bits each."""
        self.shuffles: i64 = 0
        self.generation: i64 = 0
        """How often the discard pile was shuffled in this round (A13)."""
        # Never changed in place, so that copies can share them.
        self.memories: list[Memory] = _NO_MEMORIES
        self.eyes: list[Eye] = _NO_EYES
        self.offered: list[int] = _NOTHING
        """In the plain build: the legal moves that a seat was told since the last move, ..."""
        self.offered_to: i64 = NOBODY
        """... and which seat. Checking a move in this list is quicker there than by the rules."""
        self.unwatched: bool = False
        """In a roll-out: nobody will look at this state, so who knows what is not kept up."""
        self.events: list[Event] | None = None

    def copy(self) -> "AllInState":
        copy = AllInState(self.setup, self.chance, self.river.copy())
        copy.phase = self.phase
        copy.round = self.round
        copy.dealer = self.dealer
        copy.turn = self.turn
        copy.turns = self.turns
        copy.pot = self.pot
        copy.all_in = self.all_in
        copy.played = self.played
        copy.due = self.due
        copy.revealed = self.revealed
        copy.asked = self.asked
        copy.draw = self.draw
        copy.drawn = self.drawn
        copy.discard = self.discard.copy()
        copy.discarders = self.discarders.copy()
        copy.seats = [seat.copy() for seat in self.seats]
        copy.strongest = self.strongest
        copy.shuffles = self.shuffles
        copy.generation = self.generation
        copy.memories = self.memories
        copy.eyes = self.eyes
        copy.unwatched = self.unwatched
        return copy

    def may_act(self, seat: i64) -> bool:
        """Whether this seat has a choice to make now."""
        phase = self.phase
        if phase < HIDE:
            return seat == self.turn
        if phase == HIDE:
            return seat == self.asked
        if phase == OVER:
            return False
        if phase == PREDICT and self.setup.players == 2:
            # Both at once (A28).
            return 0 <= seat < 2 and self.seats[seat].prediction == NOBODY
        return seat == self.turn

    def legal_moves(self, seat: i64) -> list[int]:
        return self.setup.rules.legal_moves(self, seat)

    def apply(self, seat: i64, move: i64) -> None:
        self.setup.rules.apply(self, seat, move)

    def random_move(self, seat: i64, rng: Rng) -> i64:
        return self.setup.rules.random_move(self, seat, rng)

    def playout(self, rng: Rng) -> i64:
        return self.setup.rules.playout(self, rng)

    def to_act(self) -> tuple[int, ...]:
        seat = self.actor()
        if seat == NOBODY:
            return ()
        if seat == 0 and self.may_act(1):
            return (0, 1)
        return (seat,)

    def actor(self) -> i64:
        phase = self.phase
        if phase < HIDE:
            return self.turn
        if phase == HIDE:
            return self.asked
        if phase == OVER:
            return NOBODY
        if phase == PREDICT and self.setup.players == 2:
            return 0 if self.seats[0].prediction == NOBODY else 1
        return self.turn

    def outcome(self) -> dict[str, object] | None:
        if self.phase != OVER:
            return None
        best = winner(self)
        return {
            "winner": None if best == NOBODY else seat_name(best),
            "runes": [seat.runes for seat in self.seats],
        }

    def payoffs(self) -> list[float]:
        """The winner has 1 and everyone else 0; if there is none, all share alike."""
        players: int = self.setup.players
        best: int = NOBODY if self.phase != OVER else winner(self)
        if best == NOBODY:
            return [1 / players] * players
        return [1.0 if seat == best else 0.0 for seat in range(players)]

    def first_seat(self) -> int:
        return self.dealer

    def draw_size(self) -> i64:
        return len(self.draw) - self.drawn

    def shuffle(self, what: str, cards: list[int]) -> None:
        self.shuffles += 1
        self.chance.shuffle(self.shuffles, what, cards)

    def effect_index(self) -> i64:
        """Which effect of the played card is due, counted from 0."""
        return self.due - i64(self.setup.table.start[self.played])

    def forget(self) -> None:
        """A new round: nothing that was seen before is worth anything."""
        self.generation = 0
        self.memories = blank_memories(self.setup.players)
        self.eyes = []

    def public_memory(self) -> Memory:
        """What a spectator remembers, that is what everybody does."""
        return self.memories[self.setup.players]


def revealed_list(revealed: i64) -> list[int]:
    """The revealed cards in the order in which they were turned up."""
    cards: list[int] = []
    while revealed != 0:
        cards.append((revealed & 63) - 1)
        revealed >>= 6
    return cards


def winner(state: AllInState) -> i64:
    """Who has won a game that is over, or ``NOBODY`` (A32, A33)."""
    found: i64 = NOBODY
    most: i64 = -1
    tied = False
    order = state.strongest
    # Tied players rank by their last hand, so the first one found stays.
    while order != 0:
        seat = (order & 15) - 1
        runes = state.seats[seat].runes
        if runes > most:
            found = seat
            most = runes
            tied = False
        elif runes == most:
            tied = True
        order >>= 4
    if tied and state.round == HEIRS_ROUND:
        return NOBODY
    return found
