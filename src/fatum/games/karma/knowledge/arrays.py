"""Karma views and legal moves as words (version 1); ``docs/research.md`` lists the fields.

Seats are counted from the viewer to the left; for a spectator, from P1.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from fatum.core.arrays import Arrays, Field, add_bits, cards, count, flag, number, ones, pick, up_to
from fatum.core.bits import bit
from fatum.core.game import State, View
from fatum.core.options import Options
from fatum.core.seats import seat_name
from fatum.games.karma.knowledge.view import KarmaView, look_again
from fatum.games.karma.rules.apply import do_move
from fatum.games.karma.rules.cards import COUNT_OF, KIND_OF, NAMES, add
from fatum.games.karma.rules.legal import TAKE_SET, legal_bits
from fatum.games.karma.rules.moves import MOVES, TAKE
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import FOLLOW, PHASES, TABLE_CARDS

VERSION: Final = 1
_SEATS: Final = 6
_SEAT_WORDS: Final = 2
_STOCK: Final = 54
_HAND: Final = 59
_PER_WORD: Final = 12
"""How many cards of the pile's order, five bits each, share a word."""
_PILE_WORDS: Final = 5
_PLACES_PER_WORD: Final = 4
"""How many seats' places share a word."""
_TABLE_WORDS: Final = 6
_MEMORY_WORDS: Final = 3
_LEFT: Final = tuple([f"+{place}" for place in range(_SEATS)])
_DEMANDS: Final = ("anything", *NAMES[:16], "five or less")
_COPIES: Final = tuple(
    [
        NAMES[KIND_OF[place]] + (f" x{COUNT_OF[place]}" if COUNT_OF[place] > 1 else "")
        for place in range(60)
    ]
)
"""A multiset has a bit for "at least one", "at least two" and "three" of each kind."""


