"""The truth of a Karma game: where every card is and whose choice is due."""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit, lowest
from fatum.core.chance import Chance
from fatum.core.events import Event, only
from fatum.core.game import State
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
    """One player's cards; multisets as in ``cards``, places packed by position."""

    def __init__(
        self, hand: i64, known: i64, opened: i64, places: i64, hidden: i64, looked: i64
    ) -> None:
        self.hand = hand
        self.known = known
        """The part of the hand that everyone has seen going there (KR21)."""
        self.open = opened
        self.places = places
        """Which open card lies at which position; for display only (KR3)."""
        self.hidden = hidden
        self.looked = looked
        """Foresight: -1 undecided, 0 not looked, 1 looked (K23)."""

    def has_cards(self) -> bool:
        return self.hand != 0 or self.open != 0 or self.hidden != 0

    def copy(self) -> "Seat":
        return Seat(self.hand, self.known, self.open, self.places, self.hidden, self.looked)


def card_at(places: i64, position: i64) -> i64:
    """The kind at a position, or -1."""
    return ((places >> (5 * position)) & 31) - 1


def put_at(places: i64, position: i64, kind: i64) -> i64:
    """Lay a kind, or with -1 nothing, at a position."""
    slot: i64 = 31
    return places & ~(slot << (5 * position)) | ((kind + 1) << (5 * position))


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


class Position(State):
    """All data of a game; the rules that move it on are in ``legal`` and ``apply``."""

    def __init__(self, options: Options, chance: Chance) -> None:
        self.options: Options = options
        self.chance: Chance = chance
        self.players: i64 = options.players
        self.strict: bool = options.text("table_card_follow_up") == STRICT
        self.foresight: bool = options.flag("foresight")
        self.turn_limit: i64 = options.integer("turn_limit")
        self.phase: i64 = TURN
        self.starter: i64 = 0
        self.turn: i64 = 0
        self.turns: i64 = 0
        self.demand: i64 = ANYTHING
        """In the phase ``follow``: what the pile demanded before the first TC (KR13)."""
        self.stock: bytes = b""
        self.drawn: i64 = 0
        """How many cards of the stock are gone; the next one is at this place."""
        self.pile: list[int] = []
        self.gone: i64 = 0
        self.seats: list[Seat] = []
        self.in_play: i64 = 0
        """The seats that had cards when the last turn ended; kept by ``find_players``."""
        self.loser: i64 = UNDECIDED
        self.shuffles: i64 = 0
        self.events: list[Event] | None = None

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
        return self.demand if self.strict else ANYTHING

    def shuffle(self, what: str, cards: list[int]) -> None:
        self.shuffles += 1
        self.chance.shuffle(self.shuffles, what, cards)

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
            self.tell_owner("draw", seat, cards)

    def tell_owner(self, kind: str, seat: i64, cards: tuple[str, ...]) -> None:
        """Note an event whose cards only this seat learns."""
        if self.events is not None:
            self.events.append(Event(kind, only(seat), seat, cards))


def copy_into(copy: Position, source: Position) -> None:
    """Everything that the constructor does not take over from the options."""
    copy.phase = source.phase
    copy.starter = source.starter
    copy.turn = source.turn
    copy.turns = source.turns
    copy.demand = source.demand
    copy.stock = source.stock
    copy.drawn = source.drawn
    copy.pile = source.pile.copy()
    copy.gone = source.gone
    copy.seats = [seat.copy() for seat in source.seats]
    copy.in_play = source.in_play
    copy.loser = source.loser
    copy.shuffles = source.shuffles
