"""How a round begins, and what happens when its river is full (A5–A7, A27–A33)."""

from mypy_extensions import i64

from fatum.core.events import EVERYONE, only
from fatum.games.allin.rules.deck import DECK, NAMES, from_list, names, rune_count, set_names
from fatum.games.allin.rules.hands import (
    CATEGORIES,
    STRENGTH,
    STRENGTH_BITS,
    category_of,
    evaluate,
    value_of,
)
from fatum.games.allin.rules.piles import put_river
from fatum.games.allin.rules.river import empty_river
from fatum.games.allin.rules.state import (
    ACTION,
    FROM_THE_DECK,
    HAND_SIZE,
    HEIRS_ROUND,
    NO_CARD,
    NOBODY,
    OVER,
    PREDICT,
    ROUNDS,
    AllInBase,
    winner,
)


def begin_round(state: AllInBase, number: i64, starter: i64) -> None:
    """Shuffle, deal, lay out the river and fill the pot (A5, A6, A33)."""
    setup = state.setup
    state.round = number
    state.pot += added_to_pot(setup.players, number)
    state.turns = 0
    deck = DECK.copy()
    state.shuffle("deck", deck)
    if state.events is not None:
        state.tell("round", EVERYONE, starter, number=number)
    state.forget()
    place: i64 = 0
    for seat, owner in enumerate(state.seats):
        hand = deck[place : place + HAND_SIZE]
        owner.hand = from_list(hand)
        owner.known = 0
        owner.arrived = HAND_SIZE
        owner.eyed = 0
        owner.said = 0
        owner.prediction = NOBODY
        if state.events is not None:
            state.tell("deal", only(seat), seat, tuple(names(hand)))
        place += HAND_SIZE
    state.river = empty_river(setup.players)
    put_river(state, deck[place])
    put_river(state, deck[place + 1])
    place += 2
    state.discard = []
    state.discarders = []
    if setup.shadows:
        state.discard.append(deck[place])
        state.discarders.append(FROM_THE_DECK)
        if state.events is not None:
            state.tell("discard", EVERYONE, NOBODY, (NAMES[deck[place]],))
        place += 1
    state.draw = deck
    state.drawn = place
    state.all_in = NOBODY
    state.played = NO_CARD
    begin_turn(state, starter)


def added_to_pot(players: i64, number: i64) -> i64:
    """The runes that come into the pot when this round begins (A6, A33)."""
    if number == HEIRS_ROUND:
        return 10
    return 2 * number + (0 if players == 2 else 2)


def begin_turn(state: AllInBase, seat: i64) -> None:
    state.turn = seat
    state.phase = ACTION
    if state.events is not None:
        state.tell("turn", EVERYONE, seat)


def begin_predictions(state: AllInBase) -> None:
    """The river is full: everyone predicts, starting left of the player who filled it (A27)."""
    state.phase = PREDICT
    state.turn = left_of(state, state.turn)
    if state.events is not None:
        state.tell("river full", EVERYONE)


def left_of(state: AllInBase, seat: i64) -> i64:
    """The left neighbour (replay 1)."""
    seat += 1
    if seat == state.setup.players:
        return 0
    return seat


def predict(state: AllInBase, seat: i64, strongest: i64) -> None:
    """A prediction: open, or with two players secret until both are in (A27, A28)."""
    state.seats[seat].prediction = strongest
    secret = state.setup.players == 2
    if state.events is not None:
        if secret:
            state.tell("predict", EVERYONE, seat)
        else:
            state.tell("prediction", EVERYONE, seat, other=strongest)
    for other in state.seats:
        if other.prediction == NOBODY:
            if not secret:
                state.turn = left_of(state, state.turn)
            return
    if state.events is not None and secret:
        for number, owner in enumerate(state.seats):
            state.tell("prediction", EVERYONE, number, other=owner.prediction)
    _score(state)


def _score(state: AllInBase) -> None:
    """Show the hands, share the pot, pay the hands (A29–A31, AR11)."""
    setup = state.setup
    strengths: i64 = 0
    shift: i64 = 0
    for owner in state.seats:
        strengths |= evaluate(owner.hand, setup.side_b) << shift
        shift += STRENGTH_BITS
    state.strongest = _by_strength(strengths, setup.players)
    strongest = (state.strongest & 15) - 1
    right: i64 = 0
    for owner in state.seats:
        if owner.prediction == strongest:
            right += 1
    share: i64 = 0
    if right > 0:
        share = state.pot // right
    state.pot -= share * right
    for seat, owner in enumerate(state.seats):
        strength = strengths & STRENGTH
        strengths >>= STRENGTH_BITS
        value = value_of(strength) + 2 * rune_count(owner.hand)
        won: i64 = 0
        if owner.prediction == strongest:
            won = share
        owner.runes += value + won
        if state.events is not None:
            said = CATEGORIES[category_of(strength, setup.side_b)]
            hand = tuple(set_names(owner.hand))
            state.tell("hand", EVERYONE, seat, hand, detail=said)
            state.tell("pot", EVERYONE, seat, number=won)
            state.tell("pay", EVERYONE, seat, number=value)
    _go_on(state)


def _by_strength(strengths: i64, players: i64) -> i64:
    """The seats, strongest hand first, as ``AllInBase.strongest`` holds them."""
    order: i64 = 0
    before: i64 = 0
    seat: i64 = 0
    while seat < players:
        own = strengths & STRENGTH
        strengths >>= STRENGTH_BITS
        shift: i64 = 0
        others = before
        while others != 0:
            if others & STRENGTH > own:
                shift += 4
            others >>= STRENGTH_BITS
        before = before << STRENGTH_BITS | own
        seat += 1
        # Weaker ones move up by four bits: sixteen times as much.
        order += (15 * (order >> shift) + seat) << shift
    return order


def _go_on(state: AllInBase) -> None:
    """The next round, or the end (A7, A32, A33)."""
    most = state.seats[0].runes
    fewest = most
    leaders: i64 = 0
    for owner in state.seats:
        runes = owner.runes
        if runes > most:
            most = runes
            leaders = 1
        elif runes == most:
            leaders += 1
        elif runes < fewest:
            fewest = runes
    number = state.round
    if number < ROUNDS or (number == ROUNDS and state.setup.heirs and leaders > 1):
        starter: i64 = 0
        order = state.strongest
        while order != 0:
            seat = (order & 15) - 1
            if state.seats[seat].runes == fewest:
                starter = seat
            order >>= 4
        begin_round(state, number + 1, starter)
        return
    state.phase = OVER
    for owner in state.seats:
        # The hands were shown (A29).
        owner.known = owner.hand
        owner.arrived = 0
        owner.eyed = 0
    state.eyes = []
    if state.events is not None:
        state.tell("win", EVERYONE, winner(state))
