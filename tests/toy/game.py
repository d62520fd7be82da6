"""High Card, the smallest game that keeps the whole contract.

Cards 1 to 9. Everyone holds two and plays one openly, left of the dealer first; the highest
card wins, or with the option ``low`` the lowest.
"""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

from mypy_extensions import i64

from fatum.core.chance import Chance
from fatum.core.errors import IllegalMove, InvalidMove, InvalidState
from fatum.core.events import EVERYONE, HIDDEN, Event, only
from fatum.core.game import Game, State, View
from fatum.core.messages import Declared, declare
from fatum.core.messages import card as card_term
from fatum.core.messages import seat as seat_term
from fatum.core.options import DRAWN, PLAYERS, FlagOption, IntOption, Options, SeatOption
from fatum.core.parts import Parts
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.core.values import as_list, as_object, as_one_a_seat, as_seat

from .words import WORDS

CARDS: Final = tuple(str(number) for number in range(1, 10))

_REFUSED: Final = declare(
    "toy.refuse",
    {"turn": "it is not the turn of {seat}", "hand": "there is no {card} in that hand"},
)
_UNREADABLE: Final = Declared(
    "toy.refuse.unreadable", "{text} is not a move of High Card; write one like 'play 7'"
)
_ABOUT: Final = declare(
    "toy.option",
    {
        "dealer": "who deals; drawn from the seed if not given (H1)",
        "low": "the lowest card wins (H4)",
    },
)


class HighCardView(View):
    def __init__(self, options: Options, data: dict[str, object], seat: int | None) -> None:
        self.game = GAME
        self.seat = seat
        self.options = options
        self._data = data

    def to_dict(self) -> dict[str, object]:
        return self._data


class HighCardState(State):
    def __init__(self, options: Options, dealer: int) -> None:
        self.game = GAME
        self.options = options
        self.dealer = dealer
        self.hands: list[list[str]] = [[] for _ in range(options.players)]
        self.played: list[str | None] = [None] * options.players
        self.events: list[Event] | None = None

    def named(self) -> list[str | None]:
        return [card for hand in self.hands for card in hand] + self.played

    def order(self) -> list[int]:
        players = self.options.players
        return [(self.dealer + place) % players for place in range(1, players + 1)]

    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.order() if self.played[seat] is None)[:1]

    def actor(self) -> i64:
        return next(iter(self.to_act()), -1)

    def legal_moves(self, seat: i64) -> list[int]:
        if seat not in self.to_act():
            return []
        return sorted(CARDS.index(card) for card in self.hands[seat])

    def apply(self, seat: i64, move: i64) -> None:
        if not 0 <= move < len(CARDS):
            raise InvalidMove(f"there is no move number {move}")
        if seat not in self.to_act():
            raise IllegalMove("H2", _REFUSED["turn"](seat=seat_term(seat)))
        if move not in self.legal_moves(seat):
            raise IllegalMove("H3", _REFUSED["hand"](card=card_term(CARDS[move])))
        self.hands[seat].remove(CARDS[move])
        self.played[seat] = CARDS[move]
        if self.events is not None:
            self.events.append(Event("play", EVERYONE, seat, (CARDS[move],)))

    def random_move(self, seat: i64, rng: Rng) -> i64:
        legal = self.legal_moves(seat)
        return legal[rng.below(len(legal))]

    def playout(self, rng: Rng) -> i64:
        made: i64 = 0
        while (seat := self.actor()) >= 0:
            self.apply(seat, self.random_move(seat, rng))
            made += 1
        return made

    def copy(self) -> "HighCardState":
        state = HighCardState(self.options, self.dealer)
        state.hands = [hand.copy() for hand in self.hands]
        state.played = self.played.copy()
        return state

    def winner(self) -> int:
        values = [int(card or 0) for card in self.played]
        return values.index(min(values) if self.options.flag("low") else max(values))

    def outcome(self) -> dict[str, object] | None:
        return None if self.to_act() else {"winner": seat_name(self.winner())}

    def payoffs(self) -> list[float]:
        return [float(seat == self.winner()) for seat in range(self.options.players)]

    def first_seat(self) -> int:
        return self.dealer

    def view_for(self, seat: int | None) -> HighCardView:
        data = self.to_dict()
        data["hands"] = [
            hand if owner == seat else [HIDDEN] * len(hand) for owner, hand in enumerate(self.hands)
        ]
        data["rest"] = [HIDDEN] * (len(CARDS) - 2 * self.options.players)
        return HighCardView(self.options, data, seat)

    def to_dict(self) -> dict[str, object]:
        return {
            "dealer": seat_name(self.dealer),
            "hands": [hand.copy() for hand in self.hands],
            "played": self.played.copy(),
            "rest": [card for card in CARDS if card not in self.named()],
        }


