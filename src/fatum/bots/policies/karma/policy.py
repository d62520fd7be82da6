"""Quick choices for Karma: what ``greedy`` plays and every search rolls out with.

- Play the lowest number that fits; keep high numbers and Karma cards for when they are needed.
- Play equal cards together if they are low, or if there is nothing left to draw.
- Burn the pile whenever that is cheap, the more readily the larger it is.
- Prefer a card which the next player visibly cannot answer.
- Give the Pile is the better the larger the pile; it goes to the player closest to being out.
- A Table Card needs a follow-up that fits; without one, rather take the pile.
- Take the pile only when nothing else is possible.
- Lay open what is good late: Karma cards, then high numbers.

Each possible play has a cost in points, and the cheapest is made. Only what the seat itself may
know is read: its own cards, the table, and the hand cards that everyone has seen.
"""

from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.policy import Policy
from fatum.core.bits import bit, lowest, popcount
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.karma.rules.apply import do_move
from fatum.games.karma.rules.cards import (
    ANYTHING,
    BU,
    FB,
    FIVE_OR_LESS,
    GP,
    SINGLES,
    TC,
    demand_of,
    fitting,
    remove,
)
from fatum.games.karma.rules.legal import legal_bits, random_legal
from fatum.games.karma.rules.moves import FLIPS, GIVES, LAYS, LOOKS, OPENS, PLAYS, TAKE
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import FOLLOW, GIVE, LAY, LOOK, OVER, Seat, hidden_positions

_TAKE: Final = 0x1000000000000000
"""The bit of ``take`` among the legal moves."""
_KARMA_CARD: Final = 0x1000000000000
"""The lowest bit of a Karma card; all numbers are below."""
_GIFT: Final = 0x200000000000000
"""The lowest bit of Give the Pile, the highest kind."""
_NO_COST: Final = 1_000_000

# Points. Found by letting variants play against each other; the game is not sensitive to them.
_NUMBER: Final = 9
"""For each step of a number, while there is a stock; then ``_NUMBER_LATE``."""
_NUMBER_LATE: Final = 7
_KARMA: Final = 180
_EQUAL: Final = 10
"""Off for each further equal card; then ``_EQUAL_LATE``."""
_EQUAL_LATE: Final = 49
_LOW: Final = 3
"""Up to this kind (the number 4) equal cards go together even while there is a stock."""
_BURN: Final = 60
_BURNT_CARD: Final = 5
_NO_ANSWER: Final = 50
_GIVEN_CARD: Final = 15
_NOTHING_TO_GIVE: Final = 200
_FEW_CARDS: Final = 10
"""Five or Below is good against a small hand: points for each card below or above four."""
_CAN_ANSWER: Final = 30
_RAISED: Final = 2
"""Bottoms Up is good when the raised card demands much."""
_NO_FOLLOW_UP: Final = 1000
_BLIND_FOLLOW_UP: Final = 25
"""For each step of the demand that a hidden card has to meet."""
_TAKE_PILE: Final = 900
_LAST_CARD: Final = 3000

_LONG_GAME: Final = 60
"""Turns for each player after which one move in ``_DOUBT`` is any legal one: habits that go in
circles would go on for ever."""
_DOUBT: Final = 16


class KarmaPolicy(Policy):
    """Rules of thumb for Karma."""

    def move(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, KarmaState)
        return _choose(state, seat, rng)

    def move_among(self, state: State, seat: i64, allowed: list[int], rng: Rng) -> int:
        assert isinstance(state, KarmaState)
        bits, base = legal_bits(state, seat)
        if base != PLAYS and base != OPENS:
            return allowed[rng.below(len(allowed))]
        plays: i64 = 0
        take: i64 = 0
        for move in allowed:
            if move == TAKE:
                take = _TAKE
            else:
                plays |= bit(move - base)
        if plays == 0 or plays & SINGLES != 0:
            cheapest = _cheapest(state, seat, bits & (plays | take), base)
            if cheapest in allowed:
                return cheapest
        # Costs are those of kinds. Here the number of equal cards that it would choose is not allowed.
        return base + lowest(plays)

    def roll_out(self, state: State, rng: Rng, most: i64) -> i64:
        assert isinstance(state, KarmaState)
        made: i64 = 0
        while state.phase != OVER and made < most:
            seat = state.actor()
            do_move(state, seat, _choose(state, seat, rng))
            made += 1
        return made


def _choose(state: KarmaState, seat: i64, rng: Rng) -> i64:
    """A legal move of a seat that may act."""
    phase = state.phase
    if phase == GIVE:
        return GIVES + _closest_to_out(state, seat)
    if phase == LAY:
        return LAYS + _best_to_lay(state.seats[seat].hand)
    if phase == LOOK:
        return LOOKS
    if state.turns > _LONG_GAME * state.setup.players and rng.below(_DOUBT) == 0:
        return random_legal(state, seat, rng)
    bits, base = legal_bits(state, seat)
    if base == FLIPS:
        return FLIPS + lowest(bits)
    return _cheapest(state, seat, bits, base)


