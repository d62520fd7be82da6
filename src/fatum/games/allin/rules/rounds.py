"""How a round begins, and what happens when its river is full (A5–A7, A27–A33)."""

from mypy_extensions import i64

from fatum.core.events import EVERYONE, Event, only
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
    Position,
)


def begin_round(position: Position, number: i64, starter: i64) -> None:
    """Shuffle, deal, lay out the river and fill the pot (A5, A6, A33)."""
    setup = position.setup
    position.round = number
    position.pot += added_to_pot(setup.players, number)
    position.turns = 0
    deck = DECK.copy()
    position.shuffle("deck", deck)
    if position.events is not None:
        position.events.append(Event("round", EVERYONE, starter, text=str(number)))
    position.forget()
    place: i64 = 0
    for seat, owner in enumerate(position.seats):
        hand = deck[place : place + HAND_SIZE]
        owner.hand = from_list(hand)
        owner.known = 0
        owner.arrived = HAND_SIZE
        owner.eyed = 0
        owner.said = 0
        owner.prediction = NOBODY
        if position.events is not None:
            position.events.append(Event("deal", only(seat), seat, tuple(names(hand))))
        place += HAND_SIZE
    position.river = empty_river(setup.players)
    put_river(position, deck[place])
    put_river(position, deck[place + 1])
    place += 2
    position.discard = []
    position.discarders = []
    if setup.shadows:
        position.discard.append(deck[place])
        position.discarders.append(FROM_THE_DECK)
        if position.events is not None:
            position.events.append(Event("discard", EVERYONE, NOBODY, (NAMES[deck[place]],)))
        place += 1
    position.draw = deck
    position.drawn = place
    position.all_in = NOBODY
    position.played = NO_CARD
    begin_turn(position, starter)


def added_to_pot(players: i64, number: i64) -> i64:
    """The runes that come into the pot when this round begins (A6, A33)."""
    if number == HEIRS_ROUND:
        return 10
    return 2 * number + (0 if players == 2 else 2)


def begin_turn(position: Position, seat: i64) -> None:
    position.turn = seat
    position.phase = ACTION
    if position.events is not None:
        position.events.append(Event("turn", EVERYONE, seat))


def begin_predictions(position: Position) -> None:
    """The river is full: everyone predicts, starting left of whoever filled it (A27)."""
    position.phase = PREDICT
    position.turn = left_of(position, position.turn)
    if position.events is not None:
        position.events.append(Event("river full", EVERYONE))


def left_of(position: Position, seat: i64) -> i64:
    """The left neighbour (replay 1)."""
    seat += 1
    if seat == position.setup.players:
        return 0
    return seat


def predict(position: Position, seat: i64, strongest: i64) -> None:
    """A prediction: open, or with two players secret until both are in (A27, A28)."""
    position.seats[seat].prediction = strongest
    secret = position.setup.players == 2
    if position.events is not None:
        if secret:
            position.events.append(Event("predict", EVERYONE, seat))
        else:
            position.events.append(Event("prediction", EVERYONE, seat, other=strongest))
    for other in position.seats:
        if other.prediction == NOBODY:
            if not secret:
                position.turn = left_of(position, position.turn)
            return
    if position.events is not None and secret:
        for number, owner in enumerate(position.seats):
            position.events.append(Event("prediction", EVERYONE, number, other=owner.prediction))
    _score(position)


def _score(position: Position) -> None:
    """Show the hands, share the pot, pay the hands (A29–A31, AR11)."""
    setup = position.setup
    strengths: i64 = 0
    shift: i64 = 0
    for owner in position.seats:
        strengths |= evaluate(owner.hand, setup.side_b) << shift
        shift += STRENGTH_BITS
    position.strongest = _by_strength(strengths, setup.players)
    strongest = (position.strongest & 15) - 1
    right: i64 = 0
    for owner in position.seats:
        if owner.prediction == strongest:
            right += 1
    share: i64 = 0
    if right > 0:
        share = position.pot // right
    position.pot -= share * right
    for seat, owner in enumerate(position.seats):
        strength = strengths & STRENGTH
        strengths >>= STRENGTH_BITS
        value = value_of(strength) + 2 * rune_count(owner.hand)
        won: i64 = 0
        if owner.prediction == strongest:
            won = share
        owner.runes += value + won
        if position.events is not None:
            said = CATEGORIES[category_of(strength, setup.side_b)]
            hand = tuple(set_names(owner.hand))
            position.events.append(Event("hand", EVERYONE, seat, hand, text=said))
            position.events.append(Event("pot", EVERYONE, seat, text=str(won)))
            position.events.append(Event("pay", EVERYONE, seat, text=str(value)))
    _go_on(position)


def _by_strength(strengths: i64, players: i64) -> i64:
    """The seats, strongest hand first, as ``Position.strongest`` holds them."""
    order: i64 = 0
    seat: i64 = 0
    while seat < players:
        own = (strengths >> (STRENGTH_BITS * seat)) & STRENGTH
        shift: i64 = 0
        others = strengths
        while others != 0:
            if others & STRENGTH > own:
                shift += 4
            others >>= STRENGTH_BITS
        seat += 1
        order |= seat << shift
    return order


def _go_on(position: Position) -> None:
    """The next round, or the end (A7, A32, A33)."""
    most = position.seats[0].runes
    fewest = most
    leaders: i64 = 0
    for owner in position.seats:
        runes = owner.runes
        if runes > most:
            most = runes
            leaders = 1
        elif runes == most:
            leaders += 1
        elif runes < fewest:
            fewest = runes
    number = position.round
    if number < ROUNDS or (number == ROUNDS and position.setup.heirs and leaders > 1):
        starter: i64 = 0
        order = position.strongest
        while order != 0:
            seat = (order & 15) - 1
            if position.seats[seat].runes == fewest:
                starter = seat
            order >>= 4
        begin_round(position, number + 1, starter)
        return
    position.phase = OVER
    for owner in position.seats:
        # The hands were shown (A29).
        owner.known = owner.hand
        owner.arrived = 0
        owner.eyed = 0
    position.eyes = []
    if position.events is not None:
        position.events.append(Event("win", EVERYONE, winner(position)))


def winner(position: Position) -> i64:
    """Who has won a game that is over, or ``NOBODY`` (A32, A33)."""
    found: i64 = NOBODY
    most: i64 = -1
    tied = False
    order = position.strongest
    # Tied players rank by their last hand, so the first one found stays.
    while order != 0:
        seat = (order & 15) - 1
        runes = position.seats[seat].runes
        if runes > most:
            found = seat
            most = runes
            tied = False
        elif runes == most:
            tied = True
        order >>= 4
    if tied and position.round == HEIRS_ROUND:
        return NOBODY
    return found