def read(options: Options, data: Mapping[str, object], cards: Sequence[str]) -> HighCardState:
    """A state, or a view, in which only these cards may stand."""
    given = as_object(data, "a state of High Card", ("dealer", "hands", "played", "rest"))
    dealer = as_seat(given.get("dealer", "P1"), "dealer", options.players)
    state = HighCardState(options, dealer)
    hands = as_one_a_seat(given.get("hands"), "hands", options.players)
    played = given.get("played", [None] * options.players)
    state.hands = [
        [_card(card, cards) for card in as_list(hand, f"the hand of {seat_name(seat)}")]
        for seat, hand in enumerate(hands)
    ]
    state.played = [
        None if card is None else _card(card, CARDS)
        for card in as_one_a_seat(played, "played", options.players)
    ]
    for seat, hand in enumerate(state.hands):
        if len(hand) + (state.played[seat] is not None) != 2:
            raise InvalidState(f"{seat_name(seat)} must have two cards, counting the played one")
    known = [card for card in state.named() if card not in {None, HIDDEN}]
    for card in known:
        if known.count(card) > 1:
            raise InvalidState(f"card {card!r} is there twice")
    return state


def _card(value: object, cards: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in cards:
        raise InvalidState(f"{value!r} is no card; the cards are {', '.join(CARDS)}")
    return value


class HighCard(Game):
    def new(self, options: Options, chance: Chance, listen: bool = False) -> HighCardState:
        dealer = options.first if options.first != DRAWN else chance.first(options.players)
        state = HighCardState(options, dealer)
        deck = list(range(len(CARDS)))
        chance.shuffle(1, "deck", deck)
        for seat in range(options.players):
            state.hands[seat] = [CARDS[deck[2 * seat]], CARDS[deck[2 * seat + 1]]]
        if listen:
            state.events = [
                Event("deal", only(seat), seat, tuple(hand))
                for seat, hand in enumerate(state.hands)
            ]
        return state

    def read_state(
        self, options: Options, data: Mapping[str, object], chance: Chance
    ) -> HighCardState:
        return read(options, data, CARDS)

    def read_view(
        self, options: Options, data: Mapping[str, object], seat: int | None
    ) -> HighCardView:
        return HighCardView(options, dict(data), seat)

    def redeal(self, view: View, rng: Rng) -> HighCardState:
        state = read(view.options, view.to_dict(), (*CARDS, HIDDEN))
        unknown = [card for card in CARDS if card not in state.named()]
        codes = list(range(len(unknown)))
        rng.shuffle(codes)
        for hand in state.hands:
            hand[:] = [unknown[codes.pop()] if card == HIDDEN else card for card in hand]
        return state

    def card_code(self, text: str) -> int:
        return CARDS.index(text)

    def card_text(self, code: int) -> str:
        return CARDS[code]

    def parse_move(self, text: str) -> int:
        if text not in self.moves:
            raise InvalidMove(_UNREADABLE(text=repr(text)))
        return self.moves.index(text)


def _high_card(parts: Parts) -> HighCard:
    return HighCard(
        name="toy",
        title="High Card",
        first_key="dealer",
        options=(
            IntOption("players", 3, 2, 4, PLAYERS()),
            SeatOption("dealer", _ABOUT["dealer"]()),
            FlagOption("low", _ABOUT["low"]()),
        ),
        deck=CARDS,
        moves=tuple(f"play {card}" for card in CARDS),
        parts=parts,
    )


_HERE: Final = files(__package__ or "")
GAME: Final = _high_card(Parts(words=WORDS, rules=_HERE / "rules", locales=_HERE / "locales"))
SILENT: Final = _high_card(Parts())