def _cheapest(state: KarmaState, seat: i64, bits: i64, base: i64) -> i64:
    """The play with the lowest cost, or ``take``."""
    best: i64 = _NO_COST
    choice: i64 = TAKE
    if bits >= _TAKE:
        bits -= _TAKE
        best = _TAKE_PILE
    if bits == 0:
        return TAKE
    owner = state.seats[seat]
    cards = owner.hand
    if base == OPENS:
        cards = owner.open
    one_only = base == OPENS and state.phase == FOLLOW
    pile = state.pile
    under: i64 = len(pile)
    top: i64 = -1
    same: i64 = 0
    if under > 0:
        top = pile[-1]
        same = 1
        if under > 1 and pile[-2] == pile[-1]:
            same = 2
    number_cost: i64 = _NUMBER
    equal: i64 = _EQUAL
    highest_equal: i64 = _LOW
    if state.stock_size() <= 0:
        number_cost = _NUMBER_LATE
        equal = _EQUAL_LATE
        highest_equal = TC - 1
    kinds = bits & SINGLES
    other = state.seats[_next_player(state, seat)]
    known = _known_answers(other)
    low = kinds & -kinds
    if low < _KARMA_CARD and known == 0 and not one_only:
        # Nothing special, as in most turns: the lowest number is the cheapest.
        double = kinds << 1
        if cards & ((kinds << 2) | (double ^ (low << 1))) == 0:
            place = popcount(low - 1)
            cost = number_cost * (place // 3)
            gift = _KARMA - _GIVEN_CARD * under
            if (top < 0 or (kinds >> (3 * top)) & 1 == 0) and (kinds < _GIFT or cost < gift):
                if cards & (low << 1) != 0 and place <= 3 * highest_equal:
                    place += 1
                return base + place
    while kinds != 0:
        place = popcount((kinds & -kinds) - 1)
        kinds &= kinds - 1
        kind = place // 3
        count: i64 = 1
        burns = False
        if kind != GP and not one_only:
            count = _copies(cards >> place)
            burns = count == 3 or (kind == top and same + count >= 3)
            if not burns and kind > highest_equal:
                count = 1
        cost = _KARMA
        if kind < TC:
            cost = number_cost * kind
        if count > 1:
            cost += (count - 1) * ((cost >> 1) - equal)
        if burns:
            cost -= _BURN + _BURNT_CARD * under
        if kind < TC:
            if known != 0 and not burns and known & fitting(kind + 1) == 0:
                cost -= _NO_ANSWER
        elif kind == GP:
            if under == 0:
                cost += _NOTHING_TO_GIVE
            else:
                cost -= _GIVEN_CARD * under
        elif kind == FB:
            cost += _cost_of_five_or_below(other, known)
        elif kind == BU:
            if under > 0:
                cost -= _RAISED * demand_of(pile[0])
        else:
            need: i64 = ANYTHING
            if not burns:
                need = state.wanted()
            cost += _cost_of_follow_up(owner, base, count, need)
        if cost < best:
            best = cost
            choice = base + place + count - 1
    return choice


def _copies(cards: i64) -> i64:
    """How many of the kind whose bits are the lowest."""
    if cards & 2 == 0:
        return 1
    if cards & 4 == 0:
        return 2
    return 3


def _next_player(state: KarmaState, seat: i64) -> i64:
    """The next one who has cards."""
    while True:
        seat += 1
        if seat == state.setup.players:
            seat = 0
        if (state.in_play >> seat) & 1 == 1:
            return seat


def _known_answers(other: Seat) -> i64:
    """All this player can answer with, or 0 if not everyone knows that."""
    if other.hand == 0:
        return other.open
    # Nothing of the hand is hidden if all of it is known, and its size is public.
    if other.hand == other.known:
        return other.hand
    return 0


def _cost_of_five_or_below(other: Seat, known: i64) -> i64:
    cost = _FEW_CARDS * (popcount(other.hand) - 4)
    answers = fitting(FIVE_OR_LESS)
    if known != 0 and known & answers == 0:
        return cost - _NO_ANSWER
    if other.known & answers != 0:
        return cost + _CAN_ANSWER
    return cost


def _cost_of_follow_up(owner: Seat, base: i64, count: i64, need: i64) -> i64:
    """What a Table Card costs because of the card that must follow it (K18, KR13)."""
    opened = owner.open
    if base == OPENS:
        opened = remove(opened, TC, count)
    if opened == 0:
        if owner.hidden != 0:
            return _BLIND_FOLLOW_UP * need
        opened = owner.hand
        if base == PLAYS:
            opened = remove(opened, TC, count)
        if opened == 0:
            return -_LAST_CARD
    if opened & fitting(need) == 0:
        return _NO_FOLLOW_UP
    return 0


def _closest_to_out(state: KarmaState, seat: i64) -> i64:
    """Of the others, the one with the fewest cards."""
    fewest: i64 = _NO_COST
    found: i64 = 0
    other: i64 = 0
    while other < state.setup.players:
        if other != seat:
            owner = state.seats[other]
            cards = popcount(owner.hand) + popcount(owner.open)
            cards += popcount(hidden_positions(owner.hidden))
            if cards < fewest:
                fewest = cards
                found = other
        other += 1
    return found


def _best_to_lay(hand: i64) -> i64:
    """The most useful card late in the game: the highest kind, Karma cards above numbers."""
    kind: i64 = -1
    while hand != 0:
        hand >>= 3
        kind += 1
    return kind
