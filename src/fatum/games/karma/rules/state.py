"""The truth of a Karma game: where every card is and whose choice is due."""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit, lowest
from fatum.core.chance import Chance
from fatum.core.events import Event, only
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.games.karma.rules.cards import ANYTHING, NAMES, add, demand_of, size
from fatum.games.karma.rules.options import STRICT

LOOK: Final = 0
LAY: Final = 1
TURN: Final = 2
FOLLOW: Final = 3
GIVE: Final = 4
OVER: Final = 5
PHASES: Final = ("look", "lay", "turn", "follow", "give", "over")

UNDECIDED: Final = -1
"""In place of a loser, when nobody had lost by the turn limit (KR20)."""

HAND_SIZE: Final = 3
DEALT: Final = 6
TABLE_CARDS: Final = 3
NO_CARD: Final = 0
"""In the places of hidden and open cards, which hold kind + 1 in five bits each."""


class Seat:
    """One player's cards; multisets as in ``cards``, places packed by state."""

    def __init__(self, hidden: i64 = 0, looked: i64 = -1) -> None:
        self.hand: i64 = 0
        self.known: i64 = 0
        """The part of the hand that everyone has seen going there (KR21)."""
        self.open: i64 = 0
        self.places: i64 = 0
        """Which open card lies at which position; for display only (KR3)."""
        self.hidden = hidden
        self.looked = looked
        """Foresight: -1 undecided, 0 not looked, 1 looked (K23)."""

    def has_cards(self) -> bool:
        return self.hand != 0 or self.open != 0 or self.hidden != 0

    def show_on(self, other: "Seat", face_up: bool) -> None:
        """Tell another seat what everyone knows; open cards lie face down at first (KR2)."""
        other.hand = other.known = self.known
        other.looked = self.looked
        if face_up:
            other.open, other.places = self.open, self.places

    def copy(self) -> "Seat":
        copy = Seat(self.hidden)
        self.show_on(copy, True)
        copy.hand = self.hand
        return copy


def card_at(places: i64, place: i64) -> i64:
    """The kind at a place, or -1."""
    return ((places >> (5 * place)) & 31) - 1


def put_at(places: i64, place: i64, kind: i64) -> i64:
    """Lay a kind, or with -1 nothing, at a place."""
    slot: i64 = 31
    return places & ~(slot << (5 * place)) | ((kind + 1) << (5 * place))


def hidden_positions(hidden: i64) -> i64:
    """Which of the three positions hold a hidden card, as bits."""
    bits: i64 = 0
    if hidden & 31 != 0:
        bits = 1
    if hidden & 0x3E0 != 0:
        bits |= 2
    if hidden & 0x7C00 != 0:
        bits |= 4
    return bits


class Setup:
    """What stays the same for a whole game; shared by all copies of a state."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game: Final = game
        self.options: Final = options
        self.players: Final[i64] = options.players
        self.strict: Final[bool] = options.text("table_card_follow_up") == STRICT
        self.foresight: Final[bool] = options.flag("foresight")
        self.turn_limit: Final[i64] = options.integer("turn_limit")


_NO_SEATS: Final[list[Seat]] = []
"""In place of a list that is still to be given."""


class KarmaBase(State):
    """All data of a game; ``rules`` adds what moves it on."""

    def __init__(self, setup: Setup, chance: Chance, pile: list[int]) -> None:
        self.game = setup.game
        self.setup: Setup = setup
        self.chance: Chance = chance
        self.phase: i64 = TURN
        self.starter: i64 = 0
        self.turn: i64 = 0
        self.turns: i64 = 0
        self.demand: i64 = ANYTHING
        """In the phase ``follow``: what the pile demanded before the first TC (KR13)."""
        self.stock: bytes = b""
        self.drawn: i64 = 0
        """How many cards of the stock are gone; the next one is at this place."""
        self.pile: list[int] = pile
        self.gone: i64 = 0
        self.seats: list[Seat] = _NO_SEATS
        self.in_play: i64 = 0
        """The seats that had cards when the last turn ended; kept by ``find_players``."""
        self.loser: i64 = UNDECIDED
        self.events: list[Event] | None = None

    def show_on(self, other: "KarmaBase") -> None:
        """Tell another state what everyone sees beside the pile: an allow-list for views."""
        other.phase, other.starter, other.turn = self.phase, self.starter, self.turn
        other.turns, other.demand, other.gone = self.turns, self.demand, self.gone

    def may_act(self, seat: i64) -> bool:
        """Whether this seat has a choice to make now."""
        phase = self.phase
        if phase > LAY:
            return seat == self.turn and phase != OVER
        if phase == LOOK:
            return self.seats[seat].looked < 0
        return size(self.seats[seat].open) < TABLE_CARDS

    def stock_size(self) -> i64:
        return len(self.stock) - self.drawn

    def pile_demand(self) -> i64:
        """What may be played now (KR7)."""
        if not self.pile:
            return ANYTHING
        return demand_of(self.pile[-1])

    def find_players(self) -> None:
        """See who has cards, after all seats were set."""
        self.in_play = 0
        for number, seat in enumerate(self.seats):
            if seat.has_cards():
                self.in_play |= bit(number)

    def last_player(self) -> i64:
        """The only seat with cards, which has lost (K22), or ``UNDECIDED``."""
        in_play = self.in_play
        if in_play == 0 or in_play & (in_play - 1) != 0:
            return UNDECIDED
        return lowest(in_play)

    def wanted(self) -> i64:
        """What the next card has to satisfy: the pile, or for a follow-up KR13."""
        if self.phase != FOLLOW:
            return self.pile_demand()
        return self.demand if self.setup.strict else ANYTHING

    def refill(self, seat: i64) -> None:
        """Draw up to three hand cards while the stock lasts (K16)."""
        self.draw(seat, HAND_SIZE - size(self.seats[seat].hand))

    def draw(self, seat: i64, count: i64) -> None:
        """Take this many cards from the stock into the hand, or all that are left."""
        owner = self.seats[seat]
        start = self.drawn
        end = min(start + count, len(self.stock))
        if end <= start:
            return
        hand = owner.hand
        place = start
        while place < end:
            hand = add(hand, self.stock[place])
            place += 1
        owner.hand = hand
        self.drawn = end
        if self.events is not None:
            cards = tuple([NAMES[kind] for kind in self.stock[start:end]])
            self.tell("draw", only(seat), seat, cards)