@final
class KarmaArrays(Arrays):
    """Writes Karma views."""

    def __init__(self, options: Options) -> None:
        players: i64 = options.players
        places: i64 = (players + _PLACES_PER_WORD - 1) // _PLACES_PER_WORD
        super().__init__(
            VERSION,
            tuple(_fields(options.players)),
            _TABLE_WORDS + _SEAT_WORDS * players,
            _MEMORY_WORDS + players + _PILE_WORDS + places,
            len(MOVES),
        )

    def refill(self, view: View, state: State) -> bool:
        assert isinstance(view, KarmaView)
        assert isinstance(state, KarmaState)
        look_again(state, view)
        return True

    def make(self, state: State, seat: i64, move: i64) -> None:
        assert isinstance(state, KarmaState)
        do_move(state, seat, move)

    def write_table(self, view: View, out: vec[i64], at: i64) -> None:
        assert isinstance(view, KarmaView)
        setup = view.table.setup
        players = setup.players
        viewer: i64 = 0
        general = bit(view.table.phase)
        own: i64 = 0
        if view.seat is not None:
            viewer = view.seat
            general |= bit(viewer) << 12
            own = view.seats[viewer].hand
        general |= bit((view.table.turn - viewer + players) % players) << 6
        if view.table.phase == FOLLOW:
            general |= bit(view.table.demand) << 18
        if setup.foresight:
            general |= bit(36)
        if not setup.strict:
            general |= bit(37)
        out[at] = general
        out[at + 1] = ones(view.stock_size, _STOCK)
        pile = view.table.pile
        lying: i64 = 0
        for kind in pile:
            lying = add(lying, kind)
        out[at + 2] = lying
        top: i64 = 0
        bottom: i64 = 0
        size: i64 = len(pile)
        if size > 0:
            top = bit(pile[size - 1])
            bottom = bit(pile[0])
            if size > 1:
                top |= bit(pile[size - 2]) << 20
                if size > 2:
                    top |= bit(pile[size - 3]) << 40
        out[at + 3] = top
        out[at + 4] = bottom | size << 20 | up_to(setup.turn_limit, 20) << 26
        out[at + 5] = own
        at += _TABLE_WORDS
        left: i64 = 0
        seat = viewer
        while left < players:
            owner = view.seats[seat]
            out[at] = owner.open | owner.positions << 60
            sizes = ones(owner.hand_size, _HAND) | owner.open_size << 59
            if owner.looked >= 0:
                sizes |= (1 + 2 * owner.looked) << 61
            out[at + 1] = sizes
            at += _SEAT_WORDS
            left += 1
            seat += 1
            if seat == players:
                seat = 0

    def write_memory(self, view: View, out: vec[i64], at: i64) -> None:
        assert isinstance(view, KarmaView)
        players = view.table.setup.players
        viewer: i64 = 0
        foreseen: i64 = 0
        if view.seat is not None:
            viewer = view.seat
            foreseen = max(view.seats[viewer].foreseen, 0)
        out[at] = view.table.gone
        out[at + 1] = foreseen
        out[at + 2] = up_to(view.table.turns, 20)
        at += _MEMORY_WORDS
        order = at + players
        places = order + _PILE_WORDS
        out[places] = 0
        if players > _PLACES_PER_WORD:
            out[places + 1] = 0
        left: i64 = 0
        seat = viewer
        while left < players:
            owner = view.seats[seat]
            out[at + left] = owner.known
            out[places + left // _PLACES_PER_WORD] |= owner.places << 15 * (left % _PLACES_PER_WORD)
            left += 1
            seat += 1
            if seat == players:
                seat = 0
        packed: i64 = 0
        shift: i64 = 0
        for kind in view.table.pile:
            packed |= (i64(kind) + 1) << shift
            shift += 5
            if shift == 5 * _PER_WORD:
                out[order] = packed
                order += 1
                packed = 0
                shift = 0
        while order < places:
            out[order] = packed
            packed = 0
            order += 1

    def write_mask(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        assert isinstance(state, KarmaState)
        out[at] = 0
        out[at + 1] = 0
        out[at + 2] = 0
        if not state.may_act(seat):
            return
        bits, base = legal_bits(state, seat)
        if bits >= TAKE_SET:
            bits -= TAKE_SET
            add_bits(out, at, TAKE, 1)
        add_bits(out, at, base, bits)


def _fields(players: int) -> list[Field]:
    """What each column means."""
    kinds = tuple(NAMES)
    found = [
        pick("phase", 0, 0, PHASES, "what is due"),
        pick("turn", 0, 6, _LEFT, "whose turn it is, counted from the viewer to the left"),
        pick("seat", 0, 12, tuple([seat_name(seat) for seat in range(_SEATS)]), "the viewer"),
        pick("demand", 0, 18, _DEMANDS, "what a follow-up has to satisfy (KR13)"),
        flag("foresight", 0, 36, "option `foresight`"),
        flag("free follow-up", 0, 37, "option `table_card_follow_up` is `free`"),
        count("stock", 1, 0, _STOCK, "cards in the stock"),
        cards("pile", 2, _COPIES, "what lies in the pile"),
        pick("top", 3, 0, kinds, "the top card of the pile"),
        pick("second", 3, 20, kinds, "the card under it"),
        pick("third", 3, 40, kinds, "the card under that"),
        pick("bottom", 4, 0, kinds, "the lowest card of the pile"),
        number("pile size", 4, 20, 6, "cards in the pile"),
        number("turn limit", 4, 26, 20, "option `turn_limit`"),
        cards("hand", 5, _COPIES, "the viewer's own hand"),
    ]
    word = _TABLE_WORDS
    for left in range(players):
        found += [
            cards(f"open +{left}", word, _COPIES, "open table cards that the viewer sees"),
            Field(
                f"hidden +{left}",
                word,
                60,
                TABLE_CARDS,
                "cards",
                ("1", "2", "3"),
                "positions with a hidden card",
            ),
            count(f"hand size +{left}", word + 1, 0, _HAND, "cards in hand"),
            number(
                f"laid +{left}", word + 1, 59, 2, "open cards, also those still face down (KR2)"
            ),
            flag(f"decided +{left}", word + 1, 61, "has decided whether to look (K23)"),
            flag(f"looked +{left}", word + 1, 62, "has looked at the hidden cards (K23)"),
        ]
        word += _SEAT_WORDS
    found += [
        cards("gone", word, _COPIES, "cards that left the game"),
        cards("foreseen", word + 1, _COPIES, "the viewer's hidden cards, if looked at (K23)"),
        number("turns", word + 2, 0, 20, "turns made"),
    ]
    word += _MEMORY_WORDS
    for left in range(players):
        found.append(
            cards(
                f"known +{left}", word + left, _COPIES, "hand cards that everyone has seen (KR21)"
            )
        )
    word += players
    for place in range(_PILE_WORDS * _PER_WORD):
        at, shift = divmod(place, _PER_WORD)
        found.append(
            number(
                f"pile {place + 1}",
                word + at,
                5 * shift,
                5,
                "the pile from below: 1 + the kind, 0 for none",
            )
        )
    word += _PILE_WORDS
    for left in range(players):
        for place in range(TABLE_CARDS):
            found.append(
                number(
                    f"place {place + 1} +{left}",
                    word + left // _PLACES_PER_WORD,
                    15 * (left % _PLACES_PER_WORD) + 5 * place,
                    5,
                    "the open card at a position: 1 + the kind, 0 for none (KR3)",
                )
            )
    return found
