"""The truth of an All In game: where every card is, whose choice is due, and who has seen what."""

from typing import Final

from mypy_extensions import i64

from fatum.core.chance import Chance
from fatum.core.events import Event
from fatum.core.game import Game, State
from fatum.core.options import Options
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


class Setup:
    """What stays the same for a whole game; shared by all copies of a state."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game: Final = game
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

    def __init__(self, runes: i64 = 0, prediction: i64 = NOBODY) -> None:
        self.hand: i64 = 0
        self.known: i64 = 0
        """The part of the hand that everyone has seen going there (A36)."""
        self.arrived: i64 = 0
        """How many unseen cards came into the hand, by generation (see ``memory``)."""
        self.eyed: i64 = 0
        """What an Eye has shown to anybody, beyond ``known``; who saw what is in ``eyes``."""
        self.said: i64 = 0
        """1 + the combination named under Hypnosis while the hand is unchanged, else 0."""
        self.runes = runes
        self.prediction = prediction

    def show_on(self, other: "Seat") -> None:
        """Tell another seat what everyone knows once predictions are open."""
        other.hand = other.known = self.known
        other.arrived, other.said = self.arrived, self.said
        other.runes, other.prediction = self.runes, self.prediction

    def copy(self) -> "Seat":
        copy = Seat()
        self.show_on(copy)
        copy.hand, copy.eyed = self.hand, self.eyed
        return copy


_NO_SEATS: Final[list[Seat]] = []


class AllInBase(State):
    """All data of a game; ``rules`` adds what moves it on. Its maker gives it its lists."""

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
        self.unseen: bool = False
        """Whether there may be ``UNSEEN`` among them: only in a state that was read without memory."""
        self.seats: list[Seat] = _NO_SEATS
        self.strongest: i64 = 0
        """The last scored round's seats, strongest first: seat + 1 in four bits each."""
        self.generation: i64 = 0
        """How often the discard pile was shuffled in this round (A13)."""
        # Never changed in place, so that copies can share them.
        self.memories: list[Memory] = _NO_MEMORIES
        self.eyes: list[Eye] = _NO_EYES
        self.unwatched: bool = False
        """In a roll-out: nobody will look at this state, so who knows what is not kept up."""
        self.events: list[Event] | None = None

    def show_on(self, other: "AllInBase") -> None:
        """Tell another state what everyone sees beside river and discards: an allow-list for views."""
        other.phase, other.round, other.dealer = self.phase, self.round, self.dealer
        other.turn, other.turns, other.asked = self.turn, self.turns, self.asked
        other.pot, other.all_in, other.strongest = self.pot, self.all_in, self.strongest
        other.played, other.due = self.played, self.due
        other.shuffles, other.generation = self.shuffles, self.generation
        other.unseen = self.unseen

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

    def draw_size(self) -> i64:
        return len(self.draw) - self.drawn

    def effect_index(self) -> i64:
        """Which effect of the played card is due, counted from 0."""
        return self.due - i64(self.setup.table.start[self.played])

    def forget(self) -> None:
        """Forget all memory at the start of a round."""
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


def winner(state: AllInBase) -> i64:
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
